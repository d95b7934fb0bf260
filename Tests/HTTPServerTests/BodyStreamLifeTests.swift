import Synchronization
import Testing

@testable import HTTPServer

@Suite("The life of streamed bodies")
struct BodyStreamLifeTests {
    private let post = "POST /stream HTTP/1.1\r\nHost: a\r\nContent-Length: "

    /// A route whose response says how its body ended, and that stores it in `ends`.
    private func ending(_ ends: Ends) -> Route {
        Route.streamed { request in
            do throws(HTTPFailure) {
                while try await request.stream.next() != nil { ends.pieces.withLock { $0 += 1 } }
                ends.errors.withLock { $0.append(nil) }
            } catch {
                ends.errors.withLock { $0.append(error) }
                // A repeated call throws the same error.
                #expect(await Self.nextError(request.stream) == error)
                throw error
            }
            return "ended"
        }
    }

    private static func nextError(_ stream: HTTPBodyStream) async -> HTTPFailure? {
        do throws(HTTPFailure) { _ = try await stream.next() } catch { return error }
        return nil
    }

    final class Ends: Sendable {
        let pieces = Mutex(0)
        let errors = Mutex<[HTTPFailure?]>([])
        var all: [HTTPFailure?] { errors.withLock { $0 } }
    }

    @Test("A client that disconnects in the middle ends the stream with an error, and all resources are freed")
    func disconnected() async throws {
        let ends = Ends()
        try await withServer(routes: [ending(ends)]) { server in
            for count in 1...10 {
                let client = try RawClient(port: server.port)
                client.send(post + "1000000\r\n\r\nhalf")
                #expect(await eventually { ends.pieces.withLock { $0 } == count })
                client.close()
                #expect(await eventually { ends.all.count == count })
            }
            #expect(ends.all.allSatisfy { $0 == .disconnected })
            #expect(await eventually { server.server.load == (0, 0) && server.accesses.all.count == 10 })
            #expect(server.server.bodyStreamCount == 0)
            #expect(server.accesses.all.allSatisfy { $0.status == nil && !$0.isComplete })
        }
    }

    @Test("A connection below the lowest rate is closed although it is never idle, and a faster one is not")
    func trickle() async throws {
        let ends = Ends()
        var configuration = HTTPServerConfiguration()
        configuration.requestReceiveTimeout = isLongRun ? 2 : 1
        configuration.transferWindow = isLongRun ? 2 : 1
        let pieces = isLongRun ? 30 : 7
        configuration.transferBytesPerSecondMin = 1000
        try await withServer(configuration, routes: [ending(ends)]) { server in
            // The first two rates are far below the lowest rate; the second one follows the bytes
            // of several minutes at once. The third is a hundred times the lowest rate, and a slow
            // machine reaches it, too.
            let slow = HTTPFailure.disconnected
            for (burst, bytes, end) in [(0, 1, slow), (400_000, 1, slow), (0, 20_000, nil)] {
                let (client, ended) = (try RawClient(port: server.port), ends.all.count)
                defer { client.close() }
                client.send(post + "\(burst + pieces * 20_000)\r\n\r\n" + String(repeating: "a", count: burst))
                let text = String(repeating: "a", count: bytes)
                // This takes longer than the limit for a request. A slow client sends less than a
                // tenth of the rate, and goes on until it is cut.
                for _ in 0..<pieces where ends.all.count == ended || end == nil {
                    client.send(text)
                    try await Task.sleep(for: .milliseconds(200))
                }
                #expect(
                    await eventually {
                        if end != nil { client.send(text) }
                        return ends.all.count > ended && ends.all.last == .some(end)
                    })
            }
            #expect(ends.all.count == 3)
        }
    }

    @Test(
        "A handler that does not read refuses the body before it is sent",
        arguments: ["Expect: 100-continue\r\n", ""], [10_000_000, HTTPBodyStream.pieceBytesMax + 1])
    func refused(field: String, length: Int) async throws {
        try await withServer(routes: [refusing]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send(post + "\(length)\r\n\(field)\r\n")
            let answer = await client.receive()
            #expect(answer.hasPrefix("HTTP/1.1 401") && answer.hasSuffix("no"))
            #expect(answer.lowercased().contains("connection: close"))
            #expect(await eventually { server.accesses.all.first?.bodyBytesIn == 0 })
            #expect(server.accesses.all.first?.route == "/stream")
            #expect(server.accesses.all.first?.isComplete == true)
        }
    }

    @Test("A client that sends its whole body before it reads gets the refusal, and the server's wait is limited")
    func refusedWhileSending() async throws {
        try await withServer(routes: [refusing]) { server in
            let bytes = [UInt8](repeating: 0, count: isLongRun ? 8_000_000 : 2_000_000)
            let client = try RawClient(port: server.port)
            client.send(post + "\(bytes.count)\r\n\r\n")
            #expect(await client.sendAll(bytes))
            #expect(await client.receive().hasPrefix("HTTP/1.1 401"))
            #expect(server.server.lingering.count == 1)
            client.close()
            #expect(await eventually { server.server.lingering.count == 0 })
            guard isLongRun else { return }
            let endless = try RawClient(port: server.port)
            defer { endless.close() }
            let more = [UInt8](repeating: 0, count: 64_000_000)
            endless.send(post + "\(more.count)\r\n\r\n")
            #expect(await !endless.sendAll(more))
            #expect(await eventually { server.server.lingering.count == 0 })
        }
    }

    @Test("A refused short body keeps the connection open")
    func refusedShort() async throws {
        try await withServer(routes: [refusing]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            for _ in 0..<3 {
                client.send(post + "4\r\n\r\nbody")
                #expect(await client.receive(until: "no").hasPrefix("HTTP/1.1 401"))
            }
        }
    }

    @Test("If a handler stops reading, its response is sent after the rest was discarded, unless the rest is too long")
    func stopsReading() async throws {
        let first = Route.streamed { request in
            _ = try await request.stream.next()
            return "enough"
        }
        try await withServer(routes: [first]) { server in
            for field in ["Expect:", "Expect: 100-continue", "Transfer-Encoding: chunked"] {
                try await withBytes([UInt8](repeating: 1, count: HTTPServerConfiguration.discardedBytesMax)) { file in
                    let answer = try await curl("-H", field, "--data-binary", "@\(file)", server.url + "/stream")
                    #expect(answer.text == "enough")
                }
            }
            let size = HTTPServerConfiguration.discardedBytesMax + 4 * HTTPBodyStream.queueBytesMax
            try await withBytes([UInt8](repeating: 1, count: size)) { file in
                let answer = try await curl("--data-binary", "@\(file)", server.url + "/stream")
                #expect(answer.exitStatus != 0 && answer.status != 200)
            }
            #expect(await eventually { server.server.load == (0, 0) && server.accesses.all.count == 4 })
            // The lines of two connections may come in either order.
            #expect(server.accesses.all.count { !$0.isComplete } == 1)
        }
    }

    @Test("A stopping server waits for streams that end, and breaks the others")
    func stop() async throws {
        for isEnding in [true, false] {
            let ends = Ends()
            try await withServer(routes: [ending(ends)]) { server in
                let client = try RawClient(port: server.port)
                defer { client.close() }
                client.send(post + "8\r\n\r\nhalf")
                #expect(await eventually { ends.pieces.withLock { $0 } == 1 })
                async let stopped: Void = server.server.stop(within: isEnding ? .seconds(60) : .milliseconds(50))
                if isEnding { client.send("half") }
                let answer = await client.receive()
                await stopped
                #expect(answer.contains("ended") == isEnding)
                #expect(await eventually { ends.all == [isEnding ? nil : .stopping] })
                #expect(server.server.bodyStreamCount == 0)
            }
        }
    }

    @Test("A server stops while clients wait for their readers")
    func stopSuspended() async throws {
        let gate = Gate()
        let stuck = Route.streamed { request in
            _ = try await request.stream.next()
            await gate.pass()
            while try await request.stream.next() != nil {}
            return "never"
        }
        try await withServer(routes: [stuck]) { server in
            let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
            let bytes = [UInt8](repeating: 0, count: 40 * HTTPBodyStream.queueBytesMax)
            for client in clients { client.send(post + "\(bytes.count)\r\n\r\n") }
            let sending = clients.map { client in Task { await client.sendAll(bytes) } }
            #expect(await eventually { server.server.suspendedBodies == 4 })
            await server.server.stop(within: .milliseconds(10))
            for task in sending { #expect(await !task.value) }
            await gate.open()
            for client in clients { client.close() }
        }
    }

    @Test("The response to a streamed body can be a stream, too")
    func bothWays() async throws {
        let route = Route(method: .post, template: "/stream", body: .streamed) { request in
            var count = 0
            while let piece = try await request.stream.next() { count += piece.count }
            let total = count
            var response = HTTPResponse(status: .ok)
            response.stream = HTTPStream { writer in
                for number in 0..<3 { try await writer.write(Array("\(number):\(total) ".utf8)) }
            }
            return response
        }
        try await withServer(routes: [route]) { server in
            try await withFile(ofSize: 200_000) { file in
                let answer = try await curl("--data-binary", "@\(file)", server.url + "/stream")
                #expect(answer.text == "0:200000 1:200000 2:200000 ")
            }
        }
    }

    private var refusing: Route {
        Route(method: .post, template: "/stream", body: .streamed) { _ in
            HTTPResponse(status: .unauthorized, body: Array("no".utf8))
        }
    }
}
