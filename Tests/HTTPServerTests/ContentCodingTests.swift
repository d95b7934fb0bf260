import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Compressed bodies")
struct ContentCodingTests {
    private var small: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.bodyBytesMax = 100_000
        configuration.decodedBodyBytesMax = 300_000
        return configuration
    }

    /// Responds with the length of the body.
    private let lengths = Route.text(.post, "/lengths") { "\(try await $0.decodedBody().count)" }

    @Test(
        "A handler sees the decompressed body",
        arguments: ["gzip", "GZIP", "x-gzip", "identity, gzip"], ["X-None: 1", "Transfer-Encoding: chunked"])
    func decoded(coding: String, framing: String) async throws {
        let bytes = testBytes(200_000)
        try await withServer(small, routes: [.echo(), lengths]) { server in
            try await withGzip(bytes) { file, _ in
                let arguments = ["-H", "Content-Encoding: \(coding)", "-H", framing, "--data-binary", "@\(file)"]
                let echoed = try await curl(arguments + [server.url + "/echo"])
                #expect(echoed.body == bytes)
                let counted = try await curl(arguments + [server.url + "/lengths"])
                #expect(counted.text == "200000")
            }
            let plain = try await curl(
                "-H", "Content-Encoding: identity", "-d", "hello", server.url + "/lengths")
            #expect(plain.text == "5")
        }
    }

    @Test("A body that is not gzip, is truncated, or is followed by garbage is refused with 400")
    func malformed() async throws {
        try await withServer(small, routes: [.echo()]) { server in
            let plain = try await curl("-H", "Content-Encoding: gzip", "-d", "plain", server.url + "/echo")
            #expect(plain.status == 400)
            #expect(plain.text.hasPrefix("malformedBody the bytes are not gzip data"))
            try await withGzip(testBytes(1000)) { file, size in
                let whole = try Data(contentsOf: URL(fileURLWithPath: file))
                for (bytes, message) in [
                    (whole.dropLast(1), "the end of the gzip data is missing"),
                    (whole + [1, 2], "the bytes are not gzip"),
                ] {
                    try bytes.write(to: URL(fileURLWithPath: file))
                    let answer = try await curl(
                        "-H", "Content-Encoding: gzip", "--data-binary", "@\(file)", server.url + "/echo")
                    #expect(answer.status == 400)
                    #expect(answer.text.hasPrefix("malformedBody \(message)"))
                }
            }
            let still = try await curl("-d", "still here", server.url + "/echo")
            #expect(still.text == "still here")
        }
    }

    @Test(
        "Another coding is refused with 415, with the accepted coding",
        arguments: ["br", "deflate", "gzip, gzip", "zstd"])
    func unsupported(coding: String) async throws {
        try await withServer(small, routes: [.echo()]) { server in
            let answer = try await curl("-H", "Content-Encoding: \(coding)", "-d", "x", server.url + "/echo")
            #expect(answer.status == 415)
            #expect(answer.text.hasPrefix("unsupportedContentCoding"))
            #expect(answer.headers["accept-encoding"] == "gzip")
        }
    }

    /// A file with bytes that the real gzip compressed, and its size.
    private func withGzip(_ bytes: [UInt8], _ use: (String, Int) async throws -> Void) async throws {
        let compressed = try gzip(bytes)
        try await withBytes(compressed) { try await use($0, compressed.count) }
    }
}
