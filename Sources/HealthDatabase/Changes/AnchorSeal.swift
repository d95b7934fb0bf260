import Digests
import Foundation
import HealthCore
import Postgres

/// Encrypts the anchors of a holder who may not read everything.
///
/// The position in such an anchor would tell how much was written that the holder may not read. A
/// sealed anchor also names the access with which it was made: with another access it has expired,
/// so that the reader starts again and receives older samples that have become readable.
public struct AnchorSeal: Sendable {
    /// What an anchor belongs to.
    enum Purpose: UInt8 {
        /// A page of the feed, or an event with a change.
        case feed
        /// An event that lists types.
        case types
    }

    private let box: SecretBox
    private let person: UUID
    /// `health.access_basis`
    private let basis: UUID

    /// Returns the seal for a holder; nil for one who may read everything, whose anchors are plain.
    /// Call it outside `Session.reading(as:)`, which may not read the secret.
    ///
    /// - Throws: `PostgresError`.
    public static func read(for caller: Caller, _ session: Session) throws -> AnchorSeal? {
        guard !caller.access.readsAll else { return nil }
        let row = try session.execute(
            "select secret, health.access_basis($1, $2, $3) from health.store_secret",
            [.int32(caller.person.id), .int32(caller.access.holderID), .uuid(caller.tokenID)]
        ).first
        guard var row else {
            throw HealthDatabaseError(.damagedStore, "the store has no secret for anchors")
        }
        return AnchorSeal(
            box: SecretBox(key: try row.bytea()), person: caller.person.uuid, basis: try row.uuid())
    }

    /// The first byte of a sealed anchor; that of a plain one is `ChangeAnchor.layout`.
    static let layout: UInt8 = 2
    /// The bytes of a sealed anchor.
    static let byteCount = 1 + SecretBox.overhead + 16 + ChangeAnchor.byteCount

    /// - Parameter plain: the bytes of the anchor.
    func seal(_ plain: [UInt8], _ purpose: Purpose) throws -> [UInt8] {
        // In place of the layout of the plain anchor, so that the length is a multiple of three.
        [AnchorSeal.layout] + (try box.seal([purpose.rawValue] + basis.bytes + plain.dropFirst()))
    }

    /// Returns the anchor.
    ///
    /// - Throws: `HealthDatabaseError`: `malformedAnchor` for a forged one, `foreignAnchor` for one
    ///   of another person, `anchorExpired` for one of another access.
    func open(_ sealed: [UInt8], _ purpose: Purpose) throws -> ChangeAnchor {
        guard let message = box.open(Array(sealed.dropFirst())), message.first == purpose.rawValue else {
            throw ChangeAnchor.malformed
        }
        let anchor = try ChangeAnchor([ChangeAnchor.layout] + message[17...])
        guard anchor.personUUID == person else { throw ChangeAnchor.foreign }
        guard UUID(bytes: message[1..<17]) == basis else { throw AnchorSeal.expired }
        return anchor
    }

    static var expired: HealthDatabaseError {
        HealthDatabaseError(
            .anchorExpired, "the anchor belongs to another access: what may be read has changed since",
            hint: "send no anchor to read from the start, and delete your copies that are not listed")
    }
}
