import ArchiveReader
import Foundation
import TestSupport
import Testing

@Suite("ArchiveReader, bad input")
struct DamageTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Opens and reads everything. Returns the first error.
    private func failure(
        _ path: String, limits: ArchiveLimits = ArchiveLimits(), sourceLocation: SourceLocation = #_sourceLocation
    ) -> ArchiveError? {
        #expect(throws: ArchiveError.self, sourceLocation: sourceLocation) {
            let reader = try ArchiveReader(path: path, limits: limits)
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while try reader.nextEntry() != nil { while try reader.read(into: &buffer) > 0 {} }
        }
    }

    @Test("each kind of unreadable file has its own code")
    func notAFile() throws {
        let missing = failure(workspace.path("missing.zip"))
        #expect(missing?.code == .notFound)
        #expect(
            missing?.message == "could not open file \"\(workspace.path("missing.zip"))\": No such file or directory")
        #expect(failure("")?.code == .notFound)
        #expect(failure(workspace.path(""))?.code == .isDirectory)
        #expect(failure(try workspace.write([], to: "empty.zip"))?.code == .empty)
        #expect(failure("/dev/null")?.code == .notReadable)
        let pipe = workspace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(failure(pipe)?.code == .notReadable)
    }

    @Test("a zip truncated anywhere is refused when opened")
    func truncated() throws {
        _ = try workspace.zip(
            """
            with ZipFile('test.zip', 'w', ZIP_DEFLATED) as z:
                for i in range(3): z.writestr('%d.xml' % i, lines(1000))
            """)
        let whole = try workspace.bytes(of: "test.zip")
        for count in [4, 29, 30, 40, whole.count / 2, whole.count - 100, whole.count - 22, whole.count - 1] {
            let path = try workspace.write(Array(whole[..<count]), to: "cut.zip")
            let error = failure(path)
            #expect(error?.code == .corrupt, "cut to \(count) bytes")
            #expect(
                error?.message
                    == "file \"\(path)\" is not a complete zip archive: it has no central directory at its end")
        }
    }

    @Test("a changed byte of an entry is detected, and the next entry can still be read")
    func flippedByte() throws {
        _ = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z:
                z.writestr('stored.xml', lines(1000), ZIP_STORED)
                z.writestr('deflated.xml', lines(5000), ZIP_DEFLATED)
                z.writestr('last.xml', lines(10))
            """)
        let whole = try workspace.bytes(of: "test.zip")
        let storedEnd = 40 + Workspace.lines(1000).count
        for (offset, name) in [
            (40, "stored.xml"), (storedEnd - 1, "stored.xml"),
            (storedEnd + 200, "deflated.xml"), (storedEnd + 2000, "deflated.xml"), (storedEnd + 5000, "deflated.xml"),
        ] {
            var damaged = whole
            damaged[offset] ^= 0x10
            let path = try workspace.write(damaged, to: "damaged.zip")
            let reader = try ArchiveReader(path: path)
            var failed: [String] = []
            while let entry = try reader.nextEntry() {
                do {
                    _ = try reader.readAll()
                } catch let error as ArchiveError {
                    failed.append(entry.path)
                    #expect(error.code == .corrupt)
                    #expect(error.message.hasPrefix("entry \"\(name)\" of file \"\(path)\" is damaged: "))
                    // A repeated call must not look like the end of an intact entry.
                    #expect(throws: error) { try reader.readAll() }
                }
                if entry.path == "last.xml" { failed.append("end") }
            }
            #expect(failed == [name, "end"], "byte \(offset) changed")
        }
    }

    @Test("bytes missing in the middle are detected")
    func missingMiddle() throws {
        _ = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z: z.writestr('a.xml', lines(5000), ZIP_DEFLATED)
            """)
        var bytes = try workspace.bytes(of: "test.zip")
        bytes.removeSubrange(1000..<3000)
        #expect(failure(try workspace.write(bytes, to: "gap.zip"))?.code == .corrupt)
    }

    @Test("a damaged central directory that hides entries is an error")
    func missingEntries() throws {
        let path = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z:
                for i in range(3): z.writestr('%d.xml' % i, lines(10))
            """)
        var bytes = try workspace.bytes(of: "test.zip")
        // The directory's size, at offset 12 of the last 22 bytes, is set to that of its end only.
        bytes[bytes.count - 10] = 25
        let damaged = try workspace.write(bytes, to: "damaged.zip")
        let error = failure(damaged)
        #expect(error?.code == .corrupt)
        #expect(
            error?.message == "file \"\(damaged)\" is damaged: its central directory does not list every entry")
        #expect(try ArchiveReader(path: path).entries().count == 3)
    }

    /// An archive that `zip -P` made. secret.txt is encrypted, and open.txt is not.
    private static let encrypted = Data(
        base64Encoded:
            "UEsDBAoACQAAAJc7dV3h4eTqHAAAABAAAAAKAAAAc2VjcmV0LnR4dDYHrQ2fkW7PbdhrXYrcplOZEJn3+AiGcvAu17ZQSwcI4eHk6hwAAAAQAAAAUEsDBAoAAAAAAJc7dV3hEcjjBQAAAAUAAAAIAAAAb3Blbi50eHRvcGVuClBLAQIeAwoACQAAAJc7dV3h4eTqHAAAABAAAAAKAAAAAAAAAAEAAACkgQAAAABzZWNyZXQudHh0UEsBAh4DCgAAAAAAlzt1XeERyOMFAAAABQAAAAgAAAAAAAAAAQAAAKSBVAAAAG9wZW4udHh0UEsFBgAAAAACAAIAbgAAAH8AAAAAAA=="
    )

    @Test("an encrypted entry cannot be read, the others can")
    func encryptedEntry() throws {
        let path = try workspace.write([UInt8](try #require(Self.encrypted)), to: "encrypted.zip")
        let reader = try ArchiveReader(path: path)
        #expect(try reader.nextEntry()?.path == "secret.txt")
        let error = #expect(throws: ArchiveError.self) { try reader.readAll() }
        #expect(error?.code == .encrypted)
        #expect(error?.message == "entry \"secret.txt\" of file \"\(path)\" is encrypted")
        #expect(try reader.nextEntry()?.path == "open.txt")
        #expect(try reader.readAll() == Array("open\n".utf8))
    }

    @Test("an unknown compression is reported as unsupported")
    func unknownCompression() throws {
        let path = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z: z.writestr('a.xml', lines(10))
            data = bytearray(open('test.zip', 'rb').read())
            data[8] = 1; data[data.index(b'PK\\x01\\x02') + 10] = 1
            open('test.zip', 'wb').write(data)
            """)
        let error = failure(path)
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("entry \"a.xml\" of file") == true)
    }

    @Test("each limit allows its own value and refuses one more")
    func limits() throws {
        let zip = try workspace.zip(
            """
            with ZipFile('test.zip', 'w') as z:
                z.writestr('1234', bytes(100)); z.writestr('é23', bytes(100))
            """)
        let plain = try workspace.write([UInt8](repeating: 0, count: 100), to: "1234")
        for (path, entries) in [(zip, 2), (plain, 1)] {
            var limits = ArchiveLimits()
            limits.entriesMax = entries
            limits.entryBytesMax = 100
            limits.pathBytesMax = 4
            let reader = try ArchiveReader(path: path, limits: limits)
            while try reader.nextEntry() != nil { #expect(try reader.readAll().count == 100) }
            for change: (inout ArchiveLimits) -> Void in [
                { $0.entriesMax -= 1 }, { $0.entryBytesMax -= 1 }, { $0.pathBytesMax -= 1 },
            ] {
                var tight = limits
                change(&tight)
                #expect(failure(path, limits: tight)?.code == .limitExceeded)
            }
        }
    }

    @Test("after an error of the archive, every call throws it again")
    func finalError() throws {
        let path = try workspace.write([1], to: "long name")
        var limits = ArchiveLimits()
        limits.pathBytesMax = 3
        let reader = try ArchiveReader(path: path, limits: limits)
        let error = try #require(#expect(throws: ArchiveError.self) { try reader.nextEntry() })
        #expect(throws: error) { try reader.nextEntry() }
        #expect(throws: error) { try reader.readAll() }
    }
}
