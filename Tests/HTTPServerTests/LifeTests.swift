import Foundation
import Glibc
import Testing

@testable import HTTPServer

@Suite("Start, stop and clients that disconnect")
struct LifeTests {
    private func held(_ gate: Gate) -> Route {
        .text(.get, "/held") { _ in
            await gate.pass()
            return "held"
        }
    }

    @Test("Stopping waits for the running request, and new ones on open connections are refused")
    func gracefulStop() async throws {
        let gate = Gate()
        try await withServer(routes: [held(gate), .echo()]) { server in
            let kept = try RawClient(port: server.port)
            defer { kept.close() }
            kept.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
            #expect(await kept.receive(until: "\r\n\r\nhi").hasPrefix("HTTP/1.1 200"))
            async let running = curl(server.url + "/held")
            #expect(await eventually { await gate.arrivals == 1 })
            async let stopped: Void = server.server.stop(within: .seconds(60))
            #expect(await eventually { server.server.isStopping })
            kept.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nho")
            let refused = await kept.receive()
            #expect(refused.hasPrefix("HTTP/1.1 503"))
            #expect(refused.lowercased().contains("connection: close"))
            #expect(refused.contains("stopping"))
            #expect(await eventually { (try? await curl(server.url + "/held"))?.status == 0 })
            await gate.open()
            let answer = try await running
            #expect(answer.text == "held")
            #expect(answer.headers["connection"]?.lowercased() == "close")
            await stopped
        }
    }

    @Test("A draining server answers all requests, also on a connection that it has not accepted yet, and closes them")
    func drain() async throws {
        try await withServer(routes: [.echo()]) { server in
            let kept = try RawClient(port: server.port)
            defer { kept.close() }
            let post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
            kept.send(post)
            #expect(await kept.receive(until: "\r\n\r\nhi").hasPrefix("HTTP/1.1 200"))
            async let drained: Void = server.server.drain(for: .milliseconds(300))
            #expect(await eventually { server.server.isStopping })
            kept.send(post)
            let last = await kept.receive()
            #expect(last.hasPrefix("HTTP/1.1 200") && last.lowercased().contains("connection: close"))
            // Each of these clients gets an answer, or its connection is refused.
            var (answered, isOpen) = (0, true)
            while isOpen {
                guard let client = try? RawClient(port: server.port) else { break }
                client.send(post)
                let answer = await client.receive()
                client.close()
                isOpen = answer.hasPrefix("HTTP/1.1 200")
                #expect(isOpen || answer.isEmpty, "\(answer)")
                answered += isOpen ? 1 : 0
            }
            #expect(answered > 0)
            await drained
            await server.server.stop(within: .zero)
            #expect(server.server.load == (0, 0))
        }
    }

    @Test("After the limit, the handler is cancelled and its client gets the response that the server stops")
    func stopAfterLimit() async throws {
        let gate = Gate()
        let cancelled = Gate()
        let stuck = Route.text(.get, "/stuck") { _ in
            await gate.pass()
            // The handler ends only when it is cancelled.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            await cancelled.pass()
            return "late"
        }
        try await withServer(routes: [stuck]) { server in
            async let running = curl(server.url + "/stuck")
            #expect(await eventually { await gate.arrivals == 1 })
            await gate.open()
            await server.server.stop(within: .milliseconds(50))
            let answer = try await running
            #expect(answer.status == 503)
            #expect(answer.text.hasPrefix("stopping"))
            #expect(await eventually { await cancelled.arrivals == 1 })
            await cancelled.open()
            #expect(server.server.load == (0, 0))
        }
    }

    @Test("Stopping during many requests answers each or closes its connection", arguments: 0..<10)
    func stopAnyTime(round: Int) async throws {
        let brief = Route.text(.get, "/brief") { request in
            try await Task.sleep(for: .milliseconds(Int(request.query.first?.value ?? "") ?? 0))
            return "done"
        }
        try await withServer(routes: [brief]) { server in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for client in 0..<8 {
                    group.addTask { try await curl(server.url + "/brief?ms=\(client * 5)").status }
                }
                group.addTask {
                    try await Task.sleep(for: .milliseconds(round * 6))
                    await server.server.stop(within: .milliseconds(round % 3 * 5))
                    return 0
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { [0, 200, 503].contains($0) })
            #expect(server.server.load == (0, 0))
        }
    }

    @Test("A stopped server is released, and its port is free again")
    func letGo() async throws {
        weak var released: HTTPServer?
        var configuration = HTTPServerConfiguration()
        do {
            let server = HTTPServer(
                configuration: configuration, router: Router(routes: [.echo()], failure: failureResponse)
            ) { _ in }
            configuration.port = try server.start()
            #expect(try await curl("-d", "one", "http://127.0.0.1:\(configuration.port)/echo").text == "one")
            await server.stop(within: .seconds(5))
            await server.stop(within: .seconds(5))
            released = server
        }
        #expect(await eventually { released == nil })
        try await withServer(configuration, routes: [.echo()]) { server in
            #expect(server.port == configuration.port)
            let answer = try await curl("-d", "two", server.url + "/echo")
            #expect(answer.text == "two")
        }
    }

    @Test("A port in use is reported")
    func portInUse() async throws {
        try await withServer(routes: []) { server in
            let configuration = HTTPServerConfiguration.with { $0.port = server.port }
            let error = startError(configuration)
            #expect(error?.code == .cannotListen)
            #expect(error?.message == "could not listen on 127.0.0.1:\(server.port): Address already in use")
        }
    }

    @Test("A server starts once, and may be stopped before")
    func startsOnce() async throws {
        let router = Router(routes: [], failure: failureResponse)
        await HTTPServer(configuration: HTTPServerConfiguration(), router: router) { _ in }.stop(within: .zero)
        try await withServer(routes: []) { server in
            let again = #expect(throws: HTTPServerError.self) { try server.server.start() }
            #expect(again?.code == .alreadyStarted)
        }
    }

    @Test(
        "A configuration value out of range is refused",
        arguments: [
            (\HTTPServerConfiguration.bodyBytesMax, -1), (\.requestsInFlightMax, 0), (\.threads, 0),
            (\.connectionsMax, 1), (\.connectionIdleTimeout, 0), (\.connectionIdleTimeout, Int(Int32.max) + 1),
        ] as [(WritableKeyPath<HTTPServerConfiguration, Int> & Sendable, Int)])
    func invalid(field: WritableKeyPath<HTTPServerConfiguration, Int> & Sendable, value: Int) {
        var configuration = HTTPServerConfiguration()
        configuration[keyPath: field] = value
        #expect(startError(configuration)?.code == .invalidConfiguration)
    }

    @Test("A host that is not an address is refused", arguments: ["example.org", "", "127.0.0.1:80", "999.0.0.1"])
    func invalidHost(host: String) {
        let configuration = HTTPServerConfiguration.with { $0.host = host }
        #expect(startError(configuration)?.code == .invalidConfiguration)
    }

    @Test(
        "A server with one thread answers at localhost, and at the IPv6 loopback",
        arguments: hasIPv6 ? ["localhost", "::1"] : ["localhost"])
    func loopback(host: String) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.host = host
        configuration.threads = 1
        try await withServer(configuration, routes: [.echo()]) { server in
            let name = host == "::1" ? "[::1]" : host
            let answer = try await curl("-d", "x", "http://\(name):\(server.port)/echo")
            #expect(answer.text == "x")
        }
    }

    /// The error with which a server of this configuration does not start.
    private func startError(_ configuration: HTTPServerConfiguration) -> HTTPServerError? {
        let router = Router(routes: [], failure: failureResponse)
        let server = HTTPServer(configuration: configuration, router: router) { _ in }
        return #expect(throws: HTTPServerError.self) { try server.start() }
    }

    /// Whether this machine has an IPv6 loopback.
    private static let hasIPv6: Bool = {
        let configuration = HTTPServerConfiguration.with { $0.host = "::1" }
        guard let listener = try? Listener.open(host: configuration.host, port: 0) else { return false }
        close(listener.socket)
        return true
    }()
}
