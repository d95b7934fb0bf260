import Synchronization
import Testing

@testable import HTTPServer

@Suite("Room for connections")
struct RoomTests {
    private static let known = "GET /known HTTP/1.1\r\nHost: a\r\n\r\n"

    private static let routes = [
        Route.text(.get, "/known") { request in
            request.recordAuthentication()
            return "known"
        },
        Route(method: .post, template: "/body/{isKnown}", body: .streamed) { request in
            if request.pathParameters["isKnown"] == "true" { request.recordAuthentication() }
            return HTTPResponse(status: .ok, body: try await request.decodedBody())
        },
        .text(.get, "/long") { _ in String(repeating: "a", count: 60_000) },
    ]

    @Test(
        "A new connection replaces the one that waits longest and has no authenticated request",
        arguments: [
            (\HTTPServerConfiguration.unauthenticatedConnectionsPerAddressMax, false, true),
            (\.unauthenticatedConnectionsPerAddressMax, true, false),
            (\.unauthenticatedConnectionsMax, true, true), (\.connectionsMax, true, true),
        ] as [(WritableKeyPath<HTTPServerConfiguration, Int> & Sendable, Bool, Bool)])
    func displacement(
        field: WritableKeyPath<HTTPServerConfiguration, Int> & Sendable, isShared: Bool, isLimited: Bool
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration[keyPath: field] = 4
        configuration.isShared = { _ in isShared }
        configuration.requestHeadTimeout = 4
        let reports = Mutex<[Int]>([])
        try await withServer(
            configuration, routes: Self.routes, displaced: { count in reports.withLock { $0 += [count] } }
        ) { server in
            let friend = try RawClient(port: server.port)
            friend.send(Self.known)
            #expect(await friend.receive(until: "known").contains(" 200 OK"))
            let silent = try (0..<8).map { _ in try RawClient(port: server.port) }
            defer { for client in silent + [friend] { client.close() } }
            #expect(await eventually { server.server.connectionCounts.open >= (isLimited ? 3 : 9) })
            #expect(try await curl(server.url + "/known").text == "known")
            friend.send(Self.known)
            #expect(await friend.receive(until: "known").contains(" 200 OK"))
            guard isLimited else { return #expect(server.server.connectionCounts.displaced == 0) }
            #expect(await silent[0].isClosedByServer())
            #expect(server.server.connectionCounts.displaced >= 4)
            // Later displacements are reported after a minute.
            #expect(await eventually { reports.withLock { $0.count } == 1 })
        }
    }

    @Test(
        "A new request replaces one with a slow body, unless that is authenticated", arguments: [false, true])
    func inFlight(isKnown: Bool) async throws {
        let configuration = HTTPServerConfiguration.with { $0.requestsInFlightMax = 2 }
        try await withServer(configuration, routes: Self.routes) { server in
            let slow = try (0..<2).map { _ in try RawClient(port: server.port) }
            defer { for client in slow { client.close() } }
            for client in slow {
                client.send("POST /body/\(isKnown) HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na")
            }
            #expect(await eventually { server.server.load.inFlight == 2 })
            #expect(try await curl(server.url + "/known").status == (isKnown ? 503 : 200))
            #expect(server.server.connectionCounts.displaced == (isKnown ? 0 : 1))
        }
    }

    @Test("A client that does not read short responses is closed after the window of transfers")
    func unread() async throws {
        let configuration = HTTPServerConfiguration.with { ($0.transferWindow, $0.connectionIdleTimeout) = (1, 600) }
        try await withServer(configuration, routes: Self.routes) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            let request = "GET /long HTTP/1.1\r\nHost: a\r\n\r\n"
            // The socket's buffers take some megabytes.
            client.send(String(repeating: request, count: 1_000))
            #expect(await eventually { server.accesses.all.count > 10 && server.server.connectionCounts.open == 0 })
        }
    }
}
