import Digests
import Testing

@Suite struct SHA256Tests {
    @Test("the digest of pieces equals that of the whole, wherever they are cut")
    func pieces() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for size in [1, 63, 64, 65, 999, 1_000] {
            var digest = SHA256()
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                digest.update(piece, count: piece.count)
            }
            #expect(digest.digest() == SHA256.hash(bytes))
            // Reading the digest does not change it.
            digest.update([], count: 0)
            #expect(digest.digest() == SHA256.hash(bytes))
        }
        #expect(SHA256().digest() == SHA256.hash([]))
    }
}

@Suite struct HMACTests {
    @Test("the signature is that of RFC 4231, test cases 2 and 6")
    func signature() throws {
        func hexadecimal(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(
            hexadecimal(try hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(
            hexadecimal(try hmacSHA256(long, key: [UInt8](repeating: 0xaa, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}
