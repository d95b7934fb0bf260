import Foundation
import TestSupport
import Testing

extension ServedStore {
    /// Sends every question to the API.
    ///
    /// - Parameter tokens: the tokens by person.
    func ask(_ questions: [WorldQuestion], tokens: [String: String]) async throws -> [StatisticsAnswer] {
        var answers: [Int: StatisticsAnswer] = [:]
        for (person, token) in tokens {
            let places = questions.indices.filter { questions[$0].person == person }
            let requests = places.map { (path: questions[$0].path, query: questions[$0].query) }
            for (place, answer) in zip(places, try await service.get(requests, token: token)) {
                try #require(answer.status == 200, "\(questions[place])\n\(answer.body.prefix(1_000))")
                answers[place] = try StatisticsAnswer(json: answer.data, to: questions[place])
            }
        }
        return try questions.indices.map { try #require(answers[$0]) }
    }
}

extension RunningService {
    /// Sends requests one after the other. With `Read-After`, the service reads the figures, even if
    /// it remembers the answer.
    func get(_ requests: [(path: String, query: [(String, String)])], token: String) async throws -> [Answer] {
        var answers: [Answer] = []
        for request in requests {
            answers.append(
                try await send("GET", request.path, query: request.query, token: token, headers: ["Read-After: 0"]))
        }
        return answers
    }
}
