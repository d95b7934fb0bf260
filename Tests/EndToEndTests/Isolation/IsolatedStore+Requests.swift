import Foundation
import Postgres
import TestSupport
import Testing

extension IsolatedStore {
    /// Makes all writing requests. The twins take turns at each step.
    func write() async throws {
        let requests = try twins.map { try PersonalRequest.writing(of: $0) }
        for step in requests[0].indices {
            for (twin, requests) in zip(twins, requests) { try await ask([requests[step]], twin) }
        }
        try await forEach { twin in
            let answer = try await world.store.postLines(try twin.lines, token: token(of: twin), query: "?chunk=2")
            note(twin, "POST /v1/batches as lines", "\(answer.status) \(answer.text)")
        }
        try await forEach { twin in
            let answer = try await world.service.send(
                "POST", "/v1/batches", token: appToken(of: twin), body: try json(twin.batchOfApp))
            try #require(answer.status == 200, "\(answer.body)")
            note(twin, "POST /v1/batches by the app", text(answer))
        }
        try await upload()
    }

    /// Reads as the app, which may only write.
    func askAsApp(_ twin: Twin) async throws {
        for (path, query) in [
            ("/v1/samples", [("type", "stepCount")]), ("/v1/types", [("hasSamples", "true")]), ("/v1/sources", []),
            ("/v1/latest", []), ("/v1/access", []),
        ] as [(String, [(String, String)])] {
            let answer = try await world.service.send("GET", path, query: query, token: appToken(of: twin))
            #expect(answer.status == 200, "\(path) \(answer.body)")
            note(twin, "\(path) by the app", text(answer))
        }
    }

    private func upload() async throws {
        try await sendExport(id: 1)
        try await forEach { try await sendPieces($0, id: 2) }
        // Only Bea's import is cancelled. Ada's import continues.
        try await forEach { twin in
            guard twin.shift == 1 else { return }
            let cancelled = try await world.service.send("DELETE", "/v1/imports/2", token: token(of: twin))
            note(twin, "DELETE /v1/imports/2", normalised("\(cancelled.status) \(cancelled.body)"))
        }
        try await sendExport(id: 3)
        try await forEach { try await sendPieces($0, id: 4) }
        try await forEach { try await sendPieces($0, id: 5) }
        // Only Bea's upload fails, because the file is not the announced one.
        try await forEach { try await failUpload($0, id: 5) }
        // One of the records has another value in a later export.
        try await sendExport(id: 6) { twin in
            let last = 19 + 1_000 * twin.shift
            return twin.export.replacing(twin.exportTime(7, 480), with: twin.exportTime(8, 480))
                .replacing("value=\"\(last)\"", with: "value=\"\(last + 1)\"")
        }
        // The fourth import is still being received.
        try await forEach { twin in
            let undone = try await world.service.send("POST", "/v1/imports/4/undo", token: token(of: twin))
            try #require(undone.status == 409, "\(undone.body)")
            note(twin, "POST /v1/imports/4/undo", normalised(undone.body))
        }
    }

    private func failUpload(_ twin: Twin, id: Int) async throws {
        guard twin.shift == 1 else { return }
        let data = Data(twin.export.utf8)
        let failed = try await world.sendPiece(
            310..<data.count, of: data, to: "/v1/imports/\(id)", token: token(of: twin),
            headers: ["Repr-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"])
        let code = try failed.object["code"] as? String
        try #require(failed.status == 400 && code == "digest_mismatch", "\(failed.body)")
        note(twin, "the last piece of import \(id)", normalised("\(failed.status) \(failed.body)"))
    }

    /// Sends the whole export and waits until it is imported. The state of the import at the time
    /// of the response is random.
    private func sendExport(id: Int, _ export: (Twin) -> String = { $0.export }) async throws {
        try await forEach { twin in
            let file = world.directory + "/\(twin.name)-\(id).xml"
            try Data(export(twin).utf8).write(to: URL(fileURLWithPath: file))
            let answer = try await world.send(
                "POST", "/v1/imports?fileName=export.xml", file: file, token: token(of: twin),
                headers: ["Idempotency-Key: \(id)"])
            try #require(answer.status == 202, "\(answer.body)")
            note(twin, "POST /v1/imports", "\(answer.status) \(answer.header("Location") ?? "")")
        }
        try await forEach { twin in
            _ = try await world.wait(id, for: ["finished"], token: token(of: twin))
        }
    }

    /// Sends the first two pieces of an export, and no further piece.
    private func sendPieces(_ twin: Twin, id: Int) async throws {
        let data = Data(twin.export.utf8)
        for range in [0..<100, 100..<300 + 10 * twin.shift] {
            let answer = try await world.sendPiece(
                range, of: data, to: range.lowerBound == 0 ? "/v1/imports" : "/v1/imports/\(id)", token: token(of: twin)
            )
            try #require(answer.status / 100 == 2, "\(answer.body)")
            note(twin, "a piece of import \(id)", normalised("\(answer.status) \(answer.body)"))
        }
    }

    /// Makes the requests page by page and keeps the responses.
    func ask(_ requests: [PersonalRequest], _ twin: Twin) async throws {
        for request in requests {
            var query = request.query
            // The number of pages is limited, in case the service repeats a page.
            for _ in 0..<100 {
                let answer = try await world.service.send(
                    request.method, request.path, query: query, token: token(of: twin), body: request.body,
                    headers: request.headers)
                #expect(
                    answer.status == request.status || answer.status / 100 == 2,
                    "\(request.route) \(query) \(answer.body)")
                note(twin, "\(request.method) \(request.path) \(query)", text(answer))
                let object = try? answer.object
                guard let page = request.page, let next = object?[page.member] as? String,
                    object?["hasMore"] as? Bool != false
                else { break }
                query = request.query + [(page.parameter, next)]
            }
        }
    }

    private func text(_ answer: RunningService.Answer) -> String {
        normalised("\(answer.status) \(answer.header("ETag") ?? "-") \(answer.body)")
    }

    /// Follows the changes from the first to the last one, once with `changes=true` and once with
    /// types only.
    func follow(_ twin: Twin) async throws {
        func page(limit: Int) async throws -> Twin.Object {
            try await world.service.send(
                "GET", "/v1/changes", query: [("limit", "\(limit)")], token: token(of: twin)
            ).object
        }
        let end = try #require(try await page(limit: 10_000)["anchor"] as? String)
        let start = try #require(try await page(limit: 1)["anchor"] as? String)
        let position = try Session(conninfo: world.conninfo).execute(
            "select last_position from health.change_counter where person_id = $1", [.int32(twin.id)])[0].int64(0)
        // The types are those of the last batch, which has four changes.
        for (query, start, end) in [("?changes=true", start, end), ("", "\(position - 4)", "\(position)")] {
            let client = try EventClient(world.store, query: query, token: token(of: twin), lastEventID: start)
            try await wait(for: "the last change of \(twin.name)") { client.lastEventID == end }
            await client.close()
            let events = client.events.map { "\($0.id ?? "") \($0.name ?? "") \($0.data ?? "")" }
            note(twin, "GET /v1/changes/stream\(query)", normalised(events.joined(separator: "\n")))
        }
    }

    /// Replaces times at which the store did something, and random uuids: of rings and
    /// characteristics that an app sent, of a response to open-wearables' SDK, and of the file of an
    /// upload.
    func normalised(_ text: String) -> String {
        text.replacing(
            /("(?:startedAt|finishedAt|deletedAt|exportedAt|createdAt|updatedAt|firstArrivedAt)" ?: ?)"2[^"]*"/
        ) {
            $0.output.1 + "TIME"
        }
        .replacing(/"uuid" ?: ?"[-0-9a-f]+"(, ?"name" ?: ?"(?:ActivitySummary|Me)")/) { "UUID" + $0.output.1 }
        .replacing(/"secret":"[^"]*"/, with: "SECRET")
        .replacing(/"id":"[-0-9a-f]+"(,"holder":"[^"]*","url":)/) { "ID" + $0.output.1 }
        .replacing(/"failure":(?:null|"[a-z_]+")/, with: "FAILURE")
        .replacing(/"raw_id":"[0-9a-f]+"/, with: "RAW_ID").replacing(/"path":"[-0-9a-f]{36}"/, with: "PATH")
    }
}
