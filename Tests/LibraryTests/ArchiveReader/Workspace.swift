import ArchiveReader
import Foundation

/// A temporary directory of one test, in which python3 creates files. Removed at the test's end.
final class Workspace {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ArchiveReaderTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// Creates `test.zip` with Python's zipfile, an independent implementation.
    func zip(_ script: String) throws -> String {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "-c", Self.prelude + script]
        python.currentDirectoryURL = directory
        try python.run()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw PythonFailed(status: python.terminationStatus) }
        return path("test.zip")
    }

    struct PythonFailed: Error { let status: Int32 }

    /// `lines(n)` returns text like that of an export. `Pipe` is a file without seek, so that each
    /// entry is written with a data descriptor after it.
    private static let prelude = """
        import zipfile, struct
        from zipfile import ZipFile, ZipInfo, ZIP_STORED, ZIP_DEFLATED
        def lines(n): return ''.join('<Record line="%d" value="%d"/>\\n' % (i, i * i % 997) for i in range(n)).encode()
        class Pipe:
            def __init__(self, path): self.file = open(path, 'wb')
            def write(self, data): return self.file.write(data)
            def flush(self): self.file.flush()
            def close(self): self.file.close()

        """

    /// The result of `lines(n)` of the prelude.
    static func lines(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { "<Record line=\"\($0)\" value=\"\($0 * $0 % 997)\"/>\n".utf8 }
    }
}

extension ArchiveReader {
    /// The rest of the current entry, read with a buffer of `bufferBytes`.
    func readAll(bufferBytes: Int = 1 << 16) throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferBytes)
        while case let count = try read(into: &buffer), count > 0 { all += buffer[..<count] }
        return all
    }

    /// The remaining entries.
    func entries() throws -> [ArchiveEntry] {
        var entries: [ArchiveEntry] = []
        while let entry = try nextEntry() { entries.append(entry) }
        return entries
    }
}
