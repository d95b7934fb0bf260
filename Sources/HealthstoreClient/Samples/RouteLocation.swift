import Foundation

/// A location of a workout route, `CLLocation` as JSON.
public struct RouteLocation: Codable, Hashable, Sendable {
    public var timestamp: Date
    /// In degrees, from -90 to 90.
    public var latitude: Double
    /// In degrees, from -180 to 180.
    public var longitude: Double
    /// In metres above the sea.
    public var altitude: Double?
    /// In metres. Negative if latitude and longitude are not valid.
    public var horizontalAccuracy: Double?
    /// In metres. Zero or negative if the altitude is not valid.
    public var verticalAccuracy: Double?
    /// In metres per second. Negative if not known.
    public var speed: Double?
    /// In degrees from north, clockwise. Negative if not known.
    public var course: Double?

    public init(timestamp: Date, latitude: Double, longitude: Double) {
        self.timestamp = timestamp
        self.latitude = latitude
        self.longitude = longitude
    }

    private enum CodingKeys: String, CodingKey {
        case timestamp, latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, speed, course
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        timestamp = try container.date(.timestamp)
        latitude = try container.decode(Double.self, forKey: .latitude)
        longitude = try container.decode(Double.self, forKey: .longitude)
        altitude = try container.decodeIfPresent(Double.self, forKey: .altitude)
        horizontalAccuracy = try container.decodeIfPresent(Double.self, forKey: .horizontalAccuracy)
        verticalAccuracy = try container.decodeIfPresent(Double.self, forKey: .verticalAccuracy)
        speed = try container.decodeIfPresent(Double.self, forKey: .speed)
        course = try container.decodeIfPresent(Double.self, forKey: .course)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(timestamp, as: .timestamp)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
        try container.encodeIfPresent(altitude, forKey: .altitude)
        try container.encodeIfPresent(horizontalAccuracy, forKey: .horizontalAccuracy)
        try container.encodeIfPresent(verticalAccuracy, forKey: .verticalAccuracy)
        try container.encodeIfPresent(speed, forKey: .speed)
        try container.encodeIfPresent(course, forKey: .course)
    }
}
