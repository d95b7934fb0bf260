import Digests
import Foundation
import HealthCore
import Postgres

/// A position in one person's change feed for one selection of types, as HealthKit's
/// `HKQueryAnchor`.
///
/// An anchor is valid as long as the feed exists. A sealed anchor (`AnchorSeal`) is valid until the
/// access of its holder changes. The server does not store anchors.
public struct ChangeAnchor: Hashable, Sendable {
    /// Every change up to this position, inclusive, has been listed.
    public var position: Int64
    /// The uuid of the person.
    var personUUID: UUID
    /// `health.change_counter.feed_uuid`
    var feedUUID: UUID
    /// `ChangeTypes.digest`
    var typesDigest: [UInt8]

    /// The first byte, which identifies the layout of the others.
    static let layout: UInt8 = 1
    /// The bytes of a plain anchor.
    static let byteCount = 41 + ChangeTypes.digestBytes

    /// The anchor as text, which clients must not interpret. It is base64url of 76 characters,
    /// which need no escaping in a query string or a header.
    public var text: String { ChangeAnchor.base64URL(bytes) }

    /// Returns `text` if `seal` is nil. Otherwise returns the sealed anchor, which has 136
    /// characters.
    ///
    /// - Throws: `DigestsError`.
    public func text(_ seal: AnchorSeal?) throws -> String {
        guard let seal else { return text }
        return ChangeAnchor.base64URL(try seal.seal(bytes, .feed))
    }

    var bytes: [UInt8] {
        var bytes = [ChangeAnchor.layout]
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: position >> Int64(shift)))
        }
        for uuid in [personUUID, feedUUID] { bytes += uuid.bytes }
        return bytes + typesDigest
    }

    /// Reads an anchor.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedAnchor`) for any text that is not the `text` of
    ///   an anchor.
    public init(_ text: String) throws {
        guard let bytes = ChangeAnchor.bytes(base64URL: text) else { throw ChangeAnchor.malformed }
        try self.init(bytes)
    }

    /// Reads an anchor that `text(_:)` returned for the same holder.
    ///
    /// - Throws: `HealthDatabaseError`: `malformedAnchor`, `foreignAnchor`, or `anchorExpired` for
    ///   an anchor of another access.
    public init(_ text: String, _ seal: AnchorSeal?) throws {
        let bytes = try ChangeAnchor.checked(text)
        switch (bytes.first == AnchorSeal.layout, seal) {
        case (false, nil): try self.init(bytes)
        case (true, let seal?): self = try seal.open(bytes, .feed)
        default: throw AnchorSeal.expired
        }
    }

    /// Returns the bytes of a text that has the form of an anchor, plain or sealed.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedAnchor`).
    @discardableResult
    public static func checked(_ text: String) throws -> [UInt8] {
        guard let bytes = bytes(base64URL: text) else { throw malformed }
        if bytes.first != AnchorSeal.layout || bytes.count != AnchorSeal.byteCount { _ = try ChangeAnchor(bytes) }
        return bytes
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    /// Returns nil for a text that is not base64url. Also returns nil for other texts with the same
    /// bytes, which the service never writes.
    static func bytes(base64URL text: String) -> [UInt8]? {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: base64), base64URL(Array(data)) == text else { return nil }
        return Array(data)
    }

    init(_ bytes: [UInt8]) throws {
        guard bytes.count == ChangeAnchor.byteCount, bytes.first == ChangeAnchor.layout else {
            throw ChangeAnchor.malformed
        }
        position = Int64(bitPattern: bytes[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        personUUID = UUID(bytes: bytes[9..<25])
        feedUUID = UUID(bytes: bytes[25..<41])
        typesDigest = Array(bytes[41...])
        guard position >= 0 else { throw ChangeAnchor.malformed }
    }

    init(position: Int64, personUUID: UUID, feedUUID: UUID, typesDigest: [UInt8]) {
        self.position = position
        self.personUUID = personUUID
        self.feedUUID = feedUUID
        self.typesDigest = typesDigest
    }

    /// The error for an anchor of another person.
    static var foreign: HealthDatabaseError {
        HealthDatabaseError(
            .foreignAnchor, "the anchor belongs to another person",
            hint: "keep one anchor for each person; send no anchor to read from the start")
    }

    static var malformed: HealthDatabaseError {
        HealthDatabaseError(
            .malformedAnchor, "the anchor is not one of this service",
            hint: "send the anchor of the last page unchanged, or no anchor to read from the start")
    }
}

/// The types that a reader of the feed selected.
struct ChangeTypes {
    /// Nil for every type.
    var ids: [Int32]?
    /// Identifies the selection. It is equal for the same types in any order and spelling.
    var digest: [UInt8]

    static let digestBytes = 16

    static let all = ChangeTypes(ids: nil, digest: [UInt8](repeating: 0, count: digestBytes))

    private init(ids: [Int32]?, digest: [UInt8]) {
        self.ids = ids
        self.digest = digest
    }

    /// - Parameter names: identifiers or short names.
    /// - Throws: `ParameterError` (`unknownType`) for a type that is neither in the catalogue nor a
    ///   type of the person's samples.
    init(_ names: [String], of person: Person, _ session: Session) throws {
        let identifiers = Set(names.map { Catalogue.sampleType(named: $0)?.identifier ?? $0 }).sorted()
        var known: [String: Int32] = [:]
        for row in try session.run(
            """
            select identifier, sample_type_id from health.sample_type
            where identifier = any($2) and (in_catalogue or \(SampleTypeReader.isKnown))
            """, person, identifiers)
        {
            known[try row.text(0)] = try row.int32(1)
        }
        if let unknown = identifiers.first(where: { known[$0] == nil }) {
            throw ParameterError(
                .unknownType, "types",
                "there is no sample type \"\(unknown.prefix(SampleReferences.typeBytesMax))\"",
                hint: "GET /v1/types lists the types")
        }
        ids = known.values.sorted()
        // The separator is NUL, which no text in PostgreSQL contains. The digest is made from
        // identifiers and not from ids, because the ids differ in a copy of the database.
        digest = Array(SHA256.hash(Array(identifiers.joined(separator: "\0").utf8)).prefix(ChangeTypes.digestBytes))
    }
}

extension UUID {
    var bytes: [UInt8] {
        [
            uuid.0, uuid.1, uuid.2, uuid.3, uuid.4, uuid.5, uuid.6, uuid.7, uuid.8, uuid.9, uuid.10, uuid.11, uuid.12,
            uuid.13, uuid.14, uuid.15,
        ]
    }

    /// - Parameter bytes: sixteen.
    init(bytes: ArraySlice<UInt8>) {
        let id = Array(bytes)
        self.init(
            uuid: (
                id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7], id[8], id[9], id[10], id[11], id[12], id[13],
                id[14], id[15]
            ))
    }
}
