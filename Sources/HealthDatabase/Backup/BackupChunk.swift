/// Consecutive lines of one kind, which one statement stores.
struct BackupChunk {
    /// The maximum number of lines. A chunk also gets no more lines once it has `bytesMax` bytes.
    static let linesMax = 4_000
    static let bytesMax = 4 << 20

    private var kind: LineKind?
    private var lines: [[UInt8]] = []
    private var byteCount = 0

    var isFull: Bool { lines.count >= BackupChunk.linesMax || byteCount >= BackupChunk.bytesMax }

    /// True if a line of this kind may be appended.
    func takes(_ name: String) -> Bool { kind.map { $0.name == name } ?? true }

    mutating func append(_ line: [UInt8], of kind: LineKind) {
        self.kind = kind
        lines.append(line)
        byteCount += line.count
    }

    /// Stores the lines and removes them.
    ///
    /// - Parameters:
    ///   - lastLine: the number of the last of the lines.
    ///   - counts: the stored lines of each kind, to which the lines are added.
    /// - Throws: what `BackupRows.store` throws.
    mutating func flush(
        into rows: BackupRows, lastLine: Int64, counting counts: inout [BackupRecord: Int64]
    ) throws {
        guard let kind, let record = BackupRecord(rawValue: kind.name) else { return }
        let taken = lines
        self = BackupChunk()
        try rows.store(taken[...], of: kind, firstLine: lastLine - Int64(taken.count) + 1) {
            counts[record, default: 0] += $0
        }
    }
}
