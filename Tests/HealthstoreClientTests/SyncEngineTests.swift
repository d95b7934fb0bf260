import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SyncEngineTests {
    private static func texts(_ samples: some Sequence<SampleRecord>) -> [String] {
        samples.map { $0.uuid.uuidString.lowercased() }
    }

    @Test("changes are sent once, page by page and in order, each page under its own key")
    func pages() async throws {
        try await SyncBench.with { bench in
            bench.setRecordsPerBatch(4)
            let samples = bench.save(10)
            let transport = ScriptedTransport()
            let engine = bench.engine(transport)
            try await engine.syncNow()
            #expect(transport.sent.flatMap(\.samples) == SyncEngineTests.texts(samples))
            #expect(transport.sent.map(\.count) == [4, 4, 2])
            #expect(Set(transport.sent.map(\.key)).count == 3)
            #expect(transport.sent.allSatisfy { UUID(uuidString: $0.key) != nil })
            bench.phone.delete([samples[0]])
            let added = bench.save(1, from: 20)
            try await engine.syncNow()
            #expect(transport.sent.count == 4)
            #expect(transport.sent.last?.deleted == [SyncEngineTests.texts(samples)[0]])
            #expect(transport.sent.last?.samples == SyncEngineTests.texts(added))
        }
    }

    @Test("a lost request is repeated unchanged under its key, after the time that the service asks to wait")
    func retries() async throws {
        try await SyncBench.with { bench in
            bench.save(3)
            let html = HTTPAnswer(status: 200, body: Data("<html>please log in</html>".utf8))
            let transport = ScriptedTransport([
                ScriptedTransport.failure(503, headers: ["retry-after": "77"]), html,
                ScriptedTransport.failure(429, headers: ["retry-after": "5"]), ScriptedTransport.failure(500), nil,
            ])
            try await bench.engine(transport).syncNow()
            #expect(transport.sent.count == 5)
            #expect(Set(transport.sent.map(\.key)).count == 1)
            let delays = bench.delays.all
            #expect(delays.count == 4 && delays[0] == 77 && delays[2] == 5)
            #expect((1...2).contains(delays[1]) && (4...8).contains(delays[3]))
        }
    }

    @Test(
        "when the service stays away, the anchor stays, what was collected waits, and the next engine goes on with it")
    func givesUp() async throws {
        try await SyncBench.with { bench in
            bench.configuration.retry.attemptsMax = 3
            let samples = bench.save(3)
            let away = ScriptedTransport { _ in ScriptedTransport.failure(503) }
            await #expect { try await bench.engine(away).syncNow() } throws: {
                ($0 as? HealthstoreError)?.code == .unavailable
            }
            #expect(away.sent.count == 3)
            do {
                let outbox = try bench.outbox()
                #expect(outbox.entries.count == 1 && outbox.anchors[samples[0].type] == nil)
            }
            let pages = bench.phone.pageCount
            let there = ScriptedTransport()
            try await bench.engine(there).syncNow([])
            #expect(there.sent.map(\.key) == [away.sent[0].key])
            #expect(bench.phone.pageCount == pages)
            #expect(try bench.outbox().anchors[samples[0].type] == Data("3".utf8))
        }
    }

    @Test("a refused token stops the engine at once, and no change is lost")
    func unauthorized() async throws {
        try await SyncBench.live { bench, service in
            let samples = bench.save(3)
            let address = try await service.address
            let wrong = bench.engine(URLSessionTransport(), address: address, token: "wrong")
            await #expect { try await wrong.run() } throws: {
                let error = $0 as? HealthstoreError
                return error?.code == .notAccepted && error?.status == 401 && error?.serviceCode != nil
            }
            #expect(bench.delays.all.isEmpty)
            try await bench.engine(URLSessionTransport(), address: address, token: service.token).syncNow()
            #expect(try await service.samples(samples[0].type).count == 3)
        }
    }

    @Test("a batch that is too large is halved until it fits, and a record that never fits is quarantined")
    func halves() async throws {
        try await SyncBench.with { bench in
            let samples = bench.save(10)
            let texts = SyncEngineTests.texts(samples)
            let transport = ScriptedTransport { sent in
                sent.count > 3 || sent.samples.contains(texts[6]) ? ScriptedTransport.failure(413) : nil
            }
            let engine = bench.engine(transport)
            try await engine.syncNow()
            let received = transport.sent.filter { $0.count <= 3 && !$0.samples.contains(texts[6]) }
            #expect(received.flatMap(\.samples) == texts.filter { $0 != texts[6] })
            // Different bytes need a different key.
            #expect(Set(transport.sent.map(\.key)).count == transport.sent.count)
            #expect(transport.sent.allSatisfy { $0.key.count <= 200 })
            do {
                let outbox = try bench.outbox()
                #expect(try outbox.quarantinedNames().count == 1)
                #expect(outbox.anchors[samples[0].type] == Data("10".utf8))
            }
            // The engine stores the limit, so the next ten samples are not sent as one batch.
            let before = transport.sent.count
            bench.save(10, from: 40)
            try await engine.syncNow()
            #expect(transport.sent.dropFirst(before).allSatisfy { $0.count <= 5 })
        }
    }

    @Test("a batch that the service refuses is kept in quarantine, does not block, and can be sent again")
    func quarantine() async throws {
        try await SyncBench.with { bench in
            bench.setRecordsPerBatch(2)
            let samples = bench.save(4)
            let transport = ScriptedTransport([ScriptedTransport.failure(400, code: "malformed_batch")])
            let engine = bench.engine(transport)
            try await engine.syncNow()
            #expect(transport.sent.map(\.count) == [2, 2])
            let quarantined = bench.events.all.compactMap { event -> HealthstoreError? in
                if case .quarantined(_, 2, let error) = event { return error }
                return nil
            }
            #expect(quarantined.map(\.serviceCode) == ["malformed_batch"])
            #expect(try bench.outbox().quarantinedNames().count == 1)
            try await engine.retryQuarantined()
            #expect(transport.sent.last?.samples == Array(SyncEngineTests.texts(samples)[..<2]))
            let outbox = try bench.outbox()
            #expect(try outbox.quarantinedNames().isEmpty)
            #expect(outbox.anchors[samples[0].type] == Data("4".utf8))
        }
    }

    @Test("a deletion that the service refuses in one half of a batch is reported with its own uuid")
    func rejectedHalf() async throws {
        try await SyncBench.with { bench in
            let samples = bench.save(4)
            try await bench.engine(ScriptedTransport()).syncNow()
            bench.phone.delete(samples)
            let transport = ScriptedTransport { sent in
                guard sent.count <= 2 else { return ScriptedTransport.failure(413) }
                let rejected = sent.deleted.firstIndex(of: SyncEngineTests.texts(samples)[3]).map {
                    BatchReceipt.Rejection(
                        collection: "deleted", index: $0, code: "write_not_granted", field: "uuid", message: "no")
                }
                return try? ScriptedTransport.receipt(sent, rejected: rejected.map { [$0] } ?? [])
            }
            try await bench.engine(transport).syncNow()
            #expect(bench.rejected.map(\.uuid) == [samples[3].uuid])
        }
    }

    @Test("records that the service or JSON refuses are reported, and all others are stored")
    func rejections() async throws {
        try await SyncBench.live { bench, service in
            var samples = bench.save(4)
            samples[1].unit = "furlong"
            samples[2].value = .number(.nan)
            bench.phone.delete([bench.save(1, from: 50)[0]])
            bench.phone.save(samples)
            let address = try await service.address
            let engine = bench.engine(URLSessionTransport(), address: address, token: service.token)
            try await engine.syncNow()
            #expect(Set(bench.rejected.map(\.uuid)) == [samples[1].uuid, samples[2].uuid])
            #expect(Set(bench.rejected.map(\.code)) == ["not_encodable", "unknown_unit"])
            #expect(Set(bench.rejected.map(\.field)) == ["value", "unit"])
            let stored = try await service.samples(samples[0].type)
            #expect(Set(stored.map(\.uuid)) == [samples[0].uuid, samples[3].uuid])
        }
    }

    @Test("waiting changes are sent although the store cannot be read")
    func lockedPhone() async throws {
        try await SyncBench.with { bench in
            bench.configuration.retry.attemptsMax = 1
            let samples = bench.save(2)
            let away = ScriptedTransport { _ in ScriptedTransport.failure(503) }
            await #expect(throws: HealthstoreError.self) { try await bench.engine(away).syncNow() }
            bench.phone.lock(true)
            let there = ScriptedTransport()
            let engine = bench.engine(there)
            await #expect { try await engine.syncNow() } throws: {
                ($0 as? HealthstoreError)?.code == .storeUnavailable
            }
            #expect(there.sent.flatMap(\.samples) == SyncEngineTests.texts(samples))
            bench.phone.lock(false)
            let more = bench.save(1, from: 30)
            // Types that could not be read are read later without a new request.
            try await engine.syncNow([])
            #expect(there.sent.last?.samples == SyncEngineTests.texts(more))
        }
    }

    @Test("a running engine sends existing changes, then reported ones, until the store's stream ends")
    func running() async throws {
        try await SyncBench.with { bench in
            let first = bench.save(2)
            let transport = ScriptedTransport([ScriptedTransport.failure(503)])
            bench.configuration.retry.attemptsMax = 1
            let engine = bench.engine(transport)
            let running = Task { try await engine.run() }
            func wait(for count: Int) async throws {
                try await TestSupport.wait(for: "\(count) samples to be sent") {
                    transport.sent.flatMap(\.samples).count >= count
                }
            }
            // The first response was not a receipt, so both samples are sent twice.
            try await wait(for: 4)
            let second = bench.save(3, from: 10)
            try await wait(for: 7)
            #expect(
                transport.sent.flatMap(\.samples)
                    == SyncEngineTests.texts(first + first) + SyncEngineTests.texts(second))
            // Each update is completed, because HealthKit would stop waking the app otherwise.
            try await TestSupport.wait(for: "the completion of an update") { bench.phone.completionCount > 0 }
            bench.phone.endUpdates()
            try await running.value
            #expect(bench.phone.completionCount == 1)
        }
    }

    @Test("the phone's time zone is reported once, after each change and after a failure, but not after a refusal")
    func timeZones() async throws {
        try await SyncBench.live { bench, service in
            let address = try await service.address
            let zone = Mutex("Europe/Berlin")
            let transport = CountingTransport(address: address)
            let engine = bench.engine(transport, token: service.token, timeZone: { zone.withLock { $0 } })
            let away = try #require(URL(string: "http://127.0.0.1:9"))
            for (target, expected) in [(away, 0), (address, 1), (address, 0)] {
                transport.move(to: target)
                try await engine.syncNow()
                #expect(transport.take().requests == expected)
            }
            for (name, expected) in [("Asia/Tokyo", 1), ("Nowhere/Atlantis", 1), ("Nowhere/Atlantis", 0)] {
                zone.withLock { $0 = name }
                try await engine.syncNow()
                #expect(transport.take().requests == expected, "\(name)")
            }
            struct Answer: Decodable {
                struct Run: Decodable {
                    var timeZone: String
                }
                var timeZones: [Run]
            }
            let answer = try JSONDecoder().decode(Answer.self, from: try await service.get("/v1/time-zones", []))
            #expect(answer.timeZones.last?.timeZone == "Asia/Tokyo")
        }
    }

    @Test("a cancelled engine ends, and requests of other callers made meanwhile are served")
    func cancellation() async throws {
        try await SyncBench.with { bench in
            bench.configuration.retry.attemptsMax = .max
            bench.save(1)
            let isAway = Mutex(true)
            let transport = ScriptedTransport { _ in
                isAway.withLock { $0 } ? ScriptedTransport.failure(503) : nil
            }
            let engine = bench.engine(transport)
            let first = Task { try await engine.syncNow() }
            while transport.sent.isEmpty { await Task.yield() }
            let second = Task { try await engine.syncNow() }
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            isAway.withLock { $0 = false }
            try await second.value
            #expect(try bench.outbox().entries.isEmpty)
        }
    }
}
