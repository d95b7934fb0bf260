import Foundation
import TestSupport
import Testing

@testable import HealthAPI

/// Lists as CSV and as lines.
@Suite struct AnswerRowsTests {
    private typealias Object = [String: Any]

    /// Endpoints whose lists have no rows: pages of a feed and details of one thing.
    private static let withoutRows: Set = [
        "/v1/changes", "/v1/imports/{id}", "/v1/samples/{uuid}", "/v1/workouts/{uuid}", "/v1/sync-plans/{device}",
    ]

    private static let month = [("timeZone", "Europe/Berlin"), ("from", "2024-05-01"), ("to", "2024-05-08")]

    /// The questions whose rows are the elements of a list of the answer.
    private static let questions: [(path: String, list: String, query: [(String, String)])] = [
        ("/v1/imports", "imports", []), ("/v1/sync-plans", "plans", []),
        ("/v1/latest", "latest", []), ("/v1/explain", "samples", month + [("type", "stepCount")]),
        ("/v1/summaries", "summaries", month + [("types", "stepCount,heartRate")]),
        ("/v1/activity-summaries", "activitySummaries", Array(month.dropFirst())),
        ("/v1/characteristics", "characteristics", []), ("/v1/time-zones", "timeZones", []),
        ("/v1/units", "units", []), ("/v1/freshness", "sources", []), ("/v1/sources", "sources", []),
        ("/v1/sources/priority", "sources", [("type", "stepCount")]), ("/v1/access", "access", []),
        ("/v1/grants", "grants", []), ("/v1/tokens", "tokens", []), ("/v1/invitations", "invitations", []),
        ("/v1/sessions", "sessions", []), ("/v1/access-log", "entries", []), ("/v1/webhooks", "webhooks", []),
        ("/v1/correlation", "points", month + [("x", "stepCount"), ("y", "heartRate")]),
        ("/v1/sql", "rows", [("statement", "select date, steps, null as nothing from daily_steps order by date")]),
    ]

    private static func value(_ column: String, of element: Any) -> Any {
        column.split(separator: ".").reduce(element) { ($0 as? Object)?[String($1)] ?? NSNull() }
    }

    private static func equal(_ one: Any, _ other: Any) -> Bool { NSArray(array: [one]).isEqual(to: [other]) }

    /// Returns true if a cell shows a value of the JSON.
    private static func shows(_ cell: String, _ value: Any) throws -> Bool {
        if value is NSNull { return cell.isEmpty }
        if let text = value as? String {
            let isTime = text.contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/#)
            return cell == (isTime ? text.replacing("T", with: " ").prefix { $0 != "Z" && $0 != "+" } : text[...])
        }
        let data = Data("[\(cell)]".utf8)
        return equal([value], try JSONSerialization.jsonObject(with: data))
    }

    /// Returns the cells of rows whose cells have no line feeds.
    private static func cells(_ csv: String) -> [[String]] {
        csv.split(separator: "\r\n").map { row in
            (row + ",").matches(of: #/(?:"((?:[^"]|"")*)"|([^,]*)),/#).map { match in
                match.output.1.map { String($0).replacing(#"""#, with: "\u{0}").replacing("\u{0}\u{0}", with: #"""#) }
                    ?? String(match.output.2 ?? "")
            }
        }
    }

    @Test("CSV has a row for each element of a list, with each member, and lines are the elements")
    func elements() async throws {
        try await AccessWorld.with { world in
            var measured = Set<String>()
            for question in Self.questions {
                func get(_ accept: String) async throws -> RunningService.Answer {
                    let answer = try await world.store.get(
                        question.path, question.query, token: world.token, headers: ["Accept: " + accept])
                    answer.expect(200)
                    return answer
                }
                let json = try #require(try await get("application/json").object[question.list] as? [Any])
                let lines = try await get("application/x-ndjson").body.split(separator: "\n").map {
                    try JSONSerialization.jsonObject(with: Data($0.utf8))
                }
                let rows = Self.cells(try await get("text/csv").body)
                // The log has the requests for it, too.
                let isStill = question.list != "entries"
                #expect(!isStill || Self.equal(json, lines), "\(question.path)")
                #expect(!isStill || rows.count == json.count + 1, "\(question.path)")
                if !json.isEmpty { measured.insert(question.path) }
                for (element, row) in zip(json, rows.dropFirst()) where isStill {
                    for (column, cell) in zip(rows[0], row) where !["date", "utcOffset"].contains(column) {
                        let value = Self.value(column, of: element)
                        #expect(try Self.shows(cell, value), "\(question.path) \(column): \(cell) \(value)")
                    }
                    let members = (element as? Object)?.keys.map { $0 } ?? []
                    let shown = Set(rows[0].map { String($0.prefix { $0 != "." }) })
                    #expect(shown.isSuperset(of: members), "\(question.path): \(members) \(rows[0])")
                }
            }
            #expect(measured.count > 13, "\(measured)")
        }
    }

    @Test("a page of CSV names the next page, and a format that there is not is refused")
    func pages() async throws {
        try await ServedStore.withAda { store, token in
            for name in ["a", "b", "c"] {
                let body = try json(["name": name, "rights": ["read"]])
                try await store.service.send("POST", "/v1/tokens", token: token, body: body).expect(201)
            }
            for day in 1...3 {
                try await store.post(
                    [
                        "samples": [
                            clientSample(
                                "workout", ["workoutActivityType": "running"], start: "2024-05-0\(day)T10:00:00Z",
                                end: "2024-05-0\(day)T10:30:00Z")
                        ]
                    ], token: token
                ).expect(200)
            }
            var (query, dates) = ([("limit", "2"), ("timeZone", "Asia/Tokyo")], [String]())
            let page = try await store.get("/v1/workouts", query, token: token, headers: ["Accept: text/csv"])
            dates += Self.cells(page.body).dropFirst().map { $0[0] + " " + ($0.last ?? "") }
            let link = try #require(page.header("Link")?.firstMatch(of: #/^<\?(\S+)>; rel="next"$/#)?.output.1)
            query = link.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts[1].removingPercentEncoding ?? "")
            }
            let last = try await store.get("/v1/workouts", query, token: token, headers: ["Accept: text/csv"])
            dates += Self.cells(last.body).dropFirst().map { $0[0] + " " + ($0.last ?? "") }
            #expect(last.header("Link") == nil)
            #expect(dates == ["2024-05-03 +09:00", "2024-05-02 +09:00", "2024-05-01 +09:00"])
            let nothing = [("statement", "select 1 as one where false")]
            let empty = try await store.get("/v1/sql", nothing, token: token, headers: ["Accept: text/csv"])
            empty.expect(200)
            #expect(empty.body.isEmpty)
            let refused = try await store.get("/v1/tokens", token: token, headers: ["Accept: application/xml"])
            refused.expect(406, "not_acceptable")
        }
    }

    @Test("an answer with a list is also CSV, except pages of a feed and details")
    func everyList() async throws {
        try await ServedStore.with { store in
            let document = try await store.object("/openapi.json", token: nil)
            let components = (document["components"] as? Object)?["schemas"] as? Object ?? [:]
            func resolved(_ schema: Any?) -> Object {
                var schema = schema as? Object ?? [:]
                while let name = (schema["$ref"] as? String)?.split(separator: "/").last {
                    schema = components[String(name)] as? Object ?? [:]
                }
                let parts = (schema["anyOf"] as? [Object])?.filter { $0["type"] as? String != "null" }
                return parts?.count == 1 ? resolved(parts?[0]) : schema
            }
            var count = 0
            for (path, methods) in document["paths"] as? [String: Object] ?? [:] where path.hasPrefix("/v1/") {
                let answers = (methods["get"] as? Object)?["responses"] as? [String: Object]
                let contents = answers?["200"]?["content"] as? [String: Object] ?? [:]
                let answer = resolved(contents["application/json"]?["schema"])
                let hasList = (answer["properties"] as? Object ?? [:]).values.contains { member in
                    resolved(resolved(member)["items"])["type"] as? String == "object"
                }
                if contents["text/csv"] != nil { count += 1 }
                #expect(
                    !hasList || (contents["text/csv"] != nil) != Self.withoutRows.contains(path), "\(path)")
            }
            #expect(count > 25)
        }
    }
}
