import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import HealthJobs
import JSON
import Postgres

extension Endpoint {
    static let getImports = Endpoint(
        .get, "/v1/imports", "The imports of the person, the newest first",
        notes: "A token that may not read everything gets only the imports of its holder.",
        tag: .imports, parameters: [importLimit, importCursor(1...Int64(Int32.max))],
        takes: .parameters { parameters in
            (
                limit: try parameters.limit(
                    HealthService.importsPageMax, default: HealthService.importsPageDefault),
                before: try ParameterText.integer(parameters["cursor"], "cursor", in: 1...Int(Int32.max))
            )
        }, gives: .page("imports", "A page of imports."), errors: [.noImports]
    ) { call in
        let (imports, limit, before) = (try call.service.requiredImports, call.taken.limit, call.taken.before)
        let found = try await call.withSession { session in
            try call.importStore(session).list(before: before.map { Int32($0) }, limit: limit + 1)
        }
        return (
            found.prefix(limit).map { ImportResponse($0, of: call.caller, imports) },
            found.count > limit ? String(found[limit - 1].id) : nil
        )
    }

    static let getImport = Endpoint(
        .get, "/v1/imports/{id}", "The progress of an import, or its report",
        notes: "With the first \(HealthService.refusalsShown) refusals, and with counts once it has finished.",
        tag: .imports, parameters: [importID], takes: .parameters { try HealthService.importID($0) },
        gives: .json("The import."), errors: [.noImports, .unknownImport]
    ) { call in
        let (imports, id, readsAll) = (try call.service.requiredImports, call.taken, call.caller.access.readsAll)
        return try await call.withSession { session in
            try session.reading {
                let stored = try HealthService.storedImport(id, of: call.caller, session)
                let store = call.importStore(session)
                let counts = stored.state == .finished ? try store.counts(of: id) : nil
                let reader = SourceReader(person: call.person, session: session)
                return ImportReport(
                    response: ImportResponse(stored, of: call.caller, imports),
                    counts: readsAll ? counts : counts?.map(\.withoutStored),
                    refusals: try store.refusals(of: id, limit: HealthService.refusalsShown),
                    joinedSources: try readsAll ? reader.joined(by: id) : [])
            }
        }
    }

    static let getImportRefusals = Endpoint(
        .get, "/v1/imports/{id}/refusals", "What an import refused, page by page",
        tag: .imports, parameters: [importID, importLimit, importCursor(1...Int64(ImportWriter.refusalsMax))],
        takes: .parameters { parameters in
            let limit = try parameters.limit(
                HealthService.importsPageMax, default: HealthService.importsPageDefault)
            let after = try ParameterText.integer(
                parameters["cursor"], "cursor", in: 1...Int(ImportWriter.refusalsMax))
            return (id: try HealthService.importID(parameters), limit: limit, after: after ?? 0)
        }, gives: .page("refusals", "A page of refusals, in the order of the file."), errors: [.unknownImport]
    ) { call in
        let (id, limit, after) = call.taken
        let found = try await call.withSession { session in
            _ = try HealthService.storedImport(id, of: call.caller, session)
            return try call.importStore(session).refusals(of: id, after: Int64(after), limit: limit + 1)
        }
        return (Array(found.prefix(limit)), found.count > limit ? String(after + limit) : nil)
    }

    static let deleteImport = Endpoint(
        .delete, "/v1/imports/{id}", "Cancels an import",
        notes: "Nothing of it stays. Cancelling it again does nothing.", tag: .imports, parameters: [importID],
        takes: .parameters { try HealthService.importID($0) }, right: .write,
        gives: .response(
            .ok("The import is cancelled.", .json(ImportResponse.schema)),
            Answer(status: .accepted, meaning: "The import will end.", contents: [.json(ImportResponse.schema)])),
        errors: [.noImports, .unknownImport, .importEnded]
    ) { call in
        let (imports, id) = (try call.service.requiredImports, call.taken)
        let (before, after) = try await call.withSession { session in
            let before = try HealthService.storedImport(id, of: call.caller, session)
            let cancellable = ImportStore(person: call.person, session: session, scope: .cancellable(by: call.caller))
            guard let after = try cancellable.cancel(id) else {
                throw Caller.writeNotGranted("the import is another holder's, and cancelling it removes its samples")
            }
            return (before, after)
        }
        // A client may cancel twice, because the first answer may have been lost.
        guard !before.state.isEnd || before.state == .cancelled else {
            throw APIError(
                .importEnded, "the import has ended: it is \(before.state.rawValue)",
                hint: "what is stored goes by deleting samples")
        }
        let key = ImportKey(person: call.person.id, id: id)
        if after.state == .running {
            imports.worker.cancel(key)
        } else if let spoolName = after.upload?.spoolName {
            await imports.end(key, spoolName)
        }
        return HTTPResponse(
            json: ImportResponse(after, of: call.caller, imports).json,
            status: after.state == .running ? .accepted : .ok)
    }

    static let postImportUndo = Endpoint(
        .post, "/v1/imports/{id}/undo", "Undoes an import",
        notes: """
            Removes the samples that only this import brought, and stores again those that it replaced. A sample that a later \
            import has, too, stays until that import is undone. Replaced samples are kept for 90 days at least. The id 0 stores \
            again what the complete ranges of clients replaced, and forgets these ranges.
            """, tag: .imports,
        parameters: [undoneID],
        takes: .parameters { try HealthService.importID($0, atLeast: ImportUndo.clientRanges) }, right: .write,
        gives: .json("The import is undone."), errors: [.unknownImport, .importNotUndoable]
    ) { call in
        try await call.withSession { session in
            let id = call.taken
            if id != ImportUndo.clientRanges { _ = try HealthService.storedImport(id, of: call.caller, session) }
            // An import may have replaced any sample of the person.
            guard call.caller.access.readsAll, call.caller.access.writesAll else {
                throw Caller.writeNotGranted("only who may read and write everything undoes an import")
            }
            return try ImportUndo(person: call.person, session: session).run(id)
        }
    }

    private static let undoneID = EndpointParameter(
        name: "id", location: .path, schema: .integer(0...Int64(Int32.max)), isRequired: true,
        meaning: "Number of the import; 0 for the complete ranges of clients.", example: "1")

    static let importID = EndpointParameter(
        name: "id", location: .path, schema: .integer(1...Int64(Int32.max)), isRequired: true,
        meaning: "The number of the import.", example: "1", errors: [.unknownImport])
    private static let importLimit = EndpointParameter.limit(
        HealthService.importsPageMax, default: HealthService.importsPageDefault, of: "entries")

    private static func importCursor(_ range: ClosedRange<Int64>) -> EndpointParameter {
        EndpointParameter(
            name: "cursor", schema: .integer(range), meaning: "The `cursor` of the page before.", example: "1",
            errors: [.outOfRange])
    }
}

extension HealthService {
    /// Most imports or refusals of one page, by default.
    static let importsPageDefault = 100
    static let importsPageMax = 1_000
    /// Most refusals in the report of an import.
    static let refusalsShown = 100
}

extension Call {
    /// The imports that the caller may see.
    fileprivate func importStore(_ session: Session) -> ImportStore {
        ImportStore(person: person, session: session, scope: ImportScope(caller))
    }
}

extension ImportUndo.Report: Shaped {
    static let shape = Shape<Self>([.count("removed", \.removed), .count("restored", \.restored)])
}
