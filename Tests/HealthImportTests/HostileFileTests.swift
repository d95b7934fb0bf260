import ArchiveReader
import TestSupport
import Testing

@testable import HealthImport

@Suite("Hostile files")
struct HostileFileTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test("an entry of more than 4 GiB is read, and its size is kept")
    func largeEntry() throws {
        // The entry has the size of a real file but not its content. It is stored as a hole, which
        // the file system keeps sparse.
        let path = try workspace.zip(
            """
            export = b'''\(ExportArchive.export)'''
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
            """)
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

    @Test("a bomb of overlapping entries ends the import")
    func bomb() throws {
        let path = try workspace.zip(
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
            """)
        let error = #expect(throws: HealthImportError.self) { try ReadExport(path: path) }
        #expect(error?.code == .tooLarge || error?.code == .unreadable)
    }

    @Test("a directory larger than its limit is an error before it is read, with ZIP64 and without")
    func directory() throws {
        for isLarge in [false, true] {
            let path = try workspace.zip(
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
                """)
            let error = #expect(throws: HealthImportError.self) { try ReadExport(path: path) }
            #expect(error?.code == .tooLarge)
            #expect(error?.message == "the directory of file \"\(path)\" has more than 33554432 bytes")
        }
    }
}
