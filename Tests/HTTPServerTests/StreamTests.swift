import Foundation
import Synchronization
import Testing

@testable import HTTPServer

@Suite("Streams")
struct StreamTests {
    @Test(
        "A stream arrives complete, in order and chunked, for any pieces",
        arguments: [1, 1000, 70_000, 300_000])
    func whole(piece: Int) async throws {
        let bytes = testBytes(1_000_000)
        let route = stream { writer in
            var start = 0
            // Few small pieces are enough.
            let end = min(bytes.count, piece * 2000)
            while start < end {
                try await writer.write(Array(bytes[start..<min(start + piece, end)]))
                start += piece
            }
        }
        try await withServer(routes: [route]) { server in
            let answer = try await curl(server.url + "/stream")
            #expect(answer.exitStatus == 0)
            #expect(answer.status == 200)
            #expect(answer.headers["transfer-encoding"] == "chunked")
            #expect(answer.headers["content-length"] == nil)
            #expect(answer.body == Array(bytes.prefix(piece * 2000)))
            #expect(await eventually { server.server.streamCount == 0 && server.accesses.all.count == 1 })
            #expect(server.accesses.all.first?.bodyBytesOut == answer.body.count)
            #expect(server.accesses.all.first?.isComplete == true)
        }
    }

    @Test("Bytes reach the client while the stream continues, and the connection serves another request afterwards")
    func live() async throws {
        let gate = Gate()
        let route = stream { writer in
            try await writer.write(Array("first".utf8))
            await gate.pass()
            try await writer.write(Array("second".utf8))
        }
        try await withServer(routes: [route, .echo()]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.receive(until: "first").hasPrefix("HTTP/1.1 200"))
            // The idle stream is suspended and no longer counts as a request in flight.
            #expect(server.server.load == (0, 0))
            #expect(server.server.streamCount == 1)
            await gate.open()
            #expect(await client.receive(until: "0\r\n\r\n").contains("second"))
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nagain")
            #expect(await client.receive(until: "again").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("A producer that fails breaks the connection, and the application gets the error")
    func failing() async throws {
        struct Broken: Error {}
        let told = Atomic<Int>(0)
        let router = Router(routes: [
            stream { writer in
                try await writer.write(Array("part".utf8))
                throw Broken()
            }
        ]) { error, request in
            if error is Broken { told.add(1, ordering: .relaxed) }
            return failureResponse(error, request)
        }
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router) { _ in }
        let port = try server.start()
        let answer = try await curl("http://127.0.0.1:\(port)/stream")
        #expect(answer.text == "part")
        #expect(answer.exitStatus != 0)
        #expect(told.load(ordering: .relaxed) == 1)
        await server.stop(within: .seconds(5))
    }

    @Test("A response to HEAD does not start the stream")
    func head() async throws {
        try await withServer(routes: [stream { _ in Issue.record("started") }]) { server in
            let answer = try await curl("--head", server.url + "/stream")
            #expect(answer.status == 200)
            #expect(answer.headers["content-length"] == nil)
            #expect(server.server.streamCount == 0)
        }
    }

    @Test("A client that disconnects from an idle stream cancels its producer without a write")
    func clientLeaves() async throws {
        let ended = Atomic<Int>(0)
        let route = stream { writer in
            defer { ended.add(1, ordering: .relaxed) }
            try await writer.write(Array("hello".utf8))
            try await Task.sleep(for: .seconds(3600))
        }
        try await withServer(routes: [route]) { server in
            for round in 1...20 {
                let client = try RawClient(port: server.port)
                client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = await client.receive(until: "hello")
                #expect(server.server.streamCount == 1)
                client.close()
                #expect(await eventually { ended.load(ordering: .relaxed) == round && server.server.streamCount == 0 })
            }
            #expect(await eventually { server.accesses.all.count == 20 })
            #expect(server.accesses.all.allSatisfy { !$0.isComplete })
        }
    }

    @Test("A slow reader slows its producer down, and is closed if it reads nothing for the idle time")
    func slowReader() async throws {
        let written = Atomic<Int>(0)
        let isClosed = Atomic<Bool>(false)
        let route = stream { writer in
            let piece = testBytes(10_000)
            do {
                while true {
                    try await writer.write(piece)
                    written.add(piece.count, ordering: .relaxed)
                }
            } catch {
                isClosed.store(true, ordering: .relaxed)
                throw error
            }
        }
        let configuration = HTTPServerConfiguration.with { $0.connectionIdleTimeout = 1 }
        try await withServer(configuration, routes: [route]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { isClosed.load(ordering: .relaxed) })
            #expect(await eventually { server.server.streamCount == 0 })
            // Of an endless body, the system's socket buffers and one queue were filled.
            #expect(written.load(ordering: .relaxed) < 32 << 20)
            #expect(await eventually { server.accesses.all.count == 1 })
            #expect(server.accesses.all.first?.isComplete == false)
        }
    }

    @Test("A reader of a stream below the lowest rate is closed although it is never idle")
    func tricklingReader() async throws {
        let isClosed = Atomic<Bool>(false)
        let route = stream { writer in
            defer { isClosed.store(true, ordering: .relaxed) }
            let piece = testBytes(10_000)
            while true { try await writer.write(piece) }
        }
        var configuration = HTTPServerConfiguration()
        configuration.transferWindow = 1
        configuration.transferBytesPerSecondMin = 32 << 20
        try await withServer(configuration, routes: [route]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            let isDone = await eventually {
                _ = await client.receiveSome(bytesMax: 1_000)
                return isClosed.load(ordering: .relaxed)
            }
            #expect(isDone)
            #expect(await eventually { server.server.streamCount == 0 })
        }
    }

    @Test("A stream without bytes to send outlives any number of windows of the lowest rate")
    func idleStream() async throws {
        let numbers = 1...(isLongRun ? 3 : 1)
        let route = stream { writer in
            for number in numbers {
                try await writer.write(Array("number \(number)".utf8))
                // The sleep lasts two windows.
                try await Task.sleep(for: .seconds(2))
            }
            try await writer.write(Array("end".utf8))
        }
        let configuration = HTTPServerConfiguration.with { $0.transferWindow = 1 }
        try await withServer(configuration, routes: [route]) { server in
            let answer = try await curl(server.url + "/stream")
            #expect(answer.exitStatus == 0)
            #expect(answer.text == numbers.map { "number \($0)" }.joined() + "end")
        }
    }

    @Test("Stopping cancels producers: if one returns, its stream ends cleanly, else it is broken")
    func stop() async throws {
        let polite = stream("/polite") { writer in
            try await writer.write(Array("hello".utf8))
            try? await Task.sleep(for: .seconds(3600))
            try await writer.write(Array("bye".utf8))
        }
        let deaf = stream("/deaf") { writer in
            try await writer.write(Array("hello".utf8))
            while !writer.isClosed { try? await Task.sleep(for: .milliseconds(5)) }
        }
        for (path, limit) in [("/polite", Duration.seconds(60)), ("/deaf", .milliseconds(50))] {
            try await withServer(routes: [polite, deaf]) { server in
                let client = try RawClient(port: server.port)
                defer { client.close() }
                client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = await client.receive(until: "hello")
                async let stopped: Void = server.server.stop(within: limit)
                let rest = await client.receive()
                #expect(rest.hasSuffix("bye\r\n0\r\n\r\n") == (path == "/polite"))
                #expect(rest.hasSuffix("0\r\n\r\n") == (path == "/polite"))
                await stopped
                #expect(server.server.streamCount == 0)
            }
        }
    }

    @Test("A stream beyond the limit gets Retry-After, while requests are answered")
    func tooMany() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.streamsMax = 2
        configuration.requestsInFlightMax = 1
        let route = stream { writer in
            try await writer.write(Array("hello".utf8))
            try await Task.sleep(for: .seconds(3600))
        }
        try await withServer(configuration, routes: [route, .echo()]) { server in
            let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
            for client in clients {
                client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = await client.receive(until: "hello")
            }
            let refused = try await curl(server.url + "/stream")
            #expect(refused.status == 503)
            #expect(refused.text.hasPrefix("tooManyStreams"))
            #expect(refused.headers["retry-after"] == "1")
            // A request counts until shortly after its client has the answer.
            #expect(await eventually { server.server.load.inFlight == 0 })
            #expect(try await curl("-d", "x", server.url + "/echo").text == "x")
            clients[0].close()
            #expect(await eventually { server.server.streamCount == 1 && server.server.load.inFlight == 0 })
            let client = try RawClient(port: server.port)
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.receive(until: "hello").hasPrefix("HTTP/1.1 200"))
            clients[1].close()
            client.close()
        }
    }

    private func stream(
        _ template: String = "/stream", _ produce: @escaping @Sendable (HTTPStreamWriter) async throws -> Void
    ) -> Route {
        Route(method: .get, template: template) { _ in
            var response = HTTPResponse(status: .ok, contentType: "text/plain")
            response.stream = HTTPStream(produce)
            return response
        }
    }
}
