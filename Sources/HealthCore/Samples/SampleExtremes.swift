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

    /// As elements of the stream of samples.
    public var elements: [(extreme: AggregateExtreme, value: Double)] {
        var elements: [(AggregateExtreme, Double)] = []
        if let minimum { elements.append((hasAverage ? .minimum : .minimumOfMember, minimum)) }
        if let maximum { elements.append((hasAverage || minimum != nil ? .maximum : .maximumOfMember, maximum)) }
        return elements
    }
}
