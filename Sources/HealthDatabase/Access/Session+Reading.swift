import Postgres

extension Session {
    /// Runs `body` in a transaction with one snapshot. If the caller may not read everything, the
    /// policies of sql/access apply in it.
    ///
    /// The service reads health data for its answers only in such transactions.
    ///
    /// - Throws: the error of `body`; `PostgresError`, 42501 or 22023 if the server has no role
    ///   `healthstore_reader`.
    public func reading<Value>(as access: Access, _ body: () throws -> Value) throws -> Value {
        try reading(settings: access.readsAll ? [] : settings(of: access), body)
    }

    /// The settings come before the role, so that the policies never read the settings of another
    /// caller. Citus repeats settings on other servers, but must not repeat the role, which would
    /// also apply to functions that run as the owner. For all other statements it logs in as the
    /// role. PostgreSQL ignores the setting of Citus.
    private func settings(of access: Access) -> [String] {
        [
            "set local healthstore.reader = '\(access.personID)'",
            "set local healthstore.access = '\(quoted(access.text))'",
            "set local healthstore.first_time = '\(quoted(access.firstTime))'",
            "set local healthstore.last_time = '\(quoted(access.lastTime))'",
        ] + role("healthstore_reader")
    }

    private func role(_ name: String) -> [String] {
        [
            "set local citus.propagate_set_commands = none", "set local role \(name)",
            "set local citus.propagate_set_commands = local",
        ]
    }

    /// Runs `body` without policies inside `reading(as:)` for a caller who may not read everything.
    /// `body` may only find keys of rows, which a statement with policies then looks up.
    func asOwner<Value>(_ body: () throws -> Value) throws -> Value {
        for setting in role("none") { _ = try executeUnprepared(setting) }
        let result = Result { try body() }
        for setting in role("healthstore_reader") { _ = try executeUnprepared(setting) }
        return try result.get()
    }

    private func quoted(_ text: String) -> String { text.replacing("'", with: "''") }
}
