import Foundation
import HealthCore
import Postgres

/// Finds records of an import that the store already has, before they are staged.
///
/// The uuid of a record follows from its content. So a record whose uuid is stored is that sample,
/// and usually nothing is left to do. Staging and comparing whole records made the second import of
/// a file as slow as the first. Therefore only the uuid of a known record is staged
/// (`StagedKind.known`). Repetitions, recognition and further holders need it.
///
/// An export has its records in the same order as the export before, and the change feed has the
/// samples of that import in this order. So the uuids are read ahead from the feed. Uuids that were
/// not read ahead are looked up in the index, which takes ten times as long for each.
///
/// The sample of a known record may be deleted before the import is merged. The sample then stays
/// deleted, as if the import had come first. `ImportMerge.forgetRevivable` has the exception.
struct KnownRecords {
    private let person: Person
    private let session: Session
    /// The latest start of an imported sample when the program began to read; nil if there is none.
    private let importedUntil: Instant?
    /// Uuids that were read ahead and that the file has not had since.
    private var ahead: Set<UUID> = []
    /// The position up to which the feed was read; nil before the first known record.
    private var position: Int64?

    /// The number of uuids in `ahead` from which on nothing is read ahead. They take about 1 MiB.
    private static let aheadMax = 4 * ImportWriter.chunkRecords
    /// If reading ahead finds fewer than 1 in so many of the uuids, it stops. If looking up finds
    /// more, reading ahead begins again after the last uuid found.
    private static let share = 8

    /// - Throws: `HealthDatabaseError` (`unknownPerson`), or `PostgresError`.
    init(_ job: ImportJob, _ session: Session) throws {
        person = job.person
        self.session = session
        // The store has nothing that a first import reads.
        importedUntil = job.directPosition == nil ? try ChangeCounter.importedUntil(of: job.person, session) : nil
    }

    /// Returns true if an import of the record changes nothing if the store has its uuid and the
    /// file has not had it before.
    ///
    /// - A record with parts or a file may complete the stored sample.
    /// - A container, or a record in one, may add to the contents of a stored container.
    /// - `ImportMerge.decideVersions` replaces the uuid of a record with a sync identifier.
    func mayInclude(_ sample: Sample) -> Bool {
        guard let importedUntil, sample.start <= importedUntil else { return false }
        return sample.isPlain && sample.parts.isEmpty
    }

    /// Returns true if the metadata of a record may have a sync identifier.
    static func mayBeSynced(_ sample: Sample) -> Bool {
        !sample.metadata.isEmpty && syncIdentifier.isIn(sample.metadata)
    }

    private static let syncIdentifier = MetadataKey(SyncIdentity.identifierKey, rarest: "S")

    /// Returns the uuids that the store has.
    ///
    /// - Parameter uuids: different uuids of records for which `mayInclude` is true, in the order
    ///   of the file.
    /// - Throws: `PostgresError`.
    mutating func stored(_ uuids: [UUID]) throws -> Set<UUID> {
        var known = Set<UUID>(minimumCapacity: uuids.count)
        var rest = uuids
        take(from: &rest, into: &known)
        while !rest.isEmpty, ahead.count < KnownRecords.aheadMax, try readAhead(uuids.count) {
            let count = rest.count
            take(from: &rest, into: &known)
            if (count - rest.count) * KnownRecords.share < uuids.count { break }
        }
        let found = try lookUp(rest)
        if let last = found.last, found.count * KnownRecords.share > uuids.count {
            ahead.removeAll(keepingCapacity: true)
            position = last.position
        }
        known.formUnion(found.lazy.map(\.uuid))
        return known
    }

    /// Moves uuids that were read ahead.
    private mutating func take(from rest: inout [UUID], into known: inout Set<UUID>) {
        rest.removeAll { uuid in
            let isStored = ahead.remove(uuid) != nil
            if isStored { known.insert(uuid) }
            return isStored
        }
    }

    /// Reads the uuids at the next `count` positions of the feed.
    ///
    /// - Returns: false before the first known record, and if no sample has one of these positions.
    private mutating func readAhead(_ count: Int) throws -> Bool {
        guard let position else { return false }
        let rows = try session.run(
            "select sample.uuid from \(FeedSamples.all(after: "$2", to: "$3")) where extent.person_id = $1", person,
            position, position + Int64(count))
        for row in rows { ahead.insert(try row.uuid(0)) }
        self.position = position + Int64(count)
        return rows.rowCount > 0
    }

    /// Returns those of the uuids that are stored, with their positions, in the order of `uuids`.
    private func lookUp(_ uuids: [UUID]) throws -> [(uuid: UUID, position: Int64)] {
        if uuids.isEmpty { return [] }
        return try session.all(
            """
            select record.uuid, sample.change_position
            from unnest($2) with ordinality as record (uuid, ordinal)
            \(LookUp.one("sample", "change_position", where: "person_id = $1 and uuid = record.uuid"))
            order by record.ordinal
            """, person, uuids
        ) { (uuid: try $0.uuid(), position: try $0.int64()) }
    }
}

extension Sample {
    /// True if the sample is in no container, has no sync identifier, and is stored as one row of
    /// `health.sample` and rows of `DirectWriter.sideTables`.
    var isPlain: Bool {
        container == nil && file == nil && DirectWriter.takes(content) && !KnownRecords.mayBeSynced(self)
    }
}

extension ImportMerge {
    /// Removes known records whose samples were deleted with a correlation since the records were
    /// read. If another correlation or workout of the file contains such a sample, that record then
    /// restores it (`SampleMerge.resurrectContents`), as if the import had come first.
    ///
    /// - Throws: `PostgresError`
    func forgetRevivable() throws {
        try session.run(
            """
            delete from \(table.name) staged using health.deleted_sample deleted
            where staged.person_id = $1 and \(StagedKind.known.isKind("staged"))
                and deleted.person_id = $1 and deleted.uuid = staged.uuid and deleted.went_with_correlation
            """, person)
    }
}
