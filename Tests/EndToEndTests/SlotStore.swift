import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// A store with eight days of steps, dense enough for slots.
struct SlotStore {
    let conninfo: String
    let session: Session

    /// Adds Ada and her steps. There is one sample a minute for eight days from 2024-05-01 on.
    static func fill(_ served: ServedStore) async throws -> SlotStore {
        let token = try served.token()
        let zero = try #require(ISO8601DateFormatter().date(from: "2024-05-01T00:00:00Z"))
        let format = Date.ISO8601FormatStyle()
        for day in 0..<8 {
            let samples = (0..<1_440).map { minute in
                let start = zero.addingTimeInterval(Double(day * 1_440 + minute) * 60)
                return step(
                    start: start.formatted(format), end: start.addingTimeInterval(50).formatted(format),
                    value: Double(minute % 97), source: minute % 5 == 0 ? "Watch" : "Phone")
            }
            let answer = try await served.post(["samples": samples], token: token)
            #expect(answer.status == 200)
        }
        let store = SlotStore(conninfo: served.conninfo, session: try Session(conninfo: served.conninfo))
        try store.mark()
        return store
    }

    /// Adds a mark of all time, which is old.
    func mark() throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time, marked_at)
            select distinct person_id, sample_type_id, timestamptz '0001-01-01', timestamptz '9999-12-31',
                now() - interval '1 hour'
            from health.sample
            """)
    }

    func count(_ table: String) throws -> Int64 {
        try session.execute("select count(*) from health.\(table)")[0].int64(0)
    }

    /// Waits until the slots fulfil a condition.
    func wait(for what: String = "slots", until isSo: () throws -> Bool) async throws {
        try await TestSupport.wait(for: what, until: isSo)
    }

    /// Runs `healthstore doctor` to verify slots. The test server's settings are not durable, which
    /// doctor reports as another problem.
    func verify(_ share: String = "--verify-slots=all") async throws -> (areRight: Bool, output: String) {
        let doctor = try await run("doctor", share)
        let areRight = doctor.output.contains("\nok       slots of ")
        #expect(areRight != doctor.output.contains("\nPROBLEM  slots of "))
        if !areRight { #expect(doctor.status == 1) }
        return (areRight, doctor.output)
    }

    func run(_ arguments: String...) async throws -> Command {
        try await Command.run(
            try Command.product(), arguments + ["--database-url", conninfo],
            environment: ["HEALTHSTORE_DATABASE_URL": ""])
    }
}
