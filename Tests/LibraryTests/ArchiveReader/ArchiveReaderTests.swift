import ArchiveReader
import TestSupport
import Testing

@Suite("ArchiveReader")
struct ArchiveReaderTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test("stored and deflated entries are read in the order of the file")
    func storedAndDeflated() throws {
        let path = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z:
                z.writestr('folder/', '')
                z.writestr('folder/stored.xml', lines(1000), ZIP_STORED)
                z.writestr('folder/deflated.xml', lines(20000), ZIP_DEFLATED)
                z.writestr('nothing.txt', '')
                link = ZipInfo('link'); link.create_system = 3; link.external_attr = 0o120777 << 16
                z.writestr(link, 'folder/stored.xml')
            """)
        let reader = try ArchiveReader(path: path)
        #expect(reader.isArchive)
        #expect(reader.fileBytesRead == 0)
        let folder = try #require(try reader.nextEntry())
        #expect(folder.path == "folder/")
        #expect(folder.kind == .directory)
        #expect(try reader.readAll().isEmpty)
        let stored = try #require(try reader.nextEntry())
        #expect(stored.path == "folder/stored.xml")
        #expect(stored.kind == .file)
        #expect(stored.size == Int64(Workspace.lines(1000).count))
        #expect(stored.modifiedSeconds.map { $0 > 1_700_000_000 } == true)
        #expect(try reader.readAll() == Workspace.lines(1000))
        let deflated = try #require(try reader.nextEntry())
        #expect(try reader.readAll() == Workspace.lines(20000))
        #expect(deflated.size == Int64(Workspace.lines(20000).count))
        #expect(try reader.nextEntry()?.size == 0)
        #expect(try reader.readAll().isEmpty)
        #expect(try reader.nextEntry()?.kind == .symbolicLink)
        #expect(try reader.readAll().isEmpty)
        #expect(try reader.nextEntry() == nil)
        #expect(try reader.nextEntry() == nil)
        #expect(try reader.readAll().isEmpty)
        #expect(reader.fileBytesRead == reader.fileBytes)
    }

    @Test("entries written as a stream, with their sizes after them, have sizes and bytes")
    func dataDescriptors() throws {
        let path = try workspace.zip(
            """
            with ZipFile(Pipe('test.zip'), 'w', ZIP_DEFLATED) as z:
                z.writestr('one.xml', lines(20000))
                z.writestr('two.xml', lines(10), ZIP_STORED)
            """)
        // Checks the fixture. Bit 3 of the flags, at offset 6 of the local header, must be set.
        #expect(try workspace.bytes(of: "test.zip")[6] & 8 == 8)
        let reader = try ArchiveReader(path: path)
        #expect(try reader.nextEntry()?.size == Int64(Workspace.lines(20000).count))
        #expect(try reader.readAll() == Workspace.lines(20000))
        #expect(try reader.nextEntry()?.path == "two.xml")
        #expect(try reader.readAll() == Workspace.lines(10))
        #expect(try reader.nextEntry() == nil)
    }

    @Test("entries in zip64 format are read", arguments: ["'test.zip'", "Pipe('test.zip')"])
    func zip64(file: String) throws {
        let path = try workspace.zip(
            """
            with ZipFile(\(file), 'w', ZIP_DEFLATED) as z:
                with z.open(ZipInfo('large.xml'), 'w', force_zip64=True) as e: e.write(lines(1000))
                z.writestr('after.xml', lines(10))
            """)
        let reader = try ArchiveReader(path: path)
        #expect(try reader.nextEntry()?.size == Int64(Workspace.lines(1000).count))
        #expect(try reader.readAll() == Workspace.lines(1000))
        #expect(try reader.nextEntry()?.path == "after.xml")
        #expect(try reader.readAll() == Workspace.lines(10))
    }

    @Test("more than 65,535 entries are all listed")
    func manyEntries() throws {
        let path = try workspace.zip(
            """
            # ZipFile takes a second for so many entries.
            headers, directory, offset = [], [], 0
            for name in (b'%d' % i for i in range(66000)):
                headers.append(struct.pack('<IHHHHHIIIHH', 0x04034b50, 20, 0, 0, 0, 33, 0, 0, 0, len(name), 0) + name)
                directory.append(struct.pack(
                    '<IHHHHHHIIIHHHHHII', 0x02014b50, 20, 20, 0, 0, 0, 33, 0, 0, 0, len(name), 0, 0, 0, 0, 0, offset) + name)
                offset += len(headers[-1])
            size = sum(map(len, directory))
            end = struct.pack('<IQHHIIQQQQ', 0x06064b50, 44, 45, 45, 0, 0, 66000, 66000, size, offset)
            end += struct.pack('<IIQI', 0x07064b50, 0, offset + size, 1)
            end += struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, 0xffff, 0xffff, size, offset, 0)
            open('test.zip', 'wb').write(b''.join(headers + directory) + end)
            """)
        let entries = try ArchiveReader(path: path).entries()
        #expect(entries.count == 66000)
        #expect(entries.last?.path == "65999")
    }

    @Test("names outside ASCII are kept in every locale of the process; invalid bytes are repaired")
    func names() throws {
        let path = try workspace.zip(
            """
            class Raw(ZipInfo):
                def _encodeFilenameFlags(self): return self.raw, self.flag_bits & ~0x800
            with ZipFile('test.zip', 'w') as z:
                z.writestr('exportación/データ.xml', 'a')
                z.writestr('e\\u0301.xml', 'b')
                for raw in (b'caf\\x82.xml', 'größe.xml'.encode()):
                    entry = Raw(raw.hex()); entry.raw = raw
                    z.writestr(entry, 'c')
                z.writestr('../../etc/passwd', 'd')
                z.writestr('/absolute', 'e')
            """)
        let reader = try ArchiveReader(path: path)
        var contents: [[UInt8]] = []
        var paths: [String] = []
        while let entry = try reader.nextEntry() {
            paths.append(entry.path)
            contents.append(try reader.readAll())
        }
        #expect(
            paths == [
                "exportación/データ.xml", "e\u{301}.xml", "caf\u{fffd}.xml", "größe.xml", "../../etc/passwd", "/absolute",
            ])
        #expect(contents == ["a", "b", "c", "c", "d", "e"].map { Array($0.utf8) })
    }

    @Test("buffers of any size give the same bytes, and are filled until the entry ends")
    func bufferSizes() throws {
        let path = try workspace.zip(
            """
            with ZipFile('test.zip', 'w', ZIP_DEFLATED) as z: z.writestr('a.xml', lines(20000))
            """)
        let expected = Workspace.lines(20000)
        for size in [1, 7, 4096, expected.count, expected.count + 1, 8 << 20] {
            let reader = try ArchiveReader(path: path)
            _ = try reader.nextEntry()
            #expect(try reader.readAll(bufferBytes: size) == expected)
        }
        let reader = try ArchiveReader(path: path)
        _ = try reader.nextEntry()
        var none: [UInt8] = []
        #expect(try reader.read(into: &none) == 0)
        var most = [UInt8](repeating: 0, count: expected.count - 1)
        #expect(try reader.read(into: &most) == expected.count - 1)
        #expect(most == expected.dropLast())
        #expect(try reader.read(into: &most) == 1)
        #expect(most[0] == expected.last)
        #expect(try reader.read(into: &most) == 0)
    }

    @Test("entries can be skipped completely or in part")
    func leavingOut() throws {
        let path = try workspace.zip(
            """
            with ZipFile('test.zip', 'w', ZIP_DEFLATED) as z:
                for i in range(4): z.writestr('%d.xml' % i, lines(20000 + i))
            """)
        let reader = try ArchiveReader(path: path)
        var positions: [Int64] = [reader.fileBytesRead]
        _ = try reader.nextEntry()
        _ = try reader.nextEntry()
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(try reader.read(into: &buffer) == 100)
        positions.append(reader.fileBytesRead)
        _ = try reader.nextEntry()
        positions.append(reader.fileBytesRead)
        #expect(try reader.nextEntry()?.path == "3.xml")
        #expect(try reader.readAll() == Workspace.lines(20003))
        positions.append(reader.fileBytesRead)
        #expect(positions == positions.sorted())
        #expect(Set(positions).count == positions.count)
        #expect(positions.last.map { $0 <= reader.fileBytes } == true)
    }

    @Test("a file that is not a zip is one entry with its own name")
    func plainFile() throws {
        for contents in [[0], Array("PK".utf8), Array("PKzip".utf8), Workspace.lines(20000)] {
            let path = try workspace.write(contents, to: "Données 1.xml")
            let reader = try ArchiveReader(path: path)
            #expect(!reader.isArchive)
            #expect(reader.fileBytes == Int64(contents.count))
            let entry = try #require(try reader.nextEntry())
            #expect(entry.path == "Données 1.xml")
            #expect(entry.kind == .file)
            #expect(entry.size == Int64(contents.count))
            #expect(entry.modifiedSeconds.map { $0 > 1_700_000_000 } == true)
            #expect(try reader.readAll(bufferBytes: 1000) == contents)
            #expect(reader.fileBytesRead == reader.fileBytes)
            #expect(try reader.nextEntry() == nil)
        }
    }

    @Test("an empty zip has no entries", arguments: ["", "z.comment = b'nothing here'; z._didModify = True"])
    func emptyZip(comment: String) throws {
        let path = try workspace.zip("z = ZipFile('test.zip', 'w'); \(comment)\nz.close()")
        let reader = try ArchiveReader(path: path)
        #expect(reader.isArchive)
        #expect(try reader.nextEntry() == nil)
        #expect(reader.fileBytesRead == reader.fileBytes)
        // An archive with one byte more or less is incomplete.
        for bytes in [try workspace.bytes(of: "test.zip") + [0], try workspace.bytes(of: "test.zip").dropLast()] {
            let damaged = try workspace.write(bytes, to: "damaged.zip")
            let error = #expect(throws: ArchiveError.self) { try ArchiveReader(path: damaged) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test("a comment at the end, and bytes after the end, are accepted", arguments: ["b'PK, by a test'", "b''"])
    func comment(comment: String) throws {
        let path = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z:
                z.writestr('a.xml', lines(10))
                z.comment = \(comment)
            """)
        #expect(try ArchiveReader(path: path).entries().count == 1)
        let longer = try workspace.write(try workspace.bytes(of: "test.zip") + [0, 0], to: "longer.zip")
        #expect(try ArchiveReader(path: longer).entries().count == 1)
    }
}
