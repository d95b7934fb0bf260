import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Plans do not depend on what the planner happens to know.
@Suite struct PlanTests {
    struct State: CustomTestStringConvertible, Sendable {
        var statistics: PlanWorld.Statistics
        var planning: PlanWorld.Planning
        var testDescription: String { "\(statistics) statistics, \(planning) plans" }
    }

    /// The program has each statement planned anew; a plan for all parameters must be as good.
    private static let states =
        PlanWorld.Statistics.allCases.map { State(statistics: $0, planning: .custom) }
        + [State(statistics: .stale, planning: .generic)]

    /// Most pages that a statement may touch that is about so many rows of a person: to find a row by an index takes four, and to
    /// insert one twelve.
    static func buffersMax(rows: Int) -> Int { 100 + 25 * rows }

    @Test("every statement touches no more than what it is about", arguments: states)
    func tour(_ state: State) async throws {
        try await PlanWorld.with(state.statistics, state.planning) { world in
            let tour = try PlanTour(world)
            try tour.readSamples()
            try tour.readChanges()
            try tour.readFigures()
            try tour.readWorkouts()
            try tour.reconcile()
            try tour.keepPreferences()
            try tour.postBatches()
            try tour.postDeletions()
            try tour.postOfHolders()
            try tour.postOfClients()
            try tour.refreshSlots()
            try tour.importExports()
            try tour.queueImports()
            try tour.keepPeople()
            try tour.examine()
            try tour.moveEverything()
            let unseen = try tour.unseenLines()
            #expect(unseen == [], "\(unseen.joined(separator: "\n"))")
            for step in tour.steps {
                for statement in step.statements {
                    let most = PlanTests.buffersMax(rows: step.rows)
                    #expect(
                        statement.buffers <= most,
                        "\(step.name): \(statement.buffers) buffers, more than \(most)\n\(statement.description)")
                }
            }
        }
    }
}
