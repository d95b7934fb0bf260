import Foundation
import HealthCore
import HealthDatabase
import JSON
import Postgres

/// A page of workouts and the figures that the request asks for.
public struct WorkoutListing {
    private let request: WorkoutRequest
    private let page: SamplePage
    private let reader: WorkoutReader

    /// Reads the workouts of the page. Figures are read later, one workout at a time, because one
    /// workout may have many events. So the caller must keep the session's transaction open until
    /// it has read the figures.
    ///
    /// - Parameter cursor: the position of the workout after which the page begins.
    /// - Throws: `PostgresError`.
    public init(
        _ request: WorkoutRequest, after cursor: SampleCursor?, _ person: Person, _ session: Session
    ) throws {
        self.request = request
        reader = WorkoutReader(person: person, session: session)
        page = try reader.page(request, after: cursor)
    }

    /// The cursor of the next page. Nil on the last page.
    public var cursor: String? { page.next(behind: page.samples.count)?.text }

    /// The page. If it is longer than `HealthService.pageBytesMax`, it has only its first workouts.
    /// The figures of a workout are computed when it is written.
    var json: JSONWriter {
        get throws {
            let terms = WorkoutTerms(request.clock, PreferredUnits())
            var writer = JSONWriter(capacity: 256 + page.samples.count * 1024)
            try writer.object { writer in
                writer.key("workouts")
                let count = try writer.array(of: page.samples, bytesMax: HealthService.pageBytesMax) {
                    ShownWorkout(try measured($0), terms).write(to: &$1)
                }
                writer.member("cursor", page.next(behind: count)?.text)
                writer.rowCount = count
            }
            return writer
        }
    }

    private func measured(_ sample: StoredSample) throws -> MeasuredWorkout {
        var workout = try MeasuredWorkout(sample)
        if let quantities = request.quantities { try workout.measure(quantities, reader, activities: 0) }
        return workout
    }

    // MARK: Rows

    /// A workout as a row of a table.
    public struct Row: Sendable {
        public var uuid: UUID
        /// HealthKit's name of the activity, or the text as sent if HealthKit has no name. Nil if
        /// both are missing.
        public var activityType: String?
        public var start: Instant
        public var end: Instant
        /// The state of a workout that is recorded live; nil if it is finished.
        public var recordingState: RecordingState?
        /// The duration without pauses, in seconds.
        public var duration: Double
        /// The energy in kilocalories.
        public var totalEnergyBurned: Double?
        /// The distance in metres.
        public var totalDistance: Double?
        public var source: String
        /// The statistics of each type of the request, in the order of the request.
        public var statistics: [WorkoutStatistics]
    }

    /// Returns the workouts of the page as rows.
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
                start: sample.start, end: sample.end, recordingState: measured.recordingState,
                duration: timing.duration, totalEnergyBurned: workout.totalEnergyBurned,
                totalDistance: workout.totalDistance,
                source: sample.source.name, statistics: measured.statistics ?? [])
        }
    }

    private static let columns: [String] = [
        "uuid", "activityType", "startDate", "endDate", "duration", "totalEnergyBurned", "totalEnergyBurnedUnit",
        "totalDistance", "totalDistanceUnit", "source", "recordingState",
    ]
    /// The columns for a type of the request. `unit` is the unit of the figures in the columns
    /// before it.
    private static let figureColumns: [String] = [
        "type", "count", "sum", "average", "minimum", "maximum", "unit",
    ]

    /// Returns the page as text. JSON has no line feed at its end. Each row of another format ends
    /// with a line feed.
    ///
    /// - Throws: `PostgresError`, `JSONError`.
    public func text(_ format: AnswerFormat) throws -> String {
        String(decoding: format == .json ? try json.bytes : try rows(format).bytes, as: UTF8.self)
    }

    /// Returns one row for each workout. If the request has types, a workout has a row for each
    /// type.
    ///
    /// - Throws: `PostgresError`, `JSONError`.
    func rows(_ format: AnswerFormat) throws -> RowWriter {
        var writer = RowWriter(
            format, columns: WorkoutListing.columns + (request.quantities == nil ? [] : WorkoutListing.figureColumns),
            clock: request.clock, hasTimes: true)
        for row in try rows() {
            let head: [RowWriter.Cell] = [
                .text(row.uuid.uuidString.lowercased()), .text(row.activityType), .time(row.start), .time(row.end),
                .number(row.duration), .number(row.totalEnergyBurned), .text(Workout.energyUnit),
                .number(row.totalDistance), .text(Workout.distanceUnit), .text(row.source),
                .text(row.recordingState?.rawValue),
            ]
            guard let quantities = request.quantities else {
                writer.append(head)
                continue
            }
            // A workout that ends at its start has no figures.
            for (index, quantity) in quantities.enumerated() {
                let figures = index < row.statistics.count ? row.statistics[index].converted : nil
                writer.append(head + WorkoutListing.cells(quantity, figures))
            }
        }
        return writer
    }

    private static func cells(_ quantity: QuantityRequest, _ statistics: Statistics?) -> [RowWriter.Cell] {
        [
            .text(quantity.type.identifier), .integer(statistics?.count), .number(statistics?.sum),
            .number(statistics?.average), .number(statistics?.minimum), .number(statistics?.maximum),
            .text(quantity.unit?.unitString),
        ]
    }
}

extension WorkoutStatistics {
    /// The figures in the unit of the request. Nil if there are no samples.
    public var converted: Statistics? {
        collection.buckets.first?.statistics?.converted { quantity.conversion.printed($0) }
    }
}
