import Foundation
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

/// A page of workouts with the figures of the request.
public struct WorkoutListing {
    private let request: WorkoutRequest
    private let page: SamplePage
    private let reader: WorkoutReader

    /// Reads the page. Figures are read later, workout by workout, because the events of one
    /// workout may be many: keep the session in its transaction meanwhile.
    ///
    /// - Parameter cursor: the workout after which the page begins.
    /// - Throws: `PostgresError`.
    public init(
        _ request: WorkoutRequest, after cursor: SampleCursor?, _ person: Person, _ session: Session
    ) throws {
        self.request = request
        reader = WorkoutReader(person: person, session: session)
        page = try reader.page(request, after: cursor)
    }

    /// The cursor of the next page; nil after the last one.
    public var cursor: String? { page.next(behind: page.samples.count)?.text }

    var json: JSONWriter {
        get throws { try WorkoutResponse(clock: request.clock, units: PreferredUnits()).json(page, measured) }
    }

    private func measured(_ sample: StoredSample) throws -> MeasuredWorkout {
        var workout = try MeasuredWorkout(sample)
        if let quantities = request.quantities { try workout.measure(quantities, reader, activities: 0) }
        return workout
    }

    // MARK: Rows

    /// A workout in a table.
    public struct Row: Sendable {
        public var uuid: UUID
        /// HealthKit's name of the activity, else the sent text; nil if neither is known.
        public var activityType: String?
        public var start: Instant
        public var end: Instant
        /// Seconds without pauses.
        public var duration: Double
        /// Kilocalories.
        public var totalEnergyBurned: Double?
        /// Metres.
        public var totalDistance: Double?
        public var source: String
        /// One for each type of the request, in their order.
        public var statistics: [WorkoutStatistics]
    }

    /// The workouts of the page.
    ///
    /// - Throws: `PostgresError`, `JSONError`.
    public func rows() throws -> [Row] {
        try page.samples.map { sample in
            let measured = try measured(sample)
            let workout = sample.workout ?? Workout(activityType: nil)
            let timing = WorkoutTiming(
                start: sample.start, end: sample.end, events: measured.parts.events, duration: workout.duration)
            return Row(
                uuid: sample.uuid,
                activityType: workout.activityType.flatMap(Catalogue.workoutActivityTypeName)
                    ?? workout.sentActivityType ?? workout.activityType.map { String($0) },
                start: sample.start, end: sample.end, duration: timing.duration,
                totalEnergyBurned: workout.totalEnergyBurned, totalDistance: workout.totalDistance,
                source: sample.source.name, statistics: measured.statistics ?? [])
        }
    }

    private static let columns: [StaticString] = [
        "uuid", "activityType", "startDate", "endDate", "duration", "totalEnergyBurned", "totalEnergyBurnedUnit",
        "totalDistance", "totalDistanceUnit", "source",
    ]
    /// Of a type of the request. `unit` is the unit of the figures before it.
    private static let figureColumns: [StaticString] = [
        "type", "count", "sum", "average", "minimum", "maximum", "unit",
    ]

    /// The page as a text: JSON without a line feed at its end, or rows with a line feed after
    /// each.
    ///
    /// A workout is one row; if the request has types, it is one row for each type.
    ///
    /// - Throws: `PostgresError`, `JSONError`.
    public func text(_ format: AnswerFormat) throws -> String {
        guard format != .json else { return String(decoding: try json.bytes, as: UTF8.self) }
        var writer = RowWriter(
            format, columns: WorkoutListing.columns + (request.quantities == nil ? [] : WorkoutListing.figureColumns),
            clock: request.clock, capacity: 256 + page.samples.count * 192)
        for row in try rows() {
            let head: [RowWriter.Cell] = [
                .text(row.uuid.uuidString.lowercased()), .text(row.activityType), .time(row.start), .time(row.end),
                .number(row.duration), .number(row.totalEnergyBurned), .text(Workout.energyUnit),
                .number(row.totalDistance), .text(Workout.distanceUnit), .text(row.source),
            ]
            guard let quantities = request.quantities else {
                writer.append(head)
                continue
            }
            // A workout that ends where it starts has no figures.
            for (index, quantity) in quantities.enumerated() {
                let figures = index < row.statistics.count ? row.statistics[index].converted : nil
                writer.append(head + WorkoutListing.cells(quantity, figures))
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func cells(_ quantity: QuantityRequest, _ statistics: Statistics?) -> [RowWriter.Cell] {
        [
            .text(quantity.type.identifier), .integer(statistics?.count), .number(statistics?.sum),
            .number(statistics?.average), .number(statistics?.minimum), .number(statistics?.maximum),
            .text(quantity.unit.unitString),
        ]
    }
}

extension WorkoutStatistics {
    /// The figures in the unit of the request; nil without samples.
    public var converted: Statistics? {
        collection.buckets.first?.statistics?.converted { quantity.conversion.printed($0) }
    }
}
