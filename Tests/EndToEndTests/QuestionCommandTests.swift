import Foundation
import Postgres
import TestSupport
import Testing

/// Compares the commands that answer questions with the service's answers.
@Suite struct QuestionCommandTests {
    /// A store, its service, and the token of a person Ada.
    private struct World {
        let store: ServedStore
        let token: String

        func run(_ arguments: [String], zone: String = "UTC") async throws -> Command {
            try await Command.healthstore(arguments, database: store.conninfo, environment: ["TZ": zone])
        }

        /// Returns what a successful command prints.
        func output(_ arguments: [String], zone: String = "UTC") async throws -> String {
            try await run(arguments, zone: zone).succeeded()
        }

        func get(_ path: String, _ query: [(String, String)], accept: String = "application/json") async throws
            -> String
        {
            let answer = try await store.get(path, query, token: token, headers: ["Accept: " + accept])
            answer.expect(200)
            return answer.body
        }

        func post(_ samples: [[String: Any]]) async throws {
            try await store.post(["samples": samples], token: token).expect(200)
        }
    }

    private func withWorld(_ body: (World) async throws -> Void) async throws {
        try await ServedStore.with { store in try await body(World(store: store, token: try store.token())) }
    }

    private func sleep(_ stage: String, _ start: String, _ end: String, source: String = "Watch") -> [String: Any] {
        clientSample(
            "sleepAnalysis", ["value": "HKCategoryValueSleepAnalysis" + stage], start: start, end: end, source: source)
    }

    private func workout(_ start: String, _ end: String) -> [String: Any] {
        clientSample(
            "HKWorkoutTypeIdentifier",
            ["workoutActivityType": "running", "totalEnergyBurned": 300, "totalDistance": 5000],
            start: start, end: end, source: "=HYPERLINK(\"x\")")
    }

    @Test("CSV and lines of statistics are the service's, byte for byte, and no name becomes a formula")
    func oneWriter() async throws {
        try await withWorld { world in
            try await world.post([
                step(source: "=cmd|'x'!A1"),
                step(start: "2024-05-01T11:00:00Z", end: "2024-05-01T12:00:00Z", source: "a,\"b\""),
            ])
            let query = [
                ("type", "stepCount"), ("interval", "day"), ("timeZone", "Europe/Berlin"), ("from", "2024-05-01"),
                ("to", "2024-05-03"), ("separateBySource", "true"),
            ]
            let command = [
                "statistics", "stepCount", "--person", "Ada", "--interval", "day", "--time-zone", "Europe/Berlin",
                "--from", "2024-05-01", "--to", "2024-05-03", "--separate-by-source", "--format",
            ]
            for (format, type) in [("csv", "text/csv"), ("ndjson", "application/x-ndjson")] {
                let printed = try await world.output(command + [format])
                #expect(try await world.get("/v1/statistics-collection", query, accept: type) == printed)
            }
            let json = try await world.output(command + ["json"])
            #expect(try await world.get("/v1/statistics-collection", query) == json)
            let table = try await world.output(["export", "--person", "Ada", "--format", "csv", "--type", "stepCount"])
            for csv in [try await world.output(command + ["csv"]), table] {
                #expect(csv.contains(#","'=cmd|'x'!A1","#) && csv.contains(#","a,""b""","#), "\(csv)")
                #expect(!csv.contains(#/[,\n]"?=/#), "\(csv)")
            }
        }
    }

    @Test("a sample of the future moves neither --last nor a default range, and is still counted where it lies")
    func present() async throws {
        try await withWorld { world in
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            try await world.post([
                step(), step(start: "\(year + 4)-01-02T10:00:00Z", end: "\(year + 4)-01-02T10:10:00Z"),
                sleep("AsleepCore", "2024-05-01T22:00:00Z", "2024-05-02T06:00:00Z"),
                sleep("AsleepCore", "\(year + 4)-01-02T22:00:00Z", "\(year + 4)-01-03T06:00:00Z"),
                workout("2024-05-01T10:00:00Z", "2024-05-01T10:30:00Z"),
                workout("\(year + 4)-01-02T10:00:00Z", "\(year + 4)-01-02T10:30:00Z"),
            ])
            let days = try await world.output(["statistics", "stepCount", "--person", "Ada", "--last", "2"])
            #expect(days.contains(#/\n2024-04-30\n2024-05-01 +100 /#) && !days.contains("\(year + 4)"), "\(days)")
            let defaultDays = try await world.output(["statistics", "stepCount", "--person", "Ada"])
            #expect(defaultDays.contains(#/\n2024-04-25\n(?:.*\n){5}2024-05-01 +100 /#), "\(defaultDays)")
            let nights = try await world.output(["sleep", "--person", "Ada"])
            #expect(
                nights.contains(#/\n2024-05-02  22:00  06:00 +8:00 /#) && !nights.contains("\(year + 4)"), "\(nights)")
            let workouts = try await world.output(["workouts", "--person", "Ada"])
            #expect(workouts.contains("2024-05-01 10:00  running") && !workouts.contains("\(year + 4)"), "\(workouts)")
            let future = try await world.output([
                "statistics", "stepCount", "--person", "Ada", "--interval", "year", "--from", "\(year + 4)-01-01",
                "--to",
                "\(year + 5)-01-01",
            ])
            #expect(future.contains(#/\n\d{4}-01-01 +100 /#), "\(future)")
            let shown = try await world.output(["person", "show", "Ada"])
            #expect(shown.contains(#/stepCount +2  2024-05-01T10:00:00Z  2024-05-01T10:00:00Z/#), "\(shown)")
        }
    }

    @Test("--last and default ranges without samples say so, and name commands")
    func nothing() async throws {
        try await withWorld { world in
            for call in [["statistics", "heartRate"], ["statistics", "heartRate", "--last", "3"], ["sleep"]] {
                let answer = try await world.run(call + ["--person", "Ada"])
                #expect(answer.status == 1 && answer.output.isEmpty, "\(call)")
                #expect(answer.errors.contains("Ada has no samples of "), "\(answer.errors)")
                #expect(answer.errors.contains("healthstore types --person Ada"), "\(answer.errors)")
            }
        }
    }

    @Test(
        "days are those of TZ where no zone is asked for, and the table says so",
        arguments: [
            (":America/New_York", "America/New_York", "2024-04-30"),
            ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", "2024-05-01"),
            ("CET-1CEST", "UTC", "2024-05-01"),
        ])
    func localZone(variable: String, zone: String, day: String) async throws {
        try await withWorld { world in
            // The time is 22:30 on the previous day in New York.
            try await world.post([step(start: "2024-05-01T02:30:00Z", end: "2024-05-01T02:40:00Z")])
            let question = ["statistics", "stepCount", "--person", "Ada", "--last", "1"]
            let table = try await world.output(question, zone: variable)
            #expect(table.contains(try Regex("\n\(day) +100 ")), "\(table)")
            #expect(
                table.hasSuffix("times are those of \(zone), this machine's time zone; --time-zone names another\n"))
            let json = try await world.output(question + ["--format", "json"], zone: variable)
            #expect(json.contains("\"timeZone\":\"\(zone)\""))
            let asked = try await world.output(question + ["--time-zone", "Europe/Berlin"], zone: variable)
            #expect(!asked.contains("times are those of"))
        }
    }

    @Test("nights are the service's in JSON, one row for each sleep in CSV, and hours and minutes in the table")
    func nights() async throws {
        try await withWorld { world in
            try await world.post([
                sleep("AsleepCore", "2024-05-01T22:00:00Z", "2024-05-02T04:00:00Z"),
                sleep("Awake", "2024-05-02T04:00:00Z", "2024-05-02T04:15:00Z"),
                sleep("AsleepREM", "2024-05-02T04:15:00Z", "2024-05-02T06:00:00Z"),
                sleep("AsleepCore", "2024-05-02T13:00:00Z", "2024-05-02T13:30:00Z"),
            ])
            let range = ["--from", "2024-05-01", "--to", "2024-05-03", "--time-zone", "UTC"]
            let json = try await world.output(["sleep", "--person", "Ada", "--segments", "--format", "json"] + range)
            let query = [("from", "2024-05-01"), ("to", "2024-05-03"), ("timeZone", "UTC"), ("segments", "true")]
            #expect(try await world.get("/v1/sleep", query) == json)
            let rows = try await world.output(["sleep", "--person", "Ada", "--format", "csv"] + range)
                .components(separatedBy: "\r\n")
            #expect(rows.count == 5 && rows[0].hasPrefix("date,partial,kind,startDate,endDate,asleep,"), "\(rows)")
            #expect(rows[1] == "2024-05-01,false,,,,,,,,,,,,,")
            #expect(
                rows[2].hasPrefix(
                    "2024-05-02,false,main,2024-05-01 22:00:00,2024-05-02 06:00:00,27900,0,21600,0,6300,900,,"))
            #expect(rows[3].hasPrefix("2024-05-02,false,nap,2024-05-02 13:00:00,2024-05-02 13:30:00,1800,"))
            let table = try await world.output(["sleep", "--person", "Ada"] + range)
            #expect(
                table.contains(#/\n2024-05-02  22:00  06:00 +7:45  6:00  0:00  1:45 +0:00 +0:15 +97 % +1\n/#),
                "\(table)")
            let omitted = try await world.output(["sleep", "--person", "Ada", "--fill", "omit"] + range)
            #expect(omitted.contains("2024-05-02") && !omitted.contains("2024-05-01"))
        }
    }

    @Test("workouts are the service's in JSON, and rows with a unit for each type in CSV")
    func workouts() async throws {
        try await withWorld { world in
            let beat = clientSample("heartRate", ["value": 150, "unit": "count/min"], start: "2024-05-01T10:10:00Z")
            try await world.post([
                workout("2024-05-01T10:00:00Z", "2024-05-01T10:30:00Z"),
                workout("2024-05-03T10:00:00Z", "2024-05-03T10:30:00Z"), beat,
            ])
            let range = ["--from", "2024-05-01", "--to", "2024-05-04", "--time-zone", "UTC", "--types", "heartRate"]
            let query = [("from", "2024-05-01"), ("to", "2024-05-04"), ("timeZone", "UTC"), ("types", "heartRate")]
            let json = try await world.output(["workouts", "--person", "Ada", "--format", "json"] + range)
            #expect(try await world.get("/v1/workouts", query) == json)
            let rows = try await world.output(["workouts", "--person", "Ada", "--format", "csv"] + range)
                .components(separatedBy: "\r\n")
            #expect(
                rows.count == 4
                    && rows[0].hasSuffix(",source,recordingState,type,count,sum,average,minimum,maximum,unit,utcOffset"),
                "\(rows)")
            #expect(
                rows[2].contains(
                    #",1800,300,kcal,5000,m,"'=HYPERLINK(""x"")",,HKQuantityTypeIdentifierHeartRate,1,,150,150,150,count/min"#
                ))
            let first = try await world.run(["workouts", "--person", "Ada", "--limit", "1"] + range)
            #expect(first.output.contains("2024-05-03 10:00  running") && !first.output.contains("2024-05-01"))
            let cursor = try #require(first.errors.firstMatch(of: #/--cursor (\S+)/#)).1
            let second = try await world.output(["workouts", "--person", "Ada", "--cursor", String(cursor)] + range)
            #expect(second.contains(#/2024-05-01 10:00  running +30 +300 +5000 +150 /#), "\(second)")
        }
    }

    @Test("types are the catalogue's without a database, and of a person those with samples, in the person's units")
    func types() async throws {
        let all = try await Command.healthstore(["types", "--data-dir", "/nonexistent"])
        #expect(all.status == 0 && all.output.contains(#/heartRate +Heart Rate +Heart +quantity +count\/min/#))
        try await withWorld { world in
            try await world.post([step()])
            try await world.store.service.send(
                "PUT", "/v1/units", token: world.token, body: #"{"units": {"bodyMass": "lb"}}"#
            ).expect(200)
            let own = try await world.output(["types", "--person", "Ada"])
            #expect(
                own.split(separator: "\n").count == 3 && own.contains(#/stepCount +Steps +Activity +quantity +count/#))
            let everything = try await world.output(["types", "--person", "Ada", "--all", "--format", "csv"])
            let weight = everything.components(separatedBy: "\r\n").first { $0.contains(",bodyMass,Weight,") }
            #expect(weight?.hasSuffix(",lb,kg,false") == true, "\(weight ?? everything)")
            let json = try await world.output(["types", "--person", "Ada", "--all", "--format", "json"])
            #expect(try await world.get("/v1/types", []) == json)
        }
    }

    @Test("errors of questions name options and commands, never endpoints")
    func hints() async throws {
        try await withWorld { world in
            let calls: [(call: [String], says: String)] = [
                (["statistics", "nope"], "no sample type \"nope\"\nhint: healthstore types lists the types"),
                (["statistics", "sleepAnalysis"], "healthstore sleep has the figures of nights"),
                (["statistics", "headache", "--unit", "min"], "--unit \"min\" does not measure headache"),
                (["statistics", "stepCount", "--time-zone", "Nowhere/Land"], "--time-zone must be a name"),
                (["statistics", "stepCount", "--time-zone", "person"], "--time-zone Europe/Berlin"),
                (["statistics", "stepCount", "--from", "2024-01-01"], "--to is missing"),
                (
                    ["statistics", "stepCount", "--from", "yesterday", "--to", "2025-01-01"],
                    "--from must be a time"
                ),
                (["statistics", "stepCount", "--first-weekday", "9", "--interval", "week"], "--first-weekday must be"),
                (["sleep", "--session-gap", "0"], "--session-gap must be"),
                (["workouts", "--types", "nope"], "healthstore types"),
                (["workouts", "--activity-type", "flying"], "--activity-type must be"),
            ]
            for (call, says) in calls {
                let answer = try await world.run(call + ["--person", "Ada"])
                #expect(answer.status == 1 && answer.errors.contains(says), "\(call): \(answer.errors)")
                #expect(!answer.errors.contains(#//v1/|query string|timeZone/#), "\(call): \(answer.errors)")
            }
        }
    }
}
