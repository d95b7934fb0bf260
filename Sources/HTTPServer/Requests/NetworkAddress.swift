import Glibc

/// An IPv4 or IPv6 address.
///
/// An IPv4 address is equal to its IPv4-mapped IPv6 address in ::ffff:0:0/96 (RFC 4291, section
/// 2.5.5.2). A socket for both versions reports an IPv4 address in this form.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// The IPv6 address as a number. An IPv4 address is its IPv4-mapped IPv6 address.
    public let bits: UInt128

    private static let mappedPrefix: UInt128 = 0xffff << 32

    /// Returns nil for a text that is not an address. An IPv6 address may be in brackets.
    public init?(_ text: some StringProtocol) {
        var ipv4 = in_addr()
        var ipv6 = in6_addr()
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
        let address = isBracketed ? String(text.dropFirst().dropLast()) : String(text)
        if !isBracketed, inet_pton(AF_INET, address, &ipv4) == 1 {
            bits = NetworkAddress.mappedPrefix | UInt128(UInt32(bigEndian: ipv4.s_addr))
        } else if inet_pton(AF_INET6, address, &ipv6) == 1 {
            bits = withUnsafeBytes(of: &ipv6) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
        } else {
            return nil
        }
    }

    private init(bits: UInt128) { self.bits = bits }

    /// - Parameter bytes: 4, in network order.
    init(ipv4 bytes: some Sequence<UInt8>) { bits = bytes.reduce(0xffff) { $0 << 8 | UInt128($1) } }

    /// - Parameter bytes: 16, in network order.
    init(ipv6 bytes: some Sequence<UInt8>) { bits = bytes.reduce(0) { $0 << 8 | UInt128($1) } }

    public var isIPv4: Bool { bits >> 32 == 0xffff }

    /// True for a loopback address: 127.0.0.0/8 (RFC 5735, section 3) or ::1.
    public var isLoopback: Bool { bits == 1 || (isIPv4 && (bits >> 24) & 0xff == 127) }

    /// The address of one customer: an IPv4 address, or the first 64 bits of an IPv6 address. One
    /// machine may use all IPv6 addresses that begin with the same 64 bits.
    public var customerNetwork: NetworkAddress { isIPv4 ? self : NetworkAddress(bits: (bits >> 64) << 64) }

    public var description: String {
        var bytes = (0..<16).map { UInt8(truncatingIfNeeded: bits >> (120 - 8 * $0)) }
        if isIPv4 { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A network of addresses, such as `192.0.2.0/24` or `2001:db8::/32` (CIDR, RFC 4632).
public struct AddressNetwork: Hashable, Sendable {
    private let first: NetworkAddress
    /// The prefix length of the IPv6 network. For an IPv4 network it is greater by 96.
    private let bitCount: Int

    public var isIPv4: Bool { first.isIPv4 && bitCount >= 96 }
    /// The prefix length after the slash of the text.
    public var prefixLength: Int { isIPv4 ? bitCount - 96 : bitCount }

    /// Returns nil for a text that is not a network. Without a prefix length, the network is one
    /// address. All bits after the prefix must be 0.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ NetworkAddress($0) }) else { return nil }
        let offset = address.isIPv4 ? 96 : 0
        var length = 128
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let given = Int(parts[1]),
                given <= 128 - offset
            else { return nil }
            length = given + offset
        }
        guard length == 128 || address.bits & (UInt128.max >> UInt128(length)) == 0 else { return nil }
        first = address
        bitCount = length
    }

    /// Returns true if the address is in the network. An IPv6 network has no IPv4 addresses.
    public func contains(_ address: NetworkAddress) -> Bool {
        isIPv4 == address.isIPv4 && (address.bits ^ first.bits) >> UInt128(128 - bitCount) == 0
    }
}

/// The peer of a connection.
public enum HTTPPeer: Hashable, Sendable {
    case address(NetworkAddress)
    /// A program that connects to the server's UNIX socket.
    case unixSocket
    /// No peer, because no server received the request.
    case none
}
