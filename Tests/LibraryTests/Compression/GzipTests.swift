import Foundation
import TestSupport
import Testing

@testable import Compression

@Suite("Gzip")
struct GzipTests {
    @Test("Output of gzip of any size is decompressed", arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
    func roundTrip(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        #expect(try decompress(try gzip(bytes)) == bytes)
    }

    @Test("A file that is written has no name before it is complete")
    func unnamed() async throws {
        try await withTemporaryDirectory { directory in
            let file = try OutputFile(path: directory + "/a")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            try file.finish()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a"])
        }
    }

    @Test("Input and output pieces of any size give the same bytes", arguments: [1, 7, 100])
    func pieces(outputMax: Int) throws {
        let text = Array("one text and another text, and a third one".utf8)
        let compressed = try gzip(text) + gzip(text)
        for cut in 0...compressed.count {
            let decoder = try GzipDecoder()
            var output: [UInt8] = []
            for input in [Array(compressed[..<cut]), Array(compressed[cut...])] {
                decoder.push(input)
                while let piece = try decoder.next(bytesMax: outputMax) {
                    #expect(!piece.isEmpty && piece.count <= outputMax)
                    output += piece
                }
            }
            try decoder.finish()
            #expect(output == text + text)
        }
    }

    @Test("A decompression bomb gives a long stream of small pieces")
    func bomb() throws {
        let bomb = try gzip([UInt8](repeating: 0, count: 50_000_000))
        #expect(bomb.count < 100_000)
        let decoder = try GzipDecoder()
        decoder.push(bomb)
        var count = 0
        while let piece = try decoder.next(bytesMax: 1000) {
            guard piece.count <= 1000 else { break }
            count += piece.count
        }
        #expect(count == 50_000_000)
    }

    @Test("Bytes pushed before earlier output was read are kept")
    func pushedTwice() throws {
        let compressed = try gzip(Array("text".utf8))
        let decoder = try GzipDecoder()
        decoder.push(Array(compressed[..<5]))
        decoder.push(Array(compressed[5...]))
        #expect(try decoder.next(bytesMax: 100) == Array("text".utf8))
    }

    @Test("After damage every call throws the error")
    func staysBroken() throws {
        let decoder = try GzipDecoder()
        decoder.push(Array("plain text".utf8))
        for _ in 0..<2 { #expect(code { try decoder.next(bytesMax: 10) ?? [] } == .malformed) }
        #expect(
            code {
                try decoder.finish(); return []
            } == .malformed)
    }

    @Test("Several members give one text")
    func members() throws {
        let joined = try gzip(Array("one ".utf8)) + gzip([]) + gzip(Array("two".utf8))
        #expect(try decompress(joined) == Array("one two".utf8))
    }

    @Test("Data cut anywhere are truncated")
    func truncated() throws {
        let compressed = try gzip(Array("some text that is long enough to be compressed".utf8))
        for count in 0..<compressed.count {
            #expect(code { try decompress(Array(compressed.prefix(count))) } == .truncated)
        }
    }

    @Test("Garbage, garbage after the end, and a wrong checksum are malformed")
    func malformed() throws {
        let compressed = try gzip(Array("text".utf8))
        var damaged = compressed
        damaged[damaged.count - 5] ^= 1
        for bytes in [Array("plain text".utf8), compressed + Array("garbage".utf8), compressed + [0, 0], damaged] {
            #expect(code { try decompress(bytes) } == .malformed)
        }
    }

    @Test("A file has its text, compressed or not, and one that is cut is truncated after the bytes that it has")
    func files() async throws {
        let text = Array("some text".utf8)
        let compressed = try gzip(text)
        try await withTemporaryDirectory { directory in
            for (bytes, isWhole) in [(text, true), (compressed, true), (compressed.dropLast(), false)] {
                try Data(bytes).write(to: URL(filePath: directory + "/file"))
                let reader = try #require(GzipFileReader(path: directory + "/file"))
                #expect(try reader.read(100) == text)
                #expect(code { try reader.read(100) } == (isWhole ? nil : .truncated))
            }
        }
    }

    private func code(_ body: () throws -> [UInt8]) -> GzipError.Code? {
        do { _ = try body() } catch { return (error as? GzipError)?.code }
        return nil
    }
}

/// Decompresses a whole body.
func decompress(_ compressed: [UInt8]) throws -> [UInt8] {
    let decoder = try GzipDecoder()
    decoder.push(compressed)
    var output: [UInt8] = []
    while let piece = try decoder.next(bytesMax: 65_536) { output += piece }
    try decoder.finish()
    return output
}
