import Foundation
import Postgres
import TestSupport
import Testing

/// Tests functions and views in SQL, as an analyst uses them.
@Suite struct SQLTests {
    @Test("a function or view does what its pgTAP file says", arguments: PgTAP.files)
    func proves(file: String) async throws {
        try await PgTAP.withDatabase { conninfo in
            let proof = try await PgTAP.prove(path: PgTAP.path(of: file), conninfo: conninfo)
            #expect(proof.status == 0, "pg_prove \(file).sql:\n\(proof.output)\(proof.errors)")
        }
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
