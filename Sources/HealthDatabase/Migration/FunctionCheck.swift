import Postgres

/// Checks that the SQL functions for analysts can be called.
public enum FunctionCheck {
    /// Calls `health_code.bucket_edges`, a PL/pgSQL function that calls other functions and reads
    /// no sample.
    ///
    /// - Throws: the `PostgresError` that an analyst would get, for example if the server cannot
    ///   load the language.
    public static func run(_ session: Session) throws {
        let rows = try session.execute(
            """
            select start_time
            from health_code.bucket_edges(0, 'day', 'UTC', timestamptz '2001-01-01 00:00Z', timestamptz '2001-01-02 00:00Z')
            """)
        guard rows.count == 1 else {
            throw PostgresError(
                sqlState: "XX000", message: "health_code.bucket_edges does not return one bucket for one day")
        }
    }
}
