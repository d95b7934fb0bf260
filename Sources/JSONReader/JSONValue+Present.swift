extension JSONValue? {
    /// The value; nil also for null.
    public var present: JSONValue? { flatMap { $0.isNull ? nil : $0 } }
}
