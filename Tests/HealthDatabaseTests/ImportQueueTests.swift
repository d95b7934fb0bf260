import HealthDatabase
import Postgres
import Testing

@Suite struct ImportQueueTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("people take turns, however many imports one of them has: the oldest of each, then the second of each")
    func turns() throws {
        let people = try [store.person] + ["Bea", "Cleo"].map { try PersonStore.create(name: $0, store.session) }
        func begin(_ person: Person, _ count: Int) throws {
            let uploads = UploadStore(person: person, session: store.session)
            for _ in 0..<count {
                let announcement = UploadStore.Announcement(fileName: "f", bytes: 1, sha256: nil, key: nil)
                let (begun, _) = try uploads.begin(announcement)
                #expect(try uploads.enqueue(begun.id, bytes: 1))
            }
        }
        try begin(people[0], UploadStore.waitingMax)
        try begin(people[1], 2)
        try begin(people[2], 1)
        func next(_ count: Int) throws -> [String] {
            try ImportQueue.waiting(limit: count, store.session).map { "\($0.person.name) \($0.id)" }
        }
        #expect(try next(5) == ["Ada 1", "Bea 1", "Cleo 1", "Ada 2", "Bea 2"])
        #expect(try next(100).count == 19)
        // A person whose import was taken last comes after the other people.
        try ImportQueue.take(try #require(try ImportQueue.waiting(limit: 1, store.session).first), store.session)
        #expect(try next(3) == ["Bea 1", "Cleo 1", "Ada 1"])
        // An interrupted import is taken first.
        _ = try store.session.execute(
            "update health.import set state = 'running', start_position = 0 where person_id = $1 and import_id = 2",
            [.int32(people[1].id)])
        #expect(try next(3) == ["Bea 2", "Bea 1", "Cleo 1"])
    }

    @Test("an import that was interrupted and whose file is gone can be ended, by whoever finds nobody at work on it")
    func lostFile() throws {
        let uploads = UploadStore(person: store.person, session: store.session)
        let announcement = UploadStore.Announcement(fileName: "export.zip", bytes: 10, sha256: nil, key: nil)
        let (begun, _) = try uploads.begin(announcement)
        _ = try store.session.execute(
            """
            update health.import set state = 'running', start_position = 0, cancel_requested = true,
                updated_at = now() - interval '8 days'
            where person_id = $1
            """,
            [.int32(store.person.id)])
        let entry = try #require(try ImportQueue.waiting(limit: 10, store.session).first)
        #expect(entry.id == begun.id && entry.isCancelRequested && entry.isAbandoned)
        #expect(try ImportQueue.endLost(entry, store.session))
        let ended = try ImportStore(person: store.person, session: store.session).find(begun.id)
        #expect(ended?.state == .cancelled)
        #expect(try ImportQueue.waiting(limit: 10, store.session).isEmpty)
        #expect(try !ImportQueue.endLost(entry, store.session))
    }
}
