import Foundation

/// One record of an export that is to be stored.
public struct ImportedRecord: Sendable {
    /// The index among the records of the import. A container has a smaller ordinal than its
    /// contents.
    public var ordinal: Int64
    public var item: Item

    public enum Item: Sendable {
        case sample(Sample)
        /// An element of an export that is not a sample, as JSON text.
        ///
        /// Of elements with the same name and `key`, the store keeps the element of the newest
        /// export. Within one export, it keeps the last such element. It keeps all elements without
        /// a key. `exportedAt` is nil if the export has no date.
        case element(name: String, uuid: UUID, key: String?, exportedAt: Instant?, json: [UInt8])
        /// The content of a file other than export.xml, as a JSON object. Its members become parts
        /// of the samples whose `Sample.file` is this path. These samples may come before or after
        /// the file.
        case file(path: String, json: [UInt8])
    }

    /// The size of the record's JSON texts in bytes. Only these texts can make a record large.
    public var jsonBytes: Int {
        switch item {
        case .sample(let sample): sample.metadata.count + sample.parts.count
        case .element(_, _, _, _, let json), .file(_, let json): json.count
        }
    }

    public init(ordinal: Int64, item: Item) {
        self.ordinal = ordinal
        self.item = item
    }
}
