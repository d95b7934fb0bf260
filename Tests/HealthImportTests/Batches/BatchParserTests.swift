import Foundation
import HealthCore
import Testing

@testable import HealthImport

@Suite struct BatchParserTests {
    private func parse(_ text: String) throws -> ParsedBatch { try BatchParser.parse(Array(text.utf8)) }

    private func sample(_ fields: String) -> String {
        """
        {"uuid": "\(UUID().uuidString)", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:00:00+00:00", \
        "source": {"name": "Phone"}, \(fields)}
        """
    }

    @Test("values are stored in the canonical unit and as sent")
    func units() throws {
        let parsed = try parse(
            #"{"samples": [\#(sample(#""type": "distanceWalkingRunning", "value": 2, "unit": "km""#))]}"#)
        let quantity = try #require(parsed.batch.samples[0].sample.content.quantity)
        #expect(quantity.value == 2_000 && quantity.sentValue == 2)
        #expect(parsed.batch.references.units == ["km"])
        #expect(parsed.batch.references.types[0].identifier == "HKQuantityTypeIdentifierDistanceWalkingRunning")
    }

    @Test("objects of a correlation are samples that name it as their container and inherit its source")
    func correlations() throws {
        let systolic =
            #"{"uuid": "\#(UUID().uuidString)", "type": "bloodPressureSystolic", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:00:00Z", "value": 120, "unit": "mmHg"}"#
        let parsed = try parse(
            #"{"samples": [\#(sample(#""type": "stepCount", "value": 1, "unit": "count""#)), \#(sample(#""type": "bloodPressure", "objects": [\#(systolic), \#(systolic)]"#))]}"#
        )
        #expect(parsed.batch.samples.map(\.ordinal) == [0, 1, 2, 3])
        #expect(parsed.batch.samples.map(\.sample.container) == [nil, nil, 1, 1])
        #expect(parsed.batch.samples.allSatisfy { $0.sample.sourceRevision == 0 })
        #expect(parsed.indexOfOrdinal == [0: 0, 1: 1])
    }

    @Test("samples, objects and deletions together are at most recordsMax")
    func countsTogether() throws {
        let deletions = Array(repeating: "1", count: BatchParser.recordsMax - 2).joined(separator: ",")
        func body(objects: String) -> String {
            #"{"samples": [\#(sample(#""type": "bloodPressure", "objects": [\#(objects)]"#))], "deleted": [\#(deletions)]}"#
        }
        #expect(try parse(body(objects: "1")).rejected.count == BatchParser.recordsMax - 1)
        let error = #expect(throws: Refusal.self) { try parse(body(objects: "1, 1")) }
        #expect(error?.code == .tooManyRecords)
    }

    @Test("complete ranges are read; a wrong one refuses the batch and names its member")
    func completeRanges() throws {
        func range(_ type: String, _ start: String, _ end: String) -> String {
            #"{"type": "\#(type)", "startDate": "\#(start)", "endDate": "\#(end)"}"#
        }
        let (start, end) = ("2024-05-01T10:00:00Z", "2024-06-01T10:00:00Z")
        let batch = try parse(
            #"{"complete": [\#(range("stepCount", start, end)), \#(range("HKCategoryTypeIdentifierSleepAnalysis", start, end))]}"#
        ).batch
        #expect(batch.isAtomic && batch.complete.map(\.type) == [0, 1])
        #expect(batch.references.types.map(\.kind) == [.quantity, .category])
        #expect(batch.complete[0].start.rfc3339 == "2024-05-01T10:00:00Z")
        #expect(try parse(#"{"samples": [], "complete": []}"#).batch.isAtomic == false)
        let steps = range("stepCount", start, end)
        for (json, field) in [
            ("1", "complete"), ("[1]", "complete[0]"), (#"[{"type": "stepCount"}]"#, "complete[0]"),
            ("[\(range("apples", start, end))]", "complete[0].type"),
            ("[\(range("stepCount", "now", end))]", "complete[0].startDate"),
            ("[\(range("stepCount", start, "2024"))]", "complete[0].endDate"),
            ("[\(range("stepCount", start, start))]", "complete[0].endDate"),
            ("[\(range("stepCount", start, "9000-01-01T00:00:00Z"))]", "complete[0].endDate"),
            ("[\(steps), \(steps)]", "complete[1].type"),
            ("[\(Array(repeating: steps, count: RecordParser.completeMax + 1).joined(separator: ","))]", "complete"),
        ] {
            let error = #expect(throws: Refusal.self, "\(json)") { try parse(#"{"complete": \#(json)}"#) }
            #expect(error?.field == field)
        }
    }

    @Test("a malformed object refuses its whole correlation, and the refusal names the object")
    func wrongObject() throws {
        for (object, field) in [(#"{"uuid": "x"}"#, "objects[0].uuid"), ("1", "objects[0]")] {
            let parsed = try parse(#"{"samples": [\#(sample(#""type": "bloodPressure", "objects": [\#(object)]"#))]}"#)
            #expect(parsed.batch.samples.isEmpty)
            #expect(parsed.rejected.map(\.refusal.field) == [field])
        }
    }

    @Test("unknown members are kept in alphabetical order, null is missing, and the first of repeated members counts")
    func unknownMembers() throws {
        let fields =
            #""type": "stepCount", "unit": "count", "value": 1, "value": 2, "zebra": [1], "ant": {"b": null}, "nothing": null, "device": null"#
        let parsed = try parse(#"{"samples": [\#(sample(fields))]}"#)
        let kept = parsed.batch.samples[0].sample
        #expect(String(decoding: kept.parts, as: UTF8.self) == #"{"ant":{"b":null},"zebra":[1]}"#)
        #expect(kept.device == nil)
        let quantity = try #require(kept.content.quantity)
        #expect(quantity.value == 1)
    }

    @Test("a category accepts a raw value, or a constant as exports print it or Swift spells it")
    func categories() throws {
        let values = ["5", #""HKCategoryValueSleepAnalysisAsleepREM""#, #""asleepREM""#]
        for value in values {
            let parsed = try parse(#"{"samples": [\#(sample(#""type": "sleepAnalysis", "value": \#(value)"#))]}"#)
            #expect(try #require(parsed.batch.samples.first).sample.content.isCategory(5))
        }
        for (value, code) in [
            (#""dozing""#, Refusal.Code.unknownValue), ("1.5", .malformedField), ("99999999999", .malformedNumber),
        ] {
            let parsed = try parse(#"{"samples": [\#(sample(#""type": "sleepAnalysis", "value": \#(value)"#))]}"#)
            #expect(parsed.rejected.map(\.refusal.code) == [code])
        }
    }

    @Test(
        "an object in a list of a sample that lacks a member is refused by the member's path",
        arguments: [
            (
                "heartbeatSeries", "heartbeats", #"{"timeSinceSeriesStart": 0.8}"#,
                [
                    (
                        #"{"timeSinceStart": 0.8, "precededByGap": false}"#, ".timeSinceSeriesStart",
                        Refusal.Code.missingField
                    ),
                    (#"{"timeSinceSeriesStart": null}"#, ".timeSinceSeriesStart", .missingField),
                    (#"{"timeSinceSeriesStart": "0.8"}"#, ".timeSinceSeriesStart", .malformedNumber),
                    ("0.8", "", .malformedField),
                ]
            ),
            (
                "workoutRoute", "locations",
                #"{"timestamp": "2024-05-01T10:00:00Z", "latitude": -90, "longitude": 180}"#,
                [
                    (#"{"timestamp": "2024-05-01T10:00:00Z", "lat": 1, "longitude": 1}"#, ".latitude", .missingField),
                    (
                        #"{"timestamp": "2024-05-01T10:00:00Z", "latitude": 1, "longitude": 180.5}"#, ".longitude",
                        .malformedNumber
                    ),
                    (
                        #"{"timestamp": "2024-05-01T25:00:00Z", "latitude": 1, "longitude": 1}"#, ".timestamp",
                        .malformedDate
                    ),
                    (#"{"latitude": 1, "longitude": 1}"#, ".timestamp", .missingField),
                ]
            ),
            (
                "audiogram", "sensitivityPoints", #"{"frequency": 500}"#,
                [
                    (#"{"frequencyHz": 500}"#, ".frequency", .missingField)
                ]
            ),
        ] as [(String, String, String, [(String, String, Refusal.Code)])])
    func requiredMembers(
        _ type: String, _ list: String, _ good: String, _ bad: [(String, String, Refusal.Code)]
    ) throws {
        func rejected(_ type: String, _ value: String) throws -> [String] {
            let parsed = try parse(#"{"samples": [\#(sample(#""type": "\#(type)", "\#(list)": \#(value)"#))]}"#)
            #expect(parsed.batch.samples.count + parsed.rejected.count == 1)
            return parsed.rejected.map { "\($0.refusal.field) \($0.refusal.code)" }
        }
        #expect(try rejected(type, "[\(good), \(good)]") == [] && rejected(type, "[]") == [])
        #expect(try rejected(type, "7") == ["\(list) malformedField"])
        for (object, field, code) in bad {
            #expect(try rejected(type, "[\(good), \(object)]") == ["\(list)[1]\(field) \(code)"])
            #expect(try rejected("stateOfMind", "[\(object)]") == [], "a member of another type is kept")
        }
    }

    @Test(
        "an unknown type has the kind of its name, else a record with a unit is a quantity",
        arguments: [
            ("HKCategoryTypeIdentifierNew", #""value": "a", "unit": """#, SampleType.Kind.category),
            ("HKCategoryTypeIdentifierNew", #""value": 1, "unit": "count""#, .category),
            ("HKCategoryTypeIdentifierNew", #""value": 1"#, .category),
            ("new", #""value": "a", "unit": """#, .category),
            ("new", #""value": 1, "unit": "count""#, .quantity), ("HKDataTypeNew", #""valence": 1"#, .other),
            ("HKQuantityTypeIdentifierNew", #""value": 1, "unit": "florps""#, .quantity),
        ])
    func unknownKinds(_ type: String, _ fields: String, _ kind: SampleType.Kind) throws {
        let parsed = try parse(#"{"samples": [\#(sample(#""type": "\#(type)", \#(fields)"#))]}"#)
        #expect(parsed.rejected.isEmpty)
        #expect(parsed.batch.references.types.map(\.kind) == [kind])
    }

    @Test("a refusal of U+0000 names the member whose text contains it")
    func nullCharacters() throws {
        let step = #""type": "stepCount", "value": 1, "unit": "count""#
        let samples = [#""metadata": {"a": {"b": "\u0000"}}"#, #""foo": ["\u0000"]"#, #""metadata": {}, "\u0000": 1"#]
        let parsed = try parse(
            #"{"samples": [\#(samples.map { sample(step + ", " + $0) }.joined(separator: ","))]}"#)
        #expect(parsed.rejected.map(\.refusal.code) == [.malformedField, .malformedField, .malformedField])
        #expect(parsed.rejected.map(\.refusal.field) == ["metadata", "foo", ""])
    }

    @Test("samples that were entered by hand have a separate source")
    func enteredByHand() throws {
        let step = #""type": "stepCount", "value": 1, "unit": "count""#
        let samples = [
            #"{"HKWasUserEntered": true}"#, #"{"HKWasUserEntered": 1}"#, #"{"HKWasUserEntered": false}"#, "{}",
        ]
        let parsed = try parse(
            #"{"samples": [\#(samples.map { sample(step + #", "metadata": \#($0)"#) }.joined(separator: ","))]}"#)
        #expect(parsed.batch.samples.map(\.sample.sourceRevision) == [0, 0, 1, 1])
        #expect(parsed.batch.references.sourceRevisions.map(\.wasUserEntered) == [true, false])
    }

    @Test("deletions name a uuid with or without its type, and refused ones keep their index")
    func deletions() throws {
        let uuid = UUID()
        let parsed = try parse(
            #"{"deleted": ["\#(uuid.uuidString)", "x", {"uuid": "\#(uuid.uuidString)", "type": "stepCount"}, 7]}"#)
        #expect(parsed.batch.deletions == [.init(uuid: uuid), .init(uuid: uuid, type: 0)])
        #expect(parsed.indexOfDeletion == [0, 2] && parsed.deletionCount == 4)
        #expect(parsed.rejected.map(\.index) == [1, 3])
    }
}
