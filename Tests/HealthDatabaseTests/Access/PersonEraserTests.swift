import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Erasings that are interrupted or repeated after an older backup, and the refusal to restore an
/// erased person.
@Suite struct PersonEraserTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private struct Interrupted: Error {}

    private func fill(_ store: TestStore) throws {
        try store.post { maker in
            for index in 0..<20 { try maker.add(UUID(), .quantity(Double(index)), at: Double(index) * 60) }
        }
    }

    /// Returns the problems that doctor prints about erased people.
    private func problems(_ store: TestStore, _ list: ErasedList? = nil) throws -> [String] {
        try Doctor(session: store.session, list: list).examine().filter { !$0.isGood && $0.text.contains("eras") }.map {
            $0.text.components(separatedBy: ";")[0].components(separatedBy: ", as")[0]
        }
    }

    @Test("after an interrupted erasing the person cannot be read or written, and the next call finishes it")
    func interrupted() throws {
        try fill(store)
        let (person, session) = (store.person, store.session)
        let token = try TokenStore.create(for: person, name: "app", session)
        _ = try UploadStore(person: person, session: session).begin(
            UploadStore.Announcement(fileName: "export.zip", bytes: nil, sha256: nil, key: nil))
        let file = try session.execute("select spool_name from health.import_upload")[0].uuid(0)
        var removed: [UUID] = []
        #expect(throws: Interrupted.self) {
            try PersonEraser.erase(
                person, session, progress: { _ in throw Interrupted() }, removeFile: { removed.append($0) })
        }
        // The file goes before the row that names it.
        #expect(try removed == [file] && store.count("import_upload") == 1)
        #expect(try problems(store) == ["the erasing of Ada was interrupted"])
        #expect(try PersonEraser.pending(session) == [person])
        #expect(try PersonStore.list(session) == [])
        #expect(try PersonStore.find(uuid: person.uuid, session) == nil)
        #expect(throws: HealthDatabaseError.self) { try PersonStore.find(name: person.name, session) }
        #expect(try TokenStore.person(for: token, session) == nil)
        #expect(throws: HealthDatabaseError.self) { try fill(store) }
        #expect(throws: HealthDatabaseError.self) { try PersonStore.rename(person, to: "Bea", session) }
        // On a cluster, workers refuse this role, which cannot log in.
        if !TestServer.isCluster {
            try session.executeScript("set role healthstore_analyst")
            #expect(try session.execute("select from health.person").rowCount == 0)
            #expect(try session.execute("select from health.sample").rowCount == 0)
            try session.executeScript("reset role")
        }
        #expect(try store.count("sample") == 20)
        let counts = try #require(try PersonEraser.erase(person, session))
        #expect(counts.rows["sample"] == 20 && counts.rows["person"] == 1)
        #expect(try PersonEraser.pending(session) == [] && problems(store) == [])
        for table in try store.personalTables() { #expect(try store.count(table) == 0, "\(table)") }
        // The name is free again.
        #expect(try PersonStore.create(name: person.name, session).uuid != person.uuid)
    }

    @Test("while one session erases a person, another session does not")
    func together() throws {
        try fill(store)
        let other = try store.inNewSession()
        var isLeft = false
        try PersonEraser.erase(store.person, store.session) { _ in
            isLeft = try PersonEraser.erase(other.person, other.session) == nil
            // An erasing that goes on is no problem.
            #expect(try problems(other) == [])
        }
        #expect(isLeft)
    }

    @Test(
        "names of types and units that only the erased person had are deleted, and no others",
        .disabled(if: TestServer.isCluster, "on a cluster the deletion waits for the open transaction of this test"))
    func names() throws {
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        for (person, name) in [(store, "ada"), (bea, "bea")] {
            for suffix in [name, "both"] {
                try person.post {
                    try $0.add(UUID(), .quantity(1, unit: "wibble \(suffix)", type: "org.example.\(suffix)"))
                }
            }
        }
        try bea.post { try $0.add(UUID(), .quantity(1, unit: "wibble used", type: "org.example.used")) }
        // A writer that has not committed has begun to use a name.
        let other = try store.inNewSession()
        _ = try store.session.execute(
            "delete from health.person_sample_type where person_id = $1 and sample_type_id = $2",
            [.int32(bea.person.id), .int32(try bea.sampleTypeID("org.example.used"))])
        try other.session.executeScript("begin")
        _ = try other.session.execute(
            "insert into health.person_sample_type select $1, sample_type_id from health.sample_type where identifier = $2",
            [.int32(bea.person.id), .text("org.example.used")])
        let counts = try #require(try PersonEraser.erase(store.person, store.session))
        try other.session.executeScript("commit")
        #expect(counts.rows["sample_type"] == 1 && counts.rows["unit"] == 1)
        #expect(
            try store.texts("select identifier from health.sample_type where not in_catalogue order by 1")
                == ["org.example.bea", "org.example.both", "org.example.used"])
        #expect(
            try store.texts("select unit_string from health.unit where not in_catalogue order by 1")
                == ["wibble bea", "wibble both", "wibble used"])
        try expectNoComplaints(store.session)
        #expect(try bea.samples("org.example.both").count == 1)
    }

    @Test("more rows than one transaction deletes are all deleted and counted")
    func pieces() throws {
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        for person in [store.person, bea.person] {
            _ = try store.session.execute(
                """
                insert into health.export_element (person_id, uuid, change_position, name, element)
                select $1, gen_random_uuid(), ordinal, 'Me', jsonb_build_object('a', repeat('x', 1000))
                from generate_series(1, 12000) as ordinal
                """, [.int32(person.id)])
        }
        var steps = 0
        let counts = try PersonEraser.erase(store.person, store.session) { _ in steps += 1 }
        #expect(counts?.rows["export_element"] == 12_000 && steps >= 3)
        try PersonEraser.vacuum(try #require(counts), store.session)
        #expect(try store.count("export_element") == 0)
        #expect(try bea.count("export_element") == 12_000)
    }

    @Test("the uuid is kept outside the database, and a person who comes back with an older backup is erased again")
    func olderBackup() async throws {
        try await withTemporaryDirectory { directory in
            try await TestStore.with { store in
                let (person, session) = (store.person, store.session)
                let list = ErasedList(path: directory + "/" + ErasedList.fileName)
                try fill(store)
                try PersonEraser.erase(person, list: list, session)
                let text = try String(contentsOfFile: list.path, encoding: .utf8)
                #expect(text.contains("erased \(person.uuid.uuidString.lowercased()) "))
                #expect(!text.contains(person.name))
                // An older backup has the person, and does not have the erasing.
                _ = try session.execute("delete from health.erased_person")
                _ = try session.execute(
                    "insert into health.person (uuid, name) values ($1, $2)", [.uuid(person.uuid), .text(person.name)])
                #expect(try PersonStore.list(session).count == 1)
                let other = ErasedList(path: directory + "/other")
                #expect(try problems(store, other) == [])
                #expect(try problems(store, list) == ["no erased person is in the store, but for Ada"])
                let returned = try ErasedList.reconcile(list, session)
                #expect(returned.map(\.uuid) == [person.uuid])
                #expect(try PersonStore.list(session) == [])
                for pending in try PersonEraser.pending(session) {
                    try PersonEraser.erase(pending, list: list, session)
                }
                #expect(try session.execute("select from health.person").rowCount == 0)
                #expect(try session.execute("select from health.erased_person").rowCount == 1)
                #expect(try ErasedList.reconcile(list, session) == [])
                // A second call writes nothing.
                #expect(try String(contentsOfFile: list.path, encoding: .utf8) == text)
            }
        }
    }

    @Test("a list that is new or was cut off gets the uuids of the database; the error of a wrong line names it")
    func file() async throws {
        try await withTemporaryDirectory { directory in
            try await TestStore.with { store in
                let list = ErasedList(path: directory + "/list")
                try PersonEraser.erase(store.person, store.session)
                _ = try ErasedList.reconcile(list, store.session)
                let whole = try String(contentsOfFile: list.path, encoding: .utf8)
                #expect(whole.contains(store.person.uuid.uuidString.lowercased()))
                // A crash may cut the line anywhere.
                for cut in [1, 5, 40, 60] {
                    try String(whole.dropLast(cut)).write(toFile: list.path, atomically: true, encoding: .utf8)
                    for _ in 0..<2 { _ = try ErasedList.reconcile(list, store.session) }
                    let mended = try String(contentsOfFile: list.path, encoding: .utf8)
                    #expect(mended.count == whole.count && mended.contains(store.person.uuid.uuidString.lowercased()))
                }
                try (whole + "something else\n").write(toFile: list.path, atomically: true, encoding: .utf8)
                let error = #expect(throws: HealthDatabaseError.self) {
                    try ErasedList.reconcile(list, store.session)
                }
                #expect(error?.code == .damagedStore && error?.message.contains("line 3 of \(list.path)") == true)
                #expect(try problems(store, list) == [error?.message ?? ""])
            }
        }
    }

    @Test("the export of an erased person is refused, and an option restores it and removes the person from the list")
    func restoring() async throws {
        try await withTemporaryDirectory { directory in
            try await TestStore.with { store in
                let list = ErasedList(path: directory + "/list")
                try fill(store)
                let lines = try exported(store)
                try PersonEraser.erase(store.person, list: list, store.session)
                let copy = store.of(try PersonStore.create(name: "Copy", store.session))
                func restore(_ lines: [String], allowed: Bool) throws -> PersonRestore.Report {
                    var iterator = lines.makeIterator()
                    return try PersonRestore(
                        person: copy.person, list: list, restoresErased: allowed, session: copy.session
                    ).restore { iterator.next().map { Array($0.utf8) } }
                }
                #expect(refusal { try restore(lines, allowed: false) } == .personErased)
                // A restore that fails leaves the person on the list.
                let cut = Array(lines.dropLast())
                #expect(throws: HealthDatabaseError.self) { try restore(cut, allowed: true) }
                #expect(try copy.count("sample") == 0)
                _ = try ErasedList.reconcile(list, store.session)
                #expect(try store.session.execute("select from health.erased_person").rowCount == 1)
                let report = try restore(lines, allowed: true)
                #expect(report.hasSameUUID)
                #expect(try ErasedList.reconcile(list, store.session) == [])
                #expect(try copy.count("sample") == 20)
                #expect(try store.session.execute("select from health.erased_person").rowCount == 0)
            }
        }
    }

    @Test("a renamed person keeps tokens and grants; names are unique over people and holders")
    func rename() throws {
        let session = store.session
        let token = try TokenStore.create(for: store.person, name: "app", session)
        _ = try PersonStore.create(name: "Bea", session)
        _ = try session.execute("insert into health.holder (name) values ('study-7')")
        for (name, code) in [
            ("Bea", HealthDatabaseError.Code.personExists), ("study-7", .holderExists), ("", .malformedName),
            ("a\nb", .malformedName),
        ] {
            #expect(refusal { try PersonStore.rename(store.person, to: name, session) } == code, "\(name)")
        }
        #expect(try PersonStore.rename(store.person, to: "Alex", session).name == "Alex")
        #expect(try TokenStore.person(for: token, session)?.name == "Alex")
    }
}
