import Foundation

/// A temporary directory of one test, in which python3 creates files. Removed at the test's end.
public final class Workspace {
    private let directory: URL

    public init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("workspace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    public func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    public func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// Creates `test.zip` with Python's zipfile, an independent implementation.
    public func zip(_ script: String) throws -> String {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "-c", Self.prelude + script]
        python.currentDirectoryURL = directory
        try python.run()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw PythonFailed(status: python.terminationStatus) }
        return path("test.zip")
    }

    public struct PythonFailed: Error {
        public let status: Int32
    }

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
    public static func lines(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { "<Record line=\"\($0)\" value=\"\($0 * $0 % 997)\"/>\n".utf8 }
    }
}
