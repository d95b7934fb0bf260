import Foundation
import HealthCore
import JSON
import Synchronization

/// A log with one JSON object in each line. It contains names, codes, counts, durations and
/// PostgreSQL's error messages. Callers must not log a query string, a body or a health value.
public struct Log: Sendable {
    private let write: @Sendable ([UInt8]) -> Void

    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// A log that writes to the standard error stream. If a line cannot be written, it is lost and
    /// the service continues.
    public static let standardError: Log = {
        let turn = Mutex(())
        return Log { line in turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: Data(line)) } }
    }()

    public enum Level: String, Sendable {
        case info, warning, error
    }

    /// Writes a line for `event`. `fields` are its further members, whose values are texts.
    public func event(_ level: Level, _ event: String, _ fields: [(String, String)] = []) {
        self.event(level, event) { writer in
            for (name, value) in fields {
                writer.key(name)
                writer.value(value)
            }
        }
    }

    /// Writes a line for `event`. `fields` writes its further members.
    public func event(_ level: Level, _ event: String, fields: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object { writer in
            let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000)
            writer.member("time", now.rfc3339)
            writer.member("level", level.rawValue)
            writer.member("event", event)
            fields(&writer)
        }
        write(writer.line())
    }
}
