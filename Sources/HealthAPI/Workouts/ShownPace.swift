import HealthCore
import HealthDatabase
import JSON

extension HeartRateZones: Shaped {
    static let shape = Shape<Self>([
        .member("unit", \.unit), .member("zones", \.zones),
        .member(
            "maximumHeartRate", \.maximumHeartRate, "A minute. Zones begin at 50, 60, 70, 80, 90 % of it."),
        .optional(
            "age", \.age,
            "The age that `maximumHeartRate` follows from. Without it, it is the greatest heart rate of the workout."),
        .member("measuredTime", \.measuredTime, "Seconds with a heart rate, without pauses."),
        .member("unmeasuredTime", \.unmeasuredTime, "Seconds without a heart rate, without pauses."),
    ]).named("HeartRateZones")
}

extension HeartRateZones.Zone: Shaped {
    static let shape = Shape<Self>([
        .optional("minimum", \.minimum), .optional("maximum", \.maximum), .member("duration", \.duration),
    ])
}

struct ShownSplits: Shaped {
    let splits: DistanceSplits
    let clock: ClockText

    private func shown(_ splits: [DistanceSplits.Split]) -> [ShownSplit] {
        splits.map { ShownSplit(split: $0, clock: clock) }
    }

    static let shape = Shape<Self>([
        .member("type", \.splits.type, "The type of the samples that the distance is from."),
        .member("unit", \.splits.unit, "The unit of all distances."),
        .member("splitLength", \.splits.splitLength), .member("distance", \.splits.distance, "The sum of the splits."),
        .optional("recordedDistance", \.splits.recordedDistance, "`totalDistance` of the workout."),
        .member(
            "repeatedDistance", \.splits.repeatedDistance,
            "What overlapping samples of one source add to `distance`."),
        .member("splits") { $0.shown($0.splits.splits) },
        .member("steps", { $0.shown($0.splits.steps) }, "Shorter pieces, for the pace along the way."),
    ]).named("DistanceSplits")
}

struct ShownSplit: Shaped {
    let split: DistanceSplits.Split
    let clock: ClockText

    static let shape = Shape<Self>([
        .members(of: { Span(start: $0.split.start, end: $0.split.end, clock: $0.clock) }, Span.shape),
        .member("distance", \.split.distance), .member("duration", \.split.duration, "Seconds without pauses."),
        .optional("averageHeartRate", \.split.averageHeartRate, "Without pauses."),
    ]).named("Split")
}
