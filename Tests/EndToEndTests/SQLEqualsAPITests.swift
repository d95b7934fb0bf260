import Foundation
import HealthAPI
import HealthCore
import Postgres
import TestSupport
import Testing

/// Sends the same requests to the API and to SQL.
@Suite("SQL equals the API")
struct SQLEqualsAPITests {
    private static let questionsPerWorld = Rounds.count(250, short: 24)

    @Test(
        "random requests have the same answers in SQL as over HTTP, also if only some slots are fresh",
        arguments: 0..<UInt64(Rounds.count(2)))
    func thousandQuestions(seed: UInt64) async throws {
        try await ServedStore.with(["--slot-refresh", "off"]) { served in
            var world = try await QuestionWorld.make(served, seed: seed)
            let slots = try world.slots()
            #expect(slots.fresh > (LongRun.isOn ? 1_000 : 200) && slots.stale > (LongRun.isOn ? 100 : 10), "\(slots)")
            let aggregates = try world.aggregates()
            #expect(aggregates.all > 300 && aggregates.withoutAverage > 20, "\(aggregates)")
            let questions = (0..<Self.questionsPerWorld).map { _ in world.question() }
            let answers = try await served.ask(questions, tokens: world.tokens)
            let inSQL = try world.ask(questions)
            #expect(differing(questions, inSQL, from: answers) == [])
            let measured = answers.reduce(0) { $0 + $1.lines.count { $0.figures != nil } }
            #expect(measured > (LongRun.isOn ? 10 : 3) * questions.count)
            let samples = try world.ask(questions, after: "update health.slot_type set format = 0")
            #expect(differing(questions, samples, from: answers) == [])
            guard LongRun.isOn else { return }
            let some = stride(from: 0, to: questions.count, by: 4).map { (questions[$0], answers[$0]) }
            try await proveSlots(served, world, some.map(\.0), some.map(\.1))
        }
    }

    @Test("what the present cuts is partial on both sides")
    func present() async throws {
        try await ServedStore.with { served in
            let token = try served.token()
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

    /// Checks that SQL and the API use slots and marks, because their answers differ after slots or
    /// marks are deleted.
    private func proveSlots(
        _ served: ServedStore, _ world: QuestionWorld, _ questions: [WorldQuestion], _ answers: [StatisticsAnswer]
    ) async throws {
        let unmarked = try world.ask(questions, after: "delete from health.slot_mark")
        #expect(differing(questions, unmarked, from: answers).count > 3)
        let unslotted = try world.ask(
            questions, after: "update health.hour_slot set sum = sum + 1, maximum = maximum + 1")
        #expect(differing(questions, unslotted, from: answers).count > 3)
        let undated = try world.ask(questions, after: "delete from health.day_slot")
        #expect(differing(questions, undated, from: answers).count > 3)
        let moved = try world.ask(questions, after: "update health.aggregate_extreme set quantity = quantity / 2")
        #expect(differing(questions, moved, from: answers).count > 3)
        try world.session.executeScript("delete from health.slot_mark")
        let servedUnmarked = try await served.ask(questions, tokens: world.tokens)
        #expect(differing(questions, servedUnmarked, from: answers).count > 3)
        try world.session.executeScript("delete from health.day_slot")
        let servedWithoutDays = try await served.ask(questions, tokens: world.tokens)
        #expect(differing(questions, servedWithoutDays, from: servedUnmarked).count > 3)
        try world.session.executeScript("update health.hour_slot set sum = sum + 1, maximum = maximum + 1")
        let servedWithoutHours = try await served.ask(questions, tokens: world.tokens)
        #expect(differing(questions, servedWithoutHours, from: servedWithoutDays).count > 3)
    }
}
