import Foundation
import HealthAPI
import HealthDatabase
import HealthJobs
import Postgres
import TestSupport
import Testing

/// Two people have the same ids and uuids for everything, and different contents. Each response to
/// one of them must be the same, byte for byte, as from a store without the other.
@Suite(.disabled(if: TestServer.isCluster, "Citus refuses to change the sequences that give the ids of people"))
struct IsolationTests {
    /// All tests use one recording, which takes seconds.
    private static let recording = Task { try await IsolatedStore.record() }

    @Test(
        "what a person is answered does not depend on who else is in the store",
        arguments: LongRun.isOn ? [Twin.ada, .bea] : [Twin.ada])
    func answers(of twin: Twin) async throws {
        let recording = try await IsolationTests.recording.value
        let alone = try #require(recording.alone[twin.name])
        let together = try #require(recording.together[twin.name])
        // Responses are numbered, because pages are requested until the last, and some questions
        // are asked twice.
        let (expected, given) = (IsolationTests.numbered(alone), IsolationTests.numbered(together))
        for (question, answer) in given {
            guard let right = expected.first(where: { $0.question == question })?.answer, right != answer else {
                continue
            }
            Issue.record("\(IsolationTests.difference(question, right, answer))")
        }
        #expect(expected.map(\.question) == given.map(\.question))
        #expect(alone.count > (LongRun.isOn ? 250 : 150))
    }

    @Test("whatever writes a table of which figures are made raises the version of remembered answers")
    func versions() async throws {
        let unraised = try await IsolationTests.recording.value.writes.unraised
        #expect(unraised == [])
    }

    @Test("whatever writes data of a person that an export has, holds a lock of the person until it commits")
    func locks() async throws {
        let writes = try await IsolationTests.recording.value.writes
        #expect(writes.unlocked == [])
        let written = Set(writes.all.compactMap { $0.split(separator: " ").first.map(String.init) })
        // Commands write some of the tables.
        #expect(LongRun.isOn ? written == WriteWatch.tables : written.contains("sample"))
    }

    private static func numbered(_ exchanges: [IsolatedStore.Exchange]) -> [(question: String, answer: String)] {
        var counts: [String: Int] = [:]
        return exchanges.map { exchange in
            counts[exchange.question, default: 0] += 1
            return ("\(exchange.question) #\(counts[exchange.question] ?? 0)", exchange.answer)
        }
    }

    @Test("the two people differ in every table, view, function and answer, so that one could be taken for the other's")
    func differences() async throws {
        let recording = try await IsolationTests.recording.value
        let alone = recording.alone
        let ofBea = try #require(alone["Bea"] ?? recording.together["Bea"])
        let bea = Dictionary(ofBea.map { ($0.question, $0.answer) }) { $1 }
        // Other questions are left out, because their answers, such as status codes, are the same
        // for all people.
        let kinds = ["GET ", "view ", "function ", "table ", "healthstore export ", "healthstore statistics "]
        let same = try #require(alone["Ada"]).filter { exchange in
            kinds.contains { exchange.question.hasPrefix($0) } && bea[exchange.question] == exchange.answer
                && !["", "not readable"].contains(exchange.answer)
        }.map(\.question)
        let hidden =
            [
                // The source that only Bea ranks first has no samples that this analyst may read.
                "function source_order(ID, TYPE) for the narrowed analyst",
                // The person's unit of a type that this analyst may not read.
                "function unit_of(ID, (select sample_type_id from health.sample_type where short_name = 'bodyMass')) "
                    + "for the narrowed analyst",
                "function device_labels(ID) labels cross join lateral (select labels) for the narrowed analyst",
                IsolatedStore.calls.first { $0.hasPrefix("chosen_units") }
                    .map { "function \($0) for the narrowed analyst" },
                // All figures for this analyst come from samples.
                IsolatedStore.calls.first { $0.hasPrefix("bucket_spans") }
                    .map { "function \($0) for the narrowed analyst" },
                // Both people have as many samples.
                "function sample_count(ID, TYPE)", "function sample_count(ID, TYPE) for the analyst",
                "function sample_count(ID, TYPE) for the narrowed analyst",
            ].compactMap(\.self) + IsolationTests.shortTrends
        let expected = hidden.filter { LongRun.isOn || !$0.hasSuffix(" analyst") }
        #expect(Set(same) == Set(["GET /v1/anchors/phone/bodyMass []"] + expected))
        let empty = Set(alone.values.joined().filter { $0.question.hasSuffix(" as written") && $0.answer.isEmpty })
        #expect(empty.map(\.question) == [])
    }

    /// Questions for trends. Both people have as many days, too few for a trend. `day_figures`, from
    /// which trends are computed, and the points of `GET /v1/correlation` differ. A day that has
    /// ended is the same on every clock.
    private static let shortTrends =
        IsolatedStore.calls.filter { call in
            ["trends", "unusual_days", "day_correlation", "ended_days"].contains { call.hasPrefix($0 + "(") }
        }.flatMap { call in
            ["", " for the analyst", " for the narrowed analyst"].map { "function \(call)\($0)" }
        }
        + ["UTC", "person"].map { zone in
            #"GET /v1/trends [("types", "stepCount,heartRate,sleepAnalysis"), ("timeZone", "\#(zone)"), ("to", "2024-05-09")]"#
        }

    @Test("every endpoint is asked as both people, or known to say nothing of anybody")
    func everyEndpoint() throws {
        let log = Log { _ in }
        let service = HealthService(
            pool: Pool(Pool.Configuration(database: Database(""))), log: log, live: ChangeHub(Database(""), log: log),
            rateLimit: nil, readiness: Readiness(Database(""), log: log) { nil })
        let routes = Set(service.router.routes.map { "\($0.method.rawValue) \($0.template)" })
        let asked = Set(try PersonalRequest.all(of: .ada).map(\.route)).union(PersonalRequest.otherwise)
        #expect(routes == asked.union(PersonalRequest.impersonal))
    }

    @Test("every command is asked as both people, or known to be about the whole store")
    func everyCommand() async throws {
        let help = try await Command.healthstore(["--help"]).output
        let listed = help.components(separatedBy: "help TOPIC")[0]
        let commands = Set(listed.matches(of: /(?m)^  ([a-z-]+)  .*$/).map { String($0.output.1) })
        #expect(commands == IsolatedStore.personalCommands.union(IsolatedStore.impersonalCommands))
        guard LongRun.isOn else { return }
        let asked = try await IsolationTests.recording.value.alone.values.joined().map(\.question)
        for command in IsolatedStore.personalCommands where command != "analyst" {
            #expect(asked.contains { $0.hasPrefix("healthstore \(command) ") }, "\(command)")
        }
    }

    @Test("every function of the schema is asked as both people, or known to say nothing of anybody")
    func everyFunction() async throws {
        try await ServedStore.with { store in
            let catalogue = try IsolatedStore.Catalogue(try Session(conninfo: store.conninfo))
            let calls =
                IsolatedStore.calls + IsolatedStore.questionsOfPolicies + IsolatedStore.questionsOfService
            let asked = Set(calls.map { String($0.prefix { $0 != "(" }) })
            #expect(Set(catalogue.functions) == asked.union(IsolatedStore.impersonalFunctions))
        }
    }

    /// Returns the first difference of two responses, with some text around it.
    private static func difference(_ question: String, _ expected: String, _ answer: String) -> String {
        let common = zip(expected, answer).prefix { $0 == $1 }.count
        func part(_ text: String) -> String { String(text.dropFirst(max(0, common - 200)).prefix(500)) }
        return """
            \(question), from character \(common) on
            alone:    \(part(expected))
            together: \(part(answer))
            """
    }
}
