import Foundation

/// One record of an export on its way into the store.
public struct ImportedRecord: Sendable {
    /// Its place among the records of its import. A container's is smaller than those of what it
    /// contains.
    public var ordinal: Int64
    public var item: Item

    public enum Item: Sendable {
        case sample(Sample)
        /// An element of an export that is no sample, as JSON text. Of those of one name and `key`
        /// the one of the newest export holds, in one export the last; what has no key stands for
        /// itself. `exportedAt` is nil where the export does not say it.
        case element(name: String, uuid: UUID, key: String?, exportedAt: Instant?, json: [UInt8])
        /// The content of a file beside export.xml, as the text of one JSON object, whose members
        /// become parts of the samples that name the path (`Sample.file`), before or after.
        case file(path: String, json: [UInt8])
    }

    /// Bytes of its JSON texts, which are what can make a record large.
    public var jsonBytes: Int {
        switch item {
        case .sample(let sample): sample.metadata.count + sample.parts.count
        case .element(_, _, _, _, let json), .file(_, let json): json.count
        }
    }

    /// Whether it is a file, which is no record of its own.
    public var isFile: Bool { if case .file = item { true } else { false } }

    public init(ordinal: Int64, item: Item) {
        self.ordinal = ordinal
        self.item = item
    }
}
