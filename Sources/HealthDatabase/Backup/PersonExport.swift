import Foundation
import HealthCore
import Postgres

/// Writes all data of a person as lines of JSON (`BackupRecord`), from one snapshot and in constant
/// memory.
///
/// The order depends only on the data. So the exports of two equal stores differ only in the
/// header, and `StorePoint` compares stores by a digest of the other lines.
public final class PersonExport: PersonQueries {
    /// The number of bytes after which a block is passed on. 256 KiB.
    static let pieceBytes = 256 << 10

    /// Passes all lines to `write`, in blocks that may end inside a line.
    ///
    /// - Parameter progress: called every 1,000 samples with the number of samples written so far
    ///   and the total number.
    /// - Returns: the number of lines of each kind, without header and summary.
    /// - Throws: `PostgresError`, what `write` throws, or `HealthDatabaseError` (`damagedStore`).
    public func write(
        progress: (Int64, Int64) -> Void = { _, _ in }, to write: @escaping ([UInt8]) throws -> Void
    ) throws -> [BackupRecord: Int64] {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try session.executeScript("set local extra_float_digits = 1; set local bytea_output = 'hex'")
            var output = LineOutput(write)
            try output.append(header())
            var counts: [BackupRecord: Int64] = [:]
            for record in BackupRecord.allCases {
                counts[record] =
                    try output.copy(record.lineKind, of: person, session)
                    ?? samples(&output, progress)
            }
            let summary = BackupRecord.allCases.map { "\"\($0.rawValue)\":\(counts[$0] ?? 0)" }
            try output.append("{\"summary\":{\(summary.joined(separator: ","))}}\n")
            try output.flush()
            return counts
        }
    }

    private func header() throws -> String {
        let header = try session.first(
            """
            select json_build_object('healthstore', json_build_object(
                'format', $2, 'person', json_build_object('uuid', uuid, 'name', name), 'exportedAt', now()))::text
            from health.person where person_id = $1
            """, person, BackupRecord.format, as: String.self)
        guard let header else { throw HealthDatabaseError.deletedPerson }
        return header + "\n"
    }

    // MARK: Samples

    private func samples(_ output: inout LineOutput, _ progress: (Int64, Int64) -> Void) throws -> Int64 {
        let expected = try count("sample")
        let names = try Names(person, session)
        let hasSeries = try count("quantity_series") > 0
        let hasExtremes = try count("aggregate_extreme") > 0
        var done: Int64 = 0
        progress(0, expected)
        for var row in try session.run(PersonExport.types, person) {
            var query = SampleLineQuery(personID: person.id, sampleTypeID: try row.int32())
            let kind = try row.text()
            let isCatalogued = try row.bool()
            query.mayBeWorkout = !isCatalogued || kind == SampleType.Kind.workout.rawValue
            query.mayBeSeries = hasSeries && (!isCatalogued || kind == SampleType.Kind.quantity.rawValue)
            query.mayHaveExtremes = hasExtremes && kind == SampleType.Kind.quantity.rawValue
            query.mayContain = !isCatalogued || ["correlation", "workout"].contains(kind)
            query.emptyKind = kind == "correlation" ? kind : "other"
            try session.copyOut(query.copy) { row in
                try output.line { line in
                    try row.append(to: &line)
                    line.append(contentsOf: try names.unit(try row.int32()))
                    line.append(contentsOf: try names.source(try row.int32()))
                    line.append(contentsOf: try names.device(try row.int32()))
                    try row.append(to: &line)
                }
                done += 1
                if done % 1_000 == 0 { progress(done, expected) }
            }
        }
        guard done == expected else { throw Names.missing }
        progress(done, expected)
        return done
    }

    private func count(_ table: String) throws -> Int64 {
        try session.value("select count(*) from health.\(table) where person_id = $1", person, as: Int64.self)
    }

    private static let types = """
        select sample_type_id, kind, in_catalogue from health.sample_type type
        where \(BackupRecord.hasSamples(of: "$1"))
        order by identifier collate "C"
        """

    /// JSON members for the ids of the unit, the source revision and the device of a sample.
    private struct Names {
        private var units: [Int32: [UInt8]] = [0: []]
        private let sources: [Int32: [UInt8]]
        private var devices: [Int32: [UInt8]] = [0: []]

        init(_ person: Person, _ session: Session) throws {
            func members(_ name: String, _ query: String) throws -> [Int32: [UInt8]] {
                try session.dictionary(query).mapValues { (json: String) in Array(",\"\(name)\":\(json)".utf8) }
            }
            units.merge(try members("unit", "select unit_id, to_json(unit_string)::text from health.unit")) { $1 }
            sources = try members("source", SampleLineQuery.sources(of: person.id))
            devices.merge(try members("device", SampleLineQuery.devices(of: person.id))) { $1 }
        }

        static let missing = HealthDatabaseError(
            .damagedStore, "samples name what the store does not have", hint: "healthstore doctor says what is wrong")

        private func find(_ id: Int32, in names: [Int32: [UInt8]]) throws -> [UInt8] {
            guard let name = names[id] else { throw Names.missing }
            return name
        }

        func unit(_ id: Int32) throws -> [UInt8] { try find(id, in: units) }
        func source(_ id: Int32) throws -> [UInt8] { try find(id, in: sources) }
        func device(_ id: Int32) throws -> [UInt8] { try find(id, in: devices) }
    }
}
