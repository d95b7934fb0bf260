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

    /// Removes the lines.
    ///
    /// - Returns: nil if there are none.
    mutating func take() -> (kind: LineKind, lines: [[UInt8]])? {
        guard let kind, !lines.isEmpty else { return nil }
        let taken = lines
        self = BackupChunk()
        return (kind, taken)
    }
}
