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
            var runningMost = 0
        }

        private let state = Mutex(State())
        private let answer: @Sendable (URLRequest, URL) async throws -> HTTPAnswer

        init(answer: @escaping @Sendable (URLRequest, URL) async throws -> HTTPAnswer) { self.answer = answer }

        var startCount: Int { state.withLock { $0.startCount } }
        var runningMost: Int { state.withLock { $0.runningMost } }
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
                state.runningMost = max(state.runningMost, state.running.count)
            }
            Task {
                let result: Result<HTTPAnswer, any Error>
                do { result = .success(try await answer(request, file)) } catch { result = .failure(error) }
                state.withLock { state in
                    state.running.remove(key)
                    let event = UploadEvent.ended(key: key, result)
                    if let process = state.process { process.yield(event) } else { state.kept.append(event) }
                }
            }
        }
    }

    private struct Process: UploadSession {
        let system: System
        let events: AsyncStream<UploadEvent>
        func start(_ request: URLRequest, file: URL, key: String) { system.start(request, file, key) }
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

    @Test("batches are uploaded from files, several at a time, and no file stays")
    func uploads() async throws {
        try await SyncBench.live { bench, service in
            bench.configuration.recordsPerBatch = 5
            let samples = bench.save(100)
            let (address, token) = (try await service.address, service.token)
            let system = System { try await BackgroundTransportTests.upload($0, $1) }
            try await bench.engine(
                try BackgroundTransportTests.transport(system, bench), address: address, token: token
            )
            .syncNow()
            #expect(Set(try await service.samples(samples[0].type).map(\.uuid)) == Set(samples.map(\.uuid)))
            #expect(system.startCount == 20 && (2...BackgroundTransport.uploadsMax).contains(system.runningMost))
            #expect(try BackgroundTransportTests.files(bench) == [])
        }
    }

    @Test("uploads end while the app is not running, and the next process sends nothing twice")
    func relaunch() async throws {
        try await SyncBench.live { bench, service in
            bench.configuration.recordsPerBatch = 5
            let samples = bench.save(30)
            let (address, token) = (try await service.address, service.token)
            let isHeld = Mutex(true)
            let system = System { request, file in
                while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
                return try await BackgroundTransportTests.upload(request, file)
            }
            let first = bench.engine(
                try BackgroundTransportTests.transport(system, bench), address: address, token: token)
            let running = Task { try await first.syncNow() }
            try await TestSupport.wait(for: "the uploads") { system.startCount == 6 }
            system.terminate()
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            isHeld.withLock { $0 = false }
            try await TestSupport.wait(for: "the ends of the uploads") { system.keptCount == 6 }

            let transport = try BackgroundTransportTests.transport(system, bench)
            await transport.waitForDelivery()
            #expect(try BackgroundTransportTests.files(bench).count { $0.hasSuffix(".answer") } == 6)
            let before = bench.events.all.count
            try await bench.engine(transport, address: address, token: token).syncNow()
            #expect(system.startCount == 6)
            let receipts = bench.events.all.dropFirst(before).compactMap { event -> BatchReceipt? in
                if case .received(_, let receipt) = event { return receipt }
                return nil
            }
            #expect(receipts.map(\.inserted) == [5, 5, 5, 5, 5, 5])
            #expect(try await service.samples(samples[0].type).count == 30)
            #expect(try BackgroundTransportTests.files(bench) == [] && bench.outbox().entries.isEmpty)
        }
    }

    @Test("a process waits for the running uploads of an earlier one")
    func runningUploads() async throws {
        try await SyncBench.with { bench in
            bench.configuration.recordsPerBatch = 5
            bench.save(10)
            let isHeld = Mutex(true)
            let scripted = ScriptedTransport()
            let system = System { request, file in
                while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
                return try await BackgroundTransportTests.upload(request, file, with: scripted)
            }
            let first = bench.engine(try BackgroundTransportTests.transport(system, bench, other: scripted))
            let running = Task { try await first.syncNow() }
            try await TestSupport.wait(for: "the uploads") { system.startCount == 2 }
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            // The body of an upload that the session does not know is removed.
            let uploads = bench.directory.appendingPathComponent("uploads")
            try Data().write(to: uploads.appendingPathComponent("0-1.body"))
            let second = bench.engine(try BackgroundTransportTests.transport(system, bench, other: scripted))
            let waiting = Task { try await second.syncNow() }
            try await TestSupport.wait(for: "the removal of the body") {
                !FileManager.default.fileExists(atPath: uploads.appendingPathComponent("0-1.body").path)
            }
            isHeld.withLock { $0 = false }
            try await waiting.value
            #expect(system.startCount == 2 && scripted.sent.map(\.count) == [5, 5])
        }
    }

    @Test("a failed upload is repeated, and only receipts are kept for a later process")
    func failures() async throws {
        try await SyncBench.with { bench in
            bench.save(3)
            let count = Mutex(0)
            let scripted = ScriptedTransport([ScriptedTransport.failure(503)])
            let system = System { request, file in
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst { throw URLError(.networkConnectionLost) }
                return try await BackgroundTransportTests.upload(request, file, with: scripted)
            }
            let transport = try BackgroundTransportTests.transport(system, bench, other: scripted)
            try await bench.engine(transport).syncNow()
            // An upload that fails before the engine waits for it is started again without a delay.
            #expect(system.startCount == 3 && (1...2).contains(bench.delays.all.count))
            #expect(Set(scripted.sent.map(\.key)).count == 1)
            #expect(try BackgroundTransportTests.files(bench) == [])
            // Without an engine that waits, an error is dropped and a receipt is kept.
            let client = HealthstoreClient(address: bench.directory, token: "t", transport: transport)
            let refusing = System { _, _ in ScriptedTransport.failure(401) }
            let other = try BackgroundTransportTests.transport(refusing, bench)
            let body = BatchBody(deleted: [Data(#"{"uuid":"1"}"#.utf8)], samples: [])
            try await HealthstoreClient(address: bench.directory, token: "t", transport: other)
                .startUpload(body, idempotencyKey: "a-1")
            try await TestSupport.wait(for: "the end") { try BackgroundTransportTests.files(bench).isEmpty }
            try await client.startUpload(body, idempotencyKey: "a-2")
            try await TestSupport.wait(for: "the receipt") {
                try BackgroundTransportTests.files(bench) == ["a-2.answer"]
            }
            #expect(try await client.post(body, idempotencyKey: "a-2").deleted == 1)
            #expect(try BackgroundTransportTests.files(bench) == [])
        }
    }
}
