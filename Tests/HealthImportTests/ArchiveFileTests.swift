import Foundation
import HealthCore
import Testing

@testable import HealthImport

@Suite("Files beside export.xml")
struct ArchiveFileTests {
    private func archive(_ files: [(String, String)]) -> ExportArchive {
        var archive = ExportArchive()
        for (name, text) in files { archive.add(name, text) }
        return archive
    }

    private let export = ("apple_health_export/export.xml", ExportArchive.export)

    @Test(
        "a route has the path below the export's folder, before or behind export.xml, with or without the folder",
        arguments: [
            "apple_health_export/workout-routes/a.gpx", "workout-routes/a.gpx", "/workout-routes/a.gpx",
            "./x/workout-routes//a.gpx", "Health\\workout-routes\\a.gpx", "../workout-routes/../a.gpx",
        ], [true, false])
    func routePaths(_ name: String, _ isFirst: Bool) throws {
        let route = (name, ExportArchive.route)
        let read = try archive(isFirst ? [route, export] : [export, route]).read()
        #expect(read.files.map(\.path) == ["workout-routes/a.gpx"])
        #expect(read.report.files.routes == 1)
        #expect(read.report.samples == 1)
        #expect(read.report.refused == 0)
        #expect(
            String(decoding: try #require(read.files.first).json, as: UTF8.self) == """
                {"locations":[{"timestamp":"2024-05-01T08:00:42Z","latitude":37.781672,"longitude":-122.396397,\
                "altitude":4.076904,"speed":0.18,"course":206.25,"horizontalAccuracy":8.06,"verticalAccuracy":6.43},\
                {"timestamp":"2024-05-01T08:00:43.5Z","latitude":37.78167,"longitude":-122.396394}]}
                """)
    }

    @Test("a route with other prefixes, a DOCTYPE with entities and other elements is the same")
    func routeNamespaces() throws {
        let text = """
            <!DOCTYPE gpx [<!ENTITY a "1"><!ENTITY b SYSTEM "file:///etc/passwd">]>
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="1" lon="1"><g:ele>1</g:ele></g:wpt><g:trk><g:trkseg>
            <g:trkpt lat="1.5" lon="2"><g:time>2024-05-01T08:00:42Z</g:time><x:y xmlns:x="u"><x:speed> 3 </x:speed></x:y></g:trkpt>
            </g:trkseg></g:trk></g:gpx>
            """
        let read = try archive([export, ("workout-routes/a.gpx", text)]).read()
        #expect(
            read.files.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"locations":[{"timestamp":"2024-05-01T08:00:42Z","latitude":1.5,"longitude":2,"speed":3}]}"#
            ])
    }

    @Test(
        "a broken route is refused with its name and line, and the rest goes on",
        arguments: [
            ("<gpx>\n<trk>", 2, Refusal.Code.malformedFile), ("<gpx></trk>", 1, .malformedFile),
            ("", 1, .malformedFile),
            ("<kml/>", 1, .malformedFile), ("text", 1, .malformedFile),
            ("<gpx>" + String(repeating: "<a>", count: 70) + "</gpx>", 1, .fileTooLarge),
        ])
    func brokenRoute(_ text: String, _ line: Int, _ code: Refusal.Code) throws {
        let read = try archive([("workout-routes/a.gpx", text), export, ("workout-routes/b.gpx", ExportArchive.route)])
            .read()
        let refused = try #require(read.refusals.first)
        let location = refused.location(in: read.report.entryPath)
        #expect(
            "\(refused.element) \(refused.refusal.code), \(location)"
                == "File \(code), workout-routes/a.gpx, line \(line)")
        #expect(read.report.refused == 1)
        #expect(read.files.map(\.path) == ["workout-routes/b.gpx"])
        #expect(read.report.samples == 1)
    }

    /// Points whose latitude is their number, and that lie on the lines 2 to 6. The last is in a
    /// second track.
    private static let points = """
        <gpx><trk><trkseg>
        <trkpt lat="1" lon="180"><ele>1</ele><time>2026-04-18T07:05:00Z</time></trkpt>
        <trkpt lat="2" lon="-180"><ele>1</ele><time>2026-04-18T07:05:01Z</time></trkpt>
        <trkpt lat="3" lon="9"><ele>1</ele><time>2026-04-18T07:05:02Z</time></trkpt>
        <trkpt lat="4" lon="9"><ele>1</ele><time>2026-04-18T07:05:03Z</time></trkpt></trkseg></trk><trk><trkseg>
        <trkpt lat="5" lon="9"><ele>1</ele><time>2026-04-18T07:05:04Z</time></trkpt></trkseg></trk></gpx>
        """

    @Test(
        "a bad point is refused with its number and line, and the other points of the route are kept",
        arguments: [
            ("lat=\"3\" lon=\"9\"", "lat=\"3\" lon=\"190.2\"", 3, "lon", Refusal.Code.malformedNumber),
            ("lat=\"3\" lon=\"9\"", "lat=\"-90.001\" lon=\"9\"", 3, "lat", .malformedNumber),
            ("lon=\"180\"", "lon=\"1,5\"", 1, "lon", .malformedNumber), ("lon=\"-180\"", "", 2, "lon", .missingField),
            ("lat=\"4\"", "lat=\"\"", 4, "lat", .missingField),
            ("T07:05:04Z", "T25:05:04Z", 5, "time", .malformedDate),
            ("<time>2026-04-18T07:05:00Z", "<time>now", 1, "time", .malformedDate),
            (
                "<ele>1</ele><time>2026-04-18T07:05:03Z", "<ele>&ele;</ele><time>2026-04-18T07:05:03Z", 4, "ele",
                .malformedNumber
            ),
            (
                "<ele>1</ele><time>2026-04-18T07:05:01Z", "<speed>fast</speed><time>2026-04-18T07:05:01Z", 2, "speed",
                .malformedNumber
            ),
        ])
    func badPoint(_ good: String, _ bad: String, _ number: Int, _ field: String, _ code: Refusal.Code) throws {
        let text = Self.points.replacingOccurrences(of: good, with: bad)
        let read = try archive([export, ("workout-routes/a.gpx", text)]).read()
        read.check(bad)
        #expect(read.refusals.map(\.summary) == ["trkpt \(number + 1) \(field) \(code)"])
        #expect(read.refusals.map { $0.location(in: "") } == ["workout-routes/a.gpx, line \(number + 1)"])
        #expect(read.refusals.allSatisfy { $0.refusal.message.hasPrefix("\(field) of point \(number) ") })
        let locations = try object(#require(read.files.first).json)["locations"] as? [[String: Any]]
        #expect(locations?.compactMap { $0["latitude"] as? Int } == (1...5).filter { $0 != number })
    }

    @Test("a clinical record is minified JSON, and one that is no JSON object is refused with the offset of the defect")
    func clinicalRecords() throws {
        let read = try archive([
            ("apple_health_export/clinical-records/a.json", "\u{feff}" + ExportArchive.resource),
            export, ("clinical-records/b.json", "{\"a\":1e999}"), ("clinical-records/c.json", "[1]"),
            ("clinical-records/d.json", "{\"a\":\"\\u0000\"}"), ("clinical-records/e.json", ""),
            ("clinical-records/f.json", String(repeating: "[", count: 100_000)),
        ]).read()
        #expect(read.files.map(\.path) == ["clinical-records/a.json"])
        #expect(
            read.files.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"resource":{"resourceType":"Observation","valueQuantity":{"value":6.3}}}"#
            ])
        #expect(read.refusals.map(\.path) == ["b", "c", "d", "e", "f"].map { "clinical-records/\($0).json" })
        #expect(read.refusals.allSatisfy { $0.refusal.code == .malformedFile })
        #expect(read.refusals[0].refusal.message.contains("(byte "))
        #expect(read.report.files.clinicalRecords == 1)
    }

    @Test("any other file is kept by its path, size and digest, the same in every archive")
    func otherFiles() throws {
        let first = try archive([export, ("apple_health_export/attachments/a.pdf", "abc"), ("x/b", "")]).read()
        let second = try archive([("attachments/a.pdf", "abc"), export]).read()
        #expect(
            first.elements.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"name":"File","attributes":{"path":"attachments/a.pdf","size":"3","sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}}"#,
                #"{"name":"File","attributes":{"path":"x/b","size":"0","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}}"#,
            ])
        #expect(first.elements[0].uuid == second.elements[0].uuid)
        #expect(first.report.files.other == 2)
    }

    @Test("the clinical document and what other systems add are left out and counted")
    func ignoredFiles() throws {
        let read = try archive([
            ("__MACOSX/apple_health_export/._export.xml", ExportArchive.export), ("apple_health_export/.DS_Store", "a"),
            ("._export.xml", ExportArchive.export), ("导出_cda.xml", "<ClinicalDocument/><ClinicalDocument/>"),
            ("export_cda.xml", "broken"), ("apple_health_export/", ""), export,
        ]).read()
        #expect(read.report.files.ignored == 5)
        #expect(read.records.count == 1)
        #expect(read.report.entryPath == "apple_health_export/export.xml")
    }

    @Test("of two exports in one archive the first is read, and the second refused by its name")
    func secondExport() throws {
        let read = try archive([("a.xml", ExportArchive.export), ("b/c.xml", ExportArchive.export)]).read()
        #expect(read.report.entryPath == "a.xml")
        #expect(read.report.samples == 1)
        #expect(read.refusals.map { "\($0.path) \($0.refusal.code)" } == ["b/c.xml secondExport"])
    }

    @Test("a zip inside a zip is read where it lies, one inside that is kept by name, and a broken one is refused")
    func nestedArchives() throws {
        var innermost = ExportArchive()
        innermost.add("c.txt", "c")
        var inner = ExportArchive()
        inner.add("apple_health_export/export.xml", ExportArchive.export)
        inner.add("apple_health_export/workout-routes/a.gpx", ExportArchive.route)
        inner.add("deep.zip", innermost.zip)
        var outer = ExportArchive()
        outer.add("broken.zip", Array(innermost.zip.dropLast(10)))
        outer.add("export.zip", inner.zip)
        outer.add("attachments/a.zip", inner.zip)
        outer.add("z.txt", "z")
        let read = try outer.read()
        read.check("nested")
        #expect(read.report.samples == 1)
        #expect(read.files.map(\.path) == ["workout-routes/a.gpx"])
        #expect(read.report.files.other == 3)
        #expect(read.refusals.map { "\($0.path) \($0.refusal.code)" } == ["broken.zip unreadableFile"])
        try withTemporaryFile(Data(outer.zip)) { path in
            let whole = try ReadExport(path: path).description
            for chunkBytes in [1, 7, 1_000] {
                #expect(try ReadExport(path: path, chunkBytes: chunkBytes).description == whole)
            }
        }
    }

    @Test("no more zips inside a zip are opened than the limit; the others are kept by name")
    func manyNestedArchives() throws {
        var inner = ExportArchive()
        inner.add("a.txt", "a")
        var outer = ExportArchive()
        for number in 0...ExportFile.nestedMax { outer.add("\(number).zip", inner.zip) }
        outer.add(export.0, Array(export.1.utf8))
        let read = try outer.read()
        let paths = try read.elements.map {
            try #require((object($0.json)["attributes"] as? [String: Any])?["path"]) as? String
        }
        #expect(paths.filter { $0 == "a.txt" }.count == ExportFile.nestedMax)
        #expect(paths.last == "\(ExportFile.nestedMax).zip")
    }

    @Test("links, devices and damaged or encrypted files are refused by name, and the rest goes on")
    func unreadableFiles() throws {
        var archive = ExportArchive()
        archive.add("link.gpx", Array("/etc/passwd".utf8), mode: 0o120777)
        archive.add("device", [], mode: 0o020666)
        archive.add("workout-routes/damaged.gpx", ExportArchive.route)
        archive.add("secret.txt", Array("0123456789abcdef".utf8), flags: 0x801)
        archive.add(export.0, Array(export.1.utf8))
        var bytes = archive.zip
        let route = try #require(bytes.firstRange(of: Array("4.076904".utf8)))
        bytes[route.lowerBound] ^= 1
        let read = try withTemporaryFile(Data(bytes)) { try ReadExport(path: $0) }
        #expect(
            read.refusals.map(\.path) == ["link.gpx", "device", "workout-routes/damaged.gpx", "secret.txt"])
        #expect(read.refusals.allSatisfy { $0.refusal.code == .unreadableFile })
        #expect(read.report.samples == 1)
        #expect(read.files.isEmpty)
    }
}
