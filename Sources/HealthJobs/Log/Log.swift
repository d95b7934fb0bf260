import Foundation
import HealthCore
import JSONReader
import Synchronization

/// A log of one JSON object a line. It holds names, codes and durations only: no query string, no
/// body, no health value.
public struct Log: Sendable {
    private let write: @Sendable ([UInt8]) -> Void

    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// A log that writes to the standard error stream. A line that cannot be written is lost, and
    /// the service goes on.
    public static let standardError: Log = {
        let turn = Mutex(())
        return Log { line in turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: Data(line)) } }
    }()

    public enum Level: String, Sendable {
        case info, warning, error
    }

    /// Writes a line of `event` with `fields`, which are texts.
    public func event(_ level: Level, _ event: String, _ fields: [(String, String)] = []) {
        self.event(level, event) { writer in
            for (name, value) in fields {
                writer.key(name)
                writer.value(value)
            }
        }
    }

    /// Writes a line of `event` with the members that `fields` writes.
    public func event(_ level: Level, _ event: String, fields: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object { writer in
            let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000)
            writer.member("time", now.rfc3339)
            writer.member("level", level.rawValue)
            writer.member("event", event)
            fields(&writer)
        }
        write(writer.bytes + [UInt8(ascii: "\n")])
    }
}
