import Testing

@testable import HTTPServer

@Suite("Shares of owners")
struct OwnerShareTests {
    /// Returns two routes. `/held/{owner}` waits at the gate, and `/long/{owner}` responds with a
    /// long body.
    private func routes(_ gate: Gate, bytes: Int = 0) -> [Route] {
        [
            Route(method: .get, template: "/held/{owner}") { request in
                try request.assign(to: owner(request))
                await gate.pass()
                return HTTPResponse(status: .ok, body: Array("held".utf8))
            },
            Route(method: .post, template: "/body/{owner}", body: .streamed) { request in
                try request.assign(to: owner(request))
                let body = try await request.decodedBody()
                await gate.pass()
                return HTTPResponse(status: .ok, body: Array("\(body.count)".utf8))
            },
            Route(method: .post, template: "/stream/{owner}", body: .streamed) { request in
                try request.assign(to: owner(request))
                var count = 0
                while let piece = try await request.stream.next() { count += piece.count }
                return HTTPResponse(status: .ok, body: Array("\(count)".utf8))
            },
            Route(method: .get, template: "/long/{owner}") { request in
                try request.assign(to: owner(request))
                return HTTPResponse(status: .ok, body: testBytes(bytes))
            },
        ]
    }

    @Test("The bodies of one owner leave memory for another, and the memory is freed")
    func bodies() async throws {
        let (free, size) = (ExchangeShare.freeBodyBytes, 3 << 20)
        let gate = Gate()
        var configuration = HTTPServerConfiguration()
        configuration.bodyBytesInFlightMax = 2 * (size - free)
        configuration.bodyBytesPerOwnerMax = size - free
        try await withServer(configuration, routes: routes(gate)) { server in
            try await withFile(ofSize: size) { file in
                async let first = curl("--data-binary", "@\(file)", server.url + "/body/1")
                #expect(await eventually { await gate.arrivals == 1 })
                let refused = try await curl("--data-binary", "@\(file)", server.url + "/body/1")
                #expect(refused.status == 429 && refused.text.hasPrefix("ownerOverloaded"))
                async let other = curl("--data-binary", "@\(file)", server.url + "/body/2")
                #expect(await eventually { await gate.arrivals == 2 })
                await gate.open()
                #expect(try await first.text == "\(size)")
                #expect(try await other.text == "\(size)")
                #expect(await eventually { server.server.budgets.bodies.held == 0 })
                #expect(server.server.budgets.bodies.ownerCount == 0)
            }
        }
    }

    @Test("The streamed bodies of one owner leave room for another")
    func bodyStreams() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bodyStreamsMax = 2
        configuration.bodyStreamsPerOwnerMax = 1
        try await withServer(configuration, routes: routes(Gate())) { server in
            let clients = try (1...2).map { owner in
                let client = try RawClient(port: server.port)
                client.send("POST /stream/\(owner) HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo")
                return client
            }
            #expect(await eventually { server.server.bodyStreamCount == 2 })
            let refused = try await curl("-d", "body", server.url + "/stream/1")
            #expect(refused.status == 429 && refused.text.hasPrefix("ownerOverloaded"))
            let overloaded = try await curl("-d", "body", server.url + "/stream/3")
            #expect(overloaded.status == 503 && overloaded.text.hasPrefix("overloaded"))
            #expect(overloaded.headers["retry-after"] == "1")
            for client in clients {
                client.send("dy")
                #expect(await client.receive(until: "\r\n\r\n4").contains(" 200 OK"))
                client.close()
            }
            #expect(await eventually { server.server.bodyStreamCount == 0 })
            #expect(try await curl("-d", "body", server.url + "/stream/1").text == "4")
        }
    }

    @Test("Responses in memory are bounded for each owner and for all, until they are sent")
    func responses() async throws {
        // The size is more than the system's socket buffers hold.
        let size = 32 << 20
        var configuration = HTTPServerConfiguration()
        configuration.responseBytesPerOwnerMax = size
        configuration.responseBytesInFlightMax = 2 * size
        let gate = Gate()
        try await withServer(configuration, routes: routes(gate, bytes: size)) { server in
            // These clients do not read yet.
            let clients = try (1...2).map { owner in
                let client = try RawClient(port: server.port)
                client.send("GET /long/\(owner) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return client
            }
            #expect(await eventually { server.server.budgets.responses.held == 2 * size })
            let refused = try await curl(server.url + "/long/1")
            #expect(refused.status == 429 && refused.text.hasPrefix("ownerOverloaded"))
            let overloaded = try await curl(server.url + "/long/3")
            #expect(overloaded.status == 503 && overloaded.text.hasPrefix("overloaded"))
            #expect(await clients[0].receiveCount() > size)
            #expect(await eventually { server.server.budgets.responses.held == size })
            #expect(try await curl(server.url + "/long/1").body == testBytes(size))
            for client in clients { client.close() }
            #expect(await eventually { server.server.budgets.responses.held == 0 })
        }
    }
}

private func owner(_ request: HTTPRequest) -> Int32 { request.pathParameters["owner"].flatMap { Int32($0) } ?? 0 }
