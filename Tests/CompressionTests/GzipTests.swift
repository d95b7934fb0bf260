import Foundation
import Testing

@testable import Compression

@Suite("Gzip")
struct GzipTests {
    @Test("What gzip compresses comes back, of any size", arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
    func roundTrip(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        #expect(try Gzip.decompress(try gzip(bytes), bytesMax: max(size, 1)) == bytes)
    }

    @Test("Exactly the allowed number of bytes is taken, one more is refused", arguments: [1, 100, 65_536, 300_000])
    func bound(size: Int) throws {
        let compressed = try gzip([UInt8](repeating: 7, count: size))
        #expect(try Gzip.decompress(compressed, bytesMax: size).count == size)
        #expect(code { try Gzip.decompress(compressed, bytesMax: size - 1) } == .tooLarge)
    }

    @Test("A bomb is given up at the bound")
    func bomb() throws {
        let bomb = try gzip([UInt8](repeating: 0, count: 50_000_000))
        #expect(bomb.count < 100_000)
        #expect(code { try Gzip.decompress(bomb, bytesMax: 1_000_000) } == .tooLarge)
    }

    @Test("Several members are one text")
    func members() throws {
        let joined = try gzip(Array("one ".utf8)) + gzip([]) + gzip(Array("two".utf8))
        #expect(try Gzip.decompress(joined, bytesMax: 100) == Array("one two".utf8))
        #expect(code { try Gzip.decompress(joined, bytesMax: 5) } == .tooLarge)
    }

    @Test("Data cut anywhere is truncated")
    func truncated() throws {
        let compressed = try gzip(Array("some text that is long enough to be compressed".utf8))
        for count in 0..<compressed.count {
            #expect(code { try Gzip.decompress(Array(compressed.prefix(count)), bytesMax: 1000) } == .truncated)
        }
    }

    @Test("Garbage, garbage behind the end, and a wrong checksum are malformed")
    func malformed() throws {
        let compressed = try gzip(Array("text".utf8))
        var damaged = compressed
        damaged[damaged.count - 5] ^= 1
        for bytes in [Array("plain text".utf8), compressed + Array("garbage".utf8), compressed + [0, 0], damaged] {
            #expect(code { try Gzip.decompress(bytes, bytesMax: 1000) } == .malformed)
        }
    }

    private func code(_ body: () throws -> [UInt8]) -> GzipError.Code? {
        do { _ = try body() } catch { return (error as? GzipError)?.code }
        return nil
    }
}

/// What the real gzip makes of bytes.
private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("gzip-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "--stdout", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(data)
}
