import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct PartViewTests {
    /// Parts in forms that clients may send although they do not fit.
    static let strange = [
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
        "medication": {"relatedCodings": [7, {"system": {}, "code": 7}]}, "documentData": 7}
        """,
    ]

    static let views = [
        ("workout_route_location", "workoutRoute"), ("heartbeat", "heartbeatSeries"),
        ("electrocardiogram", "electrocardiogram"), ("electrocardiogram_voltage", "electrocardiogram"),
        ("audiogram_point", "audiogram"), ("vision_prescription", "visionPrescription"),
        ("clinical_record", "labResultRecord"), ("clinical_document", "cda"),
        ("medication_dose", "medicationDoseEvent"), ("scored_assessment", "gad7"),
    ]

    @Test("no parts make a view fail", arguments: views)
    func strangeParts(_ view: String, _ type: String) async throws {
        try await TestStore.with { store in
            try store.post { maker in
                for parts in [""] + PartViewTests.strange { try maker.add(UUID(), .other(type: type), parts: parts) }
            }
            let rows = try store.texts("select to_jsonb(v)::text from health.\(view) v order by 1")
            #expect(!rows.isEmpty)
        }
    }

    @Test("the points of a route are rows, with their workout")
    func route() async throws {
        try await TestStore.with { store in
            let (workout, route) = (UUID(), UUID())
            try store.importing { maker in
                let ordinal = try maker.add(workout, .workout())
                try maker.add(
                    route, .other(type: "workoutRoute"),
                    parts: """
                        {"locations": [{"timestamp": "2024-05-01T10:00:00Z", "latitude": 37.77770, "longitude": -122.426,
                            "altitude": 21.2, "horizontalAccuracy": 2, "verticalAccuracy": 1.5, "speed": 2.5, "course": -1},
                            {"timestamp": "2024-05-01T12:00:01.5+02:00", "latitude": "x"}]}
                        """, in: ordinal)
                try maker.add(UUID(), .other(type: "workoutRoute"), parts: #"{"locations": [{}]}"#)
            }
            let rows = try store.texts(
                """
                select concat_ws('|', ordinal, extract(epoch from time - timestamptz '2024-05-01 10:00Z')::real, latitude,
                    longitude, altitude, horizontal_accuracy, vertical_accuracy, speed, course)
                from health.workout_route_location where uuid = $1 and workout_uuid = $2 and person = 'Ada' order by ordinal
                """, [.uuid(route), .uuid(workout)])
            #expect(rows == ["0|0|37.7777|-122.426|21.2|2|1.5|2.5|-1", "1|1.5"])
            #expect(try WorkoutReader(person: store.person, session: store.session).routes(of: workout) == [route])
            let all = try store.session.execute(
                "select count(*), count(workout_uuid) from health.workout_route_location")[0]
            #expect(try all.int64(0) == 3 && all.int64(1) == 2)
        }
    }

    @Test("heartbeats of exports and of phones are rows of one view")
    func heartbeats() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                try maker.add(
                    UUID(), .quantity(25, unit: "ms", type: "heartRateVariabilitySDNN"),
                    parts: """
                        {"heartbeats": [{"beatsPerMinute": 78, "time": "8:00:05.67 AM", "timeSinceSeriesStart": 5.67},
                            {"beatsPerMinute": 79, "time": "soon"}]}
                        """)
                try maker.add(
                    UUID(), .other(type: "heartbeatSeries"), at: 1,
                    parts: """
                        {"heartbeats": [{"timeSinceSeriesStart": 0.25, "precededByGap": true},
                            {"timeSinceSeriesStart": 1.5, "precededByGap": false}]}
                        """)
            }
            let rows = try store.texts(
                """
                select concat_ws('|', type, ordinal, extract(epoch from time)::numeric - 1714557600, time_since_series_start,
                    beats_per_minute, preceded_by_gap, sent_time)
                from health.heartbeat order by type, ordinal
                """)
            #expect(
                rows == [
                    "heartRateVariabilitySDNN|0|5.670000|5.67|78|8:00:05.67 AM", "heartRateVariabilitySDNN|1|79|soon",
                    "heartbeatSeries|0|1.250000|0.25|t", "heartbeatSeries|1|2.500000|1.5|f",
                ])
        }
    }

    @Test("an electrocardiogram has its voltages in microvolts")
    func electrocardiogram() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                for (index, unit) in [#""µV""#, #""μV""#, #""mV""#, "null", #""Ω""#].enumerated() {
                    try maker.add(
                        UUID(), .other(type: "electrocardiogram"), at: Double(index) * 100,
                        parts: """
                            {"classification": "Sinus Rhythm", "averageHeartRate": 64, "samplingFrequency": 512, "lead": "Lead I",
                                "symptoms": "None", "unit": \(unit), "voltages": [-12.5, 256]}
                            """)
                }
            }
            #expect(
                try store.texts(
                    """
                    select concat_ws('|', classification, average_heart_rate, sampling_frequency, lead, symptoms, voltage_count,
                        source) from health.electrocardiogram limit 1
                    """) == ["Sinus Rhythm|64|512|Lead I|None|2|Ada’s iPhone"])
            #expect(
                try store.texts(
                    """
                    select string_agg(concat_ws('|', ordinal, time_since_start, microvolts), ' ' order by ordinal)
                    from health.electrocardiogram_voltage join health.sample using (person_id, uuid)
                    group by start_time order by start_time
                    """) == [
                        "0|0|-12.5 1|0.001953125|256", "0|0|-12.5 1|0.001953125|256", "0|0|-12500 1|0.001953125|256000",
                        "0|0|-12.5 1|0.001953125|256", "0|0 1|0.001953125",
                    ])
        }
    }

    @Test("audiograms, prescriptions and clinical records are rows")
    func others() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                try maker.add(
                    UUID(), .other(type: "audiogram"),
                    parts: """
                        {"sensitivityPoints": [{"frequency": 250, "leftEarSensitivity": -5.5, "rightEarSensitivity": 10,
                            "leftEarMasked": true, "leftEarClampingRange": {"lowerBound": -10, "upperBound": 90}}]}
                        """)
                try maker.add(
                    UUID(), .other(type: "visionPrescription"),
                    parts: """
                        {"prescriptionType": "Glasses", "expirationDate": "2026-05-01T08:00:00Z",
                        "rightEye": {"sphere": -1.25, "cylinder": 0.5, "axis": 90, "addPower": 1, "vertexDistance": 14,
                            "prism": {"amount": 2, "angle": 45}, "farPupillaryDistance": 32},
                        "leftEye": {"baseCurve": 8.6, "diameter": 14.2}}
                        """)
                try maker.add(
                    UUID(), .other(type: "labResultRecord"),
                    parts: """
                        {"identifier": "1", "sourceURL": "https://x", "fhirVersion": "4.0.1",
                        "resource": {"resourceType": "Observation"}}
                        """)
            }
            #expect(
                try store.texts(
                    """
                    select concat_ws('|', frequency, left_ear_sensitivity, right_ear_sensitivity, left_ear_masked,
                        right_ear_masked, left_ear_clamping_lower_bound, left_ear_clamping_upper_bound)
                    from health.audiogram_point
                    """) == ["250|-5.5|10|t|-10|90"])
            #expect(
                try store.texts(
                    """
                    select concat_ws('|', eye, prescription_type, expiration_date - timestamptz '2026-05-01 08:00Z', sphere,
                        cylinder, axis, add_power, vertex_distance, prism_amount, prism_angle, far_pupillary_distance,
                        base_curve, diameter)
                    from health.vision_prescription order by eye desc
                    """) == ["right|Glasses|00:00:00|-1.25|0.5|90|1|14|2|45|32", "left|Glasses|00:00:00|8.6|14.2"])
            #expect(
                try store.texts(
                    """
                    select concat_ws('|', type, identifier, source_url, fhir_version, resource_type, resource)
                    from health.clinical_record
                    """) == [#"labResultRecord|1|https://x|4.0.1|Observation|{"resourceType": "Observation"}"#])
        }
    }

    @Test("activity summaries are in kilocalories for every unit of the export, and Me has names for its constants")
    func elements() async throws {
        try await TestStore.with { store in
            try store.importing { maker in
                let days = [
                    #""activeEnergyBurned": "100.5", "activeEnergyBurnedGoal": "500", "activeEnergyBurnedUnit": "kcal""#
                        + #", "appleMoveTime": "3""#,
                    #""activeEnergyBurned": "100.5", "activeEnergyBurnedUnit": "Cal", "appleMoveMinutes": "4""#,
                    #""activeEnergyBurned": "4184", "activeEnergyBurnedUnit": "kJ", "appleExerciseTime": "x""#,
                    #""activeEnergyBurned": "7", "activeEnergyBurnedUnit": "florps", "appleStandHours": "1e999""#,
                    #""activeEnergyBurned": "340", "appleExerciseTime": "35", "appleExerciseTimeGoal": "30""#
                        + #", "appleStandHours": "9""#,
                ]
                for (index, day) in days.enumerated() {
                    maker.addElement(
                        "ActivitySummary", UUID(), key: "2024-05-0\(index + 1)", json: #"{"attributes": {\#(day)}}"#)
                }
                maker.addElement("ActivitySummary", UUID(), key: "2024-05-09", json: "[]")
                maker.addElement(
                    "Me", UUID(), key: "",
                    json: """
                        {"attributes": {"HKCharacteristicTypeIdentifierDateOfBirth": "",
                        "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeAPositive",
                        "HKCharacteristicTypeIdentifierFuture": "x"}}
                        """)
            }
            #expect(
                try store.texts(
                    """
                    select concat_ws('|', date::text, active_energy_burned, active_energy_burned_goal, apple_move_time,
                        apple_exercise_time, apple_exercise_time_goal, apple_stand_hours)
                    from health.activity_summary order by date
                    """) == [
                        "2024-05-01|100.5|500|3", "2024-05-02|100.5|4", "2024-05-03|1000", "2024-05-04",
                        "2024-05-05|340|35|30|9", "2024-05-09",
                    ])
            #expect(
                try store.texts(
                    "select concat_ws('|', type, value, raw_value, value_name) from health.characteristic order by 1")
                    == [
                        "bloodType|HKBloodTypeAPositive|1|aPositive", "dateOfBirth",
                        "HKCharacteristicTypeIdentifierFuture|x",
                    ].sorted())
        }
    }

    @Test(
        "the weather of a workout is read correctly in every form in which systems write it",
        arguments: [
            (#"{"HKWeatherTemperature": "50 degF", "HKWeatherHumidity": "96 %"}"#, "10|96"),
            (#"{"HKWeatherTemperature": "-3.5 degC", "HKWeatherHumidity": "6400 %"}"#, "-3.5|64"),
            (#"{"HKWeatherTemperature": "273.15 K", "HKWeatherHumidity": "0.5 %"}"#, "0|50"),
            (#"{"HKWeatherTemperature": "warm", "HKWeatherHumidity": 0.5}"#, "50"),
            (#"{"HKWeatherTemperature": 20, "HKWeatherHumidity": "100 %"}"#, "100"),
            (#"{"HKWeatherTemperature": ["1 degC", "2 degC"], "HKWeatherHumidity": "wet"}"#, ""),
            (#"{"HKWeatherHumidity": "20000 %"}"#, ""), (#"{"HKWeatherHumidity": -5}"#, ""), ("", ""),
        ])
    func weather(_ metadata: String, _ expected: String) async throws {
        try await TestStore.with { store in
            try store.post { try $0.add(UUID(), .workout(), metadata: metadata) }
            let rows = try store.texts(
                """
                select concat_ws('|', round(weather_temperature::numeric, 6)::real, weather_humidity)
                from health.workout_sample
                """)
            #expect(rows == [expected])
        }
    }

    @Test("every view and every column of a view has a comment")
    func comments() async throws {
        try await TestStore.with { store in
            let without = try store.texts(
                """
                select c.relname || '.' || a.attname
                from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
                where n.nspname = 'health' and c.relkind = 'v' and a.attnum >= 0 and not a.attisdropped
                    and (col_description(c.oid, a.attnum) is null or obj_description(c.oid) is null)
                """)
            #expect(without == [])
        }
    }
}
