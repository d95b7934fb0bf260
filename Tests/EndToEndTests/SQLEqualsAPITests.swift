import Foundation
import Postgres
import TestSupport
import Testing

/// The API and SQL are asked the same questions.
@Suite("SQL equals the API")
struct SQLEqualsAPITests {
    private static let questionsPerWorld = 250

    @Test(
        "a thousand random questions have the same answers in SQL as over HTTP, also where only some slots are fresh",
        arguments: 0..<UInt64(4))
    func thousandQuestions(seed: UInt64) async throws {
        try await ServedStore.with(["--slot-refresh", "off"]) { served in
            var world = try await QuestionWorld.make(served, seed: seed)
            let slots = try world.slots()
            #expect(slots.fresh > 500 && slots.stale > 50, "\(slots)")
            let questions = (0..<Self.questionsPerWorld).map { _ in world.question() }
            let answers = try await served.ask(questions, tokens: world.tokens)
            var measured = 0
            for (question, answer) in zip(questions, answers) {
                let answer = try #require(answer, "\(question)")
                let inSQL = try StatisticsAnswer(try world.session.execute(question.sql), to: question)
                let differences = answer.differences(from: inSQL)
                #expect(differences.isEmpty, "\(question)\n\(differences.prefix(5).joined(separator: "\n"))")
                measured += answer.lines.count { $0.figures != nil }
            }
            #expect(measured > 10 * questions.count)
        }
    }
}
