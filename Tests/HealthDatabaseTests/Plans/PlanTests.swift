import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Checks that plans do not depend on the planner's statistics.
@Suite(.disabled(if: TestServer.isCluster, "EXPLAIN on the coordinator does not show the plans of the shards"))
struct PlanTests {
    struct State: CustomTestStringConvertible, Sendable {
        var statistics: PlanWorld.Statistics
        var planning: PlanWorld.Planning
        var testDescription: String { "\(statistics) statistics, \(planning) plans" }
    }

    /// Transactions that read keep plans for all parameters. Other statements are planned at each
    /// execution.
    private static let states =
        LongRun.isOn
        ? PlanWorld.Statistics.allCases.flatMap { statistics in
            PlanWorld.Planning.allCases.map { State(statistics: statistics, planning: $0) }
        } : [State(statistics: .stale, planning: .custom)]

    /// Returns the maximum number of pages that a statement about `rows` rows of a person may read.
    /// Finding a row by an index takes four pages, and inserting a row takes twelve. The person's clock takes
    /// some pages for each zone in which the person was.
    static func buffersMax(rows: Int) -> Int { 100 + 25 * (rows + PlanWorld.furtherZones) }

    /// Returns the maximum number of rows that the nodes of a plan for such a statement may make or
    /// compare. A plan has some dozen nodes, and an import may read all samples of the person, to
    /// compare them with its rows.
    static func comparedRowsMax(rows: Int) -> Double { Double(20_000 + PlanWorld.newcomerSamples + 100 * rows) }

    @Test("every statement touches no more than what it is about", arguments: states)
    func tour(_ state: State) async throws {
        try await PlanWorld.with(state.statistics, state.planning) { world in
            let tour = try PlanTour(world)
            try tour.readSamples()
            try tour.readChanges()
            try tour.readFigures()
            try tour.readWorkouts()
            try tour.reconcile()
            try tour.readOfHolders()
            try tour.keepPreferences()
            try tour.postBatches()
            try tour.postDeletions()
            try tour.postLargeBatch()
            try tour.recordWorkout()
            try tour.postOfHolders()
            try tour.postOfClients()
            try tour.refreshFigures()
            try tour.importExports()
            try tour.queueImports()
            try tour.keepPeople()
            try tour.keepAccess()
            try tour.examine()
            try tour.moveEverything()
            let unseen = try tour.unseenLines()
            #expect(unseen == [], "\(unseen.joined(separator: "\n"))")
            for step in tour.steps {
                // The setting that forces kept plans also applies to statements that keep none.
                for statement in step.statements where statement.keepsPlan || state.planning == .custom {
                    let most = PlanTests.buffersMax(rows: step.rows)
                    #expect(
                        statement.buffers <= most,
                        "\(step.name): \(statement.buffers) buffers, more than \(most)\n\(statement.description)")
                    let compared = PlanTests.comparedRowsMax(rows: step.rows)
                    #expect(
                        statement.comparedRows <= compared,
                        "\(step.name): \(statement.comparedRows) rows, more than \(compared)\n\(statement.description)")
                }
            }
        }
    }

    @Test("an import of files that no sample names compares each of them once, also in a fresh store")
    func unnamedFiles() async throws {
        let count = 2_000
        try await withFreshStore { store in
            for round in 0..<2 {
                let report = try store.importing(piece: 500) { maker in
                    for number in 0..<count { maker.addFile("route \(number)", json: #"{"n": \#(number)}"#) }
                }
                #expect(report.unnamedFiles == Int64(count) && report.stored == (round == 0 ? Int64(count) : 0))
                try expectFewRows(count, store)
            }
        }
    }

    @Test("an import of what a phone sent and deleted looks up each sample once", arguments: [true, false])
    func recognition(isAnalyzed: Bool) async throws {
        let count = 1_000
        func samples(_ range: Range<Int>, _ value: Double) -> [PhoneSample] {
            range.map { number in
                let start = Int64(number) * 61_000_000
                return PhoneSample(made: .quantity(value), start: start + 250_000, end: start + 60_250_000)
            }
        }
        let (both, deleted) = (samples(0..<count, 10), samples(count..<2 * count, 10))
        try await withFreshStore { store in
            try store.post(both + samples(0..<count, 7))
            try store.post(deleted)
            try store.post([], deleting: deleted.map(\.uuid))
            if isAnalyzed { try store.session.executeScript("analyze") }
            _ = store.session.takeWarnings()
            var uuids: [String: UUID] = [:]
            for round in 0..<2 {
                let report = try store.export(both + deleted + samples(0..<2 * count, 8), &uuids)
                #expect(
                    report.recognised == Int64(count), "\(round): \(report)")
                #expect(report.deletedBefore == Int64(count), "\(round): \(report)")
                try expectFewRows(4 * count, store)
            }
        }
    }

    /// Runs `body` with a store whose tables have neither rows nor statistics.
    private func withFreshStore(_ body: (TestStore) throws -> Void) async throws {
        let server = try TestServer.shared()
        try await server.withDatabase(template: server.migratedTemplate()) { conninfo in
            let session = try Session(conninfo: conninfo)
            let store = TestStore(
                conninfo: conninfo, session: session, person: try PersonStore.create(name: "Ada", session))
            try PlannedStatement.observe(session)
            try body(store)
        }
    }

    private func expectFewRows(_ count: Int, _ store: TestStore) throws {
        for statement in try PlannedStatement.taken(from: store.session) {
            let compared = PlanTests.comparedRowsMax(rows: count)
            #expect(statement.comparedRows <= compared, "\(statement.description)")
            #expect(statement.buffers <= PlanTests.buffersMax(rows: count), "\(statement.description)")
        }
    }
}
