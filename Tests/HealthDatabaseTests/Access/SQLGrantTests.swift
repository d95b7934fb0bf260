import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Reading in SQL returns only the rows that grants cover, to an analyst and to the service.
@Suite(.disabled(if: TestServer.isCluster, "the filter by hand deletes rows by ctid, which shards do not share"))
struct SQLGrantTests {
    private static let stores = Rounds.count(2)

    /// `HEALTHSTORE_TEST_ROUNDS=8 scripts/test --long` tests 1,024 random sets of grants in about
    /// twelve minutes. A failure names the store and the set with which it can be repeated.
    @Test(
        "an analyst sees of every table, view and figure what a filter by hand leaves, and the service reads the same",
        arguments: 0..<SQLGrantTests.stores)
    func random(seed: Int) async throws {
        try await GrantWorld.with(seed: UInt64(seed)) { world in
            var random = SeededGenerator(UInt64(1_000 + seed))
            var partlySeen = 0
            let fixed = try world.fixedGrants()
            for set in 0..<(fixed.count + Rounds.count(8, short: 2)) {
                let grants = set < fixed.count ? fixed[set] : world.randomGrants(&random)
                try world.replaceGrants(by: grants)
                let reference = GrantReference(holder: world.holder, grants: grants, rows: world.rows)
                let name = "store \(seed), set \(set)"
                let hidden = try world.compareTables(reference, name)
                if hidden.contains(where: { !$0.value.isEmpty }) { partlySeen += 1 }
                if set >= fixed.count, set % 4 == 0 { try world.compareViews(reference, hidden, name) }
            }
            #expect(partlySeen > 0)
        }
    }
}

/// Two people with samples of many groups, some saved by a holder that is also an analyst.
struct GrantWorld {
    let ada: TestStore
    let bea: TestStore
    let holder: Int32
    let analyst: Session
    let rows: StoredRows
    private let views: [String]

    static func with<Value>(seed: UInt64, _ body: (GrantWorld) async throws -> Value) async throws -> Value {
        try await TestStore.with { ada in
            let bea = ada.of(try PersonStore.create(name: "Bea", ada.session))
            var random = SeededGenerator(seed)
            for store in [ada, bea] {
                try fill(store)
                try addSamples(store, &random)
            }
            let name = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
            _ = try AnalystStore.create(name: name, ada.session)
            defer { try? AnalystStore.remove(name, ada.session) }
            let holder = try ada.session.execute("select holder_id from health.holder where role = $1", [.text(name)])[
                0
            ].int32(0)
            try nameHolders(holder, ada.session)
            for store in [ada, bea] {
                for type in ["stepCount", "bodyMass", "sleepAnalysis"] { try store.refreshFigures(of: type) }
            }
            // Without statistics the plans are those of a new store.
            let analyst = try ada.inNewSession().session
            try analyst.executeScript("set session authorization \(name)")
            return try await body(try GrantWorld(ada, bea, holder, analyst))
        }
    }

    private init(_ ada: TestStore, _ bea: TestStore, _ holder: Int32, _ analyst: Session) throws {
        (self.ada, self.bea, self.holder, self.analyst) = (ada, bea, holder, analyst)
        let tables = try ada.personalTables().filter {
            try analyst.execute("select has_any_column_privilege($1, 'select')", [.text("health.\($0)")])[0].bool(0)
        }
        rows = try StoredRows(tables, ada.session)
        views = try ada.texts(
            "select relname::text from pg_class where relnamespace = 'health'::regnamespace and relkind = 'v' order by 1"
        )
    }

    /// Starts and ends of steps that the holder saved, in seconds after `SampleMaker.zero`. The
    /// dates of `fixedGrants` are 0 and 600.
    private static let edges: [(start: Double, end: Double)] = [
        (-90, -30), (-60, 0), (-30, 30), (-30, 630), (0, 0), (0, 60), (300, 360), (540, 600), (599, 599), (570, 630),
        (600, 600), (600, 660), (900, 900),
    ]
    private static let isEdge = "uuid::text < '00000001'"

    /// Adds a sample and a deleted one at each of `edges`, and one with each key that names a
    /// device.
    private static func addEdges(_ store: TestStore) throws {
        let uuids = try (0..<2 * edges.count).map { _ in
            try #require(UUID(uuidString: "00000000" + UUID().uuidString.dropFirst(8)))
        }
        try store.post { maker in
            for (index, uuid) in uuids.enumerated() {
                let (start, end) = edges[index / 2]
                try maker.add(uuid, at: start, lasting: end - start, metadata: #"{"HKTimeZone":"Asia/Tokyo"}"#)
            }
            for key in try store.texts("select raw_key from health.metadata_key where raw_key ~ '^HK(Device|UDI)'") {
                try maker.add(at: -86_400, metadata: #"{"\#(key)":"x"}"#)
            }
        }
        try store.post { maker in for index in edges.indices { try maker.delete(uuids[2 * index]) } }
    }

    private static func addSamples(_ store: TestStore, _ random: inout SeededGenerator) throws {
        try addEdges(store)
        var device = Device()
        device.name = "Watch of \(store.person.name)"
        var thermometer = Device()
        thermometer.name = "Thermometer of \(store.person.name)"
        try store.post { maker in
            for _ in 0..<60 {
                let at = Double(random.below(40) - 20) * 43_200
                let lasting = Double(random.below(3)) * 3_600
                let source = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale][random.below(3)]
                let made: [SampleMaker.Made] = [
                    .quantity(Double(random.below(1_000))), .quantity(70, unit: "kg", type: "bodyMass"),
                    .quantity(60, unit: "count/min", type: "heartRate"), .category(3),
                    .quantity(60, unit: "bpm", type: "heartRate"),
                    .category(1, type: "menstrualFlow"),
                    .quantity(1, unit: "florps", type: "org.example.\(store.person.name)"),
                    .other(type: "workoutRoute"),
                    .quantity(1, unit: "glorps", type: "org.example.shared"), .workout(),
                    .quantity(36, unit: "degC", type: "basalBodyTemperature"),
                ]
                let metadata = [
                    "", "", #"{"a":1}"#, #"{"HKDeviceName":"Ring"}"#, #"{"HKTimeZone":"Asia/Tokyo"}"#,
                ][random.below(5)]
                let uuid = random.uuid()
                try maker.add(
                    uuid, made[random.below(made.count)], at: at, lasting: lasting, from: source,
                    on: [nil, device, thermometer][random.below(3)], metadata: metadata)
            }
        }
        let uuids = try store.session.execute(
            "select uuid from health.sample where person_id = $1 order by change_position desc limit 60",
            [.int32(store.person.id)]
        ).map { try $0.uuid(0) }
        for uuid in uuids.prefix(6) { try store.delete(uuid) }
        try store.post { maker in
            for number in 30..<33 {
                try maker.add(
                    random.uuid(), .other(type: AggregateNight.typeIdentifier), at: Double(number) * 86_400,
                    lasting: 3_600,
                    from: SourceRevision(name: "App", bundleIdentifier: "health-auto-export:A:nights"),
                    parts: #"{"night": {"asleep": 3000}}"#)
            }
        }
    }

    /// A third of the samples and tombstones are of the holder, as are those at `edges`. A third
    /// are of another holder. Some have a further holder.
    private static func nameHolders(_ holder: Int32, _ session: Session) throws {
        let hash = "abs(hashtext(uuid::text)) % 3"
        let chosen = "case when \(isEdge) or \(hash) = 1 then \(holder) when \(hash) = 2 then 999 end"
        func times(_ column: String, _ time: String) -> String {
            "case when \(isEdge) then \(column) when uuid::text < 'c' then timestamptz '2024-04-30 \(time)+00' end"
        }
        for statement in [
            "update health.sample set holder_id = \(chosen)",
            """
            update health.deleted_sample
            set holder_id = \(chosen), start_time = \(times("start_time", "12:00")),
                end_time = \(times("end_time", "13:00"))
            """,
            """
            insert into health.sample_holder (
                person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id)
            select person_id, uuid, (array[\(holder), 998])[1 + chosen % 2], sample_type_id, source_revision_id, device_id
            from (
                select person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id,
                    abs(hashtext('further' || uuid)) as chosen
                from health.sample
                union all
                select person_id, uuid, holder_id, sample_type_id, null, null, abs(hashtext('further' || uuid))
                from health.deleted_sample
            ) saved
            where holder_id is distinct from \(holder) and chosen % 5 < 2
            """,
        ] {
            _ = try session.execute(statement)
        }
    }

    // MARK: Grants

    /// Sets of grants. The policies use another shortcut for each set. All shortcuts must agree
    /// about samples before, at, across and after the dates.
    func fixedGrants() throws -> [[SampleGrant]] {
        let (steps, rate) = (try ada.sampleTypeID("stepCount"), try ada.sampleTypeID("heartRate"))
        let mass = try ada.sampleTypeID("bodyMass")
        func grant(_ type: Int32, _ mayRead: Bool, _ from: Double, _ to: Double) -> SampleGrant {
            let zero = Double(SampleMaker.zero)
            return SampleGrant(
                person: ada.person.id, mayRead: mayRead, mayWrite: !mayRead, allGroups: false, groups: [],
                types: [type], from: zero + from, to: zero + to, showsNames: true, isExpired: false, isRevoked: false)
        }
        let nameless = SampleGrant(
            person: bea.person.id, mayRead: true, mayWrite: false, allGroups: true,
            groups: ["clinical", "reproductive", "routes"], types: [], showsNames: false, isExpired: false,
            isRevoked: false)
        let sleep = SampleGrant(
            person: ada.person.id, mayRead: true, mayWrite: false, allGroups: false, groups: ["sleep"], types: [],
            showsNames: true, isExpired: false, isRevoked: false)
        return [
            // All types have a range in common, and one of them a longer range.
            [grant(steps, true, 0, 600), grant(rate, true, -900, 3_600)],
            // The types have no time in common.
            [grant(steps, true, 0, 600), grant(rate, true, 3_600, 7_200), grant(mass, true, -7_200, -3_600)],
            // The holder reads what it saved.
            [grant(steps, false, 0, 600), grant(rate, false, -900, 3_600)],
            [grant(steps, true, 300, 600), grant(steps, false, 0, 600), nameless],
            // Sleep without the nights that apps send, which are of another group.
            [sleep],
        ]
    }

    func randomGrants(_ random: inout SeededGenerator) -> [SampleGrant] {
        var grants: [SampleGrant] = []
        for _ in 0..<(1 + random.below(4)) { grants.append(grant(&random)) }
        return grants
    }

    func replaceGrants(by grants: [SampleGrant]) throws {
        _ = try ada.session.execute("delete from health.access_grant where holder_id = $1", [.int32(holder)])
        for grant in grants {
            _ = try ada.session.execute(
                """
                insert into health.access_grant (
                    person_id, grant_id, holder_id, may_read, may_write, all_groups, groups, sample_type_ids,
                    from_time, to_time, shows_names, expires_at, revoked_at)
                values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, to_timestamp($8), to_timestamp($9), $10,
                    case when $11 then now() - interval '1 second' else now() + interval '1 day' end,
                    case when $12 then now() end)
                """,
                [
                    .int32(grant.person), .int32(holder), .bool(grant.mayRead), .bool(grant.mayWrite),
                    .bool(grant.allGroups), .textArray(grant.groups.sorted()), .int32Array(grant.types.sorted()),
                    .double(grant.from), .double(grant.to), .bool(grant.showsNames), .bool(grant.isExpired),
                    .bool(grant.isRevoked),
                ])
        }
    }

    private func grant(_ random: inout SeededGenerator) -> SampleGrant {
        let mayRead = random.chance(75)
        var grant = SampleGrant(
            person: [ada, bea][random.below(2)].person.id, mayRead: mayRead, mayWrite: !mayRead || random.chance(25),
            allGroups: random.chance(25), groups: [], types: [], showsNames: random.chance(85),
            isExpired: random.chance(8), isRevoked: random.chance(8))
        if random.chance(15) {
            (grant.allGroups, grant.groups) = (true, ["clinical", "reproductive", "routes"])
            if random.chance(60) { return grant }
        }
        for group in AccessGroup.allCases where random.chance(15) { grant.groups.insert(group.rawValue) }
        let types = Array(Set(rows["sample"].compactMap(\.type))).sorted()
        for type in types where random.chance(12) { grant.types.insert(type) }
        // The times are starts and ends of samples, so that some samples touch the edges of grants.
        let times = rows["sample"].flatMap { [$0.start, $0.end].compactMap { $0 } }
        var edges = [times[random.below(times.count)], times[random.below(times.count)]].sorted()
        if edges[0] == edges[1] { edges[1] += 1 }
        if random.chance(50) { grant.from = edges[0] }
        if random.chance(50) { grant.to = edges[1] }
        return grant
    }

    // MARK: Comparison

    /// Compares all personal tables and the shared names.
    ///
    /// - Returns: the positions of the hidden rows of each table.
    func compareTables(_ reference: GrantReference, _ name: String) throws -> [String: [String]] {
        var hidden: [String: [String]] = [:]
        var expected: [String: [StoredRow]] = [:]
        for (table, rows) in rows.tables {
            for row in rows {
                let isSeen = try #require(reference.sees(row, of: table) as Bool?, "health.\(table) has no expectation")
                if isSeen {
                    expected[table, default: []].append(row)
                } else {
                    hidden[table, default: []].append(row.position)
                }
            }
        }
        let seen = try contents(analyst)
        for table in rows.tables.keys.sorted() {
            let (shown, should) = (seen[table] ?? [], Set(expected[table, default: []].map(\.text)))
            #expect(
                shown == should,
                """
                \(name): health.\(table) shows too much: \(shown.subtracting(should).sorted().prefix(2)), too little: \
                \(should.subtracting(shown).sorted().prefix(2)); grants: \(reference.grants)
                """)
        }
        let types = Set(try analyst.execute("select sample_type_id from health.sample_type").map { try $0.int32(0) })
        #expect(types == Set(rows.types.values.filter(reference.sees(typeNamed:)).map(\.id)), "\(name)")
        let units = Set(
            try analyst.execute("select unit_id from health.unit where not in_catalogue").map { try $0.int32(0) })
        #expect(units == Set(rows.personalUnits.filter(reference.sees(unit:))), "\(name): \(reference.grants)")
        try compareService(reference, expected, name)
        return hidden
    }

    /// Returns the rows of all personal tables that a session reads, by table.
    private func contents(_ session: Session) throws -> [String: Set<String>] {
        let query = rows.tables.keys.sorted().map { "select '\($0)', to_jsonb(t)::text from \(rows.source(of: $0)) t" }
        var contents: [String: Set<String>] = [:]
        for row in try session.execute(query.joined(separator: " union all ")) {
            contents[try row.text(0), default: []].insert(try row.text(1))
        }
        return contents
    }

    /// Compares the rows that the service reads for the same holder. It also reads the rows of the
    /// holder in health.sample_holder, and the figures of times in which the holder may read all
    /// samples (FigureReaderTests).
    private func compareService(
        _ reference: GrantReference, _ expected: [String: [StoredRow]], _ name: String
    ) throws {
        for id in [ada.person.id, bea.person.id] where reference.isGranted(id) && !reference.readsEverything(id) {
            let access = try ada.texts(
                "select health.access_of($1, $2, null)::text", [.int32(id), .int32(holder)])[0]
            let seen = try ada.session.reading(as: Access(access)) { try contents(ada.session) }
            for table in rows.tables.keys.sorted() where !["sample_holder", "hour", "day", "mark"].contains(table) {
                let should = Set(expected[table, default: []].filter { $0.person == id }.map(\.text))
                let different = should.symmetricDifference(seen[table] ?? []).sorted().prefix(2)
                #expect(different.isEmpty, "\(name), service: health.\(table) \(different), \(reference.grants)")
            }
        }
    }

    /// Compares all views and figures with those of a store that has only the visible rows.
    func compareViews(_ reference: GrantReference, _ hidden: [String: [String]], _ name: String) throws {
        // The age of a sample depends on the time, and each reader has other grants.
        var questions = views.filter { $0 != "own_grant" }
            .map { "select (to_jsonb(v) - 'age')::text from health.\($0) v order by 1" }
        for store in [ada, bea] where reference.isGranted(store.person.id) {
            let person = "'\(store.person.name)'"
            for type in ["stepCount", "heartRate", "bodyMass"] {
                for zone in LongRun.isOn ? ["UTC", "person"] : ["person"] {
                    questions.append(
                        """
                        select f::text from health_code.daily_statistics(
                            \(person), '\(type)', '\(zone)', '2024-04-15', '2024-05-15') f order by 1
                        """)
                }
                questions.append(
                    """
                    select f::text from health_code.statistics(
                        \(person), '\(type)', '2024-04-01 00:00Z', '2024-06-01 00:00Z', separate_by_source => true) f
                    order by 1
                    """)
            }
            questions.append(
                """
                select f::text from health.sleep_night f where person = \(person) order by 1
                """)
        }
        let owner = ada.session
        // Foreign keys would delete other rows, too.
        try owner.executeScript("begin; set local session_replication_role = replica")
        defer { try? owner.executeScript("rollback") }
        for (table, positions) in hidden {
            _ = try owner.execute(
                "delete from health.\(table) where ctid = any($1::text[]::tid[])", [.textArray(positions)])
        }
        // The tables have no figures of a type that is visible in part. Nights are read from the
        // tables alone.
        try owner.executeScript(
            """
            insert into health.mark (person_id, sample_type_id, from_time, to_time)
            select person_id, sample_type_id, '0001-01-01', '9999-12-31' from health.sample_extent
            where sample_type_id not in (select sample_type_id from health.night)
            """)
        for question in questions {
            let should = try owner.execute(question).map { try $0.text(0) }
            let seen = try analyst.execute(question).map { try $0.text(0) }
            #expect(seen == should, "\(name): \(question); grants: \(reference.grants)")
        }
    }
}
