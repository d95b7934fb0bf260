import Foundation
import Testing

@testable import HealthImport

/// Tests an export that was unzipped, given by its directory or by its main file.
@Suite struct UnzippedExportTests {
    private static let route = "workout-routes/route_2024-05-01_10.40am.gpx"

    private static let export = """
        <HealthData locale="en_US">
        \(workout(content: "<WorkoutRoute><FileReference path=\"/\(route)\"/></WorkoutRoute>"))
        </HealthData>
        """

    /// Calls `body` with a directory that has the files, and removes it afterwards.
    private func withFiles<Value>(_ files: [String: String], _ body: (String) throws -> Value) throws -> Value {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("unzipped-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let url = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        return try body(root.path)
    }

    private static func files(in folder: String = "", main: String = "export.xml") -> [String: String] {
        [
            folder + main: export, folder + "export_cda.xml": "<ClinicalDocument/>",
            folder + route: ExportArchive.route,
            folder + "electrocardiograms/ecg_2024-06-15.csv": ExportArchive.electrocardiogram,
            folder + "clinical-records/a.json": ExportArchive.resource, folder + "attachments/b.pdf": "pdf",
        ]
    }

    private func texts(_ export: ReadExport) -> [String] { export.records.map { "\($0.item)" }.sorted() }

    @Test("the directory, the one around it and the main file, under any name, give what the zip gives")
    func sameAsZip() throws {
        var archive = ExportArchive()
        let files = UnzippedExportTests.files(in: "apple_health_export/", main: "导出.xml")
        for (name, text) in files.sorted(by: { $0.key < $1.key }) { archive.add(name, text) }
        let zip = try archive.read()
        zip.check("zip")
        #expect(zip.report.files.routes == 1 && zip.report.files.electrocardiograms == 1)
        try withFiles(files.merging(["other.txt": "beside"]) { first, _ in first }) { root in
            for path in [root, root + "/apple_health_export", root + "/apple_health_export/导出.xml"] {
                let read = try ReadExport(path: path)
                read.check(path)
                #expect(texts(read) == texts(zip), "\(path)")
                #expect(read.report.files.routes == 1 && read.report.files.clinicalRecords == 1, "\(path)")
                #expect(read.report.files.other == 1 && read.report.refused == 0, "\(path)")
            }
        }
    }

    @Test("beside a main file only the folders of an export are read, and nothing where there are none")
    func onlyFolders() throws {
        var files = UnzippedExportTests.files()
        files["private.txt"] = "private"
        files["photos/a.gpx"] = ExportArchive.route
        files["other.xml"] = ExportArchive.export
        try withFiles(files) { root in
            let archive = try ExportInput(path: root + "/export.xml").archive
            var paths: [String] = []
            while let entry = try archive.nextEntry() { paths.append(entry.path) }
            #expect(
                paths == [
                    "attachments/b.pdf", "clinical-records/a.json", "electrocardiograms/ecg_2024-06-15.csv",
                    "export.xml",
                    UnzippedExportTests.route,
                ])
        }
        try withFiles(["export.xml": UnzippedExportTests.export, "attachments/a": "a", "b.gpx": "b"]) { root in
            let archive = try ExportInput(path: root + "/export.xml").archive
            #expect(!archive.isArchive && archive.fileBytes == Int64(UnzippedExportTests.export.utf8.count))
        }
    }

    @Test("links are refused by name and not followed, and a damaged file is refused while the rest is read")
    func links() throws {
        var files = UnzippedExportTests.files()
        files["electrocardiograms/bad.csv"] = "no electrocardiogram"
        try withFiles(files) { root in
            try withFiles(["secret.gpx": ExportArchive.route]) { secret in
                try FileManager.default.createSymbolicLink(
                    atPath: root + "/workout-routes/link.gpx", withDestinationPath: secret + "/secret.gpx")
                let read = try ReadExport(path: root)
                read.check("links")
                #expect(read.report.files.routes == 1)
                #expect(
                    read.refusals.map(\.path).sorted() == ["electrocardiograms/bad.csv", "workout-routes/link.gpx"])
            }
        }
    }

    @Test("a directory without an export is refused before its files are read, and says what to name instead")
    func noExport() throws {
        for files in [["a/b/export.xml": UnzippedExportTests.export], ["export.zip": "PK"], ["a.txt": "a"]] {
            try withFiles(files) { root in
                let error = #expect(throws: HealthImportError.self) { _ = try ExportInput(path: root) }
                #expect(error?.code == .noExport && error?.message.contains("the directory of export.xml") == true)
            }
        }
        #expect(importError { _ = try ExportInput(path: "/nonexistent/export") } == .unreadable)
    }

    @Test("a fingerprint changes when a file is added, removed or written, and not otherwise")
    func fingerprint() throws {
        try withFiles(UnzippedExportTests.files()) { root in
            func fingerprint(_ name: String = "") throws -> String {
                try ExportInput(path: root + name).fingerprint
            }
            let first = try fingerprint()
            #expect(try fingerprint() == first)
            #expect(try fingerprint("/export.xml") != first)
            let main = try fingerprint("/export.xml")
            let added = URL(fileURLWithPath: root + "/workout-routes/z.gpx")
            try Data("z".utf8).write(to: added)
            let second = try fingerprint()
            #expect(second != first)
            #expect(try fingerprint("/export.xml") != main)
            try Data("zz".utf8).write(to: added)
            #expect(try ![first, second].contains(fingerprint()))
            try FileManager.default.removeItem(at: added)
            #expect(try fingerprint() == first)
        }
    }
}
