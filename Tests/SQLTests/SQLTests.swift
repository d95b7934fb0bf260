import Postgres
import TestSupport
import Testing

/// Tests functions and views in SQL, as an analyst uses them.
@Suite struct SQLTests {
    @Test("a function or view does what its pgTAP file says")
    func proves() async throws {
        // On a cluster, each file has a database of its own, because its roles are committed there.
        for files in TestServer.isCluster ? PgTAP.files.map({ [$0] }) : [PgTAP.files] {
            try await PgTAP.withDatabase { conninfo in
                for (file, output) in try await PgTAP.failures(of: files, conninfo: conninfo) {
                    Issue.record("pgtap/\(file).sql:\n\(output)")
                }
            }
        }
    }

    @Test(
        "a file passes with all the tests of its plan and without a failed one",
        arguments: [
            ("1..2\nok 1 - a\n\nok 2 - b\n", true), ("1..2\nok 1 - a\n", false), ("ok 1 - a\n", false),
            ("1..2\nok 1 - a\nnot ok 2 - b\n# Failed\n", false), ("1..1\nok 1 - a\nnot ok 2 - b\n", false),
        ])
    func protocolOutput(output: String, passes: Bool) {
        #expect(PgTAP.passes(output) == passes)
    }

    @Test("every function in health_code and every view in health has a pgTAP file of its name that asks it")
    func everythingIsProved() async throws {
        try await PgTAP.withDatabase { conninfo in
            let objects = try Session(conninfo: conninfo).execute(
                """
                select distinct pronamespace::regnamespace::text, proname::text from pg_proc
                where pronamespace in ('health'::regnamespace, 'health_code'::regnamespace)
                union all
                select relnamespace::regnamespace::text, relname::text from pg_class
                where relkind in ('v', 'm') and relnamespace in ('health'::regnamespace, 'health_code'::regnamespace)
                order by 1, 2
                """
            ).map { (schema: try $0.text(0), name: try $0.text(1)) }
            #expect(objects.count >= 20)
            for (schema, name) in objects {
                let text = PgTAP.text(of: name) ?? ""
                #expect(text.contains("\(schema).\(name)"), "pgtap/\(name).sql does not ask \(schema).\(name)")
            }
        }
    }
}
