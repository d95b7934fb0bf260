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
        let server = try TestServer.shared()
        try await server.withDatabase(template: server.migratedTemplate()) { conninfo in
            let session = try Session(conninfo: conninfo)
            let store = TestStore(
                conninfo: conninfo, session: session, person: try PersonStore.create(name: "Ada", session))
            try PlannedStatement.observe(session)
            let count = 2_000
            for round in 0..<2 {
                let report = try store.importing(piece: 500) { maker in
                    for number in 0..<count { maker.addFile("route \(number)", json: #"{"n": \#(number)}"#) }
                }
                #expect(report.unnamedFiles == Int64(count) && report.stored == (round == 0 ? Int64(count) : 0))
                for statement in try PlannedStatement.taken(from: session) {
                    let compared = PlanTests.comparedRowsMax(rows: count)
                    #expect(statement.comparedRows <= compared, "\(statement.description)")
                    #expect(statement.buffers <= PlanTests.buffersMax(rows: count), "\(statement.description)")
                }
            }
        }
    }
}
