import Foundation
import HealthCore
import JSON
import Synchronization

/// A log with one JSON object in each line. It contains names, codes, counts, durations and
/// PostgreSQL's error messages. Callers must not log a query string, a body or a health value.
public struct Log: Sendable {
    private let write: @Sendable (Level, [UInt8]) -> Void

    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = { write($1) }
    }

    private init(leveled write: @escaping @Sendable (Level, [UInt8]) -> Void) {
        self.write = write
    }

    /// A log that writes to the standard error stream. If a line cannot be written, it is lost and
    /// the service continues. If systemd's journal reads the stream, each line begins with its
    /// priority.
    public static let standardError: Log = {
        let turn = Mutex(())
        let isJournal = isReadByJournal
        return Log(leveled: { level, line in
            let bytes = isJournal ? Array("<\(level.priority)>".utf8) + line : line
            turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: Data(bytes)) }
        })
    }()

    /// True if the standard error stream is the one that systemd connected to its journal.
    ///
    /// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#%24JOURNAL_STREAM
    private static var isReadByJournal: Bool {
        // The variable is the device and the inode of the stream. The link is `socket:[INODE]`.
        guard let journal = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]?.split(separator: ":"),
            let stream = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/2")
        else { return false }
        return journal.count == 2 && stream.hasSuffix(":[\(journal[1])]")
    }

    public enum Level: String, Sendable {
        case info, warning, error

        /// The priority of syslog.
        ///
        /// https://www.freedesktop.org/software/systemd/man/latest/sd-daemon.html
        var priority: Int {
            switch self {
            case .error: 3
            case .warning: 4
            case .info: 6
            }
        }
    }

    /// Writes a line for `event`. `fields` are its further members. A field whose value is nil is
    /// left out. A name has values of one type in all events, because search engines index a field
    /// by the type of its first value.
    public func event(_ level: Level, _ event: String, _ fields: [(String, (any LogValue)?)] = []) {
        var writer = JSONWriter()
        writer.object { writer in
            let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000)
            writer.member("time", now.rfc3339)
            writer.member("level", level.rawValue)
            writer.member("event", event)
            for case (let name, let value?) in fields {
                writer.key(name)
                value.log(to: &writer)
            }
        }
        write(level, writer.line())
    }
}

/// A value of a field of the log: a text or a number.
public protocol LogValue: Sendable {
    func log(to writer: inout JSONWriter)
}

extension String: LogValue {
    public func log(to writer: inout JSONWriter) { writer.value(self) }
}

extension LogValue where Self: BinaryInteger {
    public func log(to writer: inout JSONWriter) { writer.value(Int64(self)) }
}

extension Int: LogValue {}
extension Int32: LogValue {}
extension Int64: LogValue {}

extension Double: LogValue {
    public func log(to writer: inout JSONWriter) { writer.value(self) }
}
