import Foundation
import HealthCore
import JSON

/// An electrocardiogram, read from its CSV file.
///
/// A file begins with lines of a label and a value. Lines of one number follow. Labels, dates and
/// texts are in the phone's language, and digits and decimal marks are those of its region.
///
/// - In an English file, which has the labels Recorded Date and Sample Rate, a field has its exact
///   label. Lines with other labels are ignored.
/// - In other languages, the recorded date is the first date with a time, and the sample rate is
///   the first number of hertz, else the first number with a unit. Other fields have their position
///   between these two. The order is: name, date of birth, recorded date, classification, symptoms,
///   software version, device, sample rate, lead, unit. Old files have no symptoms. Other numbers
///   with a unit are ignored.
struct Electrocardiogram: Sendable {
    /// Labels and values as the file contains them, without white space around them.
    var header: [(label: String, value: String)] = []
    var start: Instant
    /// In hertz.
    var samplingFrequency: Double
    /// In `unit`.
    var voltages: [Double] = []

    var classification = ""
    var symptoms: String?
    var softwareVersion = ""
    var device = ""
    var lead: String?
    /// `µV`
    var unit: String?

    /// Greatest accepted sampling frequency, in hertz. Apple's files have 512.
    static let frequencyMax = 100_000.0
    /// Most lines before the numbers. Apple's files have ten that are not blank.
    static let headerLinesMax = 100
    /// Longest line, in bytes.
    static let lineBytesMax = 4_000

    /// The start plus the number of voltages divided by the sampling frequency.
    var end: Instant {
        Instant(
            microseconds: start.microseconds
                + Int64((Double(voltages.count) / samplingFrequency * 1_000_000).rounded()))
    }

    /// The raw value of `HKElectrocardiogram.Classification`. Nil if the text is not Apple's
    /// English one.
    var classificationValue: Int? { Electrocardiogram.classifications[classification.lowercased()] }

    private static let classifications: [String: Int] = [
        "not set": 0, "sinus rhythm": 1, "atrial fibrillation": 2, "low heart rate": 3,
        "inconclusive: low heart rate": 3, "heart rate under 50": 3, "high heart rate": 4,
        "inconclusive: high heart rate": 4, "heart rate over 120": 4, "heart rate over 150": 4, "poor recording": 5,
        "inconclusive: poor reading": 5, "inconclusive": 6, "inconclusive: other": 6, "unrecognized": 100,
    ]

    // MARK: Reading

    init(csv bytes: [UInt8]) throws(ImportRefusal) {
        var reader = CSVReader(bytes, separators: ",;\t", recordBytesMax: Electrocardiogram.lineBytesMax)
        var header: [(label: String, value: String)] = []
        var voltages: [Double] = []
        while let (line, fields) = try Electrocardiogram.nextLine(&reader) {
            if fields.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { continue }
            if fields.count == 1, let voltage = Electrocardiogram.number(fields[0]) {
                voltages.append(voltage)
            } else {
                guard voltages.isEmpty else {
                    throw ImportRefusal(.malformedNumber, line: line, "the line is not one number")
                }
                guard header.count < Electrocardiogram.headerLinesMax else {
                    throw ImportRefusal(
                        .malformedFile, line: line,
                        "there are more than \(Electrocardiogram.headerLinesMax) lines before the numbers")
                }
                header.append(Electrocardiogram.labelled(fields))
            }
        }
        func index(_ label: String) -> Int? { header.firstIndex { $0.label == label } }
        let named = (date: index("Recorded Date"), rate: index("Sample Rate"))
        let isEnglish = named.date != nil && named.rate != nil
        let date = isEnglish ? named.date : header.firstIndex { Electrocardiogram.date($0.value) != nil }
        guard let date, let start = Electrocardiogram.date(header[date].value) else {
            throw ImportRefusal(.missingField, "there is no line with the date of recording")
        }
        let measures = header.map { Electrocardiogram.measure($0.value) }
        let others = header.indices.dropFirst(date + 2).filter { measures[$0] != nil }
        let rate = isEnglish ? named.rate : others.first { measures[$0]?.isOfHertz == true } ?? others.first
        guard let rate, let frequency = measures[rate]?.value, frequency > 0, frequency <= Self.frequencyMax else {
            throw ImportRefusal(.missingField, "there is no line with the sample rate")
        }
        guard !voltages.isEmpty else { throw ImportRefusal(.missingField, "there are no voltages") }
        self.start = start
        samplingFrequency = frequency
        self.voltages = voltages
        self.header = header
        guard end <= Instant.latest else {
            throw ImportRefusal(.malformedDate, "the recording ends after the year 9999")
        }
        if isEnglish {
            func value(_ label: String) -> String? { index(label).map { header[$0].value } }
            classification = value("Classification") ?? ""
            (symptoms, device) = (value("Symptoms"), value("Device") ?? "")
            softwareVersion = value("Software Version") ?? ""
            (lead, unit) = (value("Lead"), value("Unit"))
        } else {
            let rest = header.indices.dropFirst(date + 2).prefix { $0 < rate }.filter { measures[$0] == nil }
            takeFields(classification: date + 1 < rate ? date + 1 : nil, rest: rest, rate: rate)
        }
    }

    /// Returns the next line, which may be blank. Returns nil at the end.
    private static func nextLine(_ reader: inout CSVReader) throws(ImportRefusal) -> CSVReader.Record? {
        let next: CSVReader.Record?
        do throws(CSVFault) { next = try reader.next() } catch {
            throw ImportRefusal(.malformedFile, line: error.line, error.message)
        }
        guard let next else { return nil }
        var texts = next.cells
        // Spreadsheets write as many separators in each line.
        while texts.count > 1, texts[texts.count - 1].allSatisfy(\.isWhitespace) { texts.removeLast() }
        // A comma between digits is a decimal comma. It does not separate a label from its value.
        if reader.separator == UInt8(ascii: ","), texts.count == 2 {
            let (whole, fraction) = (ascii(texts[0]), ascii(texts[1]))
            func areDigits(_ text: Substring) -> Bool {
                !text.isEmpty && text.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
            }
            if areDigits(whole.drop { $0 == "-" }), areDigits(fraction[...]) { texts = [whole + "," + fraction] }
        }
        return (next.line, texts)
    }

    /// Reads fields by their positions in the header.
    ///
    /// - Parameter rest: the positions between the classification and the sample rate.
    private mutating func takeFields(classification: Int?, rest: [Int], rate: Int) {
        func value(_ index: Int) -> String? { header.indices.contains(index) ? header[index].value : nil }
        self.classification = classification.flatMap(value) ?? ""
        device = rest.last.flatMap(value) ?? ""
        softwareVersion = rest.dropLast().last.flatMap(value) ?? ""
        symptoms = rest.count > 2 ? value(rest[0]) : nil
        (lead, unit) = (value(rate + 1), value(rate + 2))
    }

    /// Joins all fields after the first, which is the label, to one value. A value with commas may
    /// lack quotes.
    private static func labelled(_ fields: [String]) -> (label: String, value: String) {
        let value = fields.dropFirst().joined(separator: ",")
        return (fields[0].trimmingCharacters(in: .whitespaces), value.trimmingCharacters(in: .whitespaces))
    }

    /// Parses a number with a decimal point or comma, in digits of any script. Returns nil for any
    /// other text.
    static func number(_ text: String) -> Double? {
        var bytes = Array(ascii(text).utf8)
        if let comma = bytes.firstIndex(of: UInt8(ascii: ",")) { bytes[comma] = UInt8(ascii: ".") }
        guard bytes.count <= numberBytesMax else { return nil }
        return DecimalNumber.parse(bytes[...])
    }

    private static let numberBytesMax = 64

    private static func date(_ text: String) -> Instant? { Instant(exportText: Array(ascii(text).utf8)) }

    /// Parses a number and the name of a unit, such as `512 hertz`, `511,45 Hz`, `512 赫兹`. Returns
    /// nil for any other text.
    private static func measure(_ text: String) -> (value: Double, isOfHertz: Bool)? {
        let text = ascii(text)
        let digits = text.prefix { "0123456789.,".contains($0) }
        let name = text.dropFirst(digits.count).drop(while: \.isWhitespace)
        guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isLetter || $0 == "." }),
            let value = number(String(digits))
        else { return nil }
        return (value, hertz.contains(name.lowercased()))
    }

    /// The names of the unit hertz in Unicode's locale data.
    private static let hertz = Set(
        """
        hz hertz hertzs hertsiä hertzów herců hertzov herca herci herți hercai herc херц херца герц герца герців гц \
        χερτζ هرتز הרץ เฮิรตซ์ हर्ट्ज़ हर्ट्ज ヘルツ 헤르츠 赫兹 赫茲
        """.split(separator: " ").map { String($0) })

    /// Returns the text without white space around it, with decimal digits of any script, their
    /// decimal marks and minus signs as ASCII, and without marks for the direction of writing.
    /// Most lines have only ASCII, for which Unicode's tables would take most of the time.
    static func ascii(_ text: String) -> String {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard !isASCII || text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x066B: result.append(".")
            case 0x2212, 0xFE63, 0xFF0D: result.append("-")
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
            default:
                let digit = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
                if let digit { result.append(String(Int(digit))) } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result.trimmingCharacters(in: .whitespaces)
    }

    /// The recording as JSON, for `Sample.parts`.
    var parts: [UInt8] {
        JSONWriter.object { writer in
            writer.member("classification", classification)
            if let classificationValue { writer.member("classificationValue", classificationValue) }
            if let symptoms { writer.member("symptoms", symptoms) }
            writer.member("softwareVersion", softwareVersion)
            writer.member("samplingFrequency", samplingFrequency)
            if let lead { writer.member("lead", lead) }
            if let unit { writer.member("unit", unit) }
            writer.key("voltages")
            writer.array { writer in for voltage in voltages { writer.value(voltage) } }
            writer.key("header")
            writer.array { writer in
                for line in header {
                    writer.array { writer in
                        writer.value(line.label)
                        writer.value(line.value)
                    }
                }
            }
        }
    }
}
