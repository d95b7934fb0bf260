import Foundation
import HealthCore
import Postgres

/// The figures of one quantity type over a workout.
public struct WorkoutStatistics: Sendable {
    public var quantity: QuantityRequest
    /// One bucket, or none if the person has no sample of the type during the workout.
    public var collection: StatisticsCollection
}

/// Reads workouts and the figures measured during them.
public final class WorkoutReader: PersonQueries {
    /// Returns a page of workouts. Of a workout's `parts` it reads only events and activities,
    /// because the parts of an older export contain whole routes.
    ///
    /// - Parameter cursor: the workout after which the page begins; nil for the first page.
    /// - Throws: `PostgresError`.
    public func page(_ request: WorkoutRequest, after cursor: SampleCursor? = nil) throws -> SamplePage {
        try page { query in
            query.range = request.range
            query.predicates = request.activityType.map { [.activityType($0)] } ?? []
            query.limit = request.limit
            query.isAscending = request.isAscending
            query.cursor = cursor
        }
    }

    /// Returns the person's workout with this uuid and its recorded figures; nil if there is none.
    ///
    /// - Throws: `PostgresError`.
    public func workout(_ uuid: UUID) throws -> StoredSample? {
        try page {
            $0.predicates = [.uuids([uuid])]
            $0.parts = .workoutEventsActivitiesAndFigures
        }.samples.first
    }

    /// Returns the recorded figures of the export records that were recognised as the workout,
    /// which an app sent. There is one element for each record, in the form of `parts`.
    ///
    /// - Throws: `PostgresError`.
    public func exportedFigures(of workout: UUID) throws -> [[UInt8]] {
        try session.run(
            """
            select \(SampleReader.figures(in: "record.parts"))
            from health.recognised_record record
            where record.person_id = $1 and record.sample_uuid = $2 and record.parts is not null
            order by record.imported_uuid
            """, person, workout
        ).compactMap { try $0.optionalJSONB(0) }
    }

    /// Returns the uuids of the workout's routes, in order of start. The `parts` of a route contain
    /// its points.
    ///
    /// - Throws: `PostgresError`.
    public func routes(of workout: UUID) throws -> [UUID] {
        try session.all(
            """
            select sample.uuid
            from health.contained_sample contained
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = contained.uuid"))
            join health.sample_type on sample_type.sample_type_id = sample.sample_type_id
            where contained.person_id = $1 and contained.container_uuid = $2
                and sample_type.identifier = 'HKWorkoutRouteTypeIdentifier'
            order by sample.start_time, sample.uuid
            """, person, workout, as: UUID.self)
    }

    private func page(_ ask: (inout SampleQuery) -> Void) throws -> SamplePage {
        guard let typeID = try SampleTypeReader.find("workout", of: person, session)?.id else {
            return SamplePage(samples: [], next: nil)
        }
        var query = SampleQuery(sampleTypeID: typeID)
        query.parts = .workoutEventsAndActivities
        ask(&query)
        return try SampleReader(person: person, session: session).page(query)
    }

    /// Returns the figures of quantity types from `start` to `end`, for all sources together. Of
    /// each sample only the part in this time counts.
    ///
    /// - Parameter quantities: the types and units to return. If nil, the result has each type of
    ///   the catalogue with samples of the person in this time, by identifier, in `units`.
    /// - Returns: an empty array if `end` is not later than `start`.
    /// - Throws: `PostgresError`.
    public func statistics(
        _ quantities: [QuantityRequest]?, units: PreferredUnits = PreferredUnits(), from start: Instant, to end: Instant
    ) throws -> [WorkoutStatistics] {
        guard start < end else { return [] }
        return try session.reading {
            let range = SampleRange(from: start, to: end)
            let plan = try BucketPlan(range)
            let measured = try typesWithSamples(in: range)
            // A type that is not in the catalogue has no aggregation style.
            let wanted = quantities ?? measured.compactMap { try? QuantityRequest(type: $0, preferred: units) }
            let reader = StatisticsReader(person: person, session: session)
            return try wanted.map { quantity in
                guard measured.contains(quantity.type.identifier) else {
                    return WorkoutStatistics(
                        quantity: quantity, collection: StatisticsCollection(buckets: [], sources: []))
                }
                return WorkoutStatistics(
                    quantity: quantity,
                    collection: try reader.collection(
                        quantity.type, style: quantity.style, plan: plan, range: range, separateBySource: false))
            }
        }
    }

    /// Returns the identifiers of the quantity types with samples of the person that overlap
    /// `range`, ascending.
    ///
    /// The query probes each index once for each type that the person ever had. The LIMIT keeps the
    /// planner from using joins instead.
    private func typesWithSamples(in range: SampleRange) throws -> [String] {
        try session.all(
            """
            select sample_type.identifier
            from health.sample_extent
            join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
            cross join lateral (
                (\(WorkoutReader.latest(in: "sample")))
                union all
                (\(WorkoutReader.latest(in: "series_quantity")))
                union all
                (\(WorkoutReader.latest(in: "aggregate_extreme")))
                limit 1
            ) measured
            where sample_extent.person_id = $1 and sample_type.kind = 'quantity'
            order by sample_type.identifier
            """, person, range.from, range.to, Instant.earliest, as: String.self)
    }

    /// Returns a query for the latest row of `table` that overlaps the time from $2 to $3 and has
    /// the type of `sample_extent`.
    private static func latest(in table: String) -> String {
        """
        select 1 from health.\(table) quantity
        where quantity.person_id = $1 and quantity.sample_type_id = sample_extent.sample_type_id
            and quantity.start_time < $3
            and quantity.start_time >= $2::timestamptz
                - least(sample_extent.longest_duration, $2::timestamptz - $4::timestamptz)
            and (quantity.end_time > $2 or quantity.start_time = quantity.end_time and quantity.start_time >= $2)
            and quantity.quantity is not null
        order by quantity.start_time desc
        limit 1
        """
    }
}
