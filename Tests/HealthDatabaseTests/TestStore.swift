import Foundation
import HealthCore
import Postgres
import Synchronization
import TestSupport

@testable import HealthDatabase

/// A migrated database and a person in it, without samples. A suite makes one for each of its tests.
struct TestStore {
    let conninfo: String
    private(set) var session: Session
    private(set) var person: Person
    private var database: LentDatabase?

    init(conninfo: String, session: Session, person: Person) {
        (self.conninfo, self.session, self.person) = (conninfo, session, person)
    }

    init() throws {
        let database = try LentDatabase()
        let session = try Session(conninfo: database.conninfo)
        self.init(
            conninfo: database.conninfo, session: session, person: try PersonStore.create(name: "Ada", session))
        self.database = database
    }

    static func with<Value>(_ body: (TestStore) async throws -> Value) async throws -> Value {
        try await body(TestStore())
    }

    /// Returns the same database for another person.
    func of(_ person: Person) -> TestStore {
        var store = self
        store.person = person
        return store
    }

    /// Returns the same person in another session.
    func inNewSession() throws -> TestStore {
        var store = self
        store.session = try Session(conninfo: conninfo)
        return store
    }

    func count(_ table: String) throws -> Int64 {
        try session.execute("select count(*) from health.\(table) where person_id = $1", [.int32(person.id)])[0].int64(
            0)
    }

    // MARK: Writing

    @discardableResult
    func post(_ make: (inout SampleMaker) throws -> Void) throws -> BatchReceipt {
        var maker = SampleMaker()
        try make(&maker)
        return try BatchWriter(person: person, session: session).write(maker.batch)
    }

    @discardableResult
    func delete(_ uuids: UUID...) throws -> BatchReceipt {
        try post { maker in for uuid in uuids { try maker.delete(uuid) } }
    }

    /// Imports the records of `make`, in pieces of `piece` records.
    @discardableResult
    func importing(
        piece: Int = 3, exportedAt: Instant? = nil, missing: MissingSamples = .evident,
        _ make: (inout SampleMaker) throws -> Void
    ) throws -> ImportWriter.Report {
        var maker = SampleMaker()
        try make(&maker)
        return try importing(maker, piece: piece, exportedAt: exportedAt, missing: missing)
    }

    @discardableResult
    func importing(
        _ maker: SampleMaker, piece: Int = 3, exportedAt: Instant? = nil, missing: MissingSamples = .evident
    ) throws -> ImportWriter.Report {
        let writer = try ImportWriter(person: person, session: session, file: ImportFile(missing: missing))
        var rest = maker.records[...]
        return try writer.write {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(piece) }
            return ImportBatch(
                records: Array(rest.prefix(piece)), references: maker.references, exportedAt: exportedAt)
        }
    }

    // MARK: Reading

    func sampleTypeID(_ name: String) throws -> Int32 {
        try session.execute(
            "select sample_type_id from health.sample_type where short_name = $1 or identifier = $1", [.text(name)])[0]
            .int32(0)
    }

    /// Returns every sample of a type in order of start, read by `SampleReader`.
    func samples(_ type: String = "stepCount") throws -> [StoredSample] {
        var query = SampleQuery(sampleTypeID: try sampleTypeID(type))
        query.limit = SampleQuery.limitMax
        return try SampleReader(person: person, session: session).page(query).samples
    }

    static func text(_ json: [UInt8]?) -> String? { json.map { String(decoding: $0, as: UTF8.self) } }

    func texts(_ sql: String, _ parameters: [Parameter] = []) throws -> [String] {
        try session.execute(sql, parameters).map { try $0.text(0) }
    }

    /// Returns the uuids of the samples that a container contains.
    func contained(in container: UUID) throws -> Set<UUID> {
        Set(
            try session.execute(
                "select uuid from health.contained_sample where person_id = $1 and container_uuid = $2",
                [.int32(person.id), .uuid(container)]
            ).map { try $0.uuid(0) })
    }

    /// Returns the tables whose rows name a person.
    func personalTables() throws -> [String] {
        try texts(
            """
            select c.table_name::text from information_schema.columns c
            join information_schema.tables t using (table_schema, table_name)
            where c.table_schema = 'health' and c.column_name = 'person_id' and t.table_type = 'BASE TABLE' order by 1
            """)
    }

    /// Returns all rows of the person as one text, except those about imports and arrivals. Leaves out the
    /// number of changes beside the feed, which also counts changes that were undone.
    func everything() throws -> String {
        try personalTables().filter { !$0.hasPrefix("import") && !["arrival", "complete_range"].contains($0) }.map {
            table in
            try texts(
                """
                select '\(table)' || coalesce(string_agg(content, E'\\n' order by content), '')
                from (select (to_jsonb(t) - 'figures_version')::text as content from health.\(table) t where person_id = $1) t
                """, [.int32(person.id)])[0]
        }.joined(separator: "\n")
    }

    /// Returns the positions of every change of the person, in ascending order.
    func changePositions() throws -> [Int64] {
        try session.execute(
            """
            select change_position from health.sample where person_id = $1
            union all select change_position from health.deleted_sample where person_id = $1
            union all select change_position from health.export_element where person_id = $1
            order by 1
            """, [.int32(person.id)]
        ).map { try $0.int64(0) }
    }

    func lastPosition() throws -> Int64 {
        try session.execute(
            "select last_position from health.change_counter where person_id = $1", [.int32(person.id)])[0].int64(0)
    }
}

/// A database that is emptied for the next test when its store is gone. The tests of a process use
/// the same database one after the other, until a test changes more than rows.
private final class LentDatabase: Sendable {
    let conninfo: String

    private static let idle = Mutex<String?>(nil)

    init() throws {
        let server = try TestServer.shared()
        let known = LentDatabase.idle.withLock { $0.take() }
        conninfo = try known ?? server.makeSharedDatabase(template: server.migratedTemplate())
    }

    deinit {
        guard let server = try? TestServer.shared() else { return }
        let isEmpty = !TestServer.isCluster && (try? server.empty(conninfo, endsSessions: true)) == true
        let isKept =
            isEmpty
            && LentDatabase.idle.withLock { idle in
                defer { idle = idle ?? conninfo }
                return idle == nil
            }
        if !isKept { try? server.dropShared(conninfo) }
    }
}

/// Runs several pieces of blocking work, each on its own thread, and waits for all of them.
func concurrently<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        for index in 0..<count {
            group.addTask {
                let value: Value = try await withCheckedThrowingContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(with: Result { try body(index) }) }
                }
                return (index, value)
            }
        }
        return try await group.reduce(into: [Int: Value]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension TokenStore {
    /// Returns the caller of `token`; nil for an unknown, wrong, revoked or expired token.
    static func caller(for token: BearerToken, _ session: Session) throws -> Caller? {
        guard case .caller(let caller) = try CallerStore.find(Credential(.token(token)), session) else { return nil }
        return caller
    }

    static func person(for token: BearerToken, _ session: Session) throws -> Person? {
        try caller(for: token, session)?.person
    }
}
