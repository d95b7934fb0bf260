import Foundation

/// The built program, which serves on a free port.
public final class RunningService: Sendable {
    public let process: BackgroundProcess
    public let address: String
    /// Nil if the service is encrypted.
    private let connections: HTTPConnections?

    public struct DidNotStart: Error {
        public var output: String
    }

    /// Starts `healthstore serve` and waits until it listens.
    ///
    /// - Parameter port: 0 for a free one.
    public static func start(
        _ arguments: [String], port: UInt16 = 0, environment: [String: String] = [:]
    ) async throws -> RunningService {
        let process = BackgroundProcess(
            try Command.product(), ["serve", "--port", "\(port)"] + arguments, environment: environment)
        try process.start()
        guard let output = await process.waitForOutput(containing: "listening on "),
            let address = output.split(separator: "\n").first(where: { $0.hasPrefix("listening on ") })?.dropFirst(13)
        else {
            process.kill()
            throw DidNotStart(output: process.output + process.errors)
        }
        return RunningService(process, String(address))
    }

    private init(_ process: BackgroundProcess, _ address: String, client: UInt16 = 0) {
        self.process = process
        self.address = address
        connections = HTTPConnections(address, client: client)
    }

    /// Returns the same service for a client at another address of this machine. The service limits
    /// the wrong tokens of each address.
    public func forClient(_ client: UInt16) -> RunningService { RunningService(process, address, client: client) }

    /// Returns the same service as it is reached at another address, that of a proxy.
    public func through(_ address: String) -> RunningService { RunningService(process, address) }

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

    /// Sends a request. The status is 0 if no response arrived.
    ///
    /// - Parameters:
    ///   - query: names and values, which this percent-encodes.
    ///   - headers: in the form `Name: value`.
    public func send(
        _ method: String, _ path: String, query: [(String, String)] = [], token: String? = nil, body: String? = nil,
        headers: [String] = [], seconds: Double = Patience.seconds
    ) async throws -> Answer {
        var target = path
        if !query.isEmpty {
            target += "?" + query.map { $0 + "=" + RunningService.percentEncoded($1) }.joined(separator: "&")
        }
        var headers = headers
        if let token { headers.append("Authorization: Bearer \(token)") }
        let hasType = headers.contains { $0.hasPrefix("Content-Type:") }
        if body != nil, !hasType { headers.append("Content-Type: application/json") }
        guard let connections else { throw DidNotStart(output: "no address of HTTP: \(address)") }
        let response = await connections.send(
            method, target, headers: headers, body: body.map { Array($0.utf8) }, seconds: seconds)
        return Answer(
            status: response.status, body: String(decoding: response.body, as: UTF8.self), headers: response.headers)
    }

    public static func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
