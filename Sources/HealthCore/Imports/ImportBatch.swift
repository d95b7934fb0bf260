/// Some records of an export on their way into the store, and how far the file was read with them.
public struct ImportBatch: Sendable {
    /// In the order of the file, except that a container follows what it contains.
    public var records: [ImportedRecord]
    public var refusals: [ImportRefusal]
    /// The names in all records so far.
    public var references: SampleReferences
    /// Encodes where reading resumes after these records, in the reader's own format; nil if it
    /// cannot resume there.
    ///
    /// A closure because the store keeps only one position in about a hundred batches.
    public var position: (@Sendable () -> String)?
    /// Bytes of the file read so far, compressed if the file is.
    public var bytesRead: Int64
    /// Records and other elements read so far, refused ones included.
    public var recordsRead: Int64
    /// Defects repaired so far.
    public var repaired: Int64

    public init(
        records: [ImportedRecord], references: SampleReferences, refusals: [ImportRefusal] = [],
        position: (@Sendable () -> String)? = nil, bytesRead: Int64 = 0, recordsRead: Int64 = 0, repaired: Int64 = 0
    ) {
        self.records = records
        self.refusals = refusals
        self.references = references
        self.position = position
        self.bytesRead = bytesRead
        self.recordsRead = recordsRead
        self.repaired = repaired
    }

    /// Bytes of the records' JSON texts.
    public var jsonBytes: Int { records.reduce(0) { $0 + $1.jsonBytes } }

    /// Adds the batch that follows this one in the file.
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
