import Digests
import HealthCore
import Postgres

/// The anchors that a person's clients have stored.
public struct ClientAnchorStore {
    private let person: Person
    private let session: Session

    /// The maximum number of anchors of one person, for all devices together.
    public static let anchorsMax = 1_000

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Returns the bytes of an anchor; nil if there is none.
    ///
    /// - Throws: `PostgresError`.
    public func find(_ scope: ClientAnchor.Scope) throws -> [UInt8]? {
        let found = try session.execute(
            """
            select anchor from health.client_anchor where person_id = $1 and device = $2 and types_sha256 = $3
            """, parameters(scope))
        return found.rowCount == 1 ? try found[0].bytea(0) : nil
    }

    /// Returns the sets of types for which a device has anchors, each as its names in their stored
    /// order.
    ///
    /// - Throws: `PostgresError`.
    public func typeSets(ofDevice device: String) throws -> [[String]] {
        try session.execute(
            """
            select array_to_string(types, ',') from health.client_anchor where person_id = $1 and device = $2
            order by types collate "C"
            """, [.int32(person.id), .text(device)]
        ).map { try $0.text(0).split(separator: ",").map(String.init) }
    }

    /// Stores an anchor, which replaces the earlier anchor of the same device and types.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyAnchors`, `unknownPerson`), `PostgresError`.
    public func write(_ anchor: ClientAnchor) throws {
        try session.transaction {
            // Without the lock, two requests could both add the last anchor.
            _ = try ChangeCounter.lock(person, session)
            let parameters = parameters(anchor.scope) + [.bytea(anchor.bytes)]
            let updated = try session.execute(
                """
                update health.client_anchor set anchor = $4, updated_at = now()
                where person_id = $1 and device = $2 and types_sha256 = $3
                """, parameters)
            guard updated.affectedRows == 0 else { return }
            let count = try session.execute(
                "select count(*) from health.client_anchor where person_id = $1", [.int32(person.id)])[0].int64(0)
            guard count < ClientAnchorStore.anchorsMax else {
                throw HealthDatabaseError(
                    .tooManyAnchors,
                    "the person already has \(ClientAnchorStore.anchorsMax) anchors, which is the limit",
                    hint: "delete anchors of unused devices and sets of types (DELETE /v1/anchors/{device}/{types})")
            }
            _ = try session.execute(
                """
                insert into health.client_anchor (person_id, device, types_sha256, anchor, types)
                values ($1, $2, $3, $4, $5)
                """, parameters + [.textArray(anchor.scope.types)])
        }
    }

    /// Deletes an anchor.
    ///
    /// - Returns: true if an anchor was deleted.
    /// - Throws: `PostgresError`.
    public func delete(_ scope: ClientAnchor.Scope) throws -> Bool {
        try session.execute(
            "delete from health.client_anchor where person_id = $1 and device = $2 and types_sha256 = $3",
            parameters(scope)
        ).affectedRows == 1
    }

    private func parameters(_ scope: ClientAnchor.Scope) -> [Parameter] {
        [.int32(person.id), .text(scope.device), .bytea(scope.typesSHA256)]
    }
}

extension ClientAnchor.Scope {
    /// The key under which the store finds the set of types.
    fileprivate var typesSHA256: [UInt8] { SHA256.hash(Array(types.joined(separator: ",").utf8)) }
}
