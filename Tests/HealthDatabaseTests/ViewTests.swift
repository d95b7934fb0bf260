import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests what all views have in common. The files of `SQLTests/pgtap` test each view.
@Suite struct ViewTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Parts in forms that clients may send although they do not fit.
    private static let strange = [
        "{}", "[]", "7",
        #"{"locations": 7, "heartbeats": {}, "voltages": "x", "sensitivityPoints": null, "rightEye": []}"#,
        #"{"locations": [], "heartbeats": [], "voltages": [], "sensitivityPoints": []}"#,
        """
        {"locations": [1, {"timestamp": "2024-02-30T00:00:00Z", "latitude": 1e400, "longitude": "7", "speed": 1e-400},
            {"timestamp": "infinity"}, {"timestamp": "2024-05-01T10:00:00"}, {"timestamp": 7}, null],
        "heartbeats": [1, {"timeSinceSeriesStart": 1e300, "precededByGap": 7}, null], "samplingFrequency": 0,
        "voltages": [1, "x", null, {}, 1e999], "unit": {}, "averageHeartRate": "x", "classification": [1],
        "sensitivityPoints": [1, {"frequency": "x", "leftEarClampingRange": 7, "leftEarMasked": "maybe"}],
        "rightEye": 7, "leftEye": {"prism": 7, "sphere": "x"}, "expirationDate": "9999-99-99T99:99:99Z",
        "resource": 7, "identifier": {}, "logStatus": 1e300, "scheduleType": {}, "scheduledDate": [], "risk": [7],
        "medication": {"relatedCodings": [7, {"system": {}, "code": 7}]}, "documentData": 7,
        "kind": {}, "valence": "x", "valenceClassification": 1e300, "labels": [7, null, {}], "associations": 7}
        """,
    ]

    private static let views = [
        ("workout_route_location", "workoutRoute"), ("heartbeat", "heartbeatSeries"),
        ("electrocardiogram", "electrocardiogram"), ("electrocardiogram_voltage", "electrocardiogram"),
        ("audiogram_point", "audiogram"), ("vision_prescription", "visionPrescription"),
        ("clinical_record", "labResultRecord"), ("clinical_document", "cda"),
        ("medication_dose", "medicationDoseEvent"), ("scored_assessment", "gad7"),
        ("state_of_mind", "stateOfMind"),
    ]

    @Test("no parts make a view fail", arguments: views)
    func strangeParts(_ view: String, _ type: String) throws {
        try store.post { maker in
            for parts in [""] + ViewTests.strange { try maker.add(UUID(), .other(type: type), parts: parts) }
        }
        let rows = try store.texts("select to_jsonb(v)::text from health.\(view) v order by 1")
        #expect(!rows.isEmpty)
    }

    @Test("each view shows each of its samples once, with any number of side rows")
    func oneRowEach() throws {
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

    @Test("a category value has its name, for every value of every type in the catalogue, in one row")
    func categories() throws {
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
