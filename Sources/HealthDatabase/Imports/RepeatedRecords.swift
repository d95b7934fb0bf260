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
/// The sample of a known record may be deleted before the import is merged. The sample then stays
/// deleted, as if the import had come first. `ImportMerge.forgetRevivable` has the exception.
struct RepeatedRecords {
    private let person: Person
    private let session: Session
    /// The latest start of an imported sample when the program began to read; nil if there is none.
    private let importedUntil: Instant?

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

    /// Returns those of the uuids that the store has.
    ///
    /// - Parameter uuids: uuids of records for which `mayInclude` is true.
    /// - Throws: `PostgresError`.
    func stored(_ uuids: [UUID]) throws -> Set<UUID> {
        if uuids.isEmpty { return [] }
        return Set(
            try session.all(
                """
                select record.uuid from unnest($2) as record (uuid)
                \(LookUp.one("sample", "uuid", where: "person_id = $1 and uuid = record.uuid"))
                """, person, uuids
            ) { try $0.uuid() })
    }
}

extension Sample {
    /// True if the sample is in no container, has no sync identifier, and is stored as one row of
    /// `health.sample` and rows of `DirectWriter.sideTables`.
    var isPlain: Bool {
        container == nil && file == nil && DirectWriter.takes(content) && !RepeatedRecords.mayBeSynced(self)
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
