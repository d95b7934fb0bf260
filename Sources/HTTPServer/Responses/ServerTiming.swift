/// The duration of a part of the work for a response, sent as a metric of the field
/// `Server-Timing`.
///
/// https://www.w3.org/TR/server-timing/
public struct ServerTiming: Sendable {
    /// The name, which is a token of HTTP, such as `db`.
    public let name: String

    public let duration: Duration

    public init(_ name: String, _ duration: Duration) {
        self.name = name
        self.duration = duration
    }

    /// The metric with its duration in milliseconds, with three decimal places.
    var text: String {
        let (seconds, attoseconds) = duration.components
        let microseconds = max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        let digits = String(microseconds % 1_000)
        return "\(name);dur=\(microseconds / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension HTTPRequest {
    /// Omits the field `Server-Timing` from the response.
    public func omitTimings() { exchange?.state.withLock { $0.omitsTimings = true } }
}

extension HTTPResponse {
    /// Writes the field `Server-Timing`. `total` is the last metric.
    mutating func writeTimings(total: Duration) {
        headers["Server-Timing"] =
            (timings + [ServerTiming("total", total)]).map(\.text).joined(separator: ", ")
    }
}
