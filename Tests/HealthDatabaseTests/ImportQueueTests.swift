import HealthDatabase
import Testing

@Suite struct ImportQueueTests {
    @Test("an import that was interrupted and whose file is gone can be ended, by whoever finds nobody at work on it")
    func lostFile() async throws {
        try await TestStore.with { store in
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
}
