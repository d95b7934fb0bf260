import Digests
import Foundation
import HealthCore
import JSON

/// Collects lines into chunks. The lines of a chunk are committed as one batch.
///
/// A chunk ends when it has `LineOptions.linesPerChunk` lines. It also ends
/// - before a line that would make it longer than `chunkBytesMax` or exceed a batch's limits,
/// - before a second anchor,
/// - before a deletion of a sample that the chunk adds. A batch executes its deletions first, so
///   the deletion would otherwise run before the addition.
///
/// The ends of chunks depend only on the lines and the options. So a stream that is sent again has
/// the same chunks.
struct LineChunker {
    /// Most bytes of one chunk. A JSON batch has the same limit.
    static let chunkBytesMax = BatchParser.bytesMax
    /// Deepest nesting of a line. A record of a JSON batch, inside an object and an array, has the
    /// same limit.
    static let depthMax = 62

    private let options: LineOptions
    private let hasDigests: Bool
    private let chunkBytesMax: Int
    private let parser = JSONParser(bytesMax: LineReader.lineBytesMax, depthMax: depthMax)
    private var open = OpenChunk()
    private var chunkCount = 0
    /// Chunks that have ended and were not returned yet.
    private var ended: [LineChunk] = []

    /// - Parameter hasDigests: true if chunks have a digest.
    init(_ options: LineOptions, hasDigests: Bool, chunkBytesMax: Int = LineChunker.chunkBytesMax) {
        self.options = options
        self.hasDigests = hasDigests
        self.chunkBytesMax = chunkBytesMax
    }

    /// Adds a line. Returns the chunks that ended before or after it, two at most.
    mutating func append(_ line: StreamLine) -> [LineChunk] {
        if open.bytes + line.bytes.count > chunkBytesMax { end() }
        if line.isTooLong {
            reject(
                line, Refusal(.lineTooLong, field: "", "the line is longer than \(LineReader.lineBytesMax) bytes"))
        } else {
            do { try parser.parse(line.bytes) { add($0, line) } } catch {
                let fault = error as? JSONError
                reject(
                    line,
                    Refusal(
                        .malformedJSON, field: fault?.member ?? "", fault?.message ?? "the line cannot be read"))
            }
        }
        if open.outcomes.count >= options.linesPerChunk { end() }
        return takeEnded()
    }

    /// Returns the last chunk. Call it at the end of the stream.
    mutating func finish() -> LineChunk? {
        end()
        return takeEnded().first
    }

    // MARK: Kinds of lines

    /// The single member of a line that is not a sample. Samples have more than one member.
    private enum Wrapper: String, CaseIterable {
        case anchor, deleted
    }

    private mutating func add(_ root: JSONValue, _ line: StreamLine) {
        guard root.kind == .object else {
            return reject(line, Refusal(.malformedLine, field: "", "a line must be an object"))
        }
        guard root.count == 1 else { return add(sample: root, line) }
        root.forEachMember { name, value in
            switch Wrapper(rawValue: name) {
            case .anchor: add(anchor: value, line)
            case .deleted: add(deletion: value, line)
            case nil:
                let names = Wrapper.allCases.map(\.rawValue).joined(separator: ", ")
                reject(
                    line,
                    Refusal(
                        .unknownField, field: String(name.prefix(64)),
                        "a line is a sample, or has one member: \(names)"))
            }
        }
    }

    private mutating func add(sample: JSONValue, _ line: StreamLine) {
        let size = RecordSize(sample)
        do throws(Refusal) { try size.check() } catch { return reject(line, error, in: .samples) }
        if open.parser.recordCount + size.records > BatchParser.recordsMax
            || open.parser.quantityCount + size.quantities > BatchParser.quantitiesMax
        {
            end()
        }
        let index = begin(line)
        open.parser.checksNullCharacters = sample.hasNullCharacter
        open.parser.add(sample: sample, index: index)
        takeRejected(line)
    }

    private mutating func add(deletion: JSONValue, _ line: StreamLine) {
        let text = deletion.string ?? deletion["uuid"]?.string
        if let uuid = text.flatMap({ UUID(text: $0) }), open.parser.contains(uuid) { end() }
        if open.parser.recordCount >= BatchParser.recordsMax { end() }
        let index = begin(line)
        open.parser.add(deletion: deletion, index: index)
        takeRejected(line)
    }

    private mutating func add(anchor value: JSONValue, _ line: StreamLine) {
        let anchor: ClientAnchor
        do throws(Refusal) {
            guard let sent = try ClientAnchor(json: value) else {
                throw Refusal(.missingField, field: "anchor", "anchor is null")
            }
            anchor = sent
        } catch {
            return reject(line, Refusal(error.code, field: "anchor", error.message), in: .anchor)
        }
        if open.hasAnchor { end() }
        let index = begin(line)
        open.parser.add(anchor)
        open.hasAnchor = true
        open.outcomes[index] = .anchored
    }

    // MARK: Chunks

    private struct OpenChunk {
        var parser = RecordParser()
        var outcomes: [LineOutcome] = []
        var lineNumbers: [Int] = []
        var rejected: [RejectedLine] = []
        var bytes = 0
        var digest: [UInt8] = []
        var hasAnchor = false
    }

    /// Adds a line to the open chunk as withheld. Returns its index among the lines of the chunk.
    private mutating func begin(_ line: StreamLine) -> Int {
        if hasDigests {
            if open.outcomes.isEmpty { open.digest = SHA256.hash(Array(options.digestText.utf8)) }
            // The digest of a chunk covers the previous digest, the number of this line, and its
            // bytes.
            open.digest = SHA256.hash(open.digest + Array("\(line.number):".utf8) + line.bytes)
        }
        open.bytes += line.bytes.count
        open.outcomes.append(.withheld)
        open.lineNumbers.append(line.number)
        return open.outcomes.count - 1
    }

    private mutating func takeRejected(_ line: StreamLine) {
        for record in open.parser.takeRejected() {
            open.outcomes[record.index] = .rejected
            open.rejected.append(
                RejectedLine(line: line.number, collection: record.collection, refusal: record.refusal))
        }
    }

    private mutating func reject(_ line: StreamLine, _ refusal: Refusal, in collection: RecordCollection? = nil) {
        let index = begin(line)
        open.outcomes[index] = .rejected
        open.rejected.append(RejectedLine(line: line.number, collection: collection, refusal: refusal))
    }

    private mutating func end() {
        guard let first = open.lineNumbers.first, let last = open.lineNumbers.last else { return }
        chunkCount += 1
        var parsed = open.parser.finish()
        parsed.batch.isAtomic = options.isAtomic
        parsed.batch.isResurrecting = options.isResurrecting
        parsed.batch.device = options.device
        ended.append(
            LineChunk(
                number: chunkCount, lines: first...last, parsed: parsed, outcomes: open.outcomes,
                lineNumbers: open.lineNumbers, rejected: open.rejected, digest: open.digest))
        open = OpenChunk()
    }

    private mutating func takeEnded() -> [LineChunk] {
        defer { ended = [] }
        return ended
    }
}

/// The number of records and quantities of a sample. They count toward a batch's limits.
private struct RecordSize {
    /// The sample and its objects.
    var records = 1
    /// Quantities of the sample's series and of its objects' series.
    var quantities: Int

    init(_ sample: JSONValue) {
        quantities = RecordSize.elements(sample["quantities"])
        guard let objects = sample["objects"], objects.kind == .array else { return }
        records += objects.count
        objects.forEachElement { quantities += RecordSize.elements($1["quantities"]) }
    }

    /// - Throws: `Refusal` if the sample alone exceeds a limit.
    func check() throws(Refusal) {
        guard records <= BatchParser.recordsMax else {
            throw Refusal(
                .tooManyRecords, field: "objects",
                "a correlation and its objects are at most \(BatchParser.recordsMax) records")
        }
        guard quantities <= BatchParser.quantitiesMax else {
            throw Refusal(
                .tooManyQuantities, field: "objects",
                "a line may hold at most \(BatchParser.quantitiesMax) quantities")
        }
    }

    private static func elements(_ value: JSONValue?) -> Int {
        guard let value, value.kind == .array else { return 0 }
        return value.count
    }
}
