import Foundation
import HealthDatabase
import HealthJobs
import Postgres
import TestSupport
import Testing

/// Tests that a remembered answer is sent, or 304 to a client that has it, without reading figures,
/// and that neither is ever wrong.
@Suite struct RememberedAnswerTests {
    private static let editsPerWorld = Rounds.count(30)

    /// The tag of an answer, and whether the service had to read figures for it.
    private struct Tagged {
        let status: Int
        let tag: String?
        let body: String
        let hasRead: Bool

        init(_ answer: RunningService.Answer) {
            status = answer.status
            tag = answer.header("etag")
            body = answer.body
            hasRead = answer.header("server-timing")?.contains("db;dur=") == true
        }
    }

    private static func ask(
        _ served: ServedStore, _ path: String, _ query: [(String, String)], _ token: String?, _ headers: String...
    ) async throws -> Tagged {
        Tagged(try await served.get(path, query, token: token, headers: headers))
    }

    @Test(
        "after random changes, 304 and remembered answers are those of a service that reads the figures",
        .enabled(if: LongRun.isOn))
    func randomChanges() async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            var world = try await QuestionWorld.make(served, seed: 7)
            let questions = (0..<12).map { _ in world.question() }
            var tags: [Int: String] = [:]
            var (unreadCount, rememberedCount, changedCount) = (0, 0, 0)
            for edit in 0..<Self.editsPerWorld {
                if edit > 0 { try await world.edit() }
                for (index, question) in questions.enumerated() {
                    let token = world.tokens[question.person]
                    let tag = tags[index] ?? "none"
                    func ask(_ headers: String...) async throws -> Tagged {
                        Tagged(
                            try await served.get(question.path, question.query, token: token, headers: headers))
                    }
                    let known = try await ask("If-None-Match: \(tag)")
                    let plain = try await ask()
                    // With this header, the service reads the figures.
                    let whole = try await ask("Read-After: 0")
                    #expect(whole.hasRead || whole.status != 200)
                    #expect(
                        plain.tag == whole.tag && plain.body == whole.body && plain.status == whole.status,
                        "edit \(edit), \(question)")
                    if plain.status == 200, !plain.hasRead { rememberedCount += 1 }
                    if known.status == 304 {
                        #expect(whole.tag == tag, "edit \(edit), \(question)")
                        if !known.hasRead { unreadCount += 1 }
                    } else {
                        #expect(known.tag == whole.tag && known.status == whole.status)
                        changedCount += 1
                    }
                    tags[index] = whole.tag
                }
            }
            #expect(unreadCount > Self.editsPerWorld, "\(unreadCount) of \(questions.count * Self.editsPerWorld)")
            #expect(rememberedCount > Self.editsPerWorld, "\(rememberedCount)")
            #expect(changedCount > Self.editsPerWorld / 2, "\(changedCount)")
        }
    }

    private static let steps = [
        ("type", "stepCount"), ("interval", "day"), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-03"),
    ]

    @Test("an answer is remembered, in its format and for its person, until a sample changes")
    func remembered() async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            let session = try Session(conninfo: served.conninfo)
            let tokens = [try served.token(), try served.token(for: "Bea")]
            for token in tokens { #expect(try await served.post(["samples": [step()]], token: token).status == 200) }
            try session.executeScript("delete from health.mark")
            func ask(_ token: String, _ headers: String...) async throws -> Tagged {
                Tagged(
                    try await served.get("/v1/statistics-collection", Self.steps, token: token, headers: headers))
            }
            let first = try await ask(tokens[0])
            #expect(first.hasRead)
            let second = try await ask(tokens[0])
            #expect(!second.hasRead && second.body == first.body && second.tag == first.tag && !second.body.isEmpty)
            #expect(try await ask(tokens[0], "Accept: text/csv").hasRead)
            #expect(try await ask(tokens[1]).hasRead)
            #expect(try await ask(tokens[0], "Read-After: 0").hasRead)
            #expect(try await served.post(["samples": [step(value: 77)]], token: tokens[0]).status == 200)
            let changed = try await ask(tokens[0])
            #expect(changed.hasRead && changed.body != first.body)
            try session.executeScript("update health.token set revoked_at = now()")
            #expect(try await ask(tokens[0]).status == 401)
        }
    }

    @Test("a known answer costs no figures; another format, question, person or token is another answer")
    func unread() async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            let session = try Session(conninfo: served.conninfo)
            let tokens = [try served.token(), try served.token(for: "Bea")]
            for token in tokens { #expect(try await served.post(["samples": [step()]], token: token).status == 200) }
            let path = "/v1/statistics-collection"
            let stale = try #require(await Self.ask(served, path, Self.steps, tokens[0]).tag)
            let unsettled = try await Self.ask(served, path, Self.steps, tokens[0], "If-None-Match: \(stale)")
            // A service could compute figures now, and the answer could then differ in its last
            // bit.
            #expect(unsettled.status == 304 && unsettled.hasRead)
            try session.executeScript("delete from health.mark")
            let tag = try #require(await Self.ask(served, path, Self.steps, tokens[0]).tag)
            let known = try await Self.ask(served, path, Self.steps, tokens[0], "If-None-Match: \(tag)")
            #expect(known.status == 304 && !known.hasRead && known.tag == tag)
            for (query, token, header) in [
                (Self.steps + [("fill", "omit")], tokens[0], "Accept: application/json"),
                (Self.steps, tokens[0], "Accept: text/csv"), (Self.steps, tokens[1], "Accept: application/json"),
            ] {
                let other = try await Self.ask(served, path, query, token, header, "If-None-Match: \(tag)")
                #expect(other.hasRead)
            }
            let waiting = try await Self.ask(
                served, path, Self.steps, tokens[0], "If-None-Match: \(tag)", "Read-After: 1")
            #expect(waiting.status == 304 && waiting.hasRead)
            #expect(try await Self.ask(served, path, Self.steps, nil, "If-None-Match: \(tag)").status == 401)
            try session.executeScript("update health.token set revoked_at = now()")
            #expect(try await Self.ask(served, path, Self.steps, tokens[0], "If-None-Match: \(tag)").status == 401)
        }
    }

    @Test("a unit that the person chooses changes answers, although it is no change of the feed")
    func units() async throws {
        try await ServedStore.withAda { served, token in
            let query = [("type", "bodyMass"), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-03")]
            let tag = try #require(await Self.ask(served, "/v1/statistics", query, token).tag)
            let known = try await Self.ask(served, "/v1/statistics", query, token, "If-None-Match: \(tag)")
            #expect(known.status == 304 && !known.hasRead)
            let chosen = try await served.service.send(
                "PUT", "/v1/units", token: token, body: #"{"units": {"bodyMass": "lb"}}"#)
            chosen.expect(200)
            let other = try await Self.ask(served, "/v1/statistics", query, token, "If-None-Match: \(tag)")
            #expect(other.status == 200 && other.tag != tag)
        }
    }

    @Test("pieces of a first import change answers before the import moves the feed, and so does its cancellation")
    func firstImport() async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            let (token, session) = (try served.token(), try Session(conninfo: served.conninfo))
            let person = try #require(try PersonStore.list(session).first)
            let query = [("type", "stepCount"), ("timeZone", "UTC"), ("from", "2000-01-01"), ("to", "2030-01-01")]
            func tag() async throws -> String {
                for entry in try MarkBacklog.entries(session) {
                    var refresher = FigureRefresher(
                        person: entry.person, sampleTypeID: entry.sampleTypeID, session: session)
                    #expect(try refresher.refresh())
                }
                let tag = try #require(await Self.ask(served, "/v1/statistics", query, token).tag)
                let known = try await Self.ask(served, "/v1/statistics", query, token, "If-None-Match: \(tag)")
                #expect(known.status == 304 && !known.hasRead)
                return tag
            }
            func position() throws -> Int64 {
                try session.execute("select last_position from health.change_counter")[0].int64(0)
            }
            let empty = try await tag()
            try await withTemporaryDirectory { directory in
                try TestExport.xml(30_000).write(to: URL(fileURLWithPath: directory + "/export.xml"))
                func importPart(until count: Int64, isDiscarding: Bool) {
                    let runner = ImportRunner(path: directory, person: person, checkpointRecords: 5_000)
                    #expect(throws: ImportCancelled.self) {
                        try runner.run(session) {
                            if $0.recordsRead > count { runner.cancel(isDiscarding: isDiscarding) }
                        }
                    }
                }
                importPart(until: 12_000, isDiscarding: false)
                #expect(try position() == 0)
                let some = try await Self.ask(served, "/v1/statistics", query, token, "If-None-Match: \(empty)")
                #expect(some.status == 200 && some.tag != empty)
                let imported = try await tag()
                importPart(until: 0, isDiscarding: true)
                #expect(try position() == 0)
                let none = try await Self.ask(served, "/v1/statistics", query, token, "If-None-Match: \(imported)")
                #expect(none.status == 200 && none.tag == empty)
            }
        }
    }
}
