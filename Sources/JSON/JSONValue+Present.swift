extension JSONValue? {
    /// The value, or nil if it is missing or null.
    public var present: JSONValue? { flatMap { $0.isNull ? nil : $0 } }
}
