import Foundation
import HealthCore
import HealthDatabase
import Testing

/// Exports all data of a person as lines, and restores them.
@Suite struct BackupTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("an export that is restored is exported again to the same bytes, and every table holds the same")
    func everything() throws {
        try fill(store)
        let lines = try exported(store)
        let copy = store.of(try PersonStore.create(name: "Copy", store.session))
        let report = try restore(lines, into: copy)
        #expect(!report.hasSameUUID)
        #expect(report.counts.values.reduce(0, +) == Int64(lines.count - 2))
        for record in BackupRecord.allCases where record != .type {
            #expect(report.counts[record] ?? 0 > 0, "nothing of kind \(record) was tested")
        }
        let again = try exported(copy)
        #expect(again.dropFirst() == lines.dropFirst())
        let (original, restored) = (try store.withoutPlaces(), try copy.withoutPlaces())
        #expect(original == restored)
        try expectNoComplaints(copy.session)
    }

    @Test("imports move: an older export adds nothing, and undoing a newer one gives the same as in the original")
    func imports() throws {
        try fill(store)
        let copy = store.of(try PersonStore.create(name: "Copy", store.session))
        try restore(try exported(store), into: copy)
        #expect(try copy.count("replaced_sample") == store.count("replaced_sample"))
        var results: [[String]] = []
        for store in [store, copy] {
            let again = try Export(isLater: false).importing(into: store)
            #expect([again.stored, again.deletedBefore] == [0, 2])
            let undo = ImportUndo(person: store.person, session: store.session)
            _ = try undo.run(4)
            let undone = try undo.run(3)
            #expect([undone.removed, undone.restored] == [1, 3])
            #expect(try store.count("replaced_sample") == 0)
            let times = #/"(started|updated|finished|deleted|replaced)At":"[^"]*"/#
            results.append(try exported(store).dropFirst().map { $0.replacing(times, with: "") })
            try expectNoComplaints(store.session)
        }
        #expect(results[0] == results[1])
    }

    @Test("every personal table is exported or left out for a reason")
    func tables() throws {
        let exported = BackupRecord.allCases.filter { $0 != .type }.flatMap(\.tables)
        let known = (exported + BackupRecord.leftOut.map(\.table)).sorted()
        let personal = try store.personalTables()
        #expect(personal == known)
    }

    @Test("a file is refused that is cut, garbled, of another format or for somebody with data, and nothing is stored")
    func refused() throws {
        try fill(store)
        let lines = try exported(store)
        let place = try #require(lines.firstIndex { $0.hasPrefix(#"{"sample""#) })
        let measured = try #require(lines.firstIndex { $0.contains(#""stored":{"kind":"quantity""#) })
        func code(_ lines: [String], _ name: String) throws -> (HealthDatabaseError.Code?, String) {
            let copy = store.of(try PersonStore.create(name: name, store.session))
            do {
                try restore(lines, into: copy)
                return (nil, "")
            } catch let error as HealthDatabaseError {
                #expect(try copy.withoutPlaces() == [])
                return (error.code, error.message)
            }
        }
        func changed(_ place: Int, _ line: String) -> [String] {
            var lines = lines
            lines[place] = line
            return lines
        }
        let uuid = "00000000-0000-4000-8000-000000000000"
        let header = #"{"healthstore":{"format":\#(BackupRecord.format + 1),"person":{"uuid":"\#(uuid)"}}}"#
        let cases: [([String], HealthDatabaseError.Code, String)] = [
            ([], .malformedBackup, "empty"),
            (Array(lines.dropLast()), .truncatedBackup, "behind line \(lines.count - 1)"),
            (Array(lines.dropFirst()), .malformedBackup, "first line"),
            (changed(0, header), .backupTooNew, "format \(BackupRecord.format + 1)"),
            (changed(0, #"{"healthstore":{}}"#), .malformedBackup, "header"),
            (changed(place, "garbage"), .malformedBackup, "line \(place + 1) "),
            (changed(place, String(lines[place].dropLast(9))), .malformedBackup, "line \(place + 1) "),
            (changed(place, lines[place + 1]), .malformedBackup, "line \(place + 2) "),
            (
                changed(place, lines[place].replacing(#""sourceRevision":1"#, with: #""sourceRevision":99"#)),
                .malformedBackup, "line \(place + 1) "
            ),
            (
                changed(measured, lines[measured].replacing(#""unit":""#, with: #""unit":"unheard of "#)),
                .malformedBackup, "line \(measured + 1) "
            ),
            (changed(place, #"{"sample":{"uuid":"x"},"stored":{}}"#), .malformedBackup, "line \(place + 1) "),
            (changed(place, #"{"unheard":{}}"#), .malformedBackup, "kind"),
            (lines.filter { $0 != lines[place] }, .malformedBackup, "kind sample"),
            (lines + [lines[place]], .malformedBackup, "behind the last"),
        ]
        for (number, (lines, expected, words)) in cases.enumerated() {
            let (found, message) = try code(lines, "P\(number)")
            #expect(found == expected && message.contains(words), "case \(number): \(message)")
        }
        #expect(throws: HealthDatabaseError.self) { try restore(lines, into: store) }
    }

    @Test("a file of an earlier format brings its units with its samples, and says only that samples were imported")
    func earlierFormats() throws {
        try fill(store)
        let unit = #""unit":"unheard of before""#
        let lines = try exported(store).filter { !$0.hasPrefix(#"{"unit""#) }.map { line -> String in
            let isSample = line.hasPrefix(#"{"sample""#)
            return
                line.replacing(#""format" : \#(BackupRecord.format)"#, with: #""format" : 2"#)
                .replacing(#/"unit":"count"/#, with: unit).replacing(#/"unit" ?: ?\d+,? ?/#, with: "")
                .replacing(#/,"import":\d+/#, maxReplacements: isSample ? 1 : 0, with: { _ in #","isImported":true"# })
        }
        #expect(lines[0].contains(#""format" : 2"#) && lines.contains { $0.contains(unit) })
        let copy = store.of(try PersonStore.create(name: "Copy", store.session))
        try restore(lines, into: copy)
        func imported(_ store: TestStore) throws -> Int64 {
            try store.session.value(
                "select count(*) from health.sample where person_id = $1 and import_id is not null", store.person,
                as: Int64.self)
        }
        #expect(try copy.count("sample") == store.count("sample"))
        #expect(try imported(copy) == imported(store) && imported(copy) > 0)
        #expect(try copy.count("person_unit") == store.count("person_unit"))
    }

    @Test("of a damaged file the part before the damage is kept if that is asked for")
    func part() throws {
        try store.post { maker in
            for second in 0..<20 { try maker.add(UUID(), .quantity(Double(second)), at: Double(second)) }
        }
        var lines = try exported(store)
        let place = try #require(lines.firstIndex { $0.hasPrefix(#"{"sample""#) }) + 13
        lines[place] = String(lines[place].dropLast())
        let copy = store.of(try PersonStore.create(name: "Copy", store.session))
        let report = try restore(lines, into: copy, keepsPart: true)
        #expect(report.damage?.code == .malformedBackup && report.counts[.sample] == 13)
        #expect(try copy.samples().compactMap(\.quantity) == (0..<13).map(Double.init))
        let cut = store.of(try PersonStore.create(name: "Cut", store.session))
        #expect(try restore(lines[..<place], into: cut, keepsPart: true).damage?.code == .truncatedBackup)
        #expect(try cut.count("sample") == 13)
    }
}
