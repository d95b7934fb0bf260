import Foundation

/// The built program, serving on a free port.
public final class RunningService: Sendable {
    public let process: BackgroundProcess
    public let address: String

    public struct DidNotStart: Error {
        public var output: String
    }

    /// Starts `healthstore serve` and waits until it listens.
    public static func start(_ arguments: [String]) async throws -> RunningService {
        let process = BackgroundProcess(try Command.product(), ["serve", "--port", "0"] + arguments)
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

    /// What a request got: the status and the body.
    public struct Answer: Sendable {
        public var status: Int
        public var body: String

        public var data: Data { Data(body.utf8) }
    }

    /// Sends a request with curl.
    ///
    /// - Parameter query: values are percent-encoded here.
    public func send(
        _ method: String, _ path: String, query: [(String, String)] = [], token: String? = nil, body: String? = nil,
        seconds: Double = 60
    ) async throws -> Answer {
        var url = address + path
        if !query.isEmpty {
            url += "?" + query.map { $0 + "=" + RunningService.percentEncoded($1) }.joined(separator: "&")
        }
        var arguments = ["-sS", "--max-time", "\(Int(seconds))", "-X", method, "-w", "\n%{http_code}", url]
        if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
        if body != nil { arguments += ["-H", "Content-Type: application/json", "--data-binary", "@-"] }
        let curl = try await Command.run("/usr/bin/curl", arguments, input: body, seconds: seconds + 5)
        let lines = curl.output.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(
            status: lines.last.flatMap { Int($0) } ?? 0, body: lines.dropLast().joined(separator: "\n"))
    }

    private static func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
