import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@testable import HealthAPI

/// The tools of assistants, whose answers are those of endpoints.
@Suite struct AssistantToolTests {
    private static var may: [String: Any] { ["from": "2024-05-01", "to": "2024-05-08"] }

    /// A call of a tool, and the request that it is.
    private struct Asked {
        var tool: String
        var arguments: [String: Any]
        var path: String
        var query: [(String, String)]
    }

    /// The calls with the examples of each endpoint's parameters: with those that are required, and
    /// with each further one.
    private static var calls: [Asked] {
        Endpoint.all.flatMap { endpoint -> [Asked] in
            guard let tool = endpoint.tool else { return [] }
            let parameters = endpoint.parameters.filter { $0.location != .header && !$0.example.isEmpty }
            let always = parameters.filter { $0.isRequired || $0.isInExamples }
            let further = parameters.filter { !$0.isRequired && !$0.isInExamples && $0.name != "person" }
            return ([nil] + further.map(Optional.some)).map { parameter in
                var named = always.map { ($0, $0.example) }
                if let parameter {
                    named.removeAll { $0.0.name == (parameter.name == "types" ? "type" : parameter.name) }
                    named.append((parameter, parameter.example))
                }
                let path = named.filter { $0.0.location == .path }
                    .reduce(endpoint.template) { $0.replacing("{\($1.0.name)}", with: $1.1) }
                var query = named.filter { $0.0.location == .query }.map { ($0.0.name, $0.1) }
                let missing = parameters.filter { ["timeZone", "limit", "hasSamples"].contains($0.name) }
                let defaults = ["timeZone": "Europe/Berlin", "limit": "100", "hasSamples": "true"]
                for parameter in missing where !query.contains(where: { $0.0 == parameter.name }) {
                    query.append((parameter.name, defaults[parameter.name] ?? ""))
                }
                return Asked(
                    tool: tool.name,
                    arguments: Dictionary(uniqueKeysWithValues: named.map { ($0.0.name, $0.1) }), path: path,
                    query: query)
            }
        }
    }

    /// Returns the paths of members of a tool's answer that are not those of the endpoint's answer.
    private static func differences(_ tool: Any?, _ endpoint: Any?, _ path: String = "") -> [String] {
        if let tool = tool as? [String: Any], let endpoint = endpoint as? [String: Any] {
            // The tool answers a fraction in per cent.
            if tool["unit"] as? String == "%", endpoint["unit"] as? String == "fraction" { return [] }
            let own = path.isEmpty ? ["partial", "now", "notes"] : []
            return tool.filter { !own.contains($0.key) }.flatMap { name, value in
                differences(value, endpoint[name], "\(path).\(name)")
            }
        }
        if let tool = tool as? [Any], let endpoint = endpoint as? [Any] {
            guard tool.count == endpoint.count else { return ["\(path): \(tool.count) of \(endpoint.count)"] }
            return zip(tool, endpoint).enumerated().flatMap { differences($1.0, $1.1, "\(path)[\($0)]") }
        }
        let (own, other) = ("\(tool ?? "none")", "\(endpoint ?? "none")")
        return own == other ? [] : ["\(path): \(own) not \(other)"]
    }

    @Test("a tool's answer has the figures of the endpoint, for the examples of every parameter")
    func sameAsEndpoints() async throws {
        try await AccessWorld.with { world in
            let client = AssistantClient(service: world.store.service, token: world.token)
            var (answers, rows) = (0, Set<String>())
            for asked in Self.calls {
                let expected = try await world.store.get(asked.path, asked.query, token: world.token)
                let result = try await client.call(asked.tool, asked.arguments)
                let call = "\(asked.tool) \(asked.arguments)"
                guard let answer = result["structuredContent"] as? [String: Any] else {
                    #expect(expected.status >= 400, "\(call): \(result)")
                    continue
                }
                answers += 1
                #expect(expected.status == 200, "\(call): \(expected.body)")
                let notes = "\(answer["notes"] ?? "")"
                let isCut = notes.contains("lists end after")
                let differences = try Self.differences(answer, expected.object)
                #expect(isCut || differences == [], "\(call): \(differences)")
                if !notes.contains("no samples") { rows.insert(asked.tool) }
            }
            #expect(answers > 50 && rows.count > 9, "\(answers) \(rows)")
        }
    }

    @Test("a caller who may read some samples gets the answers of a store that has only these")
    func grants() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let types = try world.types(session)
            var random = SeededGenerator(7)
            let sets = AccessSet.fixed + (0..<Rounds.count(20, short: 1)).map { _ in AccessSet.random(types, &random) }
            // The copy is another person.
            let changing = [world.copy.uuid: world.person.uuid].map {
                ($0.key.uuidString.lowercased(), $0.value.uuidString.lowercased())
            }
            func comparable(_ result: [String: Any]) -> String {
                let content = (result["content"] as? [[String: String]])?.first?["text"] ?? ""
                return changing.reduce(content.replacing(#/"now":"[^"]*"/#, with: "")) {
                    $0.replacing($1.0, with: $1.1)
                }
                .replacing("\"Copy\"", with: "\"Ada\"").replacing(#/"id":"[^"]*"/#, with: "")
            }
            for (index, set) in sets.enumerated() {
                try world.copy(set, session)
                let (token, tokenOfCopy) = try world.grant(set, session)
                // In the short run, each call is asked with one set.
                for (number, asked) in Self.calls.enumerated()
                where LongRun.isOn || number % sets.count == index {
                    let first = try await AssistantClient(service: world.store.service, token: token)
                        .call(asked.tool, asked.arguments)
                    let second = try await AssistantClient(service: world.store.service, token: tokenOfCopy)
                        .call(asked.tool, asked.arguments)
                    #expect(
                        comparable(first) == comparable(second), "set \(index) \(asked.tool) \(asked.arguments)")
                }
            }
        }
    }

    @Test("a token that may not read a type gets no rows of it from any tool, and is told so")
    func narrowed() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let terms = AccessTerms(rights: .read, scope: AccessScope(groups: [.mobility]))
            let token = try TokenStore.create(for: world.person, name: "narrow", terms: terms, session).text
            let client = AssistantClient(service: world.store.service, token: token)
            for asked in Self.calls where !["access", "types"].contains(asked.tool) {
                let result = try await client.call(asked.tool, asked.arguments)
                guard let answer = result["structuredContent"] as? [String: Any] else { continue }
                #expect("\(answer["notes"] ?? "")".contains("no samples"), "\(asked.tool) \(asked.arguments) \(answer)")
                let text = "\(answer)"
                #expect(!text.contains("source 0") && !text.contains("uuid"), "\(asked.tool) \(text)")
            }
            let write = AccessTerms(rights: .write, scope: .everything)
            let writing = try TokenStore.create(for: world.person, name: "writes", terms: write, session).text
            let steps = try await AssistantClient(service: world.store.service, token: writing)
                .answer("statistics", Self.may.merging(["type": "stepCount"]) { $1 })
            #expect("\(steps["notes"] ?? "")".contains("may not read"))
        }
    }

    @Test("a session asks about the person that the address names, with the grants about this person")
    func sessions() async throws {
        try await TwoPeople.with { world in
            try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])))
            let session = try world.openSession(of: world.ben)
            for (person, query) in [("Ada", [("person", world.ada.uuid.uuidString)]), ("Ben", [])] {
                let body = AssistantClient.request("tools/call", ["name": "access"])
                let answer = try await world.browse("POST", "/mcp", query, session: session, body: body)
                answer.expect(200)
                let result = try answer.object["result"] as? [String: Any]
                let access = result?["structuredContent"] as? [String: Any]
                #expect((access?["person"] as? [String: Any])?["name"] as? String == person, "\(answer.body)")
            }
        }
    }

    @Test("a call of a client that leaves ends in the database")
    func cancellation() async throws {
        try await ServedStore.ownWithAda { store, token in
            let session = try Session(conninfo: store.conninfo)
            let arguments = Self.may.merging(["type": "steps"]) { $1 }
            let message = AssistantClient.request("tools/call", ["name": "statistics", "arguments": arguments])
            func waiting() throws -> Int64 {
                try session.execute(
                    "select count(*) from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()"
                )[0].int64(0)
            }
            // The token is looked up without these tables, which would not end with the call.
            try session.executeScript("begin; lock table health.sample, health.day")
            async let left = store.service.send("POST", "/mcp", token: token, body: message, seconds: 3)
            try await wait(for: "the call waits") { try waiting() > 0 }
            _ = await (try? left)
            try await wait(for: "the call ends") { try waiting() == 0 }
            try session.executeScript("rollback")
        }
    }

    @Test("an answer that would be too long is coarser, and says so")
    func shortened() async throws {
        try await ServedStore.withAda { store, token in
            let client = AssistantClient(service: store.service, token: token)
            func text(_ tool: String, _ arguments: [String: Any]) async throws -> String {
                let result = try await client.call(tool, arguments)
                let text = (result["content"] as? [[String: String]])?.first?["text"] ?? ""
                #expect(
                    text.utf8.count <= ToolAnswer.charactersMax && result["isError"] as? Bool == false,
                    "\(text.prefix(300))")
                return text
            }
            let samples = (0..<300).map { minute in
                step(
                    start: "2024-05-01T\(10 + minute / 60):\(String(format: "%02d", minute % 60)):00Z",
                    end: "2024-05-01T\(10 + minute / 60):\(String(format: "%02d", minute % 60)):30Z", value: 1)
            }
            try await store.post(["samples": samples], token: token).expect(200)
            let decade: [String: Any] = ["from": "2015-01-01", "to": "2025-01-01"]
            for interval in ["minute", "hour", "day"] {
                let text = try await text(
                    "statistics", decade.merging(["type": "Steps", "interval": interval]) { $1 })
                #expect(text.contains("buckets of month") || text.contains("buckets of week"), "\(text.suffix(300))")
                #expect(text.contains(#""sum":300"#))
            }
            #expect(try await text("sleep", decade).contains(#""month":"2015-01","days":31"#))
            var (sum, cursor, pages) = (0.0, nil as String?, 0)
            repeat {
                var arguments: [String: Any] = ["type": "step count", "limit": 1000]
                arguments["cursor"] = cursor
                _ = try await text("samples", arguments)
                let page = try await client.answer("samples", arguments)
                cursor = page["cursor"] as? String
                let values = (page["samples"] as? [[String: Any]] ?? []).compactMap { $0["value"] as? Double }
                #expect(page["partial"] as? Bool == (cursor != nil))
                (sum, pages) = (sum + values.reduce(0, +), pages + 1)
            } while cursor != nil && pages < 20
            #expect(sum == 300 && pages > 1)
            #expect(try await text("types", ["hasSamples": false]).contains("lists end after"))
            for number in 0..<3 {
                _ = try await store.service.send(
                    "PUT", "/v1/activity-summaries/2024-0\(number + 1)-01", token: token,
                    body: #"{"activeEnergyBurned": 400}"#)
            }
            let rings = try await client.answer("rings", ["from": "2024-01-01", "to": "2024-04-01"])
            #expect((rings["activitySummaries"] as? [Any])?.count == 3)
        }
    }

    @Test("types and activities are understood by the words of people, and an unknown word names the nearest")
    func words() async throws {
        try await ServedStore.withAda { store, token in
            let client = AssistantClient(service: store.service, token: token)
            for word in ["steps", "Step Count", "stepCount", "HKQuantityTypeIdentifierStepCount", "STEP-COUNT"] {
                let answer = try await client.answer("statistics", Self.may.merging(["type": word]) { $1 })
                #expect(answer["type"] as? String == "HKQuantityTypeIdentifierStepCount", "\(word)")
            }
            let both = try await client.answer(
                "statistics", Self.may.merging(["types": ["Heart Rate", "weight"]]) { $1 })
            #expect((both["statistics"] as? [Any])?.count == 2)
            let workouts = try await client.answer("workouts", ["activityType": "Running", "types": "heart rate"])
            #expect(workouts["workouts"] != nil)
            let unknown = try await client.failure("statistics", Self.may.merging(["type": "hart rate"]) { $1 })
            #expect(unknown.contains("unknown_type") && unknown.contains("the nearest are heartRate"), "\(unknown)")
            let activity = try await client.failure("workouts", ["activityType": "joging"])
            #expect(activity.contains("the nearest are"), "\(activity)")
            let wrong: [(String, [String: Any], String)] = [
                ("statistics", Self.may, "missing_parameter"), ("statistics", ["type": "steps"], "missing_parameter"),
                ("statistics", Self.may.merging(["type": "steps", "day": "x"]) { $1 }, "unknown_parameter"),
                ("statistics", Self.may.merging(["type": ["steps", "x"]]) { $1 }, "unknown_type"),
                ("statistics", Self.may.merging(["type": "steps", "person": "x"]) { $1 }, "malformed_parameter"),
                ("sleep", ["from": "yesterday", "to": "2024-05-01"], "malformed_parameter"),
                ("workouts", ["uuid": "x"], "malformed_parameter"), ("workouts", ["limit": 0], "out_of_range"),
                ("workouts", ["cursor": [:] as [String: Any]], "malformed_cursor"),
                ("sleep", Self.may.merging(["timeZone": "Mars/Base"]) { $1 }, "unknown_time_zone"),
            ]
            for (tool, arguments, code) in wrong {
                let failure = try await client.failure(tool, arguments)
                #expect(failure.contains("(\(code))"), "\(tool) \(arguments): \(failure)")
            }
            let sleep = try await client.failure("statistics", Self.may.merging(["type": "sleep"]) { $1 })
            #expect(!sleep.contains("/v1/"), "\(sleep)")
        }
    }

    @Test("figures of a fraction are shown as per cent, and figures without samples have a note")
    func presentation() async throws {
        try await ServedStore.withAda { store, token in
            let client = AssistantClient(service: store.service, token: token)
            let sample = clientSample("oxygenSaturation", ["value": 0.97, "unit": "%"], start: "2024-05-02T10:00:00Z")
            try await store.post(["samples": [sample]], token: token).expect(200)
            let arguments = Self.may.merging(["type": "oxygenSaturation"]) { $1 }
            let answer = try await client.answer("statistics", arguments)
            let figures = try #require(answer["statistics"] as? [String: Any])
            #expect(answer["unit"] as? String == "%" && figures["average"] as? Double == 97)
            #expect(figures["count"] as? Int == 1 && (answer["notes"] as? [String]) == [])
            let raw = try await client.answer("samples", ["type": "oxygenSaturation"])
            #expect((raw["samples"] as? [[String: Any]])?.first?["value"] as? Double == 97)
            let april = (10..<30).map { day in
                clientSample(
                    "oxygenSaturation", ["value": 0.97, "unit": "%"], start: "2024-04-\(day)T10:00:00Z")
            }
            try await store.post(["samples": april], token: token).expect(200)
            let trend = try await client.answer(
                "trends", ["type": "blood oxygen", "timeZone": "UTC", "to": "2024-05-01"])
            #expect(number(trend, "recent", "median") == 97 && trend["unit"] as? String == "%")
            let empty = try await client.answer("statistics", Self.may.merging(["type": "steps"]) { $1 })
            #expect("\(empty["notes"] ?? "")".contains("does not mean zero") && empty["partial"] as? Bool == false)
            let future = try await client.answer(
                "statistics", ["type": "steps", "from": "2024-05-01", "to": "2100-01-01"])
            #expect(future["partial"] as? Bool == true)
        }
    }

    @Test("the access log has each call with its types, range and rows, and a call counts for the rate")
    func noted() async throws {
        try await ServedStore.ownWithAda { store, token in
            let client = AssistantClient(service: store.service, token: token)
            try await store.post(["samples": [step()]], token: token).expect(200)
            _ = try await client.answer("samples", Self.may.merging(["type": "steps"]) { $1 })
            try await wait(for: "the entry is written") {
                let entries =
                    try await store.object("/v1/access-log", token: token)["entries"] as? [[String: Any]] ?? []
                guard let entry = entries.first(where: { $0["route"] as? String == "/mcp" }) else { return false }
                #expect(entry["types"] as? [String] == ["HKQuantityTypeIdentifierStepCount"])
                #expect(entry["from"] as? String == "2024-05-01" && entry["rowCount"] as? Int == 1, "\(entry)")
                return true
            }
        }
        try await ServedStore.withAda(["--rate-limit", "1"]) { store, token in
            let client = AssistantClient(service: store.service, token: token)
            var statuses: [Int] = []
            for _ in 0..<8 { statuses.append(try await client.send(AssistantClient.request("ping")).status) }
            #expect(statuses.first == 200 && statuses.last == 429)
        }
    }
}
