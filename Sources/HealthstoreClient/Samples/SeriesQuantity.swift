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

    private enum CodingKeys: String, CodingKey {
        case startDate, endDate, value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        startDate = try container.date(.startDate)
        endDate = try container.dateIfPresent(.endDate)
        value = try container.decode(Double.self, forKey: .value)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(startDate, as: .startDate)
        try container.encodeIfPresent(endDate, as: .endDate)
        try container.encode(value, forKey: .value)
    }
}
