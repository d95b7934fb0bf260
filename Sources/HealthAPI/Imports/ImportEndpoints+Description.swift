import HealthDatabase

extension Endpoint {
    static let postImport = Endpoint(
        method: .post, template: "/v1/imports", summary: "Takes a file to import, or its first piece",
        notes: """
            An `export.zip` or `export.xml` as the body, of any length (64 GiB by default). In pieces, each request has \
            `Content-Range: bytes FIRST-LAST/TOTAL`, and pieces after the first go to `PUT /v1/imports/{id}`. The upload goes on \
            when the client leaves.
            """,
        tag: .imports,
        parameters: [
            Parameter(
                name: "fileName", schema: .string(pattern: "^[^\\x00-\\x1f\\x7f]+$"),
                meaning: "The name of the file, for people.", example: "export.xml", errors: [.outOfRange]),
            Parameter(
                name: "missing", schema: .choice(MissingSamples.allCases.map(\.rawValue)),
                meaning: """
                    What becomes of samples of earlier exports that this one does not list and nothing in it explains. \
                    `evident`, the default, replaces them if the export is evidently of the same Health store: nine tenths of \
                    the other samples of the type are listed. `replace` and `keep` decide for every type.
                    """, example: "evident"),
            contentRange, digest("Content-Digest", of: "this body"), digest("Repr-Digest", of: "the whole file"),
            .idempotencyKey,
        ],
        body: Body(contents: [Content(mediaType: "application/octet-stream", example: exportExample)], bytesMax: nil),
        answers: [
            Answer(
                status: .accepted, meaning: "The whole file is here and waits for its import.",
                contents: [.json(.importJob)], headers: [.location, .idempotencyReplayed]),
            Answer(
                status: .created, meaning: "The first piece is here.", contents: [.json(.importJob)],
                headers: [.location]),
            .ok(
                "The piece is here.", .json(.importJob), headers: [.location, .idempotencyReplayed]),
        ], errors: uploadErrors + [.tooManyImports], outlivesClient: true, handler: HealthService.postImport)

    static let putImport = Endpoint(
        method: .put, template: "/v1/imports/{id}", summary: "Takes a further piece of a file",
        notes: "The piece may begin before the bytes that the service has, and never after them.", tag: .imports,
        parameters: [
            id, contentRange.required, digest("Content-Digest", of: "this body"),
            digest("Repr-Digest", of: "the whole file"),
        ], body: Body(contents: [Content(mediaType: "application/octet-stream", example: "<")], bytesMax: nil),
        answers: [
            .ok("The piece is here.", .json(.importJob), headers: [.location]),
            Answer(
                status: .accepted, meaning: "The whole file is here and waits for its import.",
                contents: [.json(.importJob)], headers: [.location]),
        ], errors: uploadErrors + [.unknownImport, .gap, .uploadComplete, .uploadLost], outlivesClient: true,
        handler: HealthService.putImport)

    static let getImports = Endpoint(
        method: .get, template: "/v1/imports", summary: "The imports of the person, the newest first",
        notes: "A token that may not read everything gets only the imports of its holder.",
        tag: .imports, parameters: [limit, cursor(1...Int64(Int32.max))],
        answers: [
            .ok(
                "A page of imports.",
                .json(.object(required: ["imports": .array(of: .importJob), "nextCursor": .nextCursor])))
        ], errors: [.noImports], handler: HealthService.getImports)

    static let getImport = Endpoint(
        method: .get, template: "/v1/imports/{id}", summary: "The progress of an import, or its report",
        notes: "With the first \(HealthService.refusalsShown) refusals, and with counts once it has finished.",
        tag: .imports, parameters: [id], answers: [.ok("The import.", .json(.importReport))],
        errors: [.noImports, .unknownImport], handler: HealthService.getImport)

    static let getImportStream = Endpoint(
        method: .get, template: "/v1/imports/{id}/stream", summary: "Tells how far an import is as it goes on",
        notes:
            "Server-sent events `progress`, and at the end `finished`, `failed` or `cancelled`, with the import as JSON.",
        tag: .imports, parameters: [id], answers: [.ok("Events until the import ends.", .events)],
        errors: [.noImports, .unknownImport, .tooManyStreams], handler: HealthService.getImportStream)

    static let getImportRefusals = Endpoint(
        method: .get, template: "/v1/imports/{id}/refusals", summary: "What an import refused, page by page",
        tag: .imports, parameters: [id, limit, cursor(1...Int64(ImportWriter.refusalsMax))],
        answers: [
            .ok(
                "A page of refusals, in the order of the file.",
                .json(.object(required: ["refusals": .array(of: .importRefusal), "nextCursor": .nextCursor])))
        ], errors: [.unknownImport], handler: HealthService.getImportRefusals)

    static let deleteImport = Endpoint(
        method: .delete, template: "/v1/imports/{id}", summary: "Cancels an import",
        notes: "Nothing of it stays. Cancelling it again does nothing.", tag: .imports, parameters: [id],
        answers: [
            .ok("The import is cancelled.", .json(.importJob)),
            Answer(status: .accepted, meaning: "The import will end.", contents: [.json(.importJob)]),
        ], errors: [.noImports, .unknownImport, .importEnded, .writeNotGranted], handler: HealthService.deleteImport)

    static let postImportUndo = Endpoint(
        method: .post, template: "/v1/imports/{id}/undo", summary: "Undoes an import",
        notes: """
            Removes the samples that only this import brought, and stores again those that it replaced. A sample that a later \
            import has, too, stays until that import is undone. Replaced samples are kept for 90 days at least. The id 0 stores \
            again what the complete ranges of clients replaced, and forgets these ranges.
            """, tag: .imports, parameters: [undoneID],
        answers: [
            .ok(
                "The import is undone.",
                .json(.object(required: ["removed": .count, "restored": .count])))
        ], errors: [.unknownImport, .importNotUndoable, .writeNotGranted], handler: HealthService.postImportUndo)

    private static let exportExample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_GB">
         <ExportDate value="2024-05-03 10:00:00 +0200"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Ada’s iPhone" unit="count" value="120" \
        creationDate="2024-05-02 12:00:00 +0200" startDate="2024-05-02 11:40:00 +0200" endDate="2024-05-02 11:50:00 +0200"/>
        </HealthData>
        """

    private static let undoneID = Parameter(
        name: "id", location: .path, schema: .integer(0...Int64(Int32.max)), isRequired: true,
        meaning: "Number of the import; 0 for the complete ranges of clients.", example: "1")

    private static let id = Parameter(
        name: "id", location: .path, schema: .integer(1...Int64(Int32.max)), isRequired: true,
        meaning: "The number of the import.", example: "1", errors: [.unknownImport])
    private static let limit = Parameter.limit(
        HealthService.importsPageMax, default: HealthService.importsPageDefault, of: "entries")

    private static func cursor(_ range: ClosedRange<Int64>) -> Parameter {
        Parameter(
            name: "cursor", schema: .integer(range), meaning: "The `nextCursor` of the page before.", example: "1",
            errors: [.outOfRange])
    }

    private static let contentRange = Parameter(
        name: ContentRange.header, location: .header,
        schema: .string(pattern: "^bytes +[0-9]{1,18}-[0-9]{1,18}/([0-9]{1,18}|[*])$"),
        meaning: "Which bytes of the file the body has; the total is `*` while it is unknown.", example: "bytes 0-0/1",
        errors: [.malformedContentRange])

    private static func digest(_ name: String, of bytes: String) -> Parameter {
        Parameter(
            name: name, location: .header, schema: .string,
            meaning: "The SHA-256 of \(bytes), as `sha-256=:BASE64:` (RFC 9530). Other algorithms are not looked at.",
            example: "", errors: [.malformedDigest, .digestMismatch])
    }

    private static let uploadErrors: [ErrorCode] = [
        .noImports, .emptyUpload, .encodedPiece, .malformedContentRange, .incompletePiece, .tooLongPiece,
        .totalChanged, .uploadInProgress, .tooManyUploads, .uploadQuotaExceeded, .insufficientStorage,
        .importDirectoryUnusable, .uploadLost, .uploadComplete, .writeNotGranted,
    ]
}

extension Schema {
    fileprivate static let importJob = Schema.named("Import", .object(required: importMembers))

    fileprivate static let importReport = Schema.named(
        "ImportReport",
        .object(
            required: importMembers,
            optional: [
                "counts": Schema.array(
                    of: .object(required: [
                        "type": .string, "source": Schema.string.orNull, "read": .count, "stored": .count,
                        "alreadyKnown": .count, "recognised": .count, "repeatedInside": .count,
                        "deletedBefore": .count, "refused": .count, "replaced": .count, "missing": .count,
                    ])
                ).orNull, "refusals": .array(of: importRefusal),
                "joinedSources": .array(of: .source).described("Renamed sources that the import joined."),
            ]))

    private static let importMembers: KeyValuePairs<String, Schema> = [
        "id": .integer(1...Int64(Int32.max)),
        "state": .choice(["receiving", "queued", "running", "finished", "failed", "cancelled", "undone"]),
        "fileName": .string, "bytes": Schema.integer.orNull, "receivedBytes": .integer,
        "records": .object(required: [
            "read": .count, "stored": .count, "alreadyKnown": .count, "recognised": .count, "completed": .count,
            "repeatedInside": .count, "deletedBefore": .count, "refused": .count, "replaced": .count, "missing": .count,
        ]), "repaired": .count, "phase": Schema.choice(["waiting", "reading", "storing"]).orNull,
        "rows": Schema.integer.orNull, "rowsStored": Schema.integer.orNull,
        "recordsPerSecond": Schema.number.orNull, "bytesPerSecond": Schema.number.orNull,
        "secondsRemaining": Schema.number.orNull, "startedAt": .time, "finishedAt": Schema.time.orNull,
        "cancelRequested": .boolean,
        "error": Schema.object(required: ["code": .string, "message": .string]).orNull,
    ]

    fileprivate static let importRefusal = Schema.named(
        "ImportRefusal",
        .object(required: [
            "path": .string, "line": Schema.integer.orNull, "element": .string, "code": .string,
            "field": Schema.string.orNull, "message": .string,
        ]))
}
