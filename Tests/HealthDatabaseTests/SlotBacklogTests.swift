import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct SlotBacklogTests {
    @Test("a type is due when one of its marks is old enough, and the backlog tells when the next type is")
    func due() async throws {
        try await TestStore.with { store in
            let type = try store.sampleTypeID("stepCount")
            func mark(from: String, age: String) throws {
                _ = try store.session.executeScript(
                    """
                    insert into health.slot_mark (person_id, sample_type_id, from_time, to_time, marked_at)
                    values (\(store.person.id), \(type), \(from), 'infinity', now() - interval '\(age)')
                    """)
            }
            func backlog() throws -> SlotBacklog { try SlotBacklog(store.session) }
            #expect(try backlog().due.isEmpty && backlog().nextSeconds == .infinity)
            // Live data wait for ten minutes.
            try mark(from: "now()", age: "1 minute")
            let live = try backlog()
            #expect(live.due.isEmpty && (500...541).contains(live.nextSeconds), "\(live.nextSeconds)")
            // Other changes wait for a second. A time in the future stands for a slow machine.
            try mark(from: "'2020-01-01'", age: "-1 minute")
            let settling = try backlog()
            #expect(settling.due.isEmpty && (1...61).contains(settling.nextSeconds), "\(settling.nextSeconds)")
            try mark(from: "'2020-01-01'", age: "1 second")
            let due = try backlog()
            #expect(due.due.map(\.sampleTypeID) == [type] && due.nextSeconds == .infinity && due.markCount == 3)
        }
    }
}
