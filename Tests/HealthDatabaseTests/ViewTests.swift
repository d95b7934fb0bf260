import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ViewTests {
    @Test("each view shows each of its samples once, with any number of side rows")
    func oneRowEach() async throws {
        try await TestStore.with { store in
            let bea = store.of(try PersonStore.create(name: "Bea", store.session))
            for person in [store, bea] {
                for source in [SampleMaker.phone, SampleMaker.watch, SourceRevision(name: "x")] {
                    for device in [nil, BatchWriterTests.device] {
                        try person.post { maker in
                            for kind in BatchWriterTests.kinds {
                                try maker.add(UUID(), kind.made, from: source, on: device, metadata: #"{"a": 1}"#)
                                try maker.add(UUID(), kind.made, from: source, on: device)
                            }
                            let workout = try maker.add(UUID(), .workout(), from: source)
                            for _ in 0..<3 { try maker.add(UUID(), .quantity(1), from: source, in: workout) }
                        }
                    }
                }
            }
            for (view, kind) in [
                ("quantity_sample", "quantity"), ("category_sample", "category"), ("correlation", "correlation"),
                ("workout_sample", "workout"),
            ] {
                let expected = try store.session.execute(
                    """
                    select count(*), count(distinct (person_id, uuid))
                    from health.sample join health.sample_type using (sample_type_id) where kind = $1
                    """, [.text(kind)])[0].int64(0)
                let shown = try store.session.execute(
                    "select count(*), count(distinct (person_id, uuid)) from health.\(view)")[0]
                #expect(try shown.int64(0) == expected && expected > 0, "\(view)")
                #expect(try shown.int64(1) == expected, "\(view)")
            }
        }
    }

    @Test("a quantity has readable names, and the value as sent and in the preferred unit")
    func quantity() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                try maker.add(
                    UUID(), .quantity(1_500, unit: "m", type: "distanceWalkingRunning"), from: SampleMaker.scale,
                    on: BatchWriterTests.device, metadata: #"{"a": 1}"#)
                try maker.add(UUID(), .quantity(2, unit: "furlong", type: "org.example"), from: SampleMaker.scale)
            }
            let rows = try store.texts(
                """
                select concat_ws('|', person, type, quantity, unit, sent_quantity, sent_unit, source, was_user_entered,
                    source_version, device, metadata)
                from health.quantity_sample order by type
                """)
            #expect(
                rows == [
                    #"Ada|distanceWalkingRunning|1.5|km|1500|m|Scale|f|1|Apple Watch|{"a": 1}"#,
                    "Ada|org.example|2|furlong|2|furlong|Scale|f|1",
                ])
        }
    }

    @Test("a category value has its name, for every value of every type in the catalogue, in one row")
    func categories() async throws {
        try await TestStore.with { store in
            let values = try store.session.execute(
                """
                select distinct t.identifier, v.raw_value from health.sample_type t
                join health.category_value v on v.enum = t.value_enum
                """
            ).map { (identifier: try $0.text(0), value: try $0.int32(1)) }
            #expect(values.count > 100)
            try store.post { maker in
                for (identifier, value) in values { try maker.add(UUID(), .category(value, type: identifier)) }
                try maker.add(UUID(), .category(nil, sent: "Unheard"))
                try maker.add(UUID(), .category(99))
            }
            #expect(
                try store.session.execute("select count(*) from health.category_sample")[0].int64(0)
                    == Int64(values.count + 2))
            let nameless = try store.session.execute(
                "select value from health.category_sample where value_name is null")
            #expect(nameless.rowCount == 1)
            #expect(try nameless[0].int32(0) == 99)
            let asleep = try store.texts(
                """
                select value_name from health.category_sample
                where type = 'sleepAnalysis' and (value in (1, 3) or value is null) order by value
                """)
            #expect(asleep == ["asleepUnspecified", "asleepCore", "Unheard"])
        }
    }

    @Test("a workout has the name of its activity, a correlation the uuids of its samples")
    func containers() async throws {
        try await TestStore.with { store in
            let inside = [UUID(), UUID()]
            try store.post { maker in
                try maker.add(UUID(), .workout(Workout(activityType: 37, duration: 60)), at: 0, parts: "[1]")
                try maker.add(UUID(), .workout(Workout(activityType: nil, sentActivityType: "Chessboxing")), at: 1)
                let correlation = try maker.add(UUID(), .correlation())
                for uuid in inside { try maker.add(uuid, .quantity(1), in: correlation) }
            }
            let workouts = try store.texts(
                "select concat_ws('|', activity, duration, parts) from health.workout_sample order by start_time")
            #expect(workouts == ["running|60|[1]", "Chessboxing"])
            let objects = try store.texts("select objects::text from health.correlation")
            let expected = inside.map { $0.uuidString.lowercased() }.sorted().joined(separator: ",")
            #expect(objects == ["{\(expected)}"])
        }
    }
}
