import Foundation

/// The bodies of requests about a recording.
enum RecordingBody {
    struct Start: Encodable {
        var workoutActivityType: SampleRecord.Value
        var locationType: String
        var startDate: Date
        var source: SampleRecord.Source
        var device: SampleRecord.Device?
        var metadata: [String: AnyJSON]?
    }

    struct Samples: Encodable {
        var samples: [NamedSample]
    }

    /// A sample that names its workout.
    struct NamedSample: Encodable {
        var sample: SampleRecord
        var workout: UUID

        private enum CodingKeys: String, CodingKey {
            case workout
        }

        func encode(to encoder: any Encoder) throws {
            try sample.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(workout, forKey: .workout)
        }
    }

    struct Parts: Encodable {
        var workoutEvents: [WorkoutEvent]?
        var workoutActivities: [WorkoutActivity]?
        var workoutRoute: Route?
    }

    struct Route: Encodable {
        var uuid: UUID
        var locations: [RouteLocation]
    }

    struct Finish: Encodable {
        var endDate: Date
        var totalEnergyBurned: Double?
        var totalDistance: Double?
        var metadata: [String: AnyJSON]?
    }
}
