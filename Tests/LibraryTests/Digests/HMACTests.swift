import Digests
import Testing

@Suite struct HMACTests {
    @Test("the signature is that of RFC 4231, test cases 2 and 6")
    func signature() throws {
        #expect(
            hexadecimal(try hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(
            hexadecimal(try hmacSHA256(long, key: [UInt8](repeating: 0xaa, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}
