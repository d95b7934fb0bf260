import Foundation
import HTTPClient
import Testing

@Suite struct PublicAddressTests {
    private static func bytes(_ text: String) -> [UInt8] {
        guard text.contains(":") else { return text.split(separator: ".").compactMap { UInt8($0) } }
        // The part after "::" ends the address. It may end with an IPv4 address.
        let halves = text.components(separatedBy: "::").map { half in
            half.split(separator: ":").flatMap { part -> [UInt8] in
                if part.contains(".") { return bytes(String(part)) }
                let number = UInt16(part, radix: 16) ?? 0
                return [UInt8(number >> 8), UInt8(number & 0xff)]
            }
        }
        let ending = halves.count > 1 ? halves[1] : []
        return halves[0] + [UInt8](repeating: 0, count: 16 - halves[0].count - ending.count) + ending
    }

    @Test("only globally reachable addresses are public, also inside an IPv6 address")
    func addresses() {
        let open = [
            "1.1.1.1", "9.255.255.255", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
            "192.167.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1", "2001:200::1", "3fff:1000::1",
            "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        ]
        for text in open { #expect(PublicAddress.isPublic(Self.bytes(text)), "\(text)") }
        let closed = [
            "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
            "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "fc00::1", "fd00::1", "fe80::1", "ff02::1",
            "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "100::1",
        ]
        for text in closed { #expect(!PublicAddress.isPublic(Self.bytes(text)), "\(text)") }
        #expect(!PublicAddress.isPublic([]) && !PublicAddress.isPublic([1, 1, 1]))
    }
}
