import Compression
import Foundation
import HealthCore
import TestSupport
import Testing

@testable import HealthImport

/// Changes valid files at random and reads them. Each defect that was found has a file in
/// Fixtures/corpus.
///
/// `HEALTHSTORE_FUZZ_SECONDS` sets the duration of a run with new seeds. `HEALTHSTORE_FUZZ_SEED`
/// sets the first seed, which is otherwise random.
@Suite("Mutated files")
struct MutationTests {
    /// The reader of a file.
    enum Format: String, CaseIterable, Sendable {
        case export = "xml"
        case archive = "zip"
        case route = "gpx"
        case electrocardiogram = "csv"
        case batch = "json"
        case lines = "ndjson"
        case gzip = "gz"

        var dictionary: [String] {
            switch self {
            case .export, .route:
                [
                    "<", ">", "\"", "&", "&#0;", "&#xD800;", "&lt;", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE a [",
                    "]>", "<?", "?>", "</", "/>", "\u{0}", "\r", "\u{feff}", "startDate=\"", "1e308", "-", "<Record ",
                    "<trkpt lat=\"1\" lon=\"2\">", "<Workout ", "<Correlation ", "</Record>", "<MetadataEntry key=\"",
                    "9999-12-31 23:59:59 -2359",
                ]
            case .electrocardiogram:
                [
                    "\"", "\"\"", ",", ";", "\t", "\r", "\n", "\r\n", "\u{0}", "1e308", "-", "512 hertz", "−", "1,5",
                    "0.000001 hz", "9999-12-31 23:59:59 +0000",
                ]
            case .batch, .lines:
                [
                    "\n", "\r\n", "{\"deleted\":", "{\"anchor\":{", "{", "}", "[", "]", ",", ":", "\"", "\\u0000",
                    "\\ud800", "1e309", "-0", "null", "\"samples\"", "true",
                ]
            case .archive, .gzip: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "\u{0}\u{0}\u{0}\u{0}", "\u{1f}"]
            }
        }
    }

    private static func seedFile(_ format: Format) throws -> [UInt8] {
        switch format {
        case .export:
            return Array(
                ("<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n<!-- x --><!ELEMENT a (b)>\n]>\n<HealthData>"
                    + record(content: metadata("k", "v &amp; w"))
                    + correlation(content: pressure("Systolic", "120") + pressure("Diastolic", "80"))
                    + workout(["duration": "30", "durationUnit": "min"], content: "<WorkoutEvent type=\"a\"/>")
                    + "<Me a=\"b\"/><ActivitySummary dateComponents=\"2024-05-01\">text</ActivitySummary></HealthData>")
                    .utf8)
        case .route: return Array(ExportArchive.route.utf8)
        case .electrocardiogram: return Array(ExportArchive.electrocardiogram.utf8)
        case .archive:
            var inner = ExportArchive()
            inner.add("a.txt", "abc")
            var archive = ExportArchive()
            archive.add("workout-routes/a.gpx", ExportArchive.route)
            archive.add("inner.zip", inner.zip)
            archive.add("export.xml", ExportArchive.export)
            archive.add("clinical-records/a.json", ExportArchive.resource)
            return archive.zip
        case .batch:
            return Array(
                """
                {"samples":[{"uuid":"8f7f4b1e-0d1c-4a4e-9d55-0e0f8a1b2c3d","type":"stepCount","startDate":"2024-05-01T10:00:00Z",\
                "endDate":"2024-05-01T10:05:00Z","value":12,"unit":"count","source":{"name":"Phone"},"metadata":{"a":1}}],\
                "deleted":["8f7f4b1e-0d1c-4a4e-9d55-0e0f8a1b2c3e"],"atomic":false}
                """.utf8)
        case .lines:
            let uuid = "8f7f4b1e-0d1c-4a4e-9d55-0e0f8a1b2c3"
            return Array(
                """
                {"uuid":"\(uuid)d","type":"stepCount","startDate":"2024-05-01T10:00:00Z","endDate":"2024-05-01T10:05:00Z",\
                "value":12,"unit":"count","source":{"name":"Phone"}}
                {"deleted":"\(uuid)e"}

                {"deleted":{"uuid":"\(uuid)d","type":"stepCount"}}
                {"anchor":{"device":"phone","types":"stepCount","data":"AAEC"}}
                """.utf8)
        case .gzip:
            // "hello hello hello hello hello\n"
            return Array(
                try #require(Data(base64Encoded: "H4sIAAAAAAAC/8tIzcnJV8jATnIBAGgCMWYeAAAA")))
        }
    }

    /// Reads the bytes and checks properties that hold for every input.
    ///
    /// - Parameter chunkBytes: the size of the pieces. The result does not depend on it.
    private static func read(_ bytes: [UInt8], _ format: Format, chunkBytes: Int, _ context: String) throws {
        switch format {
        case .batch:
            if let parsed = try? BatchParser.parse(bytes) {
                #expect(parsed.rejected.count <= parsed.sampleCount + parsed.deletionCount, "\(context)")
            }
            return
        case .gzip:
            let whole = gunzip(bytes, bytes.count)
            #expect(gunzip(bytes, chunkBytes) == whole, "\(context), in pieces of \(chunkBytes) bytes")
            return
        case .lines:
            let whole = lines(bytes, bytes.count)
            #expect(lines(bytes, chunkBytes) == whole, "\(context), in pieces of \(chunkBytes) bytes")
            return
        case .export, .archive, .route, .electrocardiogram: break
        }
        var content = bytes
        if format == .route || format == .electrocardiogram {
            var archive = ExportArchive()
            archive.add(format == .route ? "workout-routes/a.gpx" : "electrocardiograms/a.csv", bytes)
            archive.add("export.xml", ExportArchive.export)
            content = archive.zip
        }
        try withTemporaryFile(Data(content)) { path in
            let whole = outcome(path, ExportReader.chunkBytes, context)
            let pieces = outcome(path, chunkBytes, context)
            #expect(whole == pieces, "\(context), in pieces of \(chunkBytes) bytes")
        }
    }

    private static func pieces(_ bytes: [UInt8], _ count: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: max(count, 1)).map {
            Array(bytes[$0..<min($0 + max(count, 1), bytes.count)])
        }
    }

    /// Returns the decompressed bytes, at most a mebibyte. Returns nil if the input is incomplete
    /// or damaged.
    private static func gunzip(_ bytes: [UInt8], _ count: Int) -> [UInt8]? {
        var output: [UInt8] = []
        guard let decoder = try? GzipDecoder() else { return nil }
        for piece in pieces(bytes, count) {
            decoder.push(piece)
            while output.count < 1 << 20, let more = try? decoder.next(bytesMax: 1 << 12) { output += more }
        }
        guard output.count < 1 << 20 else { return output }
        return (try? decoder.finish()) == nil ? nil : output
    }

    /// Returns the outcome of each line. Each line that is not empty has an outcome. A chunk has at
    /// most two lines.
    private static func lines(_ bytes: [UInt8], _ count: Int) -> String {
        var options = LineOptions()
        options.linesPerChunk = 2
        var (reader, chunker) = (LineReader(), LineChunker(options, hasDigests: true))
        var (lineCount, chunks): (Int, [LineChunk]) = (0, [])
        for piece in pieces(bytes, count) {
            reader.append(piece)
            while let line = reader.next() {
                lineCount += 1
                chunks += chunker.append(line)
            }
        }
        if let line = reader.last() {
            lineCount += 1
            chunks += chunker.append(line)
        }
        if let chunk = chunker.finish() { chunks.append(chunk) }
        #expect(chunks.reduce(0) { $0 + $1.outcomes.count } == lineCount)
        #expect(chunks.allSatisfy { (1...2).contains($0.outcomes.count) })
        return chunks.map { "\($0.lines) \($0.outcomes) \($0.rejected) \($0.digest)" }.joined(separator: "\n")
    }

    private static func outcome(_ path: String, _ chunkBytes: Int, _ context: String) -> String {
        do {
            let read = try ReadExport(path: path, chunkBytes: chunkBytes)
            read.check(context)
            for sample in read.samples {
                for json in [sample.metadata, sample.parts] where !json.isEmpty { checkJSON(json, context) }
                #expect(sample.start <= sample.end, "\(context)")
                #expect(sample.start >= .earliest && sample.end <= .latest, "\(context)")
            }
            for element in read.elements { checkJSON(element.json, context) }
            for file in read.files { checkJSON(file.json, context) }
            return read.description
        } catch let error as HealthImportError {
            #expect(!error.message.isEmpty && !error.message.contains("\n"), "\(context): \(error.message)")
            return error.description
        } catch {
            Issue.record("\(context): \(error)")
            return ""
        }
    }

    /// Checks that PostgreSQL's jsonb can store the text.
    private static func checkJSON(_ json: [UInt8], _ context: String) {
        #expect((try? JSONSerialization.jsonObject(with: Data(json))) is [String: Any], "\(context)")
        #expect(json.firstRange(of: Array("\\u0000".utf8)) == nil, "\(context)")
    }

    private static func mutate(_ bytes: [UInt8], _ format: Format, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(6) {
            let offset = random.below(bytes.count + 1)
            let length = min(random.below(16), bytes.count - offset)
            switch random.below(7) {
            case 0 where offset < bytes.count: bytes[offset] ^= 1 << UInt8(random.below(8))
            case 1 where offset < bytes.count: bytes[offset] = UInt8(random.below(256))
            case 2: bytes.removeSubrange(offset..<offset + length)
            case 3: bytes.insert(contentsOf: bytes[offset..<offset + length], at: random.below(bytes.count + 1))
            case 4: bytes.insert(contentsOf: format.dictionary[random.below(format.dictionary.count)].utf8, at: offset)
            case 5 where random.chance(20): bytes.removeSubrange(offset...)
            case 6 where offset + 4 <= bytes.count:
                let number: UInt32 = [0, 1, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF][random.below(6)]
                for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index)) }
            default: break
            }
        }
        return bytes
    }

    private static let fixedSeeds = 1...UInt64(Rounds.count(80, short: 40))

    @Test(
        "whatever is changed in a file, it is read, refused or an error, the same in pieces of any size",
        arguments: Format.allCases)
    func mutations(_ format: Format) throws {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["HEALTHSTORE_FUZZ_SECONDS"].flatMap(Double.init)
        let sound = try Self.seedFile(format)
        let seeds = [sound, sound, sound] + (try Self.corpusFiles().filter { $0.format == format }.map(\.bytes))
        try Self.read(sound, format, chunkBytes: 3, "sound \(format)")
        var seed = Self.fixedSeeds.lowerBound
        if seconds != nil {
            seed = environment["HEALTHSTORE_FUZZ_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...(1 << 40))
            print("\(format): HEALTHSTORE_FUZZ_SEED=\(seed)")
        }
        let deadline = seconds.map { Date().addingTimeInterval($0 / Double(Format.allCases.count)) }
        while deadline.map({ Date() < $0 }) ?? (seed <= Self.fixedSeeds.upperBound) {
            var random = SeededGenerator(seed)
            let bytes = Self.mutate(seeds[random.below(seeds.count)], format, &random)
            let chunkBytes = [1, 2, 3, 7, 61, 1_021][random.below(6)]
            try Self.read(bytes, format, chunkBytes: chunkBytes, "\(format) with seed \(seed)")
            seed += 1
        }
    }

    @Test("every file of the corpus is read, refused or an error, the same in pieces of any size")
    func corpus() throws {
        let files = try Self.corpusFiles()
        #expect(files.count > 10)
        for (name, format, bytes) in files {
            for chunkBytes in [1, 3, 1_021] { try Self.read(bytes, format, chunkBytes: chunkBytes, name) }
        }
    }

    private static func corpusFiles() throws -> [(name: String, format: Format, bytes: [UInt8])] {
        let folder = try Fixture.path("corpus")
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            let format = try #require(
                name.split(separator: ".").last.flatMap { Format(rawValue: String($0)) }, "\(name)")
            return (name, format, [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
        }
    }
}
