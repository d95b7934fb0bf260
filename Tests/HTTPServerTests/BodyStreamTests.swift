import TestSupport
import Testing

@testable import HTTPServer

@Suite("Streamed bodies")
struct BodyStreamTests {
    @Test(
        "A streamed body arrives whole and in order, in pieces that are bounded, and the connection is kept",
        arguments: [0, 1, 65_536, 3_000_000], ["X-None: 1", "Transfer-Encoding: chunked", "Expect: 100-continue"])
    func pieces(size: Int, field: String) async throws {
        try await withServer(routes: [.streamedEcho()]) { server in
            try await withFile(ofSize: size) { file in
                let request = ["-H", field, "--data-binary", "@\(file)", server.url + "/stream"]
                let twice = try await curl(request + ["--write-out", "%{num_connects}", "--next"] + request)
                #expect(twice.exitStatus == 0 && twice.status == 200)
                // The second request opened no connection. curl prints the number of connections
                // that the first request opened.
                #expect(twice.body == testBytes(size) + Array("1".utf8) + testBytes(size))
            }
            #expect(await eventually { server.accesses.all.count == 2 && server.server.load == (0, 0) })
            #expect(server.accesses.all.allSatisfy { $0.route == "/stream" && $0.bodyBytesIn == size })
            #expect(server.server.bodyStreamCount == 0)
        }
    }

    @Test("A client waits for a slow reader, no byte is lost, and the wait does not count as slowness")
    func backPressure() async throws {
        let gate = Gate()
        let configuration = HTTPServerConfiguration.with { $0.transferWindow = isLongRun ? 3 : 1 }
        let size = 40 * HTTPBodyStream.queueBytesMax
        let slow = Route.streamed { request in
            let first = try await request.stream.next()?.count ?? 0
            await gate.pass()
            var count = first
            while let piece = try await request.stream.next() { count += piece.count }
            return "read \(count)"
        }
        try await withServer(configuration, routes: [slow]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send("POST /stream HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            let bytes = [UInt8](repeating: 1, count: size)
            let sending = Task { await client.sendAll(bytes) }
            #expect(await eventually { await gate.arrivals == 1 && server.server.suspendedBodies == 1 })
            // The sleep is longer than the window of the lowest rate.
            try await Task.sleep(for: .milliseconds(isLongRun ? 4_000 : 1_500))
            let queued = server.server.queuedBytes
            // The reader may have taken its first piece when the queue was full.
            #expect(queued >= HTTPBodyStream.queueBytesMax - HTTPBodyStream.pieceBytesMax)
            #expect(queued < HTTPBodyStream.queueBytesMax + 2 * HTTPServerConfiguration.connectionMemoryBytes)
            await gate.open()
            #expect(await sending.value)
            #expect(await client.receive(until: "read \(size)").contains("200 OK"))
        }
    }

    @Test("A gzip body is decompressed piece by piece, for any pieces")
    func gzipPieces() async throws {
        let text = Array(String(repeating: "a text that is said again and again. ", count: 40).utf8)
        let compressed = try gzip(text) + gzip(Array("another member".utf8))
        let whole = text + Array("another member".utf8)
        try await withServer(routes: [.streamedEcho()]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            for cut in stride(from: 1, to: compressed.count, by: isLongRun ? 1 : 5) {
                client.send(
                    "POST /stream HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
                for piece in [compressed[..<cut], compressed[cut...]] {
                    let size = String(piece.count, radix: 16)
                    #expect(await client.sendAll(Array("\(size)\r\n".utf8) + piece + Array("\r\n".utf8)))
                }
                client.send("0\r\n\r\n")
                let answer = await client.receive(until: "another member")
                #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: whole, as: UTF8.self)), "cut at \(cut)")
            }
        }
    }

    @Test("A decompression bomb is a long stream of bounded pieces, and may exceed the limit of whole bodies")
    func bomb() async throws {
        let size = isLongRun ? 200_000_000 : 20_000_000
        let configuration = HTTPServerConfiguration.with { $0.decodedBodyBytesMax = size / 2 }
        let counted = Route.streamed { request in
            var (count, longest) = (0, 0)
            while let piece = try await request.stream.next() {
                count += piece.count
                longest = max(longest, piece.count)
            }
            return "\(count) \(longest)"
        }
        try await withServer(configuration, routes: [counted]) { server in
            try await withBytes(try gzip([UInt8](repeating: 0, count: size))) { file in
                let answer = try await curl(
                    "-H", "Content-Encoding: gzip", "--data-binary", "@\(file)", server.url + "/stream")
                #expect(answer.text == "\(size) \(HTTPBodyStream.pieceBytesMax)")
            }
        }
    }

    @Test("A streamed route may read a whole body, with the limits and errors of a route for whole bodies")
    func collected() async throws {
        let collecting = Route.streamed { request in
            let body = try await request.stream.collect(bytesMax: 100_000, decodedBytesMax: 300_000)
            let again = try await request.stream.collect(bytesMax: 100_000, decodedBytesMax: 300_000)
            return "\(body.count) \(body == again) \(try await request.stream.next() == nil || !body.isEmpty)"
        }
        let configuration = HTTPServerConfiguration.with { $0.bodyStreamsMax = 0 }
        try await withServer(configuration, routes: [collecting]) { server in
            func answer(_ bytes: [UInt8], _ fields: String...) async throws -> CurlAnswer {
                try await withBytes(bytes) { file in
                    try await curl(
                        fields.flatMap { ["-H", $0] } + ["--data-binary", "@\(file)", server.url + "/stream"])
                }
            }
            for framing in ["X-None: 1", "Transfer-Encoding: chunked", "Expect: 100-continue"] {
                #expect(try await answer(testBytes(100_000), framing).text == "100000 true true")
                #expect(try await answer([], framing).text == "0 true true")
                let tooLong = try await answer(testBytes(100_001), framing)
                #expect(tooLong.status == 413 && tooLong.text.hasPrefix("contentTooLarge 100000"))
                let zeros = [UInt8](repeating: 0, count: 300_000)
                let coding = "Content-Encoding: gzip"
                #expect(try await answer(try gzip(zeros), framing, coding).text == "300000 true true")
                let bomb = try await answer(try gzip(zeros + [0]), framing, coding)
                #expect(bomb.status == 413 && bomb.text.hasPrefix("contentTooLarge 300000"))
                #expect(try await answer([1, 2, 3], framing, coding).status == 400)
            }
            #expect(await eventually { server.server.load == (0, 0) && server.server.budgets.bodies.held == 0 })
        }
    }
}
