import Foundation
import HealthCore
import HealthImport
import Postgres
import TestSupport
import Testing

@testable import HealthAPI
@testable import HealthDatabase

/// Checks `SampleColumn.all` and `SampleMembers.all` against the schema, and every path of a sample
/// against these lists. A column that is missing anywhere fails here.
@Suite("The columns of a sample")
struct SampleColumnTests {
    private typealias Object = [String: Any]

    /// Two different values of each member that every sample may have.
    private static var members: [String: (Any, Any)] {
        [
            "startDate": ("2024-05-01T10:00:00Z", "2024-05-01T10:00:01Z"),
            "endDate": ("2024-05-01T10:10:00Z", "2024-05-01T10:10:01Z"),
            "source": (
                ["name": "Phone"],
                [
                    "name": "Phone", "bundleIdentifier": "org.example", "version": "1", "productType": "iPhone15,2",
                    "operatingSystemVersion": "17.0.0",
                ]
            ),
            "device": (["name": "Phone"], ["name": "Watch"]),
            "metadata": (["HKTimeZone": "Europe/Rome"], ["HKTimeZone": "Europe/Paris"]),
            "unheardOf": (1, 2),
        ].merging(ofEveryKind) { $1 }
    }

    private static var ofEveryKind: [String: (Any, Any)] {
        Dictionary(
            uniqueKeysWithValues: SampleMembers.all.map { member in
                switch member.value {
                case .time: (member.name, ("2024-05-01T11:00:00.5Z", "2024-05-01T11:00:01Z"))
                case .text: (member.name, ("one", "another"))
                case .number: (member.name, (1.5, 2.5))
                }
            })
    }

    /// Two different values of each member that only samples of one kind have.
    private static var kinds: [String: [String: (Any, Any)]] {
        let object = { (value: Int) -> Object in
            [
                "uuid": "00000000-0000-4000-8000-00000000000\(value)", "type": "bloodPressureSystolic", "value": value,
                "unit": "mmHg", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:00:00Z",
            ]
        }
        let part = { (value: Int) -> Object in
            ["startDate": "2024-05-01T10:00:02Z", "endDate": "2024-05-01T10:00:03Z", "value": value]
        }
        return [
            "quantity": [
                "type": ("heartRate", "restingHeartRate"), "value": (60, 61), "unit": ("count/min", "count/s"),
            ],
            "series": [
                "type": ("heartRate", "heartRate"), "value": (60, 61), "unit": ("count/min", "count/s"),
                "quantities": ([part(60)], [part(60), part(61)]),
            ],
            "category": ["type": ("sleepAnalysis", "sleepAnalysis"), "value": (3, 4)],
            "text": ["type": ("HKCategoryTypeIdentifierNew", "HKCategoryTypeIdentifierNew"), "value": ("a", "b")],
            "correlation": ["type": ("bloodPressure", "food"), "objects": ([object(1)], [object(1), object(2)])],
            "workout": [
                "type": ("workout", "workout"), "workoutActivityType": ("running", "HKNewActivity"),
                "duration": (60, 61), "totalEnergyBurned": (10, 11), "totalDistance": (100, 101),
            ],
            "other": [
                "type": ("audiogram", "audiogram"), "sensitivityPoints": ([["frequency": 250]], [["frequency": 500]]),
            ],
        ]
    }

    /// A sample of each kind, with the second value of each member.
    private static func samples(uuids: [String: String] = [:]) -> [Object] {
        kinds.sorted { $0.key < $1.key }.map { kind, own in
            var sample = members.merging(own) { $1 }.mapValues { $0.1 }
            sample["uuid"] = uuids[kind] ?? UUID().uuidString.lowercased()
            return sample
        }
    }

    private func post(_ sample: Object, _ store: ServedStore, _ token: String) async throws -> String {
        let answer = try await store.post(["samples": [sample]], token: token)
        let records = try answer.object["records"] as? [String: [String]]
        return records?["samples"]?.first ?? answer.body
    }

    private func isEqual(_ one: Any?, _ other: Any) -> Bool {
        NSDictionary(dictionary: one.map { ["value": $0] } ?? [:]).isEqual(to: ["value": other])
    }

    @Test("the tables of a sample have the columns that are described, and no others")
    func schema() async throws {
        try await TestServer.shared().withMigratedSession { session throws in
            func columns(_ table: String) throws -> [String: String] {
                var types: [String: String] = [:]
                for row in try session.execute(
                    """
                    select attname::text, format_type(atttypid, null) from pg_attribute
                    where attrelid = to_regclass('health.' || $1) and attnum > 0 and not attisdropped
                    """, [.text(table)])
                {
                    types[try row.text(0)] = try row.text(1).replacing("timestamp with time zone", with: "timestamptz")
                }
                return types
            }
            let described: [(table: String, keys: Set<String>, columns: [SampleColumn])] = [
                (
                    "sample", ["person_id", "change_position", "import_id", "holder_id"],
                    SampleColumn.columns(of: nil)
                ),
                ("sample_detail", ["person_id", "uuid"], SampleColumn.columns(of: .detail)),
                ("workout", ["person_id", "uuid"], SampleColumn.columns(of: .workout)),
                ("recognised_record", ["person_id", "imported_uuid", "sample_uuid"], Recognition.keptColumns),
            ]
            for (table, keys, expected) in described {
                #expect(Set(try columns(table).keys) == keys.union(expected.map(\.name)), "\(table)")
            }
            for member in SampleMembers.all {
                for table in ["sample", "recognised_record"] {
                    #expect(try columns(table)[member.column] == member.columnType, "\(table).\(member.column)")
                }
            }
        }
    }

    @Test("a change of any member is an update, and what comes again is unchanged; every member is answered")
    func changes() async throws {
        let described = SampleMembers.all.map(\.name)
        #expect(Mirror(reflecting: SampleMembers()).children.count == described.count, "a property is not in the list")
        try await ServedStore.withAda { store, token in
            var uuids: [String: String] = [:]
            for (kind, own) in Self.kinds {
                let members = Self.members.merging(own) { $1 }
                var sample = members.mapValues { $0.0 }
                uuids[kind] = UUID().uuidString.lowercased()
                sample["uuid"] = uuids[kind]
                #expect(try await post(sample, store, token) == "inserted", "\(kind)")
                // In a short run, the common members of one kind change alone.
                let changed = LongRun.isOn || kind == "quantity" ? members : own
                for (member, values) in changed where !isEqual(values.0, values.1) {
                    #expect(try await post(sample, store, token) == "unchanged", "\(kind) before \(member)")
                    sample[member] = values.1
                    #expect(try await post(sample, store, token) == "updated", "\(kind) \(member)")
                    sample[member] = nil
                    let status = try await post(sample, store, token)
                    #expect(status != "unchanged", "\(kind) without \(member)")
                    sample[member] = values.1
                    // Without a member that is required, the sample is refused.
                    let isChanged = status == "updated"
                    #expect(
                        try await post(sample, store, token) == (isChanged ? "updated" : "unchanged"),
                        "\(kind) \(member) again")
                }
                sample.merge(members.mapValues { $0.1 }) { $1 }
                _ = try await post(sample, store, token)
            }
            // Posts the same samples as lines, under other uuids.
            let lines = try Self.samples().map { try json($0) }
            let answer = try await store.postLines(lines.joined(separator: "\n"), token: token)
            #expect(answer.status == 200 && answer.code == nil, "\(answer.text)")
            let changes = try await store.get("/v1/changes", [("limit", "1000")], token: token)
            let listed = try #require(try changes.object["changes"] as? [Object])
            let stored = listed.compactMap { $0["sample"] as? Object ?? ($0["uuid"] == nil ? nil : $0) }
                .filter { $0["startDate"] as? String == "2024-05-01T10:00:01Z" }
            #expect(stored.count == 2 * Self.kinds.count, "\(changes.body.prefix(2_000))")
            for sample in stored {
                for member in described {
                    #expect(isEqual(sample[member], Self.members[member]?.1 ?? 0), "\(member)")
                    #expect((sample["parts"] as? Object)?[member] == nil, "\(member) is not parsed")
                }
            }
            try checkCopies(store, uuids)
        }
    }

    /// Checks that a restore, a first import and a later import store the same rows as the batches.
    private func checkCopies(_ store: ServedStore, _ uuids: [String: String]) throws {
        let session = try Session(conninfo: store.conninfo)
        let ada = try PersonStore.find(name: "Ada", session)
        try checkReading(ada, session)
        let lines = try exportedLines(ada, session)
        let copy = try PersonStore.create(name: "Copy", session)
        var rest = lines.makeIterator()
        _ = try PersonRestore(person: copy, session: session).restore { rest.next().map { Array($0.utf8) } }
        #expect(try exportedLines(copy, session).dropFirst() == lines.dropFirst())
        #expect(try tables(copy, session) == tables(ada, session))

        let body = Self.samples(uuids: uuids).filter { $0["quantities"] == nil }
        let parsed = try BatchParser.parse(Array(JSONSerialization.data(withJSONObject: ["samples": body]))).batch
        checkProperties(parsed.samples.map(\.sample))
        let names = Set(body.compactMap { $0["uuid"] as? String })
        let expected = samples(lines, names)
        #expect(expected.count == body.count)
        for isFirst in [true, false] {
            let person = try PersonStore.create(name: "Import \(isFirst)", session)
            if !isFirst {
                var other = SampleBatch()
                other.deletions = [.init(uuid: UUID())]
                _ = try BatchWriter(person: person, session: session).write(other)
            }
            var batch: ImportBatch? = ImportBatch(
                records: parsed.samples.map { ImportedRecord(ordinal: $0.ordinal, item: .sample($0.sample)) },
                references: parsed.references)
            _ = try ImportWriter(person: person, session: session).write {
                defer { batch = nil }
                return batch
            }
            #expect(samples(try exportedLines(person, session), names) == expected, "first import: \(isFirst)")
        }
    }

    /// Returns the samples of these uuids in lines of an export, without the members that the store
    /// adds.
    private func samples(_ lines: [String], _ uuids: Set<String>) -> [String] {
        lines.filter { line in uuids.contains { line.hasPrefix(#"{"sample":{"uuid":"\#($0)""#) } }
            .compactMap { $0.components(separatedBy: #","stored":"#).first }.sorted()
    }

    private func tables(_ person: Person, _ session: Session) throws -> [String] {
        try (["sample"] + SideTable.allCases.map(\.rawValue)).flatMap { table in
            try session.execute(
                """
                select '\(table) ' || (to_jsonb(t) - '{person_id,change_position}'::text[])::text
                from health.\(table) t where person_id = $1 order by 1
                """, [.int32(person.id)]
            ).map { try $0.text(0) }
        }
    }

    // MARK: Properties

    /// Returns the names of the stored properties that are not nil or empty.
    private func filled(_ value: Any) -> Set<String> {
        Set(
            Mirror(reflecting: value).children.compactMap { label, value in
                let mirror = Mirror(reflecting: value)
                let isEmpty = [.optional, .collection].contains(mirror.displayStyle) && mirror.children.isEmpty
                return isEmpty ? nil : label
            })
    }

    private func checkProperties(_ samples: [Sample]) {
        let all = Set(Mirror(reflecting: samples[0]).children.compactMap(\.label))
        // Paths come only from exports. Sync identities come from metadata and are tested in
        // SyncIdentityTests, names of workouts in LiveWorkoutTests.
        let missing = all.subtracting(samples.map(filled).reduce([]) { $0.union($1) })
        #expect(missing == ["file", "sync", "workout"], "a property of a sample is not parsed")
    }

    /// Checks that every property of a stored sample is read, and that every text counts in
    /// `textBytes`.
    private func checkReading(_ person: Person, _ session: Session) throws {
        let types = try session.execute("select distinct sample_type_id from health.sample").map { try $0.int32(0) }
        let samples = try types.flatMap { type in
            var query = SampleQuery(sampleTypeID: type)
            query.readsQuantities = true
            query.readsArrival = true
            return try SampleReader(person: person, session: session).page(query).samples
        }
        let all = Set(Mirror(reflecting: samples[0]).children.compactMap(\.label))
        #expect(samples.map(filled).reduce([]) { $0.union($1) } == all, "a property of a sample is not read")
        for sample in samples {
            var counted = sample
            counted.quantities = nil
            let texts = textBytes(counted)
            // Times that are printed count, too.
            #expect(sample.textBytes >= texts && sample.textBytes <= texts + 100)
        }
    }

    private func textBytes(_ value: Any) -> Int {
        switch value {
        case let text as String: text.utf8.count
        case let json as [UInt8]: json.count
        default: Mirror(reflecting: value).children.reduce(0) { $0 + textBytes($1.value) }
        }
    }

    // MARK: Recognition

    @Test("what an imported record has more than the sample that stands for it is kept, whichever comes first")
    func recognition() async throws {
        try await TestServer.shared().withMigratedSession { session in
            let bare: Object = [
                "uuid": UUID().uuidString, "type": "stepCount", "value": 10, "unit": "count",
                "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:10:00Z", "source": ["name": "Phone"],
            ]
            var full = Self.members.mapValues { $0.0 }.merging(bare) { $1 }
            full["uuid"] = UUID().uuidString
            func parse(_ sample: Object) throws -> SampleBatch {
                try BatchParser.parse(Array(JSONSerialization.data(withJSONObject: ["samples": [sample]]))).batch
            }
            for isImportFirst in [true, false] {
                let person = try PersonStore.create(name: "Import first: \(isImportFirst)", session)
                let imported = try parse(full)
                for isImport in [isImportFirst, !isImportFirst] {
                    guard isImport else {
                        _ = try BatchWriter(person: person, session: session).write(try parse(bare))
                        continue
                    }
                    var batch: ImportBatch? = ImportBatch(
                        records: [ImportedRecord(ordinal: 0, item: .sample(imported.samples[0].sample))],
                        references: imported.references)
                    _ = try ImportWriter(person: person, session: session).write {
                        defer { batch = nil }
                        return batch
                    }
                }
                let columns = Recognition.keptColumns.map(\.name)
                let kept = try session.execute(
                    """
                    select num_nulls(\(columns.joined(separator: ", "))) from health.recognised_record where person_id = $1
                    """, [.int32(person.id)])
                #expect(try kept.map { try $0.int32(0) } == [0], "import first: \(isImportFirst)")
            }
        }
    }
}
