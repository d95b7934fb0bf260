import Foundation
import Testing

@testable import HealthImport

@Suite("Exports of other projects")
struct FixtureTests {
    /// The expected result of a fixture, which is counts or the code of the error.
    struct Expected: Equatable, Sendable, CustomTestStringConvertible {
        var file: String
        var samples: Int64 = 0
        var contained: Int64 = 0
        var elements: Int64 = 0
        var refused: Int64 = 0
        var files = ExportReport.Files()
        var error: HealthImportError.Code?

        var testDescription: String { file }
    }

    static let all: [Expected] =
        [
            export("RuochenLyu+apple-health-analyst/fixtures_minimal-export_apple_health_export_σ»╝σç║.xml", 1, 1),
            export("RuochenLyu+apple-health-analyst/fixtures_minimal-export_export.zip", 1, 1, files(ignored: 1)),
            export(
                "RuochenLyu+apple-health-analyst/fixtures_multi-source-export_apple_health_export_export.xml", 49, 5),
            // The electrocardiogram of this export has neither date nor rate.
            export(
                "RuochenLyu+apple-health-analyst/fixtures_multi-source-export_export.zip", 49, 6, refused: 1,
                files(routes: 1, other: 1, ignored: 1)),
            export(
                "RuochenLyu+apple-health-analyst/fixtures_partial-sleep-export_apple_health_export_export.xml", 6, 1),
            export("RuochenLyu+apple-health-analyst/fixtures_partial-sleep-export_export.zip", 6, 1, files(ignored: 1)),
            export("alxdrcirilo+apple-health-parser/tests_data_export.xml", 8, 1),
            export("alxdrcirilo+apple-health-parser/tests_data_export.zip", 8, 1, files(ignored: 3)),
            Expected(file: Fixture.hkimport, samples: 11_196, contained: 162, elements: 1),
            export("dogsheep+healthkit-to-sqlite/tests_export.xml", 4, 3, contained: 1),
            export(
                "dogsheep+healthkit-to-sqlite/tests_zip_contents_apple_health_export_export.xml", 4, 3, contained: 1),
            export("jdecool+healthkit-parser/fixtures_exporter.xml", 13, 1),
            export("jshrake+healthkit-to-sqlite/example_export.zip", 3, 10, contained: 1, files(routes: 1, ignored: 4)),
            // The five heart rates of this export have no unit.
            export("paulstaab+health-export-cli/tests_fixtures_export.xml", 12, 0, contained: 4, refused: 5),
            export(
                "paulstaab+health-export-cli/tests_fixtures_export.zip", 12, 0, contained: 4, refused: 5,
                files(routes: 4)),
            export("rickyarm+healthkit-xml-reader/tests_fixtures_sample_export.xml", 4, 1),
            Expected(
                file: "apple-export/rinoshiyo+apple-health-mcp-server/tests_fixtures_sample_export.xml", samples: 11,
                contained: 3, elements: 2),
            export("runesleo+ai-health-vault/tests_fixtures_apple_health_export.xml", 4, 0),
            export("tagbug+apple-health-analyzer/tests_fixtures_example.xml", 4, 1),
            // The unit "ml/kg/min" of this export divides twice. HealthKit's units do not, but the
            // spelling is usual.
            export("tagbug+apple-health-analyzer/tests_fixtures_export.xml", 5, 1),
            export("tdda+applehealthdata/testdata_export6s3sample.xml", 16, 3),
            Expected(file: "made-here/damaged-export.zip", error: .unreadable),
            Expected(file: "made-here/damaged-photo.zip", samples: 60, refused: 1),
            Expected(file: "made-here/note-first.zip", samples: 60, elements: 2, files: files(other: 2)),
            Expected(file: Fixture.adversarial("x4-3-multi-empty-xml"), error: .noExport),
            Expected(file: Fixture.adversarial("x4-4-zip-slip"), elements: 1, files: files(other: 1)),
            Expected(file: Fixture.adversarial("x4-5-original")),
            Expected(file: Fixture.adversarial("x4-5-renamed-clone")),
            Expected(file: Fixture.adversarial("x4-6-future-mtime")),
            Expected(file: Fixture.adversarial("x4-7-broken-xml"), error: .malformed),
        ]
        + ["minimal", "multi-source", "partial-sleep"].map { name in
            Expected(
                file: "apple-export/RuochenLyu+apple-health-analyst/"
                    + "fixtures_\(name)-export_apple_health_export_export_cda.xml", error: .noExport)
        }

    private static func export(
        _ file: String, _ samples: Int64, _ elements: Int64, contained: Int64 = 0, refused: Int64 = 0,
        _ files: ExportReport.Files = ExportReport.Files()
    ) -> Expected {
        Expected(
            file: "apple-export/" + file, samples: samples, contained: contained, elements: elements, refused: refused,
            files: files)
    }

    private static func files(routes: Int = 0, other: Int = 0, ignored: Int = 0) -> ExportReport.Files {
        var files = ExportReport.Files()
        files.routes = routes
        files.other = other
        files.ignored = ignored
        return files
    }

    @Test("every fixture is imported or refused as expected, and its counts add up", arguments: all)
    func imports(_ expected: Expected) throws {
        let path = try Fixture.path(expected.file)
        if let code = expected.error {
            #expect(importError { try ReadExport(path: path) } == code)
            return
        }
        let export = try ReadExport(path: path)
        let report = export.report
        let reported = Expected(
            file: expected.file, samples: report.samples, contained: report.contained, elements: report.elements,
            refused: report.refused, files: report.files)
        #expect(reported == expected)
        let found = Expected(
            file: expected.file, samples: Int64(export.samples.count),
            contained: Int64(export.samples.count - export.topLevel.count), elements: Int64(export.elements.count),
            refused: Int64(export.refusals.count), files: report.files)
        #expect(found == expected)
        #expect(report.read == report.samples + report.elements + report.refused)
        #expect(Set(export.records.map(\.ordinal)).count == export.records.count)
        #expect(!report.entryPath.isEmpty)
        for sample in export.samples {
            for json in [sample.metadata, sample.parts] where !json.isEmpty { _ = try object(json) }
        }
        for element in export.elements { #expect(try object(element.json)["name"] as? String == element.name) }
    }

    @Test("the table of expectations names every file in the folder of fixtures")
    func tableIsWhole() throws {
        let root = try Fixture.path("")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter {
            ($0.hasSuffix(".xml") || $0.hasSuffix(".zip")) && !$0.hasPrefix("corpus/")
        }
        #expect(Set(files) == Set(FixtureTests.all.map(\.file)))
    }

    @Test("an archive and the file in it give the same uuids")
    func archiveAndFileAreEqual() throws {
        let folder = "apple-export/RuochenLyu+apple-health-analyst/fixtures_multi-source-export_"
        let archived = try ReadExport(path: Fixture.path(folder + "export.zip"))
        let plain = try ReadExport(path: Fixture.path(folder + "apple_health_export_export.xml"))
        // The archive has a file beside the export.
        #expect(archived.uuids.count == 55)
        #expect(archived.uuids.dropFirst() == plain.uuids[...])
    }

    @Test("an archive that would write outside its folder writes nothing")
    func zipSlipWritesNothing() throws {
        let path = try Fixture.path(Fixture.adversarial("x4-4-zip-slip"))
        _ = try ReadExport(path: path)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        for escaped in ["../../../tmp/zip-slip-escape.txt", "tmp/zip-slip-escape.txt"] {
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(escaped).standardized.path))
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/zip-slip-escape.txt"))
    }

    @Test("the export has its own name whatever that is, and decoys with the right name are passed over")
    func foundByContent() throws {
        let mangled = try ReadExport(
            path: Fixture.path("apple-export/RuochenLyu+apple-health-analyst/fixtures_minimal-export_export.zip"))
        #expect(mangled.report.entryPath == "apple_health_export/σ»╝σç║.xml")
        let decoy = try ReadExport(path: Fixture.path("apple-export/jshrake+healthkit-to-sqlite/example_export.zip"))
        #expect(decoy.report.entryPath == "apple_health_export/export.xml")
    }
}
