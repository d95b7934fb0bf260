import Digests
import Foundation
import Testing

@Suite("Digests")
struct DigestsTests {
    @Test("SHA-256 gives the digests of FIPS 180-4's examples")
    func knownDigests() {
        let examples = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            String(repeating: "a", count: 1_000_000):
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
        ]
        for (text, digest) in examples {
            #expect(hexadecimal(SHA256.hash(Array(text.utf8))) == digest)
        }
    }

    @Test("every byte becomes two lower-case digits, which give the byte again")
    func hexadecimalRoundTrip() {
        let all = Array(UInt8.min...UInt8.max)
        let digits = hexadecimal(all)
        #expect(digits.hasPrefix("000102"))
        #expect(digits.hasSuffix("fdfeff"))
        #expect(digits.count == 512)
        #expect(bytes(hexadecimal: digits) == all)
        #expect(bytes(hexadecimal: digits.uppercased()) == all)
        #expect(hexadecimal([]).isEmpty)
        #expect(bytes(hexadecimal: "") == [])
    }

    @Test(
        "a text other than pairs of hexadecimal digits is refused",
        arguments: ["0", "abc", "0g", "g0", "0x", " 0", "0 ", "-1", "é", "\u{0}0", "/:", "@G", "`g"])
    func hexadecimalRefusals(text: String) {
        #expect(bytes(hexadecimal: text) == nil)
    }

    @Test("random bytes have the requested length and differ each time")
    func randomness() throws {
        #expect(try randomBytes(0).isEmpty)
        #expect(try randomBytes(1).count == 1)
        let draws = try (0..<100).map { _ in try randomBytes(32) }
        #expect(draws.allSatisfy { $0.count == 32 })
        #expect(Set(draws).count == 100)
    }

    @Test("a number of random bytes outside the range is refused", arguments: [-1, Int.min, 1 << 31, Int.max])
    func randomnessRefusals(count: Int) {
        let error = #expect(throws: DigestsError.self) { try randomBytes(count) }
        #expect(error?.code == .invalidCount)
        #expect(error?.description == "cannot create \(count) random bytes")
    }

    @Test("equality in constant time is equality")
    func constantTime() {
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEquals([0, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
        #expect(!constantTimeEquals([], [0]))
    }

    static let dns = UUID(
        uuid: (0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0, 0xc0, 0x4f, 0xd4, 0x30, 0xc8))

    @Test("a name-based UUID is the one of RFC 9562's example")
    func exampleUUID() {
        let maker = NameBasedUUID(namespace: Self.dns)
        let expected = UUID(uuidString: "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        #expect(maker.uuid(name: Array("www.example.com".utf8)) == expected)
        // A second use must not continue from the first.
        #expect(maker.uuid(name: Array("www.example.com".utf8)) == expected)
    }

    @Test("a prefix replaces the first 32 bits of a name-based UUID, and the version is 8")
    func prefixedUUID() {
        let maker = NameBasedUUID(namespace: Self.dns)
        let uuid = maker.uuid(name: Array("www.example.com".utf8), prefix: 0x0102_0304)
        #expect(uuid == UUID(uuidString: "01020304-e927-868b-95e1-2665a8aea6a2"))
        #expect(uuid.prefix == 0x0102_0304)
    }

    /// The expected values are from Python's `uuid.uuid5(uuid.NAMESPACE_DNS, "x" * length)`.
    @Test(
        "names at the boundaries of SHA-1's blocks give the UUIDs of another implementation",
        arguments: [
            (0, "4ebd0208-8328-5d69-8c44-ec50939c0967"),
            (1, "05b16a01-46c6-56dd-bd6e-c6dfb4a1427a"),
            (39, "2f80c0d1-1c62-579f-8d68-e61ad5592c9b"),
            (40, "e56fd57a-7633-5e1d-8f80-70e05ac413e5"),
            (47, "a112377b-8258-5ef7-b5b0-d2540bc03abb"),
            (48, "83993b6c-dea9-55ca-be5b-9989c85943fc"),
            (60, "f7a7b7a9-e0c0-5062-875b-7505b6b8aadd"),
            (112, "0243b19e-8bd4-5b57-95a2-1fcacc3142a0"),
            (1000, "f6d12730-a238-51ed-bf69-3689855f9bbf"),
        ])
    func bordersOfBlocks(length: Int, expected: String) {
        let name = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        #expect(NameBasedUUID(namespace: Self.dns).uuid(name: name) == UUID(uuidString: expected))
    }

    @Test("the digest of bytes in pieces is that of the whole, and reading it changes nothing")
    func pieces() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        for size in [1, 63, 64, 65, 999] {
            var hash = SHA256()
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                hash.update(piece + [7], count: piece.count)
                _ = hash.digest()
            }
            #expect(hash.digest() == SHA256.hash(bytes))
        }
        #expect(SHA256().digest() == SHA256.hash([]))
    }
}
