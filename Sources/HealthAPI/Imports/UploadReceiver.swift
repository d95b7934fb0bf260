import Digests
import Dispatch
import HTTPServer
import HealthDatabase
import HealthJobs
import JSON
import Postgres

/// Receives the body of one request into the file of its upload.
struct UploadReceiver {
    let imports: ImportService
    let pool: Pool
    let caller: Caller
    let upload: UploadRequest

    private var person: Person { caller.person }

    /// How often a running upload checks its sender, so that a revoked token or grant ends it.
    static let checkInterval = Duration.seconds(1)
    /// The number of received bytes after which they are made durable and recorded. Later bytes are
    /// lost if the service is killed. 32 MiB.
    static let synchronizedBytes: Int64 = 32 << 20

    /// Writes the body to the file, and queues the import if the file is complete.
    ///
    /// - Returns: the import after the body was received.
    /// - Throws: `APIError`, or the error that interrupted the body. The bytes received before the
    ///   error are kept.
    func receive(_ stream: HTTPBodyStream, for begun: StoredImport) async throws -> StoredImport {
        guard let spoolName = begun.upload?.spoolName else { throw UploadReceiver.ended(begun) }
        let key = ImportKey(person: person.id, id: begun.id)
        try await checkFile(of: begun)
        let file = try imports.desk.enter(key, spoolName, receivedBytes: begun.upload?.receivedBytes ?? 0)
        let outcome: Result<StoredImport, any Error>
        do { outcome = .success(try await receive(stream, into: file, key, begun)) } catch { outcome = .failure(error) }
        await imports.desk.leave(key)
        return try outcome.get()
    }

    private func receive(
        _ stream: HTTPBodyStream, into file: SpoolFile, _ key: ImportKey, _ begun: StoredImport
    ) async throws -> StoredImport {
        do {
            let turn = try await file.take()
            // The previous request of the upload may have received more bytes meanwhile.
            let current = try await state(of: begun)
            guard current.state == .receiving else { throw UploadReceiver.ended(current) }
            try await checkFile(of: current)
            // The file may also contain bytes of that request that are not durable yet.
            let start = max(current.upload?.receivedBytes ?? 0, imports.desk.progress(key)?.receivedBytes ?? 0)
            guard upload.first <= start else { throw SpoolFile.Failure.isSuperseded }
            let received = try await copy(stream, to: file, turn, key, current, from: start)
            guard let total = received.total, received.bytes == total else { return try await state(of: begun) }
            try await complete(file, turn, current, total)
            imports.worker.wake()
            return try await state(of: begun)
        } catch let failure as SpoolFile.Failure {
            throw await error(for: failure, begun)
        }
    }

    private func withStore<Value: Sendable>(
        _ body: @escaping @Sendable (UploadStore) throws -> Value
    ) async throws -> Value {
        try await pool.withSession(for: person) { [caller] in try body(UploadStore(caller, session: $0)) }
    }

    /// Checks that the folder has what was received of an upload.
    ///
    /// - Throws: `APIError`: 503 if the folder of another service has these bytes; 409 if no folder
    ///   has them.
    private func checkFile(of current: StoredImport) async throws {
        guard let upload = current.upload, upload.receivedBytes > 0 else { return }
        let (bytes, identity) = await DispatchQueue.global().run { [folder = imports.folder] in
            (folder.bytes(of: upload.spoolName), try? folder.identity())
        }
        guard (bytes ?? 0) < upload.receivedBytes else { return }
        let owner = upload.folder.map { SpoolFolder.Identity(text: $0) }
        guard let owner, owner != identity else { throw UploadReceiver.lost }
        throw UploadReceiver.elsewhere(owner, upload.receivedBytes)
    }

    /// Throws if the sender may no longer upload.
    private func checkSender() async throws {
        try await pool.withSession(for: person) { [caller] in
            try HealthService.caller(of: caller.credential, $0).require(.write)
        }
    }

    private func state(of begun: StoredImport) async throws -> StoredImport {
        try await pool.withSession(for: person) { [person] session in
            guard let found = try ImportStore(person: person, session: session).find(begun.id) else {
                throw HealthDatabaseError(.unknownPerson, "the person has been deleted")
            }
            return found
        }
    }

    // MARK: Copying

    private struct Received {
        var bytes: Int64
        var total: Int64?
    }

    private func copy(
        _ stream: HTTPBodyStream, to file: SpoolFile, _ turn: Int, _ key: ImportKey, _ current: StoredImport,
        from start: Int64
    ) async throws -> Received {
        let total = current.upload?.expectedBytes ?? upload.total
        var offset = upload.first
        var received = start
        var noted = current.upload?.receivedBytes ?? 0
        var digest = upload.digests.content.map { _ in SHA256() }
        var checked = ContinuousClock.now
        do {
            while let piece = try await stream.next() {
                if checked.duration(to: .now) > UploadReceiver.checkInterval {
                    try await checkSender()
                    checked = .now
                }
                try check(offset + Int64(piece.count), total)
                digest?.update(piece, count: piece.count)
                let known = Int(min(max(0, received - offset), Int64(piece.count)))
                if known < piece.count {
                    try await file.write(Array(piece[known...]), at: offset + Int64(known), turn: turn)
                }
                offset += Int64(piece.count)
                received = max(received, offset)
                // The bytes of a request with a digest are recorded together, after the digest was
                // checked.
                guard digest == nil else { continue }
                imports.desk.recordProgress(key, receivedBytes: received)
                if received - noted >= UploadReceiver.synchronizedBytes {
                    try await recordProgress(current.id, received, total, file, turn)
                    try await checkRoom(for: total.map { $0 - received } ?? 0)
                    if total == nil { try await checkQuota(received, of: current.id) }
                    noted = received
                }
            }
        } catch {
            // After a failed fsync, the next fsync would succeed although bytes are lost.
            if digest == nil, received > noted, !(error is SpoolFile.Failure) {
                try? await recordProgress(current.id, received, total, file, turn)
            }
            throw error
        }
        try await checkSender()
        if let digest, digest.digest() != upload.digests.content { throw UploadReceiver.wrongDigest("Content-Digest") }
        if let range = upload.range, offset != range.last + 1 {
            throw APIError(
                .incompletePiece, "the body is shorter than Content-Range says", key: "header",
                ContentRange.header)
        }
        let whole = total ?? (upload.range == nil ? offset : nil)
        guard received <= whole ?? .max else {
            throw APIError(
                .totalChanged, "more than \(whole ?? 0) bytes of the file were received before",
                hint: "cancel the import with DELETE /v1/imports/{id} and upload the file anew")
        }
        guard offset > 0 else {
            _ = try await fail(current, code: UploadRequest.empty.code, UploadRequest.empty.message)
            throw UploadRequest.empty
        }
        try await recordProgress(current.id, received, whole, file, turn)
        return Received(bytes: received, total: whole)
    }

    /// - Parameter end: offset after the last byte received.
    private func check(_ end: Int64, _ total: Int64?) throws(APIError) {
        guard end <= imports.bytesMax else { throw UploadReceiver.tooLarge(imports.bytesMax) }
        guard end <= total ?? .max, end <= upload.range.map({ $0.last + 1 }) ?? .max else {
            throw APIError(.tooLongPiece, "the body is longer than announced")
        }
    }

    private func recordProgress(
        _ id: Int32, _ received: Int64, _ total: Int64?, _ file: SpoolFile, _ turn: Int
    ) async throws {
        try await file.synchronize(turn: turn)
        let folder = await DispatchQueue.global().run { [folder = imports.folder] in try? folder.identity() }
        guard let folder else { throw SpoolFile.Failure.noRoom }
        let isReceiving = try await withStore {
            try $0.recordProgress(id, receivedBytes: received, bytes: total, folder: folder.text)
        }
        guard isReceiving else { throw SpoolFile.Failure.isSuperseded }
    }

    // MARK: The end

    private func complete(_ file: SpoolFile, _ turn: Int, _ current: StoredImport, _ total: Int64) async throws {
        try await file.end(at: total, turn: turn)
        if let sha256 = upload.digests.representation ?? current.upload?.sha256,
            try await file.sha256(turn: turn) != sha256
        {
            _ = try await fail(
                current, code: .digestMismatch, "the file is not the one whose digest was sent")
            throw UploadReceiver.wrongDigest("Repr-Digest")
        }
        // From here on, no request can write to the complete file.
        await file.close()
        _ = try await withStore { try $0.enqueue(current.id, bytes: total) }
    }

    /// Marks an upload failed and removes its file, if no byte of it was received.
    func forget(_ begun: StoredImport) async throws {
        let current = try await state(of: begun)
        guard current.state == .receiving, current.upload?.receivedBytes == 0 else { return }
        try await fail(current, code: .uploadRefused, "the upload was refused before anything of it was received")
    }

    /// Marks the upload failed and removes its file.
    private func fail(_ current: StoredImport, code: ErrorCode, _ message: String) async throws {
        let hasEnded = try await withStore { try $0.fail(current.id, code: code.rawValue, message: message) }
        if hasEnded, let spoolName = current.upload?.spoolName {
            await imports.end(ImportKey(person: person.id, id: current.id), spoolName)
        }
    }

    // MARK: Errors

    /// Checks that the disk has space for this number of bytes.
    ///
    /// - Throws: `APIError` (503, 507).
    func checkRoom(for bytes: Int64) async throws {
        guard let free = await freeBytes else {
            throw APIError(
                .importDirectoryUnusable, "the service cannot keep uploads",
                hint: "healthstore serve --import-dir names a folder that it can write to")
        }
        guard bytes <= free else { throw UploadReceiver.noRoom(imports.folder, neededBytes: bytes, freeBytes: free) }
    }

    private var freeBytes: Int64? {
        get async { await DispatchQueue.global().run { [folder = imports.folder] in try? folder.freeBytes() } }
    }

    /// Checks that a file of this size fits into the person's quota.
    ///
    /// - Throws: `HealthDatabaseError` (`uploadQuotaExceeded`), `PostgresError`.
    func checkQuota(_ bytes: Int64, of id: Int32) async throws {
        try await withStore { [bytesMax = imports.bytesPerHolderMax] in
            try $0.checkQuota(bytes, of: id, bytesMax: bytesMax)
        }
    }

    private func error(for failure: SpoolFile.Failure, _ begun: StoredImport) async -> any Error {
        switch failure {
        case .noRoom:
            return UploadReceiver.noRoom(imports.folder, neededBytes: nil, freeBytes: await freeBytes ?? 0)
        case .isLocked:
            return APIError(
                .uploadInProgress, "another service receives this upload", hint: "try again in a minute")
        case .isSuperseded:
            if let current = try? await state(of: begun), current.state != .receiving {
                if current.state.isEnd, let name = current.upload?.spoolName {
                    await imports.end(ImportKey(person: person.id, id: begun.id), name)
                }
                return UploadReceiver.ended(current)
            }
            return APIError(.uploadInProgress, "another request goes on with this upload")
        }
    }

    static func ended(_ import: StoredImport) -> APIError {
        APIError(
            .uploadComplete, "the import receives nothing more: it is \(`import`.state.rawValue)",
            hint: "GET /v1/imports/{id} says what became of it")
    }

    static func tooLarge(_ bytesMax: Int64) -> APIError {
        APIError(
            .contentTooLarge, "the file is longer than \(bytesMax) bytes",
            hint: "healthstore serve --import-bytes sets how long it may be")
    }

    /// - Parameters:
    ///   - neededBytes: the number of bytes that the client will still send; nil if unknown.
    ///   - freeBytes: the number of bytes that uploads may still use. Negative if they already use
    ///     too many.
    static func noRoom(_ folder: SpoolFolder, neededBytes: Int64?, freeBytes: Int64) -> APIError {
        APIError(
            .insufficientStorage,
            "the disk of the service has no room for the file: \(neededBytes.map { "it needs \($0) bytes more, and " } ?? "")"
                + "\(max(0, freeBytes)) are free for uploads, beside \(folder.reservedBytes) that stay free for the database",
            details: [
                "neededBytes": neededBytes, "freeBytes": max(0, freeBytes), "reservedBytes": folder.reservedBytes,
            ], hint: "what was received stays; go on when there is room")
    }

    /// Seconds after which a client that reached the wrong service tries again. A proxy may then
    /// choose another service.
    private static let elsewhereRetrySeconds = 1

    static func elsewhere(_ owner: SpoolFolder.Identity, _ receivedBytes: Int64) -> APIError {
        APIError(
            .uploadElsewhere, "the folder of uploads of \(owner.host) has what was received of the file",
            details: ["host": owner.host, "receivedBytes": receivedBytes],
            hint: "send the piece again, to a service with that folder; "
                + "healthstore serve --import-dir lets all services share one folder",
            retryAfter: elsewhereRetrySeconds)
    }

    static let lost = APIError(
        .uploadLost, "this service does not have what was received of the file",
        hint: "cancel the import with DELETE /v1/imports/{id} and upload the file anew")

    static func wrongDigest(_ header: String) -> APIError {
        APIError(
            .digestMismatch, "what arrived is not what \(header) says", key: "header", header,
            hint: "send it again")
    }
}
