import Foundation
import HealthCore
import Postgres

/// A passkey of a holder (WebAuthn). An authenticator keeps the private key.
public struct Passkey: Sendable {
    public let id: UUID
    public let holderID: Int32
    public let name: String
    /// The authenticator's name of the key.
    public let credentialID: [UInt8]
    /// SubjectPublicKeyInfo (RFC 5280) in DER.
    public let publicKey: [UInt8]
    /// The bytes by which the authenticator names the holder.
    public let userHandle: [UInt8]
    /// The host of the page for which the key was made.
    public let relyingParty: String
    public let created: Instant
    /// The last login; nil if there was none.
    public let lastUsed: Instant?
}

/// The passkeys with which holders log in to the page.
public enum PasskeyStore {
    /// The maximum number of passkeys of a holder.
    public static let passkeysMax = 20
    /// The seconds for which a challenge is valid: five minutes.
    public static let challengeSeconds: Int64 = 300

    private static let columns = """
        passkey_id, holder_id, name, credential_id, public_key, user_handle, relying_party, created_at, last_used_at
        """

    /// Returns the passkeys of a holder, oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(ofHolder holderID: Int32, _ session: Session) throws -> [Passkey] {
        try session.all(
            "select \(columns) from health.passkey where holder_id = $1 order by created_at, passkey_id", holderID,
            as: Passkey.init)
    }

    /// Returns the passkey of an authenticator's key; nil if there is none.
    ///
    /// - Throws: `PostgresError`.
    public static func find(credentialID: [UInt8], _ session: Session) throws -> Passkey? {
        try session.first(
            "select \(columns) from health.passkey where credential_id = $1", credentialID, as: Passkey.init)
    }

    /// Adds a passkey.
    ///
    /// - Parameters:
    ///   - name: of at most `PersonStore.nameBytesMax` bytes.
    ///   - counter: the signature counter of the authenticator.
    ///   - relyingParty: the host of the page.
    /// - Returns: nil if the store has the authenticator's key already.
    /// - Throws: `HealthDatabaseError` (`malformedName`, `tooManyPasskeys`), `PostgresError`, 23503
    ///   if the holder was removed.
    public static func add(
        ofHolder holderID: Int32, name: String, credentialID: [UInt8], publicKey: [UInt8], counter: Int64,
        userHandle: [UInt8], relyingParty: String, _ session: Session
    ) throws -> Passkey? {
        try PersonStore.checkName(name, of: "a passkey")
        return try session.transaction {
            // Others that add passkeys of the holder wait, so that they cannot exceed the limit.
            try session.run("select 1 from health.holder where holder_id = $1 for update", holderID)
            guard try list(ofHolder: holderID, session).count < passkeysMax else {
                throw HealthDatabaseError(
                    .tooManyPasskeys, "there are already \(passkeysMax) passkeys, which is the limit",
                    hint: "remove a passkey that is no longer used")
            }
            let added = try session.affectedRows(
                """
                insert into health.passkey (
                    passkey_id, holder_id, name, credential_id, public_key, sign_count, user_handle, relying_party)
                values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing
                """, UUID(), holderID, name, credentialID, publicKey, counter, userHandle, relyingParty)
            return added == 1 ? try find(credentialID: credentialID, session) : nil
        }
    }

    /// Removes a passkey, and ends the sessions that it opened.
    ///
    /// - Parameter current: the id of a session that goes on; nil for none.
    /// - Returns: false if the holder has no such passkey.
    /// - Throws: `PostgresError`.
    public static func remove(
        _ id: UUID, ofHolder holderID: Int32, except current: UUID?, _ session: Session
    ) throws -> Bool {
        try session.transaction {
            let removed = try session.affectedRows(
                "delete from health.passkey where passkey_id = $1 and holder_id = $2", id, holderID)
            guard removed == 1 else { return false }
            let opened = try session.all(
                """
                select person_id, token_id from health.token
                where holder_id = $1 and passkey_id = $2 and revoked_at is null and token_id is distinct from $3
                """, holderID, id, current
            ) { (personID: Int32, tokenID: UUID) in (personID, tokenID) }
            for (personID, tokenID) in opened { _ = try TokenRevocation.revoke(tokenID, of: personID, session) }
            return true
        }
    }

    /// Records that a challenge was answered.
    ///
    /// - Returns: false if it was answered before.
    /// - Throws: `PostgresError`.
    public static func use(challenge id: UUID, _ session: Session) throws -> Bool {
        try session.run(
            "delete from health.used_challenge where used_at < now() - interval '\(2 * challengeSeconds) s'")
        return try session.affectedRows(
            "insert into health.used_challenge (challenge_id) values ($1) on conflict do nothing", id) == 1
    }

    /// Records a login with a passkey.
    ///
    /// - Parameter counter: the signature counter of the authenticator.
    /// - Returns: false if the counter is not higher than before, although the authenticator
    ///   counts. Then the key may have been copied (WebAuthn, section 7.2). Also false if the
    ///   passkey was removed.
    /// - Throws: `PostgresError`.
    public static func use(_ passkey: Passkey, counter: Int64, _ session: Session) throws -> Bool {
        try session.affectedRows(
            """
            update health.passkey set sign_count = $2, last_used_at = now()
            where passkey_id = $1 and (sign_count < $2 or sign_count = 0 and $2 = 0)
            """, passkey.id, counter) == 1
    }

    /// Returns the person about whom the holder of a passkey logs in: the person of an own holder,
    /// or the first person who grants another holder something. Nil if there is none.
    ///
    /// - Throws: `PostgresError`.
    public static func person(of passkey: Passkey, _ session: Session) throws -> Person? {
        guard let holder = try HolderStore.find(id: passkey.holderID, session) else { return nil }
        let people = try GrantStore.people(ofHolder: holder.id, session)
        let named = people.first { holder.kind != .person || $0.name == holder.name }
        return try named.flatMap { try PersonStore.find(uuid: $0.uuid, session) }
    }
}
