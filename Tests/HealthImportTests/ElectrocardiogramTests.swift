import Foundation
import HealthCore
import Testing

@testable import HealthImport

@Suite("Electrocardiograms")
struct ElectrocardiogramTests {
    private func read(_ text: String, name: String = "ecg_2024-06-15.csv") throws -> ReadExport {
        var archive = ExportArchive()
        archive.add("apple_health_export/export.xml", ExportArchive.export)
        archive.add("apple_health_export/electrocardiograms/\(name)", text)
        return try archive.read()
    }

    private func recording(_ read: ReadExport) throws -> Sample {
        try #require(read.samples.first { read.type(of: $0).identifier == "HKDataTypeIdentifierElectrocardiogram" })
    }

    /// The same recording as `ExportArchive.electrocardiogram`, as a phone set to German writes it.
    private static let german =
        "\u{feff}"
            + #"""
            Name,Ada
            Geburtsdatum,"4. Jan. 1992"
            Aufnahmedatum,2024-06-15 10:30:00 +0200
            Klassifizierung,Sinusrhythmus
            Symptome,"Schwindel, ""leicht"""
            Softwareversion,2.0
            Gerät,"Watch7,11"
            Messrate,512,0 Hertz


            Ableitung,Ableitung I
            Einheit,µV

            12,5
            −3
            "0,25"
            100
            """#.replacingOccurrences(of: "\n", with: "\r\n")

    @Test("a recording is a sample whose end follows from the count of its voltages")
    func english() throws {
        let read = try read(ExportArchive.electrocardiogram)
        read.check("english")
        #expect(read.report.files.electrocardiograms == 1)
        let sample = try recording(read)
        #expect(sample.start.rfc3339 == "2024-06-15T08:30:00Z")
        #expect(sample.end.microseconds - sample.start.microseconds == 7_813)
        #expect(read.device(of: sample)?.hardwareVersion == "Watch7,11")
        #expect(read.source(of: sample) == SourceRevision(name: "", productType: "Watch7,11"))
        #expect(sample.metadata.isEmpty)
        #expect(
            String(decoding: sample.parts, as: UTF8.self) == """
                {"classification":"Sinus Rhythm","classificationValue":1,"symptoms":"","softwareVersion":"2.0",\
                "samplingFrequency":512,"lead":"Lead I","unit":"µV","voltages":[12.5,-3,0.25,100],"header":[\
                ["Name","Ada"],["Date of Birth","4 Jan 1992"],["Recorded Date","2024-06-15 10:30:00 +0200"],\
                ["Classification","Sinus Rhythm"],["Symptoms",""],["Software Version","2.0"],["Device","Watch7,11"],\
                ["Sample Rate","512 hertz"],["Lead","Lead I"],["Unit","µV"]]}
                """)
    }

    @Test("the same recording in another language, with decimal commas and another name, is the same sample")
    func german() throws {
        let english = try recording(read(ExportArchive.electrocardiogram))
        let sample = try recording(read(Self.german, name: "ecg_2024-06-15_2.csv"))
        #expect(sample.uuid == english.uuid)
        let parts = try object(sample.parts)
        #expect(parts["voltages"] as? [Double] == [12.5, -3, 0.25, 100])
        let texts = ["classification", "symptoms", "softwareVersion", "lead", "unit"].map { parts[$0] as? String }
        #expect(texts == ["Sinusrhythmus", "Schwindel, \"leicht\"", "2.0", "Ableitung I", "µV"])
        #expect(parts["classificationValue"] == nil)
        let separated = ExportArchive.electrocardiogram.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacingOccurrences(of: ",", with: ";").replacingOccurrences(of: ".", with: ",") }
            .joined(separator: "\n").replacingOccurrences(of: "Watch7;11", with: "Watch7,11")
        let semicolons = try recording(read(separated))
        #expect(semicolons.uuid == english.uuid)
        #expect(try object(semicolons.parts)["voltages"] as? [Double] == [12.5, -3, 0.25, 100])
    }

    @Test("an old file without symptoms, also without a version, and one without an empty line are read")
    func layouts() throws {
        let text = ExportArchive.electrocardiogram.replacingOccurrences(of: "Symptoms,\n", with: "")
            .replacingOccurrences(of: "\n\n", with: "\n")
        let parts = try object(recording(read(text)).parts)
        #expect(parts["symptoms"] == nil)
        let texts = ["classification", "softwareVersion", "lead"].map { parts[$0] as? String }
        #expect(texts == ["Sinus Rhythm", "2.0", "Lead I"])
        let older = try read(text.replacingOccurrences(of: "Software Version,2.0\n", with: ""))
        #expect(try object(recording(older).parts)["softwareVersion"] as? String ?? "" == "")
        #expect(older.device(of: try recording(older))?.hardwareVersion == "Watch7,11")
    }

    @Test(
        "a further line of a number and a unit, at any place, is not the sample rate",
        arguments: ["Name,Ada", "Recorded Date", "Classification", "Symptoms", "Software", "Device", "Sample", "Unit"])
    func furtherLine(_ before: String) throws {
        let text = ExportArchive.electrocardiogram.replacingOccurrences(of: before, with: "Duration,30 s\n" + before)
        let plain = try recording(read(ExportArchive.electrocardiogram))
        let sample = try recording(read(text))
        #expect(sample.uuid == plain.uuid && sample.device == plain.device)
        let (parts, plainParts) = (try object(sample.parts), try object(plain.parts))
        for name in ["classification", "symptoms", "softwareVersion", "lead", "unit"] {
            #expect(parts[name] as? String == plainParts[name] as? String, "\(name)")
        }
        #expect(parts["samplingFrequency"] as? Double == 512)
    }

    @Test("in another language, the sample rate is the number of hertz")
    func furtherLineInAnotherLanguage() throws {
        let german = Self.german.replacingOccurrences(of: "Softwareversion", with: "Dauer,30 s\r\nSoftwareversion")
        let sample = try recording(read(german))
        #expect(sample.uuid == (try recording(read(ExportArchive.electrocardiogram)).uuid))
        let parts = try object(sample.parts)
        let texts = ["classification", "symptoms", "softwareVersion"].map { parts[$0] as? String }
        #expect(texts == ["Sinusrhythmus", "Schwindel, \"leicht\"", "2.0"])
        let unnamed = Self.german.replacingOccurrences(of: "Hertz", with: "Schläge")
        #expect(try object(recording(read(unnamed)).parts)["samplingFrequency"] as? Double == 512)
    }

    @Test(
        "digits and decimal marks of every script, and the commas of a spreadsheet, make no difference",
        arguments: [
            ("٠١٢٣٤٥٦٧٨٩", "٫", "\u{61C}-", "هرتز", ""), ("۰۱۲۳۴۵۶۷۸۹", "٫", "\u{200E}−", "هرتز", ""),
            ("०१२३४५६७८९", ".", "-", "हर्ट्ज़", ""), ("০১২৩৪৫৬৭৮৯", ",", "-", "হার্টজ", ""),
            ("0123456789", ".", "-", "hertz", ","),
            ("0123456789", ",", "−", "赫兹", ",,"), ("0123456789", ",", "-", "герц", " , "),
        ])
    func scripts(_ digits: String, _ mark: String, _ minus: String, _ hertz: String, _ ending: String) throws {
        let names = Array(digits)
        func inScript(_ text: Substring) -> String {
            String(text.map { $0.wholeNumberValue.map { names[$0] } ?? $0 })
        }
        let lines = ExportArchive.electrocardiogram.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { line in
            guard !line.hasPrefix("Device"), !line.isEmpty else { return line + ending }
            let isNumber = !line.contains(",")
            let script = inScript(line).replacingOccurrences(of: "hertz", with: hertz)
            guard isNumber else { return script + ending }
            return script.replacingOccurrences(of: ".", with: mark).replacingOccurrences(of: "-", with: minus) + ending
        }.joined(separator: "\n")
        for (language, label) in [("English", "Sample Rate"), ("another", "Messrate")] {
            let sample = try recording(read(text.replacingOccurrences(of: "Sample Rate", with: label)))
            #expect(sample.uuid == (try recording(read(ExportArchive.electrocardiogram)).uuid), "\(language)")
            let parts = try object(sample.parts)
            #expect(parts["voltages"] as? [Double] == [12.5, -3, 0.25, 100], "\(language)")
            #expect(parts["unit"] as? String == "µV", "\(language)")
        }
    }

    @Test(
        "what cannot be read is refused with the file's name, and its line where there is one",
        arguments: [
            ("Recorded Date,2024-06-15 10:30:00 +0200", "Recorded Date,today", nil, .missingField),
            ("512 hertz", "often", nil, .missingField), ("512 hertz", "0 hertz", nil, .missingField),
            ("512 hertz", "1e9 hertz", nil, .missingField), ("-3", "-3 µV", 15, .malformedNumber),
            ("-3", "1e999", 15, .malformedNumber), ("Name,Ada", "Name,\"Ada", 1, .malformedFile),
            ("Name,Ada", "Name,A\u{0}a", 1, .malformedFile),
            ("Name,Ada", "Name," + String(repeating: "a", count: 5_000), 1, .malformedFile),
            ("Name,Ada", String(repeating: "Name,Ada\n", count: 100), 102, .malformedFile),
        ] as [(String, String, Int?, Refusal.Code)])
    func refusals(_ old: String, _ new: String, _ line: Int?, _ code: Refusal.Code) throws {
        let read = try read(ExportArchive.electrocardiogram.replacingOccurrences(of: old, with: new))
        read.check(new)
        let refused = try #require(read.refusals.first)
        #expect(refused.refusal.code == code)
        let path = "electrocardiograms/ecg_2024-06-15.csv"
        #expect(refused.location(in: "") == path + (line.map { ", line \($0)" } ?? ""))
        #expect(read.report.samples == 1)
        #expect(!refused.refusal.message.contains("Ada"))
    }

    @Test("as many bytes as the limit are taken, and not one more")
    func limit() throws {
        let reader = WholeFileReader.electrocardiogram()
        let bytes = [UInt8](repeating: 10, count: WholeFileReader.electrocardiogramBytesMax)
        try reader.read(bytes, count: bytes.count)
        let refusal = #expect(throws: ImportRefusal.self) { try reader.read(bytes, count: 1) }
        #expect(refusal?.refusal.code == .fileTooLarge)
    }
}
