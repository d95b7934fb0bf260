import Foundation

/// The built program, which serves on a free port.
public final class RunningService: Sendable {
    public let process: BackgroundProcess
    public let address: String

    public struct DidNotStart: Error {
        public var output: String
    }

    /// Starts `healthstore serve` and waits until it listens.
    public static func start(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> RunningService {
        let process = BackgroundProcess(
            try Command.product(), ["serve", "--port", "0"] + arguments, environment: environment)
        try process.start()
        guard let output = await process.waitForOutput(containing: "listening on "),
            let address = output.split(separator: "\n").first(where: { $0.hasPrefix("listening on ") })?.dropFirst(13)
        else {
            process.kill()
            throw DidNotStart(output: process.output + process.errors)
        }
        return RunningService(process, String(address))
    }

    private init(_ process: BackgroundProcess, _ address: String) {
        self.process = process
        self.address = address
    }

    /// The status and body of a response.
    public struct Answer: Sendable {
        public var status: Int
        public var body: String
        /// The header fields by name in lower case.
        public var headers: [String: [String]] = [:]

        public init(status: Int, body: String, headers: [String: [String]] = [:]) {
            self.status = status
            self.body = body
            self.headers = headers
        }

        public var data: Data { Data(body.utf8) }

        public func header(_ name: String) -> String? { headers[name.lowercased()]?.first }
    }

    /// Sends a request with curl.
    ///
    /// - Parameters:
    ///   - query: names and values, which this percent-encodes.
    ///   - headers: in the form `Name: value`.
    public func send(
        _ method: String, _ path: String, query: [(String, String)] = [], token: String? = nil, body: String? = nil,
        headers: [String] = [], seconds: Double = Patience.seconds
    ) async throws -> Answer {
        var url = address + path
        if !query.isEmpty {
            url += "?" + query.map { $0 + "=" + RunningService.percentEncoded($1) }.joined(separator: "&")
        }
        var arguments = ["-sS", "--max-time", "\(Int(seconds))", "-X", method, "-w", RunningService.tail, url]
        if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
        for header in headers { arguments += ["-H", header] }
        let hasType = headers.contains { $0.hasPrefix("Content-Type:") }
        if body != nil, !hasType { arguments += ["-H", "Content-Type: application/json"] }
        if body != nil { arguments += ["--data-binary", "@-"] }
        let curl = try await Command.run("/usr/bin/curl", arguments, input: body, seconds: seconds + 5)
        // curl's own output follows the body, which may contain any text.
        guard let mark = curl.output.range(of: RunningService.mark, options: .backwards) else {
            return Answer(status: 0, body: curl.output)
        }
        let tail = curl.output[mark.upperBound...].split(separator: "\n", maxSplits: 1)
        let headers = try? JSONSerialization.jsonObject(with: Data((tail.last ?? "").utf8)) as? [String: [String]]
        return Answer(
            status: tail.first.flatMap { Int($0) } ?? 0, body: String(curl.output[..<mark.lowerBound]),
            headers: headers ?? [:])
    }

    private static let mark = "\n<status>"
    private static let tail = mark + "%{http_code}\n%{header_json}"

    private static func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
