import Foundation
import HealthCore
import HealthDatabase
import JSON

/// The clock on which times are written, and the units of recorded figures.
struct WorkoutTerms: Sendable {
    let clock: ClockText
    let units: PreferredUnits

    init(_ clock: WallClock, _ units: PreferredUnits) {
        self.clock = ClockText(clock)
        self.units = units
    }

    fileprivate func span(_ start: Instant, _ end: Instant) -> Span { Span(start: start, end: end, clock: clock) }

    fileprivate func timing(
        _ start: Instant, _ end: Instant, _ events: [WorkoutEvent], duration: Double?
    ) -> ShownTiming {
        ShownTiming(timing: WorkoutTiming(start: start, end: end, events: events, duration: duration), terms: self)
    }

    fileprivate func shown(_ events: [WorkoutEvent]) -> [ShownEvent] {
        events.map { ShownEvent(event: $0, terms: self) }
    }

    fileprivate func shown(_ statistics: [WorkoutStatistics]?) -> [ShownWorkoutStatistics]? {
        statistics?.map { ShownWorkoutStatistics(measured: $0, clock: clock) }
    }
}

/// A workout in an answer. It has the members with which clients post workouts.
struct ShownWorkout: Shaped {
    let measured: MeasuredWorkout
    let terms: WorkoutTerms

    init(_ measured: MeasuredWorkout, _ terms: WorkoutTerms) {
        self.measured = measured
        self.terms = terms
    }

    private var workout: Workout { measured.sample.workout ?? Workout(activityType: nil) }
    private var span: Span { terms.span(measured.sample.start, measured.sample.end) }

    private var timing: ShownTiming {
        terms.timing(
            measured.sample.start, measured.sample.end, measured.parts.events, duration: workout.duration)
    }

    private var activities: [ShownActivity] {
        measured.parts.activities.enumerated().map { index, activity in
            ShownActivity(
                activity: activity, statistics: measured.activityStatistics.dropFirst(index).first,
                figures: measured.routes == nil ? nil : measured.parts.activityFigures[index], terms: terms)
        }
    }

    private var figures: ShownFigures? {
        measured.routes.map { _ in ShownFigures(measured.parts.figures, terms) }
    }

    var rowCount: Int? { 1 }

    static let shape = Shape<Self>([
        .member("uuid", \.measured.sample.uuid), .members(of: \.workout, Workout.activity),
        .members(of: \.span, Span.shape),
        .optional(
            "recordingState", \.measured.recordingState?.rawValue,
            as: .choice(RecordingState.allCases.map(\.rawValue)),
            "Of a workout that is recorded live and not finished. Its endDate is that of its newest data."),
        .optional(
            "creationDate",
            { shown in shown.measured.sample.members.creation.map { shown.terms.clock.clock.rfc3339($0) } },
            as: .time),
        .members(of: \.timing, ShownTiming.ofWorkout), .member("totalEnergyBurned", \.workout.totalEnergyBurned),
        .member("totalEnergyBurnedUnit") { _ in Workout.energyUnit },
        .member("totalDistance", \.workout.totalDistance),
        .member("totalDistanceUnit") { _ in Workout.distanceUnit },
        .member("workoutEvents") { $0.terms.shown($0.measured.parts.events) },
        .count("unreadEvents", \.measured.parts.unreadEvents), .member("workoutActivities", \.activities),
        .count("unreadActivities", \.measured.parts.unreadActivities),
        .members(of: \.measured.sample, StoredSample.origin),
        .optional("metadata", { StoredJSON($0.measured.sample.metadata) }, as: .metadata),
        .optional("objects") { StoredJSON($0.measured.sample.objects) },
        .optional("workoutRoutes", \.measured.routes), .optionalMembers(of: \.figures, ShownFigures.shape),
        .optional("statistics") { $0.terms.shown($0.measured.statistics) },
        .optional("heartRateZones", \.measured.heartRateZones),
        .optional("distanceSplits") { shown in
            shown.measured.splits.map { ShownSplits(splits: $0, clock: shown.terms.clock) }
        },
    ]).named("Workout")
}

extension Workout {
    static let activity = Shape<Self>([
        .member("workoutActivityType", \.activityType, as: Schema.integer(Schema.rawValues).orNull),
        .member("workoutActivityTypeName") { $0.activityType.flatMap(Catalogue.workoutActivityTypeName) },
        .optional("sentWorkoutActivityType", \.sentActivityType),
    ])
}

private struct ShownTiming {
    let timing: WorkoutTiming
    let terms: WorkoutTerms

    private var pauses: [Span] { timing.pauses.map { terms.span($0.start, $0.end) } }

    static let shape = Shape<Self>(members(duration: nil))
    static let ofWorkout = Shape<Self>(members(duration: "In seconds, without pauses."))

    private static func members(duration: String?) -> [Shape<Self>.Member] {
        [
            .member("duration", \.timing.duration, as: Schema.number.orNull, duration),
            .member("elapsedTime", \.timing.elapsedTime), .member("pauses", \.pauses),
        ]
    }
}

private struct ShownActivity: Shaped {
    let activity: WorkoutActivity
    let statistics: [WorkoutStatistics]?
    let figures: RecordedFigures?
    let terms: WorkoutTerms

    private var workout: Workout {
        Workout(activityType: activity.activityType, sentActivityType: activity.sentActivityType)
    }

    private var timing: ShownTiming {
        // As in HealthKit, an event during an activity is listed both in the workout and in the
        // activity.
        terms.timing(activity.start, activity.end, activity.events, duration: activity.duration)
    }

    static let shape = Shape<Self>([
        .member("uuid", \.activity.uuid), .members(of: \.workout, Workout.activity),
        .members(of: { $0.terms.span($0.activity.start, $0.activity.end) }, Span.shape),
        .members(of: \.timing, ShownTiming.shape),
        .member("workoutEvents") { $0.terms.shown($0.activity.events) },
        .count("unreadEvents", \.activity.unreadEvents),
        .optional("metadata") { StoredJSON($0.activity.metadata) },
        .optionalMembers(of: { shown in shown.figures.map { ShownFigures($0, shown.terms) } }, ShownFigures.shape),
        .optional("statistics") { $0.terms.shown($0.statistics) },
    ]).named("WorkoutActivity")
}

private struct ShownEvent: Shaped {
    let event: WorkoutEvent
    let terms: WorkoutTerms

    static let shape = Shape<Self>([
        .member("type", \.event.type, as: Schema.integer(Schema.rawValues).orNull),
        .member("typeName") { $0.event.type.flatMap(Catalogue.workoutEventTypeName) },
        .optional("sentType", \.event.sentType),
        .members(of: { $0.terms.span($0.event.start, $0.event.end) }, Span.shape),
        .optional("metadata") { StoredJSON($0.event.metadata) },
    ]).named("WorkoutEvent")
}

/// Recorded figures in the person's units. A figure that was not recorded has no member.
private struct ShownFigures {
    let statistics: [ShownRecord]
    let zoneGroups: [WorkoutZoneGroup]

    init(_ figures: RecordedFigures, _ terms: WorkoutTerms) {
        statistics = figures.statistics.map { ShownRecord(record: $0.converted(to: terms.units), clock: terms.clock) }
        zoneGroups = figures.zoneGroups.map { $0.converted(to: terms.units) }
    }

    static let shape = Shape<Self>([
        .member("workoutStatistics", \.statistics), .member("workoutZoneGroups", \.zoneGroups),
    ])
}

private struct ShownRecord: Shaped {
    let record: RecordedStatistics
    let clock: ClockText

    static let shape = Shape<Self>([
        .member("type", \.record.type), .member("unit", \.record.unit),
        .time("startDate", \.record.start, on: \.clock, as: Schema.time.orNull),
        .time("endDate", \.record.end, on: \.clock, as: Schema.time.orNull),
        .optional("sum", \.record.sum), .optional("average", \.record.average),
        .optional("minimum", \.record.minimum), .optional("maximum", \.record.maximum),
        .optional("unread") { StoredJSON($0.record.unread) },
    ]).named("RecordedStatistics")
}

extension WorkoutZoneGroup: Shaped {
    static let shape = Shape<Self>([
        .member("type", \.type), .member("source", \.source), .member("unit", \.unit), .member("zones", \.zones),
        .optional("unread") { StoredJSON($0.unread) },
    ]).named("WorkoutZoneGroup")
}

extension WorkoutZoneGroup.Zone: Shaped {
    static let shape = Shape<Self>([
        .optional("minimum", \.minimum), .optional("maximum", \.maximum), .member("duration", \.duration),
        .optional("unread") { StoredJSON($0.unread) },
    ])
}

/// Figures as `GET /v1/statistics` has them for several types.
private struct ShownWorkoutStatistics: Shaped {
    let measured: WorkoutStatistics
    let clock: ClockText

    private var figures: StatisticsFigures {
        StatisticsFigures(quantity: measured.quantity, clock: clock, sources: measured.collection.sources)
    }

    static let shape = Shape<Self>([
        .member("type", \.measured.quantity.type.identifier),
        .member("aggregationStyle", \.measured.quantity.style.name, as: .aggregationStyle),
        .member("unit", \.measured.quantity.unit?.unitString, as: .string),
        .member("sources") { $0.figures.usedSources(of: $0.measured.collection.buckets) },
        .member("statistics") { $0.figures.shown($0.measured.collection.buckets.first?.statistics) },
    ]).named("WorkoutStatistics")
}
