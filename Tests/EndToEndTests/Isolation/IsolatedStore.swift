import Foundation
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
        /// A role that may read only this twin's data.
        var analyst: String
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

    /// The responses to the twins in stores of their own, and in one store that they share.
    struct Recording: Sendable {
        var alone: [String: [Exchange]] = [:]
        var together: [String: [Exchange]] = [:]
    }

    static func record() async throws -> Recording {
        var recording = Recording()
        try await withThrowingTaskGroup(of: (Int, [String: [Exchange]]).self) { group in
            for twins in [[Twin.ada, .bea], [.ada], [.bea]] {
                group.addTask { (twins.count, try await record(twins)) }
            }
            for try await (count, exchanges) in group {
                if count > 1 { recording.together = exchanges } else { recording.alone.merge(exchanges) { $1 } }
            }
        }
        return recording
    }

    private static func record(_ twins: [Twin]) async throws -> [String: [Exchange]] {
        let transcript = Transcript()
        try await ImportWorld.with(["--slot-refresh", "off"]) { world in
            let session = try Session(conninfo: world.conninfo)
            var accesses: [String: Access] = [:]
            defer { for access in accesses.values { try? AnalystStore.remove(access.analyst, session) } }
            for twin in twins { accesses[twin.name] = try create(twin, session) }
            let store = IsolatedStore(world: world, twins: twins, accesses: accesses, transcript: transcript)
            try await store.run(session)
        }
        return transcript.exchanges.withLock { $0 }
    }

    private func run(_ session: Session) async throws {
        try await write()
        try await forEach { twin in
            // An import does the same, but its uuids differ from person to person.
            _ = try session.execute(
                "insert into health.contained_sample (person_id, container_uuid, uuid) values ($1, $2::uuid, $3::uuid)",
                [.int32(twin.id), .text(Twin.workout), .text(Twin.route)])
        }
        try await forEach { try makeSlots($0, session) }
        try await forEach { try await ask(PersonalRequest.reading(of: $0), $0) }
        try await forEach { try await ask(PersonalRequest.late(of: $0), $0) }
        try await forEach { try await follow($0) }
        try await forEach { try readTables(of: $0, "as written", session) }
        try await forEach { try readSchema(of: $0, session) }
        try await command(session)
        try await forEach { try readTables(of: $0, "after commands", session) }
        guard let first = twins.first, first.name == Twin.ada.name else { return }
        // Bea is deleted, and Ada keeps all data.
        for other in twins.dropFirst() {
            let deleted = try await healthstore(["person", "erase", other.name, "--yes"])
            #expect(deleted.status == 0, "\(deleted.errors)")
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

    func analystName(of twin: Twin) -> String { accesses[twin.name]?.analyst ?? "" }

    /// Opens a connection of the analyst who may read only this twin's data.
    func analyst(of twin: Twin) throws -> Session {
        var string = try ConnectionString(world.conninfo)
        string["user"] = accesses[twin.name]?.analyst
        string["password"] = accesses[twin.name]?.password
        return try Session(conninfo: string.text)
    }

    /// Creates a person with the id and the uuids of the twin, in any store.
    private static func create(_ twin: Twin, _ session: Session) throws -> Access {
        try session.executeScript("alter table health.person alter column person_id restart with \(twin.id)")
        let person = try PersonStore.create(name: twin.name, session)
        try #require(person.id == twin.id)
        try session.executeScript(
            """
            update health.person set uuid = '\(twin.uuid)' where person_id = \(twin.id);
            update health.change_counter set feed_uuid = '\(twin.feedUUID)' where person_id = \(twin.id)
            """)
        // The id of the token is the same for both twins, too.
        let made = try TokenStore.create(for: person, name: "of \(twin.name)", session)
        var parts = made.text.split(separator: "_").map(String.init)
        try #require(parts.count == 4)
        parts[2] = String(repeating: "0", count: 31) + "1"
        _ = try session.execute(
            "update health.token set token_id = $2::uuid where person_id = $1",
            [.int32(twin.id), .text(Twin.uuid(1).replacingOccurrences(of: "-4000-8000-", with: "-0000-0000-"))])
        // Roles belong to the server, which other tests share.
        let analyst = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
        let password = try AnalystStore.create(name: analyst, people: [person], session)
        return Access(token: parts.joined(separator: "_"), analyst: analyst, password: password)
    }

    /// Makes slots of some types, for hours that have samples.
    private func makeSlots(_ twin: Twin, _ session: Session) throws {
        let person = try PersonStore.find(name: twin.name, session)
        for name in ["stepCount", "heartRate"] {
            let id = try session.execute(
                "select sample_type_id from health.sample_type where short_name = $1", [.text(name)])[0].int32(0)
            var refresher = SlotRefresher(person: person, sampleTypeID: id, session: session, policy: .everything)
            #expect(try refresher.refresh())
        }
    }
}
