/// Tells public addresses of the Internet from all others.
///
/// The others are those that the [IPv4](https://www.iana.org/assignments/iana-ipv4-special-registry)
/// and [IPv6](https://www.iana.org/assignments/iana-ipv6-special-registry) registries of special
/// addresses do not call globally reachable, and those of multicast.
public enum PublicAddress {
    /// Returns true if the address is public.
    ///
    /// An IPv4 address inside an IPv6 address decides for it: `::ffff:127.0.0.1` is not public.
    ///
    /// - Parameter bytes: 4 bytes of IPv4 or 16 bytes of IPv6; false for any other count.
    public static func isPublic(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: !networks.contains { $0.contains(bytes) }
        case 16:
            if embeddingNetworks.contains(where: { $0.contains(bytes) }) {
                isPublic(Array(bytes[12...]))
            } else {
                globalUnicast.contains(bytes) && !specialNetworks.contains { $0.contains(bytes) }
            }
        default: false
        }
    }

    private struct Network {
        var prefix: [UInt8]
        var bits: Int

        init(_ prefix: [UInt8], _ bits: Int) {
            (self.prefix, self.bits) = (prefix, bits)
        }

        func contains(_ address: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                let expected = bit / 8 < prefix.count ? prefix[bit / 8] : 0
                return address[bit / 8] & mask == expected & mask
            }
        }
    }

    /// IPv4 addresses that are not public.
    private static let networks = [
        Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8), Network([169, 254], 16),
        Network([172, 16], 12), Network([192, 0, 0], 24), Network([192, 0, 2], 24), Network([192, 88, 99], 24),
        Network([192, 168], 16), Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
        // Multicast, and everything that is reserved.
        Network([224], 3),
    ]

    /// IPv6 networks whose last four bytes are an IPv4 address: mapped addresses, and NAT64.
    private static let embeddingNetworks = [
        Network([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96), Network([0, 0x64, 0xff, 0x9b], 96),
    ]

    /// All public IPv6 addresses are in this network.
    private static let globalUnicast = Network([0x20], 3)

    /// Networks of `globalUnicast` that are not public: protocols such as Teredo, documentation,
    /// and 6to4, which contains an IPv4 address.
    private static let specialNetworks = [
        Network([0x20, 0x01, 0x00], 23), Network([0x20, 0x01, 0x0d, 0xb8], 32), Network([0x20, 0x02], 16),
        Network([0x3f, 0xff, 0x00], 20),
    ]
}
