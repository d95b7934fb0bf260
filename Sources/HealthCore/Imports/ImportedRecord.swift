import Foundation

/// One record of an export on its way into the store.
public struct ImportedRecord: Sendable {
    /// Index among the records of the import. A container has a smaller one than its contents.
    public var ordinal: Int64
    public var item: Item

    public enum Item: Sendable {
        case sample(Sample)
        /// An element of an export that is no sample, as JSON text.
        ///
        /// Among elements with the same name and `key`, the store keeps that of the newest export,
        /// and within one export the last. Elements without a key are all kept. `exportedAt` is nil
        /// if the export has no date.
        case element(name: String, uuid: UUID, key: String?, exportedAt: Instant?, json: [UInt8])
        /// The content of a file beside export.xml, as JSON object. Its members become parts of the
        /// samples that name the path in `Sample.file`, whether they come before it or after it.
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
