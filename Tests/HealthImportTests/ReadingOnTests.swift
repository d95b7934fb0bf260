import Foundation
import HealthCore
import TestSupport
import Testing

@testable import HealthImport

/// Tests that a reader which starts where another stopped returns the same records as the first
/// would have returned.
@Suite struct ReadingOnTests {
    private static let person = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func withFile<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".xml").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    private func record(_ number: Int, _ separator: String = "\n") -> String {
        let minute = String(format: "%02d:%02d", number / 60 % 24, number % 60)
        let head = """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Source \(number / 50)" unit="count"\
            \(number % 11 == 0 ? separator : " ")startDate="2024-05-01 \(minute):00 +0200" \
            endDate="2024-05-01 \(minute):30 +0200" value="\(number % 17 == 0 ? "x" : "\(number)")"
            """
        switch number % 7 {
        case 0: return "\(head)>\(separator) <MetadataEntry key=\"n\" value=\"\(number)\"/>\(separator)</Record>"
        case 1:
            return "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"S\"\(separator)"
                + " startDate=\"2024-05-01 \(minute):00 +0200\" endDate=\"2024-05-01 \(minute):00 +0200\">\(separator)"
                + "  \(head)/>\(separator)</Correlation>"
        case 2: return "<Me n=\"\(number)\"/>"
        case 3: return "<!-- \(separator) <Record/> \(separator) --> \(head)/>"
        case 4: return "\(head)/> <Me second=\"\(number)\"/>"
        default: return "\(head)/>"
        }
    }

    private func export(_ count: Int, _ separator: String = "\n") -> String {
        let records = (0..<count).map { record($0, separator) }.joined(separator: separator)
        return "<?xml version=\"1.0\"?>\(separator)<HealthData locale=\"de_DE\">\(separator)"
            + "<ExportDate value=\"2024-05-02\"/>\(separator)\(records)\(separator)</HealthData>"
    }

    /// The records of a reading as texts. It also has every position at which reading can resume,
    /// and the number of texts before it.
    private struct Reading {
        var texts: [String] = []
        var positions: [(position: ExportPosition, before: Int, references: SampleReferences)] = []
        var end = ExportPosition()
        var bytesParsed: Int64 = 0
    }

    private func read(
        _ path: String, from start: ExportPosition = ExportPosition(),
        _ references: SampleReferences = SampleReferences(),
        chunkBytes: Int = 700
    ) throws -> Reading {
        let reader = try ExportReader(
            try ExportInput(path: path), personUUID: ReadingOnTests.person, from: start, references: references,
            chunkBytes: chunkBytes)
        var reading = Reading()
        while let batch = try reader.next() {
            reading.texts += batch.records.map { "\($0.ordinal) \($0.item)" }
            reading.texts += batch.refusals.map { "\($0)" }
            if let position = batch.position.flatMap({ ExportPosition(text: $0()) }) {
                reading.positions.append((position, reading.texts.count, batch.references))
            }
        }
        reading.end = reader.end
        reading.bytesParsed = reader.bytesParsed
        return reading
    }

    @Test(
        "from every position where reading can resume, the rest of a file is as it is without stopping",
        arguments: ["\n", "\r\n"])
    func everyPosition(_ separator: String) throws {
        let count = LongRun.isOn ? 600 : 150
        let text = export(count, separator)
        try withFile(text) { path in
            let whole = try read(path)
            #expect(whole.positions.count > count / 12)
            for (position, before, references) in whole.positions {
                let rest = try read(path, from: position, references, chunkBytes: 1_500)
                // Batches may end at other records, which changes the positions of refusals among
                // records.
                #expect(rest.texts.sorted() == whole.texts[before...].sorted())
                let (report, other) = (rest.end.report, whole.end.report)
                #expect(report.read == other.read && report.exportDate == "2024-05-02")
                #expect(report.locale == "de_DE" && report.repairs == other.repairs)
                // A position after the file has no offset.
                let left = position.offset == 0 ? 0 : Int64(text.utf8.count) - position.offset
                #expect(rest.bytesParsed == left)
            }
        }
    }

    @Test("where no line begins a record, or only a CR ends lines, reading cannot resume")
    func noPosition() throws {
        for separator in [" ", "\r"] {
            try withFile(export(200, separator)) { path in
                let whole = try read(path)
                #expect(whole.positions.isEmpty && whole.texts.count > 200)
            }
        }
    }

    @Test("a file that is cut off is malformed for whoever reads on, too, with the line of the whole file")
    func truncated() throws {
        let text = String(export(300).dropLast(40))
        try withFile(text) { path in
            let reader = try ExportReader(
                try ExportInput(path: path), personUUID: ReadingOnTests.person, from: ExportPosition(), chunkBytes: 700)
            var last: String?
            let first = #expect(throws: HealthImportError.self) {
                while let batch = try reader.next() { last = batch.position?() ?? last }
            }
            let position = try #require(ExportPosition(text: last ?? ""))
            let second = #expect(throws: HealthImportError.self) { try read(path, from: position, reader.references) }
            #expect(first == second && first?.code == .malformed)
        }
    }

    @Test("a fingerprint is the same for the same bytes, and another for another size, beginning or end")
    func fingerprint() throws {
        let text = String(repeating: "0123456789abcdef", count: 200_000)
        func fingerprint(_ text: String) throws -> String {
            try withFile(text) { try ExportInput(path: $0).fingerprint }
        }
        let all = try [text, text + "x", "x" + text.dropFirst(), text.dropLast() + "x", "x"].map(fingerprint)
        #expect(Set(all).count == all.count)
        #expect(try fingerprint(text) == all[0])
    }

    @Test("a file is opened once: another that takes its path meanwhile is not read")
    func replaced() throws {
        try withFile(export(100)) { path in
            let whole = try read(path)
            let input = try ExportInput(path: path)
            try Data(export(7).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            #expect(input.bytes == Int64(export(100).utf8.count))
            let reader = try ExportReader(input, personUUID: ReadingOnTests.person)
            var texts: [String] = []
            while let batch = try reader.next() { texts += batch.records.map { "\($0.ordinal) \($0.item)" } }
            #expect(texts.count > 90 && Set(texts).isSubset(of: whole.texts))
        }
    }
}
