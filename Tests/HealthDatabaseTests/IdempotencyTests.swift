import Foundation
import HealthDatabase
import Postgres
import Synchronization
import Testing

@Suite struct IdempotencyTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a key has 1 to 200 visible ASCII characters")
    func keys() {
        for good in ["a", "!", "~", "0f8fad5b-d9cb-469f-a165-70867728950e", String(repeating: "x", count: 200)] {
            #expect(IdempotencyKey(good)?.text == good)
        }
        for bad in ["", " ", "a b", "é", "a\n", "\u{7f}", "\u{0}", String(repeating: "x", count: 201)] {
            #expect(IdempotencyKey(bad) == nil)
        }
    }

    @Test("a batch that fails keeps no key and no sample")
    func failure() throws {
        struct Failure: Error {}
        let key = try #require(IdempotencyKey("key"))
        let keys = IdempotencyStore(person: store.person, session: store.session)
        #expect(throws: Failure.self) {
            try keys.answer(key, bodySHA256: SHA256Fixture.digest("one")) {
                try store.post { try $0.add() }
                throw Failure()
            }
        }
        #expect(try store.count("sample") == 0 && store.count("idempotency_key") == 0)
        #expect(try store.answer("key", body: "two").isReplayed == false)
    }

    @Test("a key is kept for its days and then forgotten; each new key removes some old ones")
    func age() throws {
        func age(_ key: String, _ interval: String) throws {
            _ = try store.session.execute(
                "update health.idempotency_key set created_at = now() - $2::text::interval where key = $1",
                [.text(key), .text(interval)])
        }
        for key in ["young", "old"] { _ = try store.answer(key, body: "one", answering: key) }
        try age("young", "6 days 23 hours 59 minutes")
        try age("old", "7 days 1 minute")
        #expect(try store.answer("young", body: "one").isReplayed)
        // The key has expired, although its row is not deleted yet, so other bytes are
        // accepted.
        let renewed = try store.answer("old", body: "two", answering: "new")
        #expect(renewed.body == Array("new".utf8) && !renewed.isReplayed)
        #expect(try store.answer("old", body: "two").isReplayed)
        _ = try store.session.execute(
            """
            insert into health.idempotency_key (person_id, holder_id, key, body_sha256, status, created_at)
            select $1, holder_id, 'k' || n, sha256(''), 200, now() - interval '8 days'
            from generate_series(1, $2) n join health.holder on person_id = $1
            """, [.int32(store.person.id), .int32(Int32(IdempotencyStore.forgottenAtOnceMax) + 7)])
        _ = try store.answer("more", body: "one")
        #expect(try store.count("idempotency_key") == 3 + 7)
        _ = try store.answer("still-more", body: "one")
        #expect(try store.count("idempotency_key") == 4)
    }

    @Test("an answer of the greatest length is kept; of a longer one only the key, and the batch is written again")
    func length() throws {
        let longest = String(repeating: "x", count: IdempotencyStore.answerBytesMax)
        _ = try store.answer("longest", body: "one", answering: longest)
        let again = try store.answer("longest", body: "one")
        #expect(again.isReplayed && again.body.count == longest.utf8.count)
        _ = try store.answer("longer", body: "one", answering: longest + "x")
        let written = try store.answer("longer", body: "one", answering: "short")
        #expect(!written.isReplayed && written.body == Array("short".utf8))
        #expect(try store.answer("longer", body: "one").isReplayed)
        _ = try store.answer("other", body: "one", answering: longest + "x")
        #expect(throws: HealthDatabaseError.self) { try store.answer("other", body: "two") }
    }

    @Test(
        "of two batches with one key at the same time, one is written and both get its answer", .timeLimit(.minutes(2)))
    func concurrent() async throws {
        let rounds = 20
        let written = Mutex<[String]>([])
        let (conninfo, person) = (store.conninfo, store.person)
        let answers = try await concurrently(2) { writer in
            let store = TestStore(conninfo: conninfo, session: try Session(conninfo: conninfo), person: person)
            return try (0..<rounds).map { round in
                try store.answer("key-\(round)", body: "one", answering: "\(writer)") {
                    try store.post { try $0.add() }
                    written.withLock { $0.append("\(round)") }
                }
            }
        }
        #expect(try store.count("sample") == Int64(rounds))
        #expect(written.withLock { Set($0).count == rounds && $0.count == rounds })
        for round in 0..<rounds {
            #expect(answers[0][round].body == answers[1][round].body)
            #expect(answers[0][round].isReplayed != answers[1][round].isReplayed)
        }
    }
}

/// A digest of 32 bytes, different for the different texts of these tests.
enum SHA256Fixture {
    static func digest(_ text: String) -> [UInt8] { Array((text + String(repeating: ".", count: 32)).utf8.prefix(32)) }
}

extension TestStore {
    @discardableResult
    func answer(
        _ key: String, body: String = "one", answering text: String = "answer", _ write: () throws -> Void = {}
    ) throws -> IdempotencyStore.Answer {
        let keys = IdempotencyStore(person: person, session: session)
        return try keys.answer(try #require(IdempotencyKey(key)), bodySHA256: SHA256Fixture.digest(body)) {
            try write()
            return IdempotencyStore.Answer(status: 200, body: Array(text.utf8))
        }
    }
}
