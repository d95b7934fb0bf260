import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct NetworkAddressTests {
    @Test(
        "an address is parsed and printed, and a mapped IPv4 address is the IPv4 address",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"),
            ("[::1]", "::1"), ("0.0.0.0", "0.0.0.0"),
        ])
    func texts(text: String, printed: String) {
        #expect(NetworkAddress(text)?.description == printed)
    }

    @Test(
        "a text that is not an address is refused",
        arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.0.0.1", "[1.2.3.4]", "[]", "::g", "1.2.3.4/8", " ::1"])
    func malformed(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test(
        "a network has the addresses with its prefix, of its own version",
        arguments: [
            ("10.1.0.0/16", "10.1.255.1", true), ("10.1.0.0/16", "10.2.0.1", false), ("10.0.0.2", "10.0.0.2", true),
            ("10.0.0.2", "10.0.0.3", false), ("10.0.0.2/32", "::ffff:10.0.0.2", true),
            ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false),
            ("::/16", "10.0.0.1", false), ("::/0", "10.0.0.1", false), ("0.0.0.0/0", "1.2.3.4", true),
            ("0.0.0.0/0", "2001:db8::1", false), ("10.0.0.2/31", "10.0.0.3", true),
        ])
    func networks(network: String, address: String, contains: Bool) throws {
        let network = try #require(AddressNetwork(network))
        #expect(network.contains(try #require(NetworkAddress(address))) == contains)
    }

    @Test(
        "a text that is not a network is refused",
        arguments: ["", "/8", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0.0/8/8", "a/8"])
    func malformedNetworks(text: String) { #expect(AddressNetwork(text) == nil) }

    @Test(
        "loopback addresses are distinguished from those that other machines reach",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("::1", true), ("0:0:0:0:0:0:0:1", true),
            ("0.0.0.0", false), ("128.0.0.1", false), ("192.168.1.2", false), ("::", false), ("::2", false),
            ("fe80::1", false), ("1::1", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        let configuration = HTTPServerConfiguration.with { $0.host = host }
        #expect(configuration.isLoopback == isLoopback)
    }

    @Test("a handler sees the address of its peer")
    func peers() async throws {
        try await withServer(routes: [.text(.get, "/peer") { "\($0.peer)" }]) { server in
            let answer = try await Command.run("/usr/bin/curl", ["-sS", server.url + "/peer"]).output
            #expect(answer == "\(HTTPPeer.address(try #require(NetworkAddress("127.0.0.1"))))")
        }
    }

    @Test("only owner and group may connect to a UNIX socket, which is opened again after a crash, but not twice")
    func unixSocket() async throws {
        let path = "/tmp/healthstore-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        var configuration = HTTPServerConfiguration()
        configuration.host = "unix:" + path
        let route = Route.text(.get, "/peer") { "\($0.peer == .unixSocket)" }
        func ask() async throws -> String {
            try await Command.run("/usr/bin/curl", ["-sS", "--unix-socket", path, "http://localhost/peer"]).output
        }
        #expect(configuration.isLoopback)
        for _ in 0..<2 {
            // The file of the first server is still there for the second.
            try await withServer(configuration, routes: [route]) { _ in
                #expect(try await ask() == "true")
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o660)
                let second = HTTPServer(
                    configuration: configuration, router: Router(routes: [], failure: failureResponse), log: { _ in })
                let error = #expect(throws: HTTPServerError.self) { try second.start() }
                #expect(error?.code == .cannotListen)
                #expect(try await ask() == "true")
            }
        }
        configuration.host = "unix:/tmp/" + String(repeating: "x", count: 120)
        await #expect(throws: HTTPServerError.self) { try await withServer(configuration, routes: []) { _ in } }
    }
}
