import HTTPServer
import HealthJobs

extension Log {
    /// Logs one line about a request.
    func request(_ access: HTTPAccess) {
        let status = access.status?.rawValue
        event(
            (status ?? 0) >= 500 ? .error : .info, "request",
            [
                ("requestId", access.requestID), ("method", access.method.rawValue), ("route", access.route),
                ("status", status), ("milliseconds", (access.duration / .microseconds(1)).rounded() / 1_000),
                ("bytesIn", access.bodyBytesIn), ("bytesOut", access.bodyBytesOut),
            ])
    }
}
