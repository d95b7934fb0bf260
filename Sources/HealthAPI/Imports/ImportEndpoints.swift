import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import JSONReader
import Postgres

extension HealthService {
    /// Most imports or refusals of one page, by default.
    static let importsPageDefault = 100
    static let importsPageMax = 1_000
    /// Most refusals in the report of an import.
    static let refusalsShown = 100

    /// `GET /v1/imports`: the person's imports, the newest first.
    @Sendable func getImports(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try QueryParameters(request, of: .getImports)
        let limit = try HealthService.pageLimit(query)
        let before = try ParameterText.integer(query["cursor"], "cursor", in: 1...Int(Int32.max)).map { Int32($0) }
        let imports = try requiredImports
        let caller = try await caller(of: presented)
        let person = caller.person
        return try await pool.withSession(for: person) { session in
            let found = try ImportStore(person: person, session: session, scope: ImportScope(caller))
                .list(before: before, limit: limit + 1)
            let page = found.prefix(limit)
            var writer = JSONWriter()
            writer.object { writer in
                writer.key("imports")
                writer.array { writer in
                    for stored in page { ImportResponse(stored, of: caller, imports).append(to: &writer) }
                }
                writer.member("nextCursor", found.count > limit ? page.last.map { String($0.id) } : nil)
            }
            return HTTPResponse(json: writer)
        }
    }

    /// `GET /v1/imports/{id}`: the progress of an import, or its report.
    @Sendable func getImport(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getImport)
        let id = try HealthService.importID(request)
        let imports = try requiredImports
        let caller = try await caller(of: presented)
        let person = caller.person
        return try await pool.withSession(for: person) { session in
            return try session.reading {
                let store = ImportStore(person: person, session: session, scope: ImportScope(caller))
                guard let stored = try store.find(id) else { throw HealthService.unknownImport }
                let counts = stored.state == .finished ? try store.counts(of: id) : []
                let told = caller.access.readsAll ? counts : counts.map(\.withoutStored)
                let refusals = try store.refusals(of: id, limit: HealthService.refusalsShown)
                let reader = SourceReader(person: person, session: session)
                let joined = try caller.access.readsAll ? reader.joined(by: id) : []
                let json = ImportResponse(stored, of: caller, imports).json { writer in
                    writer.key("counts")
                    if stored.state == .finished { ImportResponse.append(told, to: &writer) } else { writer.null() }
                    writer.key("refusals")
                    ImportResponse.append(refusals, to: &writer)
                    writer.key("joinedSources")
                    writer.array { writer in
                        for source in joined { source.append(to: &writer) }
                    }
                }
                return HTTPResponse(json: json)
            }
        }
    }

    /// `GET /v1/imports/{id}/refusals`: all refusals of an import, in the order of the file.
    @Sendable func getImportRefusals(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try QueryParameters(request, of: .getImportRefusals)
        let limit = try HealthService.pageLimit(query)
        let after = try ParameterText.integer(query["cursor"], "cursor", in: 1...Int(ImportWriter.refusalsMax)) ?? 0
        let id = try HealthService.importID(request)
        let caller = try await caller(of: presented)
        let person = caller.person
        return try await pool.withSession(for: person) { session in
            let store = ImportStore(person: person, session: session, scope: ImportScope(caller))
            guard try store.find(id) != nil else { throw HealthService.unknownImport }
            let found = try store.refusals(of: id, after: Int64(after), limit: limit + 1)
            var writer = JSONWriter()
            writer.object { writer in
                writer.key("refusals")
                ImportResponse.append(Array(found.prefix(limit)), to: &writer)
                writer.member("nextCursor", found.count > limit ? String(after + limit) : nil)
            }
            return HTTPResponse(json: writer)
        }
    }

    /// `DELETE /v1/imports/{id}`: cancels an unfinished import and removes the records that it
    /// stored.
    @Sendable func deleteImport(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .deleteImport)
        let id = try HealthService.importID(request)
        let imports = try requiredImports
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let (before, after) = try await pool.withSession(for: person) { session in
            let store = ImportStore(person: person, session: session, scope: ImportScope(caller))
            guard let before = try store.find(id) else { throw HealthService.unknownImport }
            let cancellable = ImportStore(person: person, session: session, scope: .cancellable(by: caller))
            guard let after = try cancellable.cancel(id) else {
                throw Caller.writeNotGranted("the import is another holder's, and cancelling it removes its samples")
            }
            return (before, after)
        }
        // A client may cancel twice, because the first answer may have been lost.
        guard !before.state.isEnd || before.state == .cancelled else {
            throw APIError(
                .importEnded, "the import has \(before.state.rawValue)",
                hint: "what is stored goes by deleting samples")
        }
        let key = ImportKey(person: person.id, id: id)
        if after.state == .running {
            imports.worker.cancel(key)
        } else if let spoolName = after.upload?.spoolName {
            await imports.end(key, spoolName)
        }
        return HTTPResponse(
            json: ImportResponse(after, of: caller, imports).json(), status: after.state == .running ? .accepted : .ok)
    }

    /// `POST /v1/imports/{id}/undo`: removes what a finished import brought. With the id 0, brings
    /// back what the complete ranges of clients replaced.
    @Sendable func postImportUndo(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postImportUndo)
        let id = try HealthService.importID(request, atLeast: ImportUndo.clientRanges)
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let report = try await pool.withSession(for: person) { session in
            let imports = ImportStore(person: person, session: session, scope: ImportScope(caller))
            guard try id == ImportUndo.clientRanges || imports.find(id) != nil else {
                throw HealthService.unknownImport
            }
            // An import may have replaced any sample of the person.
            guard caller.access.readsAll, caller.access.writesAll else {
                throw Caller.writeNotGranted("only who may read and write everything undoes an import")
            }
            return try ImportUndo(person: person, session: session).run(id)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("removed", report.removed)
            writer.member("restored", report.restored)
        }
        return HTTPResponse(json: writer)
    }

    private static func pageLimit(_ query: QueryParameters) throws(ParameterError) -> Int {
        try ParameterText.integer(query["limit"], "limit", in: 1...importsPageMax) ?? importsPageDefault
    }
}
