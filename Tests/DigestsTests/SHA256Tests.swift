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
