import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport

/// A migrated database and a person in it.
struct TestStore {
    let conninfo: String
    let session: Session
    let person: Person

    static func with<Value>(_ body: (TestStore) async throws -> Value) async throws -> Value {
        let server = try TestServer.shared()
        let template = try server.template(named: "migrated") { conninfo in
            _ = try Migrator().migrate(try Session(conninfo: conninfo))
        }
        return try await server.withDatabase(template: template) { conninfo in
            let session = try Session(conninfo: conninfo)
            let person = try PersonStore.create(name: "Ada", session)
            return try await body(TestStore(conninfo: conninfo, session: session, person: person))
        }
    }

    func count(_ table: String) throws -> Int64 {
        try session.execute("select count(*) from health.\(table) where person_id = $1", [.int32(person.id)])[0].int64(
            0)
    }
}
