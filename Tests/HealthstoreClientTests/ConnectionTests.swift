import Foundation
import Testing

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A connection by a QR code") struct ConnectionTests {
    private static let token =
        "hs_1_" + String(repeating: "0123456789abcdef", count: 2) + "_"
        + String(repeating: "0123456789abcdef", count: 4)

    @Test(
        "has the address and the token",
        arguments: [
            ("https://health.example/", "https://health.example"),
            ("https://health.example", "https://health.example"),
            (" https://health.example:8443/data/", "https://health.example:8443/data"),
            ("http://192.168.1.7:8484/", "http://192.168.1.7:8484"),
            ("HTTPS://health.example/", "https://health.example"), ("https://[::1]:8484/", "https://[::1]:8484"),
        ])
    func wellFormed(address: String, expected: String) throws {
        let connection = try ConnectionText("\(address)#token=\(Self.token)\n")
        #expect(connection.token == Self.token)
        #expect(connection.address.absoluteString.lowercased() == expected)
        #expect(try HealthstoreClient(connection: "\(address)#token=\(Self.token)").address == connection.address)
    }

    @Test("is used for requests, whose addresses do not contain the token")
    func request() async throws {
        let transport = RecordingTransport()
        let client = try HealthstoreClient(
            connection: "https://health.example/base/#token=\(Self.token)", transport: transport)
        _ = try? await client.reportTimeZone("UTC")
        let sent = try #require(transport.request)
        #expect(sent.url?.absoluteString == "https://health.example/base/v1/time-zones")
        #expect(sent.value(forHTTPHeaderField: "Authorization") == "Bearer \(Self.token)")
    }

    @Test(
        "is refused with a reason if it is malformed, and the error does not contain the token",
        arguments: [
            ("", "https://"), ("TOKEN", "https://"), ("health.example/#token=TOKEN", "https://"),
            ("ftp://health.example/#token=TOKEN", "https://"), ("https:///#token=TOKEN", "https://"),
            ("https://health.example/", "#token="), ("https://health.example/#login=TOKEN", "#token="),
            ("https://health.example/?token=TOKEN", "query"), ("https://a:b@health.example/#token=TOKEN", "user"),
            ("https://health.example/#token=", "hs_1_"), ("https://health.example/#token=TOKEN0", "hs_1_"),
            ("https://health.example/#token=hso_1", "hs_1_"), ("https://health.example/#token=TOKEN#", "#token="),
        ])
    func malformed(text: String, reason: String) throws {
        let error = #expect(throws: HealthstoreError.self) {
            try HealthstoreClient(connection: text.replacing("TOKEN", with: Self.token))
        }
        let found = try #require(error)
        #expect(found.code == .malformedConnection && !found.isTransient)
        #expect(found.message.contains(reason) && !found.message.contains(Self.token), "\(found.message)")
    }

    @Test("is refused if it is longer than a QR code holds")
    func long() {
        let text = "https://health.example/" + String(repeating: "a", count: 5_000) + "#token=\(Self.token)"
        #expect(throws: HealthstoreError.self) { try HealthstoreClient(connection: text) }
    }
}

/// Keeps the last request, and answers none.
private final class RecordingTransport: HTTPTransport, @unchecked Sendable {
    private let lock = NSLock()
    private var last: URLRequest?

    var request: URLRequest? { lock.withLock { last } }

    func send(_ request: URLRequest) async throws -> HTTPAnswer {
        lock.withLock { last = request }
        throw URLError(.notConnectedToInternet)
    }
}
