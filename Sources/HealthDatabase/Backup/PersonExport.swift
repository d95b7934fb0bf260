import Foundation
import HealthCore
import Postgres

/// Writes all data of a person as lines of JSON (`BackupRecord`), from one snapshot and in constant
/// memory.
///
/// The order depends only on the data. So the exports of two equal stores differ only in the
/// header, and `StorePoint` compares stores by a digest of the other lines.
public final class PersonExport: PersonQueries {
    /// Lines that were not passed on yet.
    private var bytes: [UInt8] = []

    /// The number of bytes after which a block is passed on. 256 KiB.
    static let pieceBytes = 256 << 10

    /// Passes all lines to `write`, in blocks that may end inside a line.
    ///
    /// - Parameters:
    ///   - hasHeader: false to leave out the first line, which has the time of the export.
    ///   - progress: called every 1,000 samples with the number of samples written so far and the
    ///     total number.
    /// - Returns: the number of lines of each kind, without header and summary.
    /// - Throws: `PostgresError`, what `write` throws, or `HealthDatabaseError` (`damagedStore`).
    public func write(
        hasHeader: Bool = true, progress: (Int64, Int64) -> Void = { _, _ in },
        to write: ([UInt8]) throws -> Void
    ) throws -> [BackupRecord: Int64] {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try session.executeScript("set local extra_float_digits = 1; set local bytea_output = 'hex'")
            bytes = hasHeader ? Array(try header().utf8) : []
            var counts: [BackupRecord: Int64] = [:]
            for record in BackupRecord.allCases {
                counts[record] = try copy(record, to: write) ?? samples(progress, to: write)
            }
            let summary = BackupRecord.allCases.map { "\"\($0.rawValue)\":\(counts[$0] ?? 0)" }
            bytes += Array("{\"summary\":{\(summary.joined(separator: ","))}}\n".utf8)
            try flush(to: write)
            return counts
        }
    }

    /// Ends a line. Passes on the lines if they are long enough.
    private func endLine(_ write: ([UInt8]) throws -> Void) throws {
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= PersonExport.pieceBytes { try flush(to: write) }
    }

    private func flush(to write: ([UInt8]) throws -> Void) throws {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes the lines of one kind.
    ///
    /// - Returns: the number of lines; nil if the kind has no statements.
    private func copy(_ kind: BackupRecord, to write: ([UInt8]) throws -> Void) throws -> Int64? {
        guard let select = kind.statements?.export.replacing("PERSON", with: String(person.id)) else { return nil }
        var count: Int64 = 0
        try session.copyOut(
            """
            copy (select concat('{"\(kind.rawValue)":', row_to_json(item), '}') from (\(select)) item)
            to stdout (format binary)
            """
        ) { row in
            try row.append(to: &bytes)
            try endLine(write)
            count += 1
        }
        return count
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

    private func samples(
        _ progress: (Int64, Int64) -> Void, to write: ([UInt8]) throws -> Void
    ) throws -> Int64 {
        let expected = try count("sample")
        let names = try names()
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
                try row.append(to: &bytes)
                for members in names {
                    guard let member = members[try row.int32()] else { throw PersonExport.missing }
                    bytes.append(contentsOf: member)
                }
                try row.append(to: &bytes)
                try endLine(write)
                done += 1
                if done % 1_000 == 0 { progress(done, expected) }
            }
        }
        guard done == expected else { throw PersonExport.missing }
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

    /// JSON members by the ids of the unit, the source revision and the device of a sample.
    private func names() throws -> [[Int32: [UInt8]]] {
        func members(_ name: String, _ query: String) throws -> [Int32: [UInt8]] {
            try session.dictionary(query).mapValues { (json: String) in Array(",\"\(name)\":\(json)".utf8) }
        }
        return try [
            members("unit", "select unit_id, to_json(unit_string)::text from health.unit").merging([0: []]) { $1 },
            members("source", SampleLineQuery.sources(of: person.id)),
            members("device", SampleLineQuery.devices(of: person.id)).merging([0: []]) { $1 },
        ]
    }

    private static let missing = HealthDatabaseError(
        .damagedStore, "samples name what the store does not have", hint: "healthstore doctor says what is wrong")
}
