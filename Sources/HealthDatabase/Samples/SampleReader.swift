import Foundation
import HealthCore
import Postgres

/// Reads samples page by page in order of start, then of uuid.
///
/// A page has a limit of samples and a limit of bytes. Rows are read one by one, so the reader
/// holds the page and at most one further sample in memory.
public final class SampleReader: PersonQueries {
    private let bytesMax: Int

    /// - Parameter bytesMax: the limit of `SamplePage.samples`, as `StoredSample.textBytes` counts
    ///   bytes.
    public init(person: Person, session: Session, bytesMax: Int = SampleQuery.bytesMax) {
        self.bytesMax = bytesMax
        super.init(person: person, session: session)
    }

    /// Returns one page, from one snapshot of the database. A range that is empty or ends before it
    /// begins has no samples.
    ///
    /// - Throws: `PostgresError`
    public func page(_ query: SampleQuery) throws -> SamplePage {
        try session.reading { try samples(query) }
    }

    private func samples(_ query: SampleQuery) throws -> SamplePage {
        let reaches = try session.all(
            "\(SampleExtent.longest) where person_id = $1 and sample_type_id = any($2)", person, query.sampleTypeIDs,
            as: Int64.self)
        guard let reach = reaches.max() else { return SamplePage(samples: [], next: nil) }
        let limit = min(max(query.limit, 1), SampleQuery.limitMax)
        let ranges = query.ranges?.filter { $0.from < $0.to }
        var number = 9
        let filter = SampleFilter(query.predicates, of: "$1") { _ in
            number += 1
            return "$\(number)"
        }
        let statement = SampleReader.sql(query, filter)
        var runs = SampleReader.runs(of: query, ranges, reach: reach, areOne: filter.limitsUUIDs)[...]
        var runCount = SampleReader.firstRunCount
        var rows = SampleRows()
        var samples: [StoredSample] = []
        var hasMore = false
        var (bytes, quantities) = (0, 0)
        // Ranges may be many, and the first ones may fill the page.
        while !runs.isEmpty, !hasMore {
            let some = runs.prefix(runCount)
            runs = runs.dropFirst(runCount)
            runCount *= 2
            try session.forEachRow(
                of: statement,
                [
                    .int32(person.id), .int32Array(query.sampleTypeIDs), .timestamptzArray(some.map(\.lowerBound)),
                    .timestamptzArray(some.map(\.upperBound)),
                    .timestamptzArray((ranges ?? []).map { SampleReader.clamped($0.from.microseconds) }),
                    .timestamptzArray((ranges ?? []).map { SampleReader.clamped($0.to.microseconds) }),
                    .uuid(query.cursor?.uuid), .timestamptz(query.cursor?.start.microseconds),
                    .int64(Int64(limit - samples.count) + 1),
                ] + query.predicates.flatMap(\.parameters)
            ) { row in
                guard samples.count < limit else {
                    // The statement returns at most one row more than the limit.
                    hasMore = true
                    return true
                }
                guard let sample = try rows.sample(row)?.sample else { return true }
                bytes += sample.textBytes
                if query.readsQuantities { quantities += sample.count ?? 0 }
                let fits = bytes <= bytesMax && quantities <= SampleQuery.quantitiesMax
                guard fits || samples.isEmpty else {
                    hasMore = true
                    return false
                }
                samples.append(sample)
                return true
            }
        }
        if query.readsQuantities { try addQuantities(to: &samples) }
        if query.readsArrival { try addArrivals(to: &samples) }
        return SamplePage(samples: samples, next: hasMore ? samples.last.map(SampleCursor.init) : nil)
    }

    /// The number of runs that the first statement of a page searches. Each further statement
    /// searches twice as many.
    private static let firstRunCount = 8

    /// Returns the runs of time in which samples of the page start, in the order of the page. The
    /// index is searched in each of them. No two runs have an instant in common.
    private static func runs(
        of query: SampleQuery, _ ranges: [SampleRange]?, reach: Int64, areOne: Bool
    ) -> [ClosedRange<Int64>] {
        let all = clamped(Instant.earliest.microseconds)...clamped(Instant.latest.microseconds)
        var runs: [ClosedRange<Int64>] = []
        for range in ranges ?? [SampleRange(from: .earliest, to: .latest)] {
            let lower = clamped(clamped(range.from.microseconds) - (range.strictStart ? 0 : reach))
            let upper = clamped(range.to.microseconds)
            if let last = runs.last, areOne || last.upperBound >= lower {
                runs[runs.count - 1] = last.lowerBound...max(last.upperBound, upper)
            } else {
                runs.append(lower...upper)
            }
        }
        let (isAscending, start) = (query.isAscending, query.cursor?.start.microseconds)
        let bound = start.map { isAscending ? $0...all.upperBound : all.lowerBound...$0 } ?? all
        runs = runs.filter { $0.overlaps(bound) }.map { $0.clamped(to: bound) }
        return isAscending ? runs : runs.reversed()
    }

    private static func clamped(_ microseconds: Int64) -> Int64 {
        min(max(microseconds, Instant.earliest.microseconds), Instant.latest.microseconds)
    }

    /// SQL of a page. The page is cut before other tables are looked up.
    ///
    /// The innermost query orders by start alone, as the index does, and returns all samples that
    /// start together with the last one. If it also ordered by uuid, the planner could read and
    /// sort all samples of the type.
    private static func sql(_ query: SampleQuery, _ filter: SampleFilter) -> String {
        let direction = query.isAscending ? "asc" : "desc"
        let order = "sample.start_time \(direction), sample.uuid \(direction)"
        let rows = """
            (
                select sample.*
                from unnest($2::integer[]) wanted (type_id)
                cross join unnest($3::timestamptz[], $4::timestamptz[]) run (lower, upper)
                cross join lateral (
                    select * from \(filter.relation)
                    where \(conditions(query, filter).joined(separator: "\n    and "))
                    order by sample.start_time \(direction) fetch first $9 rows with ties
                ) sample
                order by \(order) limit $9)
            """
        return select(from: rows, order, parts: query.parts)
    }

    /// The conditions of `query` on a row of `health.sample`.
    private static func conditions(_ query: SampleQuery, _ filter: SampleFilter) -> [String] {
        var conditions =
            filter.conditions + [
                "sample.sample_type_id = wanted.type_id and sample.start_time between run.lower and run.upper"
            ]
        if let range = query.range { conditions.append(condition(range)) }
        if query.cursor != nil {
            let beyond = query.isAscending ? ">" : "<"
            conditions.append("(sample.start_time \(beyond) $8 or sample.uuid \(beyond) $7)")
        }
        return conditions
    }

    /// A SELECT of the rows that `SampleRows` reads. $1 is the person.
    ///
    /// Neighbouring rows usually have the same source, device and unit. Only the first row of such
    /// a run has their names (`has_names`). Looking them up for every row took most of the time.
    ///
    /// - Parameters:
    ///   - relation: a subquery of `health.sample` in parentheses that returns only the rows to
    ///     read.
    ///   - order: the order of the rows, by columns of `sample`.
    static func select(
        from relation: String, _ order: String, parts: SampleQuery.Parts = .all, position: String = "change_position"
    ) -> String {
        """
        select sample.\(position), sample.sample_type_id, sample.uuid, sample.start_time, sample.end_time,
            coalesce(sample.quantity, quantity_series.quantity), coalesce(sample.sent_quantity, sample.quantity),
            quantity_series.count, sample.category_value, sample.sent_category_value,
            workout.uuid is not null, workout.activity_type, workout.sent_activity_type, workout.duration,
            workout.total_energy_burned, workout.total_distance,
            \(parts == .none ? "null::jsonb" : "sample_detail.metadata"), \(SampleReader.parts(parts)),
            \(parts == .none ? "null::jsonb" : objects)
            \(SampleMembers.all.list { "sample.\($0.column)" }),
            sample.has_names, source_revision.source_revision_id is not null, \(SourceReader.columns),
            source_revision.version, source_revision.product_type, source_revision.operating_system_version,
            unit.unit_string, device.device_id is not null, device.name, device.manufacturer, device.model,
            device.hardware_version, device.firmware_version, device.software_version, device.local_identifier,
            device.udi_device_identifier, device.creation_date, device.unparsed
        from (
            select sample.*,
                (sample.source_revision_id, sample.device_id, sample.sent_unit_id) is distinct from (
                    lag(sample.source_revision_id) over ordered, lag(sample.device_id) over ordered,
                    lag(sample.sent_unit_id) over ordered) as has_names
            from \(relation) sample
            window ordered as (order by \(order))
        ) sample
        \(lookUps)
        order by \(order)
        """
    }

    /// The uuids of the samples that a correlation or workout contains, as a JSON array.
    private static let objects = """
        case when sample_type.kind in ('correlation', 'workout') then to_jsonb(array(
            select contained_sample.uuid from health.contained_sample
            where contained_sample.person_id = $1 and contained_sample.container_uuid = sample.uuid
            order by 1)) end
        """

    /// The joins of `source_revision`, `source` and `source_kind` for `sample`. $1 is the person. A
    /// caller who may not read everything needs `source_kind`.
    static let sourceLookUps = """
        \(LookUp.one(
            "source_revision",
            where: "source_revision.person_id = $1 and source_revision.source_revision_id = sample.source_revision_id"))
        \(LookUp.any("source", where: isSource("source")))
        \(LookUp.any("source_kind", where: "\(Access.isLimited) and \(isSource("source_kind"))"))
        """

    private static func isSource(_ table: String) -> String {
        "\(table).person_id = $1 and \(table).source_id = source_revision.source_id"
    }

    private static let lookUps = [
        LookUp.any(
            "source_revision",
            where: """
                sample.has_names and source_revision.person_id = $1
                    and source_revision.source_revision_id = sample.source_revision_id
                """),
        LookUp.any("source", where: isSource("source")),
        LookUp.any("source_kind", where: "\(Access.isLimited) and \(isSource("source_kind"))"),
        LookUp.any("unit", where: "sample.has_names and unit.unit_id = sample.sent_unit_id"),
        LookUp.any(
            "device", where: "sample.has_names and device.person_id = $1 and device.device_id = sample.device_id"),
        LookUp.any("sample_detail", where: "sample_detail.person_id = $1 and sample_detail.uuid = sample.uuid"),
        LookUp.any("sample_type", where: "\(hasNoValue) and sample_type.sample_type_id = sample.sample_type_id"),
        LookUp.any("workout", where: "\(hasNoValue) and workout.person_id = $1 and workout.uuid = sample.uuid"),
        LookUp.any(
            "quantity_series",
            where: "\(hasNoValue) and quantity_series.person_id = $1 and quantity_series.uuid = sample.uuid"),
    ].joined(separator: "\n")

    /// True for every series, correlation and workout.
    private static let hasNoValue = "sample.quantity is null and sample.category_value is null"

    private static func parts(_ parts: SampleQuery.Parts) -> String {
        switch parts {
        case .all: "sample_detail.parts"
        case .none: "null::jsonb"
        case .workoutEventsAndActivities:
            selection(of: "sample_detail.parts", workoutMembers)
        case .workoutEventsActivitiesAndFigures:
            selection(of: "sample_detail.parts", workoutMembers + figureMembers)
        }
    }

    private static let workoutMembers = ["workoutEvents", "workoutActivities", RecordingState.member]

    /// The members that hold the statistics and zones of a workout.
    private static let figureMembers = ["workoutStatistics", "workoutZoneGroups"]

    /// SQL of the recorded figures in `column`, the parts of a workout; null if the column is null.
    static func figures(in column: String) -> String {
        selection(of: column, figureMembers)
    }

    private static func selection(of column: String, _ members: [String]) -> String {
        """
        case when \(column) is not null then jsonb_build_object(
            \(members.map { "'\($0)', \(column) -> '\($0)'" }.joined(separator: ", "))) end
        """
    }

    /// SQL of ranges whose starts and ends are $5 and $6, with the strict predicates of `range`.
    /// The last range that begins before a sample ends is the only one that has to be compared.
    private static func condition(_ range: SampleRange) -> String {
        var times: [(time: String, bound: String)] = []
        if range.strictStart { times.append(("sample.start_time", "sample.start_time")) }
        if range.strictEnd { times.append(("sample.end_time", "sample.end_time")) }
        if times.isEmpty {
            times.append(("greatest(sample.start_time, sample.end_time - interval '1 us')", "sample.start_time"))
        }
        return times.map { "\($0.bound) < ($6::timestamptz[])[width_bucket(\($0.time), $5::timestamptz[])]" }
            .joined(separator: " and ")
    }
}
