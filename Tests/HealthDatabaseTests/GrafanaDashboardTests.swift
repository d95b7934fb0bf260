import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Runs every query of scripts/grafana as Grafana does, as an analyst.
@Suite(.disabled(if: TestServer.isCluster, "a session that takes the role of analysts cannot read on other servers"))
struct GrafanaDashboardTests {
    private static let zone = "Asia/Kathmandu"
    /// Midnight in Kathmandu, which is 5:45 hours before midnight in UTC. The range is from 20 days
    /// before `SampleMaker.zero` to 20 days after it.
    private static let from = Instant(seconds: SampleMaker.zero - 20 * 86_400 - (10 * 3_600 + 5 * 3_600 + 45 * 60))
    private static let to = Instant(seconds: from.microseconds / Instant.microsecondsPerSecond + 40 * 86_400)
    /// The name contains a quotation mark.
    private static let name = "Zoë O'Hara"

    private func query(
        interval: String = "day", type: String = "heartRate", zone: String = zone, chosen: String = "dashboard"
    ) -> GrafanaQuery {
        GrafanaQuery(
            variables: [
                "person": GrafanaDashboardTests.name, "type": type, "interval": interval, "zone": chosen,
                "__timezone": zone,
            ], from: GrafanaDashboardTests.from.rfc3339, to: GrafanaDashboardTests.to.rfc3339)
    }

    /// Calls `body` with a store that has forty days of all data that the panels show.
    private func with(_ body: (TestStore, GrafanaDashboard) throws -> Void) async throws {
        try await TestStore.with { store in
            let person = try PersonStore.create(name: GrafanaDashboardTests.name, store.session)
            let store = store.of(person)
            try fill(store)
            try store.refreshFigures()
            try body(store, try GrafanaDashboard(named: "healthstore.json"))
        }
    }

    private func fill(_ store: TestStore) throws {
        var random = SeededGenerator(6)
        try store.post { maker in
            for day in -20..<20 {
                let noon = Double(day * 86_400)
                func quantity(
                    _ value: Double, _ unit: String, _ type: String, at: Double, lasting: Double,
                    from source: SourceRevision = SampleMaker.watch
                ) throws {
                    try maker.add(
                        random.uuid(), .quantity(value, unit: unit, type: type), at: noon + at, lasting: lasting,
                        from: source)
                }
                for hour in 0..<8 {
                    let start = Double(hour) * 3_600
                    try quantity(100, "count", "stepCount", at: start, lasting: 900)
                    try quantity(80, "count", "stepCount", at: start + 300, lasting: 900, from: SampleMaker.phone)
                    try quantity(Double(60 + hour), "count/min", "heartRate", at: start, lasting: 0)
                    try quantity(12, "kcal", "activeEnergyBurned", at: start, lasting: 600)
                }
                try quantity(50, "count/min", "restingHeartRate", at: 0, lasting: 0)
                try quantity(30, "min", "appleExerciseTime", at: 0, lasting: 3_600)
                try quantity(4.5, "km", "distanceWalkingRunning", at: 0, lasting: 3_600)
                try quantity(45, "ms", "heartRateVariabilitySDNN", at: 0, lasting: 60)
                try quantity(70 + Double(day) / 10, "kg", "bodyMass", at: 0, lasting: 0, from: SampleMaker.scale)
                let pressure = try maker.add(random.uuid(), .correlation(), at: noon, lasting: 0)
                for (type, value) in [("bloodPressureSystolic", 120.0), ("bloodPressureDiastolic", 80)] {
                    try maker.add(
                        random.uuid(), .quantity(value, unit: "mmHg", type: type), at: noon, lasting: 0, in: pressure)
                }
                for (stage, hour) in [(3, 9.0), (4, 11), (5, 13), (2, 14)] {
                    try maker.add(
                        random.uuid(), .category(Int32(stage)), at: noon + hour * 3_600, lasting: 3_600,
                        from: SampleMaker.watch)
                }
                try maker.add(random.uuid(), .workout(), at: noon + 1_800, lasting: 1_800, from: SampleMaker.watch)
            }
        }
        try store.importing { maker in
            for date in ["2024-04-20", "2024-04-21"] {
                maker.addElement(
                    "ActivitySummary", random.uuid(), key: date,
                    json: """
                        {"attributes": {"activeEnergyBurned": "450", "activeEnergyBurnedGoal": "600", \
                        "activeEnergyBurnedUnit": "kcal", "appleExerciseTime": "45", "appleExerciseTimeGoal": "30", \
                        "appleStandHours": "6", "appleStandHoursGoal": "12"}}
                        """)
            }
        }
    }

    /// A column of an answer, with the type name that PostgreSQL gives it.
    private struct Column: Equatable {
        var name: String
        var type: String

        var isTime: Bool { type == "timestamp with time zone" }
        var isNumber: Bool { ["double precision", "numeric", "bigint", "integer", "real"].contains(type) }
    }

    /// Runs `sql` as an analyst and leaves its rows in the table pg_temp.panel.
    private func columns(_ sql: String, _ session: Session) throws -> [Column] {
        try session.executeScript(
            """
            drop table if exists pg_temp.panel;
            set role healthstore_analyst;
            create temporary table panel as \(sql);
            reset role
            """)
        return try session.execute(
            """
            select attname::text, format_type(atttypid, null) from pg_attribute
            where attrelid = 'pg_temp.panel'::regclass and attnum > 0 order by attnum
            """
        ).map { Column(name: try $0.text(0), type: try $0.text(1)) }
    }

    private func rowCount(_ session: Session, where condition: String = "true") throws -> Int64 {
        try session.execute("select count(*) from pg_temp.panel where \(condition)")[0].int64(0)
    }

    @Test(
        "every panel gets the columns that it draws, and some rows",
        arguments: LongRun.isOn ? ["day", "week", "month", "hour"] : ["day", "hour"])
    func panels(interval: String) async throws {
        try await with { store, dashboard in
            #expect(dashboard.panels.count >= 10)
            for panel in dashboard.panels {
                #expect(!panel.description.isEmpty && !panel.targets.isEmpty, "\(panel.title)")
                for target in panel.targets {
                    let columns = try columns(try query(interval: interval).sql(target.rawSql), store.session)
                    #expect(try rowCount(store.session) > 0, "\(panel.title) has no rows")
                    switch target.format {
                    case "table": #expect(panel.type == "table" && columns.count > 1, "\(panel.title)")
                    case "time_series": try checkTimeSeries(columns, panel.title, store.session)
                    default: Issue.record("\(panel.title) has the format \(target.format)")
                    }
                }
            }
        }
    }

    /// Checks that an answer has a column "time" in ascending order, number columns, and at most
    /// one text column, which is the name of the series.
    private func checkTimeSeries(_ columns: [Column], _ title: String, _ session: Session) throws {
        let time = try #require(columns.first, "\(title)")
        #expect(time.name == "time" && (time.isTime || time.isNumber), "\(title)")
        let texts = columns.dropFirst().filter { $0.type == "text" }
        let numbers = columns.dropFirst().filter(\.isNumber)
        #expect(texts.allSatisfy { $0.name == "metric" } && texts.count <= 1, "\(title)")
        #expect(!numbers.isEmpty && 1 + texts.count + numbers.count == columns.count, "\(title)")
        let anyNumber = numbers.map { "\(session.quoteIdentifier($0.name)) is not null" }.joined(separator: " or ")
        #expect(try rowCount(session, where: anyNumber) > 0, "\(title) shows nothing")
        let unordered = try session.execute(
            """
            select count(*) from (select "time" < lag("time") over (order by ctid) as is_earlier from pg_temp.panel) step
            where is_earlier
            """)[0].int64(0)
        #expect(unordered == 0, "\(title) goes back in time")
    }

    @Test("days begin at midnight of the dashboard's zone")
    func zone() async throws {
        try await with { store, dashboard in
            for (zone, midnight) in [(GrafanaDashboardTests.zone, "18:15:00"), ("utc", "00:00:00")] {
                for title in [
                    "Steps", "Weight", "Resting heart rate", "Sleep stages", "Steps added up with date_trunc",
                ] {
                    let panel = try #require(dashboard.panels.first { $0.title == title })
                    _ = try columns(try query(zone: zone).sql(panel.targets[0].rawSql), store.session)
                    // The first bucket is cut at the start of the range, which is midnight only in
                    // the first zone.
                    let others = try rowCount(
                        store.session, where: "(\"time\" at time zone 'UTC')::time <> '\(midnight)'")
                    #expect(others <= (zone == "utc" ? 1 : 0), "\(title) in \(zone)")
                    #expect(try rowCount(store.session) > 30, "\(title) in \(zone)")
                }
            }
        }
    }

    @Test("figures are on the days of the chosen zone")
    func chosenZone() async throws {
        try await with { store, dashboard in
            try store.post { maker in
                try maker.add(at: -30 * 86_400, metadata: #"{"HKTimeZone": "Asia/Tokyo"}"#)
            }
            try store.refreshFigures()
            for (chosen, midnight) in [
                ("person", "15:00:00"), ("UTC", "00:00:00"), ("Asia/Dubai", "20:00:00"), ("dashboard", "18:15:00"),
            ] {
                for title in ["Steps", "Weight", "Steps of each month"] {
                    let panel = try #require(dashboard.panels.first { $0.title == title })
                    _ = try columns(try query(chosen: chosen).sql(panel.targets[0].rawSql), store.session)
                    let others = try rowCount(
                        store.session, where: "(\"time\" at time zone 'UTC')::time <> '\(midnight)'")
                    #expect(others <= 1, "\(title) of \(chosen)")
                }
            }
        }
    }

    @Test("a bucket that the range cuts is a series of its own, and the last day is shown so far")
    func partial() async throws {
        try await with { store, dashboard in
            let expected: [(title: String, condition: String, rows: Int64)] = [
                ("Steps of each week", #"steps is null and "steps, part" is not null"#, 2),
                ("Steps of each week", #"steps is not null and "steps, part" is null"#, 5),
                ("Steps", "steps is null", 0),
                ("Today so far", #"abs(steps - 8 * (100 + 80.0 / 3)) < 1e-9 and "km on foot" = 4.5"#, 1),
                ("Today so far", #""kcal active" = 96 and "min of exercise" = 30"#, 1),
                ("Rings of the last day", "move = 0.75 and exercise = 1.5 and stand = 0.5", 2),
                // The average of seven days is that of three days ago.
                ("Weight", #"abs("average of 7 days" - (day - 0.3)) < 1e-9"#, 34),
            ]
            for (title, condition, rows) in expected {
                let panel = try #require(dashboard.panels.first { $0.title == title })
                _ = try columns(try query().sql(panel.targets[0].rawSql), store.session)
                #expect(try rowCount(store.session, where: condition) == rows, "\(title): \(condition)")
            }
        }
    }

    @Test("steps are merged, of each source alone, and counted twice only by date_trunc")
    func steps() async throws {
        try await with { store, dashboard in
            func firstFullDay(_ title: String, _ column: String, _ condition: String = "true") throws -> Double? {
                let panel = try #require(dashboard.panels.first { $0.title == title })
                _ = try columns(try query().sql(panel.targets[0].rawSql), store.session)
                return try store.session.execute(
                    """
                    select \(store.session.quoteIdentifier(column)) from pg_temp.panel
                    where "time" = timestamp '2024-04-20' at time zone '\(GrafanaDashboardTests.zone)' and \(condition)
                    """
                ).first?.optionalDouble(0)
            }
            // A third of the phone's 80 steps is after the watch's steps.
            let merged = try #require(try firstFullDay("Steps", "steps"))
            #expect(abs(merged - 8 * (100 + 80.0 / 3)) < 1e-9)
            #expect(try firstFullDay("Steps by source", "steps", "metric like '%Watch'") == 800)
            #expect(try firstFullDay("Steps by source", "steps", "metric like '%iPhone'") == 640)
            #expect(try firstFullDay("Steps added up with date_trunc", "all sources added up") == 1_440)
        }
    }

    @Test("a type in per cent is shown as per cent, and any other in its unit")
    func percent() async throws {
        try await with { store, dashboard in
            try store.post { maker in
                try maker.add(
                    UUID(), .quantity(0.57, unit: "%", type: "oxygenSaturation"), at: 0, from: SampleMaker.watch)
            }
            let panel = try #require(dashboard.panels.first { $0.title == "${type} by ${interval}" })
            for (type, unit, isShown) in [
                ("oxygenSaturation", "%", "abs(average - 57) < 1e-9"), ("restingHeartRate", "count/min", "average > 1"),
            ] {
                let sql = try query(type: type).sql(panel.targets[0].rawSql)
                let columns = try columns(sql, store.session)
                try checkTimeSeries(columns, type, store.session)
                #expect(try rowCount(store.session, where: "metric <> '\(unit)' or not \(isShown)") == 0, "\(type)")
            }
        }
    }

    @Test("every type of the person can be chosen, and every choice has figures")
    func variables() async throws {
        try await with { store, dashboard in
            let queries = dashboard.templating.list.filter { $0.type == "query" }
            #expect(queries.map(\.name) == ["person", "type"])
            var choices: [String: [String]] = [:]
            for variable in queries {
                let columns = try columns(try query().sql(variable.query), store.session)
                #expect(columns.count == 1)
                choices[variable.name] = try store.texts(
                    "select \(store.session.quoteIdentifier(columns[0].name)) from pg_temp.panel")
            }
            #expect(choices["person"] == ["Ada", GrafanaDashboardTests.name])
            #expect(
                choices["type"] == [
                    "activeEnergyBurned", "appleExerciseTime", "bloodPressureDiastolic", "bloodPressureSystolic",
                    "bodyMass", "distanceWalkingRunning", "heartRate", "heartRateVariabilitySDNN", "restingHeartRate",
                    "stepCount",
                ])
            let panel = try #require(dashboard.panels.first { $0.title == "${type} by ${interval}" })
            for type in choices["type"] ?? [] {
                let columns = try columns(try query(type: type).sql(panel.targets[0].rawSql), store.session)
                try checkTimeSeries(columns, type, store.session)
            }
        }
    }
}
