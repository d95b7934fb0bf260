import HealthJobs
import Testing

@Suite struct WebhookAddressTests {
    @Test("a number that is not a public address is refused in every spelling, unless private addresses are allowed")
    func numbers() {
        let hosts = [
            "127.0.0.1", "127.1", "127.0.0.1.", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "2130706433",
            "%31%32%37.0.0.1", "0", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "192.168.257",
            "169.254.169.254",
            "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:a00:1]", "[64:ff9b::10.0.0.1]", "[fe80::1]", "[fe80::1%25lo]",
            "[fc00::1]",
            "[fd12:3456::1]", "[ff02::1]", "[2001:db8::1]", "[2002:7f00:1::1]", "localhost", "LOCALHOST.",
            "a.localhost",
        ]
        for host in hosts {
            for url in ["https://\(host)/hook", "https://\(host):8443/hook?a=b", "HTTPS://\(host)"] {
                let fault = WebhookAddress.fault(in: url, allowsPrivate: false)
                #expect(
                    fault?.hasPrefix("url must have a public address of the Internet; ") == true,
                    "\(url): \(fault ?? "")")
                #expect(WebhookAddress.fault(in: url, allowsPrivate: true) == nil, "\(url)")
            }
        }
        #expect(
            WebhookAddress.fault(in: "https://0x7f.1:1/", allowsPrivate: false)
                == "url must have a public address of the Internet; 127.0.0.1 is a private, local or reserved one")
    }

    @Test("public numbers and all other names are accepted")
    func accepted() {
        let hosts = [
            "1.1.1.1", "1.1", "0x01010101", "16843009", "[2606:4700::1111]", "[::ffff:1.1.1.1]", "example.org",
            "example.org.",
            "localhost.example.org", "xn--exmple-cua.org", "10.0.0.1.example.org", "127.0.0.1.nip.io",
            "a_b.example.org",
        ]
        for host in hosts {
            #expect(WebhookAddress.fault(in: "https://\(host)/hook", allowsPrivate: false) == nil, "\(host)")
        }
    }

    @Test("what is no address of a server is refused, also if private addresses are allowed")
    func faults() {
        let urls = [
            "", "hook", "https://", "https:///hook", "ftp://example.org/", "https://a@example.org/",
            "https://a:b@example.org/",
            "https://example.org/#a", "https://example.org:0/", "https://example.org:99999/", "https://example.org/ a",
            "https://[::1/", "https://[::g]/", "https://%zz/", "https://example.org/\u{0}", "https://exämple.org/",
            "https://１２７.0.0.1/", "https://example.org/" + String(repeating: "a", count: WebhookAddress.bytesMax),
        ]
        for url in urls { #expect(WebhookAddress.fault(in: url, allowsPrivate: true) != nil, "\(url)") }
        #expect(WebhookAddress.fault(in: "http://example.org/", allowsPrivate: false) == "url must begin with https://")
        #expect(WebhookAddress.fault(in: "http://example.org/", allowsPrivate: true) == nil)
    }
}
