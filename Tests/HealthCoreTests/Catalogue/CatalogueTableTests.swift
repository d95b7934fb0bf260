import Foundation
import Testing

@testable import HealthCore

@Suite("The tables of the catalogue")
struct CatalogueTableTests {
    @Test("are rectangular, with columns fit for SQL and cells without stray white space")
    func shape() {
        for table in Catalogue.tables {
            #expect(Set(table.columns).count == table.columns.count, "\(table.name)")
            for column in table.columns {
                #expect(column.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(table.name).\(column)")
            }
            for row in table.rows {
                #expect(row.count == table.columns.count, "\(table.name): \(row)")
                for case let cell? in row {
                    #expect(!cell.isEmpty && cell.first?.isWhitespace == false && cell.last?.isWhitespace == false)
                    #expect(!cell.contains("\n") && !cell.contains("\""), "\(table.name): \(cell)")
                }
            }
        }
    }

    @Test(
        "have keys that are unique",
        arguments: [
            ("quantity_type", ["identifier"]), ("quantity_type", ["short_name"]), ("category_type", ["identifier"]),
            ("category_type", ["short_name"]), ("category_value", ["export_xml_string"]),
            ("category_value", ["enum", "case_name"]), ("correlation_type", ["identifier"]),
            ("characteristic_type", ["identifier"]), ("workout_activity_type", ["raw_value"]),
            ("workout_activity_type", ["case_name"]), ("workout_activity_type", ["export_xml_string"]),
            ("workout_event_type", ["raw_value"]), ("metadata_key", ["raw_key"]), ("metadata_key", ["constant"]),
            ("enum_value", ["objc_constant"]), ("enum_value", ["enum", "case_name"]), ("unit_symbol", ["symbol"]),
            ("unit_prefix", ["symbol"]), ("unit_prefix", ["exponent_of_ten"]), ("unit_printed_form", ["printed_form"]),
            ("unit_spelling", ["spelling"]), ("type_group", ["name"]), ("type_group", ["color"]),
            ("type_unit", ["identifier", "unit_string"]),
        ])
    func uniqueKeys(_ name: String, _ key: [String]) throws {
        let rows = try #require(Catalogue.tables.first { $0.name == name }).namedRows
        let keys = rows.map { row in key.map { row[$0] } }
        #expect(keys.allSatisfy { !$0.contains(nil) })
        #expect(Set(keys).count == keys.count)
    }

    @Test("have true, false or nothing in their flags, and whole numbers in their raw values")
    func cellTypes() throws {
        let flags: Set = [
            "app_read_only", "deprecated", "is_public", "is_sample", "may_have_duration", "percent_stored_as_fraction",
            "si_prefixable",
        ]
        for table in Catalogue.tables {
            for row in table.namedRows {
                for column in table.columns where flags.contains(column) {
                    #expect([nil, "true", "false"].contains(row[column]), "\(table.name).\(column)")
                }
                for column in table.columns where ["raw_value", "exponent_of_ten"].contains(column) {
                    _ = try row.integer(column)
                }
            }
        }
    }

    @Test("name only enumerations that exist")
    func enumsExist() {
        let categoryEnums = Set(Catalogue.files.rows("category_value").map { $0["enum"] })
        for row in Catalogue.files.rows("category_type") {
            #expect(categoryEnums.contains(row["value_enum"]), "\(row["identifier"] ?? "")")
        }
        let enums = Set(Catalogue.files.rows("enum_value").map { $0["enum"] }).union(["HKWorkoutActivityType"])
        #expect(enums.count == 51)
        for row in Catalogue.files.rows("metadata_key") where row["value_type"] == "enum" {
            #expect(enums.contains(row["enum_or_unit"]), "\(row["constant"] ?? "")")
        }
        for row in Catalogue.files.rows("characteristic_type") where row["value_enum"] != "HKReferenceSex" {
            #expect(row["value_enum"] == nil || enums.contains(row["value_enum"]), "\(row["identifier"] ?? "")")
        }
    }

    @Test("have units as answers print them, each of which can be read")
    func units() throws {
        for row in Catalogue.files.rows("quantity_type") {
            let canonical = try #require(row["canonical_unit"])
            let unit = try Unit(parsing: canonical)
            #expect(unit.unitString == canonical)
        }
        for row in Catalogue.files.rows("unit_printed_form") {
            let printed = try #require(row["printed_form"])
            for input in try #require(row["accepted_inputs"]).split(separator: "; ") {
                #expect(try Unit(parsing: String(input)).unitString == printed)
            }
        }
        for row in Catalogue.files.rows("unit_symbol") {
            let symbol = try #require(row["symbol"])
            let unit = try Unit(parsing: symbol.replacing("<M>", with: "<18>"))
            let base = try Unit(parsing: try #require(row["base_unit"]))
            #expect(unit.isCompatible(with: base), "\(symbol)")
            _ = try unit.conversion(to: base)
            if let alternate = row["alternate_symbol"] { #expect(try Unit(parsing: alternate) == unit) }
        }
    }

    @Test("have factors that agree with the doubles in them")
    func factors() throws {
        for row in Catalogue.files.rows("unit_symbol") where row["conversion"] == "linear" {
            guard let symbol = row["symbol"], let factor = row["factor_to_base"].flatMap(Double.init) else { continue }
            let base = try Unit(parsing: try #require(row["base_unit"]))
            #expect(try Unit(parsing: symbol).conversion(to: base)(1) == factor, "\(symbol)")
        }
    }

    @Test("are read from CSV with comments, quotes and empty cells, and nothing is dropped")
    func csv() throws {
        let table = try CatalogueTable(
            name: "thing", csv: "# A, \"B\n#\na,b,c\n1,,\"x, \"\"y\"\"\"\n\n\"two\nlines\",\"\",·\n,,\n#,,")
        #expect(table.name == "thing")
        #expect(table.columns == ["a", "b", "c"])
        #expect(table.rows == [["1", nil, "x, \"y\""], ["two\nlines", nil, "·"], [nil, nil, nil], ["#", nil, nil]])
        #expect(table.namedRows[0]["c"] == "x, \"y\"")
        #expect(table.namedRows[0]["d"] == nil)
        #expect(table.namedRows[3].wrong("x").message == "the catalogue is wrong: thing.csv, line 9: x")
    }

    @Test(
        "are refused with the line that is wrong",
        arguments: [
            ("quantity_type", "count,count,,count,,8.0,,count", "count,count,,8.0", "cells for 15 columns"),
            ("quantity_type", "short_name,", "identifier,", "the header must name each column once"),
            ("quantity_type", ",stepCount,", ",,", "short_name is empty"),
            ("quantity_type", ",stepCount,", ",heartRate,", "an earlier line has the name \"heartRate\", too"),
            ("quantity_type", ",cumulative,", ",cumulativ,", "aggregation_style is none of HealthKit's"),
            ("quantity_type", "kcal,kcal,kJ", "kcal,kcal,kj", "other_units has \"kj\""),
            ("quantity_type", "kcal,kcal,kJ", "kcal,kcal,kg", "\"kg\""),
            ("category_type", ",symptoms,", ",symptom,", "display_group has \"symptom\""),
            (
                "category_type", "HKCategoryValueSeverity,", "HKCategoryValueHarm,",
                "value_enum has \"HKCategoryValueHarm\""
            ),
            ("category_value", ",inBed,", ",awake,", "an earlier line has the name \"awake\", too"),
            ("category_value", ",0,inBed,", ",zero,inBed,", "raw_value is no integer"),
            (
                "other_sample_type", ",true,Workout element", ",yes,Workout element",
                "is_sample is neither true nor false"
            ),
            ("unit_spelling", "bpm,count/min", "bpm,beats", "unit_string has \"beats\""),
            ("unit_symbol", "m,,metre", "m,g,metre", "an earlier line has the name \"g\", too"),
            ("unit_symbol", "6350.29318,0,linear", "many,0,linear", "factor_to_base and offset_to_base are no numbers"),
            ("client_name", "stepCount,STEP_COUNT", "steps,STEP_COUNT", "HealthKit has no quantity \"steps\""),
            ("client_name", "zinc", "iron", "an earlier line has the name \"iron\", too"),
            ("type_group", "Heart,#", "\"Heart,#", "a quotation mark is not closed"),
        ])
    func wrongLine(_ name: String, _ right: String, _ wrong: String, _ reason: String) throws {
        let source = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../../Sources/HealthCore/Catalogue/Tables")
        func text(_ table: String) throws -> String {
            try String(contentsOf: source.standardized.appendingPathComponent(table + ".csv"), encoding: .utf8)
        }
        let lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains(right) && !$0.hasPrefix("#") }) + 1
        let error = #expect(throws: InstallationError.self) {
            let files = try CatalogueFiles { table in
                let text = try text(table)
                guard table == name, let range = text.range(of: lines[line - 1]) else { return text }
                return text.replacingCharacters(in: range, with: lines[line - 1].replacing(right, with: wrong))
            }
            _ = try UnitSymbolTable(files)
            _ = try CatalogueContents(files)
        }
        let message = try #require(error).message
        #expect(message.hasPrefix("the catalogue is wrong: \(name).csv, line "))
        #expect(message.contains(reason), "\(message)")
    }
}
