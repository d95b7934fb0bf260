import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests what functions about a person return to an analyst.
@Suite struct AnalystFunctionTests {
    /// A call of each function about a person. ID stands for the id, NAME for the name, and TYPE
    /// for the id of `stepCount`. The samples of `AnalystWorld` are of 2024-05-01.
    private static let calls = [
        "source_order(ID, TYPE)", "latest_samples(ID)", "sample_count(ID, TYPE)", "time_zone_names(ID)",
        "time_zone_runs(ID, array['Europe/Rome', 'Europe/Berlin'], 100)", "time_zone_history(ID)",
        "clock(ID, 'person')",
        "wall_clock_instant(ID, 'person', '2024-01-15 12:00')",
        "given_time(ID, 'person', 'from_time', '2024-01-15 12:00')",
        "given_range(ID, TYPE, 'Europe/Berlin', null, null)", "chosen_units(ID)", "source_labels(ID)",
        "device_labels(ID)",
        "bucket_plan(ID, 'day', 'person', timestamptz '2024-01-15 00:00Z', timestamptz '2024-02-15 00:00Z')",
        "bucket_edges(ID, 'day', 'person', '2024-01-15', '2024-02-15')",
        "unit_of(ID, (select sample_type_id from health.sample_type where short_name = 'activeEnergyBurned'))",
        "statistics_rule(ID, TYPE)",
        """
        sample_figures(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-02 00:00Z'], true)
        """,
        """
        candidate_samples(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-02 00:00Z'])
        """,
        """
        category_figures(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-02 00:00Z'])
        """,
        """
        bucket_spans(
            ID, (select sample_type_id from health.sample_type where short_name = 'heartRate'),
            array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-02 00:00Z'], true)
        """,
        "sample_range(ID, TYPE)", "stale_days(ID, TYPE)", "marked_days(ID, TYPE)", "marked_categories(ID, TYPE)",
        "marked_times(ID, TYPE)", "own_clock(ID)", "ranked_sources(ID, TYPE)",
        "clock_days(ID, 'person', timestamptz '2024-05-01 00:00Z', timestamptz '2024-05-02 00:00Z')",
        """
        bucket_statistics(
            ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-02 00:00Z'], '2024-05-01 00:00Z',
            '2024-05-02 00:00Z', true)
        """,
        "known_person(NAME)",
        "statistics(NAME, 'stepCount', '2024-05-01 00:00Z', '2024-05-02 00:00Z', separate_by_source => true)",
        """
        statistics_collection(
            NAME, 'stepCount', 'hour', 'Europe/Berlin', '2024-05-01 00:00Z', '2024-05-02 00:00Z', separate_by_source => true)
        """,
        "daily_statistics(NAME, 'stepCount')",
        "daily_statistics(NAME, 'heartRate', 'UTC', '2024-05-01', '2024-05-02')",
        "day_range(ID, null, '2024-01-15', '2024-01-16')", "workout_times(ID, null, null)",
        "workout_statistics(NAME, 'heartRate')", "workout_heart_rate_zones(NAME, '{60, 90, 120}')",
        "heart_rate_zones(ID, null, null, null)", "distance_splits(ID, null, null)", "workout_splits(NAME)",
        """
        workout_distance(
            ID, (select min(workout.uuid::text)::uuid from health.workout where person_id = ID), '2024-05-01 00:00Z',
            '2024-05-02 00:00Z', '{}', null)
        """,
        "ended_days(ID, 'person', '2024-05-08')", "day_figures(ID, NAME, 'stepCount', null, null, '2024-05-08', null)",
        "trends(NAME, 'stepCount', to_date => '2024-05-08')", "day_correlation(NAME, 'stepCount', 'heartRate')",
        "unusual_days(NAME, 'stepCount')",
        "weekday_statistics(NAME, 'stepCount', 'UTC', '2024-04-29', '2024-05-06')",
        "gaps(NAME, 'heartRate', '1 minute', null, '2024-05-01', '2024-05-02')",
    ]

    /// Returns the rows that a call returns, or its error. The name of the person in the error is
    /// replaced by the same text for all people.
    private func outcome(_ call: String, _ session: Session, _ person: (id: Int32, name: String)) throws -> [String] {
        let call = call.replacing("ID", with: "\(person.id)").replacing("NAME", with: "'\(person.name)'")
        do {
            return try session.execute("select f::text from health_code.\(call) f order by 1").map { try $0.text(0) }
        } catch let error as PostgresError {
            return [error.sqlState + error.message.replacing(person.name, with: "NAME")]
        }
    }

    @Test(
        "a function answers an analyst about the person granted, and gives the same error for another person as for an unknown one"
    )
    func functions() async throws {
        try await AnalystWorld.with { world in
            let steps = try world.ada.sampleTypeID("stepCount")
            // Without marks, heart rates come from rows that only some callers may read.
            for store in [world.ada, world.bea] { try store.refreshFigures(of: "heartRate") }
            let ada = (id: world.ada.person.id, name: "Ada")
            let bea = (id: world.bea.person.id, name: "Bea")
            let nobody = (id: Int32(1_000_000), name: "Nobody")
            for call in Self.calls.map({ $0.replacing("TYPE", with: "\(steps)") }) {
                let owner = world.ada.session
                let whole = try outcome(call, owner, ada)
                #expect(try outcome(call, world.analyst, ada) == whole, "\(call)")
                let hidden = try outcome(call, world.analyst, nobody)
                #expect(try outcome(call, world.analyst, bea) == hidden, "\(call)")
                // If the answers were equal, nothing would have to be hidden.
                #expect(whole != hidden, "\(call)")
                guard LongRun.isOn else { continue }
                #expect(try outcome(call, owner, bea) != hidden, "\(call)")
                #expect(try outcome(call, owner, nobody) == hidden, "\(call)")
            }
        }
    }

    @Test("every function about a person is called in this test")
    func everyFunction() async throws {
        try await TestStore.with { store in
            let functions = try store.texts(
                """
                select distinct proname::text from pg_proc
                where pronamespace = 'health_code'::regnamespace and proargnames && array['person', 'for_person_id'] order by 1
                """)
            // The parameter of known_person may be a name of any kind.
            let all = (functions + ["known_person"]).sorted()
            #expect(all == Set(Self.calls.map { String($0.prefix { $0 != "(" }) }).sorted())
        }
    }
}
