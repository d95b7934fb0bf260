import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests what an engine reports, its deadlines, and its memory.
@Suite struct SyncReportTests {
    private static let type = SimulatedPhone.types[0]

    /// Never answers a batch. Says that the service has no samples yet.
    private final class SilentTransport: HTTPTransport {
        private let count = Mutex(0)
        var requestCount: Int { count.withLock { $0 } }

        func send(_ request: URLRequest) async throws -> HTTPAnswer {
            guard request.url?.lastPathComponent == "batches" else {
                return HTTPAnswer(status: 200, body: Data(#"{"differences": []}"#.utf8))
            }
            count.withLock { $0 += 1 }
            while true { try await Task.sleep(for: .seconds(60)) }
        }
    }

    @Test("progress counts what was read and sent, and what waits")
    func progress() async throws {
        try await SyncBench.with { bench in
            bench.setRecordsPerBatch(4)
            bench.save(10)
            try await bench.engine(ScriptedTransport()).syncNow()
            let all = bench.events.all.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
            #expect(all.map(\.readCount) == [4, 8, 10, 10, 10, 10])
            #expect(all.map(\.sentCount) == [0, 0, 0, 4, 8, 10])
            #expect(all.map(\.waitingBatches) == [1, 2, 3, 2, 1, 0])
            #expect(all.last?.waitingBytes == 0 && all[2].waitingBytes > all[0].waitingBytes)
        }
    }

    @Test("a sync ends before its deadline, and the next one sends the same batches")
    func deadline() async throws {
        try await SyncBench.with { bench in
            bench.setRecordsPerBatch(4)
            let samples = bench.save(10)
            let silent = SilentTransport()
            let engine = bench.engine(
                silent,
                sleep: { seconds in
                    #expect(abs(seconds - 28) < 0.001)
                    while silent.requestCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
                }, now: { Date(timeIntervalSince1970: 0) })
            #expect(try await engine.sync(until: Date(timeIntervalSince1970: 30)) == false)
            #expect(silent.requestCount == 1)
            let waiting = try bench.outbox().entries.map { $0.header.id.uuidString.lowercased() }
            #expect(waiting.count == 3)
            // A deadline that has passed does nothing.
            #expect(try await engine.sync(until: Date(timeIntervalSince1970: 1)) == false)
            #expect(silent.requestCount == 1)
            let transport = ScriptedTransport()
            let isDone = try await bench.engine(
                transport, sleep: { _ in while true { try await Task.sleep(for: .seconds(60)) } }
            ).sync(until: .distantFuture)
            #expect(isDone && transport.sent.map(\.key) == waiting)
            #expect(transport.sent.flatMap(\.samples) == samples.map { $0.uuid.uuidString.lowercased() })
        }
    }

    @Test("a running engine pauses at a deadline and goes on after it")
    func deadlineOfRunningEngine() async throws {
        try await SyncBench.with { bench in
            bench.save(3)
            let (silent, usual) = (SilentTransport(), ScriptedTransport())
            let isSilent = Mutex(true)
            let transport = ChoosingTransport { () -> any HTTPTransport in
                if isSilent.withLock({ $0 }) { silent } else { usual }
            }
            let engine = bench.engine(
                transport,
                sleep: { _ in
                    while silent.requestCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
                    isSilent.withLock { $0 = false }
                })
            let running = Task { try await engine.run() }
            try await TestSupport.wait(for: "the first request") { silent.requestCount == 1 }
            _ = try await engine.sync(until: Date(timeIntervalSinceNow: 60))
            try await TestSupport.wait(for: "the samples") { usual.sent.flatMap(\.samples).count == 3 }
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
        }
    }

    /// Chooses the transport of each request.
    private struct ChoosingTransport: HTTPTransport {
        var choose: @Sendable () -> any HTTPTransport
        func send(_ request: URLRequest) async throws -> HTTPAnswer { try await choose().send(request) }
    }

    @Test("an update's handler is called although its changes are not sent yet")
    func completion() async throws {
        try await SyncBench.with { bench in
            let silent = SilentTransport()
            let engine = bench.engine(silent, sleep: { _ in })
            let running = Task { try await engine.run() }
            try await TestSupport.wait(for: "the engine to listen") { bench.phone.isObserved }
            bench.save(1)
            try await TestSupport.wait(for: "the handler") { bench.phone.completionCount > 0 }
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
        }
    }

    @Test("what the store cannot read is reported, and the rest is sent")
    func unreadable() async throws {
        try await SyncBench.with { bench in
            var samples = bench.save(2)
            samples[1].incompleteReason = "HealthKit does not return its parts (made up 1)"
            bench.phone.save(samples)
            bench.phone.makeUnreadable(SimulatedPhone.types[1], "not requested")
            let transport = ScriptedTransport([ScriptedTransport.failure(503)])
            let engine = bench.engine(transport, timeZone: { "Europe/Berlin" })
            try await engine.syncNow()
            #expect(transport.sent.last?.samples.count == 2)
            let reasons = bench.events.all.compactMap { event -> String? in
                switch event {
                case .incomplete(let uuid, _, let reason): "\(uuid == samples[1].uuid) \(reason)"
                case .unreadable(let type, let reason): "\(type) \(reason)"
                case .failed(let step, let error): "\(step) \(error.code.rawValue)"
                default: nil
                }
            }
            #expect(
                Set(reasons) == [
                    "true HealthKit does not return its parts (made up 1)",
                    "\(SimulatedPhone.types[1]) not requested",
                ])
        }
    }

    @Test("a comparison leaves out a type that the store does not show, and compares the others")
    func unreadableComparison() async throws {
        try await SyncBench.live { bench, service in
            let samples = bench.save(3)
            let (readable, hidden) = (SimulatedPhone.types[0], SimulatedPhone.types[1])
            bench.phone.makeUnreadable(hidden, "not requested")
            let engine = bench.engine(
                URLSessionTransport(), address: try await service.address, token: service.token)
            try await engine.syncNow()
            try await service.forget([samples[1].uuid])
            let reports = try await engine.reconcile([hidden, readable])
            #expect(reports.map(\.type) == [readable] && reports.map(\.sent) == [1])
            #expect(try await service.samples(readable).count == 3)
            let reasons = bench.events.all.compactMap { event in
                if case .unreadable(hidden, let reason) = event { reason } else { nil as String? }
            }
            #expect(Set(reasons) == ["not requested"])
        }
    }

    @Test("a time zone that is not reported, and a type that is not observed, are events")
    func failedSteps() async throws {
        try await SyncBench.with { bench in
            bench.configuration.retry.attemptsMax = 1
            let engine = bench.engine(
                URLSessionTransport(), address: URL(string: "http://127.0.0.1:9"), timeZone: { "UTC" })
            try await engine.syncNow()
            let second = bench.engine(ScriptedTransport())
            let running = Task { try await second.run() }
            try await TestSupport.wait(for: "the engine to listen") { bench.phone.isObserved }
            bench.phone.failToObserve(SyncReportTests.type, "HealthKit does not observe the type")
            try await TestSupport.wait(for: "the handler") { bench.phone.completionCount == 1 }
            bench.phone.endUpdates()
            try await running.value
            let failed = bench.events.all.compactMap { event -> SyncStep? in
                if case .failed(let step, _) = event { return step }
                return nil
            }
            #expect(failed == [.timeZone, .updates(type: SyncReportTests.type)])
        }
    }

    @Test("activity summaries are sent once, and again when a recent day changes")
    func activitySummaries() async throws {
        try await SyncBench.live { bench, service in
            func ring(_ date: String, _ energy: Double) -> ActivitySummaryRecord {
                var summary = ActivitySummaryRecord(date: date)
                (summary.activeEnergyBurned, summary.activeEnergyBurnedGoal) = (energy, 500.5)
                summary.appleStandHours = 11
                return summary
            }
            let address = try await service.address
            let transport = CountingTransport(address: address)
            let engine = bench.engine(
                transport, token: service.token, types: [SyncEngine.activitySummaryType],
                now: { Date(timeIntervalSince1970: 1_714_557_600) })
            // The present day is 2024-05-01.
            var summaries = [ring("2016-02-29", 310), ring("2024-04-28", 400), ring("2024-05-01", 12)]
            bench.phone.setSummaries(summaries)
            try await engine.syncNow()
            #expect(transport.take().requests == 3)
            let queries = bench.phone.summaryQueryCount
            try await engine.syncNow()
            #expect(transport.take().requests == 0 && bench.phone.summaryQueryCount == queries + 1)
            summaries[2].activeEnergyBurned = 340
            bench.phone.setSummaries(summaries)
            try await engine.syncNow()
            #expect(transport.take().requests == 1)
            struct Answer: Decodable {
                var activitySummaries: [ActivitySummaryRecord]
            }
            let query = [("from", "2016-01-01"), ("to", "2025-01-01")]
            let answer = try await service.get("/v1/activity-summaries", query)
            #expect(try JSONDecoder().decode(Answer.self, from: answer).activitySummaries == summaries)
            // A value that the service refuses is an event, and the sync goes on.
            bench.phone.setSummaries([ring("2024-05-01", -1)])
            try await engine.syncNow()
            let errors = bench.events.all.compactMap {
                if case .failed(.activitySummaries, let error) = $0 { error } else { nil }
            }
            #expect(errors.map(\.code).contains(.refused))
        }
    }

    @Test("characteristics are sent once, and again when one changes")
    func characteristics() async throws {
        try await SyncBench.live { bench, service in
            let types = ["DateOfBirth", "BloodType", "WheelchairUse", "BiologicalSex"].map {
                "HKCharacteristicTypeIdentifier\($0)"
            }
            let transport = CountingTransport(address: try await service.address)
            let engine = bench.engine(transport, token: service.token, types: types)
            var records = [
                CharacteristicRecord(type: types[0], value: .name("1990-02-02")),
                CharacteristicRecord(type: types[1], value: .number(1)),
                CharacteristicRecord(type: types[2], value: nil),
            ]
            bench.phone.setCharacteristics(records)
            try await engine.syncNow()
            #expect(transport.take().requests == 3)
            try await engine.reconcile()
            #expect(transport.take().requests == 0)
            records[1].value = .number(2)
            bench.phone.setCharacteristics(records)
            try await engine.syncNow()
            #expect(transport.take().requests == 1)
            struct Answer: Decodable {
                struct Characteristic: Decodable {
                    var type: String
                    var value: String?
                }
                var characteristics: [Characteristic]
            }
            let answer = try JSONDecoder().decode(
                Answer.self, from: try await service.get("/v1/characteristics", []))
            #expect(answer.characteristics.map(\.type) == [types[1], types[0], types[2]])
            #expect(answer.characteristics.map(\.value) == ["HKBloodTypeANegative", "1990-02-02", nil])
            let unreadable = bench.events.all.compactMap { event -> String? in
                if case .unreadable(let type, _) = event { return type }
                return nil
            }
            #expect(Set(unreadable) == [types[3]])
            // A value that the service refuses is an event, and the sync goes on.
            records[0].value = .name("never")
            bench.phone.setCharacteristics(records)
            try await engine.syncNow()
            let errors = bench.events.all.compactMap {
                if case .failed(.characteristics, let error) = $0 { error } else { nil }
            }
            #expect(errors.map(\.serviceCode).contains("malformed_date"))
        }
    }
}
