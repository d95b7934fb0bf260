import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

@Suite struct SlotVerifierTests {
    /// Changes a slot with `sql` and returns the differences that the verifier finds.
    private func found(_ sql: String, _ share: SlotVerifier.Share = .percent(100)) async throws -> Set<String> {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 40)
            try world.fill(120)
            try world.markEverything()
            try world.refresh()
            #expect(try world.differences() == [])
            try store.session.executeScript(sql)
            let report = try SlotVerifier(session: store.session).verify(share)
            #expect(report.types == 1)
            #expect(report.differenceCount >= report.differences.count)
            return Set(report.differences.map { "\($0.hours) \($0.figure)" })
        }
    }

    /// The condition that a slot is the one of all sources of an hour with samples.
    private static func isHour(_ number: Int) -> String {
        """
        source_id = 0 and start_time = (
            select start_time from health.hour_slot where source_id = 0 and started_count > 1
            order by 1 offset \(number) limit 1)
        """
    }

    @Test("a figure that was changed is found by its name, and a slot that is missing or too many")
    func faults() async throws {
        let columns = [
            ("started_count", "started_count + 1"), ("value_sum", "value_sum * 1.00001"), ("maximum", "maximum + 1"),
            ("sole_source_id", "99"),
            (
                "most_recent_end_time",
                "(most_recent_end_time at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'"
            ),
        ]
        let changes = columns.enumerated().map { number, column in
            "update health.hour_slot set \(column.0) = \(column.1) where \(Self.isHour(number));"
        }
        let names = try await found(
            """
            \(changes.joined())
            delete from health.hour_slot where \(Self.isHour(columns.count));
            delete from health.day_slot where phase = 1110;
            insert into health.hour_slot (person_id, sample_type_id, source_id, start_time, started_count, reaching_count,
                value_sum, reaching_value_sum, weighted_sum, weight, duration, source_ids)
            select person_id, sample_type_id, 0, min(start_time) - interval '3 hours', 0, 0, 0, 0, 0, 0, 0, '{}'
            from health.hour_slot group by 1, 2
            """)
        #expect(names == Set(columns.map { "1 \($0.0)" } + ["1 missing", "24 missing", "1 surplus"]))
    }

    @Test("rounding is no difference, and some hours and days at random find what is wrong everywhere")
    func some() async throws {
        let rounded = try await found("update health.hour_slot set value_sum = value_sum * (1 + 1e-13)")
        #expect(rounded.isEmpty)
        let wrong = try await found("update health.hour_slot set duration = duration + 1", .some)
        #expect(wrong == ["1 duration"])
    }
}
