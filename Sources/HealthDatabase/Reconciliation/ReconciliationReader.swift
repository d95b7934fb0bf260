import Digests
import Foundation
import HealthCore
import Postgres

/// Reads the samples that a phone is expected to have. These are the samples of a person that are
/// not deleted, by type and by the civil day, month or year in which they start.
///
/// Imported samples are left out, because they have uuids that no phone has. If a record was
/// recognised as a sample, only the sample is read.
public final class ReconciliationReader: PersonQueries {
    /// A digest of the samples of one type that start in one civil unit.
    public struct Digest: Hashable, Sendable {
        /// HealthKit's identifier, or the name that a client sent.
        public var type: String
        public var date: CivilDate
        public var count: Int
        /// SHA-256 of the uuids, 16 bytes each, in ascending order.
        public var digest: [UInt8]
    }

    /// The maximum number of units that are read at once.
    public static let unitsMax = 100_000

    /// Returns the digests of all units with samples, in order of type and date. Returns nil if
    /// there are more than `unitsMax`.
    ///
    /// - Parameters:
    ///   - types: identifiers; nil for all types.
    ///   - from: samples start at this instant or later.
    ///   - to: samples start before this instant.
    /// - Throws: `PostgresError`.
    public func digests(_ units: CivilUnits, types: [String]?, from: Instant?, to: Instant?) throws -> [Digest]? {
        let names = try typeNames(types)
        var digests: [Digest] = []
        var open: (type: Int32, unit: CivilUnits.Unit)?
        var uuids: [(high: UInt64, low: UInt64)] = []
        struct TooManyUnits: Error {}
        func close() {
            guard let open, !uuids.isEmpty else { return }
            digests.append(
                Digest(
                    type: names[open.type] ?? "", date: open.unit.date, count: uuids.count,
                    digest: ReconciliationReader.digest(of: uuids)))
            uuids.removeAll(keepingCapacity: true)
        }
        do {
            try session.copyOut(
                "copy (\(try query(names, isFiltered: types != nil, from, to))) to stdout (format binary)"
            ) {
                let type = try $0.int32()
                let start = Instant(microseconds: try $0.timestamptz())
                let uuid = try $0.uuidWords()
                if open?.type != type || open?.unit.contains(start) != true {
                    close()
                    guard digests.count < ReconciliationReader.unitsMax else { throw TooManyUnits() }
                    open = (type, units.unit(at: start))
                }
                uuids.append(uuid)
            }
        } catch is TooManyUnits { return nil }
        close()
        return digests.sorted { ($0.type, $0.date) < ($1.type, $1.date) }
    }

    private func typeNames(_ types: [String]?) throws -> [Int32: String] {
        let all = "select sample_type_id, identifier from health.sample_type"
        guard let types else { return try session.dictionary(all) }
        return try session.dictionary("\(all) where identifier = any($1)", types)
    }

    /// COPY takes no parameters, so values are written into its text. All are numbers or times.
    private func query(
        _ names: [Int32: String], isFiltered: Bool, _ from: Instant?, _ to: Instant?
    ) throws -> String {
        var conditions = ["person_id = \(person.id)"]
        // Without this condition, PostgreSQL can answer from the index alone.
        if try hasImports() { conditions.append("import_id is null") }
        if isFiltered {
            conditions.append(
                "sample_type_id = any('{\(names.keys.sorted().map(String.init).joined(separator: ","))}')")
        }
        if let from { conditions.append("start_time >= \(ReconciliationReader.timestamp(from))") }
        if let to { conditions.append("start_time < \(ReconciliationReader.timestamp(to))") }
        return """
            select sample_type_id, start_time, uuid from health.sample
            where \(conditions.joined(separator: " and ")) order by sample_type_id, start_time
            """
    }

    private func hasImports() throws -> Bool {
        try session.first(
            "select imported_until is not null from health.change_counter where person_id = $1", person, as: Bool.self)
            ?? true
    }

    private static func timestamp(_ instant: Instant) -> String {
        "timestamptz '\(min(max(instant, .earliest), .latest).rfc3339)'"
    }

    /// Returns the uuids of the samples of one type that start in one unit; nil if there are more
    /// than `limit`.
    ///
    /// - Throws: `PostgresError`.
    public func uuids(of type: String, in unit: CivilUnits.Unit, limit: Int) throws -> Set<UUID>? {
        let uuids = try session.all(
            """
            select sample.uuid from health.sample
            join health.sample_type using (sample_type_id)
            where sample.person_id = $1 and sample_type.identifier = $2 and sample.import_id is null
                and sample.start_time >= $3 and sample.start_time < $4
            limit $5
            """, person, type, max(unit.start, .earliest), unit.end, limit + 1, as: UUID.self)
        return uuids.count > limit ? nil : Set(uuids)
    }

    /// Returns the uuids among `uuids` that the store has deleted.
    ///
    /// - Throws: `PostgresError`.
    public func deleted(among uuids: [UUID]) throws -> Set<UUID> {
        guard !uuids.isEmpty else { return [] }
        return Set(
            try session.all(
                """
                select deleted_sample.uuid
                from unnest($2) as named (uuid)
                \(LookUp.one("deleted_sample", where: "person_id = $1 and deleted_sample.uuid = named.uuid"))
                """, person, uuids, as: UUID.self))
    }

    private static func digest(of uuids: [(high: UInt64, low: UInt64)]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 * uuids.count)
        for uuid in uuids.sorted(by: <) {
            bytes.append(bigEndian: uuid.high)
            bytes.append(bigEndian: uuid.low)
        }
        return SHA256.hash(bytes)
    }
}
