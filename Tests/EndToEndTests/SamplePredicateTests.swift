import Foundation
import Postgres
import TestSupport
import Testing

/// Compares the predicates of `GET /v1/samples` and `GET /v1/statistics` with SQL and with filters that
/// are written by hand.
@Suite struct SamplePredicateTests {
    private typealias Object = [String: Any]
    private static let workout = "00000000-0000-4000-8000-00000000aaaa"

    private static func time(_ minute: Int) -> String {
        "2024-05-01T\(String(format: "%02d:%02d", 8 + minute / 60, minute % 60)):00Z"
    }

    private static func uuid(_ number: Int) -> String { "00000000-0000-4000-8000-\(String(format: "%012d", number))" }

    /// Samples of systolic pressure: every third in a correlation, every fourth of the workout.
    private static func samples(_ random: inout SeededGenerator) -> [Object] {
        (0..<60).map { number in
            var sample: Object = [
                "uuid": uuid(number), "type": "bloodPressureSystolic", "value": 100 + random.below(5) * 10,
                "unit": "mmHg", "startDate": time(number), "endDate": time(number), "source": ["name": "Cuff"],
                "device": [["name": "Cuff"], ["model": "M1", "name": "Watch"]][random.below(2)],
            ]
            sample["metadata"] =
                [
                    nil, ["HKTimeZone": "Europe/Rome"], ["HKTimeZone": "UTC", "level": 1.5], ["level": true],
                ][random.below(4)]
            if number % 3 != 0, number % 4 == 0 { sample["workout"] = workout }
            return sample
        }
    }

    private func fill(_ store: ServedStore, _ token: String, _ random: inout SeededGenerator) async throws {
        let all = Self.samples(&random)
        var posted: [Object] = all.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
        for (number, sample) in all.enumerated() where number % 3 == 0 {
            posted.append([
                "uuid": Self.uuid(1_000 + number), "type": "bloodPressure", "startDate": Self.time(number),
                "endDate": Self.time(number), "source": ["name": "Cuff"], "objects": [sample],
            ])
        }
        posted.append([
            "uuid": Self.workout, "type": "workout", "workoutActivityType": "running", "startDate": Self.time(0),
            "endDate": Self.time(70), "duration": 60, "source": ["name": "Cuff"],
        ])
        let answer = try await store.post(["samples": posted], token: token)
        answer.expect(200)
        #expect(try (answer.object["rejected"] as? [Any])?.isEmpty == true, "\(answer.body)")
    }

    private func listed(
        _ query: [(String, String)], _ store: ServedStore, _ token: String
    ) async throws -> [Object] {
        let object = try await store.object(
            "/v1/samples", [("type", "bloodPressureSystolic")] + query, token: token)
        return try #require(object["samples"] as? [Object])
    }

    private static func metadata(_ sample: Object) -> Object { sample["metadata"] as? Object ?? [:] }
    private static func number(_ sample: Object) -> Int {
        Int(String((sample["uuid"] as? String ?? "").suffix(12))) ?? -1
    }

    private struct Case {
        let query: [(String, String)]
        /// The condition on a row of `quantity_sample`.
        let sql: String
        let keeps: (Object) -> Bool
    }

    /// Each predicate with a filter by hand.
    private static func cases(_ random: inout SeededGenerator) -> [Case] {
        let limit = Double(100 + random.below(5) * 10)
        let some = (0..<5).map { _ in random.below(70) }
        let value = { (sample: Object) in sample["value"] as? Double ?? 0 }
        return [
            Case(
                query: [("uuid", some.map(uuid).joined(separator: ","))],
                sql: "uuid = any('{\(some.map(uuid).joined(separator: ","))}')"
            ) { some.contains(number($0)) },
            Case(query: [("value", "ge:\(limit)"), ("unit", "mmHg")], sql: "quantity >= \(limit)") {
                value($0) >= limit
            },
            Case(query: [("value", "gt:110,le:130"), ("unit", "mmHg")], sql: "quantity > 110 and quantity <= 130") {
                value($0) > 110 && value($0) <= 130
            },
            Case(query: [("value", "eq:120"), ("unit", "mmHg")], sql: "quantity = 120") { value($0) == 120 },
            Case(
                query: [("value", "ne:120,lt:\(limit)"), ("unit", "mmHg")],
                sql: "quantity <> 120 and quantity < \(limit)"
            ) { value($0) != 120 && value($0) < limit },
            Case(
                query: [("device", "M1")], sql: "device_id in (select device_id from health.device where model = 'M1')"
            ) { ($0["device"] as? Object)?["model"] as? String == "M1" },
            Case(query: [("device", "Cuff")], sql: "device = 'Cuff'") {
                ($0["device"] as? Object)?["name"] as? String == "Cuff"
            },
            Case(query: [("metadataKey", "level")], sql: "metadata ? 'level'") { metadata($0)["level"] != nil },
            Case(
                query: [("metadataKey", "HKTimeZone"), ("metadataValue", "UTC")],
                sql: "metadata ->> 'HKTimeZone' = 'UTC'"
            ) { metadata($0)["HKTimeZone"] as? String == "UTC" },
            Case(query: [("metadataKey", "level"), ("metadataValue", "1")], sql: "metadata @> '{\"level\": true}'") {
                metadata($0)["level"] as? Bool == true && metadata($0)["HKTimeZone"] == nil
            },
            Case(query: [("metadataKey", "level"), ("metadataValue", "1.5")], sql: "metadata @> '{\"level\": 1.5}'") {
                metadata($0)["HKTimeZone"] as? String == "UTC"
            },
            Case(
                query: [("workout", workout)],
                sql: "uuid in (select uuid from health.contained_sample where container_uuid = '\(workout)')"
            ) { number($0) % 3 != 0 && number($0) % 4 == 0 },
            Case(
                query: [("noCorrelation", "true")],
                sql: "uuid not in (select unnest(objects) from health.correlation where person = 'Ada')"
            ) { number($0) % 3 != 0 },
        ]
    }

    @Test(
        "random predicates select what SQL and filters by hand select, alone and together, for samples and statistics",
        arguments: 1...UInt64(Rounds.count(80)))
    func random(_ seed: UInt64) async throws {
        try await ServedStore.withAda { store, token in
            var random = SeededGenerator(seed)
            try await fill(store, token, &random)
            let all = try await listed([("unit", "mmHg")], store, token)
            #expect(all.count == 60)
            let cases = Self.cases(&random)
            for (index, one) in cases.enumerated() {
                let other = cases[random.below(cases.count)]
                let isAlone = Set(one.query.map(\.0)).isDisjoint(with: other.query.map(\.0)) == false
                let query = one.query + (isAlone ? [] : other.query)
                let expected = all.filter { one.keeps($0) && (isAlone || other.keeps($0)) }
                let numbers = expected.map(Self.number)
                #expect(try await listed(query, store, token).map(Self.number) == numbers, "\(index): \(query)")
                let first = try await listed(query + [("limit", "2"), ("order", "descending")], store, token)
                #expect(first.map(Self.number) == Array(numbers.reversed().prefix(2)), "\(query)")
                let condition = isAlone ? one.sql : "\(one.sql) and \(other.sql)"
                try await compareFigures(of: expected, query, condition, store, token)
            }
        }
    }

    /// Compares samples and figures of HTTP and SQL with those of `expected`.
    private func compareFigures(
        of expected: [Object], _ query: [(String, String)], _ condition: String, _ store: ServedStore, _ token: String
    ) async throws {
        let values = expected.compactMap { $0["value"] as? Double }
        let range = [("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-02")]
        let answer = try await store.object(
            "/v1/statistics", [("type", "bloodPressureSystolic")] + range + query, token: token)
        let shown = answer["statistics"] as? Object
        #expect(shown?["count"] as? Int == (values.isEmpty ? nil : values.count), "\(query): \(answer)")
        let average = values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        func isNear(_ found: Double?, _ right: Double?) -> Bool {
            guard let found, let right else { return found == right }
            return abs(found - right) <= 1e-9 * abs(right)
        }
        #expect(isNear(shown?["average"] as? Double, average), "\(query): \(answer)")
        #expect(isNear(shown?["maximum"] as? Double, values.max()), "\(query): \(answer)")
        let selected = """
            array(
                select uuid from health.quantity_sample
                where person = 'Ada' and type = 'bloodPressureSystolic' and \(condition) order by start_time)
            """
        let row = try Session(conninfo: store.conninfo).execute(
            """
            select count, average, maximum, (\(selected))::text
            from health_code.statistics(
                'Ada', 'bloodPressureSystolic', 'UTC', '2024-05-01', '2024-05-02', unit => 'mmHg', uuids => \(selected))
            """)[0]
        #expect(try row.optionalInt64(0) == (values.isEmpty ? nil : Int64(values.count)), "\(condition)")
        #expect(try isNear(row.optionalDouble(1), average), "\(condition)")
        #expect(try isNear(row.optionalDouble(2), values.max()), "\(condition)")
        let uuids = expected.compactMap { $0["uuid"] as? String }
        #expect(try row.text(3) == "{\(uuids.joined(separator: ","))}", "\(condition)")
    }

    @Test("a sample is found by its uuid, and a correlation has its samples inline")
    func one() async throws {
        try await ServedStore.withAda { store, token in
            var random = SeededGenerator(1)
            try await fill(store, token, &random)
            let pair = try await store.object("/v1/samples/\(Self.uuid(1_003))", [("members", "true")], token: token)
            #expect((pair["members"] as? [Object])?.map(Self.number) == [3] && pair["type"] as? String != nil)
            #expect(try await store.object("/v1/samples/\(Self.uuid(1_003))", token: token)["members"] == nil)
            let listed = try await store.object(
                "/v1/samples", [("type", "bloodPressure"), ("members", "true")], token: token)
            let members = (listed["samples"] as? [Object])?.map { ($0["members"] as? [Object])?.count }
            #expect(members == Array(repeating: 1, count: 20))
            let lone = try await store.object("/v1/samples/\(Self.uuid(1))", token: token)
            #expect(lone["unit"] as? String == "mmHg" && (lone["value"] as? Double ?? 0) >= 100)
            try await store.get("/v1/samples/\(Self.uuid(999))", token: token).expect(404, "unknown_sample")
            try await store.get("/v1/samples/x", token: token).expect(400)
        }
    }

    @Test("a predicate on what the token may not read looks like no data")
    func hidden() async throws {
        try await ServedStore.withAda { store, token in
            var random = SeededGenerator(2)
            try await fill(store, token, &random)
            let terms = #"{"rights": ["read"], "types": ["bloodPressureSystolic"], "showsNames": false}"#
            let made = try await store.service.send("POST", "/v1/tokens", token: token, body: terms)
            let narrow = try #require(try made.object["token"] as? String)
            #expect(try await listed([], store, narrow).count == 60)
            for query in [[("workout", Self.workout)], [("device", "M1")], [("uuid", Self.workout)]] {
                #expect(try await listed(query, store, narrow).isEmpty, "\(query)")
            }
            try await store.get("/v1/samples/\(Self.workout)", token: narrow).expect(404, "unknown_sample")
        }
    }

    @Test("a wrong predicate is refused with its parameter")
    func refused() async throws {
        try await ServedStore.withAda { store, token in
            for (name, value) in [
                ("uuid", "x"), ("uuid", ""), ("value", "100"), ("value", "ge:"), ("value", "ge:nan"),
                ("value", "is:1"), ("value", "ge:1,"), ("metadataValue", "1"), ("metadataKey", ""), ("workout", "x"),
                ("noCorrelation", "x"), ("device", String(repeating: "x", count: 1_001)), ("members", "x"),
            ] {
                let answer = try await store.get(
                    "/v1/samples", [("type", "bloodPressureSystolic"), (name, value)], token: token)
                #expect(answer.status == 400, "\(name)=\(value)")
                let isNamed = answer.parameter == name || answer.parameter?.hasPrefix("metadata") == true
                #expect(isNamed, "\(name)=\(value): \(answer.body)")
            }
        }
    }
}
