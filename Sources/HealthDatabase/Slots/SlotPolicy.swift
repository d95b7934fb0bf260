import HealthCore
import Postgres

/// Which types of a person have slots: those whose samples take long to read.
public struct SlotPolicy: Hashable, Sendable {
    /// The least number of samples, with those inside of series.
    public var samplesMin: Int64
    /// The least average number of samples a day, from the first to the last. With fewer samples a
    /// day there would be more slots than samples.
    public var samplesPerDayMin: Int64

    /// A type with so many samples has slots whatever the number of days: one sample may be of
    /// another century by mistake.
    static let samplesEnough: Int64 = 1_000_000

    public init(samplesMin: Int64, samplesPerDayMin: Int64) {
        self.samplesMin = samplesMin
        self.samplesPerDayMin = samplesPerDayMin
    }

    public static let standard = SlotPolicy(samplesMin: 10_000, samplesPerDayMin: 48)
    /// Every type with a sample has slots.
    public static let everything = SlotPolicy(samplesMin: 1, samplesPerDayMin: 0)

    /// The longest sample of a type with slots, in days. A sample of many years would make slots of
    /// all of them.
    public static let sampleDaysMax: Int64 = 366
    /// The longest sample if the person has an aggregate source, in days. A change makes all slots
    /// stale that an aggregate of this length may touch; with longer aggregates every change would
    /// make everything stale.
    public static let aggregateDaysMax: Int64 = 31

    /// Whether the person has an aggregate of the type for which slots have no columns: an
    /// aggregate without an average, or an aggregate of sound levels with a minimum or a maximum,
    /// because slots relate energies to their maximum.
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

    /// Whether the person's samples of the type are many enough. Stops counting at the required
    /// number.
    ///
    /// - Throws: `PostgresError`.
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

    /// The first and the last start of a sample, in microseconds since 1970; nil without samples.
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
