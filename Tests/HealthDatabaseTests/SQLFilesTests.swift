import Foundation
import HealthCore
import SQLFiles
import Testing

/// Checks that each object of the schema is defined once, in the file that has its name.
@Suite("SQL files") struct SQLFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("sql")

    /// The text of each file by its path from the folder on, except schema.sql, which is generated.
    private func texts() throws -> [String: String] {
        let enumerator = try #require(FileManager.default.enumerator(atPath: Self.folder.path))
        var texts: [String: String] = [:]
        for case let path as String in enumerator where path.hasSuffix(".sql") && path != "schema.sql" {
            texts[path] = try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
        }
        return texts
    }

    @Test("order.txt names each file once, and migrations follow one another")
    func order() throws {
        let order = try String(contentsOf: Self.folder.appendingPathComponent("order.txt"), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        let files = try texts().keys.filter { !$0.hasPrefix("migrations/") }
        #expect(order.sorted() == files.sorted())
    }

    @Test("a function, view, table or type is defined in one file, which has its name")
    func once() throws {
        let definition = #/(?m)^create (?:or replace )?(function|view|table|type) (?:health|health_code)\.(\w+)/#
        var files: [String: Set<String>] = [:]
        for (path, text) in try texts() {
            // A second definition of an access function would replace the first one in silence.
            let found = text.matches(of: definition)
            #expect(!path.hasPrefix("access/") || found.count <= 1, "\(path)")
            for match in found { files["\(match.1) \(match.2)", default: []].insert(path) }
        }
        #expect(files.count > 150)
        for (object, paths) in files {
            let name = object.split(separator: " ")[1]
            #expect(paths.count == 1 && paths.first?.hasSuffix("/\(name).sql") == true, "\(object): \(paths)")
        }
    }

    @Test("a migration changes tables and rows, and nothing that a file defines")
    func migrations() throws {
        for migration in try SQLFiles.load().migrations {
            #expect(!migration.text.contains(#/(?m)^create (or replace )?(function|view|policy)/#), "\(migration.name)")
        }
    }

    @Test("an object of the schema is not built from text")
    func written() throws {
        for file in try SQLFiles.load().access where file.isPolicy || file.folder == "access" {
            #expect(!file.text.contains(#/(?m)^\s*execute /#), "\(file.path)")
        }
    }

    @Test("a file that is missing, repeated or in no known folder is refused")
    func refused() throws {
        for order in ["tables/a.sql", "schemas.sql\nschemas.sql", "schemas.sql\nother/a.sql", "schemas.sql"] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("other"), withIntermediateDirectories: true)
            for path in ["schemas.sql", "other/a.sql"] {
                try "select 1".write(to: folder.appendingPathComponent(path), atomically: true, encoding: .utf8)
            }
            try order.write(to: folder.appendingPathComponent("order.txt"), atomically: true, encoding: .utf8)
            #expect(throws: InstallationError.self, "\(order)") { try SQLFiles(directory: folder) }
        }
    }

    @Test("comments above objects and columns are stored with them, up to an empty line")
    func comments() {
        let script = """
            -- For readers.

            -- A person's
            -- table.
            create table health.later (
                -- The key; -1
                -- -2 is none.
                later_id integer not null,
                note text,
                -- Not a comment of a column.
                constraint later_pkey primary key (later_id)
            );
            -- Not a comment of the database.
            alter table health.later enable row level security;

            -- Finds notes.
            create unique index later_note_idx on health.later (note);
            """
        #expect(
            TableComments.statements(of: script) == [
                "comment on table health.later is 'A person''s table.'",
                "comment on column health.later.later_id is 'The key; -1 -2 is none.'",
                "comment on index health.later_note_idx is 'Finds notes.'",
            ])
    }

    @Test("SQL states the constants of the program in one function")
    func constants() throws {
        func seconds(_ microseconds: Int64) -> Int64 { microseconds / Instant.microsecondsPerSecond }
        let code = try SQLFiles.load().code
        let rule = try #require(code.first { $0.name == "statistics_rule" })
        let stand = "interval '\(seconds(SampleRange.pointStandMicroseconds) / 60) minutes'"
        let margin = "interval '\(seconds(AggregateFilter.marginMax) / 60) minute'"
        #expect(rule.text.contains(stand) && rule.text.contains(margin))
        for file in code where file.name != rule.name {
            #expect(!file.text.contains(stand) && !file.text.contains(margin), "\(file.name)")
        }
    }
}
