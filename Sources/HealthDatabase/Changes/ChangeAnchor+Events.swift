import Foundation
import HealthCore

/// The ids of events that list types. Such an id is a position in the feed, as a number or sealed.
extension ChangeAnchor {
    /// Returns the id of an event at a position of the person's feed.
    ///
    /// - Throws: `DigestsError`.
    public static func eventID(_ position: Int64, of person: Person, _ seal: AnchorSeal?) throws -> String {
        guard let seal else { return String(position) }
        // The id has no selection of types. Like a plain id, it stays valid after a backup is
        // restored.
        let anchor = ChangeAnchor(
            position: position, personUUID: person.uuid, feedUUID: person.uuid, typesDigest: ChangeTypes.all.digest)
        return try seal.seal(anchor.bytes, .types).base64URL
    }

    /// Returns true if a text has the form of an event's id.
    public static func isEventID(_ id: String) -> Bool { plainPosition(id) != nil || sealedBytes(id) != nil }

    /// Reads the id of an event.
    ///
    /// - Throws: `HealthDatabaseError`: `malformedAnchor`, `foreignAnchor`, or `anchorExpired` for
    ///   an id that was made with another access.
    public static func position(ofEvent id: String, _ seal: AnchorSeal?) throws -> Int64 {
        switch (plainPosition(id), sealedBytes(id), seal) {
        case (let position?, _, nil): return position
        case (_, let bytes?, let seal?): return try seal.open(bytes, .types).position
        case (nil, nil, _): throw malformed
        default: throw AnchorSeal.expired
        }
    }

    private static func plainPosition(_ id: String) -> Int64? {
        Int64(id).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func sealedBytes(_ id: String) -> [UInt8]? {
        [UInt8](base64URL: id).flatMap { $0.first == AnchorSeal.layout && $0.count == AnchorSeal.byteCount ? $0 : nil }
    }
}
