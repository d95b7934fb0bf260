import Foundation
import HealthCore
import HealthImport
import TestSupport
import Testing

@Suite("The real export of 2017")
struct HkimportTests {
    private static let export = Result { try ReadExport(path: Fixture.path(Fixture.hkimport)) }

    @Test("every Record, Correlation, Workout, other element and MetadataEntry of the file is accounted for")
    func countsMatchTheText() throws {
        let text = try Fixture.text(Fixture.hkimport)
        let body = text[try #require(text.range(of: "<HealthData ")).lowerBound...]
        let export = try Self.export.get()

        let recordTags = count("<Record ", in: body)
        let correlations = body.components(separatedBy: "<Correlation ").dropFirst()
            .map { $0.components(separatedBy: "</Correlation>")[0] }
        let nested = correlations.map { count("<Record ", in: $0) }.reduce(0, +)
        #expect(recordTags == 10_939 + 162)
        #expect(nested == 162)
        #expect(correlations.count == 34)
        #expect(count("<Workout ", in: body) == 61)
        #expect(count("<MetadataEntry ", in: body) == 1_934)

        // FixtureTests compare the other counts.
        #expect(export.report.samples == 10_939 + 162 + 34 + 61)
        #expect(export.elements.map(\.name) == ["Me"])
        #expect(export.report.exportDate == "2017-11-07 10:05:13 +0200")

        #expect(try export.samples.map(metadataEntries).reduce(0, +) == 1_934)
        let events = try export.samples.map { try workoutEvents(of: $0) }
        #expect(events.map(\.count).reduce(0, +) == count("<WorkoutEvent ", in: body))
    }

    @Test("each top-level Record has the type, times, value and unit that a slow reading of its tag gives")
    func valuesMatchTheText() throws {
        let text = try Fixture.text(Fixture.hkimport)
        let body = text[try #require(text.range(of: "<HealthData ")).lowerBound...]
        let export = try Self.export.get()
        let records = export.samples.filter { sample in
            switch sample.content {
            case .quantity, .aggregate, .series, .category, .other: true
            case .correlation, .workout: false
            }
        }
        let tags = Array(body.components(separatedBy: "<Record ").dropFirst())
        try #require(tags.count == records.count)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        var wrong = 0
        for (index, sample) in records.enumerated() where LongRun.isOn || index % 20 == 0 {
            let tag = SlowAttributes(String(tags[index].prefix { $0 != ">" }))
            let start = format.date(from: tag["startDate"] ?? "")?.timeIntervalSince1970
            let end = format.date(from: tag["endDate"] ?? "")?.timeIntervalSince1970
            var isRight = export.type(of: sample).identifier == tag["type"]
            isRight = isRight && start == Double(sample.start.microseconds) / 1e6
            isRight = isRight && end == Double(sample.end.microseconds) / 1e6
            isRight = isRight && export.source(of: sample).name == tag["sourceName"]
            isRight = isRight && export.source(of: sample).version == tag["sourceVersion"]
            switch sample.content {
            case .quantity(let quantity):
                isRight = isRight && quantity.sentValue == tag["value"].flatMap { Double($0) }
                isRight = isRight && export.unit(of: quantity) == tag["unit"]
            case .category(let value, let sent):
                isRight = isRight && (value == nil) == (tag["value"] == nil) && (sent == nil || sent == tag["value"])
            default: isRight = false
            }
            if !isRight { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("the same file gives the same uuids twice, and another person other ones")
    func uuidsAreDeterministic() throws {
        let path = try Fixture.path(Fixture.hkimport)
        let first = try Self.export.get().uuids
        #expect(try ReadExport(path: path).uuids == first)
        let other = try ReadExport(path: path, personUUID: UUID()).uuids
        #expect(other.count == first.count)
        #expect(Set(other).isDisjoint(with: first))
    }

    @Test("each Record in a Correlation has the uuid of its repetition at the top level")
    func nestedRecordsAreRecognised() throws {
        let export = try Self.export.get()
        let topLevel = Set(export.topLevel.map(\.uuid))
        let nested = export.samples.filter { $0.container != nil }
        #expect(nested.count == 162)
        #expect(nested.allSatisfy { topLevel.contains($0.uuid) })
        let containers = Set(
            export.records.filter { record in
                if case .sample(let sample) = record.item, case .correlation = sample.content { true } else { false }
            }.map(\.ordinal))
        #expect(Set(nested.compactMap(\.container)) == containers)
    }

    private func count(_ needle: String, in text: some StringProtocol) -> Int {
        text.components(separatedBy: needle).count - 1
    }

    private func metadataEntries(of sample: Sample) throws -> Int {
        guard !sample.metadata.isEmpty else { return 0 }
        return try object(sample.metadata).values.map { ($0 as? [Any])?.count ?? 1 }.reduce(0, +)
    }

    private func workoutEvents(of sample: Sample) throws -> [Any] {
        guard !sample.parts.isEmpty else { return [] }
        return try object(sample.parts)["workoutEvents"] as? [Any] ?? []
    }
}

/// The attributes of a tag, read with a regular expression.
private struct SlowAttributes {
    private var values: [String: String] = [:]

    init(_ text: String) {
        for match in text.matches(of: /([A-Za-z]+)="([^"]*)"/) {
            values[String(match.output.1)] = String(match.output.2)
                .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
                .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&apos;", with: "'")
                .replacingOccurrences(of: "&amp;", with: "&")
        }
    }

    subscript(_ name: String) -> String? { values[name] }
}
