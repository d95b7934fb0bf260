import HealthCore
import TestSupport
import Testing

@testable import HealthImport

@Suite("Limits of the import")
struct LimitTests {
    @Test("as many metadata entries as the limit are kept, and one more is refused")
    func metadataEntries() throws {
        func entries(_ count: Int) -> String { (0..<count).map { metadata("k\($0)", "v") }.joined() }
        let max = MetadataObject.entriesMax
        let export = try ReadExport(
            body: record(content: entries(max)) + record(content: entries(max + 1)) + record(content: entries(1)))
        #expect(export.refusals.map(\.refusal.field) == ["MetadataEntry"])
        #expect(try export.samples.map { try object($0.metadata).count } == [max, 1])
    }

    @Test("metadata beyond the limit are not kept")
    func metadataStopGrowing() {
        var metadata = MetadataObject()
        let value = String(repeating: "x", count: 1_000)
        for number in 0..<100_000 { metadata.append(key: "\(number % 50_000)", value: value) }
        #expect(metadata.isTooLarge)
        #expect(metadata.json.count < 2 * MetadataObject.bytesMax)
    }

    @Test("an element that is too large is refused, be it by its children, its text or as part of a workout")
    func largeElements() throws {
        let megabyte = String(repeating: "x", count: 1 << 20)
        let count = ElementCapture.bytesMax >> 20
        let inChildren = String(repeating: "<a b=\"\(megabyte.dropFirst(20))\"/>", count: count + 1)
        let inText = LongRun.isOn ? String(repeating: "\(megabyte)<a/>", count: count + 1) : ""
        // Each has 64 MiB.
        var large = [("Workout", workout(content: "<Route>\(inChildren)</Route>"))]
        if LongRun.isOn { large.append(("Me", "<Me>\(inText)</Me>")) }
        let export = try ReadExport(body: (large.map { $0.1 } + [record(), "<Me>1</Me>"]).joined(separator: "\n"))
        #expect(export.refusals.map(\.element) == large.map { $0.0 })
        #expect(export.refusals.allSatisfy { $0.refusal.code == .fieldTooLong })
        #expect(export.refusals.map(\.line) == large.indices.map { $0 + 2 })
        #expect(export.report.samples == 1)
        #expect(export.elements.map { String(decoding: $0.json, as: UTF8.self) } == [#"{"name":"Me","text":"1"}"#])
    }

    @Test("a workout may have any number of statistics, and a correlation any number of records")
    func largeContainers() throws {
        let statistic = "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"1\" unit=\"m\"/>"
        let export = try ReadExport(
            body: workout(content: String(repeating: statistic, count: 3_000))
                + correlation(content: String(repeating: pressure("Systolic", "120"), count: 3_000)))
        #expect(export.report.samples == 3_002)
        #expect(export.report.contained == 3_000)
        let workout = try #require(export.samples[0].content.workout)
        #expect(workout.totalDistance == 3_000)
    }

    @Test("elements too deep for the reader end the import with an error")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try ReadExport(body: nested(60)).report.elements == 1)
        #expect(importError { try ReadExport(body: nested(100)) } == .tooLarge)
    }

    @Test("more different texts than are remembered stand for the same as before")
    func manyTexts() throws {
        let count = 20_050
        let value = { (number: Int) in
            record(["type": "HKCategoryTypeIdentifierSleepAnalysis", "unit": nil, "value": "v\(number)"])
        }
        let export = try ReadExport(body: (0..<count).map(value).joined() + value(0))
        #expect(export.samples.count == count + 1)
        let sent = export.samples.map { sample -> String? in
            if case .category(nil, let sent) = sample.content { sent } else { nil }
        }
        #expect(sent == (0..<count).map { "v\($0)" } + ["v0"])
        #expect(export.samples.first?.uuid == export.samples.last?.uuid)
    }

    @Test("values are found by text and space, and never by one of them alone")
    func texts() {
        var known = ByteDictionary<Int>()
        let texts: [[UInt8]] = [[], [0], [0, 0], [1], [255], Array("a".utf8), Array("ab".utf8)]
        for (index, text) in texts.enumerated() {
            for space: Int32 in [0, 1, -1] {
                #expect(known.find(text[...], in: space) == nil)
                _ = known.insert(index * 10 + Int(space), for: text[...], in: space)
            }
        }
        for (index, text) in texts.enumerated() {
            for space: Int32 in [0, 1, -1] { #expect(known.find(text[...], in: space) == index * 10 + Int(space)) }
        }
        #expect(known.find(([9, 9] + texts[6])[2...], in: 1) == 61)
    }
}
