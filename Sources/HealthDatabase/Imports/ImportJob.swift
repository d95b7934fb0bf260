import Foundation
import HealthCore
import Postgres

/// A running import, with its row of `health.import` and its staging table.
struct ImportJob {
    let person: Person
    let id: Int32
    /// The end of the person's change feed when the import began.
    var startPosition: Int64
    /// The feed position before the samples that a first import stores without staging. Nil if all
    /// samples are staged.
    var directPosition: Int64?
    var checkpoint = ImportCheckpoint()
    /// The access of the holder that imports.
    var access = WriteAccess.everything
    /// What becomes of samples that the export does not list.
    var missing = MissingSamples.evident

    var table: ImportTable { ImportTable(person: person, id: id) }

    /// The width of the gap between the end of the change feed and the samples of a first import.
    /// Other writers use positions in this gap until the import is finished, and the gap is wider
    /// than they can use. A reader of the feed crosses the gap in one step.
    static let reservedPositions: Int64 = 1 << 32

    /// "impo" is the first half of the key of the advisory lock that an import holds. The second
    /// half is the person. The lock ends with the session, also if the program is killed.
    static let lockClass: Int32 = 0x696d_706f

    /// Takes the lock of a person's imports.
    ///
    /// - Returns: false if another session has it.
    static func tryLock(_ person: Person, _ session: Session) throws -> Bool {
        try session.value("select pg_try_advisory_lock($1, $2)", lockClass, person, as: Bool.self)
    }

    static func unlock(_ person: Person, _ session: Session) {
        // A lost session holds no lock.
        _ = try? session.run("select pg_advisory_unlock($1, $2)", lockClass, person)
    }

    /// Returns the unfinished import of the file if it can resume, else a new import. The caller
    /// holds the lock.
    ///
    /// Discards any other unfinished import of the person. If its file was uploaded, that import is
    /// queued again.
    static func open(_ file: ImportFile, isRestarting: Bool, for person: Person, _ session: Session) throws -> ImportJob
    {
        try session.transaction {
            var position = try ChangeCounter.lock(person, session)
            if let (running, fingerprint) = try unfinished(of: person, session) {
                var job = running
                let isSame = file.uploadID.map { $0 == job.id } ?? true
                if !isRestarting, isSame, let fingerprint, fingerprint == file.fingerprint {
                    try job.readAccess(session)
                    return job
                }
                try job.discard(as: .cancelled, error: "it was begun anew, or another file was imported", session)
                try UploadStore.putBack(job.id, of: person, session)
                position = try ChangeCounter.lock(person, session)
            }
            let isNew = try session.value(
                """
                select not exists (select 1 from health.sample where person_id = $1)
                    and not exists (select 1 from health.deleted_sample where person_id = $1)
                """, person, as: Bool.self)
            let id =
                try file.uploadID
                ?? insert(name: file.name, holderID: nil, tokenID: nil, state: .queued, file.missing, person, session)
            var job = ImportJob(
                person: person, id: id, startPosition: position,
                directPosition: isNew ? position + reservedPositions : nil)
            if file.uploadID != nil { try job.readAccess(session) }
            // The refused records are known only while the file is read, so all records are staged.
            if !job.access.writesAll { job.directPosition = nil }
            let missing = try session.first(
                """
                update health.import set state = 'running', file_bytes = $3, fingerprint = $4, start_position = $5,
                    direct_position = $6, updated_at = now()
                where person_id = $1 and import_id = $2 and state = 'queued'
                returning missing
                """, person, id, file.bytes, file.fingerprint, position, job.directPosition, as: MissingSamples.self)
            // The import was cancelled while it was queued.
            guard let missing else { throw ImportCancelled(isDiscarding: true) }
            job.missing = missing
            try job.table.prepare(session)
            return job
        }
    }

    /// Adds an import, and returns its id.
    ///
    /// - Parameter holderID: nil for the person's own holder.
    static func insert(
        name: String, holderID: Int32?, tokenID: UUID?, state: StoredImport.State, _ missing: MissingSamples,
        _ person: Person, _ session: Session
    ) throws -> Int32 {
        try UploadStore.lockNumbers(person, session)
        return try session.value(
            """
            insert into health.import (person_id, import_id, holder_id, token_id, state, file_name, file_bytes, missing)
            select $1, coalesce(max(import_id), 0) + 1, \(OwnHolder.or("$3")), $4, $6, $2, 0, $5
            from health.import where person_id = $1
            returning import_id
            """, person, name, holderID, tokenID, missing.rawValue, state.rawValue)
    }

    /// Returns the person's unfinished import and the fingerprint of its file. The fingerprint is
    /// nil if the import cannot resume.
    static func unfinished(of person: Person, _ session: Session) throws -> (ImportJob, String?)? {
        try session.first(
            """
            select import_id, start_position, direct_position, fingerprint, missing, checkpoint
            from health.import where person_id = $1 and state = 'running'
            """, person
        ) { row in
            var job = ImportJob(
                person: person, id: try row.int32(), startPosition: try row.int64(),
                directPosition: try row.optionalInt64())
            let fingerprint = try row.optionalText()
            job.missing = try MissingSamples(reading: &row)
            guard let json = try row.optionalJSONB() else { return (job, fingerprint) }
            // A program with another format may have written the checkpoint.
            guard let checkpoint = try? JSONDecoder().decode(ImportCheckpoint.self, from: Data(json)) else {
                return (job, nil)
            }
            job.checkpoint = checkpoint
            return (job, fingerprint)
        }
    }

    /// Stores the checkpoint, in the transaction that stores the records before it.
    ///
    /// - Throws: `PostgresError`, `HealthDatabaseError` (`unknownPerson`), or `ImportCancelled` if
    ///   that was requested.
    func save(_ session: Session) throws {
        let json = try JSONEncoder().encode(checkpoint)
        try update(
            """
            checkpoint = $3, direct_position = $4, bytes_read = $5, records_read = $6, refused = $7, repaired = $8,
                stored = $9
            """, Parameter.jsonb(Array(json)), directPosition, checkpoint.bytesRead, checkpoint.readCount,
            checkpoint.counts.sum(\.refused), checkpoint.repaired, checkpoint.directCount, session: session)
    }

    /// - Parameter values: $3 and the further parameters of the assignments.
    private func update(_ assignments: String, _ values: any ParameterValue..., session: Session) throws {
        let isCancelled = try session.first(
            """
            update health.import set updated_at = now(), \(assignments)
            where person_id = $1 and import_id = $2 and state = 'running'
            returning cancel_requested
            """, person, id, values.flatMap(\.parameters), as: Bool.self)
        guard let isCancelled else { throw HealthDatabaseError.deletedPerson }
        if isCancelled { throw ImportCancelled(isDiscarding: true) }
    }

    /// Stores the report and drops the staging table, in the transaction that merges the staged
    /// rows.
    ///
    /// - Throws: the same errors as `save`.
    func finish(_ report: ImportWriter.Report, _ counts: [ImportCount], _ session: Session) throws {
        try update(
            """
            state = 'finished', finished_at = now(), checkpoint = null,
                bytes_read = $3, records_read = $4, refused = $5, repaired = $6, stored = $7, already_known = $8,
                recognised = $9, repeated_inside = $10, deleted_before = $11, completed = $12, replaced = $13,
                missing_samples = $14
            """, checkpoint.bytesRead, report.received + report.refused, report.refused, checkpoint.repaired,
            report.stored, report.alreadyKnown, report.recognised, report.repeatedInside, report.deletedBefore,
            report.completed, report.replaced, report.missing, session: session)
        try session.run(
            """
            insert into health.import_count (
                person_id, import_id, item, source, read, stored, already_known, recognised, repeated_inside,
                deleted_before, refused, replaced, missing)
            select $1, $2, * from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
                $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
            """, person, id, counts.map(\.item), counts.map(\.source), counts.map(\.read), counts.map(\.stored),
            counts.map(\.alreadyKnown), counts.map(\.recognised), counts.map(\.repeatedInside),
            counts.map(\.deletedBefore), counts.map(\.refused), counts.map(\.replaced), counts.map(\.missing))
        try ReplacedSamples.forgetOld(of: person, session)
        try table.drop(session)
    }

    /// Removes everything that the import stored and staged.
    ///
    /// The positions of its samples lie after the end of the change feed. No reader has received
    /// these samples, so they need no tombstones. A sample that a client has replaced or deleted
    /// since is not affected.
    func discard(as state: StoredImport.State, error: String, code: String? = nil, _ session: Session) throws {
        try session.transaction {
            var position = try ChangeCounter.lock(person, session)
            if let directPosition { try deleteStored(after: directPosition, &position, session) }
            try table.drop(session)
            try session.run(
                """
                update health.import set state = $3, error = $4, error_code = $5, updated_at = now(), finished_at = now(), checkpoint = null,
                    stored = 0
                where person_id = $1 and import_id = $2
                """, person, id, state.rawValue, error, code)
        }
    }

    /// Deletes what a first import has stored. Only it has brought imported samples, and records
    /// that stand for samples of clients.
    private func deleteStored(after directPosition: Int64, _ position: inout Int64, _ session: Session) throws {
        try session.run(
            """
            with gone as (
                delete from health.sample using health.sample_extent extent
                where sample.person_id = $1 and extent.person_id = $1 and import_id is not null
                    and \(FeedSamples.condition(ofType: "extent.sample_type_id", after: "$2"))
                returning sample.uuid, \(MarkTable.columns)
            ), \(MarkTable.marking("gone")),
            \(DirectWriter.sideTables.map { "\($0)_rows as (\($0.deletion(of: "gone")))" }.joined(separator: ", ")),
            holder_rows as (
                delete from health.sample_holder using gone
                where sample_holder.person_id = $1 and sample_holder.uuid = gone.uuid
            )
            select 1
            """, person, directPosition)
        try session.run(
            """
            with record as (
                delete from health.recognised_record where person_id = $1 returning imported_uuid
            )
            delete from health.deleted_sample deleted using record
            where deleted.person_id = $1 and deleted.uuid = record.imported_uuid
            """, person)
        try session.run(
            "delete from health.arrival where person_id = $1 and first_position > $2", person, directPosition)
        try ChangeCounter.forgetImports(of: person, session)
        try DayClock.update(person, session)
        try UnusedNames.delete(of: person, after: &position, session)
        try ChangeCounter.noteFigures(of: person, session)
    }
}
