import Foundation

/// `HKWorkoutEvent` as JSON.
public struct WorkoutEvent: Codable, Hashable, Sendable {
    /// The raw value or name of the event's type, such as `pause`.
    public var type: SampleRecord.Value
    public var startDate: Date
    public var endDate: Date?
    public var metadata: [String: JSONValue]?

    public init(
        type: SampleRecord.Value, startDate: Date, endDate: Date? = nil, metadata: [String: JSONValue]? = nil
    ) {
        self.type = type
        self.startDate = startDate
        self.endDate = endDate
        self.metadata = metadata
    }

    private enum CodingKeys: String, CodingKey {
        case type, startDate, endDate, metadata
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(SampleRecord.Value.self, forKey: .type)
        startDate = try container.date(.startDate)
        endDate = try container.dateIfPresent(.endDate)
        metadata = try container.decodeIfPresent([String: JSONValue].self, forKey: .metadata)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(startDate, as: .startDate)
        try container.encodeIfPresent(endDate, as: .endDate)
        try container.encodeIfPresent(metadata, forKey: .metadata)
    }
}

/// `HKWorkoutActivity` as JSON. It is a part of a workout and has its own activity type.
public struct WorkoutActivity: Codable, Hashable, Sendable {
    public var uuid: UUID
    /// The raw value or name of the activity's type, such as `swimming`.
    public var workoutActivityType: SampleRecord.Value
    public var startDate: Date
    public var endDate: Date?
    /// The duration in seconds, without pauses.
    public var duration: Double?
    public var workoutEvents: [WorkoutEvent]?
    public var metadata: [String: JSONValue]?

    public init(uuid: UUID, workoutActivityType: SampleRecord.Value, startDate: Date) {
        self.uuid = uuid
        self.workoutActivityType = workoutActivityType
        self.startDate = startDate
    }

    private enum CodingKeys: String, CodingKey {
        case uuid, workoutActivityType, startDate, endDate, duration, workoutEvents, metadata
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        uuid = try container.decode(UUID.self, forKey: .uuid)
        workoutActivityType = try container.decode(SampleRecord.Value.self, forKey: .workoutActivityType)
        startDate = try container.date(.startDate)
        endDate = try container.dateIfPresent(.endDate)
        duration = try container.decodeIfPresent(Double.self, forKey: .duration)
        workoutEvents = try container.decodeIfPresent([WorkoutEvent].self, forKey: .workoutEvents)
        metadata = try container.decodeIfPresent([String: JSONValue].self, forKey: .metadata)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uuid.uuidString.lowercased(), forKey: .uuid)
        try container.encode(workoutActivityType, forKey: .workoutActivityType)
        try container.encode(startDate, as: .startDate)
        try container.encodeIfPresent(endDate, as: .endDate)
        try container.encodeIfPresent(duration, forKey: .duration)
        try container.encodeIfPresent(workoutEvents, forKey: .workoutEvents)
        try container.encodeIfPresent(metadata, forKey: .metadata)
    }
}

// These functions write dates instead of a strategy of the encoder, so that every encoder gives the
// same result.

extension KeyedDecodingContainer {
    func date(_ key: Key) throws -> Date {
        guard let date = try dateIfPresent(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "a time is missing"))
        }
        return date
    }

    func dateIfPresent(_ key: Key) throws -> Date? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let date = TimeText.date(text) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no time of RFC 3339")
        }
        return date
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ date: Date, as key: Key) throws {
        guard let text = TimeText.text(of: date) else {
            throw EncodingError.invalidValue(
                date, .init(codingPath: codingPath + [key], debugDescription: "outside of the years 1 to 9999"))
        }
        try encode(text, forKey: key)
    }

    mutating func encodeIfPresent(_ date: Date?, as key: Key) throws {
        if let date { try encode(date, as: key) }
    }
}
