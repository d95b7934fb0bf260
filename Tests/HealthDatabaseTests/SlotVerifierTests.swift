import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

@Suite struct SlotVerifierTests {
    /// Changes a slot with `sql` and returns the differences that the verifier finds.
    private func found(_ sql: String, _ share: SlotVerifier.Share = .percent(100)) async throws -> Set<String> {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 40)
            try world.fill(300)
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

    private static let anHour =
        "(select start_time from health.hour_slot where source_id = 0 and started_count > 1 order by 1 limit 1)"

    @Test("a figure that was changed is found by its name")
    func changed() async throws {
        for (column, value) in [
            ("started_count", "started_count + 1"), ("value_sum", "value_sum * 1.00001"), ("maximum", "maximum + 1"),
            ("sole_source_id", "99"),
            (
                "most_recent_end_time",
                "(most_recent_end_time at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'"
            ),
        ] {
            let names = try await found(
                "update health.hour_slot set \(column) = \(value) where source_id = 0 and start_time = \(Self.anHour)")
            #expect(names == ["1 \(column)"])
        }
    }

    @Test("rounding is no difference")
    func rounding() async throws {
        let names = try await found("update health.hour_slot set value_sum = value_sum * (1 + 1e-13)")
        #expect(names.isEmpty)
    }

    @Test("a slot that is missing is found, of an hour, of a source, of a day")
    func missing() async throws {
        let hour = try await found("delete from health.hour_slot where start_time = \(Self.anHour) and source_id = 0")
        #expect(hour == ["1 missing"])
        let source = try await found("delete from health.hour_slot where source_id <> 0")
        #expect(source == ["1 missing"])
        let day = try await found("delete from health.day_slot where phase = 1110")
        #expect(day == ["24 missing"])
    }

    @Test("a slot too many is found")
    func surplus() async throws {
        let hour = try await found(
            """
            insert into health.hour_slot (person_id, sample_type_id, source_id, start_time, started_count, reaching_count,
                value_sum, reaching_value_sum, weighted_sum, weight, duration, source_ids)
            select person_id, sample_type_id, 0, min(start_time) - interval '3 hours', 0, 0, 0, 0, 0, 0, 0, '{}'
            from health.hour_slot group by 1, 2
            """)
        #expect(hour == ["1 surplus"])
        let day = try await found(
            """
            delete from health.sample; delete from health.series_quantity; delete from health.hour_slot
            """)
        #expect(day == ["24 surplus"])
    }

    @Test("some hours and days at random find what is wrong everywhere, and nothing where all is right")
    func some() async throws {
        let right = try await found("select", .some)
        #expect(right.isEmpty)
        let wrong = try await found("update health.hour_slot set duration = duration + 1", .some)
        #expect(wrong == ["1 duration"])
        let days = try await found("delete from health.day_slot", .some)
        #expect(days == ["24 missing"])
        let part = try await found("update health.hour_slot set duration = duration + 1", .percent(50))
        #expect(part.isSubset(of: ["1 duration"]))
    }

    @Test("what is marked is not compared")
    func marked() async throws {
        let names = try await found(
            """
            update health.hour_slot set duration = duration + 1;
            delete from health.day_slot;
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
            select person_id, sample_type_id, '-infinity', 'infinity' from health.slot_type
            """)
        #expect(names.isEmpty)
    }
}
