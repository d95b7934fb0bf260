import Foundation
import HealthCore
import Postgres

/// The failure of an import whose holder may no longer write.
struct ImportNotGranted: ImportFailure {
    var failureCode: String { Refusal.Code.writeNotGranted.rawValue }
    var failureMessage: String {
        "the right to write ended, or the token of the upload was revoked; nothing of the import is stored"
    }
}

extension ImportJob {
    /// Reads what the holder of the import may write. Records the grants that the holder has when
    /// the import begins. An import of the command line belongs to the person's own holder, which
    /// may write everything.
    ///
    /// - Throws: `PostgresError`.
    mutating func readAccess(_ session: Session) throws {
        let found = try session.first(
            """
            select import.token_id, health.access_of(import.person_id, import.holder_id, import.token_id)::text
            from health.import where person_id = $1 and import_id = $2
            """, person, id
        ) { (token: try $0.optionalUUID(), access: try Access(try $0.text())) }
        guard let found else { return }
        access = try WriteAccess(found.access, of: person, token: found.token, session)
        if checkpoint.grants == nil { checkpoint.grants = try standing(session)?.grants }
    }

    /// Checks that all grants are valid that the holder had when the import began.
    ///
    /// - Throws: `ImportNotGranted`, `PostgresError`.
    func checkAccess(_ session: Session) throws {
        // A new import of the command line needs no grant.
        guard let grants = checkpoint.grants, let standing = try standing(session) else { return }
        guard standing.isValid, !grants.isEmpty,
            Set(grants).isSubset(of: standing.grants)
        else { throw ImportNotGranted() }
    }

    /// Returns the holder's grants to write, and whether the token of the upload is valid. Uses the
    /// present time, because a grant may expire after the transaction began.
    ///
    /// - Returns: nil if there is no such import.
    private func standing(_ session: Session) throws -> (grants: [String], isValid: Bool)? {
        try session.first(
            """
            select
                array_to_string(array(
                    select access_grant.grant_id::text from health.access_grant
                    where access_grant.person_id = import.person_id and access_grant.holder_id = import.holder_id
                        and may_write and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
                    order by 1), E'\\n'),
                import.token_id is null or exists (
                    select 1 from health.token
                    where token.person_id = import.person_id and token.token_id = import.token_id
                        and token.holder_id = import.holder_id and may_write
                        and revoked_at is null and (expires_at is null or expires_at > clock_timestamp()))
            from health.import where person_id = $1 and import_id = $2
            """, person, id
        ) { (grants: try $0.lines(), isValid: try $0.bool()) }
    }
}
