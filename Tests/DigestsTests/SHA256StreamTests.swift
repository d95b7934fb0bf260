import Digests
import Testing

@Suite struct SHA256StreamTests {
    @Test("the digest of pieces is that of the whole, wherever they are cut")
    func pieces() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for size in [1, 63, 64, 65, 999, 1_000] {
            var stream = SHA256Stream()
            for start in stride(from: 0, to: bytes.count, by: size) {
                stream.update(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(stream.digest == SHA256.hash(bytes))
            // Asking changes nothing.
            stream.update([])
            #expect(stream.digest == SHA256.hash(bytes))
        }
        #expect(SHA256Stream().digest == SHA256.hash([]))
    }
}
