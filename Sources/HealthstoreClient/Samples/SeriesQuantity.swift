import Foundation

/// One quantity of a series, such as one heart rate of a workout, in the unit of its sample.
public struct SeriesQuantity: Codable, Hashable, Sendable {
    public var startDate: Date
    /// The end, or nil if it is `startDate`.
    public var endDate: Date?
    public var value: Double

    public init(startDate: Date, endDate: Date? = nil, value: Double) {
        self.startDate = startDate
        self.endDate = endDate
        self.value = value
    }
}
