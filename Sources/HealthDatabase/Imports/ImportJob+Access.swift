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
        let row = try session.run(
            """
            select import.token_id, health.access_of(import.person_id, import.holder_id, import.token_id)::text
            from health.import where person_id = $1 and import_id = $2
            """, person, id
        ).first
        guard var row else { return }
        let token = try row.optionalUUID()
        access = try WriteAccess(try Access(try row.text()), of: person, token: token, session)
        // Names that only refused records have are not stored. They are known at the end of the
        // file.
        if !access.writesAll { checkpoint.used = checkpoint.used ?? UsedNames() }
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
        let row = try session.run(
            """
            select
                array_to_string(array(
                    select access_grant.grant_id::text from health.access_grant
                    where access_grant.person_id = import.person_id and access_grant.holder_id = import.holder_id
                        and may_write and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
                    order by 1), ','),
                import.token_id is null or exists (
                    select 1 from health.token
                    where token.person_id = import.person_id and token.token_id = import.token_id
                        and token.holder_id = import.holder_id and may_write
                        and revoked_at is null and (expires_at is null or expires_at > clock_timestamp()))
            from health.import where person_id = $1 and import_id = $2
            """, person, id
        ).first
        guard var row else { return nil }
        return (try row.text().split(separator: ",").map(String.init), try row.bool())
    }
}

/// The names in the records that the holder may save, as indices in `SampleReferences`.
struct UsedNames: Codable {
    private(set) var types: Set<Int32> = []
    private(set) var units: Set<Int32> = []
    private(set) var sourceRevisions: Set<Int32> = []
    private(set) var devices: Set<Int32> = []

    mutating func note(_ sample: Sample) {
        types.insert(sample.type)
        sourceRevisions.insert(sample.sourceRevision)
        if let device = sample.device { devices.insert(device) }
        if let unit = sample.content.quantity?.sentUnit { units.insert(unit) }
    }
}
