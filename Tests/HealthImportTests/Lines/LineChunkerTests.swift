import Foundation
import HealthCore
import TestSupport
import Testing

@testable import HealthImport

extension TestLine {
    static func options(_ linesPerChunk: Int = 1_000) -> LineOptions {
        var options = LineOptions()
        options.linesPerChunk = linesPerChunk
        return options
    }

    static func chunks(_ lines: [String], _ options: LineOptions, chunkBytesMax: Int = LineChunker.chunkBytesMax)
        -> [LineChunk]
    {
        var chunker = LineChunker(options, hasDigests: true, chunkBytesMax: chunkBytesMax)
        var chunks: [LineChunk] = []
        for (index, line) in lines.enumerated() where !line.isEmpty {
            chunks += chunker.append(StreamLine(number: index + 1, bytes: Array(line.utf8)))
        }
        if let last = chunker.finish() { chunks.append(last) }
        return chunks
    }
}

@Suite struct LineChunkerTests {
    private func chunks(_ lines: [String], _ linesPerChunk: Int = 1_000) -> [LineChunk] {
        TestLine.chunks(lines, TestLine.options(linesPerChunk))
    }

    /// All fields of a chunk as text.
    private func text(_ chunk: LineChunk) -> String {
        let batch = chunk.parsed.batch
        return
            "\(chunk.number) \(chunk.lines) \(chunk.outcomes) \(chunk.rejected) \(chunk.digest) \(batch.samples)"
            + " \(batch.deletions) \(String(describing: batch.anchor)) \(chunk.parsed.indexOfDeletion)"
            + " \(chunk.parsed.indexOfOrdinal.sorted { $0.key < $1.key })"
    }

    private static let mixed = [
        TestLine.step(1), TestLine.deletion(2), "", TestLine.correlation(3, objects: [4, 5]), "{", "[1]",
        TestLine.step(6, more: #","metadata":{"a":"ü"}"#), TestLine.anchor, TestLine.step(7, more: #","value":"x""#),
        TestLine.step(8).replacingOccurrences(of: "Z", with: ""), TestLine.deletion(1), TestLine.step(9),
        TestLine.deletion(9),
    ]

    @Test("chunks do not depend on where the stream is cut")
    func everyCut() async throws {
        let stream = Array(LineChunkerTests.mixed.joined(separator: "\n").utf8)
        let expected = chunks(LineChunkerTests.mixed.map { $0 }, 4).map(text)
        #expect(expected.count == 4)
        for index in stride(from: 0, through: stream.count, by: LongRun.isOn ? 1 : 3) {
            var pieces = [Array(stream[..<index]), Array(stream[index...])]
            var reader = ChunkReader(TestLine.options(4), hasDigests: true)
            var found: [String] = []
            while let chunk = try await reader.next({ pieces.isEmpty ? nil : pieces.removeFirst() }) {
                found.append(text(chunk))
            }
            let isSame = found == expected
            #expect(isSame, "cut at \(index)")
        }
    }

    @Test("a chunk equals the batch of one JSON text with the same records")
    func sameAsBatch() throws {
        let samples = [
            TestLine.step(1), TestLine.correlation(3, objects: [4, 5]), TestLine.step(6, more: #","endDate":null"#),
            TestLine.step(7).replacingOccurrences(of: "10:00:00Z", with: "noon"), TestLine.step(8), "1",
        ]
        let chunk = try #require(
            chunks([samples[0], TestLine.deletion(2)] + samples[1...4] + [TestLine.anchor]).first)
        let batch = try BatchParser.parse(
            Array(
                #"{"samples":[\#(samples.dropLast().joined(separator: ","))],"deleted":["\#(TestLine.uuid(2))"],\#(TestLine.anchor.dropFirst())"#
                    .utf8))
        #expect("\(chunk.parsed.batch.samples)" == "\(batch.batch.samples)")
        #expect(chunk.parsed.batch.deletions == batch.batch.deletions)
        #expect(chunk.parsed.batch.references.types.map(\.identifier) == batch.batch.references.types.map(\.identifier))
        #expect("\(String(describing: chunk.parsed.batch.anchor))" == "\(String(describing: batch.batch.anchor))")
        #expect(chunk.rejected.map(\.refusal.code) == batch.rejected.map(\.refusal.code))
        #expect(chunk.rejected.map(\.line) == [5])
        #expect(chunk.rejected.map(\.refusal.field) == ["startDate"])
    }

    @Test("a chunk ends after the requested number of lines, refused lines included")
    func count() {
        let found = chunks(["{", TestLine.step(1), "", TestLine.deletion(2), TestLine.step(3), TestLine.anchor], 2)
        #expect(found.map(\.lines) == [1...2, 4...5, 6...6])
        #expect(found.map(\.number) == [1, 2, 3])
        #expect(chunks([TestLine.step(1), TestLine.step(2)], 2).map(\.lines) == [1...2])
        #expect(chunks([], 2).isEmpty)
    }

    @Test(
        "a chunk ends before a second anchor and before a deletion of a sample that it adds; a deletion before the sample does not end it"
    )
    func order() {
        let object = TestLine.deletion(1).replacingOccurrences(of: #""0"#, with: #"{"uuid":"0"#) + "}"
        let cases: [(lines: [String], chunks: [ClosedRange<Int>])] = [
            ([TestLine.anchor, TestLine.step(1), TestLine.anchor], [1...2, 3...3]),
            ([TestLine.step(1), TestLine.step(2), TestLine.deletion(1)], [1...2, 3...3]),
            ([TestLine.correlation(1, objects: [2]), TestLine.deletion(2)], [1...1, 2...2]),
            ([TestLine.step(1), object], [1...1, 2...2]),
            ([TestLine.deletion(1), TestLine.step(1), TestLine.deletion(2)], [1...3]),
        ]
        for (lines, expected) in cases { #expect(chunks(lines).map(\.lines) == expected, "\(lines)") }
    }

    @Test("a chunk ends before a line that would make it longer than a batch")
    func bytes() {
        let lines = (1...4).map { TestLine.step($0) }
        let length = lines[0].utf8.count
        func found(_ bytesMax: Int) -> [ClosedRange<Int>] {
            TestLine.chunks(lines, TestLine.options(), chunkBytesMax: bytesMax).map(\.lines)
        }
        let single = [1...1, 2...2, 3...3, 4...4]
        let limits: [Int: [ClosedRange<Int>]] = [
            4 * length: [1...4], 4 * length - 1: [1...3, 4...4], length: single, 1: single,
        ]
        for (bytesMax, chunks) in limits { #expect(found(bytesMax) == chunks, "\(bytesMax) bytes") }
    }

    @Test("objects of correlations count as records, and one line cannot exceed the limit of a batch")
    func records() {
        let half = TestLine.correlation(1, objects: Array(10..<10 + BatchParser.recordsMax / 2 - 1))
        #expect(chunks([half, half]).map(\.lines) == [1...2])
        #expect(chunks([half, half, TestLine.step(2)]).map(\.lines) == [1...2, 3...3])
        #expect(chunks([half, half, TestLine.deletion(2)]).map(\.lines) == [1...2, 3...3])
        let largest = TestLine.correlation(1, objects: Array(10..<10 + BatchParser.recordsMax - 1))
        #expect(chunks([largest])[0].rejected.isEmpty)
        let tooLarge = TestLine.correlation(1, objects: Array(10..<10 + BatchParser.recordsMax))
        let found = chunks([TestLine.step(1), tooLarge, TestLine.step(2)])
        #expect(found.map(\.lines) == [1...3])
        #expect(found[0].rejected.map(\.refusal.code) == [.tooManyRecords])
    }

    @Test("quantities of series have the limit of a batch")
    func quantities() {
        let part = #"{"startDate":"2024-05-01T10:00:00Z","value":1}"#
        func series(_ number: Int, _ count: Int) -> String {
            let parts = Array(repeating: part, count: count).joined(separator: ",")
            return TestLine.step(number, more: #","quantities":[\#(parts)]"#)
        }
        let half = BatchParser.quantitiesMax / 2
        #expect(chunks([series(1, half), series(2, half)]).map(\.lines) == [1...2])
        let found = chunks([series(1, half), series(2, half), series(3, 1), TestLine.step(4)])
        #expect(found.map(\.lines) == [1...2, 3...4])
        #expect(found.allSatisfy { $0.rejected.isEmpty })
    }

    @Test(
        "a line that is no record is refused with its number, and the lines around it are accepted",
        arguments: [
            ("{", "malformed_json", ""), ("{}{}", "malformed_json", ""), ("1", "malformed_line", ""),
            (#"{"delete":"x"}"#, "unknown_field", "delete"), ("{}", "missing_field", "uuid"),
            (#"{"deleted":"x"}"#, "malformed_uuid", "uuid"), (#"{"deleted":{}}"#, "missing_field", "uuid"),
            (#"{"deleted":"x","deleted":"y"}"#, "missing_field", "uuid"),
            (#"{"anchor":null}"#, "missing_field", "anchor"),
            (#"{"anchor":{"device":"a"}}"#, "malformed_field", "anchor"),
            (#"{"value":NaN}"#, "malformed_json", "value"),
            (String(repeating: "[", count: 100), "malformed_json", ""),
        ])
    func refusals(_ line: String, _ code: String, _ field: String) {
        let found = chunks([TestLine.step(1), line, TestLine.step(2)])
        #expect(found.map(\.lines) == [1...3])
        let rejected = found[0].rejected.map { "\($0.line) \($0.refusal.code.rawValue) \($0.refusal.field)" }
        #expect(rejected == ["2 \(code) \(field)"])
        #expect(found[0].outcomes == [.withheld, .rejected, .withheld])
        #expect(found[0].parsed.batch.samples.count == 2)
        #expect(found[0].isAccepted)
        var atomic = TestLine.options()
        atomic.isAtomic = true
        #expect(TestLine.chunks([TestLine.step(1), line], atomic).map(\.isAccepted) == [false])
    }

    @Test("digests differ for other bytes, line numbers and options, and for nothing else")
    func digests() {
        func digest(_ lines: [String], _ options: LineOptions = TestLine.options()) -> [UInt8] {
            TestLine.chunks(lines, options)[0].digest
        }
        let lines = [TestLine.step(1), TestLine.step(2)]
        #expect(digest(lines) == digest(lines))
        #expect(digest(lines).count == 32)
        for other in [[lines[1], lines[0]], [lines[0], "", lines[1]], [lines[0], lines[1] + " "], [lines[0]]] {
            #expect(digest(lines) != digest(other), "\(other)")
        }
        for change in [
            { $0.isAtomic = true }, { $0.isResurrecting = true }, { $0.listsRecords = true },
        ] as [(inout LineOptions) -> Void] {
            var options = TestLine.options()
            change(&options)
            #expect(digest(lines, options) != digest(lines))
        }
    }
}
