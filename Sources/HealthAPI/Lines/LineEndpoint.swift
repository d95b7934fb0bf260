import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `POST /v1/batches` with lines of JSON: a stream of any length, committed chunk by chunk, with a receipt for each.
    ///
    /// The answer begins when the stream has ended. It has status 200 when the whole stream was read, however many lines were
    /// refused; its last line is then the summary. Where the stream broke off behind chunks that were committed, it has the
    /// error's status, and its last line says from which line on nothing was stored.
    func postLines(_ request: HTTPRequest) async throws -> HTTPResponse {
        let key = try IdempotencyKey(request)
        let token = try bearerToken(of: request)
        let options = try LineOptions(request)
        let person = try await person(of: token)
        let spool = ReceiptSpool()
        let end = await LineStream(options: options, hasDigests: key != nil).run(
            pieces: { try await request.stream.next() },
            write: { [pool] chunk in
                try await pool.withSession(for: person) { session in
                    // The token may be revoked while the stream goes on.
                    _ = try HealthService.person(of: token.token, session)
                    return try LineWriter(
                        person: person, session: session, listsRecords: options.listsRecords, key: key
                    ).write(chunk)
                }
            },
            keep: { try await spool.append($0.json) })
        guard let error = end.error else {
            var response = try await HTTPResponse(spool, last: end.summary.json)
            if end.summary.chunks > 0, end.summary.replayed == end.summary.chunks {
                response.headers[IdempotencyKey.replayedHeader] = "true"
            }
            return response
        }
        // A stream that found no place is answered before it is sent.
        let hasNoPlace = [.overloaded, .ownerOverloaded].contains(error as? HTTPBodyError)
        if !hasNoPlace { await HealthService.discardRest(of: request.stream) }
        guard end.summary.chunks > 0 else { throw error }
        let known: APIError
        if let error = error as? HTTPBodyError {
            known = ErrorTable.error(for: error.failure)
        } else {
            report(error, request)
            known = ErrorTable.error(for: error)
        }
        var response = try await HTTPResponse(spool, last: end.summary.json(of: known))
        response.status = known.status
        for (name, value) in known.response.headers.fields where response.headers[name] == nil {
            response.headers.append(name, value)
        }
        return response
    }

    /// How much of a stream is still read when it broke off, decompressed, in bytes: the client hears nothing before it has
    /// sent everything, and of a longer rest it hears nothing at all. 256 MiB.
    static let discardedLineBytesMax = 256 << 20

    private static func discardRest(of stream: HTTPBodyStream) async {
        var discarded = 0
        // Whatever ends the body now is no news.
        while discarded < discardedLineBytesMax, let piece = try? await stream.next() {
            discarded += piece.count
            await Task.yield()
        }
    }
}

extension HTTPResponse {
    /// The lines of the spool and one more.
    fileprivate init(_ spool: ReceiptSpool, last: [UInt8]) async throws {
        self.init(status: .ok, contentType: LineOptions.contentType)
        headers.append("Cache-Control", "no-store")
        let tail = last + [UInt8(ascii: "\n")]
        guard await spool.hasFile else {
            body = (try await spool.piece(at: 0) ?? []) + tail
            return
        }
        stream = HTTPStream { writer in
            var place = 0
            while let piece = try await spool.piece(at: place) {
                try await writer.write(piece)
                place += piece.count
            }
            try await writer.write(tail)
        }
    }
}

extension LineOptions {
    /// Of the answer. https://github.com/ndjson/ndjson-spec
    static let contentType = "application/x-ndjson"
    private static let contentTypes: Set<String> = [contentType, "application/jsonl"]
    private static let names: Set<String> = ["chunk", "resurrect", "atomic", "records"]

    /// Whether the body of a request is lines.
    static func areMeant(by request: HTTPRequest) -> Bool {
        let mediaType = request.headers["Content-Type"]?.split(separator: ";").first ?? ""
        return contentTypes.contains(mediaType.filter { $0 != " " && $0 != "\t" }.lowercased())
    }

    init(_ request: HTTPRequest) throws(ParameterError) {
        let query = try QueryParameters(request, known: LineOptions.names)
        linesPerChunk =
            try ParameterText.integer(query["chunk"], "chunk", in: LineOptions.linesPerChunkRange)
            ?? LineOptions.linesPerChunkDefault
        isResurrecting = try ParameterText.flag(query["resurrect"], "resurrect")
        isAtomic = try ParameterText.flag(query["atomic"], "atomic")
        listsRecords = try ParameterText.flag(query["records"], "records")
    }

    /// Says of a batch of JSON that it has no such parameters.
    static func refuse(_ request: HTTPRequest) throws(ParameterError) {
        guard let name = request.query.first(where: { names.contains($0.name) })?.name else { return }
        throw ParameterError(
            .unknown, name, "\(name) is a parameter of lines, and the body is no \(contentType)",
            hint: "a batch of JSON has the members atomic and resurrect")
    }
}
