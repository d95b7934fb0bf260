import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Synchronization
import TestSupport
import Testing

/// A store of one twin, or of both twins, who make the same requests in turns. It keeps every
/// response.
struct IsolatedStore: Sendable {
    let world: ImportWorld
    let twins: [Twin]
    private let accesses: [String: Access]
    private let transcript: Transcript

    /// The means of access of a twin.
    struct Access: Sendable {
        var token: String
        /// A token of an app that may only write some of this twin's data.
        var appToken: String
        /// A role that may read only this twin's data.
        var analyst: Analyst
        /// A role that may read some of this twin's data, without names.
        var narrowed: Analyst
    }

    struct Analyst: Sendable {
        var name: String
        var password: String
    }

    struct Exchange: Sendable, Hashable {
        var question: String
        var answer: String
    }

    /// The questions and responses in a store, by the name of the twin.
    private final class Transcript: Sendable {
        let exchanges = Mutex<[String: [Exchange]]>([:])
    }

    /// The responses to the twins in stores of their own, and in one store that they share. The short
    /// run has no store of Bea alone.
    struct Recording: Sendable {
        var alone: [String: [Exchange]] = [:]
        var together: [String: [Exchange]] = [:]
        /// The writes in all stores.
        var writes = WriteWatch.Writes()
    }

    static func record() async throws -> Recording {
        var recording = Recording()
        try await withThrowingTaskGroup(of: (Int, [String: [Exchange]], WriteWatch.Writes).self) { group in
            for twins in LongRun.isOn ? [[Twin.ada, .bea], [.ada], [.bea]] : [[Twin.ada, .bea], [.ada]] {
                group.addTask {
                    let (exchanges, writes) = try await record(twins)
                    return (twins.count, exchanges, writes)
                }
            }
            for try await (count, exchanges, writes) in group {
                recording.writes.formUnion(writes)
                if count > 1 { recording.together = exchanges } else { recording.alone.merge(exchanges) { $1 } }
            }
        }
        return recording
    }

    private static func record(_ twins: [Twin]) async throws -> ([String: [Exchange]], WriteWatch.Writes) {
        let transcript = Transcript()
        let writes = try await ImportWorld.with(["--figure-refresh", "off"]) { world in
            let session = try Session(conninfo: world.conninfo)
            try WriteWatch.install(session)
            var accesses: [String: Access] = [:]
            defer {
                for access in accesses.values {
                    for analyst in [access.analyst, access.narrowed] {
                        try? AnalystStore.remove(analyst.name, session)
                    }
                }
            }
            for twin in twins { accesses[twin.name] = try create(twin, session) }
            let store = IsolatedStore(world: world, twins: twins, accesses: accesses, transcript: transcript)
            try await store.run(session)
            return try WriteWatch.read(session)
        }
        return (transcript.exchanges.withLock { $0 }, writes)
    }

    private func run(_ session: Session) async throws {
        try await write()
        // Labels are random. Narrowed callers see them, and ids of sources that follow from them.
        _ = try session.execute(
            "update health.source_kind set label = 'Source ' || lpad(to_hex(source_id), 6, '0')")
        // The time at which a device stored an anchor is in the answer about freshness.
        _ = try session.execute("update health.client_anchor set updated_at = timestamptz '2024-05-08 00:00+00'")
        _ = try session.execute("update health.arrival set arrived_at = timestamptz '2124-05-08 00:00+00'")
        _ = try session.execute("update health.sync_plan set updated_at = timestamptz '2024-05-08 00:00+00'")
        try await forEach { try makeFigures($0, session) }
        try await forEach { try await ask(PersonalRequest.reading(of: $0), $0) }
        try await forEach { try await ask(PersonalRequest.late(of: $0), $0) }
        try await forEach { try await follow($0) }
        try await forEach { try await askAsApp($0) }
        try await forEach { try readTables(of: $0, "as written", session) }
        try await forEach { try readSchema(of: $0, session) }
        if LongRun.isOn {
            try await command(session)
            try await forEach { try readTables(of: $0, "after commands", session) }
        }
        guard let first = twins.first, first.name == Twin.ada.name else { return }
        // Bea is deleted, and Ada keeps all data.
        for other in twins.dropFirst() {
            try await healthstore(["person", "erase", other.name, "--yes"]).succeeded()
        }
        try #require(try PersonStore.list(session).map(\.name) == [first.name])
        try readTables(of: first, "after a deletion", session)
    }

    /// Calls `body` for both twins in turn.
    func forEach(_ body: (Twin) async throws -> Void) async throws {
        for twin in twins { try await body(twin) }
    }

    func note(_ twin: Twin, _ question: String, _ answer: String) {
        transcript.exchanges.withLock {
            $0[twin.name, default: []].append(Exchange(question: question, answer: answer))
        }
    }

    func token(of twin: Twin) -> String { accesses[twin.name]?.token ?? "" }

    func appToken(of twin: Twin) -> String { accesses[twin.name]?.appToken ?? "" }

    func analystName(of twin: Twin) -> String { accesses[twin.name]?.analyst.name ?? "" }

    func narrowedName(of twin: Twin) -> String { accesses[twin.name]?.narrowed.name ?? "" }

    /// Opens a connection of the analyst who may read only this twin's data.
    func analyst(of twin: Twin) throws -> Session { try session(of: accesses[twin.name]?.analyst) }

    /// Opens a connection of the analyst who may read some of this twin's data.
    func narrowedAnalyst(of twin: Twin) throws -> Session { try session(of: accesses[twin.name]?.narrowed) }

    private func session(of analyst: Analyst?) throws -> Session {
        var string = try ConnectionString(world.conninfo)
        string["user"] = analyst?.name
        string["password"] = analyst?.password
        return try Session(conninfo: string.text)
    }

    /// Creates a person with the id and the uuids of the twin, in any store, and the holders that
    /// the person grants something.
    private static func create(_ twin: Twin, _ session: Session) throws -> Access {
        try session.executeScript(
            """
            alter table health.person alter column person_id restart with \(twin.id);
            alter sequence health.holder_holder_id_seq restart with \(twin.holderID)
            """)
        let person = try PersonStore.create(name: twin.name, session)
        try #require(person.id == twin.id)
        try session.executeScript(
            """
            update health.person set uuid = '\(twin.uuid)' where person_id = \(twin.id);
            update health.change_counter set feed_uuid = '\(twin.feedUUID)' where person_id = \(twin.id)
            """)
        let analyst = try createAnalyst("a", of: person, AnalystStore.readingEverything, session)
        let narrowed = try createAnalyst(
            "b", of: person,
            AccessTerms(
                rights: .read,
                scope: AccessScope(groups: [.activity, .heart], from: Instant(rfc3339: twin.time(2, 0))),
                showsNames: false),
            session)
        try AnalystStore.grant(
            narrowed.name, person, terms: AccessTerms(rights: .read, scope: AccessScope(groups: [.sleep])), session)
        let app = try HolderStore.add(name: "app of \(twin.name)", session)
        let writing = AccessTerms(rights: .write, scope: AccessScope(groups: [.activity]))
        _ = try GrantStore.add(writing, about: person, to: app, session)
        // The ids of tokens and grants are the same for both twins, too.
        let token = try numbered(1, try TokenStore.create(for: person, name: "of \(twin.name)", session), session)
        let appToken = try numbered(
            9, try TokenStore.create(for: person, name: "app", holder: app, session), session)
        _ = try session.execute(
            """
            update health.access_grant set grant_id = (($2 || lpad(number::text, 12, '0'))::uuid)
            from (
                select grant_id, row_number() over (order by holder_id, granted_at) as number
                from health.access_grant where person_id = $1
            ) numbered
            where access_grant.person_id = $1 and access_grant.grant_id = numbered.grant_id
            """, [.int32(twin.id), .text("00000000-0000-4000-8000-")])
        return Access(token: token, appToken: appToken, analyst: analyst, narrowed: narrowed)
    }

    /// Gives a token an id, and returns the token's text.
    private static func numbered(_ number: Int, _ token: BearerToken, _ session: Session) throws -> String {
        var numbered = token
        numbered.tokenID = try #require(UUID(uuidString: Twin.uuid(number)))
        _ = try session.execute(
            "update health.token set token_id = $3 where person_id = $1 and token_id = $2",
            [.int32(token.personID), .uuid(token.tokenID), .uuid(numbered.tokenID)])
        return numbered.text
    }

    /// Roles belong to the server, which other tests share, so the name is random.
    private static func createAnalyst(
        _ prefix: String, of person: Person, _ terms: AccessTerms, _ session: Session
    ) throws -> Analyst {
        let name = prefix + UUID().uuidString.lowercased().filter { $0 != "-" }
        return Analyst(
            name: name, password: try AnalystStore.create(name: name, people: [person], terms: terms, session))
    }

    /// Makes figures of some types, for hours and days that have samples.
    private func makeFigures(_ twin: Twin, _ session: Session) throws {
        let person = try PersonStore.find(name: twin.name, session)
        for name in ["stepCount", "heartRate", "sleepAnalysis"] {
            let id = try session.execute(
                "select sample_type_id from health.sample_type where short_name = $1", [.text(name)])[0].int32(0)
            var refresher = FigureRefresher(person: person, sampleTypeID: id, session: session)
            #expect(try refresher.refresh())
        }
    }
}
