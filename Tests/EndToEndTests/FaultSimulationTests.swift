import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: LongRun.isOn)) struct FaultSimulationTests {
    /// The maximum time in which faults are injected for each seed.
    private static let faultSeconds = 5.0
    /// The seeds that every run uses in addition to a new one.
    private static let fixedSeeds: [UInt64] = [1]

    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let given = environment["HEALTHSTORE_FAULT_SEEDS"] ?? environment["HEALTHSTORE_FAULT_SEED"]
        return given.map(seeds(in:)) ?? fixedSeeds + [UInt64.random(in: 0..<1_000_000)]
    }

    /// Returns the seeds of a list such as `7` or `1-200,991`.
    private static func seeds(in text: String) -> [UInt64] {
        text.split(separator: ",").flatMap { part in
            let ends = part.split(separator: "-").compactMap { UInt64($0) }
            guard let first = ends.first, let last = ends.last, first <= last else {
                Issue.record("\"\(part)\" is neither a seed nor a range of seeds such as 1-200")
                return [UInt64]()
            }
            return Array(first...last)
        }
    }

    @Test(
        "whatever is killed, crashed or cut: what is acknowledged is there exactly once, deletions hold, batches are whole, and who follows the changes misses none"
    )
    func faults() async throws {
        try await CrashableServer.with { server in
            for seed in FaultSimulationTests.seeds {
                print("fault simulation: HEALTHSTORE_FAULT_SEED=\(seed)")
                let plan = try DeliveryPlan(seed: seed)
                let world = try await FaultyWorld(server, person: "Seed \(seed)")
                // After a seed fails, the following seeds are still tried.
                do {
                    let followers = try await simulate(plan, world)
                    print("fault simulation: \(world.summary), streams \(followers.map(\.openings))")
                    try await check(plan, world, "HEALTHSTORE_FAULT_SEED=\(seed)")
                    try await check(followers, world, "HEALTHSTORE_FAULT_SEED=\(seed)")
                } catch {
                    print("fault simulation: \(world.summary)\n\(world.service.process.errors.suffix(4_000))")
                    Issue.record(error, "HEALTHSTORE_FAULT_SEED=\(seed)")
                }
                await world.stop()
            }
        }
    }

    /// Delivers the plan while other clients follow the changes.
    private func simulate(_ plan: DeliveryPlan, _ world: FaultyWorld) async throws -> [StreamFollower] {
        try await withThrowingTaskGroup(of: StreamFollower.self) { group in
            for (number, query) in ["?changes=true", "?changes=true", ""].enumerated() {
                group.addTask {
                    var follower = StreamFollower(query: query)
                    // The first follower stays connected as long as the service runs.
                    let random = SeededGenerator(plan.seed ^ UInt64(0xD + number))
                    try await follower.follow(world, leaving: number == 0 ? nil : random)
                    return follower
                }
            }
            do {
                try await deliver(plan, world, plan.seed)
                try await recover(plan, world, plan.seed)
                var reader = HTTPReplica(types: nil)
                while !reader.isAtEnd { try await reader.read(world.store, world.token, limit: 1_000) }
                world.endReading(at: reader.lastPosition)
            } catch {
                world.endReading(at: 0)
                throw error
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func check(_ followers: [StreamFollower], _ world: FaultyWorld, _ seed: Comment) async throws {
        let end = world.feedEnd ?? 0
        for follower in followers {
            #expect(follower.openings > 1, seed)
            #expect(follower.lastPosition >= end, seed)
            guard follower.holdsChanges else { continue }
            let (problems, count) = try await follower.replica.differences(from: world.store, world.token)
            #expect(problems.isEmpty && count > 0, "\(seed): \(problems)")
        }
    }

    private func deliver(_ plan: DeliveryPlan, _ world: FaultyWorld, _ seed: UInt64) async throws {
        let end = Date(timeIntervalSinceNow: FaultSimulationTests.faultSeconds)
        try await withThrowingTaskGroup(of: Void.self) { faults in
            faults.addTask { try await world.killService(seed: seed ^ 0xA, until: end) }
            faults.addTask { try await world.crashServer(seed: seed ^ 0xB, until: end) }
            do {
                try await withThrowingTaskGroup(of: Void.self) { clients in
                    for (client, places) in plan.deliveries.enumerated() {
                        clients.addTask {
                            var random = SeededGenerator(seed &+ UInt64(client) &+ 1)
                            for place in places {
                                try await world.deliver(plan.batches[place], &random)
                                try await Task.sleep(for: .milliseconds(random.below(250)))
                            }
                        }
                    }
                    try await clients.waitForAll()
                }
            } catch {
                world.endFaults()
                try? await faults.waitForAll()
                throw error
            }
            world.endFaults()
            try await faults.waitForAll()
        }
        let counts = world.counts
        #expect(counts.kills > 0 && counts.crashes > 0 && counts.cuts > 0, "\(counts)")
    }

    /// PostgreSQL stops and starts again under a service that is not restarted. Old batches are
    /// then sent again.
    private func recover(_ plan: DeliveryPlan, _ world: FaultyWorld, _ seed: UInt64) async throws {
        let service = world.service
        var random = SeededGenerator(seed ^ 0xC)
        try await world.crashServerOnce(milliseconds: 1_000)
        for batch in plan.batches.filter({ !$0.isAbandoned }).shuffled(using: &random).prefix(12) {
            try await world.deliver(batch, &random, cutPercent: 0)
        }
        #expect(service.process.isRunning && service === world.service)
    }

    private func check(_ plan: DeliveryPlan, _ world: FaultyWorld, _ seed: Comment) async throws {
        #expect(world.surprises.isEmpty, seed)
        let receipts = world.receipts
        for batch in plan.batches {
            let bodies = receipts[batch.number] ?? []
            #expect(bodies.isEmpty == batch.isAbandoned, seed)
            #expect(bodies.allSatisfy { $0.contains(#""rejected":[]"#) }, "\(seed): \(bodies)")
            if batch.key != nil { #expect(Set(bodies).count <= 1, "\(seed): one key, one receipt") }
        }
        let stored = try await samples(world)
        #expect(Set(stored.map(\.uuid)).count == stored.count, "\(seed): a sample is there twice")
        let known = Dictionary(stored.map { ($0.uuid, $0.batch) }) { first, _ in first }
        let abandoned = plan.batches.filter { $0.isAbandoned && known[$0.uuids[0]] != nil }.map(\.number)
        let expected = plan.samples(applied: Set(receipts.keys).union(abandoned))
        let decided = Set(known.keys).union(expected.keys)
        let differences = decided.filter { known[$0] != expected[$0] }.map {
            "\($0): batch \(known[$0].map(String.init) ?? "none") instead of \(expected[$0].map(String.init) ?? "none")"
        }
        #expect(differences.isEmpty, "\(seed): \(differences.sorted())")
        var replica = HTTPReplica(types: nil)
        while !replica.isAtEnd { try await replica.read(world.store, world.token, limit: 100) }
        let (problems, count) = try await replica.differences(from: world.store, world.token)
        #expect(problems.isEmpty && count == stored.count, "\(seed): \(count), \(stored.count) stored: \(problems)")
        let doctor = try await Command.run(
            try Command.product(), ["doctor", "--database-url", world.server.conninfo])
        let faults = doctor.output.split(separator: "\n").filter { $0.hasPrefix("PROBLEM") && !$0.hasSuffix(" is off") }
        #expect(faults.isEmpty && doctor.output.contains("ok       "), "\(seed): \(doctor.output)\(doctor.errors)")
        print("fault simulation: \(stored.count) samples, \(abandoned.count) abandoned batches are there")
    }

    /// Returns every sample, page by page, and the batch that its metadata name.
    private func samples(_ world: FaultyWorld) async throws -> [(uuid: String, batch: Int)] {
        var samples: [(uuid: String, batch: Int)] = []
        for type in DeliveryPlan.types {
            var cursor: String?
            repeat {
                let query = [("type", type), ("limit", "97")] + (cursor.map { [("cursor", $0)] } ?? [])
                let answer = try await world.service.send("GET", "/v1/samples", query: query, token: world.token)
                #expect(answer.status == 200, "\(answer.body)")
                let page = try answer.object
                for sample in page["samples"] as? [[String: Any]] ?? [] {
                    let metadata = sample["metadata"] as? [String: Any]
                    samples.append((sample["uuid"] as? String ?? "", metadata?["batch"] as? Int ?? -1))
                }
                cursor = page["cursor"] as? String
            } while cursor != nil
        }
        return samples
    }
}
