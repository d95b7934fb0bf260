import HealthDatabase
import Postgres
import SQLFiles
import TestSupport
import Testing

@Suite struct HolderMigrationTests {
    @Test("the migration gives an analyst who has a person's name another holder name, with the same grants")
    func sameName() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            var before = try SQLFiles.load()
            before.migrations = Array(before.migrations.prefix { $0.name != "access" })
            before.access = ""
            before.code = []
            _ = try Migrator(files: before).migrate(session)
            try session.executeScript(
                """
                insert into health.person (name) values ('Ben'), ('anna');
                insert into health.analyst_grant (person_id, analyst)
                select person_id, analyst from health.person cross join (values ('anna'), ('carl')) as analysts (analyst)
                where person.name = 'Ben'
                """)
            #expect(try Migrator().migrate(session).migrations.contains("access"))
            let holders = try HolderStore.list(session)
            #expect(holders.map(\.holder.name) == ["Ben", "anna", "anna (analyst)", "carl"])
            #expect(holders.map(\.holder.role) == [nil, nil, "anna", "carl"])
            #expect(holders.map(\.people) == [[], [], ["Ben"], ["Ben"]])
            #expect(try HolderStore.find(name: "anna", session).kind == .person)
            let ben = try PersonStore.find(name: "Ben", session)
            let grants = try GrantStore.list(about: ben, session)
            #expect(grants.map(\.isOwn) == [true, false, false])
            #expect(grants.allSatisfy { $0.terms.scope == .everything })
        }
    }
}
