import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests the view of nights, and the errors of the function. `SleepRangeTests` compares the nights
/// of SQL with those of the API.
@Suite struct SleepNightSQLTests {
    @Test("the view lists the nights with records, on the person's own clock once it is known")
    func view() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                for number in 0..<6 {
                    try maker.add(UUID(), .category(3), at: Double(number * 26) * 3_600, lasting: 7 * 3_600)
                }
            }
            func listed() throws -> [String] {
                try store.texts(
                    "select date || ' ' || start_time || ' ' || coalesce(main_asleep::text, '-') from health.sleep_night order by date"
                )
            }
            func asked(_ timeZone: String) throws -> [String] {
                try store.texts(
                    """
                    select date || ' ' || start_time || ' ' || coalesce(main_asleep::text, '-')
                    from health_code.sleep_nights('Ada', $1, '2024-04-25', '2024-05-25')
                    where source_ids <> '{}' order by date
                    """, [.text(timeZone)])
            }
            #expect(try listed() == asked("UTC"))
            #expect(try listed().count > 5)
            _ = try TimeZoneWriter(person: store.person, session: store.session).setManual([
                .init(
                    start: .earliest, end: nil, zone: try #require(Zone(identifier: "Asia/Tokyo")))
            ])
            #expect(try listed() == asked("Asia/Tokyo"))
            #expect(try asked("Asia/Tokyo") != asked("UTC"))
        }
    }

    @Test("errors name what was expected")
    func mistakes() async throws {
        try await TestStore.with { store in
            for (call, message) in [
                ("'Bea', 'UTC', '2024-01-01', '2024-01-02'", "there is no person \"Bea\""),
                ("'Ada', 'UTC', '2024-01-02', '2024-01-02'", "to_date must be later than from_date"),
                ("'Ada', 'Europe/Nowhere', '2024-01-01', '2024-01-02'", "time zone \"Europe/Nowhere\" is not known"),
                (
                    "'Ada', 'UTC', '2024-01-01', '2024-01-02', attribution => 'noon'",
                    "attribution must be wakingDay or startDay"
                ),
                (
                    "'Ada', 'UTC', '2024-01-01', '2024-01-02', session_gap => '13 hours'",
                    "session_gap must be from 1 minute to 12 hours"
                ),
            ] {
                let error = #expect(throws: PostgresError.self) {
                    try store.session.execute("select * from health_code.sleep_nights(\(call))")
                }
                #expect(error?.message == message)
            }
        }
    }
}
