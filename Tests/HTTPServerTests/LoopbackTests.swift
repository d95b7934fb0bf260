import Testing

@testable import HTTPServer

@Suite("Hosts")
struct LoopbackTests {
    @Test(
        "Loopback addresses are distinguished from those that other machines reach",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("::1", true), ("0:0:0:0:0:0:0:1", true),
            ("0.0.0.0", false), ("128.0.0.1", false), ("192.168.1.2", false), ("::", false), ("::2", false),
            ("fe80::1", false), ("1::1", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        let configuration = HTTPServerConfiguration.with { $0.host = host }
        #expect(configuration.isLoopback == isLoopback)
    }
}
