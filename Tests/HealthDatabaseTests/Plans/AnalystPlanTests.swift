import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Checks that the plans of analysts' queries do not depend on the planner's statistics.
@Suite(.disabled(if: TestServer.isCluster, "EXPLAIN on the coordinator does not show the plans of the shards"))
struct AnalystPlanTests {
    /// A query about the newcomer of `PlanWorld`, and the number of rows that it concerns.
    struct Question: CustomTestStringConvertible {
        var testDescription: String
        var rows: Int
        var sql: String
    }

    private static let day = "start_time >= '2024-01-05' and start_time < '2024-01-06'"
    private static let heartRate = "person = 'Newcomer' and type = 'heartRate'"

    private static let questions = [
        Question(
            testDescription: "quantity samples of a day", rows: 1_080,
            sql: "select * from health.quantity_sample where \(heartRate) and \(day)"),
        Question(
            testDescription: "metadata of a day", rows: 1_080,
            sql: "select metadata from health.quantity_sample where \(heartRate) and \(day)"),
        Question(
            testDescription: "category samples of a day", rows: 72,
            sql: """
                select * from health.category_sample where person = 'Newcomer' and type = 'sleepAnalysis' and \(day)
                """),
        // All rows are sorted.
        Question(
            testDescription: "latest quantity samples", rows: PlanWorld.newcomerSamples,
            sql: "select * from health.quantity_sample where \(heartRate) order by start_time desc limit 10"),
        Question(
            testDescription: "quantity samples of a person", rows: PlanWorld.newcomerSamples,
            sql: "select * from health.quantity_sample where person = 'Newcomer'"),
        Question(
            testDescription: "means of everybody", rows: PlanWorld.neighbourSamples,
            sql: "select person, type, avg(quantity) from health.quantity_sample group by person, type"),
        Question(
            testDescription: "workouts", rows: 100,
            sql: "select * from health.workout_sample where person = 'Newcomer'"),
        Question(
            testDescription: "what is in workouts", rows: 1_100,
            sql: """
                select count(*)
                from health.workout_sample workout
                join health.contained_sample inside
                    on inside.person_id = workout.person_id and inside.container_uuid = workout.uuid
                join health.sample on sample.person_id = inside.person_id and sample.uuid = inside.uuid
                where workout.person = 'Newcomer'
                """),
        Question(
            testDescription: "samples with metadata", rows: PlanWorld.newcomerSamples,
            sql: """
                select count(*)
                from health.sample join health.sample_detail detail using (person_id, uuid) join health.person using (person_id)
                where person.name = 'Newcomer' and detail.metadata ? 'HKTimeZone'
                """),
        Question(
            testDescription: "nights with their heart rates", rows: 7 * 1_440,
            sql: """
                select night.date, avg(sample.quantity)
                from health.sleep_night night
                join health.quantity_sample sample on sample.person = 'Newcomer' and sample.type = 'heartRate'
                    and sample.start_time >= night.start_time and sample.start_time < night.end_time
                where night.person = 'Newcomer' and night.date >= '2024-01-03' and night.date < '2024-01-10'
                group by night.date
                """),
        Question(
            testDescription: "days of heart rates", rows: 7 * 1_440,
            sql: """
                select * from health_code.statistics_collection(
                    'Newcomer', 'heartRate', 'day', 'UTC', '2024-01-03', '2024-01-10')
                """),
        Question(
            testDescription: "all days of steps", rows: PlanWorld.newcomerSamples / 2,
            sql: "select * from health.daily_steps where person = 'Newcomer'"),
        Question(
            testDescription: "all days of heart rates", rows: PlanWorld.newcomerSamples,
            sql: "select * from health.daily_heart_rate where person = 'Newcomer'"),
        Question(
            testDescription: "all nights", rows: PlanWorld.newcomerSamples / 10,
            sql: "select * from health.sleep_night where person = 'Newcomer'"),
        Question(
            testDescription: "freshness", rows: PlanWorld.newcomerSamples / 4,
            sql: "select * from health.freshness where person = 'Newcomer'"),
        Question(
            testDescription: "blood pressures of a day", rows: pairRows * 24,
            sql: "select * from health_analysis.blood_pressure where person = 'Newcomer' and \(day)"),
        Question(
            testDescription: "all blood pressures", rows: pairRows * newcomerPairs,
            sql: "select * from health_analysis.blood_pressure where person = 'Newcomer'"),
        Question(
            testDescription: "heart rates of all workouts", rows: 50 * 20,
            sql: "select * from health_analysis.workout_heart_rate where person = 'Newcomer'"),
        Question(
            testDescription: "zones of the workouts of a day", rows: 3 * 20,
            sql: """
                select * from health_analysis.workout_heart_rate_zones('Newcomer', '{50, 60}', 'UTC', '2024-01-05', '2024-01-06')
                """),
        Question(
            testDescription: "gaps of a day", rows: 1_440,
            sql: """
                select * from health_analysis.gaps('Newcomer', 'stepCount', '3 minutes', 'UTC', '2024-01-05', '2024-01-06')
                """),
        Question(
            testDescription: "days of any type", rows: PlanWorld.newcomerSamples,
            sql: "select * from health_analysis.daily_quantity where person = 'Newcomer' and type = 'heartRate'"),
    ]

    private static let newcomerPairs = 400
    private static let neighbourPairs = LongRun.isOn ? 20_000 : 4_000
    /// The rows that a blood pressure may touch: three samples and two contents, looked up from
    /// either side.
    private static let pairRows = 8

    /// Adds a blood pressure each hour, every second one in a correlation, and many of the neighbour.
    private static func addBloodPressures(_ session: Session) throws {
        try session.executeScript(
            """
            create temporary table pair as
            select person_id, number, timestamptz '2024-01-01 00:00+00' + number * interval '1 hour' as start_time
            from health.person
            cross join lateral generate_series(1, case name when 'Newcomer' then \(newcomerPairs) else \(neighbourPairs) end) number;
            insert into health.sample (
                person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
            select person_id, sample_type_id, md5(short_name || person_id || ':' || number)::uuid, start_time, start_time,
                case when kind = 'quantity' then 100 end, 1, 1
            from pair join health.sample_type on short_name like 'bloodPressure%' and (kind = 'quantity' or number % 2 = 0);
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select person_id, md5('bloodPressure' || person_id || ':' || number)::uuid, md5(part || person_id || ':' || number)::uuid
            from pair cross join (values ('bloodPressureSystolic'), ('bloodPressureDiastolic')) as part (part)
            where number % 2 = 0;
            drop table pair;
            """)
    }

    @Test(
        "an analyst's question touches no more than what it is about",
        arguments: LongRun.isOn ? PlanWorld.Statistics.allCases : [.stale])
    func questions(_ statistics: PlanWorld.Statistics) async throws {
        try await PlanWorld.with(statistics, .custom) { world in
            let (session, person) = (world.store.session, world.store.person)
            let name = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
            _ = try AnalystStore.create(name: name, people: [person], session)
            try Self.addBloodPressures(session)
            // Many people have chosen units. Views look up the choice for each row.
            _ = try session.execute(
                """
                insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
                select person_id, sample_type_id, 'count/s', 1, 0
                from health.person, health.sample_type where short_name = 'heartRate'
                on conflict do nothing
                """)
            try session.executeScript(
                "set enable_bitmapscan = on; set session authorization \(name); set statement_timeout = '60s'")
            for question in AnalystPlanTests.questions {
                _ = session.takeWarnings()
                #expect(try session.execute(question.sql).rowCount > 0, "\(question.testDescription)")
                for statement in try PlannedStatement.taken(from: session) {
                    #expect(
                        statement.buffers <= PlanTests.buffersMax(rows: question.rows),
                        "\(question.testDescription): \(statement.buffers) buffers\n\(statement.description)")
                }
            }
            try session.executeScript("reset session authorization")
            try AnalystStore.remove(name, session)
        }
    }

    @Test(
        "a query of days that names a person reads nobody else's days",
        arguments: ["daily_quantity", "daily_category"])
    func days(_ view: String) async throws {
        try await PlanWorld.with(.stale, .custom) { world in
            let plan = try world.store.session.execute("explain select * from health.\(view) where person = 'Newcomer'")
                .map { try $0.text(0) }
            let scans = plan.indices.filter { plan[$0].contains(" on person") && !plan[$0].contains("Subquery") }
            // Fresh days, stale days, and clocks.
            #expect(scans.count == 3)
            for scan in scans {
                #expect(plan[scan + 1].contains("name = 'Newcomer'"), "\(plan.joined(separator: "\n"))")
            }
        }
    }
}
