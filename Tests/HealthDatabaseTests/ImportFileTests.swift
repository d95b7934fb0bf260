import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite("Files of an import")
struct ImportFileTests {
    /// Imports a route sample that names `named`, and files with these paths, before and after the
    /// sample.
    private func importing(
        _ store: TestStore, naming named: String, before: [String] = [], after: [String] = []
    ) throws -> ImportWriter.Report {
        var maker = SampleMaker()
        try maker.add(ImportWriterTests.uuid(1), .other(type: "workoutRoute"), parts: #"{"a":1}"#)
        let first: Sample? = if case .sample(let sample)? = maker.records.first?.item { sample } else { nil }
        var route = try #require(first)
        route.file = named
        func file(_ path: String) -> ImportedRecord.Item {
            .file(path: path, json: Array(#"{"locations":["\#(path)"]}"#.utf8))
        }
        var items = before.map(file) + [.sample(route)] + after.map(file)
        var ordinal: Int64 = 0
        return try ImportWriter(person: store.person, session: store.session).write {
            guard !items.isEmpty else { return nil }
            defer { ordinal += 1 }
            return ImportBatch(
                records: [ImportedRecord(ordinal: ordinal, item: items.removeFirst())], references: maker.references)
        }
    }

    private func elements(_ store: TestStore) throws -> [String] {
        try store.texts(
            "select name || ' ' || element::text from health.export_element where person_id = $1 order by 1",
            [.int32(store.person.id)])
    }

    @Test("a file becomes part of the sample that names it, and one that nothing names is kept with its content")
    func unnamedFiles() async throws {
        try await TestStore.with { store in
            let report = try importing(store, naming: "a.gpx", before: ["b.gpx"], after: ["a.gpx", "c.gpx"])
            #expect(report.received == 3)
            #expect(report.unnamedFiles == 2)
            #expect(report.stored == 3)
            let parts = try store.texts(
                "select parts::text from health.sample_detail where person_id = $1", [.int32(store.person.id)])
            #expect(parts == [#"{"a": 1, "locations": ["a.gpx"]}"#])
            #expect(
                try elements(store)
                    == ["b", "c"].map {
                        #"File {"name": "File", "content": {"locations": ["\#($0).gpx"]}, "attributes": {"path": "\#($0).gpx"}}"#
                    })
            let positions = try store.changePositions()
            #expect(Set(positions).count == 3)
            #expect(try #require(positions.last) <= store.lastPosition())
            let before = try store.everything()
            let again = try importing(store, naming: "a.gpx", before: ["c.gpx", "a.gpx"], after: ["b.gpx"])
            #expect(again.stored == 0)
            #expect(again.alreadyKnown == 3)
            #expect(again.unnamedFiles == 2)
            #expect(try store.everything() == before)
        }
    }
}
