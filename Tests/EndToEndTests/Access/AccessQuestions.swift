import Foundation
import TestSupport

/// Every request that reads, and its answers without the values that differ between any two stores.
extension AccessWorld {
    /// Routes that read only data of their own holder, or sync plans, which no sample brings.
    static let ofHolders: Set = [
        "GET /v1/anchors/{device}/{types}", "GET /v1/imports", "GET /v1/imports/{id}", "GET /v1/imports/{id}/refusals",
        "GET /v1/imports/{id}/stream", "GET /v1/preferences", "GET /v1/sync-plans", "GET /v1/sync-plans/{device}",
    ]

    private static let steps = [
        ("type", "stepCount"), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-08"),
    ]

    static func requests() throws -> [PersonalRequest] {
        try PersonalRequest.reading(of: .ada).filter { !ofHolders.contains($0.route) } + [
            PersonalRequest("GET", "/v1/samples", [("type", "workout")]),
            PersonalRequest("GET", "/v1/samples", [("type", "labResultRecord")]),
            PersonalRequest("GET", "/v1/samples", [("type", "stepCount"), ("source", "Ada’s source 1")]),
            PersonalRequest("GET", "/v1/samples", [("type", "heartRate")], headers: ["Accept: text/csv"]),
            PersonalRequest("GET", "/v1/samples", [("type", "workout")], headers: ["Accept: text/csv"]),
            PersonalRequest("GET", "/v1/changes", [("types", "stepCount,heartRate"), ("limit", "10")]),
            PersonalRequest("GET", "/v1/changes", [("types", "HKQuantityTypeIdentifierOfNoCatalogue")]),
            PersonalRequest("GET", "/v1/latest", [("types", "HKQuantityTypeIdentifierOfNoCatalogue")]),
            PersonalRequest("GET", "/v1/explain", steps + [("source", "Ada’s source 1")]),
            PersonalRequest("GET", "/v1/statistics", steps + [("source", "Ada’s source 0"), ("source", "3")]),
            PersonalRequest(
                "GET", "/v1/statistics",
                [
                    ("types", "stepCount,heartRate"), ("timeZone", "UTC"), ("from", "2024-05-02T03:00:00Z"),
                    ("to", "2024-05-03T09:30:00Z"), ("separateBySource", "true"),
                ], headers: ["Accept: text/csv"]),
            PersonalRequest(
                "GET", "/v1/sleep",
                [
                    ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-08"),
                ], headers: ["Accept: text/csv"]),
        ]
    }

    /// An answer: status, fields of the header, body.
    struct Answer: Sendable, Hashable {
        var status: Int
        var fields: [String]
        var body: String
    }

    /// Sends all requests, and then the requests of their next pages until no page has a cursor.
    func ask(_ requests: [PersonalRequest], token: String) async throws -> [[Answer]] {
        var answers: [[Answer]] = requests.map { _ in [] }
        var open = requests.indices.map { ($0, requests[$0].query) }
        for _ in 0..<40 where !open.isEmpty {
            let found = try await send(open.map { (requests[$0.0], $0.1) }, token: token)
            var next: [(Int, [(String, String)])] = []
            for ((index, _), answer) in zip(open, found) {
                answers[index].append(answer)
                let object = try? JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
                guard let page = requests[index].page, let value = object?[page.member] as? String,
                    object?["hasMore"] as? Bool != false
                else { continue }
                next.append((index, requests[index].query + [(page.parameter, value)]))
            }
            open = next
        }
        return answers
    }

    private func send(_ requests: [(PersonalRequest, [(String, String)])], token: String) async throws -> [Answer] {
        let changing: Set = ["date", "x-request-id"]
        var answers: [Answer] = []
        for (request, query) in requests {
            let answer = try await store.service.send(
                request.method, request.path, query: query, token: token, body: request.body, headers: request.headers)
            answers.append(
                Answer(
                    status: answer.status,
                    fields: answer.headers.filter { !changing.contains($0.key) }.map { "\($0.key): \($0.value)" }
                        .sorted(),
                    body: answer.body))
        }
        return answers
    }

    /// Removes the contents of anchors and random ids, which differ between any two answers.
    static func withoutAnchors(_ answer: Answer) -> Answer {
        var answer = answer
        answer.body = answer.body.replacing(#/"anchor":"([^"]*)"/#) { "\"anchor\":\($0.output.1.utf8.count)" }
        return answer
    }

    /// The uuids in an answer, in their order.
    static func uuids(_ answer: Answer) -> [String] {
        answer.body.matches(of: #/"uuid":"([-0-9a-f]+)"/#).map { String($0.output.1) }
    }

    /// Removes the values that only callers who may read everything get: positions, ids of sources,
    /// and checksums, which depend on the ids.
    static func asLimited(_ answer: Answer) -> String {
        answer.body.replacing(#/"position":\d+,/#, with: "").replacing(#/"(id|source)":\d+/#) { "\"\($0.output.1)\":0" }
            .replacing(#/"(sources|overruledBy)":\[[\d,]*\]/#) { "\"\($0.output.1)\":[]" }
            // Sources of CSV have their ids before their names. Nights list ids before the offset.
            .replacing(#/,\d+,(Ada’s|Source |Health Auto Export)/#) { ",0,\($0.output.1)" }
            .replacing(#/,[\d ]+,(\+\d\d:\d\d\r\n)/#) { ",0,\($0.output.1)" }
            .replacing(#/"checksum":"[0-9a-f]*"/#, with: "").replacing(#/"anchor":"[^"]*"/#, with: "")
    }
}
