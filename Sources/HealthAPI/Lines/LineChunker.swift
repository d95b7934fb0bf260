import Digests
import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// Gathers lines into chunks.
///
/// A chunk ends when it has `LineOptions.linesPerChunk` lines, and before a line with which it would be longer than
/// `chunkBytesMax` or hold more than a batch may. It ends also before a second anchor, and before a deletion of what it adds:
/// within a batch deletions come first, so the order of the stream keeps its meaning. Where chunks end depends on nothing
/// but the lines and the options, so that a stream sent again has the same chunks.
struct LineChunker {
    /// Most bytes of one chunk: what a batch of JSON may have.
    static let chunkBytesMax = HealthService.bodyBytesMax
    /// How deep a line may nest: as deep as a record of a batch, which lies in an object and an array.
    static let depthMax = 62

    private let options: LineOptions
    private let hasDigests: Bool
    private let chunkBytesMax: Int
    private let parser = JSONParser(bytesMax: LineReader.lineBytesMax, depthMax: depthMax)
    private var open: OpenChunk
    private var chunkCount = 0
    /// Chunks that ended and are not handed over yet.
    private var ended: [LineChunk] = []

    /// - Parameter hasDigests: whether chunks get their digest.
    init(_ options: LineOptions, hasDigests: Bool, chunkBytesMax: Int = LineChunker.chunkBytesMax) {
        self.options = options
        self.hasDigests = hasDigests
        self.chunkBytesMax = chunkBytesMax
        open = OpenChunk()
    }

    /// Adds a line.
    ///
    /// - Returns: the chunks that ended with it or before it, two at most.
    mutating func append(_ line: StreamLine) -> [LineChunk] {
        if open.bytes + line.bytes.count > chunkBytesMax { end() }
        if line.isTooLong {
            reject(line, .lineTooLong, "the line is longer than \(LineReader.lineBytesMax) bytes")
        } else {
            do { try parser.parse(line.bytes) { add($0, line) } } catch {
                let fault = error as? JSONError
                reject(line, .malformedJSON, fault?.message ?? "the line cannot be read", field: fault?.member ?? "")
            }
        }
        if open.outcomes.count >= options.linesPerChunk { end() }
        defer { ended = [] }
        return ended
    }

    /// The last chunk, once there are no more lines.
    mutating func finish() -> LineChunk? {
        end()
        defer { ended = [] }
        return ended.first
    }

    // MARK: Kinds of lines

    /// Lines that are no samples have one member, of one of these names. A sample has more than one.
    private enum Wrapper: String, CaseIterable {
        case anchor, deleted
    }

    private mutating func add(_ root: JSONValue, _ line: StreamLine) {
        guard root.kind == .object else {
            return reject(line, .malformedLine, "a line must be an object")
        }
        guard root.count == 1 else { return add(sample: root, line) }
        // The walk throws only what its body throws, which is nothing.
        try? root.forEachMember { name, value in
            switch Wrapper(rawValue: name) {
            case .anchor: add(anchor: value, line)
            case .deleted: add(deletion: value, line)
            case nil:
                let names = Wrapper.allCases.map(\.rawValue).joined(separator: ", ")
                reject(
                    line, .unknownField, "a line is a sample, or has one member: \(names)",
                    field: String(name.prefix(64)))
            }
        }
    }

    private mutating func add(sample: JSONValue, _ line: StreamLine) {
        let size = RecordSize(sample)
        guard size.records <= BatchParser.recordsMax else {
            return reject(
                line, .tooManyRecords, "a correlation and its objects are at most \(BatchParser.recordsMax) records",
                field: "objects", in: .samples)
        }
        guard size.quantities <= SampleParser.quantitiesMax else {
            return reject(
                line, .tooManyQuantities, "a line may hold at most \(SampleParser.quantitiesMax) quantities",
                field: "objects", in: .samples)
        }
        if open.assembly.recordCount + size.records > BatchParser.recordsMax
            || open.assembly.quantityCount + size.quantities > SampleParser.quantitiesMax
        {
            end()
        }
        let place = begin(line)
        open.assembly.add(sample: sample, place: place, checksNullCharacters: sample.hasNullCharacter)
        takeRejected(line)
    }

    private mutating func add(deletion: JSONValue, _ line: StreamLine) {
        let text = deletion.string ?? deletion["uuid"]?.string
        if let uuid = text.flatMap({ UUID(text: $0) }), open.assembly.holds(uuid) { end() }
        if open.assembly.recordCount >= BatchParser.recordsMax { end() }
        let place = begin(line)
        open.assembly.add(deletion: deletion, place: place)
        takeRejected(line)
    }

    private mutating func add(anchor value: JSONValue, _ line: StreamLine) {
        let anchor: ClientAnchor
        do {
            guard let sent = try AnchorRequest.anchor(value) else {
                let missing = Refusal(.missingField, field: "anchor", "anchor is null")
                return reject(line, missing.code.rawValue, missing.message, field: missing.field, in: .anchor)
            }
            anchor = sent
        } catch {
            let error = error as? APIError
            return reject(
                line, (error?.code ?? .malformedField).rawValue, error?.message ?? "anchor cannot be read",
                field: "anchor", in: .anchor)
        }
        if open.hasAnchor { end() }
        let place = begin(line)
        open.assembly.add(anchor)
        open.hasAnchor = true
        open.outcomes[place] = .anchored
    }

    // MARK: Chunks

    private enum Collection: String {
        case samples, deleted, anchor
    }

    private struct OpenChunk {
        var assembly = BatchAssembly()
        var outcomes: [LineOutcome] = []
        var lineNumbers: [Int] = []
        var rejected: [RejectedLine] = []
        var firstLine = 0
        var lastLine = 0
        var bytes = 0
        var digest: [UInt8] = []
        var hasAnchor = false
    }

    /// Makes room for a line.
    ///
    /// - Returns: its place.
    private mutating func begin(_ line: StreamLine) -> Int {
        if open.outcomes.isEmpty {
            open.firstLine = line.number
            if hasDigests { open.digest = SHA256.hash(Array(options.digestText.utf8)) }
        }
        // A chain: what came before, which line it is, and its bytes.
        if hasDigests { open.digest = SHA256.hash(open.digest + Array("\(line.number):".utf8) + line.bytes) }
        open.lastLine = line.number
        open.bytes += line.bytes.count
        open.outcomes.append(.withheld)
        open.lineNumbers.append(line.number)
        return open.outcomes.count - 1
    }

    private mutating func takeRejected(_ line: StreamLine) {
        for record in open.assembly.takeRejected() {
            open.outcomes[record.index] = .rejected
            open.rejected.append(RejectedLine(record, line: line.number))
        }
    }

    private mutating func reject(
        _ line: StreamLine, _ fault: LineFault, _ message: String, field: String = "", in collection: Collection? = nil
    ) {
        reject(line, fault.rawValue, message, field: field, in: collection)
    }

    private mutating func reject(
        _ line: StreamLine, _ code: String, _ message: String, field: String, in collection: Collection?
    ) {
        let place = begin(line)
        open.outcomes[place] = .rejected
        open.rejected.append(
            RejectedLine(
                line: line.number, collection: collection?.rawValue, code: code, field: field, message: message))
    }

    private mutating func end() {
        guard !open.outcomes.isEmpty else { return }
        chunkCount += 1
        var parsed = open.assembly.finish()
        parsed.isAtomic = options.isAtomic
        parsed.batch.isResurrecting = options.isResurrecting
        ended.append(
            LineChunk(
                number: chunkCount, lines: open.firstLine...open.lastLine, parsed: parsed, outcomes: open.outcomes,
                lineNumbers: open.lineNumbers, rejected: open.rejected, digest: open.digest))
        open = OpenChunk()
    }
}

/// What a sample takes of a batch's limits.
private struct RecordSize {
    /// Itself and its objects.
    var records = 1
    /// Of its series and its objects'.
    var quantities: Int

    init(_ sample: JSONValue) {
        quantities = RecordSize.elements(sample["quantities"])
        guard let objects = sample["objects"], objects.kind == .array else { return }
        records += objects.count
        // The walk throws only what its body throws, which is nothing.
        try? objects.forEachElement { quantities += RecordSize.elements($1["quantities"]) }
    }

    private static func elements(_ value: JSONValue?) -> Int {
        guard let value, value.kind == .array else { return 0 }
        return value.count
    }
}
