import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests recognised records whose samples are deleted, are contained in others, or have fewer
/// values than the export.
@Suite struct RecognitionLifeTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("an exported record that equals a sample deleted by a client was deleted before, until it is measured again")
    func deletedBefore() throws {
        var uuids: [String: UUID] = [:]
        let phone = PhoneSample()
        try store.post([phone])
        try store.post([], deleting: [phone.uuid])
        for _ in 0..<2 {
            let report = try store.export([phone], &uuids)
            #expect(report.stored == 0 && report.deletedBefore == 1)
            #expect(try store.stored() == [])
        }
        var again = phone
        again.uuid = UUID()
        try store.post([again])
        let report = try store.export([phone, again], &uuids)
        #expect(report.stored == 0 && report.deletedBefore == 1 && report.recognised == 1)
        #expect(try store.stored() == [again.uuid])
    }

    @Test("a sample that comes after its own deletion takes the imported one with it")
    func lateSample() throws {
        var uuids: [String: UUID] = [:]
        let phone = [PhoneSample(), PhoneSample()]
        try store.export(phone, &uuids)
        try store.post([], deleting: [phone[0].uuid])
        #expect(try store.stored().count == 2)
        let receipt = try store.post([phone[0]])
        #expect(receipt.samples.values.map(\.self) == [.superseded])
        #expect(try store.stored().count == 1)
        // The sample is stored once, however often it is sent.
        try store.post([phone[0], phone[0]])
        #expect(try store.stored().count == 1)
        #expect(try store.export(phone, &uuids).stored == 0)
    }

    @Test("whoever sends an imported sample under its own uuid takes it over, and no other")
    func ownUUID() throws {
        var uuids: [String: UUID] = [:]
        try store.export([PhoneSample(), PhoneSample()], &uuids)
        let imported = try #require(uuids.values.first)
        var own = PhoneSample()
        own.uuid = imported
        let receipt = try store.post([own])
        #expect(receipt.samples.values.map(\.self) == [.updated])
        #expect(try store.stored().count == 2 && store.count("recognised_record") == 0)
    }

    @Test("of several samples with one uuid in a batch, the last decides")
    func repeated() throws {
        var uuids: [String: UUID] = [:]
        let sample = PhoneSample()
        try store.export([sample], &uuids)
        var earlier = sample
        earlier.made = .quantity(99)
        try store.post([sample, earlier])
        #expect(try store.stored().count == 2)
        // A correction makes the two samples equal.
        try store.post([earlier, sample])
        #expect(try store.stored() == [sample.uuid])
    }

    @Test(
        "a correlation and its parts are one in either order, and the phone says what is in it",
        arguments: [true, false])
    func correlations(importsFirst: Bool) throws {
        let whole = PhoneSample(made: .correlation())
        let parts = ["bloodPressureSystolic", "bloodPressureDiastolic"].map {
            PhoneSample(made: .quantity(120.5, unit: "mmHg", type: $0))
        }
        var uuids: [String: UUID] = [:]
        func live() throws -> [RecordOutcome] {
            let receipt = try store.post { maker in
                let container = try whole.post(to: &maker)
                for part in parts { try part.post(to: &maker, in: container) }
            }
            return receipt.samples.sorted { $0.key < $1.key }.map(\.value)
        }
        func exported() throws -> ImportWriter.Report {
            var maker = SampleMaker()
            let container = try whole.export(to: &maker, uuids: &uuids)
            for part in parts { try part.export(to: &maker, uuids: &uuids, in: container) }
            // Exports repeat parts at the top level.
            for part in parts { try part.export(to: &maker, uuids: &uuids) }
            return try store.importing(maker)
        }
        if importsFirst {
            #expect(try exported().stored == 3)
            // A part may be posted before the sample that contains it.
            try store.post([parts[1]])
            #expect(
                try store.contained(in: #require(uuids.first { $0.key.contains("correlation") }?.value))
                    .contains(parts[1].uuid))
        }
        _ = try live()
        let report = try exported()
        #expect(report.stored == 0 && report.repeatedInside == 2 && report.recognised == 3)
        #expect(report.sum == report.received)
        #expect(try live() == [.unchanged, .unchanged, .unchanged])
        #expect(try store.stored() == Set([whole.uuid] + parts.map(\.uuid)))
        #expect(try store.contained(in: whole.uuid) == Set(parts.map(\.uuid)))
        #expect(try store.count("contained_sample") == 2)
    }

    @Test(
        "a workout keeps what the export says is in it, in either order, until it is deleted",
        arguments: [true, false])
    func workouts(importsFirst: Bool) throws {
        let workout = PhoneSample(made: .workout())
        let score = PhoneSample(
            made: .quantity(5, unit: "appleEffortScore", type: "estimatedWorkoutEffortScore"))
        var uuids: [String: UUID] = [:]
        func exported() throws {
            var maker = SampleMaker()
            let container = try workout.export(to: &maker, uuids: &uuids)
            try score.export(to: &maker, uuids: &uuids, in: container)
            try store.importing(maker)
        }
        if importsFirst { try exported() }
        try store.post([workout])
        if !importsFirst { try exported() }
        #expect(try store.contained(in: workout.uuid).count == 1)
        try store.post([score])
        #expect(try store.contained(in: workout.uuid) == [score.uuid])
        #expect(try store.post([workout, score]).samples.values.allSatisfy { $0 == .unchanged })
        try store.post([], deleting: [workout.uuid])
        try exported()
        #expect(try store.stored() == [score.uuid] && store.count("contained_sample") == 0)
    }

    @Test(
        "what only the export knew is kept beside the sample, and what the sample has is not",
        arguments: [true, false])
    func details(importsFirst: Bool) throws {
        var uuids: [String: UUID] = [:]
        var exported = [PhoneSample(), PhoneSample(start: 5_000_000)]
        for place in exported.indices { exported[place].metadata = #"{"HKTimeZone": "Europe/Paris"}"# }
        var live = exported
        live[0].metadata = ""
        live[1].metadata = #"{"own": 1}"#
        if importsFirst { try store.export(exported, &uuids) }
        try store.post(live)
        if !importsFirst { try store.export(exported, &uuids) }
        let kept = try store.session.execute(
            "select sample_uuid, metadata::text from health.recognised_record"
        ).map { (try $0.uuid(0), try $0.optionalText(1)) }
        #expect(kept.first { $0.0 == live[0].uuid }?.1 == #"{"HKTimeZone": "Europe/Paris"}"#)
        #expect(kept.count == 2 && kept.first { $0.0 == live[1].uuid }?.1 == nil)
        let stored = try store.samples()
        #expect(stored.map { TestStore.text($0.metadata) } == [nil, #"{"own": 1}"#])
        #expect(try store.count("sample_time_zone") == 0)
        #expect(try store.post(live).samples.values.allSatisfy { $0 == .unchanged })
        let findings = try Doctor(session: store.session).examine().filter { !$0.isGood }
        #expect(findings.allSatisfy { $0.text.hasPrefix("fsync") || $0.text.contains(" is ") }, "\(findings)")
    }

    @Test("people's samples are recognised among their own only")
    func people() throws {
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        var uuids: [String: UUID] = [:]
        try store.export([PhoneSample()], &uuids)
        try bea.post([PhoneSample()])
        var others: [String: UUID] = [:]
        try bea.export([PhoneSample(start: 9_000_000)], &others)
        #expect(try store.stored() == Set(uuids.values) && bea.stored().count == 2)
    }
}
