import Postgres
import QRCodes
import TestSupport
import Testing

/// The QR codes that the page shows.
@Suite struct QRCodeEndpointTests {
    private static func post(_ store: ServedStore, _ token: String, _ body: String) async throws
        -> RunningService.Answer
    {
        try await store.service.send("POST", "/v1/qr-codes", token: token, body: body)
    }

    @Test("the answer has the modules of the code of the text, which no cache keeps and no log has")
    func modules() async throws {
        try await ServedStore.ownWithAda { store, token in
            let text = "https://health.example/#token=hs_1_sécret"
            let answer = try await Self.post(store, token, #"{"text": "\#(text)"}"#)
            #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store", "\(answer.body)")
            #expect(answer.header("ETag") == nil)
            let code = try #require(QRCode(text))
            #expect(try answer.object["size"] as? Int == code.width)
            let rows = try #require(try answer.object["rows"] as? [String])
            #expect(
                rows
                    == (0..<code.width).map { row in
                        String((0..<code.width).map { code.isDark(column: $0, row: row) ? "1" : "0" })
                    })
            // The finder pattern of the upper left corner.
            #expect(rows[0].hasPrefix("11111110") && rows[1].hasPrefix("10000010"))
            let process = store.service.process
            try await wait(for: "the line of the request in the log") {
                (process.output + process.errors).contains("/v1/qr-codes")
            }
            #expect(!(process.output + process.errors).contains("cret"))
            let session = try Session(conninfo: store.conninfo)
            let entries = try session.execute(
                "select from health.access_log where to_jsonb(access_log)::text like '%cret%'")
            #expect(entries.rowCount == 0)
        }
    }

    @Test("a text that no code holds is refused by name and is not repeated")
    func refusals() async throws {
        try await ServedStore.withAda { store, token in
            let longest = String(repeating: "x", count: QRCode.textBytesMax)
            #expect(try await Self.post(store, token, #"{"text": "\#(longest)"}"#).object["size"] as? Int == 177)
            let wrong: [(String, String, String)] = [
                (#"{"text": "\#(longest)x"}"#, "out_of_range", "text"),
                (#"{"text": "\#(longest.dropLast())ü"}"#, "out_of_range", "text"),
                (#"{"text": ""}"#, "malformed_field", "text"), (#"{"text": "x\u0000"}"#, "malformed_field", "text"),
                (#"{"text": 1}"#, "malformed_field", "text"), ("{}", "missing_field", "text"),
                (#"{"text": "x", "level": "H"}"#, "malformed_field", "level"), ("[]", "malformed_field", ""),
            ]
            for (body, code, field) in wrong {
                let answer = try await Self.post(store, token, body)
                #expect(
                    answer.status == 400 && answer.code == code && answer.field == field,
                    "\(answer.body)")
                #expect(!answer.body.contains("xx"))
            }
            let long = try await Self.post(store, token, #"{"text": "\#(String(repeating: "x", count: 20_000))"}"#)
            long.expect(413)
        }
    }
}
