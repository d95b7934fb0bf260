import ArchiveReader
import Foundation
import TestSupport
import Testing

@testable import HealthImport

@Suite struct NestedArchiveTests {
    /// Returns `count` bytes of an export without records. Deflate makes them only about 200 times
    /// smaller, because the text repeats at long distances.
    private static func blanks(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(3)
        let pattern = (0..<1_000).map { _ -> UInt8 in Bool.random(using: &random) ? 32 : 9 }
        var bytes = Array("<HealthData locale=\"en_US\">".utf8)
        bytes.reserveCapacity(count + 2 * pattern.count)
        while bytes.count < count { bytes += pattern }
        return bytes + Array("</HealthData>".utf8)
    }

    @Test("zips in zips that expand little each, and together more than any archive may, end the import")
    func ratio() throws {
        let limits = ArchiveLimits()
        let export = NestedArchiveTests.blanks(Int(limits.ratioFreeBytes) + 4 << 20)
        var inner = ExportArchive()
        try inner.addDeflated("apple_health_export/export.xml", export)
        var outer = ExportArchive()
        try outer.addDeflated("inner.zip", inner.zip)
        let (all, middle, small) = (export.count, inner.zip.count, outer.zip.count)
        #expect(all / middle < limits.ratioMax && middle / small < limits.ratioMax && all / small > 2 * limits.ratioMax)
        // The inner archive is read to its end if it is not nested.
        #expect(try readFirst(inner.zip) == all)
        #expect(importError { try readFirst(outer.zip) } == .tooLarge)
    }

    /// Reads the first file of an archive, or of the archive that is its first file.
    ///
    /// - Returns: its bytes.
    private func readFirst(_ zip: [UInt8]) throws -> Int {
        try withTemporaryFile(Data(zip)) { path in
            let file = ExportFile(try ExportInput(path: path))
            var entry = try #require(try file.next())
            if entry.name.hasSuffix(".zip") {
                try file.open(entry)
                entry = try #require(try file.next())
            }
            #expect(entry.name == "apple_health_export/export.xml")
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            var bytes = 0
            while true {
                let count = try file.read(into: &buffer)
                guard count > 0 else { return bytes }
                bytes += count
            }
        }
    }
}
