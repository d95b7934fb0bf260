import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// Restarts and kills services behind real proxies, while clients write and read.
/// `SeveralServicesTests` always test what services share.
@Suite(.serialized, .enabled(if: LongRun.isOn)) struct BalancerTests {
    @Test(
        "restarts cost no request, a kill only those that it cuts, and nothing is stale, lost or done twice",
        arguments: Balancer.allCases.filter(\.isInstalled))
    func faults(_ balancer: Balancer) async throws {
        try await WebhookReceiver.with { receiver, url in
            try await BalancedWorld.with(balancer) { world in
                let token = try world.store.token(for: "Ada")
                let importToken = try world.store.token(for: "Ben")
                _ = try await world.store.webhook(url, token: token)
                let history = History()
                var replicas: [HTTPReplica] = []
                try await withThrowingTaskGroup(of: HTTPReplica?.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            while !history.isOver { try await Self.write(world, token, history) }
                            return nil
                        }
                    }
                    for _ in 0..<2 {
                        group.addTask {
                            while !history.isOver { try await Self.readFigures(world, token, history) }
                            return nil
                        }
                    }
                    group.addTask { try await Self.follow(world, token, history) }
                    group.addTask {
                        while !history.isOver { try await Self.upload(world, importToken, history) }
                        return nil
                    }
                    do {
                        try await world.restartAll()
                        for index in 0..<3 { try await history.fault { try await world.kill(index) } }
                        try await world.restartAll()
                    } catch {
                        history.end()
                        throw error
                    }
                    history.end()
                    for try await replica in group { if let replica { replicas.append(replica) } }
                }
                print("balancer \(balancer): \(history.summary)")
                try await check(world, token, history, replicas, receiver)
            }
        }
    }

    private func check(
        _ world: BalancedWorld, _ token: String, _ history: History, _ replicas: [HTTPReplica],
        _ receiver: WebhookReceiver
    ) async throws {
        let state = history.state.withLock(\.self)
        #expect(state.problems.isEmpty)
        #expect(state.acknowledged.count > 100 && state.uploads > 0)
        let session = try Session(conninfo: world.conninfo)
        let stored = try session.execute(
            "select upper(sample.uuid::text) from health.sample join health.person using (person_id) where name = 'Ada'"
        ).map { try $0.text(0) }
        #expect(Set(stored).count == stored.count && Set(stored) == state.acknowledged)
        for var replica in replicas {
            repeat { try await replica.read(world.store, token, limit: 500) } while !replica.isAtEnd
            let (problems, count) = try await replica.differences(from: world.store, token)
            #expect(problems.isEmpty && count == stored.count, "\(problems)")
        }
        let imported = try session.execute(
            "select count(*) from health.sample join health.person using (person_id) where name = 'Ben'")[0].int64(0)
        #expect(imported == Int64(state.uploads * Self.recordsPerUpload))
        try await wait(for: "all events are delivered") {
            // The claim of a service that was killed ends after 90 s, which is now.
            _ = try session.execute(
                """
                update health.webhook set next_attempt_at = now()
                where event_id is not null and next_attempt_at between now() and now() + interval '80 s'
                """)
            return try session.execute(
                """
                select bool_and(event_id is null and position = last_position and failure is null)
                from health.webhook join health.change_counter using (person_id)
                """)[0].bool(0)
        }
        // A service that was killed may have sent its last event, which another service sends again.
        let ids = receiver.deliveries.map(\.id)
        #expect(ids.count - Set(ids).count <= 3 && !ids.isEmpty, "\(ids.count) deliveries of \(Set(ids).count)")
        let doctor = try await Command.healthstore(["doctor", "--verify=all"], database: world.conninfo)
        #expect(doctor.output.contains("ok       3 services run"), "\(doctor.output)\(doctor.errors)")
        #expect(doctor.output.contains("ok       figures of"), "\(doctor.output)\(doctor.errors)")
    }
}

/// What clients sent and received.
private final class History: Sendable {
    let state = Mutex(State())

    struct State: Sendable {
        var isOver = false
        /// True from a kill until the killed service runs again.
        var isFaulty = false
        var lastFault: ContinuousClock.Instant?
        var acknowledged: Set<String> = []
        var uploads = 0
        var answers: [String: Int] = [:]
        var problems: [String] = []
    }

    var isOver: Bool { state.withLock { $0.isOver } }
    func end() { state.withLock { $0.isOver = true } }
    var acknowledgedCount: Int { state.withLock { $0.acknowledged.count } }
    var summary: String {
        state.withLock { state in
            let answers = state.answers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            return "\(state.acknowledged.count) samples, \(state.uploads) uploads, answers \(answers)"
        }
    }

    func fault(_ body: () async throws -> Void) async throws {
        state.withLock { $0.isFaulty = true }
        defer {
            state.withLock { state in
                state.isFaulty = false
                state.lastFault = .now
            }
        }
        try await body()
    }

    /// Returns true if a fault may have broken a request that began at `start`.
    func mayFail(since start: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.isFaulty || $0.lastFault.map { $0 > start } ?? false }
    }

    func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

    /// Sends a request, and notes a failure that no fault explains.
    func send(
        _ name: String, _ request: () async throws -> RunningService.Answer
    ) async throws -> RunningService.Answer {
        let start = ContinuousClock.now
        let answer = try await request()
        let isGood = 200..<300 ~= answer.status
        state.withLock { $0.answers["\(name) \(answer.code ?? "\(answer.status)")", default: 0] += 1 }
        if !isGood, !mayFail(since: start) { note("\(name): \(answer.status) \(answer.body.prefix(300))") }
        return answer
    }
}

extension BalancerTests {
    /// Posts a batch with a key until it is acknowledged.
    fileprivate static func write(_ world: BalancedWorld, _ token: String, _ history: History) async throws {
        let uuids = (0..<Int.random(in: 1...5)).map { _ in UUID().uuidString }
        let body = try json([
            "samples": uuids.map { uuid in
                clientSample("HKQuantityTypeIdentifierBodyMassIndex", ["uuid": uuid, "value": 22, "unit": "count"])
            }
        ])
        let key = "Idempotency-Key: \(UUID().uuidString)"
        while true {
            let answer = try await history.send("write") {
                try await world.store.service.send("POST", "/v1/batches", token: token, body: body, headers: [key])
            }
            if answer.status == 200 { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        history.state.withLock { $0.acknowledged.formUnion(uuids) }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0..<40)))
    }

    /// Expects figures that have every sample that was acknowledged before the question.
    fileprivate static func readFigures(_ world: BalancedWorld, _ token: String, _ history: History) async throws {
        let least = history.acknowledgedCount
        let answer = try await history.send("figures") {
            try await world.store.get(
                "/v1/statistics",
                [("type", "bodyMassIndex"), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-02")],
                token: token)
        }
        if answer.status == 200, least > 0 {
            let count = (try answer.object["statistics"] as? [String: Any])?["count"] as? Int ?? 0
            if count < least { history.note("\(count) samples are counted, and \(least) were acknowledged") }
        }
        try await Task.sleep(for: .milliseconds(30))
    }

    fileprivate static func follow(
        _ world: BalancedWorld, _ token: String, _ history: History
    ) async throws -> HTTPReplica {
        var replica = HTTPReplica(types: nil)
        while !history.isOver {
            let start = ContinuousClock.now
            try await replica.read(
                world.store, token, limit: 50, toleratesFaults: history.mayFail(since: start))
            try await Task.sleep(for: .milliseconds(50))
        }
        return replica
    }

    fileprivate static let recordsPerUpload = 2_000
    private static let pieceBytes = 40_000

    /// Uploads an export in pieces, which the proxy gives to different services, and waits until it
    /// is imported.
    fileprivate static func upload(_ world: BalancedWorld, _ token: String, _ history: History) async throws {
        let first = history.state.withLock { $0.uploads } * recordsPerUpload
        let records = (first..<first + recordsPerUpload).map { TestExport.record($0) }.joined()
        let data = Array("<HealthData locale=\"en_US\">\n\(records)</HealthData>\n".utf8)
        let key = "Idempotency-Key: \(UUID().uuidString)"
        var (id, received, state) = (Int?.none, 0, "receiving")
        while state == "receiving" {
            let end = min(received + pieceBytes, data.count)
            let piece = String(decoding: data[received..<end], as: UTF8.self)
            let (from, path) = (received, id.map { "/v1/imports/\($0)" } ?? "/v1/imports")
            let answer = try await history.send("piece") {
                try await world.store.service.send(
                    path == "/v1/imports" ? "POST" : "PUT", path, token: token, body: piece,
                    headers: [
                        key, "Content-Type: application/xml", "Content-Range: bytes \(from)-\(end - 1)/\(data.count)",
                    ])
            }
            if answer.code == "upload_complete" { break }
            guard 200..<300 ~= answer.status else {
                if let id { received = try await importObject(id, world, token)["receivedBytes"] as? Int ?? received }
                continue
            }
            (id, received) = (try answer.object.importID, try answer.object["receivedBytes"] as? Int ?? 0)
            state = try answer.object["state"] as? String ?? ""
        }
        let number = id ?? 0
        try await wait(for: "import \(number) ends") {
            ["finished", "failed"].contains(try await importObject(number, world, token)["state"] as? String)
        }
        let ended = try await importObject(number, world, token)
        if ended["state"] as? String != "finished" { history.note("import \(number): \(ended)") }
        history.state.withLock { $0.uploads += 1 }
    }

    private static func importObject(
        _ id: Int, _ world: BalancedWorld, _ token: String
    ) async throws -> [String: Any] {
        var answer = RunningService.Answer(status: 0, body: "")
        try await wait(for: "import \(id) is read") {
            answer = try await world.store.get("/v1/imports/\(id)", token: token)
            return answer.status == 200
        }
        return try answer.object
    }
}
