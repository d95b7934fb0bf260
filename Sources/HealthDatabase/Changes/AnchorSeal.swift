import Digests
import Foundation
import HealthCore
import Postgres

/// Encrypts the anchors of a caller who may not read everything. Such an anchor is called sealed.
///
/// A plain anchor shows its position, which counts samples that the caller may not read. A sealed
/// anchor also contains `health.access_basis`. If the access changes, the anchor is expired. The
/// client then reads the feed from the start, and so gets older samples that it may now read.
public struct AnchorSeal: Sendable {
    /// The use of an anchor.
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

    /// Returns the seal of a caller; nil for a caller who may read everything, whose anchors are
    /// plain. Must be called outside `Session.reading(as:)`, which may not read the secret.
    ///
    /// - Throws: `PostgresError`.
    public static func read(for caller: Caller, _ session: Session) throws -> AnchorSeal? {
        guard !caller.access.readsAll else { return nil }
        let row = try session.run(
            "select secret, health.access_basis($1, $2, $3) from health.store_secret", caller.person,
            caller.access.holderID, caller.tokenID
        ).first
        guard var row else {
            throw HealthDatabaseError(.damagedStore, "the store has no secret for anchors")
        }
        return AnchorSeal(
            box: SecretBox(key: try row.bytea()), person: caller.person.uuid, basis: try row.uuid())
    }

    /// The first byte of a sealed anchor. The first byte of a plain anchor is
    /// `ChangeAnchor.layout`.
    static let layout: UInt8 = 2
    /// The number of bytes of a sealed anchor.
    static let byteCount = 1 + SecretBox.overhead + 16 + ChangeAnchor.byteCount

    /// - Parameter plain: the bytes of the anchor.
    func seal(_ plain: [UInt8], _ purpose: Purpose) throws -> [UInt8] {
        // This byte replaces the layout of the plain anchor, so that the length is a multiple of
        // three.
        [AnchorSeal.layout] + (try box.seal([purpose.rawValue] + basis.bytes + plain.dropFirst()))
    }

    /// Decrypts an anchor.
    ///
    /// - Throws: `HealthDatabaseError`: `malformedAnchor` for bytes that this store did not seal,
    ///   `foreignAnchor` for an anchor of another person, `anchorExpired` for an anchor of another
    ///   access.
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
