import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

/// Tests how types whose unit is HealthKit's `%` are read.
@Suite struct FractionTests {
    @Test("a type in percent is a fraction in every answer for programs, and per cent in every text for people")
    func fractions() async throws {
        try await ServedStore.with { store in
            let ada = try await UnitReader(store)
            let fraction = try HealthCore.Unit(parsing: "%")
            let types = Catalogue.sampleTypes.filter { $0.canonicalUnit == fraction }.map(\.shortName)
            #expect(types.count == 8)
            // HealthKit may add a type before the catalogue has it.
            let future = "HKQuantityTypeIdentifierFuture"
            let samples = (types + [future]).enumerated().map { index, type in
                var sample = UnitReader.sample(0, type, 0.262, index % 2 == 0 ? "%" : "fraction")
                sample["uuid"] = UUID().uuidString
                return sample
            }
            let posted = try await store.post(["samples": samples], token: ada.token)
            #expect(try posted.object["inserted"] as? Int == 9, "\(posted.body)")

            for type in types {
                for (way, reading) in try await ada.readings(type, "average") {
                    #expect(reading == (0.262, "fraction"), "\(type), \(way)")
                }
            }
            for unit in ["%", "fraction", "Fraction"] {
                for (way, reading) in try await ada.readings("oxygenSaturation", "maximum", [("unit", unit)]) {
                    #expect(reading == (0.262, "fraction"), "\(unit), \(way)")
                }
            }
            #expect(try await ada.choose(#""oxygenSaturation": "%", "bodyFatPercentage": "fraction""#).status == 200)
            let pattern = UnitReader.range + [("types", types.joined(separator: ",")), ("by", "hourOfDay")]
            for (path, query) in [
                ("/v1/types", []), ("/v1/units", []), ("/v1/preferences", []), ("/v1/latest", []), ("/v1/changes", []),
                ("/v1/samples", [("type", future)]), ("/v1/statistics-pattern", pattern),
            ] {
                for accept in ["application/json", "application/x-ndjson"] {
                    let body = try await ada.send(path, query, accept: accept).body
                    // A sample also has the unit as sent.
                    let other = body.replacing(#""sentUnit":"%""#, with: "")
                    #expect(!other.contains(#""%""#), "\(path)")
                    #expect(path == "/v1/preferences" || other.contains("fraction"), "\(path)")
                }
            }
            for unit in ["percent", "%%", "‰"] {
                let refused = try await ada.send("/v1/latest", [("types", "oxygenSaturation"), ("unit", unit)])
                refused.expect(400, "unknown_unit", unit)
                #expect(refused.body.contains("the units of oxygenSaturation are fraction"))
            }
            try await expectFractionsInSQL(store, types + [future])
            try await expectPercents(ada, types)
        }
    }

    private func expectFractionsInSQL(_ store: ServedStore, _ types: [String]) async throws {
        let session = try Session(conninfo: store.conninfo)
        for (relation, unit) in [
            ("quantity_sample", "unit"), ("named_sample", "unit"), ("daily_quantity", "unit"),
            ("type_unit", "unit_string"), ("sample_type", "canonical_unit"), ("sample_type", "preferred_unit"),
            ("quantity_type", "canonical_unit"),
            ("preferred_unit", "unit_string"), ("unit_symbol", "symbol"),
        ] {
            let units = try session.execute("select \(unit) from health.\(relation)").map { try $0.optionalText(0) }
            #expect(units.contains("fraction") && !units.contains("%"), "\(relation) \(units)")
        }
        let samples = try session.execute(
            "select unit, quantity from health.quantity_sample where type = any($1)", [.textArray(types)])
        #expect(samples.count == types.count)
        for row in samples { #expect(try row.text(0) == "fraction" && row.optionalDouble(1) == 0.262) }
        for unit in ["null", "'%'", "'fraction'", "' FRACTION'"] {
            let row = try session.execute(
                """
                select unit, average from health_code.statistics(
                    'Ada', 'oxygenSaturation', 'UTC', '2024-05-01', '2024-05-02', unit => \(unit))
                """)[0]
            #expect(try row.text(0) == "fraction" && row.optionalDouble(1) == 0.262, "\(unit)")
        }
    }

    private func expectPercents(_ ada: UnitReader, _ types: [String]) async throws {
        func output(_ arguments: [String]) async throws -> String {
            try await Command.healthstore(arguments, database: ada.store.conninfo).succeeded()
        }
        let days = ["--person", "Ada", "--from", "2024-05-01", "--to", "2024-05-02"]
        for type in types {
            let table = try await ada.table(type)
            #expect(table.contains("average %") && table.contains(#/2024-05-01 +26\.2 +26\.2 +26\.2 /#), "\(table)")
        }
        let types = types.joined(separator: ",")
        let workouts = try await output(["workouts"] + days + ["--types", types, "--format", "table"])
        #expect(workouts.contains("oxygenSaturation average %"), "\(workouts)")
        #expect(workouts.contains(#/(?: 26\.2 +){8}/#), "\(workouts)")
        let listed = try await output(["types", "--person", "Ada", "--format", "table"])
        #expect(listed.contains(#/oxygenSaturation .* %\n/#) && !listed.contains("fraction"), "\(listed)")
        // These formats are for programs.
        for command in [["statistics", "oxygenSaturation"] + days, ["workouts"] + days + ["--types", types]] {
            for format in ["csv", "ndjson", "json"] {
                let text = try await output(command + ["--format", format])
                #expect(text.contains("fraction") && text.contains("0.262") && !text.contains("%"), "\(text)")
            }
        }
        let export = try await output(
            ["export", "--person", "Ada", "--format", "csv", "--type", "HKQuantityTypeIdentifierFuture"])
        #expect(export.contains(",0.262,fraction,0.262,%,"), "\(export)")
        // A backup has what was sent.
        #expect(try await output(["export", "--person", "Ada"]).contains(#""unit":"%""#))

        let range = #""from":"2024-05-01","to":"2024-05-02","timeZone":"UTC""#
        let questions = [
            ("statistics", #""type":"oxygenSaturation",\#(range)"#),
            ("explain", #""type":"oxygenSaturation",\#(range)"#),
            ("statistics", #""type":"oxygenSaturation","interval":"day","unit":"%",\#(range)"#),
            ("workouts", #""types":"\#(types)",\#(range)"#), ("types", #""hasSamples":true"#),
        ]
        for (tool, arguments) in questions {
            let call =
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":{\#(arguments)}}}"#
            let answer = try await Command.run(
                try Command.product(), ["mcp", "--service", ada.store.service.address],
                environment: ["HEALTHSTORE_TOKEN": ada.token], input: call + "\n"
            ).succeeded()
            #expect(answer.contains(#""unit":"%""#) && !answer.contains("fraction"), "\(answer)")
            #expect((tool == "types" || answer.contains(":26.2")) && !answer.contains("0.262"), "\(answer)")
        }
    }
}
