import HealthDatabase
import Postgres
import TestSupport
import Testing

/// A store with eight days of steps.
struct FigureStore {
    let conninfo: String
    let session: Session

    /// Adds Ada and her steps. There is one sample a minute for eight days from 2024-05-01 on. Two
    /// are posted, and the others are copied from them in the database, which is faster.
    static func fill(_ served: ServedStore) async throws -> FigureStore {
        let samples = ["Watch", "Phone"].enumerated().map { minute, source in
            step(
                start: "2024-05-01T00:0\(minute):00Z", end: "2024-05-01T00:0\(minute):50Z", value: Double(minute),
                source: source)
        }
        try await served.post(["samples": samples], token: try served.token()).expect(200)
        let store = FigureStore(conninfo: served.conninfo, session: try Session(conninfo: served.conninfo))
        try store.session.executeScript(
            """
            insert into health.sample (
                person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position,
                sent_unit_id)
            select person_id, sample_type_id, gen_random_uuid(), since, since + interval '50 s', n % 1440 % 97,
                source_revision_id, change_position, sent_unit_id
            from health.sample
            join generate_series(2, 8 * 1440 - 1) n on (n % 5 = 0) = (quantity = 0),
                lateral (select timestamptz '2024-05-01 00:00+00' + n * interval '1 min' as since) minute
            """)
        try store.mark()
        return store
    }

    /// Adds a mark of all time, which is old, and wakes the services.
    func mark() throws {
        _ = try session.execute(
            """
            insert into health.mark (person_id, sample_type_id, from_time, to_time, marked_at)
            select distinct person_id, sample_type_id, timestamptz '0001-01-01', timestamptz '9999-12-31',
                now() - interval '1 hour'
            from health.sample
            """)
        _ = try session.execute("select pg_notify('\(ChangeNotification.channel)', '0')")
    }

    func count(_ table: String) throws -> Int64 {
        try session.execute("select count(*) from health.\(table)")[0].int64(0)
    }

    /// Waits until the figures fulfil a condition.
    func wait(for what: String = "figures", until isSo: () throws -> Bool) async throws {
        try await TestSupport.wait(for: what, until: isSo)
    }

    /// Runs `healthstore doctor` to verify figures. The test server's settings are not durable, which
    /// doctor reports as another problem.
    func verify(_ share: String = "--verify=all") async throws -> (areRight: Bool, output: String) {
        let doctor = try await run("doctor", share)
        let areRight = doctor.output.contains("\nok       figures of ")
        #expect(areRight != doctor.output.contains("\nPROBLEM  figures of "))
        if !areRight { #expect(doctor.status == 1) }
        return (areRight, doctor.output)
    }

    func run(_ arguments: String...) async throws -> Command {
        try await Command.healthstore(arguments, database: conninfo)
    }
}
