import Foundation
import Postgres

/// The uploads of one holder about one person.
public final class UploadStore: HolderQueries {
    private let tokenID: UUID?
    /// The uploads that may be continued.
    private let scope: ImportScope

    /// The maximum number of uploads of one holder about one person that are being received or
    /// wait.
    public static let waitingMax = 16
    /// Days for which an idempotency key is valid. After that, an upload with the same key is a new
    /// one.
    public static let keyDaysKept = IdempotencyStore.daysKept

    /// The uploads of the person's own holder.
    public init(person: Person, session: Session) {
        tokenID = nil
        scope = .all
        super.init(person: person, session: session, holderID: nil)
    }

    /// The uploads of the caller's holder.
    public init(_ caller: Caller, session: Session) {
        // What a session has uploaded is imported also if it ends meanwhile.
        tokenID = caller.credential.isSession && !caller.isNarrowed ? nil : caller.tokenID
        scope = .ofHolder(caller)
        super.init(person: caller.person, session: session, holderID: caller.access.holderID)
    }

    /// The properties of a file that a client announces before it sends the file.
    public struct Announcement: Sendable, Hashable {
        public var fileName: String
        /// The size of the file; nil if the client does not know it.
        public var bytes: Int64?
        /// Bytes of the file in the first request; 0 if the request does not state them.
        public var firstBytes: Int64 = 0
        public var sha256: [UInt8]?
        public var key: IdempotencyKey?
        public var missing = MissingSamples.evident

        public init(fileName: String, bytes: Int64?, sha256: [UInt8]?, key: IdempotencyKey?) {
            self.fileName = fileName
            self.bytes = bytes
            self.sha256 = sha256
            self.key = key
        }
    }

    /// Creates the import of a file that will be uploaded. If an earlier call with the same key
    /// created an import, returns that import.
    ///
    /// - Parameter bytesMax: as in `checkQuota`.
    /// - Returns: the import, and true if it is new.
    /// - Throws: `PostgresError`, or `HealthDatabaseError` (`tooManyImports`,
    ///   `uploadQuotaExceeded`, `idempotencyKeyReused`, `unknownPerson`).
    public func begin(
        _ announcement: Announcement, bytesMax: Int64 = UploadStore.bytesMaxDefault
    ) throws -> (StoredImport, isNew: Bool) {
        try session.transaction {
            try UploadStore.lockNumbers(person, session)
            if let key = announcement.key, let known = try find(key) {
                // A token with fewer rights must not add to an upload that is imported with more.
                let isContinuable =
                    try ImportStore(person: person, session: session, scope: scope).find(known.id) != nil
                guard isContinuable, known.fileName == announcement.fileName,
                    known.upload?.expectedBytes ?? announcement.bytes == announcement.bytes
                        ?? known.upload?.expectedBytes
                else {
                    throw HealthDatabaseError(
                        .idempotencyKeyReused, "another upload came with this Idempotency-Key",
                        hint: "use a new key for each file, and the same only to send the same file again")
                }
                return (known, false)
            }
            let waiting = try session.value(
                """
                select count(*) from health.import
                where person_id = $1 and holder_id = \(OwnHolder.or("$2")) and state in ('receiving', 'queued')
                """, person, holderID, as: Int64.self)
            guard waiting < UploadStore.waitingMax else {
                throw HealthDatabaseError(
                    .tooManyImports, "\(UploadStore.waitingMax) imports of the person are received or wait already",
                    hint: "wait until one has run, or cancel one with DELETE /v1/imports/{id}")
            }
            try checkQuota(announcement.bytes ?? announcement.firstBytes, bytesMax: bytesMax)
            return (try insert(announcement), true)
        }
    }

    /// The default of `bytesMax` in `checkQuota`. 64 GiB, which is also the maximum size of one
    /// file.
    public static let bytesMaxDefault: Int64 = 64 << 30

    /// Checks that a file and the holder's other uploads about the person fit into the quota.
    ///
    /// - Parameters:
    ///   - bytes: the size of the file, or the bytes received so far.
    ///   - id: the id of the file's import; nil for a new import.
    ///   - bytesMax: the maximum of bytes that these uploads may take until they are imported.
    /// - Throws: `PostgresError`, or `HealthDatabaseError` (`uploadQuotaExceeded`).
    public func checkQuota(_ bytes: Int64, of id: Int32? = nil, bytesMax: Int64) throws {
        let others = try session.value(
            """
            select coalesce(sum(greatest(received_bytes, expected_bytes, file_bytes)), 0)::bigint
            from health.import join health.import_upload using (person_id, import_id)
            where person_id = $1 and import.holder_id = \(OwnHolder.or("$3"))
                and state in ('receiving', 'queued', 'running') and import_id is distinct from $2
            """, person, id, holderID, as: Int64.self)
        guard bytes > bytesMax - others else { return }
        throw HealthDatabaseError(
            .uploadQuotaExceeded,
            "the file needs \(bytes) bytes, and \(max(0, bytesMax - others)) are left of the \(bytesMax) that your uploads about "
                + "the person may take until they are imported; other uploads take \(others)",
            hint: others > 0
                ? "wait until an import of the person has ended, or cancel one with DELETE /v1/imports/{id}"
                : "healthstore serve --import-bytes-per-holder sets how much a holder may upload about a person")
    }

    /// "impu" is the first half of the key of an advisory lock. The second half is the person.
    private static let lockClass: Int32 = 0x696d_7075

    /// Locks the numbers of the person's imports until the end of the transaction.
    ///
    /// This is not the lock of the change feed. An import holds that lock while it stores samples,
    /// and an upload must not wait for it.
    static func lockNumbers(_ person: Person, _ session: Session) throws {
        try session.run("select pg_advisory_xact_lock($1, $2)", lockClass, person)
    }

    private func insert(_ announcement: Announcement) throws -> StoredImport {
        if let key = announcement.key {
            try session.run(
                """
                update health.import_upload set idempotency_key = null
                where person_id = $1 and holder_id = \(OwnHolder.or("$3")) and idempotency_key = $2
                """, person, key.text, holderID)
        }
        let id = try ImportJob.insert(
            name: announcement.fileName, holderID: holderID, tokenID: tokenID, state: .receiving,
            announcement.missing, person, session)
        try session.run(
            """
            insert into health.import_upload (
                person_id, import_id, holder_id, spool_name, expected_bytes, sha256, idempotency_key)
            select $1, $2, \(OwnHolder.or("$7")), $3, $4, $5, $6
            """, person, id, UUID(), announcement.bytes, announcement.sha256, announcement.key?.text, holderID)
        guard let begun = try ImportStore(person: person, session: session).find(id) else {
            throw HealthDatabaseError.deletedPerson
        }
        return begun
    }

    private func find(_ key: IdempotencyKey) throws -> StoredImport? {
        try session.first(
            """
            \(ImportStore.query) and idempotency_key = $2 and import_upload.holder_id = \(OwnHolder.or("$3"))
                and started_at > now() - interval '\(UploadStore.keyDaysKept) days'
            """, person, key.text, holderID, as: StoredImport.self)
    }

    /// Records the number of bytes that are durable on disk. The recorded number never decreases.
    ///
    /// - Parameters:
    ///   - bytes: the size of the whole file; nil if unknown.
    ///   - folder: the name of the folder that has these bytes.
    /// - Returns: false if the upload has ended meanwhile.
    /// - Throws: `PostgresError`.
    public func recordProgress(_ id: Int32, receivedBytes: Int64, bytes: Int64?, folder: String) throws -> Bool {
        try session.transaction {
            // All transactions lock the row of `health.import` before that of
            // `health.import_upload`, so they cannot deadlock.
            let found = try session.affectedRows(
                """
                update health.import set updated_at = now()
                where person_id = $1 and import_id = $2 and state = 'receiving'
                """, person, id)
            guard found == 1 else { return false }
            try session.run(
                """
                update health.import_upload set received_bytes = greatest(received_bytes, $3),
                    expected_bytes = coalesce(expected_bytes, $4),
                    folder = case when $3 > received_bytes then $5 else folder end
                where person_id = $1 and import_id = $2
                """, person, id, receivedBytes, bytes, folder)
            return true
        }
    }

    /// Queues an upload whose file is complete.
    ///
    /// - Returns: false if the upload has ended meanwhile.
    /// - Throws: `PostgresError`.
    public func enqueue(_ id: Int32, bytes: Int64) throws -> Bool {
        try session.affectedRows(
            """
            update health.import set state = 'queued', file_bytes = $3, updated_at = now()
            where person_id = $1 and import_id = $2 and state = 'receiving'
            """, person, id, bytes) == 1
    }

    /// Queues an import again that `ImportJob.open` discarded in favour of another import. Does
    /// nothing if the file was not uploaded or the import was cancelled.
    static func putBack(_ id: Int32, of person: Person, _ session: Session) throws {
        let isBack =
            try session.affectedRows(
                """
                update health.import set state = 'queued', finished_at = null, error = null, fingerprint = null,
                    start_position = null, direct_position = null, bytes_read = 0, records_read = 0, refused = 0, repaired = 0
                where person_id = $1 and import_id = $2 and state = 'cancelled' and not cancel_requested
                    and exists (select 1 from health.import_upload where person_id = $1 and import_id = $2)
                """, person, id) == 1
        guard isBack else { return }
        try session.run("delete from health.import_refusal where person_id = $1 and import_id = $2", person, id)
    }

    /// Fails an import that does not run yet.
    ///
    /// - Returns: false if it runs or has ended meanwhile.
    /// - Throws: `PostgresError`.
    public func fail(_ id: Int32, code: String, message: String) throws -> Bool {
        try session.affectedRows(
            """
            update health.import set state = 'failed', error_code = $3, error = $4, updated_at = now(), finished_at = now()
            where person_id = $1 and import_id = $2 and state in ('receiving', 'queued')
            """, person, id, code, message) == 1
    }
}
