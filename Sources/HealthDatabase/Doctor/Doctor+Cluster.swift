import Postgres

/// Checks that a cluster divides and protects every table.
extension Doctor {
    /// Returns no finding for a store on one server.
    func cluster() throws -> [Finding] {
        guard try Cluster.isDistributed(session) else { return [] }
        return [try undistributed(), try shardPolicies()]
    }

    private func undistributed() throws -> Finding {
        let tables = try Cluster.localTables(session).map { "health.\($0.name)" }
        return Finding(
            "every personal table is divided by person", butFor: tables, hint: "run healthstore distribute")
    }

    private func shardPolicies() throws -> Finding {
        let text = "holders and analysts read only what they were granted on every server of the cluster"
        do { try ShardPolicies.verify(session) } catch let error as HealthDatabaseError {
            return .fault(
                "\(text): \(error.message)",
                hint: "healthstore distribute sets the policies again when all servers run")
        }
        return Finding(isGood: true, text: text)
    }
}
