import Postgres

/// Checks that the SQL functions for analysts can be called.
public enum FunctionCheck {
    /// Asks two questions. The first calls `health_code.bucket_edges`, a PL/pgSQL function that
    /// calls other functions and reads no sample. The second asks for figures of one day of a
    /// person who does not exist (0), and reads the tables of samples and figures. It takes some
    /// milliseconds.
    ///
    /// - Throws: the `PostgresError` that an analyst would get, for example if the server cannot
    ///   load the language.
    public static func run(_ session: Session) throws {
        let edges = try session.run(
            """
            select start_time
            from health_code.bucket_edges(0, 'day', 'UTC', timestamptz '2001-01-01 00:00Z', timestamptz '2001-01-02 00:00Z')
            """)
        guard edges.count == 1 else {
            throw PostgresError(
                sqlState: "XX000", message: "health_code.bucket_edges does not return one bucket for one day")
        }
        try session.run(
            """
            select count
            from health_code.bucket_statistics(
                0, 1, array[timestamptz '2001-01-01 00:00Z'], array[timestamptz '2001-01-02 00:00Z'],
                timestamptz '2001-01-01 00:00Z', timestamptz '2001-01-02 00:00Z')
            """)
    }
}
