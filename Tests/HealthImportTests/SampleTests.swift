import Foundation
import HealthCore
import Testing

@Suite("Samples of an export")
struct SampleTests {
    private func one(_ body: String) throws -> (Sample, ReadExport) {
        let export = try ReadExport(body: body)
        #expect(export.refusals.isEmpty)
        #expect(export.report.samples == 1)
        return (try #require(export.samples.first), export)
    }

    private func sleep(_ value: String?) -> String {
        record(["type": "HKCategoryTypeIdentifierSleepAnalysis", "unit": nil, "value": value])
    }

    @Test(
        "a category value becomes its raw value, and a text other than the catalogue's own is kept",
        arguments: [
            ("HKCategoryValueSleepAnalysisAsleepREM", 5, nil), ("HKCategoryValueSleepAnalysisAwake", 2, nil),
            ("HKCategoryValueSleepAnalysisAsleepUnspecified", 1, nil),
            ("HKCategoryValueSleepAnalysisAsleep", 1, "HKCategoryValueSleepAnalysisAsleep"),
            ("HKCategoryValueSleepAnalysisDreaming", nil, "HKCategoryValueSleepAnalysisDreaming"),
            ("", nil, ""), (nil, nil, nil),
        ] as [(String?, Int32?, String?)])
    func categoryValues(_ text: String?, _ value: Int32?, _ sent: String?) throws {
        let (sample, _) = try one(sleep(text))
        #expect(sample.content.isCategory(value, sent), "\(sample.content)")
    }

    @Test("one text means different things in different types")
    func categoryValuesByType() throws {
        let export = try ReadExport(
            body: ["SleepAnalysis", "MindfulSession", "SleepAnalysis", "MindfulSession"].map {
                record([
                    "type": "HKCategoryTypeIdentifier\($0)", "unit": nil, "value": "HKCategoryValueNotApplicable",
                ])
            }.joined())
        let expected: [Bool] = [false, true, false, true]
        for (sample, isKnown) in zip(export.samples, expected) {
            #expect(sample.content.isCategory(isKnown ? 0 : nil, isKnown ? nil : "HKCategoryValueNotApplicable"))
        }
    }

    @Test("a constant that iOS has renamed gives the same uuid, other values give others")
    func renamedConstants() throws {
        let export = try ReadExport(
            body: ["Asleep", "AsleepUnspecified", "AsleepCore", "Dreaming", "Nodding"].map {
                sleep("HKCategoryValueSleepAnalysis\($0)")
            }.joined())
        let uuids = export.uuids
        #expect(uuids[0] == uuids[1])
        #expect(Set(uuids).count == 4)
    }

    @Test(
        "a quantity is converted to the canonical unit, and kept as sent",
        arguments: [
            ("DistanceWalkingRunning", "mi", "1", 1_609.344), ("HeartRate", "count/min", "90", 1.5),
            ("OxygenSaturation", "%", "0.97", 0.97), ("StepCount", "count", "-0.5e1", -5),
            ("BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", "10", 180.1558800000541),
        ])
    func conversion(_ type: String, _ unit: String, _ value: String, _ canonical: Double) throws {
        let (sample, export) = try one(
            record(["type": "HKQuantityTypeIdentifier\(type)", "unit": unit, "value": value]))
        let quantity = try #require(sample.content.quantity)
        #expect(abs(quantity.value - canonical) <= 1e-12 * abs(canonical))
        #expect(quantity.sentValue == Double(value))
        #expect(
            export.unit(of: quantity)
                == unit.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">"))
    }

    @Test("records of types that are in no catalogue are kept by what they have")
    func unknownTypes() throws {
        let quantity = record(["type": "HKNewType", "unit": "florps"])
        let category = record(["type": "HKNewType", "unit": "", "value": "HKNewValue"])
        let other = record(["type": "HKNewType", "unit": nil, "value": nil])
        let group = correlation(["type": "HKNewType"], content: category)
        for order in [[quantity, category, other, group], [group, other, category, quantity]] {
            let export = try ReadExport(body: order.joined())
            #expect(export.refusals.isEmpty)
            #expect(export.samples.allSatisfy { export.type(of: $0).identifier == "HKNewType" })
            #expect(export.samples.allSatisfy { export.type(of: $0).catalogued == nil })
            var kinds: [SampleType.Kind: Int] = [:]
            for sample in export.samples {
                switch sample.content {
                case .quantity(let quantity), .aggregate(let quantity, _):
                    #expect(quantity.value == 12 && export.unit(of: quantity) == "florps")
                    kinds[.quantity, default: 0] += 1
                case .category(let value, let sent):
                    #expect(value == nil && sent == "HKNewValue")
                    kinds[.category, default: 0] += 1
                case .correlation: kinds[.correlation, default: 0] += 1
                case .other: kinds[.other, default: 0] += 1
                case .workout, .series: kinds[.workout, default: 0] += 1
                }
            }
            #expect(kinds == [.quantity: 1, .category: 2, .correlation: 1, .other: 1])
        }
    }

    @Test("a record of an unknown type whose name says its class is of that class, with any unit")
    func unknownClasses() throws {
        let records = [nil, "", "count", "florps"].map { unit in
            record(["type": "HKCategoryTypeIdentifierNew", "unit": unit, "value": "HKCategoryValueNewSome"])
        }
        let export = try ReadExport(
            body: records.joined() + record(["type": "HKQuantityTypeIdentifierNew", "unit": "florps"]))
        #expect(export.refusals.isEmpty)
        #expect(
            export.samples.map { export.type(of: $0).kind } == [.category, .category, .category, .category, .quantity])
    }

    @Test("what has no column is kept in the parts")
    func otherAttributes() throws {
        let (sample, _) = try one(
            record(["duration": "3", "x:future": "a &amp; \"b\"".replacingOccurrences(of: "\"", with: "&quot;")]))
        #expect(
            try object(sample.parts)["attributes"] as? [String: String] == ["duration": "3", "x:future": "a & \"b\""])

        let (category, _) = try one(
            record(["type": "HKCategoryTypeIdentifierSleepAnalysis", "value": "HKCategoryValueSleepAnalysisAwake"]))
        #expect(category.content.isCategory(2, nil))
        #expect(try object(category.parts)["attributes"] as? [String: String] == ["unit": "count"])

        let (goal, _) = try one(record(["type": "HKDataTypeIdentifierHeartbeatSeries", "unit": "hr", "value": "8"]))
        #expect(try object(goal.parts)["attributes"] as? [String: String] == ["value": "8", "unit": "hr"])

        let (plain, _) = try one(record())
        #expect(plain.parts.isEmpty)
        #expect(plain.metadata.isEmpty)
    }

    @Test("metadata are one JSON object, whatever characters keys and values hold")
    func metadataText() throws {
        let content =
            metadata("HKTimeZone", "Europe/Paris") + metadata("a&quot;b\\c", "&lt;d&gt; &amp; &apos;e&apos; /")
            + metadata("名前", "Zoë 😀 \u{a0}\u{2028}") + metadata("lines", "1&#10;2&#9;3") + metadata("", "")
        let (sample, _) = try one(record(content: content))
        #expect(
            try object(sample.metadata) as? [String: String] == [
                "HKTimeZone": "Europe/Paris", "a\"b\\c": "<d> & 'e' /", "名前": "Zoë 😀 \u{a0}\u{2028}",
                "lines": "1\n2\t3", "": "",
            ])
        #expect(sample.parts.isEmpty)
    }

    @Test("a repeated key counts once with equal values, and holds all different ones in their order")
    func repeatedKeys() throws {
        let (sample, _) = try one(
            record(content: metadata("a", "1") + metadata("b", "2") + metadata("a", "1") + metadata("b", "3")))
        #expect(String(decoding: sample.metadata, as: UTF8.self) == #"{"a":"1","b":["2","3"]}"#)
    }

    @Test("a MetadataEntry that is more or less than a key and a value is kept in the parts")
    func strangeMetadata() throws {
        let (sample, _) = try one(
            record(content: "<MetadataEntry key=\"a\"/><MetadataEntry key=\"b\" value=\"1\" unit=\"m\"/>"))
        #expect(String(decoding: sample.metadata, as: UTF8.self) == #"{"b":"1"}"#)
        let children = try #require(try object(sample.parts)["children"] as? [[String: Any]])
        #expect(
            children.map { $0["attributes"] as? [String: String] } == [
                ["key": "a"], ["key": "b", "value": "1", "unit": "m"],
            ])
    }

    @Test("what the person typed in has a source of its own")
    func userEntered() throws {
        let export = try ReadExport(
            body: record() + record(content: metadata("HKWasUserEntered", "1"))
                + record(content: metadata("HKWasUserEntered", "0")))
        let sources = export.samples.map(\.sourceRevision)
        #expect(sources[0] != sources[1])
        #expect(sources[0] == sources[2])
        #expect(export.samples.map { export.source(of: $0).wasUserEntered } == [false, true, false])
    }

    @Test("sources are told apart by name and version, a missing version included")
    func sources() throws {
        let versions: [String?] = [nil, "", "1", "1.0"]
        let export = try ReadExport(
            body: versions.map { record(["sourceVersion": $0]) }.joined() + record(["sourceName": "Phone1"]))
        #expect(Set(export.samples.map(\.sourceRevision)).count == 5)
        #expect(export.samples.prefix(4).map { export.source(of: $0).version } == versions)
    }

    @Test("a source name is kept as sent, and compared with plain spaces and apostrophes")
    func sourceNames() throws {
        let names = ["Alex’s Apple\u{a0}Watch", "Alex's Apple Watch", "Alexs Apple Watch"]
        let export = try ReadExport(body: names.map { record(["sourceName": $0]) }.joined())
        #expect(export.samples.map { export.source(of: $0).name } == names)
        #expect(export.uuids[0] == export.uuids[1])
        #expect(export.uuids[0] != export.uuids[2])
    }

    @Test("a device is taken apart although its values hold commas, and its address does not matter")
    func devices() throws {
        func description(_ address: String, _ hardware: String) -> String {
            "&lt;&lt;HKDevice: \(address)&gt;, name:Apple Watch, manufacturer:Apple, model:Watch, hardware:\(hardware), "
                + "software:4.3.1, creation date:2024-08-31 17:17:55 +0000&gt;"
        }
        let export = try ReadExport(
            body: [description("0x1", "Watch2,4"), description("0x2", "Watch2,4"), description("0x1", "Watch2,3")].map {
                record(["device": $0])
            }.joined())
        let device = try #require(export.device(of: export.samples[0]))
        #expect(
            device.canonicalDescription == "name:Apple Watch, manufacturer:Apple, model:Watch, hardware:Watch2,4, "
                + "software:4.3.1, creation date:2024-08-31 17:17:55 +0000")
        #expect(export.samples[0].device == export.samples[1].device)
        #expect(export.samples[0].device != export.samples[2].device)
        #expect(Set(export.uuids).count == 1)
    }

    @Test("devices of another shape are told apart by their whole text")
    func strangeDevices() throws {
        let texts = [
            "iPhone, black", "iPad, black", "&gt;, name:x&gt;", "&lt;&lt;HKDevice: 0x1&gt;, name:x&gt;", ", name:x&gt;",
            "Watch2,4", "Watch3,4",
        ]
        let export = try ReadExport(body: texts.map { record(["device": $0]) }.joined())
        #expect(Set(export.samples.map(\.device)).count == texts.count)
        let unparsed = export.samples.map { export.device(of: $0)?.unparsed }
        #expect(unparsed == ["iPhone, black", "iPad, black", ">, name:x>", nil, ", name:x>", "Watch2,4", "Watch3,4"])
    }

    @Test("the second startDate of a tag is its endDate, and control characters are dropped")
    func repairs() throws {
        let start = "startDate=\"2024-05-01 10:00:00 +0200\""
        let text =
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"1\" sourceName=\"Ph\u{b}one\" "
            + "\(start) startDate=\"2024-05-01 10:05:00 +0200\">" + metadata("a", "b&#11;c") + "</Record>"
        let (sample, export) = try one(text)
        #expect(sample.end.microseconds - sample.start.microseconds == 300_000_000)
        #expect(export.source(of: sample).name == "Phone")
        #expect(String(decoding: sample.metadata, as: UTF8.self) == #"{"a":"bc"}"#)
        #expect(export.report.repairs.renamedAttributes == 1)
        #expect(export.report.repairs.controlCharacters == 1)
        #expect(export.report.repairs.controlReferences == 1)
    }

    @Test("times are instants: the offset serves only to find them")
    func times() throws {
        let export = try ReadExport(
            body: record(["creationDate": "2024-05-01 11:00:00 +0200"])
                + record(["startDate": "2024-05-01 08:00:00 +0000", "endDate": "2024-05-01 13:35:00 +0530"]))
        let first = export.samples[0]
        let seconds = [first.start, first.end, first.members.creation].map { $0?.wholeSeconds }
        #expect(seconds == [1_714_550_400, 1_714_550_700, 1_714_554_000])
        #expect(export.samples[1].members.creation == nil)
        #expect(export.uuids[0] == export.uuids[1])
    }

    @Test("a uuid depends on type, source, start, end, value and unit, and is of version 8")
    func identity() throws {
        let changes: [[String: String?]] = [
            [:], ["type": "HKQuantityTypeIdentifierFlightsClimbed"], ["sourceName": "Pad"], ["value": "13"],
            ["startDate": "2024-05-01 10:00:01 +0200"], ["endDate": "2024-05-01 10:05:01 +0200"],
        ]
        let export = try ReadExport(body: changes.map { record($0) }.joined())
        #expect(Set(export.uuids).count == changes.count)
        #expect(export.uuids.allSatisfy { $0.uuid.6 >> 4 == 8 })
        let same: [[String: String?]] = [
            ["value": "12.0"], ["device": "x"], ["sourceVersion": "2"], ["creationDate": "2024-05-01 10:05:00 +0200"],
        ]
        let repeated = try ReadExport(body: same.map { record($0) }.joined())
        #expect(Set(repeated.uuids) == [export.uuids[0]])
    }

    /// The uuids were computed in Python from the text of `ContentUUID`, independently of this
    /// program.
    @Test("uuids are for ever those of the documented fields")
    func pinnedIdentity() throws {
        let sleep: [String: String?] = ["type": "HKCategoryTypeIdentifierSleepAnalysis", "unit": nil]
        let export = try ReadExport(
            body: record() + record(sleep.merging(["value": "HKCategoryValueSleepAnalysisAsleepREM"]) { $1 })
                + record(sleep.merging(["value": "HKNew"]) { $1 }) + workout(["duration": "30.5"])
                + correlation(content: pressure("Systolic", "120") + pressure("Diastolic", "80"))
                + "<Other a=\"b\"/><Me a=\"b\"/><ActivitySummary dateComponents=\"2024-05-01\"/>"
                + "<ClinicalRecord type=\"HKClinicalTypeIdentifierLabResultRecord\" sourceName=\"Clinic\" "
                + "identifier=\"id\" receivedDate=\"2024-05-01 10:00:00 +0200\"/>"
                + "<VisionPrescription type=\"Glasses\" dateIssued=\"2024-05-01 10:00:00 +0200\"/>"
                + "<Audiogram sourceName=\"Ears\" startDate=\"2024-05-01 10:00:00 +0200\"/>"
                + workout(["duration": "30.5"], content: "<WorkoutRoute/>"))
        #expect(
            export.uuids.map(\.uuidString) == [
                "6631F680-AD82-8F36-8FFB-C6E8818EDE07",
                "6631F680-C6BC-8D1B-BDA8-C039BD320C36",
                "6631F680-7667-86E9-A93E-0569BA906AF0",
                "6631F680-ED79-8D63-A4A7-FB82E5BB10EC",
                "6631F680-4AF7-841B-B51E-5BBE50364030",
                "6631F680-6556-896B-96A7-C004B2A06FE1",
                "6631F680-39EF-849D-AC87-62DA6B050078",
                "47E7F3B5-7203-52A6-9D41-49CFE6D97279",
                "59270ECC-95F1-579C-BC98-88273774DFA8",
                "8C7D0933-9874-525B-9FD5-F05C3ABE6CD1",
                "6631F680-2E86-8E53-A50B-22B036856A94",
                "6631F680-F92A-8812-A333-852B178171A6",
                "6631F680-6F54-8C76-9940-045853C5082A",
                "6631F680-3C76-89DF-980A-3B19777FB829",
                "6631F680-ED79-8D63-A4A7-FB82E5BB10EC",
            ])
    }
}
