import HTTPServer
import Synchronization

/// Counts the requests that the service has answered. One lock is held for some additions per
/// request.
///
/// Labels are bounded: a route is a template of an endpoint, `page` or `other`, and a method that
/// HTTP does not define is `other`. So clients cannot make further series.
final class RequestCounters: Sendable {
    /// The upper bounds of the durations in the histogram, in seconds.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    /// The same for streams. A change feed may be open for days.
    static let streamBounds: [Double] = [1, 10, 60, 600, 3_600, 21_600, 86_400]
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT",
    ]
    private static let endpoints = Set(Endpoint.all.map(\.template))

    private struct Key: Hashable {
        var route: String
        var method: String
        var status: String
    }

    private struct Histogram {
        let bounds: [Double]
        /// The number of durations up to each bound that exceed the bound before it.
        var counts: [UInt64]
        var count: UInt64 = 0
        var seconds = 0.0

        init(_ bounds: [Double]) {
            self.bounds = bounds
            counts = [UInt64](repeating: 0, count: bounds.count)
        }

        mutating func add(_ seconds: Double) {
            if let index = bounds.firstIndex(where: { seconds <= $0 }) { counts[index] += 1 }
            count += 1
            self.seconds += seconds
        }
    }

    private struct State {
        var requests: [Key: UInt64] = [:]
        var durations: [String: Histogram] = [:]
        var streamDurations: [String: Histogram] = [:]
        /// Begins with the errors of the service, because an alarm sees no increase in the first
        /// value of a series.
        var errors = Dictionary(
            uniqueKeysWithValues: ErrorCode.allCases.filter { $0.status?.rawValue ?? 0 >= 500 }.map { ($0, UInt64(0)) })
        var bytesIn: UInt64 = 0
        var bytesOut: UInt64 = 0
    }

    private let state = Mutex(State())

    func count(_ access: HTTPAccess) {
        let route = RequestCounters.route(access.route)
        let method = access.method.rawValue
        let key = Key(
            route: route, method: RequestCounters.methods.contains(method) ? method : "other",
            status: access.status.map { String($0.rawValue) } ?? "none")
        state.withLock { state in
            state.requests[key, default: 0] += 1
            let seconds = access.duration / .seconds(1)
            if access.isStream {
                state.streamDurations[route, default: Histogram(RequestCounters.streamBounds)].add(seconds)
            } else {
                state.durations[route, default: Histogram(RequestCounters.bounds)].add(seconds)
            }
            state.bytesIn += UInt64(access.bodyBytesIn)
            state.bytesOut += UInt64(access.bodyBytesOut)
        }
    }

    /// Counts an error of a request or a stream.
    func count(_ code: ErrorCode) { state.withLock { $0.errors[code, default: 0] += 1 } }

    private static func route(_ template: String?) -> String {
        guard let template else { return "other" }
        return endpoints.contains(template) ? template : "page"
    }

    func append(to text: inout MetricText) {
        let state = state.withLock { $0 }
        text.add(
            "healthstore_http_requests_total", .counter,
            "Requests that were answered, or whose client disconnected before (status none).",
            state.requests.sorted {
                ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
            }
            .map { key, count in
                MetricText.Value(
                    labels: [("route", key.route), ("method", key.method), ("status", key.status)],
                    number: Double(count))
            })
        text.add(
            "healthstore_http_request_duration_seconds", .histogram,
            "Time from the request line until the last byte of the answer, without streams.",
            state.durations.sorted { $0.key < $1.key }.flatMap(RequestCounters.values))
        text.add(
            "healthstore_http_stream_duration_seconds", .histogram,
            "The same for answers that are sent while they are made, such as change feeds, when they end.",
            state.streamDurations.sorted { $0.key < $1.key }.flatMap(RequestCounters.values))
        text.add(
            "healthstore_http_errors_total", .counter, "Errors of requests and streams.", by: "code",
            state.errors.map { ($0.key.rawValue, Double($0.value)) }.sorted { $0.0 < $1.0 })
        text.add(
            "healthstore_http_request_body_bytes_total", .counter, "Bytes of the bodies of requests.",
            Double(state.bytesIn))
        text.add(
            "healthstore_http_response_body_bytes_total", .counter, "Bytes of the bodies of answers.",
            Double(state.bytesOut))
    }

    private static func values(route: String, histogram: Histogram) -> [MetricText.Value] {
        var sum: UInt64 = 0
        var values = zip(histogram.bounds, histogram.counts).map { bound, count in
            sum += count
            return MetricText.Value(
                suffix: "_bucket", labels: [("route", route), ("le", "\(bound)")], number: Double(sum))
        }
        let labels = [("route", route)]
        values.append(
            MetricText.Value(suffix: "_bucket", labels: labels + [("le", "+Inf")], number: Double(histogram.count)))
        values.append(MetricText.Value(suffix: "_sum", labels: labels, number: histogram.seconds))
        values.append(MetricText.Value(suffix: "_count", labels: labels, number: Double(histogram.count)))
        return values
    }
}
