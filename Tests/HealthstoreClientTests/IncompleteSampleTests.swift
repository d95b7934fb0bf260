import Foundation
import Synchronization
import Testing

@testable import HealthstoreClient

/// Tests that samples are sent again when the store can return parts that it did not return before.
@Suite struct IncompleteSampleTests {
    private static func document(_ isShared: Bool, mayBecomeComplete: Bool = true) -> SampleRecord {
        var sample = SampleRecordTests.plain("HKDocumentTypeIdentifierCDA")
        sample.clinicalDocument = ClinicalDocument(title: "A", patientName: "B", authorName: "C", custodianName: "D")
        return isShared ? shared(sample) : hidden(sample, mayBecomeComplete)
    }

    private static func shared(_ sample: SampleRecord) -> SampleRecord {
        var sample = sample
        sample.clinicalDocument?.documentData = Data("<ClinicalDocument/>".utf8)
        (sample.incompleteReason, sample.mayBecomeComplete) = (nil, false)
        return sample
    }

    private static func hidden(_ sample: SampleRecord, _ mayBecomeComplete: Bool) -> SampleRecord {
        var sample = sample
        (sample.incompleteReason, sample.mayBecomeComplete) = ("not shared", mayBecomeComplete)
        return sample
    }

    private func incompleteCount(_ bench: SyncBench) -> Int {
        bench.events.all.count { if case .incomplete = $0 { true } else { false } }
    }

    @Test("a document that the store returns later is sent a day later, also after a restart of the app")
    func later() async throws {
        try await SyncBench.live { bench, service in
            let clock = Mutex(Date(timeIntervalSince1970: 1_714_600_000))
            let (late, never) = (Self.document(false), Self.document(false))
            let (whole, long) = (Self.document(true), Self.document(false, mayBecomeComplete: false))
            bench.phone.save([late, never, whole, long])
            let transport = CountingTransport(address: try await service.address)
            func sync(after seconds: TimeInterval) async throws -> Int {
                clock.withLock { $0 += seconds }
                try await bench.engine(
                    transport, address: try await service.address, token: service.token, types: [late.type],
                    now: { clock.withLock { $0 } }
                ).syncNow()
                return transport.take().requests
            }
            func sizes() async throws -> [UUID: Int] {
                try await service.samples(late.type).reduce(into: [:]) {
                    $0[$1.uuid] = $1.clinicalDocument?.documentData?.count
                }
            }
            _ = try await sync(after: 0)
            #expect(try await sizes() == [whole.uuid: 19])
            #expect(incompleteCount(bench) == 3)
            bench.phone.complete([late, long].map(Self.shared))
            #expect(try await sync(after: 80_000) == 0)
            #expect(try await sync(after: 10_000) == 1)
            #expect(try await sizes() == [whole.uuid: 19, late.uuid: 19])
            #expect(try bench.outbox().incomplete.uuids(of: late.type) == [never.uuid])
            bench.phone.complete([Self.shared(never)])
            #expect(try await sync(after: 80_000) == 0)
            // The clock is set back.
            #expect(try await sync(after: -200_000) == 1)
            #expect(try await sizes() == [whole.uuid: 19, late.uuid: 19, never.uuid: 19])
            #expect(try bench.outbox().incomplete.readDate == nil)
            #expect(incompleteCount(bench) == 3)
        }
    }

    @Test("a comparison sends at once what has become complete")
    func comparison() async throws {
        try await SyncBench.live { bench, service in
            let samples = [Self.document(false), Self.document(false)]
            bench.phone.save(samples)
            let engine = bench.engine(
                URLSessionTransport(), address: try await service.address, token: service.token,
                types: [samples[0].type])
            try await engine.syncNow()
            // The service has lost the first sample, which is still incomplete.
            try await service.forget([samples[0].uuid])
            bench.phone.complete([Self.shared(samples[1])])
            let reports = try await engine.reconcile()
            #expect(reports.map(\.sent) == [1])
            let stored = try await service.samples(samples[0].type).reduce(into: [:]) {
                $0[$1.uuid] = $1.clinicalDocument
            }
            #expect(stored[samples[0].uuid]?.title == "A" && stored[samples[0].uuid]?.documentData == nil)
            #expect(stored[samples[1].uuid]?.documentData?.count == 19)
            #expect(try bench.outbox().incomplete.uuids(of: samples[0].type) == [samples[0].uuid])
        }
    }

    @Test("a deleted sample is forgotten, and a sample that the store does not show is not")
    func deleted() async throws {
        try await SyncBench.with { bench in
            let samples = [Self.document(false), Self.document(false)]
            bench.phone.save(samples)
            let clock = Mutex(Date(timeIntervalSince1970: 1_714_600_000))
            let engine = bench.engine(
                ScriptedTransport(), types: [samples[0].type], now: { clock.withLock { $0 } })
            try await engine.syncNow()
            bench.phone.delete([samples[0]])
            try await engine.syncNow()
            #expect(try bench.outbox().incomplete.uuids(of: samples[0].type) == [samples[1].uuid])
            bench.phone.hide(samples[0].type)
            clock.withLock { $0 += 100_000 }
            try await engine.syncNow()
            #expect(try bench.outbox().incomplete.uuids(of: samples[0].type) == [samples[1].uuid])
        }
    }

    @Test("the engine remembers as many incomplete samples as its limit says")
    func limit() async throws {
        try await SyncBench.with { bench in
            bench.configuration.outbox.incompleteMax = 3
            let samples = (0..<5).map { _ in Self.document(false) }
            bench.phone.save(samples)
            try await bench.engine(ScriptedTransport(), types: [samples[0].type]).syncNow()
            #expect(try bench.outbox().incomplete.uuids(of: samples[0].type).count == 3)
            #expect(incompleteCount(bench) == 5)
        }
    }
}
