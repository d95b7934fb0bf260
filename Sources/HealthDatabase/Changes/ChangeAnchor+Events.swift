import Foundation
import HealthCore

/// The ids of events that list types: positions in the feed, as numbers or sealed.
extension ChangeAnchor {
    /// Returns the id of an event at a position of the person's feed.
    ///
    /// - Throws: `DigestsError`.
    public static func eventID(_ position: Int64, of person: Person, _ seal: AnchorSeal?) throws -> String {
        guard let seal else { return String(position) }
        // Such an event belongs to no selection of types. It survives a restored backup, as a
        // plain one does.
        let anchor = ChangeAnchor(
            position: position, personUUID: person.uuid, feedUUID: person.uuid, typesDigest: ChangeTypes.all.digest)
        return base64URL(try seal.seal(anchor.bytes, .types))
    }

    /// Whether a text is formed like the id of an event.
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
        bytes(base64URL: id).flatMap { $0.first == AnchorSeal.layout && $0.count == AnchorSeal.byteCount ? $0 : nil }
    }
}
