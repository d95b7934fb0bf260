import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Returns the lines of a person's export.
func exported(_ store: TestStore) throws -> [String] {
    var bytes: [UInt8] = []
    let counts = try PersonExport(person: store.person, session: store.session).write { bytes += $0 }
    var lines = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.popLast() == "")
    #expect(counts.values.reduce(0, +) == Int64(lines.count - 2))
    return lines.map(String.init)
}

@discardableResult
func restore(_ lines: some Sequence<String>, into store: TestStore, keepsPart: Bool = false) throws
    -> PersonRestore.Report
{
    var iterator = lines.makeIterator()
    return try PersonRestore(person: store.person, session: store.session).restore(keepsPart: keepsPart) {
        iterator.next().map { Array($0.utf8) }
    }
}

/// Returns the problems that doctor finds, except settings of the test server.
func doctorsComplaints(_ session: Session) throws -> [String] {
    try Doctor(session: session).examine().filter { !$0.isGood && !$0.text.hasSuffix(" is off") }.map(\.text)
}

/// Expects that the doctor has nothing to complain about.
func expectNoComplaints(_ session: Session, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let complaints = try doctorsComplaints(session)
    #expect(complaints == [], sourceLocation: sourceLocation)
}

extension TestStore {
    /// Returns all rows of the person, without positions in the feed and without values that are
    /// not exported.
    func withoutPlaces() throws -> [String] {
        let tables =
            BackupRecord.allCases.filter { ![.type, .import, .replacedSample].contains($0) }.flatMap(\.tables)
            + ["sample_time_zone"]
        return try tables.flatMap { table in
            try texts(
                """
                select '\(table) ' || (to_jsonb(t) - '{person_id,holder_id,change_position}'::text[])::text
                from health.\(table) t where person_id = $1 order by 1
                """, [.int32(person.id)])
        }
    }
}

/// Inserts rows into every personal table.
func fill(_ store: TestStore) throws {
    let (person, session) = (store.person, store.session)
    try fillWithBatches(store)
    try fillWithImports(store)
    let steps = try store.sampleTypeID("stepCount")
    _ = try session.execute(
        "insert into health.source_priority select $1, $2, source_id, source_id * 2 from health.source where person_id = $1",
        [.int32(person.id), .int32(steps)])
    _ = try session.execute(
        "insert into health.preferred_unit values ($1, $2, 'kJ', 4.184, 0), ($1, $3, 'degF', 1.8, 32)",
        [
            .int32(person.id), .int32(try store.sampleTypeID("activeEnergyBurned")),
            .int32(try store.sampleTypeID("bodyTemperature")),
        ])
    _ = try session.execute(
        """
        insert into health.reader_preference
        select $1, holder_id, '{a,"b,c"}', '{d}', '{"e": "kJ"}', '{"e": 0.5}', 7, 'person' from health.holder where person_id = $1
        """, [.int32(person.id)])
    let berlin = try #require(Zone(identifier: "Europe/Berlin"))
    let zones = TimeZoneWriter(person: person, session: session)
    _ = try zones.report(berlin, from: Instant(microseconds: 1))
    _ = try session.execute(
        """
        insert into health.time_zone_report values ($1, 'manual', '2024-01-01', '2024-02-01', 'Asia/Tokyo'),
            ($1, 'manual', '2024-03-01', null, 'UTC')
        """, [.int32(person.id)])
    _ = try session.execute(
        """
        insert into health.client_anchor (person_id, holder_id, device, types, types_sha256, anchor, updated_at)
        select $1, holder_id, 'iPhone ü', '{a,"b,c"}', '\\x01ff', '\\x00ff5c', '2024-01-01 00:00:00.000001'
        from health.holder where person_id = $1
        """, [.int32(person.id)])
    var plan = SyncPlan()
    plan.types = ["a", "b,c"]
    plan.start = Instant(microseconds: -1)
    try SyncPlanStore(person: person, session: session).set(plan, forDevice: "iPhone ü")
    _ = try session.execute(
        """
        insert into health.client_session (person_id, holder_id, automation, session, arrival)
        select $1, holder_id, 'health-auto-export:x', 'run "1"', 7 from health.holder where person_id = $1
        """, [.int32(person.id)])
}

private func fillWithBatches(_ store: TestStore) throws {
    let shared = UUID()
    var named = Device()
    named.name = "Watch \"8\""
    named.manufacturer = "Apple\nInc."
    let device = named
    let gone = UUID()
    try store.post { maker in
        let zoned =
            #"{"HKTimeZone":"Europe/Rome","big":1e400,"tenth":0.10,"digits":0.1234567890123456789012345,"ü\"":null}"#
        try maker.add(UUID(), .quantity(-0.0), metadata: zoned, parts: #"{"foo":[1,{"a":null}],"\\":"x"}"#)
        try maker.add(UUID(), .quantity(1e150), at: 0.000001, lasting: 0)
        try maker.add(
            UUID(), .quantity(0.1 + 0.2, unit: "mi", type: "distanceWalkingRunning"), from: SampleMaker.watch,
            on: device)
        try maker.add(UUID(), .quantity(.leastNonzeroMagnitude, unit: "furlongs", type: "unheard of \"type\""))
        try maker.add(UUID(), .category(3), created: Instant(microseconds: 5))
        try maker.add(UUID(), .category(nil, sent: "HKNew\u{1F600}"), metadata: #"{"HKWasUserEntered":true}"#)
        try maker.add(UUID(), .category(4, sent: "HKOld"), parts: #"{"value":1}"#)
        try maker.add(UUID(), .other(), parts: #"{"value":1,"unit":"x","sensitivityPoints":[]}"#)
        try maker.add(
            UUID(), .workout(Workout(activityType: 37, sentActivityType: "Old", duration: 0.1, totalDistance: 12)),
            parts: #"{"attributes":{"duration":"1"},"children":[{"name":"WorkoutEvent"}]}"#)
        let workout = try maker.add(UUID(), .workout(Workout(activityType: nil, sentActivityType: "Quidditch")))
        try maker.add(UUID(), .quantity(7), in: workout)
        for _ in 0..<2 {
            let pressure = try maker.add(UUID(), .correlation())
            try maker.add(shared, .quantity(12, unit: "kPa", type: "bloodPressureSystolic"), on: device, in: pressure)
        }
        try maker.add(UUID(), .quantity(1), sync: SyncIdentity(identifier: "id é", version: SyncVersion(5)))
        let beat = Measured(
            type: "heartRate", unit: "count/min", at: 1, lasting: 0, value: 61, source: SampleMaker.watch)
        var other = beat
        other.at = 2.5
        other.value = 0.1
        try maker.addSeries(of: [beat, other])
        try maker.addSeries(of: [beat, beat, other], summary: 60.5, metadata: #"{"a":1}"#)
        for (minimum, maximum, hasAverage) in [
            (0.1 + 0.2, 1.5, true), (nil, 1.25, true), (0.5, 0.7, false), (nil, 2, false),
        ] {
            let ordinal = try maker.add(UUID(), .quantity(61, unit: "count/min", type: "heartRate"))
            maker.extremes[ordinal] = SampleExtremes(minimum: minimum, maximum: maximum, hasAverage: hasAverage)
        }
        try maker.add(gone)
    }
    try store.post { maker in
        try maker.delete(gone)
        try maker.delete(UUID())
        try maker.delete(UUID(), type: "never heard of")
        try maker.delete(UUID(), type: "heartRate")
    }
}

private func fillWithImports(_ store: TestStore) throws {
    try store.importing { maker in
        maker.addElement("Me", UUID(), json: #"{"name":"Me","attributes":{"a":"1"},"text":null}"#)
        try maker.add(UUID(), .quantity(40), at: 500)
        try maker.add(UUID(), .quantity(41), at: 600, metadata: #"{"a":"1"}"#)
        let meal = try maker.add(UUID(), .correlation(type: "food"), at: 700)
        try maker.add(UUID(), .quantity(3, unit: "kcal", type: "dietaryEnergyConsumed"), at: 700, in: meal)
    }
    // The phone posts one of the exported samples.
    try store.post { maker in try maker.add(UUID(), .quantity(40), at: 500.25, lasting: 60) }
    for export in Export.all {
        let report = try export.importing(into: store)
        #expect([report.stored, report.replaced] == (export.isLater ? [2, 2] : [43, 0]))
    }
}

/// Exports of one phone. The second replaces samples and an element of the first, and adds parts to
/// a workout.
struct Export {
    let isLater: Bool

    static let all = [Export(isLater: false), Export(isLater: true)]

    private static let uuids = (0..<40).map { _ in UUID() }
    private static let versions = [UUID(), UUID()]

    @discardableResult
    func importing(into store: TestStore) throws -> ImportWriter.Report {
        let date = Instant(microseconds: (SampleMaker.zero + (isLater ? 9_000 : 8_000)) * 1_000_000)
        return try store.importing(exportedAt: date) { maker in
            for (number, uuid) in Export.uuids.enumerated().dropLast(isLater ? 2 : 0) {
                try maker.add(
                    uuid, .quantity(Double(number), unit: "furlongs", type: "unheard of distance"),
                    at: Double(1_000 + number), metadata: #"{"n": \#(number)}"#)
            }
            try maker.add(
                Export.versions[isLater ? 1 : 0], .quantity(isLater ? 2 : 1), at: 2_000,
                sync: SyncIdentity(identifier: "export", version: SyncVersion(isLater ? 2 : 1)))
            try maker.add(
                InterruptedFile.uuid(7), .workout(), at: 3_000,
                parts: isLater ? #"{"children": [], "b": 1}"# : #"{"children": []}"#)
            maker.addElement(
                "Me", InterruptedFile.uuid(8), key: "", exportedAt: date, json: isLater ? #"{"a": 2}"# : "{}")
        }
    }
}
