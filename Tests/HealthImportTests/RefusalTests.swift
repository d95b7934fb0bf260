import Foundation
import HealthCore
import HealthImport
import Testing

@Suite("Refused records")
struct RefusalTests {
    struct Bad: Sendable, CustomTestStringConvertible {
        var text: String
        var code: Refusal.Code
        var field: String
        var element = "Record"

        var testDescription: String { "\(code.rawValue) \(field) \(text.prefix(200))" }
    }

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static let sleep: [String: String?] = [
        "type": "HKCategoryTypeIdentifierSleepAnalysis", "unit": nil, "value": "HKCategoryValueSleepAnalysisAwake",
    ]

    static let all: [Bad] = [
        Bad(text: record(["type": nil]), code: .missingField, field: "type"),
        Bad(text: record(["type": ""]), code: .missingField, field: "type"),
        Bad(text: record(["startDate": nil]), code: .missingField, field: "startDate"),
        Bad(text: record(["endDate": nil]), code: .missingField, field: "endDate"),
        Bad(text: record(["unit": nil]), code: .missingField, field: "unit"),
        Bad(text: record(["value": nil]), code: .missingField, field: "value"),
        Bad(text: record(["value": ""]), code: .missingField, field: "value"),
        Bad(text: record(["startDate": "yesterday"]), code: .malformedDate, field: "startDate"),
        Bad(text: record(["startDate": "2024-02-30 10:00:00 +0200"]), code: .malformedDate, field: "startDate"),
        Bad(text: record(["startDate": "2024-05-01 10:00:00"]), code: .malformedDate, field: "startDate"),
        Bad(text: record(["endDate": "2024-05-01 25:00:00 +0200"]), code: .malformedDate, field: "endDate"),
        Bad(text: record(["creationDate": "01.05.2024"]), code: .malformedDate, field: "creationDate"),
        Bad(text: record(["endDate": "2024-05-01 09:59:59 +0200"]), code: .endBeforeStart, field: "endDate"),
        Bad(text: record(["endDate": "2024-05-01 10:00:00 +0300"]), code: .endBeforeStart, field: "endDate"),
        Bad(text: record(["value": "1,5"]), code: .malformedNumber, field: "value"),
        Bad(
            text: record(["type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "value": "1e308"]),
            code: .notFinite, field: "value"),
        Bad(text: record(["value": "1e151"]), code: .valueTooLarge, field: "value"),
        Bad(text: record(["unit": "florps"]), code: .unknownUnit, field: "unit"),
        Bad(text: record(["unit": "kg"]), code: .incompatibleUnit, field: "unit"),
        Bad(text: record(["type": long(201)]), code: .fieldTooLong, field: "type"),
        Bad(text: record(["unit": long(5_000)]), code: .fieldTooLong, field: "unit"),
        Bad(text: record(["sourceName": long(1_001)]), code: .fieldTooLong, field: "source.name"),
        Bad(text: record(["sourceVersion": long(1_001)]), code: .fieldTooLong, field: "source.version"),
        Bad(text: record(["device": long(4_001)]), code: .fieldTooLong, field: "device"),
        Bad(
            text: record(["device": "&lt;&lt;HKDevice: 0x1\(long(4_000))&gt;, name:x&gt;"]), code: .fieldTooLong,
            field: "device"),
        Bad(
            text: record(sleep.merging(["value": long(1_001)]) { $1 }), code: .fieldTooLong, field: "value"),
        Bad(
            text: record(content: metadata("HKNote", long(1 << 19)) + metadata("HKOther", long(1 << 19))),
            code: .fieldTooLong, field: "MetadataEntry"),
        Bad(text: record(["type": "HKCorrelationTypeIdentifierFood"]), code: .wrongKind, field: "type"),
        Bad(text: record(["type": "HKWorkoutTypeIdentifier"]), code: .wrongKind, field: "type"),
        Bad(
            text: correlation(["type": "HKQuantityTypeIdentifierStepCount"]), code: .wrongKind, field: "type",
            element: "Correlation"),
        Bad(text: correlation(["type": nil]), code: .missingField, field: "type", element: "Correlation"),
        Bad(
            text: workout(["workoutActivityType": nil]), code: .missingField, field: "workoutActivityType",
            element: "Workout"),
        Bad(
            text: workout(["workoutActivityType": long(1_001)]), code: .fieldTooLong, field: "workoutActivityType",
            element: "Workout"),
        Bad(text: workout(["endDate": nil]), code: .missingField, field: "endDate", element: "Workout"),
    ]

    @Test("a bad record is refused with its line, element, code and field, and its neighbours are kept", arguments: all)
    func refusesOne(_ bad: Bad) throws {
        let export = try ReadExport(
            body: [record(["value": "1"]), "<!-- a", "comment -->", bad.text, record(["value": "3"])]
                .joined(separator: "\n"))
        #expect(export.report.refused == 1)
        #expect(export.report.samples == 2)
        #expect(export.refusals.map(\.summary) == ["\(bad.element) 5 \(bad.field) \(bad.code)"])
        #expect(export.refusals.first?.refusal.message.isEmpty == false)
        let values = export.samples.map { sample -> Double in
            if case .quantity(let quantity) = sample.content { quantity.sentValue } else { -1 }
        }
        #expect(values == [1, 3])
    }

    @Test("no message holds the value that was refused")
    func messagesHoldNoValues() throws {
        let body = ["98765,4", "nan98765", "1e98765"].map { record(["value": $0]) }.joined()
        let export = try ReadExport(body: body)
        #expect(export.report.refused == 3)
        #expect(export.refusals.allSatisfy { !$0.refusal.message.contains("98765") })
    }

    @Test("a record at each boundary is taken")
    func boundariesAreTaken() throws {
        let long = String(repeating: "x", count: 1_000)
        let body = [
            record(["endDate": "2024-05-01 10:00:00 +0200"]),
            record(["sourceName": long, "sourceVersion": long]), record(["sourceName": nil]),
            record(["device": String(repeating: "x", count: 4_000)]),
            record(["creationDate": ""]), record(["device": ""]),
            record(RefusalTests.sleep.merging(["value": long]) { $1 }),
        ]
        let export = try ReadExport(body: body.joined())
        #expect(export.refusals.isEmpty)
        #expect(export.report.samples == Int64(body.count))
    }

    @Test("a refused record in a correlation leaves the correlation and its other records")
    func refusedInside() throws {
        let export = try ReadExport(
            body: correlation(content: "\n" + pressure("Systolic", "x") + "\n" + pressure("Diastolic", "80")))
        #expect(export.report.samples == 2)
        #expect(export.report.contained == 1)
        #expect(export.refusals.map(\.line) == [3])
    }

    @Test("a refused correlation or workout leaves the records in it")
    func refusedOutside() throws {
        let export = try ReadExport(
            body: correlation(["endDate": "x"], content: "\n" + pressure("Systolic", "120"))
                + workout(["startDate": "x"], content: record()) + record())
        #expect(export.report.samples == 3)
        #expect(export.report.contained == 2)
        #expect(export.refusals.map(\.line) == [2, 3])
        #expect(export.refusals.map(\.element) == ["Correlation", "Workout"])
    }

    @Test("all refusals are handed out and counted")
    func many() throws {
        let count = 1_005
        let body = (1...count).map { _ in record(["value": "x"]) }.joined(separator: "\n")
        let export = try ReadExport(body: body)
        #expect(export.report.refused == Int64(count))
        #expect(export.report.read == Int64(count))
        #expect(export.refusals.map(\.line) == Array(2..<2 + count))
    }

    @Test(
        "a file that ends too early, is no XML, or is something else throws",
        arguments: [
            ("<HealthData><Record type=\"x\"", HealthImportError.Code.malformed),
            ("<HealthData>" + record(), .malformed), ("<HealthData>" + record() + "</HealthDat", .malformed),
            ("<HealthData></HealthData><HealthData/>", .malformed), ("<HealthData><a></b></HealthData>", .malformed),
            ("<!DOCTYPE HealthData []><ClinicalDocument/>", .noExport), ("{\"HealthData\": 1}", .noExport),
            ("A note: an export has <HealthData locale=\"en\"> in it", .noExport), ("<gpx/>", .noExport),
        ])
    func badFilesThrow(_ text: String, _ code: HealthImportError.Code) throws {
        #expect(importError { try ReadExport(text: text) } == code)
    }

    /// Returns the message of the error that `body` throws.
    private func message<Value>(_ body: () throws -> Value) throws -> String {
        let error = #expect(throws: HealthImportError.self) { _ = try body() }
        return try #require(error).message
    }

    @Test(
        "the error of an export in UTF-16 names the encoding, and other files in UTF-16 are refused",
        arguments: [
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", String.Encoding.utf16LittleEndian, [0xFF, 0xFE]),
            ("<?xml version=\"1.0\"?>\n", .utf16BigEndian, [0xFE, 0xFF]), ("", .utf16LittleEndian, []),
            ("", .utf16BigEndian, []),
        ] as [(String, String.Encoding, [UInt8])])
    func utf16(_ head: String, _ encoding: String.Encoding, _ mark: [UInt8]) throws {
        func encoded(_ text: String) throws -> [UInt8] { mark + Array(try #require(text.data(using: encoding))) }
        let file = try encoded(head + ExportArchive.export)
        let alone = try withTemporaryFile(Data(file)) { path in try message { try ReadExport(path: path) } }
        #expect(alone.hasSuffix("is encoded in UTF-16; save it as UTF-8 and import it again"))
        var archive = ExportArchive()
        archive.add("export.xml", file)
        #expect(
            try message { try archive.read() }
                == "\"export.xml\" is encoded in UTF-16; save it as UTF-8 and import it again")
        archive = ExportArchive()
        archive.add("export.xml", ExportArchive.export)
        archive.add("second.xml", file)
        archive.add("workout-routes/a.gpx", try encoded(head + ExportArchive.route))
        archive.add("electrocardiograms/a.csv", try encoded(ExportArchive.electrocardiogram))
        archive.add("clinical-records/a.json", try encoded(ExportArchive.resource))
        let read = try archive.read()
        #expect(read.refusals.map(\.refusal.code) == [.secondExport, .malformedFile, .malformedFile, .malformedFile])
        #expect(read.refusals.dropFirst().allSatisfy { $0.refusal.message.contains("UTF-16") })
    }

    @Test("the error of a compression that cannot be read names it and the way on")
    func deflate64() throws {
        var archive = ExportArchive()
        archive.add("export.xml", Array(ExportArchive.export.utf8), method: 9)
        let error = try message { try archive.read() }
        #expect(error.contains("(9: deflation-64-bit)"))
        #expect(error.hasSuffix("; unzip it with another program and import the folder"))
        archive.add("b/export.xml", ExportArchive.export)
        let read = try archive.read()
        #expect(read.refusals.map(\.path) == ["export.xml"] && read.report.samples == 1)
        #expect(read.refusals.allSatisfy { $0.refusal.message.hasSuffix("import the folder") })
    }

    @Test(
        "the error of an export with the years of another calendar names the calendar that it needs",
        arguments: [("2568", false), ("2557", false), ("1447", false), ("0008", false), ("2014", true), ("2399", true)])
    func calendars(_ year: String, _ isGregorian: Bool) throws {
        let body = "<ExportDate value=\"\(year)-05-03 09:00:00 +0700\"/>\n" + record()
        guard !isGregorian else {
            #expect(try ReadExport(body: body).report.samples == 1)
            return
        }
        let error = try message { try ReadExport(body: body) }
        #expect(error.contains("line 2: ExportDate is in the year \(Int(year) ?? 0)"))
        #expect(error.contains("choose the Gregorian calendar on the phone"))
    }

    @Test("an empty file and a missing one cannot be read, a folder without an export is none")
    func unreadableFiles() throws {
        #expect(importError { try ReadExport(text: "") } == .unreadable)
        for (path, code) in [
            ("/nowhere/export.xml", HealthImportError.Code.unreadable), (try Fixture.path("apple-export"), .noExport),
        ] {
            #expect(importError { try ReadExport(path: path) } == code, "\(path)")
        }
    }
}
