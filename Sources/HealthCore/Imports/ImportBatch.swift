/// Records of an export that are to be stored, and the progress of reading the file.
public struct ImportBatch: Sendable {
    /// The records in the order of the file, except that a container comes after its contents.
    public var records: [ImportedRecord]
    public var refusals: [ImportRefusal]
    /// The names in all records so far.
    public var references: SampleReferences
    /// Returns the position at which reading resumes after these records, in the reader's own
    /// format. Nil if reading cannot resume there.
    ///
    /// It is a closure because the store needs the position of only about every hundredth batch.
    public var position: (@Sendable () -> String)?
    /// When the export was made; nil if the file has not said so.
    public var exportedAt: Instant?
    /// Bytes of the file read so far. For a compressed file, compressed bytes.
    public var bytesRead: Int64
    /// The number of records and other elements read so far, including refused ones.
    public var recordsRead: Int64
    /// The number of defects repaired so far.
    public var repaired: Int64

    public init(
        records: [ImportedRecord], references: SampleReferences, refusals: [ImportRefusal] = [],
        position: (@Sendable () -> String)? = nil, exportedAt: Instant? = nil, bytesRead: Int64 = 0,
        recordsRead: Int64 = 0, repaired: Int64 = 0
    ) {
        self.records = records
        self.refusals = refusals
        self.references = references
        self.position = position
        self.exportedAt = exportedAt
        self.bytesRead = bytesRead
        self.recordsRead = recordsRead
        self.repaired = repaired
    }

    /// The total size of the records' JSON texts in bytes.
    public var jsonBytes: Int { records.reduce(0) { $0 + $1.jsonBytes } }

    /// Appends the next batch of the file.
    public mutating func append(_ next: ImportBatch) {
        records += next.records
        refusals += next.refusals
        references = next.references
        position = next.position
        bytesRead = next.bytesRead
        recordsRead = next.recordsRead
        repaired = next.repaired
    }
}
