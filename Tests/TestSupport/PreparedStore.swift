import Foundation
import Synchronization

/// A data directory with a migrated store without people, whose copies save three seconds of
/// initdb and migrations.
///
/// `scripts/test` makes one for all processes, which `HEALTHSTORE_TEST_STORE` names. Without it,
/// each process makes its own when it needs it.
public enum PreparedStore {
    private static let directory = Result {
        try ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_STORE"].flatMap { $0.isEmpty ? nil : $0 } ?? make()
    }

    /// `cp` or `healthstore migrate` failed.
    public struct Failed: Error {
        public var status: Int32
    }

    /// Copies the store. The server of the store may then be started in `path`.
    ///
    /// - Parameter path: a directory that exists and is empty, or that does not exist.
    public static func copy(to path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try run("/bin/cp", ["-a", try directory.get() + "/.", path])
    }

    private static func make() throws -> String {
        let directory = try makeTemporaryDirectory()
        removed.withLock { $0 = directory }
        atexit {
            if let directory = PreparedStore.removed.withLock({ $0 }) {
                try? FileManager.default.removeItem(atPath: directory)
            }
        }
        try run(try Command.product(), ["migrate", "--data-dir", directory + "/store"])
        return directory + "/store"
    }

    private static let removed = Mutex<String?>(nil)

    /// Runs a program to its end, without its output.
    static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    }
}
