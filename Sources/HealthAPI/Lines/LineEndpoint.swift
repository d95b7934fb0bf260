import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport

extension HealthService {
    /// `POST /v1/batches` with lines of JSON. The body is a stream of any length. It is committed
    /// chunk by chunk, and each chunk has one receipt.
    ///
    /// The server sends the answer after the stream has ended. If the whole stream was read, the
    /// status is 200, even if lines were refused. The last line of the answer is then the summary.
    /// If the stream broke off after committed chunks, the status is that of the error. The last
    /// line then names the first line that was not stored.
    func storeLines(
        of request: HTTPRequest, _ options: LineOptions, _ key: IdempotencyKey?, _ caller: Caller
    ) async throws -> HTTPResponse {
        let spool = ReceiptSpool()
        let end = await LineStream(options: options, hasDigests: key != nil).run(
            pieces: { try await request.stream.next() },
            write: { chunk in
                try checkDisk()
                return try await pool.withSession(for: caller.person) { session in
                    // The token may be revoked while the stream is open, and its access may change.
                    let caller = try HealthService.caller(of: caller.credential, session)
                    try caller.require(.write)
                    return try LineWriter(
                        caller: caller, access: try WriteAccess(caller, session), session: session,
                        listsRecords: options.listsRecords, key: key
                    ).write(chunk)
                }
            },
            keep: { receipt in
                if !receipt.isReplayed { recordCounters.count(receipt.counts) }
                try await spool.append(receipt.json)
            })
        guard let error = end.error else {
            var response = try await HTTPResponse(spool, last: end.summary.json)
            if end.summary.chunks > 0, end.summary.replayed == end.summary.chunks {
                response.headers[IdempotencyKey.replayedHeader] = "true"
            }
            return response
        }
        // If the server has no capacity for the stream, it answers before the client sends the
        // body.
        let isRefused = [.overloaded, .ownerOverloaded].contains(error as? HTTPFailure)
        if !isRefused { await HealthService.discardRest(of: request.stream) }
        guard end.summary.chunks > 0 else { throw error }
        if !(error is HTTPFailure) { report(error, request) }
        let known = ErrorTable.error(for: error)
        var response = try await HTTPResponse(spool, last: end.summary.json(of: known))
        response.status = known.status
        for (name, value) in known.response.headers.fields where response.headers[name] == nil {
            response.headers.append(name, value)
        }
        return response
    }

    /// Most decompressed bytes of a stream that are read and discarded after an error. 256 MiB.
    /// Clients read the answer only after they have sent the whole body. If the rest is longer, the
    /// client gets no answer.
    static let discardedLineBytesMax = 256 << 20

    private static func discardRest(of stream: HTTPBodyStream) async {
        var discarded = 0
        // The stream has already failed, so another error of its body is ignored.
        while discarded < discardedLineBytesMax, let piece = try? await stream.next() {
            discarded += piece.count
            await Task.yield()
        }
    }
}

extension HTTPResponse {
    /// Makes an answer of the lines in the spool, followed by `last`.
    ///
    /// - Throws: `APIError`.
    fileprivate init(_ spool: ReceiptSpool, last: [UInt8]) async throws {
        self.init(unstored: [], contentType: LineOptions.contentType)
        let tail = last + [UInt8(ascii: "\n")]
        guard await spool.hasFile else {
            body = (try await spool.piece(at: 0) ?? []) + tail
            return
        }
        stream = HTTPStream { writer in
            var offset = 0
            while let piece = try await spool.piece(at: offset) {
                try await writer.write(piece)
                offset += piece.count
            }
            try await writer.write(tail)
        }
    }
}

extension LineOptions {
    /// The content type of the answer. https://github.com/ndjson/ndjson-spec
    static let contentType = "application/x-ndjson"
    private static let contentTypes: Set<String> = [contentType, "application/jsonl"]

    /// Reads the options from the query of a request. Returns nil if its body is a batch of JSON.
    ///
    /// - Throws: `ParameterError`, also if a request with a batch of JSON has an option of lines.
    init?(_ query: RequestParameters) throws(ParameterError) {
        let mediaType = query.request.headers["Content-Type"]?.split(separator: ";").first ?? ""
        guard LineOptions.contentTypes.contains(mediaType.filter { $0 != " " && $0 != "\t" }.lowercased()) else {
            let ofBatches = [EndpointParameter.person.name, EndpointParameter.device.name]
            guard let name = query.request.query.first(where: { !ofBatches.contains($0.name) })?.name else {
                return nil
            }
            throw ParameterError(
                .unknown, name, "\(name) is a parameter of lines, and the body is no \(LineOptions.contentType)",
                hint: "a batch of JSON has the members atomic and resurrect")
        }
        self.init()
        linesPerChunk =
            try ParameterText.integer(query["chunk"], "chunk", in: LineOptions.linesPerChunkRange)
            ?? LineOptions.linesPerChunkDefault
        isResurrecting = try ParameterText.flag(query["resurrect"], "resurrect")
        isAtomic = try ParameterText.flag(query["atomic"], "atomic")
        listsRecords = try ParameterText.flag(query["records"], "records")
    }
}
