/// The minimum and maximum of an aggregate, in the type's canonical unit.
public struct SampleExtremes: Hashable, Sendable {
    /// The least value of the records of which the aggregate is a figure; nil if unknown.
    public var minimum: Double?
    /// The greatest value of these records; nil if unknown.
    public var maximum: Double?
    /// Whether the quantity of the sample is an average.
    public var hasAverage: Bool

    /// - Returns: nil if there is neither a minimum nor a maximum.
    public init?(minimum: Double?, maximum: Double?, hasAverage: Bool) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
        self.hasAverage = hasAverage
    }
}
