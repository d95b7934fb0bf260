import HealthImport
import Synchronization
import TestSupport
import Testing

@testable import HealthAPI
@testable import HealthDatabase

@Suite struct LineStreamTests {
    private struct Fault: Error, Equatable {
        var number: Int
    }

    /// The result of a run.
    private struct Run {
        var end: LineStream.End
        var written: [ClosedRange<Int>]
        var kept: Int
    }

    /// Runs a stream of 10 samples in chunks of 3.
    private func run(
        piecesBeforeFault: Int = .max, faultAtChunk: Int = .max, keepFaultAt: Int = .max, receiptBytesMax: Int = 1 << 20
    ) async -> Run {
        var pieces = (1...10).map { Array((TestLine.step($0) + "\n").utf8) }
        var piecesLeft = piecesBeforeFault
        let written = Mutex<[ClosedRange<Int>]>([])
        var kept = 0
        let stream = LineStream(options: Self.options(3), receiptBytesMax: receiptBytesMax)
        let end = await stream.run(
            pieces: {
                if piecesLeft == 0 { throw Fault(number: 0) }
                piecesLeft -= 1
                return pieces.isEmpty ? nil : pieces.removeFirst()
            },
            write: { chunk in
                if chunk.number == faultAtChunk { throw Fault(number: chunk.number) }
                written.withLock { $0.append(chunk.lines) }
                return LineReceipt(chunk, LineStreamTests.receipt(chunk), listsRecords: false)
            },
            keep: { _ in
                kept += 1
                if kept == keepFaultAt { throw Fault(number: -1) }
            })
        return Run(end: end, written: written.withLock { $0 }, kept: kept)
    }

    private static func options(_ linesPerChunk: Int = 1_000) -> LineOptions {
        var options = LineOptions()
        options.linesPerChunk = linesPerChunk
        return options
    }

    private func chunk(_ lines: [String], _ options: LineOptions = options()) async throws -> LineChunk {
        var pieces = [Array(lines.joined(separator: "\n").utf8)]
        var reader = ChunkReader(options, hasDigests: false)
        return try #require(try await reader.next { pieces.popLast() })
    }

    private static func receipt(_ chunk: LineChunk) -> BatchReceipt {
        var receipt = BatchReceipt()
        for (ordinal, _) in chunk.parsed.batch.samples { receipt.samples[ordinal] = .inserted }
        receipt.deletions = chunk.parsed.batch.deletions.map { _ in .deleted }
        receipt.changePosition = 7
        return receipt
    }

    @Test("whole chunks that were read before the stream broke off are stored, and the rest is not", arguments: 0...10)
    func brokenStream(_ pieces: Int) async {
        let run = await run(piecesBeforeFault: pieces)
        #expect(run.end.error as? Fault == Fault(number: 0))
        let stored = pieces / 3 * 3
        #expect(run.end.summary.firstLineNotStored == stored + 1)
        #expect(run.end.summary.counts[.inserted, default: 0] == stored)
        #expect(run.written.count == pieces / 3)
        #expect(run.kept == run.written.count)
    }

    @Test("after a chunk that cannot be written no chunk is written", arguments: 1...4)
    func failedChunk(_ chunk: Int) async {
        let run = await run(faultAtChunk: chunk)
        #expect(run.end.error as? Fault == Fault(number: chunk))
        #expect(run.written.count == chunk - 1)
        #expect(run.end.summary.firstLineNotStored == (chunk - 1) * 3 + 1)
    }

    @Test("a receipt that cannot be kept ends the stream after its chunk")
    func lostReceipt() async {
        let run = await run(keepFaultAt: 2)
        #expect(run.end.error as? Fault == Fault(number: -1))
        #expect(run.written == [1...3, 4...6])
        #expect(run.end.summary.firstLineNotStored == 7)
    }

    @Test("too many receipts end the stream, unless it has already ended")
    func tooManyReceipts() async throws {
        let length = await run().end.summary.chunks
        #expect(length == 4)
        let first = await run(receiptBytesMax: 1)
        #expect((first.end.error as? APIError)?.code == .tooManyReceipts)
        #expect(first.end.summary.firstLineNotStored == 4)
        #expect(first.kept == 1)
        let chunk = try await chunk([TestLine.step(1)])
        let bytes = LineReceipt(chunk, LineStreamTests.receipt(chunk), listsRecords: false).json.count
        let third = await run(receiptBytesMax: 3 * bytes + 1)
        #expect(third.end.error == nil)
        #expect(third.written.count == 4)
    }

    @Test("a receipt counts lines, lists refused ones, and is equal when it is replayed")
    func receipts() async throws {
        let lines = [
            TestLine.correlation(1, objects: [2, 3]), "{", TestLine.deletion(4), TestLine.anchor, TestLine.step(5),
        ]
        let chunk = try await chunk(lines)
        let receipt = LineReceipt(chunk, LineStreamTests.receipt(chunk), listsRecords: true)
        let expected =
            #"{"chunk":1,"lines":{"first":1,"last":5},"inserted":2,"updated":0,"unchanged":0,"deleted":1,"superseded":0,"anchored":1,"withheld":0,"rejected":[{"line":2,"collection":null,"code":"malformed_json","field":"","message":"JSON text is malformed"}],"records":["inserted","rejected","deleted","anchored","inserted"],"changePosition":7}"#
        #expect(String(decoding: receipt.json, as: UTF8.self) == expected)
        #expect(receipt.counts.lines == lines.count)
        let replayed = try LineReceipt(replaying: receipt.json)
        #expect(replayed.counts == receipt.counts)
        #expect(replayed.json == receipt.json)
    }

    @Test("in a chunk that is not stored, every line except the refused ones is withheld")
    func withheld() async throws {
        var options = Self.options()
        options.isAtomic = true
        let chunk = try await chunk([TestLine.step(1), "{", TestLine.anchor], options)
        let receipt = LineReceipt(chunk, nil, listsRecords: true)
        #expect(receipt.counts[.withheld] == 2)
        #expect(receipt.counts[.rejected] == 1)
        #expect(receipt.counts.lines == 3)
        #expect(
            String(decoding: receipt.json, as: UTF8.self)
                .hasSuffix(#""records":["withheld","rejected","withheld"],"changePosition":null}"#))
    }

    @Test("the spool returns the appended bytes, from memory and from its file", arguments: [0, 1, 600, 601, 5_000])
    func spool(_ count: Int) async throws {
        let spool = ReceiptSpool()
        var expected: [UInt8] = []
        for number in 0..<count {
            let line = Array("\(number) ".utf8) + Array(repeating: UInt8(number % 97 + 30), count: 103)
            try await spool.append(line)
            expected += line + [10]
        }
        #expect(await spool.hasFile == (expected.count > ReceiptSpool.memoryBytesMax))
        var found: [UInt8] = []
        while let piece = try await spool.piece(at: found.count) { found += piece }
        #expect(found == expected)
    }
}
