import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests a sample that comes both from an export and from the phone.
@Suite struct RecognitionTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let pound = 1 / 0.45359237

    @Test(
        "an exported record and the live sample are one in either order, and stay one whatever is sent again",
        arguments: [true, false])
    func eitherOrder(importsFirst: Bool) throws {
        var uuids: [String: UUID] = [:]
        let sample = PhoneSample()
        let other = PhoneSample(made: .quantity(7), start: 30_000_000)
        if importsFirst {
            let report = try store.export([sample, other], &uuids)
            #expect(report.stored == 2 && report.recognised == 0)
        }
        let receipt = try store.post([sample])
        #expect(receipt.samples.values.map(\.self) == [.inserted])
        for _ in 0..<2 {
            let report = try store.export([sample, other], &uuids)
            #expect(report.recognised == 1 && report.alreadyKnown + report.stored == 2)
            let again = try store.post([sample])
            #expect(again.samples.values.map(\.self) == [.unchanged])
        }
        let stored = try store.samples()
        #expect(stored.count == 2 && stored[0].uuid == sample.uuid)
        #expect(stored[0].start == PhoneSample.instant(250_000))
        #expect(stored[0].source.bundleIdentifier == "com.apple.health.P")
        let flags = try store.texts(
            "select string_agg((import_id is not null)::text, ' ' order by start_time) from health.sample")
        #expect(flags == ["false true"])
    }

    @Test("in the change feed the imported uuid is deleted before the live sample is saved")
    func feed() throws {
        var uuids: [String: UUID] = [:]
        let sample = PhoneSample()
        try store.export([sample, PhoneSample(made: .quantity(7))], &uuids)
        let before = try store.lastPosition()
        try store.post([PhoneSample(made: .quantity(8)), sample])
        let row = try store.session.execute(
            """
            select deleted.uuid, deleted.change_position, sample.change_position
            from health.deleted_sample deleted, health.recognised_record record, health.sample
            where record.imported_uuid = deleted.uuid and sample.uuid = record.sample_uuid
                and record.person_id = deleted.person_id and sample.person_id = deleted.person_id
            """)[0]
        #expect(uuids.values.contains(try row.uuid(0)))
        #expect(try before < row.int64(1) && row.int64(1) < row.int64(2))
        #expect(try row.int64(2) <= store.lastPosition())
        #expect(try Set(store.changePositions()).count == store.changePositions().count)
    }

    @Test("units that people prefer, and the digits that exports print, do not matter", arguments: [true, false])
    func units(importsFirst: Bool) throws {
        let cases: [(SampleMaker.Made, (String, Double))] = [
            (.quantity(71.23456789, unit: "kg", type: "bodyMass"), ("lb", Self.pound)),
            (.quantity(0.1234567891, unit: "kcal", type: "activeEnergyBurned"), ("kJ", 4.184)),
            (.quantity(0.9712345678, unit: "%", type: "oxygenSaturation"), ("%", 1)),
            (.quantity(1.00000449, unit: "km", type: "distanceWalkingRunning"), ("mi", 1 / 1.609344)),
            (.quantity(-3.000004, unit: "degC", type: "appleSleepingWristTemperature"), ("degC", 1)),
            (.quantity(0, unit: "count", type: "stepCount"), ("count", 1)),
        ]
        var uuids: [String: UUID] = [:]
        let phone = cases.map { PhoneSample(made: $0.0) }
        for place in 0..<2 {
            if (place == 0) == importsFirst {
                for (sample, other) in zip(phone, cases) { try store.export([sample], unit: other.1, &uuids) }
            } else {
                try store.post(phone)
            }
        }
        // The phone exports the sample again, in units that another person chose.
        try store.export(phone, &uuids)
        #expect(try store.stored() == Set(phone.map(\.uuid)))
    }

    @Test("what differs in anything that counts stays two", arguments: [true, false])
    func strangers(importsFirst: Bool) throws {
        let second: Int64 = 1_000_000
        let sample = PhoneSample(made: .quantity(71.2345, unit: "kg", type: "bodyMass"))
        var others: [PhoneSample] = []
        func other(_ change: (inout PhoneSample) -> Void) {
            var changed = sample
            changed.uuid = UUID()
            change(&changed)
            others.append(changed)
        }
        other { $0.start -= $0.start + 1 }
        other { $0.start += second }
        other { $0.end += 1 }
        other { $0.end -= second }
        other { $0.made = .quantity(71.2353, unit: "kg", type: "bodyMass") }
        other { $0.made = .quantity(71.2345, unit: "kg", type: "leanBodyMass") }
        other { $0.source.name = "Ada’s new iPhone" }
        var uuids: [String: UUID] = [:]
        if !importsFirst { try store.post(others) }
        try store.export([sample], &uuids)
        if importsFirst { try store.post(others) }
        #expect(try store.stored() == Set(others.map(\.uuid)).union(uuids.values))
    }

    @Test(
        "categories are compared by raw value, workouts by activity, and a source's name without its typography",
        arguments: [true, false])
    func kinds(importsFirst: Bool) throws {
        var plain = SampleMaker.watch
        plain.name = "Ada's Apple Watch"
        let live = [
            PhoneSample(made: .category(3), source: plain), PhoneSample(made: .category(4), source: plain),
            PhoneSample(made: .workout(Workout(activityType: 37, duration: 55.5)), source: plain),
            PhoneSample(made: .workout(Workout(activityType: nil, sentActivityType: "New")), source: plain),
            PhoneSample(made: .other(), source: plain),
        ]
        var exported = live
        for place in exported.indices { exported[place].source = SampleMaker.watch }
        exported[0].made = .category(3, sent: "HKCategoryValueSleepAnalysisOldName")
        exported[1].made = .category(5)
        exported[2].made = .workout(Workout(activityType: 37, duration: 60))
        var uuids: [String: UUID] = [:]
        if !importsFirst { try store.post(live) }
        try store.export(exported, &uuids)
        if importsFirst { try store.post(live) }
        let stored = try store.stored()
        #expect(stored.isSuperset(of: live.map(\.uuid)) && stored.count == 6)
        #expect(try store.count("workout") == 2)
    }
}
