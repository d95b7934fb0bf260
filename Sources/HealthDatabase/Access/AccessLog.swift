import Foundation
import HealthCore
import Postgres

/// An entry of `health.access_log`: a request about a person, without values.
public struct AccessLogEntry: Sendable, Hashable {
    public var personID: Int32
    public var time: Instant
    public var holderID: Int32
    /// The id of the token or session; nil if there is none.
    public var credentialID: UUID?
    /// What `credentialID` identifies. The row of a session may be about another person, or may
    /// have been deleted.
    public var kind: Kind
    public var method: String
    /// The pattern of the path; nil if no endpoint has the path.
    public var route: String?
    /// The identifiers of the types that the query of the request names.
    public var types: [String]
    /// The parameters `from` and `to` as they were sent.
    public var from: String?
    public var to: String?
    /// The status of the answer; nil if the client disconnected before it.
    public var status: Int?
    /// The number of samples, buckets or other rows of data in the answer; nil if the endpoint does
    /// not count them.
    public var rowCount: Int?
    public var answerBytes: Int

    /// A value of the column `credential_kind` of an entry with a `credentialID`.
    public enum Kind: String, Sendable {
        case token, session
        /// The service sent an event to a webhook of the holder.
        case webhook
    }

    public init(
        personID: Int32, time: Instant, holderID: Int32, credentialID: UUID?, kind: Kind = .token, method: String,
        route: String?, types: [String] = [], from: String? = nil, to: String? = nil, status: Int?,
        rowCount: Int? = nil, answerBytes: Int
    ) {
        self.personID = personID
        self.time = time
        self.holderID = holderID
        self.credentialID = credentialID
        self.kind = kind
        self.method = method
        self.route = route
        self.types = types
        self.from = from
        self.to = to
        self.status = status
        self.rowCount = rowCount
        self.answerBytes = answerBytes
    }
}

/// The access log, which has the requests about each person.
public enum AccessLogStore {
    /// The days for which entries are kept by default.
    public static let daysDefault = 400
    /// The maximum of these days: a hundred years.
    public static let daysMax = 36_500
    /// The default and the maximum number of entries of a page.
    public static let pageDefault = 100
    public static let pageMax = 1_000
    /// The number of old entries that one statement deletes.
    public static let deletionRows = 10_000

    // MARK: Writing

    /// The text "accesslg" as a number. It is the key of the advisory lock of writers.
    private static let writerLock: Int64 = 0x6163_6365_7373_6c67

    /// Waits until entries that are being written are visible.
    ///
    /// - Throws: `PostgresError`.
    static func waitForWriters(_ session: Session) throws {
        try session.transaction {
            _ = try session.run("select pg_advisory_xact_lock($1)", writerLock)
        }
    }

    /// Adds entries with one statement. Leaves out entries about people who were erased or are
    /// being erased.
    ///
    /// The commit does not wait for the disk, so a crash of the server may lose the last entries.
    ///
    /// - Throws: `PostgresError`.
    public static func add(_ entries: [AccessLogEntry], _ session: Session) throws {
        guard !entries.isEmpty else { return }
        let people = Array(Set(entries.map(\.personID)))
        try session.transaction {
            try session.executeScript("set local synchronous_commit = off")
            // The table has no foreign key, which would look up the person for each row. Who erases
            // a person waits for this lock and then deletes the rows.
            try session.run("select pg_advisory_xact_lock_shared($1)", writerLock)
            let present = Set(
                try session.all(
                    "select person_id from health.person where person_id = any($1) and erasing_since is null", people,
                    as: Int32.self))
            let entries = entries.filter { present.contains($0.personID) }
            try session.run(
                """
                insert into health.access_log (
                    person_id, requested_at, holder_id, credential_kind, credential_id, method, route, sample_types,
                    asked_from, asked_to, status, row_count, answer_bytes)
                select
                    entry.person_id, 'epoch'::timestamptz + entry.time * interval '1 microsecond', entry.holder_id,
                    case when entry.credential_id is null then 'proxy' else entry.kind end,
                    entry.credential_id, entry.method, entry.route, string_to_array(entry.types, E'\\n'),
                    entry.asked_from, entry.asked_to, entry.status, entry.row_count, entry.bytes
                from unnest(
                    $1::integer[], $2::bigint[], $3::integer[], $4::text[]::uuid[], $5::text[], $6::text[], $7::text[],
                    $8::text[], $9::text[], $10::integer[], $11::integer[], $12::bigint[], $13::text[]
                ) as entry (
                    person_id, time, holder_id, credential_id, method, route, types, asked_from, asked_to, status, row_count,
                    bytes, kind)
                """, entries.map(\.personID), entries.map(\.time.microseconds), entries.map(\.holderID),
                entries.map { $0.credentialID?.uuidString }, entries.map(\.method), entries.map(\.route),
                entries.map { $0.types.joined(separator: "\n") }, entries.map(\.from), entries.map(\.to),
                entries.map { $0.status.map { Int32(clamping: $0) } },
                entries.map { $0.rowCount.map { Int32(clamping: $0) } }, entries.map { Int64($0.answerBytes) },
                entries.map(\.kind.rawValue))
        }
    }

    /// Deletes entries before `time`: of one person, and at most `deletionRows`.
    ///
    /// - Returns: true if older entries may remain.
    /// - Throws: `PostgresError`.
    public static func deleteEntries(before time: Instant, _ session: Session) throws -> Bool {
        // The first entry of each person is found by the key. Each person has a change counter,
        // which is on the server of the person's other rows.
        let due = try session.run(
            """
            select person_id from health.change_counter
            where (
                select min(log.requested_at) from health.access_log log where log.person_id = change_counter.person_id
            ) < $1
            order by person_id limit 1
            """, time)
        guard let person = try due.first?.int32(0) else { return false }
        try session.run(
            """
            delete from health.access_log
            where person_id = $1 and (requested_at, entry_id) in (
                select requested_at, entry_id from health.access_log
                where person_id = $1 and requested_at < $2 order by requested_at limit \(deletionRows))
            """, person, time)
        return true
    }

    // MARK: Reading

    /// The filter and the page that a reader asks for.
    public struct Query: Sendable {
        /// Entries at or after this time.
        public var from: Instant?
        /// Entries before this time.
        public var to: Instant?
        /// The name of a holder. A person's own holder has the name of the person.
        public var holder: String?
        /// Only entries that name types, and only these types; nil for every entry.
        public var types: [String]?
        public var limit = pageDefault
        public var cursor: Cursor?

        public init() {}
    }

    /// The position of the last entry of a page. The next page begins after it.
    public struct Cursor: Sendable, Hashable {
        var microseconds: Int64
        var entryID: UUID

        public var text: String { "\(microseconds).\(entryID.uuidString.lowercased())" }

        init(_ microseconds: Int64, _ entryID: UUID) {
            self.microseconds = microseconds
            self.entryID = entryID
        }

        /// - Throws: `HealthDatabaseError` (`malformedCursor`).
        public init(_ text: String) throws {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let microseconds = Int64(parts[0]), let entryID = UUID(text: String(parts[1])),
                (Instant.earliest.microseconds...Instant.latest.microseconds).contains(microseconds)
            else { throw HealthDatabaseError(.malformedCursor, "the cursor is not one of this service") }
            self.init(microseconds, entryID)
            guard self.text == text else {
                throw HealthDatabaseError(.malformedCursor, "the cursor is not one of this service")
            }
        }
    }

    /// An entry with the names of holder and token.
    public struct Listed: Sendable {
        public var time: Instant
        /// The name of the holder; nil if the holder was removed.
        public var holder: String?
        public var credentialKind: String
        public var credentialID: UUID?
        /// The name of the token or session.
        public var credentialName: String?
        public var method: String
        public var route: String?
        public var types: [String]
        public var from: String?
        public var to: String?
        public var status: Int?
        public var rowCount: Int?
        public var answerBytes: Int64
    }

    /// Returns a page of the entries about a person, newest first, and the cursor of the next page.
    ///
    /// - Throws: `PostgresError`.
    public static func page(
        of person: Person, _ query: Query, _ session: Session
    ) throws -> (entries: [Listed], next: Cursor?) {
        var entries: [Listed] = []
        var last: Cursor?
        let rows = try session.run(
            """
            select
                log.requested_at, log.entry_id, coalesce(holder.name, own.name), log.credential_kind, log.credential_id,
                token.name, log.method, log.route, array_to_string(log.sample_types, E'\\n'), log.asked_from, log.asked_to,
                log.status::integer, log.row_count, log.answer_bytes
            from (
                select * from health.access_log
                where person_id = $1 and requested_at >= coalesce($2, '-infinity')
                    and requested_at < coalesce($3, 'infinity')
                    and \(query.cursor == nil ? "$4::timestamptz is null and $5::uuid is null" : "(requested_at, entry_id) < ($4, $5)")
                    and ($6::text is null or holder_id in (
                        select holder_id from health.holder left join health.person using (person_id)
                        where coalesce(holder.name, person.name) = $6))
                    and ($8::text[] is null or sample_types <> '{}' and sample_types <@ $8::text[])
                order by requested_at desc, entry_id desc
                limit $7
            ) log
            left join health.holder on holder.holder_id = log.holder_id
            left join health.person own on own.person_id = holder.person_id
            left join health.token on token.person_id = $1 and token.token_id = log.credential_id
            order by log.requested_at desc, log.entry_id desc
            """, person, query.from, query.to,
            Parameter.timestamptz(query.cursor?.microseconds), query.cursor?.entryID, query.holder, query.limit + 1,
            query.types.map(Parameter.textArray) ?? .text(nil))
        for var row in rows.prefix(query.limit) {
            let time = try row.instant()
            last = Cursor(time.microseconds, try row.uuid())
            entries.append(
                Listed(
                    time: time, holder: try row.optionalText(), credentialKind: try row.text(),
                    credentialID: try row.optionalUUID(), credentialName: try row.optionalText(),
                    method: try row.text(), route: try row.optionalText(), types: try row.lines(),
                    from: try row.optionalText(), to: try row.optionalText(), status: try Int?(reading: &row),
                    rowCount: try Int?(reading: &row), answerBytes: try row.int64()))
        }
        return (entries, rows.rowCount > query.limit ? last : nil)
    }

    /// Returns true if the caller may read the log about the person: a caller with the right to
    /// manage, or the person's own holder with the right to read everything.
    ///
    /// - Throws: `PostgresError`.
    public static func mayRead(_ caller: Caller, _ session: Session) throws -> Bool {
        if caller.access.mayManage { return true }
        guard caller.access.readsAll else { return false }
        return try session.run(
            "select 1 from health.holder where person_id = $1 and holder_id = $2", caller.person, caller.access.holderID
        ).rowCount == 1
    }
}
