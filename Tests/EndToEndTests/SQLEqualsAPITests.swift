import HealthCore
import Postgres
import TestSupport
import Testing

/// Sends the same requests to the API and to SQL.
@Suite("SQL equals the API")
struct SQLEqualsAPITests {
    private static let questionsPerWorld = Rounds.count(250, short: 16)

    @Test(
        "random requests have the same answers in SQL as over HTTP, also if only some figures are fresh",
        arguments: 0..<UInt64(Rounds.count(2)))
    func thousandQuestions(seed: UInt64) async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            var world = try await QuestionWorld.make(served, seed: seed)
            let days = try world.days()
            #expect(days.fresh > (LongRun.isOn ? 1_000 : 200) && days.stale > (LongRun.isOn ? 100 : 10), "\(days)")
            let aggregates = try world.aggregates()
            #expect(aggregates.all > 300 && aggregates.withoutAverage > 20, "\(aggregates)")
            let questions = (0..<Self.questionsPerWorld).map { _ in world.question() }
            let answers = try await served.ask(questions, tokens: world.tokens)
            let inSQL = try world.ask(questions)
            #expect(differing(questions, inSQL, from: answers) == [])
            let measured = answers.reduce(0) { $0 + $1.lines.count { $0.figures != nil } }
            #expect(measured > (LongRun.isOn ? 10 : 3) * questions.count)
            let samples = try world.ask(questions, after: QuestionWorld.markEverything)
            #expect(differing(questions, samples, from: answers) == [])
        }
    }

    @Test("what the present cuts is partial on both sides")
    func present() async throws {
        try await ServedStore.withAda { served, token in
            let session = try Session(conninfo: served.conninfo)
            func hour() -> Int64 { Instant.now.microseconds / 3_600_000_000 }
            let now = hour()
            let start = Instant(microseconds: (now - 1) * 3_600_000_000).rfc3339
            let end = Instant(microseconds: now * 3_600_000_000).rfc3339
            #expect(try await served.post(["samples": [step(start: start, end: end)]], token: token).status == 200)
            func bound(_ hours: Int64) -> WorldQuestion.Bound {
                .init(time: (now + hours) * 3_600_000_000, isWall: false, isTyped: false)
            }
            for (interval, expected) in [("hour", [false, false, false, true, true]), (nil, [true])] {
                let question = WorldQuestion(
                    person: "Ada", type: "stepCount", interval: interval, timeZone: "UTC", from: bound(-3), to: bound(2)
                )
                let answers = [
                    try await served.ask([question], tokens: ["Ada": token])[0],
                    try StatisticsAnswer(try session.execute(question.sql), to: question),
                ]
                // If the hour has changed, it ended between the two answers, so they are not
                // compared.
                guard hour() == now else { return }
                for answer in answers { #expect(answer.lines.map(\.partial) == expected) }
                #expect(answers[0].differences(from: answers[1]) == [])
            }
        }
    }

    /// Returns the questions whose answers differ, with the differences.
    private func differing(
        _ questions: [WorldQuestion], _ others: [StatisticsAnswer], from answers: [StatisticsAnswer]
    ) -> [String] {
        zip(questions, zip(answers, others)).compactMap { question, pair in
            let differences = pair.0.differences(from: pair.1)
            return differences.isEmpty ? nil : "\(question)\n\(differences.prefix(5).joined(separator: "\n"))"
        }
    }
}
