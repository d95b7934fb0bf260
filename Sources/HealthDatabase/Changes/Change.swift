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
        /// The sample was deleted, and the reader may never have received it. If the sample is
        /// saved again, that is a later change. The type is an identifier; nil if unknown.
        case deleted(UUID, type: String?, at: Instant)
        /// An element of an export that is not a sample, as JSON text. An element with a key, such
        /// as the activity rings of a day, is listed again with the same uuid when its content
        /// changes.
        case element(UUID, name: String, json: [UInt8])
        /// From now on, samples are read in another way. The type is an identifier; nil if the
        /// preference applies to all types or to none.
        case preference(PreferenceChange, type: String?)
    }

    /// The estimated bytes of the change as JSON. This is the length of its stored texts plus
    /// `Change.bytesEach`, and `quantityBytes` for each quantity of a series.
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
    /// The changes in order of position.
    public var changes: [Change]
    /// The position at which the next page starts. At the end of the feed, later changes follow
    /// this anchor.
    public var anchor: ChangeAnchor
    /// True if the feed continues after the page. If only some types are selected, a page may be
    /// empty and still not be the last page.
    public var hasMore: Bool
}
