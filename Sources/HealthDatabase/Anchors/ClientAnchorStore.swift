import Digests
import HealthCore
import Postgres

/// The anchors that the clients of a holder stored about a person. Other holders cannot read them.
public final class ClientAnchorStore: HolderQueries {
    /// The maximum number of anchors of one holder about one person, for all devices together.
    public static let anchorsMax = 1_000

    private static let isOwn = "person_id = $1 and holder_id = \(OwnHolder.or("$2"))"

    /// Returns the bytes of an anchor; nil if there is none.
    ///
    /// - Throws: `PostgresError`.
    public func find(_ scope: ClientAnchor.Scope) throws -> [UInt8]? {
        try session.first(
            """
            select anchor from health.client_anchor
            where \(ClientAnchorStore.isOwn) and device = $3 and types_sha256 = $4
            """, parameters(scope), as: [UInt8].self)
    }

    /// Returns the sets of types for which a device has anchors, each as its names in their stored
    /// order.
    ///
    /// - Throws: `PostgresError`.
    public func typeSets(ofDevice device: String) throws -> [[String]] {
        try session.all(
            """
            select array_to_string(types, ',') from health.client_anchor
            where \(ClientAnchorStore.isOwn) and device = $3
            order by types collate "C"
            """, person, holderID, device
        ) { try $0.text().split(separator: ",").map(String.init) }
    }

    /// A device of a client that stores its anchors in this store.
    public struct Client: Sendable {
        /// The name of the holder to which the client belongs.
        public var holder: String
        /// The client's name for the device.
        public var device: String
        /// The time at which the device last stored an anchor.
        public var lastContact: Instant
    }

    /// Returns the devices of all holders that store anchors about the person, by device and
    /// holder.
    ///
    /// - Parameter types: only anchors of these types count; nil for all anchors.
    /// - Throws: `PostgresError`.
    public static func clients(of person: Person, types: [String]? = nil, _ session: Session) throws -> [Client] {
        try session.all(
            """
            select coalesce(holder.name, own.name), anchors.device, anchors.last_contact
            from (
                select holder_id, device, max(updated_at) as last_contact
                from health.client_anchor
                where person_id = $1 and ($2::text[] is null or types <@ $2::text[])
                group by holder_id, device
            ) anchors
            join health.holder using (holder_id)
            left join health.person own on own.person_id = holder.person_id
            order by anchors.device collate "C", coalesce(holder.name, own.name) collate "C"
            """, person, types.map(Parameter.textArray) ?? .text(nil), as: Client.init)
    }

    /// Stores an anchor, which replaces the earlier anchor of the same device and types.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyAnchors`, `unknownPerson`), `PostgresError`.
    public func write(_ anchor: ClientAnchor) throws {
        try session.transaction {
            // Without the lock, two requests could both add the last anchor.
            _ = try ChangeCounter.lock(person, session)
            let parameters = parameters(anchor.scope) + [.bytea(anchor.bytes)]
            let updated = try session.affectedRows(
                """
                update health.client_anchor set anchor = $5, updated_at = now()
                where \(ClientAnchorStore.isOwn) and device = $3 and types_sha256 = $4
                """, parameters)
            guard updated == 0 else { return }
            let count = try session.value(
                "select count(*) from health.client_anchor where \(ClientAnchorStore.isOwn)", person, holderID,
                as: Int64.self)
            guard count < ClientAnchorStore.anchorsMax else {
                throw HealthDatabaseError(
                    .tooManyAnchors,
                    "there are already \(ClientAnchorStore.anchorsMax) anchors about the person, which is the limit",
                    hint: "delete anchors of unused devices and sets of types (DELETE /v1/anchors/{device}/{types})")
            }
            try session.run(
                """
                insert into health.client_anchor (person_id, holder_id, device, types_sha256, anchor, types)
                select $1, \(OwnHolder.or("$2")), $3, $4, $5, $6
                """, parameters, anchor.scope.types)
        }
    }

    /// Deletes an anchor.
    ///
    /// - Returns: true if an anchor was deleted.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`.
    public func delete(_ scope: ClientAnchor.Scope) throws -> Bool {
        try session.transaction {
            // The digest of a backup is exact only if all writers of exported data take this lock.
            _ = try ChangeCounter.lock(person, session)
            return try session.affectedRows(
                "delete from health.client_anchor where \(ClientAnchorStore.isOwn) and device = $3 and types_sha256 = $4",
                parameters(scope)) == 1
        }
    }

    private func parameters(_ scope: ClientAnchor.Scope) -> [Parameter] {
        [.int32(person.id), .int32(holderID), .text(scope.device), .bytea(scope.typesSHA256)]
    }
}

extension ClientAnchor.Scope {
    /// The key under which the store finds the set of types.
    fileprivate var typesSHA256: [UInt8] { SHA256.hash(Array(types.joined(separator: ",").utf8)) }
}
