import Foundation
import TestSupport
import Testing

extension ServedStore {
    /// Sends every question to the API. All questions of one person use one connection.
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
    /// Sends many requests with one curl, one after the other. Each body must be a single line. With
    /// `Read-After`, the service reads the figures, even if it remembers the answer.
    ///
    /// https://curl.se/docs/manpage.html#-K
    func get(_ requests: [(path: String, query: [(String, String)])], token: String) async throws -> [Answer] {
        guard !requests.isEmpty else { return [] }
        let urls = requests.map { path, query in
            let fields = query.map { name, value in
                name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? value)
            }
            return "url = \"\(address)\(path)?\(fields.joined(separator: "&"))\""
        }
        let options = [
            "header = \"Authorization: Bearer \(token)\"", #"header = "Read-After: 0""#,
            #"write-out = "\n%{http_code}\n""#, "silent", "show-error",
        ]
        let curl = try await Command.run(
            "/usr/bin/curl", ["-K", "-"], input: (options + urls).joined(separator: "\n") + "\n", seconds: 300)
        let lines = curl.output.split(separator: "\n")
        #expect(curl.status == 0 && lines.count == 2 * requests.count, "\(curl.errors)")
        return stride(from: lines.startIndex, to: lines.endIndex - 1, by: 2).map { place in
            Answer(status: Int(lines[place + 1]) ?? 0, body: String(lines[place]))
        }
    }
}
