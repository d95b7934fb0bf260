import Digests
import Foundation
import Postgres

/// Writes a whole store as lines of JSON (`StoreRecord`), from one snapshot and in constant memory.
/// `StoreRestore` reads them in the store of another machine.
public struct StoreExport {
    private let session: Session

    public init(session: Session) { self.session = session }

    /// The numbers of lines that were written.
    public struct Report: Sendable {
        public var people = 0
        public var samples: Int64 = 0
        public var counts: [StoreRecord: Int64] = [:]
        /// The names of the analysts, who do not move.
        public var analysts: [String] = []
    }

    /// Passes all lines to `write`, in blocks that may end inside a line. People who are being
    /// erased are left out.
    ///
    /// - Parameter progress: called every 1,000 samples of a person with the number of samples
    ///   written so far and the total number of that person.
    /// - Throws: `PostgresError`, what `write` throws, or `HealthDatabaseError` (`damagedStore`).
    public func write(
        progress: (Person, Int64, Int64) -> Void = { _, _, _ in }, to write: @escaping ([UInt8]) throws -> Void
    ) throws -> Report {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try session.executeScript("set local extra_float_digits = 1; set local bytea_output = 'hex'")
            let hash = Hash()
            var output = LineOutput {
                hash.add($0)
                try write($0)
            }
            let people = try PersonStore.list(session).sorted { $0.id < $1.id }
            var report = Report(people: people.count)
            report.analysts = try session.all(
                "select name from health.holder where role is not null order by name", as: String.self)
            try output.append(try header(people: people.count))
            for person in people {
                try output.append(try line(of: person))
                try output.flush()
                let export = PersonExport(person: person, session: session)
                export.namesHolders = true
                let counts = try export.write {
                    progress(person, $0, $1)
                } to: {
                    hash.add($0)
                    try write($0)
                }
                report.samples += counts[.sample] ?? 0
            }
            // The statements of these lines name no person.
            let unused = Person(id: 0, uuid: UUID(), name: "")
            try copy(StoreRecord.allCases.filter { !$0.isPersonal }, of: unused, &output, &report)
            for person in people {
                try output.append("{\"\(StoreLines.AccessLine.member)\":{\"person\":\(person.id)}}\n")
                try copy(StoreRecord.allCases.filter(\.isPersonal), of: person, &output, &report)
            }
            try output.flush()
            let digest = hexadecimal(hash.sha256.digest())
            try output.append("{\"\(StoreLines.End.member)\":{\"lines\":\(hash.lines),\"sha256\":\"\(digest)\"}}\n")
            try output.flush()
            return report
        }
    }

    private func copy(
        _ records: [StoreRecord], of person: Person, _ output: inout LineOutput, _ report: inout Report
    ) throws {
        for record in records {
            report.counts[record, default: 0] += try output.copy(record.lineKind, of: person, session) ?? 0
        }
    }

    private func header(people: Int) throws -> String {
        try session.value(
            """
            select json_build_object('\(StoreLines.Header.member)', json_build_object(
                'format', $1, 'exportFormat', $2, 'id', $3::uuid, 'people', $4, 'exportedAt', now(),
                'lastPerson', \(StoreExport.last("person_person_id_seq")),
                'lastHolder', \(StoreExport.last("holder_holder_id_seq"))))::text
            """, Int32(StoreRecord.format), BackupRecord.format, UUID(), Int32(people), as: String.self) + "\n"
    }

    /// SQL for the last number of a sequence; 0 if it gave none.
    static func last(_ sequence: String) -> String {
        "(select case when is_called then last_value else 0 end from health.\(sequence))"
    }

    private func line(of person: Person) throws -> String {
        try session.value(
            """
            select json_build_object('person', json_build_object(
                'id', person_id, 'uuid', person.uuid, 'name', person.name, 'createdAt', person.created_at,
                'holder', holder.holder_id))::text
            from health.person join health.holder using (person_id)
            where person_id = $1
            """, person, as: String.self) + "\n"
    }

    private final class Hash {
        var sha256 = SHA256()
        var lines: Int64 = 0

        func add(_ bytes: [UInt8]) {
            sha256.update(bytes)
            for byte in bytes where byte == UInt8(ascii: "\n") { lines += 1 }
        }
    }
}
