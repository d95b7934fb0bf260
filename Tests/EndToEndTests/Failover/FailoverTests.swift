import Foundation
import TestSupport
import Testing

/// Tests the service with a primary and a synchronous standby that is promoted. PostgresTests
/// always test that a former primary is refused.
@Suite(.enabled(if: LongRun.isOn)) struct FailoverTests {
    /// Posts a sample until it is acknowledged. Returns its uuid.
    private func deliver(_ world: ReplicatedWorld) async throws -> String {
        let uuid = UUID().uuidString
        try await wait(for: "a sample is acknowledged") { try await world.post([uuid]).status == 200 }
        return uuid
    }

    @Test("the service follows a promotion without a restart, and never uses the former primary before it comes back")
    func promotion() async throws {
        try await ReplicatedWorld.with { world in
            var delivered = [try await deliver(world)]
            let good = try await world.run(["doctor", "--replication"])
            let shown = try ReplicatedNode.recipe("$ healthstore serve").split(separator: "\n").dropFirst(2)
                .joined(separator: "\n").replacing("db0.example.org", with: world.ways[0].directory + ":5432")
                .replacing("db1.example.org", with: world.ways[1].directory + ":5432")
            #expect(good.status == 0 && good.output == shown + "\n", "\(good.output)")
            let former = world.primary
            former.freeze()
            try await world.promote()
            delivered.append(try await deliver(world))

            // Both servers accept writes now, and the former primary is named first.
            former.resume()
            try await wait(for: "the former primary answers") { try await !former.isStandby() }
            delivered.append(try await deliver(world))
            let doctor = try await world.run(["doctor", "--replication"])
            #expect(
                doctor.status == 1 && doctor.output.contains("is a former primary on timeline 1"), "\(doctor.output)")
            try await wait(for: "the log names it") { world.service.process.errors.contains("\"former_primary\"") }
            try await world.restartService()
            delivered.append(try await deliver(world))
            #expect(try await world.samples(former) == [delivered[0]])
            #expect(try await world.samples(world.primary) == delivered.sorted())

            // Without the new primary, the service does not go back.
            try await world.primary.stop()
            try await world.post([UUID().uuidString]).expect(503, "database_unavailable")
            try await former.setSynchronous(nil)
            try await world.post([UUID().uuidString]).expect(503)
            #expect(try await world.samples(former).count == 1)
            let command = try await world.run(["person", "add", "Bea"])
            #expect(command.status == 1 && command.errors.contains("is a former primary"), "\(command.errors)")

            // The former primary comes back as the article says, although it has recycled its log.
            try await world.primary.start()
            try await former.recycleLog(keepsSome: true)
            try await former.stop()
            try await world.rejoin()
            delivered.append(try await deliver(world))
            try await world.waitForReplay()
            #expect(try await world.samples(world.standby) == delivered.sorted())

            // If the log is gone, it is copied anew.
            let second = world.primary
            try await world.promote()
            try await second.setSynchronous(nil)
            try await second.recycleLog(keepsSome: false)
            try await second.stop()
            let failed = await #expect(throws: ReplicatedNode.Failed.self) { try await world.rejoin() }
            #expect(failed?.description.contains("could not open file") == true, "\(failed as Any)")
            try await world.rejoin(isCopied: true)
            delivered.append(try await deliver(world))
            try await world.waitForReplay()
            #expect(try await world.samples(world.standby) == delivered.sorted())
        }
    }

    @Test("a commit that the standby does not confirm is answered as unknown, and the same batch again stores it once")
    func unknownCommit() async throws {
        try await ReplicatedWorld.with { world in
            _ = try await deliver(world)
            let uuid = UUID().uuidString
            try await world.standby.stop()
            let unknown = try await world.post([uuid], key: "once")
            unknown.expect(503, "commit_unknown")
            #expect(unknown.header("Retry-After") == "2")
            #expect(try await world.samples(world.primary).count == 1, "a commit that waits is not visible")
            try await world.standby.start()
            try await wait(for: "the batch is acknowledged") { try await world.post([uuid], key: "once").status == 200 }
            #expect(try await world.samples(world.primary).filter { $0 == uuid }.count == 1)
        }
    }
}
