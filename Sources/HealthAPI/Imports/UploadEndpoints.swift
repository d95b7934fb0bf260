import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let postImport = Endpoint(
        .post, "/v1/imports", "Takes a file to import, or its first piece",
        notes: """
            An `export.zip` or `export.xml` as the body, of any length (64 GiB by default). In pieces, each request has \
            `Content-Range: bytes FIRST-LAST/TOTAL`, and pieces after the first go to `PUT /v1/imports/{id}`. The upload goes on \
            when the client leaves.
            """,
        tag: .imports,
        parameters: [
            EndpointParameter(
                name: "fileName", schema: .string(pattern: "^[^\\x00-\\x1f\\x7f]+$"),
                meaning: "The name of the file, for people.", example: "export.xml", errors: [.outOfRange]),
            EndpointParameter(
                name: "missing", schema: .choice(MissingSamples.allCases.map(\.rawValue)),
                meaning: """
                    What becomes of samples of earlier exports that this one does not list and nothing in it explains. \
                    `evident`, the default, replaces them if the export is evidently of the same Health store: nine tenths of \
                    the other samples of the type are listed. `replace` and `keep` decide for every type.
                    """, example: "evident"),
            contentRange, digest("Content-Digest", of: "this body"), digest("Repr-Digest", of: "the whole file"),
            .idempotencyKey,
        ],
        takes: .stream(Content(mediaType: "application/octet-stream", example: exportExample)) {
            try NewUpload($0)
        }, right: .write,
        gives: .response(
            wholeFile([.location, .idempotencyReplayed]),
            .created("The first piece is here.", .json(ImportResponse.schema), headers: [.location]),
            .ok("The piece is here.", .json(ImportResponse.schema), headers: [.location, .idempotencyReplayed])),
        errors: uploadErrors + [.tooManyImports], outlivesClient: true
    ) { try await $0.begin() }

    static let putImport = Endpoint(
        .put, "/v1/imports/{id}", "Takes a further piece of a file",
        notes: "The piece may begin before the bytes that the service has, and never after them.", tag: .imports,
        parameters: [
            importID, contentRange.required, digest("Content-Digest", of: "this body"),
            digest("Repr-Digest", of: "the whole file"),
        ],
        takes: .stream(Content(mediaType: "application/octet-stream", example: "<")) { parameters in
            (id: try HealthService.importID(parameters), upload: try UploadRequest(parameters.request))
        }, right: .write,
        gives: .response(
            .ok("The piece is here.", .json(ImportResponse.schema), headers: [.location]), wholeFile([.location])),
        errors: uploadErrors + [.unknownImport, .gap, .uploadComplete, .uploadLost], outlivesClient: true
    ) { try await $0.resume() }

    private static let exportExample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_GB">
         <ExportDate value="2024-05-03 10:00:00 +0200"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Ada’s iPhone" unit="count" value="120" \
        creationDate="2024-05-02 12:00:00 +0200" startDate="2024-05-02 11:40:00 +0200" endDate="2024-05-02 11:50:00 +0200"/>
        </HealthData>
        """

    private static func wholeFile(_ headers: [Header]) -> Answer {
        Answer(
            status: .accepted, meaning: "The whole file is here and waits for its import.",
            contents: [.json(ImportResponse.schema)], headers: headers)
    }

    private static let contentRange = EndpointParameter(
        name: ContentRange.header, location: .header,
        schema: .string(pattern: "^bytes +[0-9]{1,18}-[0-9]{1,18}/([0-9]{1,18}|[*])$"),
        meaning: "Which bytes of the file the body has; the total is `*` while it is unknown.", example: "bytes 0-0/1",
        errors: [.malformedContentRange])

    private static func digest(_ name: String, of bytes: String) -> EndpointParameter {
        EndpointParameter(
            name: name, location: .header, schema: .string,
            meaning: "The SHA-256 of \(bytes), as `sha-256=:BASE64:` (RFC 9530). Other algorithms are not looked at.",
            example: "", errors: [.malformedDigest, .digestMismatch])
    }

    private static let uploadErrors: [ErrorCode] = [
        .noImports, .emptyUpload, .encodedPiece, .malformedContentRange, .incompletePiece, .tooLongPiece,
        .totalChanged, .uploadInProgress, .tooManyUploads, .uploadQuotaExceeded, .insufficientStorage,
        .importDirectoryUnusable, .uploadLost, .uploadElsewhere, .uploadComplete,
    ]
}

/// What a request with a file, or with its first part, sends beside the bytes.
private struct NewUpload: Sendable {
    let key: IdempotencyKey?
    let fileName: String
    let missing: MissingSamples
    let upload: UploadRequest

    init(_ parameters: RequestParameters) throws {
        key = try IdempotencyKey(parameters.request)
        fileName = try UploadRequest.fileName(parameters["fileName"])
        guard let missing = parameters["missing"].map({ MissingSamples(rawValue: $0) }) ?? .evident else {
            throw ParameterError(.malformed, "missing", "missing must be evident, replace or keep")
        }
        self.missing = missing
        upload = try UploadRequest(parameters.request)
        guard upload.first == 0 else {
            throw APIError(
                .malformedContentRange, "the first piece of a file begins at 0", key: "header",
                ContentRange.header, hint: "further pieces are for PUT /v1/imports/{id}")
        }
    }
}

extension Call<NewUpload> {
    /// Receives a file or the first part of one. If the file is complete, its import is queued.
    fileprivate func begin() async throws -> HTTPResponse {
        let (imports, key, upload) = (try service.requiredImports, taken.key, taken.upload)
        let receiver = UploadReceiver(imports: imports, pool: service.pool, caller: caller, upload: upload)
        let bytes = upload.total ?? upload.count ?? 0
        guard bytes <= imports.bytesMax else { throw UploadReceiver.tooLarge(imports.bytesMax) }
        try await receiver.checkRoom(for: bytes)
        var announcement = UploadStore.Announcement(
            fileName: taken.fileName, bytes: upload.total, sha256: upload.digests.representation, key: key)
        announcement.firstBytes = bytes
        announcement.missing = taken.missing
        let (begun, isNew) = try await withSession { [announcement] session in
            try UploadStore(caller, session: session)
                .begin(announcement, bytesMax: imports.bytesPerHolderMax)
        }
        if !isNew, begun.state != .receiving { return answer(begun, imports, isReplayed: true) }
        do {
            let received = try await receiver.receive(request.stream, for: begun)
            return answer(received, imports, isNew: isNew)
        } catch {
            // Without a key and an answer, the client cannot continue the upload, because it has
            // not received the id.
            if isNew, key == nil { try? await receiver.forget(begun) }
            throw error
        }
    }
}

extension Call<(id: Int32, upload: UploadRequest)> {
    /// Receives a further part of a file.
    fileprivate func resume() async throws -> HTTPResponse {
        let (id, upload) = taken
        guard let range = upload.range else {
            throw APIError(
                .malformedContentRange, "a piece of a file needs Content-Range", key: "header",
                ContentRange.header, hint: "Content-Range: bytes FIRST-LAST/TOTAL")
        }
        let imports = try service.requiredImports
        let (current, isOwn) = try await withSession { session in
            let current = try HealthService.storedImport(id, of: caller, session)
            let own = ImportStore(person: person, session: session, scope: .ofHolder(caller))
            return (current, try own.find(id) != nil)
        }
        // The file is imported with the rights of the holder and token that began the upload.
        guard isOwn else {
            throw Caller.writeNotGranted("the upload was begun by another holder, or with a token of other rights")
        }
        guard current.state == .receiving else { throw UploadReceiver.ended(current) }
        if let bytes = current.upload?.expectedBytes, range.last >= bytes || range.total ?? bytes != bytes {
            throw APIError(
                .totalChanged, "the file was announced to have \(bytes) bytes", key: "header",
                ContentRange.header)
        }
        let receivedBytes = ImportResponse(current, of: caller, imports).receivedBytes
        guard range.first <= receivedBytes else { return HealthService.gap(current, receivedBytes) }
        let bytes = range.total ?? (range.last + 1)
        guard bytes <= imports.bytesMax else { throw UploadReceiver.tooLarge(imports.bytesMax) }
        let receiver = UploadReceiver(imports: imports, pool: service.pool, caller: caller, upload: upload)
        if current.upload?.expectedBytes == nil { try await receiver.checkQuota(bytes, of: current.id) }
        try await receiver.checkRoom(for: max(0, bytes - receivedBytes))
        return answer(try await receiver.receive(request.stream, for: current), imports)
    }
}

extension Call {
    fileprivate func answer(
        _ stored: StoredImport, _ imports: ImportService, isNew: Bool = false, isReplayed: Bool = false
    ) -> HTTPResponse {
        let status: HTTPStatus = stored.state != .receiving ? .accepted : isNew ? .created : .ok
        var response = HTTPResponse(json: ImportResponse(stored, of: caller, imports).json, status: status)
        response.headers.append("Location", "/v1/imports/\(stored.id)")
        if isReplayed { response.headers.append(IdempotencyKey.replayedHeader, "true") }
        return response
    }
}

extension HealthService {
    /// Returns the answer to a part that leaves a gap in the file.
    /// https://www.rfc-editor.org/rfc/rfc9110#section-15.5.17
    fileprivate static func gap(_ current: StoredImport, _ receivedBytes: Int64) -> HTTPResponse {
        var response = APIError(
            .gap, "the piece begins behind what was received", details: ["receivedBytes": receivedBytes],
            hint: "go on at receivedBytes"
        ).response
        if let bytes = current.upload?.expectedBytes {
            response.headers.append(ContentRange.header, "bytes */\(bytes)")
        }
        return response
    }

    var requiredImports: ImportService {
        get throws(APIError) {
            guard let imports else {
                throw APIError(.noImports, "this service takes no imports")
            }
            return imports
        }
    }

    static func importID(_ parameters: RequestParameters, atLeast least: Int32 = 1) throws(APIError) -> Int32 {
        guard let text = parameters["id"], let id = Int32(text), id >= least, String(id) == text else {
            throw unknownImport
        }
        return id
    }

    static let unknownImport = APIError(
        .unknownImport, "the person has no such import", hint: "GET /v1/imports lists them")

    func storedImport(_ id: Int32, of caller: Caller) async throws -> StoredImport {
        try await pool.withSession(for: caller.person) { try HealthService.storedImport(id, of: caller, $0) }
    }

    static func storedImport(_ id: Int32, of caller: Caller, _ session: Session) throws -> StoredImport {
        let store = ImportStore(person: caller.person, session: session, scope: ImportScope(caller))
        guard let found = try store.find(id) else { throw unknownImport }
        return found
    }
}
