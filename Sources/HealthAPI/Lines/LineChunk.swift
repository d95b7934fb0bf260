import HealthCore
import HealthDatabase

/// What a client wants of a stream of lines.
struct LineOptions: Sendable, Hashable {
    /// Lines that are committed together when no number is given.
    static let linesPerChunkDefault = 1_000
    /// What `linesPerChunk` may be: one commit is one batch.
    static let linesPerChunkRange = 1...BatchParser.recordsMax

    /// Most lines of one chunk, empty ones not counted.
    var linesPerChunk = LineOptions.linesPerChunkDefault
    /// As `SampleBatch.isResurrecting`.
    var isResurrecting = false
    /// Whether one refused line keeps the others of its chunk out.
    var isAtomic = false
    /// Whether receipts say what became of each line.
    var listsRecords = false

    /// What of them changes a chunk's receipt. Kept in digests, so it stays as it is.
    var digestText: String { "resurrect=\(isResurrecting)&atomic=\(isAtomic)&records=\(listsRecords)" }
}

/// What became of one line of a stream.
enum LineOutcome: String, CaseIterable, Sendable {
    // As `RecordOutcome`; of a correlation, what became of itself.
    case inserted, updated, unchanged, deleted, superseded
    /// The anchor is stored.
    case anchored
    /// Nothing is wrong with it, but with another line of its atomic chunk, so that it is not stored.
    case withheld
    /// It is not taken; why is said among `rejected`.
    case rejected

    init(_ outcome: RecordOutcome) {
        switch outcome {
        case .inserted: self = .inserted
        case .updated: self = .updated
        case .unchanged: self = .unchanged
        case .deleted: self = .deleted
        case .superseded: self = .superseded
        }
    }
}

/// A line that is not taken.
struct RejectedLine: Sendable, Hashable {
    /// As `StreamLine.number`.
    var line: Int
    /// Where the record would be in a batch of JSON: `samples`, `deleted` or `anchor`; nil where nobody can tell.
    var collection: String?
    /// One of `Refusal.Code`, or of `LineFault`.
    var code: String
    var field: String
    var message: String
}

extension RejectedLine {
    init(_ record: RejectedRecord, line: Int) {
        self.init(
            line: line, collection: record.collection.rawValue, code: record.refusal.code.rawValue,
            field: record.refusal.field, message: record.refusal.message)
    }
}

/// What is wrong with a line before it is a record.
enum LineFault: String, CaseIterable, Sendable {
    case lineTooLong = "line_too_long"
    case malformedJSON = "malformed_json"
    /// Not an object.
    case malformedLine = "malformed_line"
    /// An object with one member that nobody knows.
    case unknownField = "unknown_field"
    case tooManyRecords = "too_many_records"
    case tooManyQuantities = "too_many_quantities"
}

/// Lines that are committed together. They mean what one batch with the same records means.
struct LineChunk: Sendable {
    /// Counts the chunks of the stream from 1.
    var number: Int
    /// Numbers of its first and last line that are not empty.
    var lines: ClosedRange<Int>
    /// Places are those of `outcomes`; `rejected` is empty.
    var parsed: ParsedBatch
    /// Of each line that is not empty, in order, as if the chunk were not written.
    var outcomes: [LineOutcome]
    /// The numbers of the lines, in the same order.
    var lineNumbers: [Int]
    var rejected: [RejectedLine]
    /// Tells apart chunks of other lines, at other places of the stream or with other options; empty where nobody wants it.
    var digest: [UInt8]

    /// Whether it may be written.
    var isAccepted: Bool { !parsed.isAtomic || rejected.isEmpty }

    /// Notes the lines whose samples were refused when the chunk was written.
    mutating func reject(_ refused: [Int64: Refusal]) {
        guard !refused.isEmpty else { return }
        for record in parsed.rejected(refused) {
            outcomes[record.index] = .rejected
            rejected.append(RejectedLine(record, line: lineNumbers[record.index]))
        }
        rejected.sort { $0.line < $1.line }
    }
}
