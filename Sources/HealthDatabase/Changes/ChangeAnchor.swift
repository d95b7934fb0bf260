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
    public var text: String { bytes.base64URL }

    /// Returns `text` if `seal` is nil. Otherwise returns the sealed anchor, which has 136
    /// characters.
    ///
    /// - Throws: `DigestsError`.
    public func text(_ seal: AnchorSeal?) throws -> String {
        guard let seal else { return text }
        return try seal.seal(bytes, .feed).base64URL
    }

    var bytes: [UInt8] {
        var bytes = [ChangeAnchor.layout]
        bytes.append(bigEndian: position)
        return bytes + personUUID.bytes + feedUUID.bytes + typesDigest
    }
}

extension ChangeAnchor {
    /// Reads an anchor.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedAnchor`) for any text that is not the `text` of
    ///   an anchor.
    public init(_ text: String) throws {
        guard let bytes = [UInt8](base64URL: text) else { throw ChangeAnchor.malformed }
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
        guard let bytes = [UInt8](base64URL: text) else { throw malformed }
        if bytes.first != AnchorSeal.layout || bytes.count != AnchorSeal.byteCount { _ = try ChangeAnchor(bytes) }
        return bytes
    }

    init(_ bytes: [UInt8]) throws {
        guard bytes.count == ChangeAnchor.byteCount, bytes.first == ChangeAnchor.layout else {
            throw ChangeAnchor.malformed
        }
        position = Int64(bigEndian: bytes[1..<9])
        personUUID = UUID(bytes: bytes[9..<25])
        feedUUID = UUID(bytes: bytes[25..<41])
        typesDigest = Array(bytes[41...])
        guard position >= 0 else { throw ChangeAnchor.malformed }
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
}

extension ChangeTypes {
    /// - Parameter names: identifiers or short names.
    /// - Throws: `ParameterError` (`unknownType`) for a type that is neither in the catalogue nor a
    ///   type of the person's samples.
    init(_ names: [String], of person: Person, _ session: Session) throws {
        let identifiers = Set(names.map { Catalogue.sampleType(named: $0)?.identifier ?? $0 }).sorted()
        let known: [String: Int32] = try session.dictionary(
            """
            select identifier, sample_type_id from health.sample_type
            where identifier = any($2) and (in_catalogue or \(SampleTypeReader.isKnown))
            """, person, identifiers)
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
