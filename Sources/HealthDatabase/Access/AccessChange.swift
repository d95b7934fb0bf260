import Postgres

/// The notification that a holder's access to a person's samples has changed. It is sent when a
/// grant is made or revoked, and when the holder is removed.
///
/// Services then look up the callers of open streams again, and end a stream whose access has
/// changed. For revoked tokens there is `TokenRevocation`.
public struct AccessChange: Hashable, Sendable {
    /// The payload is `PERSON_ID HOLDER_ID`.
    public static let channel = "health_access_changed"

    public var personID: Int32
    public var holderID: Int32
}

extension AccessChange {
    /// Reads a payload; nil for any other text.
    public init?(payload: String) {
        let parts = payload.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let personID = Int32(parts[0]), let holderID = Int32(parts[1]) else { return nil }
        self.init(personID: personID, holderID: holderID)
    }

    /// Sends the notification when the transaction commits.
    func notify(_ session: Session) throws {
        try session.run("select pg_notify('\(AccessChange.channel)', $1) is null", "\(personID) \(holderID)")
    }

    /// Notifies about all holders to whom a person granted something.
    static func notify(ofAllHoldersAbout person: Person, _ session: Session) throws {
        try notify("person_id", person.id, session)
    }

    /// Notifies about all people who granted something to a holder.
    static func notify(ofAllPeopleOf holderID: Int32, _ session: Session) throws {
        try notify("holder_id", holderID, session)
    }

    private static func notify(_ column: String, _ id: Int32, _ session: Session) throws {
        try session.run(
            """
            select pg_notify('\(channel)', person_id || ' ' || holder_id) is null
            from (select distinct person_id, holder_id from health.access_grant where \(column) = $1) changed
            """, id)
    }
}
