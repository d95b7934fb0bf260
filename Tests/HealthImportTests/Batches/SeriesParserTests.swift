import Foundation
import HealthCore
import Testing

@testable import HealthImport

@Suite struct SeriesParserTests {
    private func parse(_ text: String) throws -> ParsedBatch { try BatchParser.parse(Array(text.utf8)) }

    private func series(
        _ quantities: String, type: String = "heartRate", unit: String = "count/min", other: String = ""
    ) -> String {
        """
        {"uuid": "\(UUID().uuidString)", "type": "\(type)", "unit": "\(unit)", "startDate": "2024-05-01T10:00:00Z", \
        "endDate": "2024-05-01T10:05:00Z", "source": {"name": "Watch"}\(other), "quantities": \(quantities)}
        """
    }

    private func part(_ start: String, _ end: String? = nil, _ value: String = "60") -> String {
        let end = end.map { #", "endDate": "2024-05-01T10:\#($0)Z""# } ?? ""
        return #"{"startDate": "2024-05-01T10:\#(start)Z"\#(end), "value": \#(value)}"#
    }

    private func refusal(_ sample: String) throws -> Refusal? {
        let parsed = try parse(#"{"samples": [\#(sample)]}"#)
        #expect(parsed.batch.samples.isEmpty == !parsed.rejected.isEmpty && series(parsed).isEmpty)
        return parsed.rejected.first?.refusal
    }

    private func summary(_ parsed: ParsedBatch, _ index: Int = 0) -> Quantity? {
        parsed.batch.samples[index].sample.content.quantity
    }

    /// The series of a batch, by ordinal.
    private func series(_ parsed: ParsedBatch) -> [Int64: QuantitySeries] {
        var found: [Int64: QuantitySeries] = [:]
        for (ordinal, sample) in parsed.batch.samples {
            if case .series(let series, _) = sample.content { found[ordinal] = series }
        }
        return found
    }

    @Test("quantities are sorted and stored in both units, and a missing end is the start")
    func quantities() throws {
        let parsed = try parse(
            #"{"samples": [\#(series("[\(part("05:00")), \(part("00:00", "05:00", "120")), \(part("00:00", nil, "180"))]"))]}"#
        )
        let made = try #require(series(parsed)[0])
        let starts = ["2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z", "2024-05-01T10:05:00Z"]
        #expect(made.parts.map(\.start) == starts.compactMap { Instant(rfc3339: $0) })
        #expect(made.parts.map { $0.end.microseconds - $0.start.microseconds } == [0, 300_000_000, 0])
        #expect(made.parts.map(\.sentValue) == [180, 120, 60] && made.parts.map(\.value) == [3, 2, 1])
        #expect(made.sentSummary == nil)
        #expect(summary(parsed)?.value == 2)
    }

    @Test("the summary is as sent, else the sum for cumulative types and the average for others")
    func summaries() throws {
        let two = "[\(part("00:00", nil, "1")), \(part("01:00", nil, "4"))]"
        let samples = [
            series(two, type: "stepCount", unit: "count"), series(two, unit: "count/s"),
            series(two, unit: "count/s", other: #", "value": 7"#), series(two, type: "org.example.x", unit: "furlong"),
            series(two, unit: "count/s", other: #", "value": null"#),
        ]
        let parsed = try parse(#"{"samples": [\#(samples.joined(separator: ","))]}"#)
        #expect(parsed.batch.samples.indices.map { summary(parsed, $0)?.value } == [5, 2.5, 7, 2.5, 2.5])
        #expect((0..<5).map { series(parsed)[Int64($0)]?.sentSummary } == [nil, nil, 7, nil, nil])
    }

    @Test("a sample without quantities is no series, and quantities of other kinds are kept unchanged")
    func noSeries() throws {
        let none = series("[]", other: #", "value": 7"#)
        let null = series("null", other: #", "value": 7"#)
        let asleep = series("[1]", type: "sleepAnalysis", unit: "count", other: #", "value": 1"#)
        let parsed = try parse(#"{"samples": [\#(none), \#(null), \#(asleep)]}"#)
        #expect(parsed.rejected.isEmpty && series(parsed).isEmpty)
        #expect(summary(parsed)?.sentValue == 7 && parsed.batch.samples[0].sample.parts.isEmpty)
        let kept = String(decoding: parsed.batch.samples[2].sample.parts, as: UTF8.self)
        #expect(kept == #"{"quantities":[1],"unit":"count"}"#)
        #expect(try refusal(series("[]"))?.field == "value")
    }

    @Test("the first malformed quantity refuses its series, and the refusal names the quantity")
    func wrong() throws {
        let good = part("00:00")
        let cases: [(String, Refusal.Code, String)] = [
            ("7", .malformedField, "quantities"), (#"{"a": 1}"#, .malformedField, "quantities"),
            ("[\(good), 7, 8]", .malformedField, "quantities[1]"),
            (
                #"[\#(good), {"startDate": "2024-05-01T10:00:00Z", "value": 1, "unit": "count/s"}]"#, .malformedField,
                "quantities[1]"
            ),
            (
                #"[{"startDate": "2024-05-01T10:00:00Z", "value": 1, "value": 2}]"#, .malformedField, "quantities[0]"
            ),
            (#"[{"value": 1}]"#, .missingField, "quantities[0].startDate"),
            (#"[{"startDate": "yesterday", "value": 1}]"#, .malformedDate, "quantities[0].startDate"),
            (#"[\#(good), {"startDate": "2024-05-01T10:00:00Z"}]"#, .missingField, "quantities[1].value"),
            ("[\(part("00:00", nil, "null"))]", .missingField, "quantities[0].value"),
            ("[\(part("00:00", nil, #""60""#))]", .malformedNumber, "quantities[0].value"),
            ("[\(part("02:00", "01:00"))]", .endBeforeStart, "quantities[0].endDate"),
            ("[\(part("04:00", "05:00.000001"))]", .outsideSeries, "quantities[0]"),
            ("[\(good), \(part("05:01"))]", .outsideSeries, "quantities[1]"),
        ]
        for (quantities, code, field) in cases {
            let refusal = try refusal(series(quantities))
            #expect(refusal?.code == code && refusal?.field == field, "\(quantities)")
        }
        let early = #"[{"startDate": "2024-05-01T09:59:59.999999Z", "value": 1}]"#
        #expect(try refusal(series(early))?.code == .outsideSeries)
        for (unit, code) in [("kg", Refusal.Code.incompatibleUnit), ("beats", .unknownUnit)] {
            let refusal = try refusal(series("[\(good)]", unit: unit))
            #expect(refusal?.code == code && refusal?.field == "unit", "\(unit)")
        }
        let greatest = "[\(part("00:00", nil, "1e150")), \(part("01:00", nil, "1e150"))]"
        let tooLarge = try refusal(series(greatest, type: "stepCount", unit: "count"))
        #expect(tooLarge?.code == .valueTooLarge && tooLarge?.field == "quantities")
        let beyond = "[\(part("00:00", nil, "7")), \(part("01:00", nil, "1e151"))]"
        let refused = try refusal(series(beyond, type: "stepCount", unit: "count"))
        #expect(refused?.code == .valueTooLarge && refused?.field == "quantities[1].value")
        let pascal = series("[\(part("00:00", nil, "0.5"))]", type: "environmentalAudioExposure", unit: "Pa")
        #expect(try parse(#"{"samples": [\#(pascal)]}"#).rejected.isEmpty)
        #expect(try refusal(series("[\(good)]", other: #", "value": "7""#))?.field == "value")
    }

    @Test("a series and a batch have limits of quantities, which do not count as records")
    func limits() throws {
        func quantities(_ count: Int) -> String {
            "[\(Array(repeating: part("00:00"), count: count).joined(separator: ","))]"
        }
        let full = series(quantities(QuantitySeries.partsMax))
        #expect(QuantitySeries.partsMax * 2 == BatchParser.quantitiesMax)
        let parsed = try parse(#"{"samples": [\#(full), \#(full)]}"#)
        #expect(parsed.rejected.isEmpty && series(parsed).count == 2)
        let refusal = try refusal(series(quantities(QuantitySeries.partsMax + 1)))
        #expect(refusal?.code == .fieldTooLong && refusal?.field == "quantities")
        let error = #expect(throws: Refusal.self) {
            try parse(#"{"samples": [\#(full), \#(full), \#(series(quantities(1)))]}"#)
        }
        #expect(error?.code == .tooManyQuantities)
    }

    @Test("a correlation may contain series, and a refused correlation leaves none behind")
    func contained() throws {
        func correlation(_ objects: String) -> String {
            series("null", type: "food", other: #", "objects": [\#(objects)]"#)
        }
        let sugar = series("[\(part("00:00"))]", type: "dietarySugar", unit: "g")
        let parsed = try parse(#"{"samples": [\#(correlation(sugar)), \#(correlation("\(sugar), 1"))]}"#)
        #expect(series(parsed).keys.sorted() == [1])
        #expect(parsed.rejected.map(\.index) == [1])
    }
}
