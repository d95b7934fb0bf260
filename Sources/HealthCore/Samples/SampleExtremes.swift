/// What a client says of an aggregate beside its average, in the type's canonical unit.
public struct SampleExtremes: Hashable, Sendable {
    /// The least value that the aggregate was made of; nil if the client does not say it.
    public var minimum: Double?
    /// The greatest one.
    public var maximum: Double?
    /// False for an aggregate without an average: its quantity is of no meaning then, and has only the unit.
    public var hasAverage: Bool

    /// - Returns: nil if there is neither a minimum nor a maximum.
    public init?(minimum: Double?, maximum: Double?, hasAverage: Bool) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
        self.hasAverage = hasAverage
    }
}
