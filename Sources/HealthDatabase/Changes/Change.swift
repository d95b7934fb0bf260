import Foundation
import HealthCore

/// One entry of a person's change feed.
public struct Change: Sendable {
    /// Its place: greater than that of every change before it. Places have gaps.
    public var position: Int64
    public var content: Content

    public enum Content: Sendable {
        /// The sample is new, or is no longer what it was: whoever keeps a copy puts it in the place of what has its uuid.
        case saved(StoredSample, type: SampleTypeReader.Stored)
        /// The sample is gone, unless it is saved again at a later place; it may never have been seen. The type is an identifier,
        /// nil where nobody knows it.
        case deleted(UUID, type: String?, at: Instant)
        /// An element of an export that is no sample; JSON text. It never changes.
        case element(UUID, name: String, json: [UInt8])
        /// Samples are read in another way from now on. The type is an identifier, nil where it is about none or all.
        case preference(PreferenceChange, type: String?)
    }

    /// About how many bytes the change takes as JSON: its texts as they are stored, and `Change.bytesEach` for the rest.
    var byteCount: Int {
        switch content {
        case .saved(let sample, let type):
            Change.bytesEach + sample.textBytes + type.identifier.utf8.count
                + (sample.quantities?.count ?? 0) * Change.quantityBytes
        case .element(_, let name, let json): Change.bytesEach + name.utf8.count + json.count
        case .deleted, .preference: Change.bytesEach
        }
    }

    /// More than the names of all members, and their numbers and times, take.
    static let bytesEach = 1_024
    /// About what the JSON of one quantity of a series takes.
    static let quantityBytes = 128
}

/// Some changes that follow each other.
public struct ChangePage: Sendable {
    /// In order of position.
    public var changes: [Change]
    /// Where the next page begins; at the end of the feed, where what comes later will.
    public var anchor: ChangeAnchor
    /// Whether the feed goes on behind the page. A page of few types may have no change and still not be the last one.
    public var hasMore: Bool
}
