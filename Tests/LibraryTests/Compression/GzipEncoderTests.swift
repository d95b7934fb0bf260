import Testing

@testable import Compression

@Suite("Gzip in memory")
struct GzipEncoderTests {
    @Test("Compressed bytes of any size are decompressed unchanged", arguments: [0, 1, 65_535, 65_537, 1_000_000])
    func roundTrip(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        for level in [1, GzipEncoder.levelDefault, 9] as [CInt] {
            let compressed = try #require(GzipEncoder.compress(bytes, level: level))
            #expect(try decompress(compressed) == bytes)
            #expect(try GzipMember.decompress(compressed, count: size) == bytes)
        }
    }

    @Test("A member that is damaged, cut off or of another length is refused")
    func damaged() throws {
        let bytes = Array("{\"count\":1}".utf8)
        let member = try #require(GzipEncoder.compress(bytes))
        var damaged = member
        // The checksum, which the last 8 bytes begin with.
        damaged[member.count - 8] ^= 1
        for (member, count) in [
            (damaged, bytes.count), (Array(member.dropLast()), bytes.count), ([], bytes.count), (member, 0),
            (member, bytes.count - 1), (member, bytes.count + 1),
        ] {
            let error = #expect(throws: GzipError.self) { try GzipMember.decompress(member, count: count) }
            #expect(error?.code == .malformed)
        }
    }

    @Test("Random bytes fit into the output buffer")
    func incompressible() throws {
        let bytes = (0..<300_000).map { _ in UInt8.random(in: .min ... .max) }
        #expect(try decompress(#require(GzipEncoder.compress(bytes))) == bytes)
    }

    @Test("Equal input gives equal output, and text becomes shorter")
    func deterministic() throws {
        let text = Array(String(repeating: #"{"startDate":"2024-05-01T00:00:00+02:00"},"#, count: 1_000).utf8)
        let compressed = try #require(GzipEncoder.compress(text))
        #expect(compressed == GzipEncoder.compress(text))
        #expect(compressed.count < text.count / 10)
        // The header contains neither a name nor a time (RFC 1952, section 2.3).
        #expect(Array(compressed[3..<8]) == [0, 0, 0, 0, 0])
    }

    @Test("Levels outside 1 to 9 are refused")
    func levels() {
        #expect(GzipEncoder.compress([1], level: 10) == nil)
        #expect(GzipEncoder.compress([1], level: -2) == nil)
    }
}
