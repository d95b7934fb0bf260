import Digests
import Foundation
import Postgres

/// Counts of a person's samples, and a digest of all data of the person that `healthstore export`
/// writes. It does not depend on internal ids, nor on the order of rows in the tables.
public struct PersonDigest: Codable, Hashable, Sendable {
    public var uuid: UUID
    public var samples: Int64
    /// The number of deleted samples that the store remembers.
    public var deleted: Int64
    /// The position of the last change.
    public var position: Int64
    /// SHA-256 of the lines of the person's export after the header, in hexadecimal digits.
    public var sha256: String
    /// True if a transaction was writing data of the person when the digest's point was made. A
    /// copy of the store may then have the changes of that transaction.
    public var isBusy: Bool
}

/// The digests of all people of a store at one point.
public struct StoreDigest: Codable, Hashable, Sendable {
    /// `BackupRecord.format` of the program that computed the digests. Digests of another format
    /// cannot be compared.
    public var exportFormat: Int32
    public var people: [PersonDigest]

    /// A difference between a store and its copy.
    public enum Difference: Hashable, Sendable {
        /// The copy lacks the person.
        case missing(UUID)
        /// Only the copy has the person.
        case added(UUID)
        /// The copy's data differ. `figures` names what differs, such as "samples 12 instead of
        /// 13".
        case changed(UUID, figures: String)
        /// The person was written at the point, and the copy has the change. This is no fault.
        case written(UUID)
    }

    /// Reads the digests of all people in one snapshot.
    ///
    /// - Throws: `PostgresError`, `HealthDatabaseError` (`damagedStore`).
    public static func read(_ session: Session) throws -> StoreDigest {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try read(try StorePoint.positions(session), busy: [], session)
        }
    }

    /// Reads the digests inside the open transaction.
    ///
    /// - Parameter step: called with each piece. An error that it throws ends the reading.
    /// - Throws: `PostgresError`; `HealthDatabaseError` (`unknownPerson`, `damagedStore`); the
    ///   error of `step`.
    static func read(
        _ people: [(person: Person, position: Int64)], busy: Set<Int32>, _ session: Session,
        step: () throws -> Void = {}
    ) throws -> StoreDigest {
        let digests = try people.map { person, position in
            var hash = SHA256()
            let counts = try PersonExport(person: person, session: session).write(hasHeader: false) {
                try step()
                hash.update($0)
            }
            return PersonDigest(
                uuid: person.uuid, samples: counts[.sample] ?? 0, deleted: counts[.deleted] ?? 0, position: position,
                sha256: hexadecimal(hash.digest()), isBusy: busy.contains(person.id))
        }
        return StoreDigest(exportFormat: BackupRecord.format, people: digests)
    }

    /// Returns the differences of `copy` from this store, in order of uuid.
    public func differences(in copy: StoreDigest) -> [Difference] {
        let own = Dictionary(people.map { ($0.uuid, $0) }) { first, _ in first }
        let others = Dictionary(copy.people.map { ($0.uuid, $0) }) { first, _ in first }
        let isComparable = exportFormat == copy.exportFormat
        return Set(own.keys).union(others.keys).sorted { $0.uuidString < $1.uuidString }.compactMap { uuid in
            guard let expected = own[uuid] else { return .added(uuid) }
            guard let found = others[uuid] else { return .missing(uuid) }
            if expected.isBusy, found.position > expected.position { return .written(uuid) }
            var figures: [String] = []
            func compare(_ name: String, _ expected: Int64, _ found: Int64) {
                if expected != found { figures.append("\(name) \(found) instead of \(expected)") }
            }
            compare("samples", expected.samples, found.samples)
            compare("deleted samples", expected.deleted, found.deleted)
            compare("last change", expected.position, found.position)
            if figures.isEmpty, isComparable, expected.sha256 != found.sha256 { figures.append("the digest") }
            return figures.isEmpty ? nil : .changed(uuid, figures: figures.joined(separator: ", "))
        }
    }
}
