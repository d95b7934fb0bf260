import HTTPServer
import HealthJobs
import JSON

extension Log {
    /// Logs one line about a request.
    func request(_ access: HTTPAccess) {
        let status = access.status?.rawValue
        event((status ?? 0) >= 500 ? .error : .info, "request") { writer in
            writer.member("requestId", access.requestID)
            writer.member("method", access.method.rawValue)
            writer.member("route", access.route)
            writer.member("status", status)
            writer.member("milliseconds", (access.duration / .microseconds(1)).rounded() / 1_000)
            writer.member("bytesIn", access.bodyBytesIn)
            writer.member("bytesOut", access.bodyBytesOut)
        }
    }
}
