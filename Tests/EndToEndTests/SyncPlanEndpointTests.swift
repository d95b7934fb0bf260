import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct SyncPlanEndpointTests {
    private let path = "/v1/sync-plans/phone"

    @Test("a phone gets its plan, the default plan or one that sends everything, and 304 while it has not changed")
    func life() async throws {
        try await ServedStore.withAda { store, token in
            func plan() async throws -> [String: Any] { try await store.get(path, token: token).object }
            var got = try await plan()
            #expect(got["device"] as? String == "default" && got["isOn"] as? Bool == true && got["types"] is NSNull)
            let all = #"""
                {"types": ["stepCount", "HKQuantityTypeIdentifierNew"], "groups": ["heart"], "startDate": "2024-05-01T00:00:00Z",
                 "withoutSources": ["org.example"], "isOn": false, "leastInterval": 900, "frequency": "hourly"}
                """#
            let put = try await store.service.send("PUT", path, token: token, body: all)
            #expect(put.status == 200, "\(put.body)")
            got = try await plan()
            #expect(got["device"] as? String == "phone" && got["isOn"] as? Bool == false)
            #expect(
                got["types"] as? [String] == ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierNew"])
            #expect((got["allTypes"] as? [String])?.contains("HKQuantityTypeIdentifierHeartRate") == true)
            #expect(got["startDate"] as? String == "2024-05-01T00:00:00Z" && got["leastInterval"] as? Int == 900)
            #expect(got["onlySources"] is NSNull && got["withoutSources"] as? [String] == ["org.example"])
            let tag = try #require(try await store.get(path, token: token).header("ETag"))
            let same = try await store.service.send("GET", path, token: token, headers: ["If-None-Match: \(tag)"])
            #expect(same.status == 304)
            #expect(try await store.get("/v1/sync-plans/watch", token: token).object["device"] as? String == "default")
            let listed = try await store.get("/v1/sync-plans", token: token).object["plans"] as? [[String: Any]]
            #expect(listed?.map { $0["device"] as? String } == ["phone"])
            let gone = try await store.service.send("DELETE", path, token: token)
            #expect(gone.status == 204)
            try await store.service.send("DELETE", path, token: token).expect(404, "unknown_plan")
        }
    }

    @Test("a phone reports since when it sees samples, before and beside its plan, and a wrong report changes nothing")
    func shared() async throws {
        try await ServedStore.withAda { store, token in
            func report(_ body: String) async throws -> RunningService.Answer {
                try await store.service.send("PUT", path + "/shared-since", token: token, body: body)
            }
            func shown() async throws -> [[String: String]]? {
                try await store.get(path, token: token).object["sharedSince"] as? [[String: String]]
            }
            #expect(try await shown() == nil)
            let one = #"{"sharedSince": [{"type": "stepCount", "startDate": "2026-09-01T00:00:00Z"}]}"#
            let expected = ["type": "HKQuantityTypeIdentifierStepCount", "startDate": "2026-09-01T00:00:00Z"]
            #expect(try await report(one).status == 200)
            #expect(try await shown() == [expected])
            // The phone still obeys the plan of all phones.
            let early = #"{"startDate": "2024-05-01T00:00:00Z"}"#
            _ = try await store.service.send("PUT", "/v1/sync-plans/default", token: token, body: early)
            #expect(try await store.get(path, token: token).object["startDate"] as? String == "2024-05-01T00:00:00Z")
            let listed = try await store.get("/v1/sync-plans", token: token).object["plans"] as? [[String: Any]]
            #expect(listed?.map { $0["updatedAt"] is NSNull } == [false, true])
            _ = try await store.service.send("PUT", path, token: token, body: #"{"isOn": false}"#)
            #expect(try await shown() == [expected])
            for (body, field) in [
                ("{}", "sharedSince"), (#"{"sharedSince": 1}"#, "sharedSince"),
                (#"{"sharedSince": [{"type": "stepCount"}]}"#, "sharedSince[0].startDate"),
                (#"{"sharedSince": [{"type": "stepCount", "startDate": "2026"}]}"#, "sharedSince[0].startDate"),
                (#"{"sharedSince": [{"startDate": "2026-09-01T00:00:00Z"}]}"#, "sharedSince[0].type"),
            ] {
                let answer = try await report(body)
                #expect(answer.status == 400)
                #expect((try answer.object["details"] as? [String: String])?["field"] == field, "\(answer.body)")
            }
            let changed = try await store.get(path, token: token).object["updatedAt"] as? String
            #expect(try await report(one).status == 200)
            #expect(try await store.get(path, token: token).object["updatedAt"] as? String == changed)
            #expect(try await store.service.send("DELETE", path, token: token).status == 204)
            #expect(try await shown() == [expected])
            #expect(try await report(#"{"sharedSince": []}"#).status == 200)
            #expect(try await shown() == [])
        }
    }

    @Test("a batch is judged by the plan of the phone that it names, also in lines")
    func device() async throws {
        try await ServedStore.withAda { store, token in
            for (device, body) in [("default", #"{"fromNow": true}"#), ("phone", "{}")] {
                _ = try await store.service.send("PUT", "/v1/sync-plans/\(device)", token: token, body: body)
            }
            let json = String(
                decoding: try JSONSerialization.data(withJSONObject: ["samples": [step()]]), as: UTF8.self)
            let line = String(decoding: try JSONSerialization.data(withJSONObject: step()), as: UTF8.self)
            for (query, isRefused) in [("", true), ("?device=watch", true), ("?device=phone", false)] {
                let batch = try await store.service.send("POST", "/v1/batches" + query, token: token, body: json)
                #expect(batch.body.contains("before_start") == isRefused, "\(batch.body)")
                let lines = try await store.service.send(
                    "POST", "/v1/batches" + query, token: token, body: line,
                    headers: ["Content-Type: application/x-ndjson"])
                #expect(lines.body.contains("before_start") == isRefused, "\(lines.body)")
            }
            let wrong = try await store.service.send("POST", "/v1/batches?device=", token: token, body: json)
            #expect(wrong.status == 400 && wrong.body.contains("device"), "\(wrong.body)")
        }
    }

    @Test("early samples of every client are refused with the start of the plan")
    func early() async throws {
        try await ServedStore.withAda { store, token in
            let body = #"{"fromNow": true}"#
            #expect(
                try await store.service.send("PUT", "/v1/sync-plans/default", token: token, body: body).status == 200)
            let batch = try await store.post(["samples": [step()]], token: token)
            let refused = try batch.object["rejected"] as? [[String: Any]]
            #expect(refused?.first?["code"] as? String == "before_start", "\(batch.body)")
            #expect(refused?.first?["field"] as? String == "startDate")
            let automation: [String: Any] = [
                "data": [
                    "metrics": [
                        [
                            "name": "step_count", "units": "count",
                            "data": [["date": "2024-05-01 10:00:00 +0000", "qty": 10, "source": "Phone"]],
                        ]
                    ]
                ]
            ]
            let answer = try await store.service.send(
                "POST", "/v1/clients/health-auto-export", token: token,
                body: String(decoding: try JSONSerialization.data(withJSONObject: automation), as: UTF8.self))
            #expect(answer.status == 200 && answer.body.contains("before_start"), "\(answer.body)")
            let samples = try await store.get("/v1/samples?type=stepCount", token: token)
            #expect((try samples.object["samples"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("a wrong plan is refused with its member and changes nothing")
    func refused() async throws {
        try await ServedStore.withAda { store, token in
            for (body, field) in [
                (#"{"types": "stepCount"}"#, "types"), (#"{"types": [""]}"#, "types[0]"),
                (#"{"types": ["steps"]}"#, "types[0]"),
                (#"{"groups": ["all"]}"#, "groups[0]"),
                (#"{"startDate": "2024-05-01"}"#, "startDate"),
                (#"{"startDate": "2124-05-01T00:00:00Z"}"#, "startDate"),
                (#"{"startDate": "2024-05-01T00:00:00Z", "fromNow": true}"#, "fromNow"), (#"{"isOn": 1}"#, "isOn"),
                (#"{"onlySources": ["a"], "withoutSources": ["b"]}"#, "withoutSources"),
                (#"{"leastInterval": 604801}"#, "leastInterval"), (#"{"leastInterval": 1.5}"#, "leastInterval"),
                (#"{"frequency": "often"}"#, "frequency"), (#"{"start": 1}"#, "start"), ("[]", ""),
            ] {
                let answer = try await store.service.send("PUT", path, token: token, body: body)
                #expect(answer.status == 400, "\(body)")
                #expect((try answer.object["details"] as? [String: String])?["field"] == field, "\(answer.body)")
                #expect(try await store.get(path, token: token).object["device"] as? String == "default", "\(body)")
            }
        }
    }

    @Test("a phone changes its own plan and not the default, and a reader neither; hidden types are left out")
    func rights() async throws {
        try await ServedStore.withAda { store, owner in
            let session = try Session(conninfo: store.conninfo)
            let ada = try PersonStore.find(name: "Ada", session)
            func token(_ terms: AccessTerms) throws -> String {
                try TokenStore.create(
                    for: ada, name: "x", holder: HolderStore.own(of: ada, session), terms: terms, session
                )
                .text
            }
            let phone = try token(
                AccessPreset.phone.terms(scope: AccessScope(), showsNames: true, expires: nil, now: .now))
            let reader = try token(AccessTerms(rights: .read, scope: .everything))
            let heart = try token(AccessTerms(rights: .write, scope: AccessScope(groups: [.heart])))
            let body = #"{"types": ["stepCount", "heartRate"]}"#
            for (token, device, status) in [
                (phone, "phone", 200), (phone, "default", 403), (owner, "default", 200), (reader, "phone", 403),
                (heart, "phone", 403),
            ] {
                let answer = try await store.service.send("PUT", "/v1/sync-plans/\(device)", token: token, body: body)
                #expect(answer.status == status, "\(device) \(answer.body)")
            }
            #expect(try await store.get(path, token: reader).status == 403)
            let seen = try await store.get(path, token: heart).object["types"] as? [String]
            #expect(seen == ["HKQuantityTypeIdentifierHeartRate"])
        }
    }

    @Test("healthstore sync-plan sets, lists and removes plans, and refuses wrong options")
    func command() async throws {
        try await ServedStore.withAda { store, token in
            func run(_ arguments: String...) async throws -> Command {
                try await Command.healthstore(
                    ["sync-plan"] + arguments + ["--person", "Ada"], database: store.conninfo,
                    environment: ["TZ": "Europe/Berlin"])
            }
            let set = try await run(
                "set", "phone", "--groups", "heart", "--from", "2024-05-01T00:00:00Z", "--off", "--least-interval", "60"
            )
            #expect(
                set.status == 0 && set.output.contains(#/phone +off +heart +2024-05-01T02:00:00\+02:00 +all/#), "\(set)"
            )
            #expect(try await store.get(path, token: token).object["leastInterval"] as? Int == 60)
            for (arguments, word) in [
                (["set", "phone", "--from", "yesterday"], "--from must be a time"),
                (["set", "phone", "--least-interval", "x"], "--least-interval must be"),
                (["set", "phone", "--types", "steps"], "there is no sample type \"steps\""),
                (["remove", "watch"], "watch has no plan"),
            ] {
                let answer = try await Command.healthstore(
                    ["sync-plan"] + arguments + ["--person", "Ada"], database: store.conninfo)
                #expect(answer.status != 0 && answer.errors.contains(word), "\(answer)")
            }
            #expect(try await run("remove", "phone").status == 0)
            #expect(try await run("list").output.split(separator: "\n").count <= 2)
        }
    }
}
