/// The minimum and maximum that a client sends for an aggregate, in the type's canonical unit.
public struct SampleExtremes: Hashable, Sendable {
    /// The least value of the aggregate; nil if the client did not send it.
    public var minimum: Double?
    /// The greatest value of the aggregate; nil if the client did not send it.
    public var maximum: Double?
    /// False for an aggregate without an average. Its quantity then has no value, only a unit.
    public var hasAverage: Bool

    /// Nil if there is neither a minimum nor a maximum.
    public init?(minimum: Double?, maximum: Double?, hasAverage: Bool) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
        self.hasAverage = hasAverage
    }
}
