import TestSupport
import Testing

@testable import HTTPServer

@Suite("Limits of whole bodies")
struct BodyLimitTests {
    @Test(
        "A body of the maximum size, as sent and decompressed, is accepted, and a byte more is refused",
        arguments: ["Expect:", "Expect: 100-continue", "Transfer-Encoding: chunked"])
    func largest(field: String) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bodyBytesMax = 50_000
        configuration.decodedBodyBytesMax = 60_000
        try await withServer(configuration, routes: [.echo()]) { server in
            for more in [0, 1] {
                try await withFile(ofSize: 50_000 + more) { file in
                    let answer = try await curl("-H", field, "--data-binary", "@\(file)", server.url + "/echo")
                    #expect(answer.status == (more == 0 ? 200 : 413))
                    guard more == 1 else { return }
                    #expect(answer.text.hasPrefix("contentTooLarge 50000"))
                    #expect(answer.headers["connection"]?.lowercased() == "close")
                }
                try await withBytes(try gzip([UInt8](repeating: 0, count: 60_000 + more))) { file in
                    let answer = try await curl(
                        "-H", field, "-H", "Content-Encoding: gzip", "--data-binary", "@\(file)",
                        server.url + "/echo")
                    #expect(answer.status == (more == 0 ? 200 : 413))
                    if more == 1 { #expect(answer.text.hasPrefix("contentTooLarge 60000")) }
                }
            }
        }
    }

    @Test(
        "Bodies beyond the common limit are refused with 503, others are accepted, and the memory is freed",
        arguments: [true, false])
    func budget(isAnnounced: Bool) async throws {
        let (free, size) = (ExchangeShare.freeBodyBytes, 3 << 20)
        var configuration = HTTPServerConfiguration()
        // This limit allows two bodies.
        configuration.bodyBytesInFlightMax = 2 * (size - free)
        let gate = Gate()
        let held = Route(method: .post, template: "/held") { request in
            await gate.pass()
            return HTTPResponse(status: .ok, body: try await request.decodedBody())
        }
        try await withServer(configuration, routes: [held, .echo()]) { server in
            try await withFile(ofSize: size) { file in
                let fields = isAnnounced ? [] : ["-H", "Transfer-Encoding: chunked"]
                async let first = curl(fields + ["--data-binary", "@\(file)", server.url + "/held"])
                async let second = curl(fields + ["--data-binary", "@\(file)", server.url + "/held"])
                #expect(await eventually { await gate.arrivals == 2 })
                #expect(server.server.budgets.bodies.held == configuration.bodyBytesInFlightMax)
                let refused = try await curl(fields + ["--data-binary", "@\(file)", server.url + "/echo"])
                #expect(refused.status == 503 && refused.text.hasPrefix("overloaded"))
                #expect(refused.headers["retry-after"] == "1")
                try await withFile(ofSize: free) { file in
                    let small = try await curl("--data-binary", "@\(file)", server.url + "/echo")
                    #expect(small.status == 200)
                }
                await gate.open()
                #expect(try await first.body == testBytes(size))
                #expect(try await second.body == testBytes(size))
                #expect(await eventually { server.server.budgets.bodies.held == 0 })
                #expect(try await curl(fields + ["--data-binary", "@\(file)", server.url + "/echo"]).status == 200)
            }
        }
    }

    @Test("Decompressed bytes count, too")
    func decodedBudget() async throws {
        let configuration = HTTPServerConfiguration.with { $0.bodyBytesInFlightMax = 2 << 20 }
        try await withServer(configuration, routes: [.echo()]) { server in
            for (size, status) in [(2 << 20, 200), (4 << 20, 503)] {
                try await withBytes(try gzip([UInt8](repeating: 0, count: size))) { file in
                    let answer = try await curl(
                        "-H", "Content-Encoding: gzip", "--data-binary", "@\(file)", server.url + "/echo")
                    #expect(answer.status == status)
                }
            }
            #expect(await eventually { server.server.budgets.bodies.held == 0 })
        }
    }
}
