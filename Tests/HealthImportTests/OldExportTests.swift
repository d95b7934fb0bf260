import Foundation
import HealthCore
import Testing

@testable import HealthImport

/// Tests exports of iOS 8 and 9. Their forms are those of https://openradar.appspot.com/21431305
/// and of files of that time.
@Suite struct OldExportTests {
    private static func old(_ type: String, unit: String, _ attributes: String) -> String {
        """
        <Record type="HKQuantityTypeIdentifier\(type)" source="Phone" unit="\(unit)" startDate="20150616071820-0700" \
        endDate="20150616081820-0700" \(attributes)/>
        """
    }

    private static func steps(_ attributes: String) -> String { old("StepCount", unit: "count", attributes) }

    private static func heartRate(_ attributes: String) -> String {
        old("HeartRate", unit: "count/min", attributes)
    }

    @Test(
        "attributes are metadata, blanks in their names included, and what was entered by hand is a source of its own")
    func metadata() throws {
        let read = try ReadExport(
            body: """
                <Record type="HKQuantityTypeIdentifierBodyFatPercentage" source="Withings" unit="%" \
                creationDate="20150616071916-0700" startDate="20150616071820-0700" endDate="20150616071820-0700" \
                Health Mate App Version="2.6.0" HKDeviceSerialNumber="xxxx" Withings User Identifier="yyyy" \
                Modified Date="2015-06-16 14:19:08 +0000" HKWasUserEntered="1" value="0.2"/>
                """)
        read.check("old")
        let sample = try #require(read.samples.first)
        #expect(
            try object(sample.metadata) as? [String: String] == [
                "Health Mate App Version": "2.6.0", "HKDeviceSerialNumber": "xxxx", "Withings User Identifier": "yyyy",
                "Modified Date": "2015-06-16 14:19:08 +0000", "HKWasUserEntered": "1",
            ])
        #expect(sample.parts.isEmpty)
        #expect(read.source(of: sample) == SourceRevision(name: "Withings", wasUserEntered: true))
        #expect(sample.start.rfc3339 == "2015-06-16T14:18:20Z")
        #expect(read.report.repairs.renamedAttributes == 3)
    }

    @Test("an attribute of HealthKit's is metadata in any version, another one stays an attribute")
    func newerVersion() throws {
        let read = try ReadExport(body: record(["HKWasUserEntered": "1", "mood": "good"]))
        let sample = try #require(read.samples.first)
        #expect(read.source(of: sample).wasUserEntered)
        #expect(try object(sample.metadata) as? [String: String] == ["HKWasUserEntered": "1"])
        #expect(String(decoding: sample.parts, as: UTF8.self) == #"{"attributes":{"mood":"good"}}"#)
    }

    @Test("rows with recordCount are aggregates of their source, and never the raw record of the same content")
    func aggregates() throws {
        let read = try ReadExport(
            body: [
                OldExportTests.steps(#"value="12" recordCount="3""#), OldExportTests.steps(#"value="12""#),
            ].joined(separator: "\n"))
        read.check("aggregates")
        let sources = read.samples.map(read.source)
        #expect(sources.map(\.name) == ["Phone", "Phone"])
        #expect(sources.map(\.sourceClass) == [.aggregate, .phone])
        #expect(Set(read.uuids).count == 2)
        #expect(
            String(decoding: try #require(read.samples.first).parts, as: UTF8.self)
                == #"{"attributes":{"recordCount":"3"}}"#)
        // Another export of the same data gives the same samples.
        let again = try ReadExport(
            body: OldExportTests.steps(#"value="12" recordCount="3""#))
        #expect(again.uuids == [read.uuids[0]])
    }

    /// The samples of heart rates with these attributes, as value, minimum and maximum per minute.
    private static func figures(_ read: ReadExport) -> [[Double?]] {
        func perMinute(_ value: Double?) -> Double? { value.map { ($0 * 60_000_000).rounded() / 1_000_000 } }
        return read.samples.map { sample in
            switch sample.content {
            case .quantity(let quantity): [perMinute(quantity.value)]
            case .aggregate(let quantity, let extremes):
                [
                    extremes.hasAverage ? perMinute(quantity.value) : nil, perMinute(extremes.minimum),
                    perMinute(extremes.maximum),
                ]
            case .series, .category, .correlation, .workout, .other: []
            }
        }
    }

    @Test(
        "rows of a minimum, maximum and average are aggregates with extremes, and the attributes keep all three",
        arguments: [("minimum", "maximum"), ("min", "max")])
    func extremes(_ minimum: String, _ maximum: String) throws {
        let read = try ReadExport(
            body: OldExportTests.heartRate(
                #"\#(minimum)="61" \#(maximum)="90" average="72.5" recordCount="40""#))
        read.check("extremes")
        let sample = try #require(read.samples.first)
        #expect(sample.content.quantity?.sentValue == 72.5)
        #expect(OldExportTests.figures(read) == [[72.5, 61, 90]])
        #expect(
            try object(sample.parts)["attributes"] as? [String: String] == [
                minimum: "61", maximum: "90", "average": "72.5", "recordCount": "40",
            ])
        #expect(read.source(of: sample).sourceClass == .aggregate)
        // The extremes are not part of the identity of a row that has a value.
        let bare = try ReadExport(body: OldExportTests.heartRate(#"average="72.5" recordCount="40""#))
        #expect(bare.uuids == read.uuids)
    }

    @Test(
        "beside a value, extremes that say nothing are left out",
        arguments: [
            (#"value="61" min="61" max="61""#, [61]), (#"min="61" max="61""#, [61]),
            (#"average="70" min="low" max="1e400""#, [70]), (#"average="70" min="90" max="60""#, [70]),
            (#"average="70" min="" max="90""#, [70, nil, 90]), (#"average="70" min="1e300" max="90""#, [70, nil, 90]),
            (#"average="70" min="70" max="90""#, [70, 70, 90]),
        ] as [(String, [Double?])])
    func emptyExtremes(_ attributes: String, _ expected: [Double?]) throws {
        let read = try ReadExport(body: OldExportTests.heartRate(attributes + #" recordCount="2""#))
        read.check(attributes)
        #expect(OldExportTests.figures(read) == [expected])
    }

    @Test("a row that has a minimum or maximum alone is an aggregate without an average")
    func noAverage() throws {
        let rows = [#"min="61" max="90""#, #"min="61""#, #"max="90""#, #"min="61" max="91""#]
        let body = rows.map { OldExportTests.heartRate($0 + #" recordCount="7""#) }.joined(separator: "\n")
        let read = try ReadExport(body: body)
        read.check("no average")
        #expect(OldExportTests.figures(read) == [[nil, 61, 90], [nil, 61, nil], [nil, nil, 90], [nil, 61, 91]])
        #expect(Set(read.uuids).count == 4)
        #expect(try ReadExport(body: body).uuids == read.uuids)
        let percent = try ReadExport(
            body: OldExportTests.old("OxygenSaturation", unit: "%", #"min="0.91" max="0.99" recordCount="7""#))
        guard case .aggregate(_, let extremes)? = percent.samples.first?.content else {
            throw HealthImportError(.malformed, "no aggregate")
        }
        #expect(extremes == SampleExtremes(minimum: 0.91, maximum: 0.99, hasAverage: false))
    }

    @Test(
        "a row without a value is refused if its type has no extremes or they cannot be",
        arguments: [
            ("StepCount", "count", #"min="1" max="2" recordCount="2""#, Refusal.Code.missingField, "value"),
            ("NewType", "count", #"min="1" max="2" recordCount="2""#, .missingField, "value"),
            ("HeartRate", "count/min", #"recordCount="2""#, .missingField, "value"),
            ("HeartRate", "count/min", #"min="61" max="62""#, .missingField, "value"),
            ("HeartRate", "count/min", #"min="61" max="high" recordCount="2""#, .malformedNumber, "maximum"),
            ("HeartRate", "count/min", #"min="1e300" recordCount="2""#, .valueTooLarge, "minimum"),
            ("HeartRate", "count/min", #"min="91" max="90" recordCount="2""#, .contradictory, "minimum"),
            ("HeartRate", "kg", #"min="61" max="90" recordCount="2""#, .incompatibleUnit, "unit"),
        ])
    func refusedExtremes(
        _ type: String, _ unit: String, _ attributes: String, _ code: Refusal.Code, _ field: String
    ) throws {
        let read = try ReadExport(body: OldExportTests.old(type, unit: unit, attributes))
        read.check(attributes)
        #expect(read.samples.isEmpty)
        #expect(read.refusals.map(\.summary) == ["Record 2 \(field) \(code)"])
    }

    @Test("the number and the name of a category are one sample; the number of an unknown type stays a text")
    func categoryIdentity() throws {
        let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
        let read = try ReadExport(
            body: [
                record(["type": sleep, "unit": nil, "value": "0"]),
                record(["type": sleep, "unit": nil, "value": "HKCategoryValueSleepAnalysisInBed"]),
                record(["type": "HKCategoryTypeIdentifierMood", "unit": nil, "value": "4"]),
                record(["type": sleep, "unit": nil, "value": "01"]),
            ].joined(separator: "\n"))
        #expect(read.uuids[0] == read.uuids[1])
        let values = read.samples.map { sample in
            guard case .category(let value, let sent) = sample.content else { return "none" }
            return "\(value.map(String.init) ?? "-") \(sent ?? "-")"
        }
        #expect(values == ["0 0", "0 -", "- 4", "- 01"])
    }

    @Test("times without seconds are read")
    func minutes() throws {
        let read = try ReadExport(body: record(["startDate": "201506160718-0700", "endDate": "201506160719-0700"]))
        #expect(read.samples.map(\.start.rfc3339) == ["2015-06-16T14:18:00Z"])
        let refused = try ReadExport(body: record(["startDate": "2015061607-0700"]))
        #expect(refused.refusals.map(\.refusal.code) == [.malformedDate])
    }
}

extension SourceRevision {
    /// The class of a source whose samples name no device.
    var sourceClass: SourceClass {
        SourceClass(name: name, bundleIdentifier: bundleIdentifier, SourceFacts())
    }
}
