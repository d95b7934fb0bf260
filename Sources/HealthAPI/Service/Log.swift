import Foundation
import HTTPServer
import HealthCore
import JSONReader
import Synchronization

/// Writes events as JSON, one object a line. They have names, codes and durations, and no query string, body or health value.
public struct Log: Sendable {
    private let write: @Sendable ([UInt8]) -> Void

    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// Writes to the standard error stream. A line that cannot be written is lost, and the service goes on.
    public static let standardError: Log = {
        let turn = Mutex(())
        return Log { line in turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: Data(line)) } }
    }()

    public enum Level: String, Sendable {
        case info, warning, error
    }

    /// Writes a line with an event and its fields.
    public func event(_ level: Level, _ event: String, _ fields: [(String, String)] = []) {
        var writer = JSONWriter()
        writer.object { writer in
            Log.head(&writer, level, event)
            for (name, value) in fields {
                writer.key(name)
                writer.value(value)
            }
        }
        write(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Writes the line of one request.
    func request(_ access: HTTPAccess) {
        var writer = JSONWriter()
        writer.object { writer in
            let status = access.status?.rawValue
            Log.head(&writer, (status ?? 0) >= 500 ? .error : .info, "request")
            writer.member("requestId", access.requestID)
            writer.member("method", access.method.rawValue)
            writer.member("route", access.route)
            writer.member("status", status)
            let (seconds, attoseconds) = access.duration.components
            writer.member("milliseconds", Double(seconds) * 1_000 + (Double(attoseconds) / 1e12).rounded() / 1_000)
            writer.member("bytesIn", access.bodyBytesIn)
            writer.member("bytesOut", access.bodyBytesOut)
        }
        write(writer.bytes + [UInt8(ascii: "\n")])
    }

    private static func head(_ writer: inout JSONWriter, _ level: Level, _ event: String) {
        let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000)
        writer.member("time", now.rfc3339)
        writer.member("level", level.rawValue)
        writer.member("event", event)
    }
}
