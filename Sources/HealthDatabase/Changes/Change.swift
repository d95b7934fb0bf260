import Foundation
import HealthCore

/// One entry of a person's change feed.
public struct Change: Sendable {
    /// Position in the feed, greater than that of every earlier change. Positions have gaps.
    public var position: Int64
    public var content: Content

    public enum Content: Sendable {
        /// The sample is new or was changed. A reader replaces its copy with the same uuid.
        case saved(StoredSample, type: SampleTypeReader.Stored)
        /// The sample was deleted. If it is saved again, that is a later change. The reader may
        /// never have received it. The type is an identifier, nil if not known.
        case deleted(UUID, type: String?, at: Instant)
        /// An element of an export that is not a sample, as JSON text. It never changes.
        case element(UUID, name: String, json: [UInt8])
        /// Samples are read differently from now on. The type is an identifier, nil if the
        /// preference is about no type or all types.
        case preference(PreferenceChange, type: String?)
    }

    /// Estimated bytes of the change as JSON: its texts as stored, plus `Change.bytesEach`.
    var byteCount: Int {
        switch content {
        case .saved(let sample, let type):
            Change.bytesEach + sample.textBytes + type.identifier.utf8.count
                + (sample.quantities?.count ?? 0) * Change.quantityBytes
        case .element(_, let name, let json): Change.bytesEach + name.utf8.count + json.count
        case .deleted, .preference: Change.bytesEach
        }
    }

    /// An upper bound for the bytes of all member names, numbers and times.
    static let bytesEach = 1_024
    /// Estimated bytes of one quantity of a series as JSON.
    static let quantityBytes = 128
}

/// A page of consecutive changes.
public struct ChangePage: Sendable {
    /// In order of position.
    public var changes: [Change]
    /// The start of the next page. At the end of the feed, later changes will follow this anchor.
    public var anchor: ChangeAnchor
    /// Whether the feed continues after the page. A page of few types may have no change and still
    /// not be the last one.
    public var hasMore: Bool
}
