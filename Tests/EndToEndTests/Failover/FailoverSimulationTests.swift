import Foundation
import Synchronization
import TestSupport
import Testing

/// Injects faults into a primary, its standby, the network and the service, while clients write and
/// read. `HEALTHSTORE_FAILOVER_FAULTS` is the number of faults, and `HEALTHSTORE_FAILOVER_SEED`
/// selects them.
@Suite(.enabled(if: LongRun.isOn)) struct FailoverSimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let faultCount = environment["HEALTHSTORE_FAILOVER_FAULTS"].flatMap { Int($0) } ?? 6
    private static let seed =
        environment["HEALTHSTORE_FAILOVER_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

    @Test(
        "whatever fails or is promoted: what is acknowledged is there exactly once, nothing else is, feeds only go forward, and equal tags mean equal bytes"
    )
    func faults() async throws {
        let seed = Comment(rawValue: "HEALTHSTORE_FAILOVER_SEED=\(Self.seed)")
        print("failover simulation: \(seed)")
        try await ReplicatedWorld.with { world in
            let history = History()
            var replicas: [HTTPReplica] = []
            try await withThrowingTaskGroup(of: HTTPReplica?.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        var random = SeededGenerator(Self.seed &+ UInt64(writer) &+ 1)
                        while !history.isOver { try await Self.write(world, history, &random) }
                        return nil
                    }
                }
                for _ in 0..<2 { group.addTask { try await Self.follow(world, history) } }
                group.addTask {
                    while !history.isOver { try await Self.readFigures(world, history) }
                    return nil
                }
                do { try await inject(world, history) } catch {
                    history.end()
                    throw error
                }
                history.end()
                for try await replica in group { if let replica { replicas.append(replica) } }
            }
            try await check(world, history, replicas, seed)
        }
    }

    // MARK: Clients

    /// What clients sent and received.
    final class History: Sendable {
        private let state = Mutex(State())

        private struct State {
            var isOver = false
            var sent: Set<String> = []
            var acknowledged: Set<String> = []
            var lastSuccess = ContinuousClock.now
            var statuses: [String: Int] = [:]
            /// The bodies of figures by their tag.
            var figures: [String: String] = [:]
            var problems: [String] = []
        }

        var isOver: Bool { state.withLock { $0.isOver } }
        func end() { state.withLock { $0.isOver = true } }
        var sent: Set<String> { state.withLock { $0.sent } }
        var acknowledged: Set<String> { state.withLock { $0.acknowledged } }
        var lastSuccess: ContinuousClock.Instant { state.withLock { $0.lastSuccess } }
        var problems: [String] { state.withLock { $0.problems } }
        var summary: String {
            state.withLock {
                "\($0.acknowledged.count) of \($0.sent.count) samples acknowledged, \($0.figures.count) tags, answers \($0.statuses)"
            }
        }

        func send(_ uuids: [String]) { state.withLock { $0.sent.formUnion(uuids) } }

        func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

        /// Notes an answer to a batch. Returns true if the batch is acknowledged.
        func receive(_ answer: RunningService.Answer, _ uuids: [String]) -> Bool {
            state.withLock { state in
                state.statuses[answer.code ?? "\(answer.status)", default: 0] += 1
                guard answer.status == 200 else {
                    // The batch is correct, so only a fault may cause another status.
                    if ![0, 503].contains(answer.status) { state.problems.append("\(answer.status) \(answer.body)") }
                    return false
                }
                state.acknowledged.formUnion(uuids)
                state.lastSuccess = .now
                return true
            }
        }

        func readFigure(_ tag: String, _ body: String) {
            state.withLock { state in
                if let earlier = state.figures[tag], earlier != body {
                    state.problems.append("two answers have \(tag)")
                }
                state.figures[tag] = body
            }
        }
    }

    /// Sends a batch until it is acknowledged.
    private static func write(
        _ world: ReplicatedWorld, _ history: History, _ random: inout SeededGenerator
    ) async throws {
        let uuids = (0...random.below(4)).map { _ in random.uuid().uuidString }
        let key = random.chance(50) ? random.uuid().uuidString : nil
        history.send(uuids)
        while !history.receive(try await world.post(uuids, key: key, seconds: 15), uuids) {
            if history.isOver { return }
            try await Task.sleep(for: .milliseconds(50 + random.below(150)))
        }
        try await Task.sleep(for: .milliseconds(random.below(60)))
    }

    /// Reads the feed until the end that it has after the last fault.
    private static func follow(_ world: ReplicatedWorld, _ history: History) async throws -> HTTPReplica {
        var replica = HTTPReplica(types: nil)
        while !history.isOver {
            try await replica.read(world.store, world.token, limit: 50, toleratesFaults: true)
            try await Task.sleep(for: .milliseconds(60))
        }
        return replica
    }

    private static func readFigures(_ world: ReplicatedWorld, _ history: History) async throws {
        let answer = try await world.service.send(
            "GET", "/v1/statistics",
            query: [("type", "stepCount"), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-02")],
            token: world.token, seconds: 15)
        if let tag = answer.header("ETag"), answer.status == 200 { history.readFigure(tag, answer.body) }
        try await Task.sleep(for: .milliseconds(80))
    }

    // MARK: Faults

    enum Fault: String, CaseIterable {
        case killPrimary, freezePrimary, killBackend, killService, cutConnections, silence, delay, cutCommit,
            stopStandby,
            cutReplication
        /// Each is a whole failover, which takes longer than the others.
        static let promoting: [Fault] = [.killPrimary, .freezePrimary]
    }

    private func inject(_ world: ReplicatedWorld, _ history: History) async throws {
        var random = SeededGenerator(Self.seed)
        var counts: [Fault: Int] = [:]
        var longest = Duration.zero
        for number in 0..<Self.faultCount {
            try await Task.sleep(for: .milliseconds(100 + random.below(400)))
            // Every run has both kinds of promotion.
            let fault =
                number < 2 ? Fault.promoting[number] : Fault.allCases.randomElement(using: &random) ?? .killService
            counts[fault, default: 0] += 1
            // Every promotion happens during an import.
            let importID = Fault.promoting.contains(fault) ? try await world.beginImport() : nil
            let promoted = try await cause(fault, world, &random)
            // The next success after the promotion, or after the end of the fault.
            try await wait(for: "a success after \(fault)") { history.lastSuccess > promoted || history.isOver }
            if Fault.promoting.contains(fault) {
                longest = max(longest, history.lastSuccess - promoted)
                world.standby.resume()
                try await Task.sleep(for: .milliseconds(random.below(1_500)))
                try await world.standby.stop()
                try await world.rejoin()
            }
            if let importID { try await world.finishImport(importID) }
        }
        print("failover simulation: \(counts.map { "\($0.key.rawValue) \($0.value)" }.sorted()), longest \(longest)")
        print("failover simulation: \(history.summary)")
    }

    /// Causes a fault and ends it. Returns the time of the promotion, or of the end.
    private func cause(
        _ fault: Fault, _ world: ReplicatedWorld, _ random: inout SeededGenerator
    ) async throws -> ContinuousClock.Instant {
        let (way, link) = (world.wayToPrimary, world.linkToPrimary)
        let pause = Duration.milliseconds(200 + random.below(1_500))
        switch fault {
        case .killPrimary:
            try await world.primary.kill()
            try await Task.sleep(for: pause)
            try await world.promote()
            return .now
        case .freezePrimary:
            world.primary.freeze()
            try await Task.sleep(for: pause)
            try await world.promote()
            return .now
        case .killBackend: try await world.primary.killBackend()
        case .killService: try await world.restartService()
        case .cutConnections:
            way.set(.refusing)
            try await Task.sleep(for: pause)
            way.set(.passing)
        case .silence:
            way.set(.silent)
            try await Task.sleep(for: pause)
            way.set(.passing)
        case .delay:
            way.set(.delaying(5 + random.below(60)))
            try await Task.sleep(for: pause)
            way.set(.passing)
        case .cutCommit:
            let cuts = way.commitCuts
            way.cutNextCommit()
            try await wait(for: "a commit is cut") { way.commitCuts > cuts }
        case .stopStandby:
            try await world.standby.stop()
            try await Task.sleep(for: pause)
            try await world.standby.start()
        case .cutReplication:
            link.set(.silent)
            try await Task.sleep(for: pause)
            link.set(.passing)
        }
        return .now
    }

    // MARK: Checks

    private func check(
        _ world: ReplicatedWorld, _ history: History, _ replicas: [HTTPReplica], _ seed: Comment
    ) async throws {
        #expect(history.problems.isEmpty, seed)
        let stored = try await world.samples(world.primary)
        let (acknowledged, sent) = (history.acknowledged, history.sent)
        #expect(acknowledged.count > Self.faultCount, seed)
        #expect(Set(stored).count == stored.count, "\(seed): a sample is there twice")
        #expect(acknowledged.subtracting(stored).isEmpty, "\(seed): acknowledged samples are lost")
        #expect(Set(stored).subtracting(sent).isEmpty, "\(seed): samples that were never sent")
        try await world.waitForReplay()
        #expect(try await world.samples(world.standby) == stored, "\(seed): the standby differs")
        for node in world.nodes { try await world.checkImports(node) }
        for var replica in replicas {
            repeat { try await replica.read(world.store, world.token, limit: 500) } while !replica.isAtEnd
            let (problems, count) = try await replica.differences(from: world.store, world.token)
            #expect(problems.isEmpty && count == stored.count, "\(seed): \(problems)")
        }
        let doctor = try await world.run(["doctor", "--verify=all"])
        let faults = doctor.output.split(separator: "\n").filter { $0.hasPrefix("PROBLEM") && !$0.hasSuffix(" is off") }
        #expect(faults.isEmpty, "\(seed): \(doctor.output)\(doctor.errors)")
    }
}
