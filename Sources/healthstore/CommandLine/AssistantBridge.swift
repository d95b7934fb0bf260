import Foundation
import HTTPClient
import JSON
import Synchronization

/// Sends the messages of one client on standard streams to `POST /mcp` of a running service.
///
/// Each line of the input and of the output is one message. Several threads send messages, so that
/// the client can cancel a call that waits.
final class AssistantBridge: Sendable {
    private let address: String
    private let url: String
    private let token: String
    private let client: HTTPClient
    /// The ids, as JSON, of the requests that wait; true if the client has cancelled one.
    private let waiting = Mutex<[[UInt8]: Bool]>([:])
    private let output = Mutex<Void>(())
    private let queue = OperationQueue()

    /// The number of messages that are sent at once.
    static let messagesAtOnce = 4
    /// The most messages that are sent or wait. Further ones are refused.
    static let messagesMax = 256
    /// The time that requests have to finish after the input has ended, in seconds.
    static let endSeconds = 10
    /// The longest time of a request, in seconds. It is longer than that of a statement of the
    /// service.
    static let secondsMax = 75
    /// The longest answer of the service, in bytes: 1 MiB.
    static let answerBytesMax = 1 << 20

    /// The members of a message that the bridge reads.
    private struct Message: Sendable {
        /// The id as JSON; nil for a notification.
        var id: [UInt8]?
        var cancelled: [UInt8]?
        var isCall = false
        /// The header fields that repeat members of the message.
        var headers: [String] = []

        init(_ message: JSONValue) {
            let (method, parameters) = (message["method"]?.string, message["params"])
            id = message["id"].flatMap { $0.isNull ? nil : $0.minified }
            isCall = method == "tools/call"
            if method == "notifications/cancelled" { cancelled = parameters?["requestId"]?.minified }
            guard let version = parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string else { return }
            let name = (parameters?["name"] ?? parameters?["uri"])?.string
            for (field, value) in [("MCP-Protocol-Version", version), ("Mcp-Method", method), ("Mcp-Name", name)] {
                // A control character would end the header field.
                guard let value, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { continue }
                headers.append("\(field): \(value)")
            }
        }
    }

    /// - Parameters:
    ///   - timeZone: the zone of calls that name none.
    ///   - token: a token without control characters.
    init(_ address: ServiceAddress, timeZone: String, token: String, authorityFile: String?) {
        self.address = address.text
        let zone = timeZone.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        url = "\(address.text)/mcp?timeZone=\(zone)"
        self.token = token
        client = HTTPClient(
            authorityFile: authorityFile, usesProxy: !address.isLoopback, seconds: AssistantBridge.secondsMax,
            bytesMax: AssistantBridge.answerBytesMax)
        queue.maxConcurrentOperationCount = AssistantBridge.messagesAtOnce
    }

    /// Sends messages until the input ends, and waits for the answers that are missing.
    func run() {
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let body = Array(line.utf8)
            let message = try? JSONParser(bytesMax: max(body.count, 1)).parse(body) { Message($0) }
            if let id = message?.cancelled {
                waiting.withLock { if $0[id] != nil { $0[id] = true } }
                continue
            }
            guard queue.operationCount < AssistantBridge.messagesMax else {
                write(failure(message, "more than \(AssistantBridge.messagesMax) messages wait; send fewer at once"))
                continue
            }
            if let id = message?.id { waiting.withLock { $0[id] = false } }
            queue.addOperation { [self] in send(body, message) }
        }
        let end = Date.now + Double(AssistantBridge.endSeconds)
        while queue.operationCount > 0, Date.now < end { Thread.sleep(forTimeInterval: 0.01) }
        waiting.withLock { waiting in waiting = waiting.mapValues { _ in true } }
        queue.waitUntilAllOperationsAreFinished()
    }

    private func send(_ body: [UInt8], _ message: Message?) {
        let id = message?.id
        let isCancelled: @Sendable () -> Bool = { [self] in
            id.map { id in waiting.withLock { $0[id] ?? false } } ?? false
        }
        let answer = isCancelled() ? nil : answer(body, message, isCancelled)
        let isUnwanted = isCancelled()
        if let id { waiting.withLock { $0[id] = nil } }
        // The client expects no answer to a request that it cancelled.
        if !isUnwanted { write(answer) }
    }

    private func write(_ answer: [UInt8]?) {
        guard let answer else { return }
        // A client that has gone gets no answers, and its end of the input ends the command.
        output.withLock { _ in try? FileHandle.standardOutput.write(contentsOf: Data(answer)) }
    }

    /// Returns the line of the answer; nil if there is none.
    private func answer(
        _ body: [UInt8], _ message: Message?, _ isCancelled: @escaping @Sendable () -> Bool
    ) -> [UInt8]? {
        let headers =
            ["Authorization: Bearer \(token)", "Content-Type: application/json", "Accept: application/json"]
            + (message?.headers ?? [])
        do throws(HTTPClientError) {
            let response = try client.send(url, headers: headers, body: body, isCancelled: isCancelled)
            if response.status == 202 { return nil }
            let parser = JSONParser(bytesMax: AssistantBridge.answerBytesMax)
            let isAnswer = (try? parser.parse(response.body) { $0["jsonrpc"] != nil }) ?? false
            return isAnswer ? response.body : failure(message, refusal(response, parser))
        } catch {
            return failure(message, unanswered(error))
        }
    }

    // MARK: Failures

    /// Returns the answer to a message that the service did not answer. The assistant reads that of
    /// a call.
    private func failure(_ message: Message?, _ text: String) -> [UInt8]? {
        if let message, message.id == nil { return nil }
        let isCall = message?.isCall == true
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id", json: message?.id ?? Array("null".utf8))
            writer.object(isCall ? "result" : "error") { writer in
                guard isCall else {
                    // https://www.jsonrpc.org/specification#error_object
                    writer.member("code", -32603)
                    return writer.member("message", text)
                }
                writer.member("resultType", "complete")
                writer.array("content") { writer in
                    writer.object { writer in
                        writer.member("type", "text")
                        writer.member("text", text)
                    }
                }
                writer.member("isError", true)
            }
        }
        return writer.line()
    }

    private func unanswered(_ error: HTTPClientError) -> String {
        switch error.code {
        case .notReachable:
            "the service at \(address) cannot be reached (\(error.message)); check that it runs and that the address is right"
        case .notTrusted:
            "the certificate of the service at \(address) is not trusted (\(error.message)); --ca-file names another authority"
        case .timedOut:
            "the service at \(address) did not answer in time (\(error.message)); ask for a shorter range, or try again later"
        case .tooLarge, .cancelled, .failed, .notPublic:
            "the service at \(address) could not be asked: \(error.message)"
        }
    }

    private func refusal(_ response: HTTPClient.Response, _ parser: JSONParser) -> String {
        let reason = try? parser.parse(response.body) { body in
            body["code"]?.string.map { code in
                ([body["message"]?.string ?? code] + [body["hint"]?.string].compactMap(\.self)).joined(separator: "; ")
            }
        }
        guard let reason = reason ?? nil else {
            return "the server at \(address) is no healthstore service: it answered with the status \(response.status)"
        }
        return switch response.status {
        case 401:
            "the service does not accept the token: \(reason). It may be revoked or have expired; the person can create another with healthstore token create"
        case 429, 503: "the service has no time at present: \(reason). Ask again in some seconds"
        default: "the service refuses the message with the status \(response.status): \(reason)"
        }
    }
}
