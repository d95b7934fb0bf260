/// A composite type of the database, as this session sees it.
///
/// https://www.postgresql.org/docs/15/rowtypes.html
public struct RowType: Sendable, Equatable {
    /// The number of the type, which each database assigns.
    let oid: UInt32
    let arrayOID: UInt32
    /// The types of its columns, in their order.
    let columnTypes: [UInt32]
}

/// Rows of a composite type, which one parameter of a statement hands over as an array.
///
/// PostgreSQL reads an array of rows some ten times as fast as one array for each column.
public struct RowArray: Sendable, Equatable {
    let type: RowType
    let bytes: [UInt8]

    /// - Parameter write: appends the rows. Each row must have all columns of `type`.
    public init(_ type: RowType, _ write: (inout BinaryCopyWriter) -> Void) {
        var writer = BinaryCopyWriter(type)
        write(&writer)
        self.type = type
        bytes = writer.array(of: type)
    }
}

extension Session {
    /// Returns the composite type with this name. Asks the server once for each name and session.
    ///
    /// - Throws: `PostgresError` (42704) if there is no such type.
    public func rowType(_ name: String) throws -> RowType {
        if let type = rowTypes[name] { return type }
        let rows = try execute(
            """
            select pg_type.oid::bigint, pg_type.typarray::bigint, pg_attribute.atttypid::bigint
            from pg_type join pg_attribute on pg_attribute.attrelid = pg_type.typrelid
            where pg_type.oid = $1::regtype and pg_attribute.attnum > 0
            order by pg_attribute.attnum
            """, [.text(name)])
        guard rows.rowCount > 0 else { throw PostgresError(sqlState: "42704", message: "\(name) is not a row type") }
        let type = RowType(
            oid: UInt32(try rows[0].int64(0)), arrayOID: UInt32(try rows[0].int64(1)),
            columnTypes: try rows.map { UInt32(try $0.int64(2)) })
        rowTypes[name] = type
        return type
    }
}
