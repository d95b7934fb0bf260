import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests uploads that go on without the app, with a session that outlives its transports as the
/// system's does.
@Suite struct BackgroundTransportTests {
    /// The uploads of the system. It delivers ends to the process that runs, or keeps them.
    private final class System: Sendable {
        private struct State {
            var startCount = 0
            var running: Set<String> = []
            var kept: [UploadEvent] = []
            var process: AsyncStream<UploadEvent>.Continuation?
        }

        private let state = Mutex(State())
        private let answer: @Sendable (URLRequest, URL) async throws -> HTTPAnswer

        init(answer: @escaping @Sendable (URLRequest, URL) async throws -> HTTPAnswer) { self.answer = answer }

        var startCount: Int { state.withLock { $0.startCount } }
        var keptCount: Int { state.withLock { $0.kept.count } }
        var runningKeys: Set<String> { state.withLock { $0.running } }

        /// A new process of the app.
        func launch() -> Process {
            let (events, continuation) = AsyncStream.makeStream(of: UploadEvent.self)
            let kept = state.withLock { state in
                state.process = continuation
                defer { state.kept = [] }
                return state.kept
            }
            for event in kept { continuation.yield(event) }
            if !kept.isEmpty { continuation.yield(.allDelivered) }
            return Process(system: self, events: events)
        }

        /// Ends the process of the app.
        func terminate() { state.withLock { $0.process = nil } }

        func start(_ request: URLRequest, _ file: URL, _ key: String) {
            state.withLock { state in
                state.startCount += 1
                state.running.insert(key)
            }
            Task {
                let result: Result<HTTPAnswer, any Error>
                do { result = .success(try await answer(request, file)) } catch { result = .failure(error) }
                end(key, result)
            }
        }

        func end(_ key: String, _ result: Result<HTTPAnswer, any Error>) {
            state.withLock { state in
                guard state.running.remove(key) != nil else { return }
                let event = UploadEvent.ended(key: key, result)
                if let process = state.process { process.yield(event) } else { state.kept.append(event) }
            }
        }
    }

    private struct Process: UploadSession {
        let system: System
        let events: AsyncStream<UploadEvent>
        func start(_ request: URLRequest, file: URL, key: String) { system.start(request, file, key) }
        func cancel(_ key: String) async { system.end(key, .failure(URLError(.cancelled))) }
        func keys() async -> Set<String> { system.runningKeys }
    }

    /// Uploads files, with real HTTP unless another transport is given.
    private static func upload(
        _ request: URLRequest, _ file: URL, with transport: any HTTPTransport = URLSessionTransport()
    ) async throws -> HTTPAnswer {
        #expect(request.httpBody == nil)
        var request = request
        request.httpBody = try Data(contentsOf: file)
        return try await transport.send(request)
    }

    private static func transport(
        _ system: System, _ bench: SyncBench, other: any HTTPTransport = URLSessionTransport()
    ) throws -> BackgroundTransport {
        try BackgroundTransport(
            session: system.launch(), directory: bench.directory.appendingPathComponent("uploads"),
            other: other)
    }

    private static func files(_ bench: SyncBench) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: bench.directory.appendingPathComponent("uploads").path)
    }

    /// Collects samples into batches that cannot be sent directly.
    private static func collect(_ bench: inout SyncBench, batchCount: Int) async throws -> [SampleRecord] {
        bench.configuration.retry.attemptsMax = 1
        bench.setRecordsPerBatch(5)
        let samples = bench.save(5 * batchCount)
        let engine = bench.engine(ScriptedTransport { _ in ScriptedTransport.failure(503) })
        await #expect(throws: HealthstoreError.self) { try await engine.syncNow() }
        return samples
    }

    @Test("what waits when the app ends is uploaded without it, and the next process sends nothing twice")
    func relaunch() async throws {
        try await SyncBench.live { bench, service in
            let samples = try await BackgroundTransportTests.collect(&bench, batchCount: 10)
            let (address, token) = (try await service.address, service.token)
            let isHeld = Mutex(true)
            let system = System { request, file in
                while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
                return try await BackgroundTransportTests.upload(request, file)
            }
            let first = bench.engine(
                try BackgroundTransportTests.transport(system, bench, other: OfflineTransport()), address: address,
                token: token)
            try await first.continueInBackground()
            #expect(system.startCount == BackgroundTransport.uploadsMax)
            system.terminate()
            isHeld.withLock { $0 = false }
            try await TestSupport.wait(for: "the ends of the uploads") { system.keptCount == 8 }

            let transport = try BackgroundTransportTests.transport(system, bench)
            await transport.waitForDelivery()
            #expect(try BackgroundTransportTests.files(bench).count { $0.hasSuffix(".answer") } == 8)
            let before = bench.events.all.count
            try await bench.engine(transport, address: address, token: token).syncNow()
            #expect(system.startCount == 8)
            let receipts = bench.events.all.dropFirst(before).compactMap { event -> BatchReceipt? in
                if case .received(_, let receipt) = event { return receipt }
                return nil
            }
            #expect(receipts.map(\.inserted) == Array(repeating: 5, count: 10))
            #expect(Set(try await service.samples(samples[0].type).map(\.uuid)) == Set(samples.map(\.uuid)))
            #expect(try BackgroundTransportTests.files(bench) == [] && bench.outbox().entries.isEmpty)
        }
    }

    @Test("a process with a connection sends directly, and cancels the uploads of an earlier one")
    func runningUploads() async throws {
        try await SyncBench.with { bench in
            _ = try await BackgroundTransportTests.collect(&bench, batchCount: 2)
            let system = System { _, _ in
                try await Task.sleep(for: .seconds(600))
                throw URLError(.timedOut)
            }
            try await bench.engine(try BackgroundTransportTests.transport(system, bench)).continueInBackground()
            // The body of an upload that the session does not know is removed.
            let uploads = bench.directory.appendingPathComponent("uploads")
            try Data().write(to: uploads.appendingPathComponent("0-1.body"))
            let scripted = ScriptedTransport()
            let transport = try BackgroundTransportTests.transport(system, bench, other: scripted)
            try await bench.engine(transport).syncNow()
            #expect(system.startCount == 2 && scripted.sent.map(\.count) == [5, 5])
            try await TestSupport.wait(for: "the ends of the uploads") {
                try system.runningKeys.isEmpty && BackgroundTransportTests.files(bench).isEmpty
            }
            // The transport lives until here, because it removes the files.
            withExtendedLifetime(transport) {}
        }
    }

    @Test("a sync that reaches its deadline leaves its batches to uploads")
    func deadline() async throws {
        try await SyncBench.with { bench in
            _ = try await BackgroundTransportTests.collect(&bench, batchCount: 3)
            let system = System { _, _ in
                try await Task.sleep(for: .seconds(600))
                throw URLError(.timedOut)
            }
            struct Slow: HTTPTransport {
                func send(_ request: URLRequest) async throws -> HTTPAnswer {
                    try await Task.sleep(for: .seconds(600))
                    throw URLError(.timedOut)
                }
            }
            let engine = bench.engine(try BackgroundTransportTests.transport(system, bench, other: Slow()))
            #expect(try await !engine.sync(until: Date(timeIntervalSinceNow: 60)))
            #expect(system.startCount == 3)
        }
    }

    @Test("an error of an upload is dropped, and a receipt is kept for a later process")
    func failures() async throws {
        try await SyncBench.with { bench in
            let body = BatchBody(deleted: [Data(#"{"uuid":"1"}"#.utf8)], samples: [])
            func client(_ system: System) throws -> HealthstoreClient {
                let transport = try BackgroundTransportTests.transport(system, bench, other: OfflineTransport())
                return HealthstoreClient(address: bench.directory, token: "t", transport: transport)
            }
            let refusing = System { _, _ in ScriptedTransport.failure(401) }
            let refused = try client(refusing)
            try await refused.startUpload(body, from: nil, idempotencyKey: "a-1")
            try await TestSupport.wait(for: "the end") { try BackgroundTransportTests.files(bench).isEmpty }
            withExtendedLifetime(refused) {}
            let scripted = ScriptedTransport()
            let working = try client(System { try await BackgroundTransportTests.upload($0, $1, with: scripted) })
            try await working.startUpload(body, from: nil, idempotencyKey: "a-2")
            try await TestSupport.wait(for: "the receipt") {
                try BackgroundTransportTests.files(bench) == ["a-2.answer"]
            }
            #expect(try await working.post(body, from: nil, idempotencyKey: "a-2").deleted == 1)
            #expect(try BackgroundTransportTests.files(bench) == [])
        }
    }
}
