import Digests
import Testing

@Suite("SecretBox")
struct SecretBoxTests {
    private static let key = [UInt8](0..<32)

    @Test("a box opens with its key, and no two boxes of a message are equal", arguments: [0, 1, 16, 73, 1_000])
    func roundTrip(_ count: Int) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let box = SecretBox(key: Self.key)
        let (one, two) = (try box.seal(message), try box.seal(message))
        #expect(one.count == count + SecretBox.overhead)
        #expect(one != two)
        #expect(box.open(one) == message)
        #expect(box.open(two) == message)
    }

    @Test("a changed byte, a shorter box or another key opens nothing")
    func forgeries() throws {
        let box = SecretBox(key: Self.key)
        let sealed = try box.seal([1, 2, 3])
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(box.open(changed) == nil)
        }
        for count in 0..<sealed.count { #expect(box.open(Array(sealed.prefix(count))) == nil) }
        #expect(box.open(sealed + [0]) == nil)
        #expect(SecretBox(key: Self.key.reversed()).open(sealed) == nil)
    }

    /// Test case 14 of the GCM specification, whose key, nonce and message are zero.
    @Test("opens the box of a published test vector")
    func knownBox() throws {
        let sealed = try #require(
            bytes(
                hexadecimal: "000000000000000000000000cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
        )
        #expect(SecretBox(key: [UInt8](repeating: 0, count: 32)).open(sealed) == [UInt8](repeating: 0, count: 16))
    }
}
