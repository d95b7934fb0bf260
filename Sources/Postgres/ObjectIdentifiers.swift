/// Object identifiers of the built-in types that this target reads and writes in binary.
///
/// https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/catalog/pg_type.dat
enum TypeOID {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let char: UInt32 = 18
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let json: UInt32 = 114
    static let float8: UInt32 = 701
    static let varchar: UInt32 = 1043
    static let timestamptz: UInt32 = 1184
    static let uuid: UInt32 = 2950
    static let jsonb: UInt32 = 3802
    static let int4Array: UInt32 = 1007
    static let int8Array: UInt32 = 1016
    static let textArray: UInt32 = 1009
    static let uuidArray: UInt32 = 2951
    static let timestamptzArray: UInt32 = 1185
}

/// The difference between PostgreSQL's epoch, 2000-01-01 00:00 UTC, and the epoch that other
/// targets use, 1970-01-01.
enum Epoch {
    static let postgresMicroseconds: Int64 = 946_684_800_000_000
    static let postgresDays: Int32 = 10_957
}
