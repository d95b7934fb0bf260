import HealthCore
import Postgres

/// Of which types of a person slots are kept: of those where reading every sample would take long.
public struct SlotPolicy: Hashable, Sendable {
    /// Samples from which on slots are kept, those inside of series too.
    public var samplesMin: Int64
    /// How many of them there must be a day, on average, from the first to the last: of fewer there would be more slots than samples.
    public var samplesPerDayMin: Int64

    /// So many are enough on any number of days: one may be of another century by mistake.
    static let samplesEnough: Int64 = 1_000_000

    public init(samplesMin: Int64, samplesPerDayMin: Int64) {
        self.samplesMin = samplesMin
        self.samplesPerDayMin = samplesPerDayMin
    }

    public static let standard = SlotPolicy(samplesMin: 10_000, samplesPerDayMin: 48)
    /// Slots of every type that has a sample.
    public static let everything = SlotPolicy(samplesMin: 1, samplesPerDayMin: 0)

    /// Longest that a sample may be, in days. One of many years would make slots of all of them.
    public static let sampleDaysMax: Int64 = 366
    /// The same where the person has sources of aggregates. A change makes all slots stale that such an
    /// aggregate may touch: with longer ones every change would be one of everything.
    public static let aggregateDaysMax: Int64 = 31

    /// Whether the person has an aggregate of the type for which slots have no columns: one without an average, which only clients that
    /// leave it out send; of sound levels one with a minimum or a maximum, because slots relate energies to their maximum.
    static func hasUnfitAggregates(
        personID: Int32, sampleTypeID: Int32, _ style: AggregationStyle, _ session: Session
    ) throws -> Bool {
        let unfit: AggregateExtreme = style == .discreteEquivalentContinuousLevel ? .minimum : .minimumOfMember
        return try session.execute(
            """
            select (
                select true from health.aggregate_extreme
                where person_id = $1 and sample_type_id = $2 and ordinal <= \(unfit.rawValue)
                order by start_time
                limit 1
            ) is not null
            """, [.int32(personID), .int32(sampleTypeID)])[0].bool(0)
    }

    /// Whether the person's samples of the type are many enough. Reads no more of an index than it takes to know.
    func isDense(personID: Int32, sampleTypeID: Int32, _ session: Session) throws -> Bool {
        guard let extent = try SlotPolicy.extent(personID: personID, sampleTypeID: sampleTypeID, session) else {
            return false
        }
        let days = (extent.upperBound - extent.lowerBound) / SlotBuilder.day + 1
        let needed = max(samplesMin, min(days * samplesPerDayMin, SlotPolicy.samplesEnough))
        let counted = try session.execute(
            SlotPolicy.count, [.int32(personID), .int32(sampleTypeID), .int64(needed)])
        return try counted[0].int64(0) >= needed
    }

    /// The first and the last start of a sample, in microseconds since 1970; nil if there is none.
    static func extent(personID: Int32, sampleTypeID: Int32, _ session: Session) throws -> ClosedRange<Int64>? {
        let row = try session.execute(extent, [.int32(personID), .int32(sampleTypeID)])[0]
        guard let first = try row.optionalTimestamptz(0), let last = try row.optionalTimestamptz(1) else { return nil }
        return first...max(first, last)
    }

    private static let extent = """
        select least(
                (select min(start_time) from health.sample where person_id = $1 and sample_type_id = $2),
                (select min(start_time) from health.series_quantity where person_id = $1 and sample_type_id = $2)),
            greatest(
                (select max(start_time) from health.sample where person_id = $1 and sample_type_id = $2),
                (select max(start_time) from health.series_quantity where person_id = $1 and sample_type_id = $2))
        """

    private static let count = """
        select count(*) from (
            select from health.sample where person_id = $1 and sample_type_id = $2 and quantity is not null
            union all
            select from health.series_quantity where person_id = $1 and sample_type_id = $2
            limit $3
        ) quantity
        """
}
