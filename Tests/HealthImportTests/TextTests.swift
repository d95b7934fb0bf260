import Foundation
import TestSupport
import Testing

@testable import HealthImport

@Suite("Numbers and texts of an export")
struct TextTests {
    private func parse(_ text: String) -> Double? { DecimalNumber.parse(Array(text.utf8)[...]) }

    @Test("random decimal texts are read as Swift reads them, to the last bit")
    func randomNumbers() {
        var random = SeededGenerator(20_240_501)
        var wrong: [String] = []
        for _ in 0..<Rounds.count(100_000, short: 20_000) {
            let text = random.decimalText()
            let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
            if parse(text)?.bitPattern != expected?.bitPattern { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(
        "numbers of every shape are read",
        arguments: [
            ("-0", -0.0), ("007", 7), ("+2", 2), (".5", 0.5), ("5.", 5), ("2.5E-3", 0.0025), ("1e-400", 0),
            ("9007199254740993", 9007199254740992), ("123456789012345678901234567890", 1.2345678901234568e29),
        ])
    func numbers(_ text: String, _ value: Double) {
        #expect(parse(text)?.bitPattern == value.bitPattern)
    }

    @Test(
        "what is no decimal number is none",
        arguments: [
            "", "-", "+", ".", "-.", "e5", "1e", "1e999", "-1e999", "nan", "inf", "Infinity", "0x1p3", "1,5", "1 ",
            " 1",
            "1.2.3", "--1", "1-", "１", "1_000", "1e5.5", "12a",
        ])
    func noNumbers(_ text: String) {
        #expect(parse(text) == nil)
    }

    @Test(
        "a file is the export if its document element is HealthData",
        arguments: [
            ("<HealthData/>", true), ("<HealthData\nlocale=\"en\">", true), ("<!DOCTYPE\n HealthData>", true),
            ("<!DOCTYPE HealthData[", true), ("\u{feff}<?xml version=\"1.0\"?>\r\n<HealthData>", true),
            ("\n<!-- made by <ClinicalDocument> hands --><?a b?> <!-- - --><HealthData>", true),
            ("<HealthDatas>", false), ("<HealthData", false), ("", false), ("<?xml", false), ("<!--", false),
            ("<!-- <HealthData> -->", false), ("<ClinicalDocument><HealthData>", false), ("text <HealthData>", false),
        ])
    func sniffing(_ text: String, _ isExport: Bool) {
        #expect((DocumentElement.name(in: Array(text.utf8)) == "HealthData") == isExport)
    }
}

extension SeededGenerator {
    fileprivate mutating func decimalText() -> String {
        func digits(_ range: ClosedRange<Int>) -> String {
            (0..<Int.random(in: range, using: &self)).map { _ in String(Int.random(in: 0...9, using: &self)) }.joined()
        }
        var text = Bool.random(using: &self) ? "" : "-"
        text += digits(1...12)
        if Int.random(in: 0..<4, using: &self) > 0 { text += "." + digits(1...12) }
        if Int.random(in: 0..<8, using: &self) == 0 { text += "e\(Int.random(in: -320...300, using: &self))" }
        return text
    }
}
