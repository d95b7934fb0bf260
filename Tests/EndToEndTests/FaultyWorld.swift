import Foundation
import Synchronization
import TestSupport

/// A service and a PostgreSQL that crash and start again while clients deliver.
final class FaultyWorld: Sendable {
    let server: CrashableServer
    let token: String
    private let state: Mutex<State>

    private struct State {
        var service: RunningService
        var isOver = false
        var kills = 0
        var crashes = 0
        var cuts = 0
        /// The number of responses by status. 0 means no response.
        var statuses: [Int: Int] = [:]
        /// The receipts by batch.
        var receipts: [Int: [String]] = [:]
        var surprises: [String] = []
        var feedEnd: Int?
    }

    struct NotAcknowledged: Error {
        var batch: Int
        var last: String
    }

    private static let arguments = ["--rate-limit", "0", "--database-url"]
    /// - Parameter person: the name of a new person, whose samples are delivered.
    init(_ server: CrashableServer, person: String) async throws {
        self.server = server
        let service = try await FaultyWorld.serve(server)
        let store = ServedStore(service: service, conninfo: server.conninfo)
        token = try store.token(for: person)
        state = Mutex(State(service: service))
    }

    private static func serve(_ server: CrashableServer) async throws -> RunningService {
        try await RunningService.start(arguments + [server.conninfo])
    }

    var service: RunningService { state.withLock { $0.service } }
    var store: ServedStore { ServedStore(service: service, conninfo: server.conninfo) }
    var receipts: [Int: [String]] { state.withLock { $0.receipts } }
    var surprises: [String] { state.withLock { $0.surprises } }
    var counts: (kills: Int, crashes: Int, cuts: Int) { state.withLock { ($0.kills, $0.crashes, $0.cuts) } }
    var summary: String {
        state.withLock { "\($0.kills) kills, \($0.crashes) crashes, \($0.cuts) cuts, answers \($0.statuses)" }
    }

    // MARK: Faults

    /// Kills the service at random times. Starts it again as a supervisor does, until it keeps
    /// running.
    func killService(seed: UInt64, until end: Date) async throws {
        var random = SeededGenerator(seed)
        while await goesOn(until: end, afterMilliseconds: 300 + random.below(1_500)) {
            let service = service
            if !service.process.isRunning {
                state.withLock { $0.surprises.append("the service ended: \(service.process.errors.suffix(2_000))") }
            }
            service.process.kill()
            _ = await service.process.waitForExit(seconds: 10)
            state.withLock { $0.kills += 1 }
            try await Task.sleep(for: .milliseconds(random.below(300)))
            try await restartService()
        }
    }

    /// PostgreSQL may be stopped at this moment.
    private func restartService() async throws {
        let deadline = Date(timeIntervalSinceNow: Patience.seconds)
        while true {
            do {
                let started = try await FaultyWorld.serve(server)
                return state.withLock { $0.service = started }
            } catch let error as RunningService.DidNotStart {
                guard Date() < deadline else { throw error }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    func crashServer(seed: UInt64, until end: Date) async throws {
        var random = SeededGenerator(seed)
        while await goesOn(until: end, afterMilliseconds: 400 + random.below(1_200)) {
            try await crashServerOnce(milliseconds: 300 + random.below(1_200))
        }
    }

    func crashServerOnce(milliseconds: Int) async throws {
        try await server.crash()
        state.withLock { $0.crashes += 1 }
        try await Task.sleep(for: .milliseconds(milliseconds))
        try await server.start()
    }

    /// Sleeps. Returns false after the clients have finished.
    private func goesOn(until end: Date, afterMilliseconds: Int) async -> Bool {
        try? await Task.sleep(for: .milliseconds(afterMilliseconds))
        return Date() < end && !state.withLock(\.isOver)
    }

    /// The position of the last change after all deliveries have ended, otherwise nil. Clients that
    /// follow the feed may stop there.
    var feedEnd: Int? { state.withLock { $0.feedEnd } }

    func endReading(at position: Int) { state.withLock { $0.feedEnd = position } }

    func noteSurprise(_ text: String) { state.withLock { $0.surprises.append(text) } }

    func endFaults() { state.withLock { $0.isOver = true } }

    func stop() async {
        service.process.kill()
        _ = await service.process.waitForExit(seconds: 10)
    }

    // MARK: Deliveries

    /// Delivers a batch until a receipt arrives. Delivers an abandoned batch only once, without
    /// checking the outcome.
    func deliver(_ batch: DeliveryPlan.Batch, _ random: inout SeededGenerator, cutPercent: Int = 35) async throws {
        let deadline = Date(timeIntervalSinceNow: Patience.seconds)
        var last = ""
        while Date() < deadline {
            if batch.isAbandoned || random.chance(cutPercent) {
                try await cut(batch, &random)
                if batch.isAbandoned { return }
                continue
            }
            let answer = try await service.send(
                "POST", "/v1/batches", token: token, body: batch.body, headers: FaultyWorld.headers(batch), seconds: 10)
            state.withLock { $0.statuses[answer.status, default: 0] += 1 }
            if answer.status == 200 {
                return state.withLock { $0.receipts[batch.number, default: []].append(answer.body) }
            }
            last = "\(answer.status) \(answer.body)"
            // The request is correct, so only a fault may cause another status.
            if ![0, 503].contains(answer.status) { state.withLock { [last] in $0.surprises.append(last) } }
            try await Task.sleep(for: .milliseconds(10 + random.below(190)))
        }
        throw NotAcknowledged(batch: batch.number, last: last)
    }

    private static func headers(_ batch: DeliveryPlan.Batch) -> [String] {
        batch.key.map { ["Idempotency-Key: \($0)"] } ?? []
    }

    /// Delivers a batch and ends the connection in the middle of the request or of the response.
    private func cut(_ batch: DeliveryPlan.Batch, _ random: inout SeededGenerator) async throws {
        state.withLock { $0.cuts += 1 }
        let address = service.address
        guard random.chance(70) else { return cutRequest(batch, address, at: random.below(batch.body.utf8.count)) }
        var arguments = ["-s", "-o", "/dev/null", address + "/v1/batches", "--data-binary", "@-"]
        for header in FaultyWorld.headers(batch) + ["Authorization: Bearer \(token)", "Content-Type: application/json"]
        {
            arguments += ["-H", header]
        }
        let milliseconds = 1 + random.below(59)
        let isKilled = random.chance(50)
        arguments += isKilled ? ["--limit-rate", "20k"] : ["--max-time", "\(Double(milliseconds) / 1_000)"]
        let curl = BackgroundProcess("/usr/bin/curl", arguments)
        try curl.start(input: batch.body)
        if isKilled {
            try await Task.sleep(for: .milliseconds(milliseconds))
            curl.kill()
        }
        _ = await curl.waitForExit(seconds: 10)
    }

    /// Announces the length of the body and sends fewer bytes.
    private func cutRequest(_ batch: DeliveryPlan.Batch, _ address: String, at count: Int) {
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }),
            let socket = try? OpenSocket(port: port)
        else { return }
        let fields =
            ["POST /v1/batches HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)"]
            + ["Content-Type: application/json", "Content-Length: \(batch.body.utf8.count)"]
            + FaultyWorld.headers(batch)
        socket.send(
            fields.joined(separator: "\r\n") + "\r\n\r\n"
                + String(decoding: batch.body.utf8.prefix(count), as: UTF8.self))
        socket.close()
    }
}
