import Postgres
import Testing

@testable import HealthDatabase

@Suite struct FigureVerifierTests {
    /// Changes figures with `sql` and returns the differences that the verifier finds.
    private func found(_ sql: String, _ share: FigureVerifier.Share = .percent(100)) async throws -> Set<String> {
        try await TestStore.with { store in
            var world = try FigureWorld(store, type: 1, seed: 40)
            try world.fill(120)
            try world.markEverything()
            try world.refresh()
            #expect(try world.differences() == [])
            try store.session.executeScript(sql)
            let report = try FigureVerifier(session: store.session).verify(share)
            #expect(report.types == 1)
            #expect(report.differenceCount >= report.differences.count)
            return Set(report.differences.map { "\($0.span.rawValue) \($0.figure)" })
        }
    }

    /// The condition that a row is the one of all sources of an hour with samples.
    private static func isHour(_ number: Int) -> String {
        """
        source_id = 0 and start_time = (
            select start_time from health.hour where source_id = 0 and count > 1
            order by 1 offset \(number) limit 1)
        """
    }

    @Test("a figure that was changed is found by its name, and a row that is missing or too many")
    func faults() async throws {
        let columns = [
            ("reaching_count", "reaching_count + 1"), ("value_sum", "value_sum * 1.00001"), ("maximum", "maximum + 1"),
            ("source_ids", "'{99}'"), ("most_recent", "most_recent + 1"),
        ]
        let changes = columns.enumerated().map { number, column in
            "update health.hour set \(column.0) = \(column.1) where \(Self.isHour(number));"
        }
        let names = try await found(
            """
            \(changes.joined())
            delete from health.hour where \(Self.isHour(columns.count));
            delete from health.day where date = (select min(date) + 3 from health.day);
            insert into health.hour (person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count,
                reaching_valueless_count, value_sum, reaching_value_sum, weighted_sum, weight, duration, source_ids)
            select person_id, sample_type_id, 0, min(start_time) - interval '3 hours', 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}'
            from health.hour group by 1, 2
            """)
        #expect(names == Set(columns.map { "hour \($0.0)" } + ["hour missing", "day missing", "hour surplus"]))
    }

    @Test("rounding is no difference, and some days at random find what is wrong everywhere")
    func some() async throws {
        let rounded = try await found("update health.hour set value_sum = value_sum * (1 + 1e-13)")
        #expect(rounded.isEmpty)
        let wrong = try await found("update health.day set duration = duration + 1", .some)
        #expect(wrong == ["day duration"])
    }
}
