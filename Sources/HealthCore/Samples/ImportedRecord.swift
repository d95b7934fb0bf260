import Foundation

/// One record of an export on its way into the store.
public struct ImportedRecord: Sendable {
    /// Its place among the records of its import. A container's is smaller than those of what it contains.
    public var ordinal: Int64
    public var item: Item

    public enum Item: Sendable {
        case sample(Sample)
        /// An element of an export that is no sample, as JSON text.
        case element(name: String, uuid: UUID, json: [UInt8])
    }

    /// Bytes of its JSON texts, which are what can make a record large.
    public var jsonBytes: Int {
        switch item {
        case .sample(let sample): sample.metadata.count + sample.parts.count
        case .element(_, _, let json): json.count
        }
    }

    public init(ordinal: Int64, item: Item) {
        self.ordinal = ordinal
        self.item = item
    }
}
