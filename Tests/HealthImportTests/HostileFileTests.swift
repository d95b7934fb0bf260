import ArchiveReader
import Foundation
import HealthCore
import Testing
import XMLStream

@testable import HealthImport

@Suite("Hostile files")
struct HostileFileTests {
    /// Runs a script of Python in a folder of its own. Python's zipfile is an independent
    /// implementation.
    private func withPython<Result>(_ script: String, _ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let prelude = """
            import zipfile, struct, io
            from zipfile import ZipFile, ZipInfo, ZIP_STORED, ZIP_DEFLATED
            export = b'''\(ExportArchive.export)'''
            class Pipe:
                def __init__(self, path): self.file = open(path, 'wb')
                def write(self, data): return self.file.write(data)
                def flush(self): self.file.flush()
                def close(self): self.file.close()

            """
        python.arguments = ["python3", "-c", prelude + script]
        python.currentDirectoryURL = folder
        try python.run()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        return try body(folder.appendingPathComponent("test.zip").path)
    }

    @Test("entries with ZIP64 fields and data descriptors are read, in a zip inside a zip, too")
    func zip64() throws {
        try withPython(
            """
            inner = io.BytesIO()
            class Forward:
                def write(self, data): return inner.write(data)
                def flush(self): pass
            with ZipFile(Forward(), 'w', ZIP_DEFLATED) as z:
                with z.open('apple_health_export/export.xml', 'w', force_zip64=True) as e: e.write(export)
                with z.open('apple_health_export/a.txt', 'w', force_zip64=True) as e: e.write(b'abc')
            with ZipFile(Pipe('test.zip'), 'w', ZIP_DEFLATED) as z:
                with z.open('export.zip', 'w', force_zip64=True) as e: e.write(inner.getvalue())
            """
        ) { path in
            let read = try ReadExport(path: path)
            #expect(read.report.samples == 1)
            #expect(read.report.files.other == 1)
            #expect(read.report.refused == 0)
        }
    }

    @Test("an entry of more than 4 GiB is read, and its size is kept")
    func largeEntry() throws {
        // The entry has the size of a real file but not its content. It is stored as a hole, which
        // the file system keeps sparse.
        try withPython(
            """
            size = (4 << 30) + 5
            import zlib
            crc = 0
            name = b'attachments/hole'
            extra = struct.pack('<HHQQ', 1, 16, size, size)
            head = struct.pack('<4s5H3I2H', b'PK\\x03\\x04', 45, 0, 0, 0, 0x5a21, crc, 0xffffffff, 0xffffffff, len(name), len(extra)) + name + extra
            with open('test.zip', 'wb') as f:
                f.write(head); f.seek(size, 1)
                second = f.tell(); x = b'export.xml'; c = zlib.crc32(export)
                f.write(struct.pack('<4s5H3I2H', b'PK\\x03\\x04', 20, 0, 0, 0, 0x5a21, c, len(export), len(export), len(x), 0) + x + export)
                begin = f.tell()
                f.write(struct.pack('<4s6H3I5H2I', b'PK\\x01\\x02', 45, 45, 0, 0, 0, 0x5a21, crc, 0xffffffff, 0xffffffff, len(name), len(extra), 0, 0, 0, 0o100644 << 16, 0) + name + extra)
                extra2 = struct.pack('<HHQ', 1, 8, second)
                f.write(struct.pack('<4s6H3I5H2I', b'PK\\x01\\x02', 45, 45, 0, 0, 0, 0x5a21, c, len(export), len(export), len(x), len(extra2), 0, 0, 0, 0o100644 << 16, 0xffffffff) + x + extra2)
                end = f.tell()
                f.write(struct.pack('<4sQ2H2I4Q', b'PK\\x06\\x06', 44, 45, 45, 0, 0, 2, 2, end - begin, begin))
                f.write(struct.pack('<4sIQI', b'PK\\x06\\x07', 0, end, 1))
                f.write(struct.pack('<4s4H2IH', b'PK\\x05\\x06', 0, 0, 2, 2, end - begin, 0xffffffff, 0))
            """
        ) { path in
            // The checksum is wrong, because computing that of the hole would take long. The export
            // after the entry is still found.
            let reader = try ArchiveReader(path: path)
            let hole = try #require(try reader.nextEntry())
            #expect(hole.size == Int64(4_294_967_301))
            let export = try #require(try reader.nextEntry())
            #expect(export.path == "export.xml")
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            #expect(try reader.read(into: &buffer) == ExportArchive.export.utf8.count)
            #expect(try reader.read(into: &buffer) == 0)
        }
    }

    @Test("a bomb ends the import with one clear line, be it deep or made of overlapping entries")
    func bombs() throws {
        try withPython(
            """
            inner = io.BytesIO()
            with ZipFile(inner, 'w', ZIP_DEFLATED) as z:
                with z.open('zeros', 'w') as e:
                    for i in range(200): e.write(bytes(1 << 20))
            with ZipFile('test.zip', 'w', ZIP_DEFLATED) as z:
                z.writestr('a.zip', inner.getvalue()); z.writestr('export.xml', export)
            """
        ) { path in
            let error = #expect(throws: HealthImportError.self) { try ReadExport(path: path) }
            #expect(error?.code == .tooLarge)
            #expect(error?.message == "entry \"zeros\" of file \"\(path)/a.zip\" expands more than 1000-fold")
        }
        try withPython(
            """
            import zlib
            data = bytes(8 << 20); c = zlib.crc32(data)
            z = zlib.compressobj(9, zlib.DEFLATED, -15); body = z.compress(data) + z.flush()
            name = b'a'
            fields = (20, 0, 8, 0, 0x5a21, c, len(body), len(data), 1, 0)
            with open('test.zip', 'wb') as f:
                f.write(struct.pack('<4s5H3I2H', b'PK\\x03\\x04', *fields) + name + body)
                begin = f.tell()
                for i in range(200): f.write(struct.pack('<4s6H3I5H2I', b'PK\\x01\\x02', 20, *fields, 0, 0, 0, 0o100644 << 16, 0) + name)
                end = f.tell()
                f.write(struct.pack('<4s4H2IH', b'PK\\x05\\x06', 0, 0, 200, 200, end - begin, begin, 0))
            """
        ) { path in
            let error = #expect(throws: HealthImportError.self) { try ReadExport(path: path) }
            #expect(error?.code == .tooLarge || error?.code == .unreadable)
        }
    }

    @Test("a directory larger than its limit is an error before it is read, with ZIP64 and without")
    func directory() throws {
        for isLarge in [false, true] {
            try withPython(
                """
                with open('test.zip', 'wb') as f:
                    f.write(struct.pack('<4s5H3I2H', b'PK\\x03\\x04', 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b'a')
                    begin = f.tell()
                    one = struct.pack('<4s6H3I5H2I', b'PK\\x01\\x02', 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0o100644 << 16, 0) + b'a'
                    for i in range(8): f.write(one * 100000)
                    end = f.tell()
                    if \(isLarge ? "True" : "False"):
                        f.write(struct.pack('<4sQ2H2I4Q', b'PK\\x06\\x06', 44, 45, 45, 0, 0, 800000, 800000, end - begin, begin))
                        f.write(struct.pack('<4sIQI', b'PK\\x06\\x07', 0, end, 1))
                        f.write(struct.pack('<4s4H2IH', b'PK\\x05\\x06', 0, 0, 0xffff, 0xffff, 0, 0xffffffff, 0))
                    else:
                        f.write(struct.pack('<4s4H2IH', b'PK\\x05\\x06', 0, 0, 800000 % 65536, 800000 % 65536, end - begin, begin, 0) + b'x')
                """
            ) { path in
                let error = #expect(throws: HealthImportError.self) { try ReadExport(path: path) }
                #expect(error?.code == .tooLarge)
                #expect(error?.message == "the directory of file \"\(path)\" has more than 33554432 bytes")
            }
        }
    }

    @Test(
        "entities expand to nothing, in the export as in a route",
        arguments: [
            "<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY x \"&b;&b;&b;&b;\">",
            "<!ENTITY x SYSTEM \"file:///etc/passwd\">", "<!ENTITY % p SYSTEM \"http://127.0.0.1:9/a\">%p;",
        ])
    func entities(_ declarations: String) throws {
        var archive = ExportArchive()
        archive.add(
            "workout-routes/a.gpx",
            "<!DOCTYPE gpx [\(declarations)]><gpx><trkpt lat=\"1\" lon=\"2\"><a>&x;</a></trkpt></gpx>")
        archive.add(
            "export.xml", "<!DOCTYPE HealthData [\(declarations)]>\n<HealthData><Me a=\"&x;\">&x;</Me></HealthData>")
        let read = try archive.read()
        #expect(
            read.elements.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"name":"Me","attributes":{"a":"&x;"},"text":"&x;"}"#
            ])
        #expect(
            read.files.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"locations":[{"latitude":1,"longitude":2}]}"#
            ])
    }

    @Test(
        "an attribute, a text, a comment and a declaration of 4 GB end at their limits",
        arguments: [
            ("<HealthData><Me a=\"", XMLStreamError.Code.limitExceeded), ("<HealthData><Me>x", .limitExceeded),
            ("<HealthData><!--", .limitExceeded), ("<!DOCTYPE HealthData [", .limitExceeded),
            ("<HealthData><", .limitExceeded), ("<HealthData>&", .limitExceeded),
            ("<HealthData><![CDATA[", .limitExceeded),
        ])
    func endless(_ begin: String, _ code: XMLStreamError.Code) throws {
        let stream = XMLStream(vocabulary: ExportName.vocabulary)
        let handler = ExportHandler(personUUID: ReadExport.person)
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        var blocks = 0
        let error = #expect(throws: (any Error).self) {
            try stream.parse(Array(begin.utf8), count: begin.utf8.count).send(to: handler)
            while blocks < 4_096 {
                try stream.parse(block, count: block.count).send(to: handler)
                blocks += 1
            }
        }
        #expect((error as? XMLStreamError)?.code == code)
        #expect(blocks <= 8)
    }

    @Test("an archive, an export, a route and a recording that are cut anywhere give an error, a refusal or less")
    func truncated() throws {
        var archive = ExportArchive()
        archive.add("workout-routes/a.gpx", "<gpx><trkpt lat=\"1\" lon=\"2\"><ele>3</ele></trkpt></gpx>")
        archive.add("electrocardiograms/a.csv", ExportArchive.electrocardiogram)
        archive.add("clinical-records/a.json", ExportArchive.resource)
        archive.add("export.xml", ExportArchive.export)
        let zip = archive.zip
        for count in 0..<zip.count {
            let error = #expect(throws: HealthImportError.self) {
                try withTemporaryFile(Data(zip[..<count])) { try ReadExport(path: $0) }
            }
            #expect(error?.message.contains("\n") == false, "\(count) bytes")
        }
        for (name, text) in [
            ("export.xml", ExportArchive.export), ("workout-routes/a.gpx", ExportArchive.route),
            ("electrocardiograms/a.csv", ExportArchive.electrocardiogram),
            ("clinical-records/a.json", ExportArchive.resource),
        ] {
            let bytes = Array(text.utf8)
            let whole = bytes.count - text.reversed().prefix(while: \.isNewline).count
            for count in 0..<whole {
                var cut = ExportArchive()
                cut.add(name, Array(bytes[..<count]))
                if name == "export.xml" {
                    #expect(throws: HealthImportError.self) { try cut.read() }
                } else {
                    cut.add("export.xml", ExportArchive.export)
                    let read = try cut.read()
                    read.check("\(name) cut to \(count) bytes")
                    // A recording may end with any of its voltages.
                    #expect(read.report.refused == 1 || name.hasSuffix("csv"), "\(name) cut to \(count) bytes")
                }
            }
        }
    }
}
