import HealthCore
import Postgres

/// Decides which types of a person have slots. These are types with many samples, which take long
/// to read.
public struct SlotPolicy: Hashable, Sendable {
    /// The least number of samples of a type with slots. The quantities inside a series are counted
    /// too.
    public var samplesMin: Int64
    /// The least average number of samples a day, from the first to the last sample. A type with
    /// fewer samples would have more slots than samples.
    public var samplesPerDayMin: Int64

    /// A type with this many samples meets `samplesPerDayMin` whatever its number of days. A single
    /// sample may have a date of another century by mistake.
    static let samplesEnough: Int64 = 1_000_000

    public init(samplesMin: Int64, samplesPerDayMin: Int64) {
        self.samplesMin = samplesMin
        self.samplesPerDayMin = samplesPerDayMin
    }

    public static let standard = SlotPolicy(samplesMin: 10_000, samplesPerDayMin: 48)
    /// A policy that gives slots to every type with a sample.
    public static let everything = SlotPolicy(samplesMin: 1, samplesPerDayMin: 0)

    /// The longest sample that a type with slots may have, in days. A sample of many years would
    /// require slots for all of these years.
    public static let sampleDaysMax: Int64 = 366
    /// The longest sample that a type with slots may have if the person has an aggregate source, in
    /// days. A changed sample may decide whether an aggregate counts. It therefore makes slots
    /// stale up to the length of the longest sample before and after it. With longer samples, each
    /// change would make too many slots stale.
    public static let aggregateDaysMax: Int64 = 31

    /// True if the person has an aggregate of the type whose figures do not fit into slots.
    ///
    /// For sound levels, this is an aggregate with a minimum or a maximum, because slots do not
    /// have `SlotFigures.valueMaximum`. For other styles, this is an aggregate without an average,
    /// because slots do not count members without a value.
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

    /// True if the person's samples of the type reach both thresholds of the policy. The query
    /// stops counting at the required number. Quantities inside series count as samples.
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

    /// Returns the first and the last start of a sample, in microseconds since 1970; nil without
    /// samples. Quantities inside series count as samples.
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
            select 1 from health.sample where person_id = $1 and sample_type_id = $2 and quantity is not null
            union all
            select 1 from health.series_quantity where person_id = $1 and sample_type_id = $2
            limit $3
        ) quantity
        """
}
