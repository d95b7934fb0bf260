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
}
