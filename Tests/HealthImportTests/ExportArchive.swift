import Compression
import Foundation
import HealthCore
import Testing

@testable import HealthImport

/// A zip of stored entries, written byte by byte. So a test can make any archive and damage it at
/// any position.
struct ExportArchive {
    private(set) var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// - Parameters:
    ///   - mode: the Unix mode, which determines the kind of the entry.
    ///   - method: the number of the compression that the entry states. The content is not
    ///     compressed.
    mutating func add(
        _ name: String, _ content: [UInt8], mode: UInt16 = 0o100644, flags: UInt16 = 0x800, method: UInt16 = 0
    ) {
        append(
            name, content, method: method, checksum: ExportArchive.checksum(content), size: UInt32(content.count),
            mode: mode,
            flags: flags)
    }

    /// Adds a file compressed with deflate. The bytes are those of gzip without its header and
    /// trailer (RFC 1952). The trailer has the checksum and the size.
    mutating func addDeflated(_ name: String, _ content: [UInt8]) throws {
        let gzip = try #require(GzipEncoder.compress(content, level: 9))
        func number(at offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(gzip[offset + $1]) << UInt32(8 * $1) } }
        append(
            name, Array(gzip[10..<gzip.count - 8]), method: 8, checksum: number(at: gzip.count - 8),
            size: number(at: gzip.count - 4), mode: 0o100644, flags: 0x800)
    }

    private mutating func append(
        _ name: String, _ content: [UInt8], method: UInt16, checksum: UInt32, size: UInt32, mode: UInt16, flags: UInt16
    ) {
        let offset = UInt32(bytes.count)
        let common =
            ExportArchive.le(flags) + ExportArchive.le(method) + ExportArchive.le(UInt32(0x5A21_0000))
            + ExportArchive.le(checksum) + ExportArchive.le(UInt32(content.count))
            + ExportArchive.le(size) + ExportArchive.le(UInt16(name.utf8.count))
            + ExportArchive.le(UInt16(0))
        bytes += Array("PK\u{3}\u{4}".utf8) + ExportArchive.le(UInt16(20)) + common + Array(name.utf8) + content
        directory +=
            Array("PK\u{1}\u{2}".utf8) + ExportArchive.le(UInt16(0x0314)) + ExportArchive.le(UInt16(20)) + common
        directory += ExportArchive.le(UInt16(0)) + ExportArchive.le(UInt16(0)) + ExportArchive.le(UInt16(0))
        directory += ExportArchive.le(UInt32(mode) << 16) + ExportArchive.le(offset) + Array(name.utf8)
        count += 1
    }

    mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

    /// The whole archive.
    var zip: [UInt8] {
        bytes + directory + Array("PK\u{5}\u{6}".utf8) + ExportArchive.le(UInt32(0)) + ExportArchive.le(count)
            + ExportArchive.le(count) + ExportArchive.le(UInt32(directory.count))
            + ExportArchive.le(UInt32(bytes.count)) + ExportArchive.le(UInt16(0))
    }

    func read(chunkBytes: Int = ExportReader.chunkBytes) throws -> ReadExport {
        try withTemporaryFile(Data(zip)) { try ReadExport(path: $0, chunkBytes: chunkBytes) }
    }

    private static func le<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }

    /// CRC-32 of APPNOTE.TXT, section 4.4.7.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }

    static let export = "<HealthData locale=\"en_US\">\n\(record())\n</HealthData>\n"

    static let route = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><time>2024-05-02T08:00:00Z</time></metadata>
          <trk><name>Route 2024-05-01 10:40am</name><trkseg>
            <trkpt lon="-122.396397" lat="37.781672"><ele>4.076904</ele><time>2024-05-01T08:00:42Z</time><extensions><speed>0.18</speed><course>206.25</course><hAcc>8.06</hAcc><vAcc>6.43</vAcc></extensions></trkpt>
            <trkpt lon="-122.396394" lat="37.781670"><time>2024-05-01T08:00:43.5Z</time></trkpt>
          </trkseg></trk>
        </gpx>
        """

    static let electrocardiogram = """
        Name,Ada
        Date of Birth,"4 Jan 1992"
        Recorded Date,2024-06-15 10:30:00 +0200
        Classification,Sinus Rhythm
        Symptoms,
        Software Version,2.0
        Device,"Watch7,11"
        Sample Rate,512 hertz


        Lead,Lead I
        Unit,µV

        12.5
        -3
        0.25
        100

        """

    static let resource = #"{"resourceType": "Observation", "valueQuantity": {"value": 6.3}}"#
}

extension ReadExport {
    var files: [(path: String, json: [UInt8])] {
        records.compactMap { record in
            if case .file(let path, let json) = record.item { (path, json) } else { nil }
        }
    }

    /// Checks properties that hold for every input.
    func check(_ context: String) {
        #expect(report.read == report.samples + report.elements + report.refused, "\(context)")
        #expect(report.samples == Int64(samples.count), "\(context)")
        #expect(report.elements == Int64(elements.count), "\(context)")
        #expect(report.files.routes + report.files.clinicalRecords == files.count, "\(context)")
        #expect(Set(records.map(\.ordinal)).count == records.count, "\(context)")
    }

    /// All records, refusals and reports as one text.
    var description: String { records.map { "\($0)" }.joined(separator: "\n") + "\n\(refusals)\n\(report)" }
}
