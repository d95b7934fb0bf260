/// The options of a stream of lines.
public struct LineOptions: Sendable, Hashable {
    /// Lines of one chunk if the client does not set a number.
    public static let linesPerChunkDefault = 1_000
    /// Allowed values of `linesPerChunk`. A chunk is committed as one batch.
    public static let linesPerChunkRange = 1...BatchParser.recordsMax

    /// Most lines of one chunk. Empty lines do not count.
    public var linesPerChunk = LineOptions.linesPerChunkDefault
    /// As `SampleBatch.isResurrecting`.
    public var isResurrecting = false
    /// True if one refused line prevents the other lines of its chunk from being stored.
    public var isAtomic = false
    /// True if receipts list the outcome of each line.
    public var listsRecords = false
    /// As `SampleBatch.device`.
    public var device: String?

    public init() {}

    /// The options that change the receipt of a chunk. Stored digests contain this text, so it must
    /// not change.
    var digestText: String { "resurrect=\(isResurrecting)&atomic=\(isAtomic)&records=\(listsRecords)" }
}
