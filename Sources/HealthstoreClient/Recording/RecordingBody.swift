import Foundation

/// The bodies of requests about a recording.
enum RecordingBody {
    struct Start: Encodable {
        var workoutActivityType: SampleRecord.Value
        var locationType: String
        var startDate: Date
        var source: SampleRecord.Source
        var device: SampleRecord.Device?
        var metadata: [String: JSONValue]?

        private enum CodingKeys: String, CodingKey {
            case workoutActivityType, locationType, startDate, source, device, metadata
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(workoutActivityType, forKey: .workoutActivityType)
            try container.encode(locationType, forKey: .locationType)
            try container.encode(startDate, as: .startDate)
            try container.encode(source, forKey: .source)
            try container.encodeIfPresent(device, forKey: .device)
            try container.encodeIfPresent(metadata, forKey: .metadata)
        }
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
            try container.encode(workout.uuidString.lowercased(), forKey: .workout)
        }
    }

    struct Parts: Encodable {
        var workoutEvents: [WorkoutEvent]?
        var workoutActivities: [WorkoutActivity]?
        var workoutRoute: Route?
    }

    struct Route: Encodable {
        var uuid: String
        var locations: [RouteLocation]
    }

    struct Finish: Encodable {
        var endDate: Date
        var totalEnergyBurned: Double?
        var totalDistance: Double?
        var metadata: [String: JSONValue]?

        private enum CodingKeys: String, CodingKey {
            case endDate, totalEnergyBurned, totalDistance, metadata
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(endDate, as: .endDate)
            try container.encodeIfPresent(totalEnergyBurned, forKey: .totalEnergyBurned)
            try container.encodeIfPresent(totalDistance, forKey: .totalDistance)
            try container.encodeIfPresent(metadata, forKey: .metadata)
        }
    }
}
