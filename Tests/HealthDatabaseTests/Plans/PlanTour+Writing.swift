import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

extension PlanTour {
    /// Returns the second of `SampleMaker` at which a sample of the world starts.
    func second(_ number: Int) -> Double { Double(1_704_067_200 + number * 60 - Int(SampleMaker.zero)) }

    private func batch(_ make: (inout SampleMaker) throws -> Void) throws -> SampleBatch {
        var maker = SampleMaker()
        try make(&maker)
        return maker.batch
    }

    private func post(
        _ name: String, rows: Int, expecting outcomes: Set<RecordOutcome> = [],
        _ make: (inout SampleMaker) throws -> Void
    ) throws {
        let batch = try batch(make)
        try step("batch: " + name, rows: rows) {
            let receipt = try BatchWriter(person: person, session: session).write(batch)
            #expect(outcomes.isEmpty || Set(receipt.samples.values) == outcomes, "\(name): \(receipt.samples)")
        }
    }

    func postBatches() throws {
        let zoned = #"{"HKTimeZone": "Europe/Rome"}"#
        // The first samples are later than every import. The others are at times that may have
        // imported records.
        for (name, first) in [("late", 1_000_000), ("early", 100)] {
            try post("new samples, \(name)", rows: 20) { maker in
                for number in 0..<20 {
                    try maker.add(
                        UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(first + number) + 0.5,
                        lasting: 0, metadata: zoned)
                }
            }
            try post("new containers, \(name)", rows: 20) { maker in
                let pressure = try maker.add(UUID(), .correlation(), at: second(first))
                try maker.add(
                    UUID(), .quantity(12, unit: "kPa", type: "bloodPressureSystolic"), at: second(first), in: pressure)
                let workout = try maker.add(UUID(), .workout(), at: second(first))
                try maker.add(
                    try world.uuid(9), .quantity(12, unit: "count/min", type: "heartRate"), at: second(9), in: workout)
            }
            try post("a new series, \(name)", rows: 20) { maker in
                let beats = (0..<10).map { place in
                    Measured(
                        type: "heartRate", unit: "count/min", at: second(first) + Double(place), lasting: 0, value: 61,
                        source: SampleMaker.watch)
                }
                try maker.addSeries(of: beats)
            }
            try post("sync versions, \(name)", rows: 40) { maker in
                for number in 1...4 {
                    try maker.add(
                        UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(first + number),
                        sync: SyncIdentity(identifier: "mine \(number / 2)", version: SyncVersion(Int64(number))))
                }
            }
        }
        try post("a type that is in no catalogue", rows: 20) { maker in
            try maker.add(
                UUID(), .quantity(1, unit: "count", type: "HKQuantityTypeIdentifierOfTomorrow"), at: second(9_001))
        }
        try post("known samples", rows: 40) { maker in
            for number in 9_002..<9_011 {
                try maker.add(
                    try world.uuid(number), .quantity(7, unit: "count/min", type: "heartRate"), at: second(number))
            }
            try maker.add(UUID(), .quantity(1), at: second(9_000))
        }
        try post("a known series, workout and what is in it", rows: 80) { maker in
            let beat = Measured(
                type: "heartRate", unit: "count/min", at: second(9_003), lasting: 0, value: 61,
                source: SampleMaker.watch)
            try maker.addSeries(try world.uuid(9_003), of: [beat])
            let workout = try maker.add(try world.uuid(8_801), .workout(), at: second(8_801))
            try maker.add(
                try world.uuid(8_802), .quantity(1, unit: "count/min", type: "heartRate"), at: second(8_802),
                in: workout)
        }
    }

    /// A kept plan expects ten rows of each array. With more rows, a nested loop would compare the
    /// rows of one array with those of the other.
    func postLargeBatch() throws {
        let count = LongRun.isOn ? 1_000 : 600
        try post("many series and correlations", rows: 4 * count) { maker in
            for number in 0..<count {
                let at = second(2_000_000 + number)
                try maker.addSeries(
                    of: [0, 1].map { beat in
                        Measured(
                            type: "heartRate", unit: "count/min", at: at + beat, lasting: 0, value: 61,
                            source: SampleMaker.watch)
                    })
                let pressure = try maker.add(UUID(), .correlation(), at: at)
                try maker.add(UUID(), .quantity(12, unit: "kPa", type: "bloodPressureSystolic"), at: at, in: pressure)
            }
        }
    }

    /// Samples that name a workout before and after it arrives.
    func recordWorkout() throws {
        let workout = UUID()
        func named(_ first: Int) throws -> SampleBatch {
            var batch = try batch { maker in
                for number in 0..<20 {
                    try maker.add(
                        UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(first + number))
                }
            }
            for index in batch.samples.indices {
                batch.samples[index].sample.workout = workout
                batch.samples[index].sample.parts = Array(#"{"workout": "\#(workout)"}"#.utf8)
            }
            return batch
        }
        let (early, late) = (try named(3_000_000), try named(3_000_100))
        let begun = try batch { maker in try maker.add(workout, .workout(), at: second(3_000_000)) }
        let store = RecordingStore(person: person, session: session, access: .everything)
        try step("a recorded workout", rows: 100) {
            try store.write(early)
            try store.exclusively { try store.write(begun) }
            try store.write(late)
            _ = try store.find(workout, type: RecordingStore.workoutType)
            _ = try store.find(UUID(), type: RecordingStore.routeType)
            _ = try store.workouts(near: Instant(microseconds: 1_704_067_200_000_000))
            #expect(try store.routes(of: workout).isEmpty)
        }
    }

    func postDeletions() throws {
        var uuids = try (9_012..<9_030).map(world.uuid) + [try world.uuid(8_401), try world.uuid(8_203)]
        uuids.append(UUID())
        try post("deletions", rows: 120) { maker in for uuid in uuids { try maker.delete(uuid) } }
        try post("samples that were deleted", rows: 40, expecting: [.superseded]) { maker in
            for uuid in uuids.prefix(5) { try maker.add(uuid, .quantity(1), at: second(9_000)) }
        }
        try post("samples that come back", rows: 40, expecting: [.inserted]) { maker in
            maker.isResurrecting = true
            for uuid in uuids.prefix(5) { try maker.add(uuid, .quantity(1), at: second(9_000)) }
        }
        let pressure = UUID()
        let inside = UUID()
        try post("a correlation", rows: 20) { maker in
            let ordinal = try maker.add(pressure, .correlation(), at: second(9_000))
            try maker.add(
                inside, .quantity(12, unit: "kPa", type: "bloodPressureSystolic"), at: second(9_000), in: ordinal)
        }
        try post("deletion of a correlation", rows: 20) { try $0.delete(pressure) }
        try post("a correlation that was deleted, and another with what was in it", rows: 40) { maker in
            for uuid in [pressure, UUID()] {
                let ordinal = try maker.add(uuid, .correlation(), at: second(9_000))
                try maker.add(
                    inside, .quantity(12, unit: "kPa", type: "bloodPressureSystolic"), at: second(9_000), in: ordinal)
            }
        }
    }

    func postOfClients() throws {
        let automation = SourceClass.aggregatePrefix + "A:"
        let source = SourceRevision(name: "Health Auto Export", bundleIdentifier: automation + "minute")
        let known = try world.uuid(9_002)
        func statement(_ places: [Int]) throws -> AutomationRequest {
            var statement = AutomationRequest(automation: automation, session: "run")
            statement.batch = try batch { maker in
                for place in places {
                    let ordinal = try maker.add(UUID(), .quantity(1), at: second(9_000 + place), from: source)
                    maker.extremes[ordinal] = SampleExtremes(minimum: 1, maximum: 2, hasAverage: true)
                }
                try maker.add(known, .quantity(1), at: second(9_002))
            }
            statement.batch.clockOffsets.note(3_600, at: PlanWorld.instant(9_001))
            statement.points = 0..<Int64(places.count)
            statement.windows = [0: PlanWorld.instant(9_000)...PlanWorld.instant(9_010)]
            return statement
        }
        for (name, places) in [("first", [0, 1, 2]), ("second", [0, 5])] {
            let stated = try statement(places)
            try step("\(name) statement of an automation", rows: 120) {
                _ = try ClientWriter(person: person, session: session).write(stated)
            }
        }
        let added = try batch { try $0.add(known, .quantity(1), at: second(9_002)) }
        try step("samples of an app with nothing new", rows: 10) {
            try expect(ClientWriter(person: person, session: session).add(added).samples == [0: .unchanged])
        }
    }

    func refreshFigures() throws {
        let heartRate = try world.store.sampleTypeID("heartRate")
        let wholePerson = PlanWorld.newcomerSamples * 2
        for name in ["all", "stale"] {
            try step("\(name) figures", rows: wholePerson) {
                var refresher = FigureRefresher(
                    person: person, sampleTypeID: heartRate, session: session)
                try expect(refresher.refresh())
            }
            if name == "all" {
                try post("a sample where figures are", rows: 20) {
                    try $0.add(UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_000) + 0.5)
                }
            }
        }
        let parameters = QuestionParameters("heartRate", by: "day", from: "2024-01-03", to: "2024-01-12")
        let request = try StatisticsQuestion(parameters).request(PersonSettings())
        try step("statistics of stored figures", rows: 200) {
            let reader = StatisticsReader(person: person, session: session, origin: .stored)
            try expect(reader.collections(request)[0].buckets.count == 9)
        }
        var separate = parameters
        separate[.separateBySource] = "true"
        let bySource = try StatisticsQuestion(separate).request(PersonSettings())
        try step("statistics of stored figures of each source", rows: 400) {
            let reader = StatisticsReader(person: person, session: session, origin: .stored)
            try expect(reader.collections(bySource)[0].buckets.count == 9)
        }
        try step("nights", rows: wholePerson) {
            var refresher = FigureRefresher(
                person: person, sampleTypeID: try world.store.sampleTypeID("sleepAnalysis"), session: session)
            try expect(refresher.refresh())
        }
        try step("work that waits", rows: 400) { _ = try MarkBacklog.entries(session) }
    }

    func importExports() throws {
        let session = session
        func write(_ store: TestStore, checkpoint: Int, _ make: (inout SampleMaker) throws -> Void) throws {
            var maker = SampleMaker()
            try make(&maker)
            let writer = try ImportWriter(person: store.person, session: session, checkpointRecords: checkpoint)
            var rest = maker.records[...]
            var next = 0
            _ = try writer.write {
                guard !rest.isEmpty else { return nil }
                defer { rest = rest.dropFirst(50) }
                next += 50
                let position = "\(next)"
                return ImportBatch(
                    records: Array(rest.prefix(50)), references: maker.references, position: { position })
            }
        }
        let known = UUID()
        func export(_ maker: inout SampleMaker, value: Double) throws {
            for number in 0..<100 {
                try maker.add(
                    UUID(), .quantity(value, unit: "count/min", type: "heartRate"), at: second(9_000 + number),
                    metadata: #"{"HKTimeZone": "Europe/Rome"}"#)
            }
            let workout = try maker.add(known, .workout(), at: second(9_000), parts: #"{"children": []}"#)
            try maker.add(try world.uuid(9_001), .quantity(1), at: second(9_001), in: workout)
            try maker.add(try world.uuid(9_001), .quantity(1), at: second(9_001))
            maker.addElement("Me", UUID(), key: "", json: "{}")
        }
        let aggregates = (0..<20).map { _ in UUID() }
        func addAggregates(to maker: inout SampleMaker) throws {
            for (number, uuid) in aggregates.enumerated() {
                let ordinal = try maker.add(
                    uuid, .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_200 + number))
                maker.extremes[ordinal] = SampleExtremes(minimum: 1, maximum: 2, hasAverage: true)
            }
        }
        let newcomer = world.store
        let other = world.store.of(try PersonStore.create(name: "First export", session))
        try step("import of a person's first export", rows: 110) {
            try write(other, checkpoint: 40) { try export(&$0, value: 61) }
        }
        try step("import of a further export", rows: 130) {
            try write(newcomer, checkpoint: 1_000) { maker in
                try export(&maker, value: 61)
                try addAggregates(to: &maker)
            }
        }
        // The rows are as an older program wrote them.
        _ = try session.execute(
            "delete from health.aggregate_extreme where person_id = $1 and uuid = any($2)",
            [.int32(newcomer.person.id), .uuidArray(aggregates)])
        try step("import of an export that is known in part", rows: 130) {
            try write(newcomer, checkpoint: 40) { maker in
                try addAggregates(to: &maker)
                let workout = try maker.add(
                    known, .workout(), at: second(9_000), parts: #"{"children": [{"name": "a"}], "b": 1}"#)
                try maker.add(try world.uuid(9_001), .quantity(1), at: second(9_001), in: workout)
                for number in 9_100..<9_150 {
                    try maker.add(
                        try number % 2 == 0 ? world.uuid(number) : UUID(),
                        .quantity(61, unit: "count/min", type: "heartRate"), at: second(number))
                }
            }
        }
        try importLaterExports(newcomer)
        struct Failure: ImportFailure {
            let failureCode = "failed"
            let failureMessage = "failed"
        }
        let failed = try PersonStore.create(name: "Failed export", session)
        try step("import that fails", rows: 110) {
            var maker = SampleMaker()
            try export(&maker, value: 61)
            let refusal = ImportRefusal(
                Refusal(.malformedDate, field: "", "x"), path: "export.xml", line: 1, element: "Record")

            let writer = try ImportWriter(person: failed, session: session, checkpointRecords: 40)
            var pieces = 0
            #expect(throws: Failure.self) {
                try writer.write {
                    pieces += 1
                    guard pieces <= 2 else { throw Failure() }
                    return ImportBatch(
                        records: Array(maker.records.dropFirst(50 * (pieces - 1)).prefix(50)),
                        references: maker.references,
                        refusals: [refusal], position: { "1" })
                }
            }
        }
        try step("import of an upload, put off for another file", rows: 20) {
            let uploads = UploadStore(person: failed, session: session)
            let id = try uploads.begin(.init(fileName: "a", bytes: 1, sha256: nil, key: nil)).0.id
            _ = try uploads.recordProgress(id, receivedBytes: 1, bytes: 1, folder: "host")
            expect(try uploads.enqueue(id, bytes: 1))
            let file = ImportFile(name: "a", bytes: 1, fingerprint: "a", uploadID: id)
            try ImportWriter(person: failed, session: session, file: file).close()
            try ImportWriter(person: failed, session: session, file: ImportFile(name: "b", bytes: 1)).close()
        }
        var device = Device()
        device.name = "Watch"
        try post("samples that were imported, and a new device", rows: 60) { maker in
            for number in 0..<20 {
                try maker.add(
                    UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_000 + number) + 0.25,
                    on: device, metadata: #"{"a": 1}"#)
            }
            let workout = try maker.add(UUID(), .workout(), at: second(9_000) + 0.25)
            try maker.add(
                UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_020) + 0.25, in: workout)
            let phone = SourceRevision(
                name: "Phone", bundleIdentifier: "com.apple.health.Phone", productType: "iPhone15,2")
            try maker.add(UUID(), .quantity(1), at: second(1_000_000), from: phone)
        }
        try step("imports", rows: 50) {
            let store = ImportStore(person: newcomer.person, session: session)
            let id = try #require(try store.list().first?.id)
            _ = (try store.find(id), try store.counts(of: id), try store.refusals(of: id))
        }
    }

    /// Runs the statements that concern all data of the person.
    func moveEverything() throws {
        let whole = PlanWorld.newcomerSamples * 5
        final class Collected { var bytes: [UInt8] = [] }
        let collected = Collected()
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount"])
        try ClientAnchorStore(person: person, session: session)
            .write(try #require(ClientAnchor(scope: scope, bytes: [1])))
        try step("export", rows: whole) {
            _ = try PersonExport(person: person, session: session).write { collected.bytes += $0 }
        }
        try step("people of a backup", rows: 10) {
            try session.transaction {
                expect(try !PersonLock.tryAll(session).isEmpty)
                expect(try !StorePoint.positions(session).isEmpty)
            }
        }
        try step("table of a type", rows: whole) {
            let type = "HKQuantityTypeIdentifierHeartRate"
            let table = SampleTable(person: person, session: session)
            try expect(table.types().contains(type))
            _ = try table.write(type) { _ in }
        }
        // The session keeps only its first 100 statements, so they are taken after each transaction.
        try step("deletion of a person", rows: whole) {
            try PersonEraser.erase(person, session) { _ in note("deletion of a person", rows: whole) }
        }
        let lines = collected.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        // A file of the format before has no lines of units.
        let earlier = lines.filter { !$0.hasPrefix(#"{"unit""#) }.map {
            $0.replacing(#""format" : \#(BackupRecord.format)"#, with: #""format" : 3"#)
                .replacing(#/"unit" ?: ?\d+,? ?/#, with: "")
        }
        for (name, file) in [("Restored", lines), ("Restored earlier", earlier)] {
            let restored = try PersonStore.create(name: name, session)
            try step("restore", rows: whole) {
                var count = 0
                _ = try PersonRestore(person: restored, restoresErased: true, session: session).restore {
                    // The session keeps no more than 100 messages.
                    if count % 4_000 == 3_999 { note("restore", rows: whole) }
                    defer { count += 1 }
                    return count < file.count ? Array(file[count].utf8) : nil
                }
            }
        }
    }
}
