import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Kills the real program in the middle of imports.
@Suite struct ImportKillTests {
    private static let records = LongRun.isOn ? 12_000 : 4_000

    /// Returns an export that has records of several sources, metadata, correlations, identical
    /// rows and records that are refused.
    private static func export() -> String {
        var text =
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n<ExportDate value=\"2024-05-02 10:00:00 +0200\"/>\n"
        for number in 0..<records {
            // Some rows occur twice.
            let minute = number % 9 == 0 ? number / 2 : number
            let time = String(
                format: "2024-%02d-%02d %02d:%02d", minute / 40_000 + 1, minute / 1_440 % 28 + 1, minute / 60 % 24,
                minute % 60)
            let record = """
                <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch \(minute % 40)" unit="count" \
                startDate="\(time):00 +0200" endDate="\(time):30 +0200" value="\(minute % 500 == 7 ? "?" : "\(minute % 90)")"
                """
            switch minute % 40 {
            case 0:
                text +=
                    "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"Watch\" startDate=\"\(time):00 +0200\""
                text += " endDate=\"\(time):30 +0200\">\n \(record)/>\n</Correlation>\n\(record)/>\n"
            case 1: text += "\(record)>\n <MetadataEntry key=\"n\" value=\"\(minute)\"/>\n</Record>\n"
            default: text += "\(record)/>\n"
            }
        }
        return text + "</HealthData>\n"
    }

    private func withExport(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/export.xml"
            try Data(ImportKillTests.export().utf8).write(to: URL(fileURLWithPath: path))
            try await body(path)
        }
    }

    private func withAda(_ body: (String, Session) async throws -> Void) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            _ = try PersonStore.create(name: "Ada", session)
            // The uuids of records depend on that of the person.
            try session.executeScript("update health.person set uuid = '5b1f3b0e-6d0a-4c1f-9f57-2f3c5e0c9a11'")
            try await body(conninfo, session)
        }
    }

    private func arguments(_ path: String, _ conninfo: String) -> [String] {
        ["import", path, "--person", "Ada", "--checkpoint", "1000", "--database-url", conninfo]
    }

    /// Returns the rows that an import leaves, without positions and ids.
    private func contents(_ session: Session) throws -> [String] {
        try session.execute(
            """
            select concat_ws('|', s.uuid, s.sample_type_id, s.start_time, s.end_time, s.quantity, o.name, d.metadata, d.parts,
                array(select c.uuid from health.contained_sample c
                    where c.person_id = s.person_id and c.container_uuid = s.uuid order by 1))
            from health.sample s
            join health.source_revision r using (person_id, source_revision_id) join health.source o using (person_id, source_id)
            left join health.sample_detail d using (person_id, uuid)
            union all select concat_ws('|', sample_type_id, longest_duration) from health.sample_extent
            union all select concat_ws('|', item, source, read, stored, recognised, repeated_inside, deleted_before, refused)
                from health.import_count where import_id = 1
            union all select concat_ws('|', ordinal, file_path, line, element, code, field, message) from health.import_refusal
                where import_id = 1
            union all select concat_ws('|', state, records_read, stored, already_known, repeated_inside, refused, error)
                from health.import
            order by 1
            """
        ).map { try $0.text(0) }
    }

    @Test("killed again and again, the same command ends with the same store and the same report")
    func killed() async throws {
        try await withExport { path in
            var expected: [String] = []
            var seconds = 0.0
            var table: Substring = ""
            try await withAda { conninfo, session in
                let begin = Date()
                let whole = try await Command.healthstore(arguments(path, conninfo))
                seconds = Date().timeIntervalSince(begin)
                #expect(whole.status == 0, "\(whole.errors)")
                table = whole.output.drop { $0 != "\n" }
                expected = try contents(session)
            }
            #expect(expected.count > ImportKillTests.records)
            var random = SeededGenerator(41)
            for _ in 0..<Rounds.count(2) {
                try await withAda { conninfo, session in
                    var kills = 0
                    var checkpoints: Set<Int64> = []
                    while kills < Rounds.count(12, short: 2) {
                        let process = BackgroundProcess(try Command.product(), arguments(path, conninfo))
                        try process.start()
                        let patience = Double.random(in: 0.2...1, using: &random) * seconds
                        try await Task.sleep(for: .seconds(patience))
                        guard process.isRunning else { break }
                        process.kill()
                        _ = await process.waitForExit(seconds: 10)
                        kills += 1
                        let read = try session.execute("select records_read from health.import")
                        if let row = read.first { checkpoints.insert(try row.int64(0)) }
                    }
                    let end = try await Command.healthstore(arguments(path, conninfo)).succeeded()
                    let imports = try session.execute("select count(*) from health.import")[0].int64(0)
                    if imports == 1 {
                        #expect(end.drop { $0 != "\n" } == table)
                        #expect(try contents(session) == expected)
                    }
                    let staged = try session.execute(
                        "select count(*) from pg_tables where schemaname = 'health_staging'")
                    #expect(try staged[0].int64(0) == 0)
                }
            }
        }
    }
}
