/// Statements with their values and their decoding.
///
/// - Parameters:
///   - sql: remains prepared in the session, so it should be constant.
///   - values: $1, $2, … of the statement.
///   - isPrepared: false for the reason of `executeUnprepared`.
/// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
extension Session {
    @discardableResult
    public func run(_ sql: String, _ values: any ParameterValue..., isPrepared: Bool = true) throws -> Rows {
        try execute(Statement(sql, values.flatMap(\.parameters), isPrepared: isPrepared))
    }

    /// Returns what `read` makes of each row.
    public func all<Value>(
        _ sql: String, _ values: any ParameterValue..., isPrepared: Bool = true,
        reading read: (inout Row) throws -> Value
    ) throws -> [Value] {
        try run(sql, values.flatMap(\.parameters), isPrepared: isPrepared).all(read)
    }

    /// Returns what `make` makes of each row. The arguments of `make`, such as an initialiser, are
    /// the columns in their order.
    public func all<each Column: ColumnValue, Value>(
        _ sql: String, _ values: any ParameterValue..., isPrepared: Bool = true,
        as make: (repeat each Column) throws -> Value
    ) throws -> [Value] {
        try run(sql, values.flatMap(\.parameters), isPrepared: isPrepared).all(as: make)
    }

    /// Returns the first value of each row.
    public func all<Value: ColumnValue>(
        _ sql: String, _ values: any ParameterValue..., isPrepared: Bool = true, as type: Value.Type
    ) throws -> [Value] {
        try run(sql, values.flatMap(\.parameters), isPrepared: isPrepared).all(Value.init(reading:))
    }

    /// Returns what `read` makes of the first row, or nil if there is no row.
    public func first<Value>(
        _ sql: String, _ values: any ParameterValue..., reading read: (inout Row) throws -> Value
    ) throws -> Value? {
        try run(sql, values.flatMap(\.parameters)).first(read)
    }

    /// Returns what `make` makes of the columns of the first row, or nil if there is no row.
    public func first<each Column: ColumnValue, Value>(
        _ sql: String, _ values: any ParameterValue..., as make: (repeat each Column) throws -> Value
    ) throws -> Value? {
        try run(sql, values.flatMap(\.parameters)).first { row in
            try make(repeat try (each Column)(reading: &row))
        }
    }

    /// Returns the first value of the first row, or nil if there is no row.
    public func first<Value: ColumnValue>(
        _ sql: String, _ values: any ParameterValue..., as type: Value.Type
    ) throws -> Value? {
        try run(sql, values.flatMap(\.parameters)).first(Value.init(reading:))
    }

    /// Returns the first value of a statement that returns one row.
    public func value<Value: ColumnValue>(
        _ sql: String, _ values: any ParameterValue..., as type: Value.Type = Value.self
    ) throws -> Value {
        var row = try run(sql, values.flatMap(\.parameters))[0]
        return try Value(reading: &row)
    }

    /// Returns the second value of each row by the first one. Of rows with the same key, the last
    /// counts.
    public func dictionary<Key: ColumnValue & Hashable, Value: ColumnValue>(
        _ sql: String, _ values: any ParameterValue...
    ) throws -> [Key: Value] {
        Dictionary(try run(sql, values.flatMap(\.parameters)).all(as: { ($0, $1) })) { $1 }
    }

    /// Returns the number of rows that the statement inserted, updated or deleted.
    public func affectedRows(_ sql: String, _ values: any ParameterValue...) throws -> Int64 {
        try run(sql, values.flatMap(\.parameters)).affectedRows
    }
}

extension Statement {
    /// - Parameters:
    ///   - sql: remains prepared in the session, so it should be constant.
    ///   - values: $1, $2, … of the statement.
    public init(_ sql: String, _ first: any ParameterValue, _ values: any ParameterValue...) {
        self.init(sql, first.parameters + values.flatMap(\.parameters))
    }
}

/// The decoding of rows.
///
/// - Throws: what `read` and `make` throw, and the errors of the accessors of `Row`.
extension Rows {
    /// Returns what `read` makes of each row.
    public func all<Value>(_ read: (inout Row) throws -> Value) throws -> [Value] {
        try map { row in
            var row = row
            return try read(&row)
        }
    }

    /// Returns what `make` makes of the columns of each row.
    public func all<each Column: ColumnValue, Value>(as make: (repeat each Column) throws -> Value) throws -> [Value] {
        try all { row in try make(repeat try (each Column)(reading: &row)) }
    }

    /// Returns what `read` makes of the first row, or nil if there is no row.
    public func first<Value>(_ read: (inout Row) throws -> Value) throws -> Value? {
        guard var row = first else { return nil }
        return try read(&row)
    }
}
