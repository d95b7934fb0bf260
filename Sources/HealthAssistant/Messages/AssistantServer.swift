import Foundation
import HealthCore
import JSONReader
import Synchronization

/// A server of the Model Context Protocol for one client on standard streams.
///
/// It reads messages on the thread that calls `run`. Calls of tools run on other threads, so that
/// the client can cancel them. Each message of the output is one JSON text on a line of its own.
public final class AssistantServer: Sendable {
    /// The number of tools that run at once.
    static let callsAtOnce = 4
    /// The number of calls that run or wait.
    static let callsMax = 64
    /// The time that calls have to finish after the input has ended, in seconds.
    static let endSeconds = 10

    private let context: ToolContext
    private let version: String
    private let output: Output
    private let calls = Mutex<[[UInt8]: ToolCall]>([:])
    private let group = DispatchGroup()
    private let queue = OperationQueue()

    /// Text for the assistant, which the client may add to its prompt.
    static let instructions = """
        Figures of Apple Health data of one person, from a healthstore service. Ask access for today's date and for what \
        may be read, and list_types for the types that have samples. Ask statistics for any figure of a quantity: it \
        merges phone and watch as Apple Health does, so never add up figures of several sources. Name the unit and the time \
        zone with each figure. null means that no sample was recorded or that this token may not read it; it never means \
        zero. partial means that a period has not ended or that the answer is cut, so its figures may still grow.
        """

    /// - Parameters:
    ///   - timeZone: the zone of questions that name none, a name of the IANA database.
    ///   - version: the version of the program.
    ///   - clock: returns the present time. Any thread may call it.
    ///   - write: writes a message with its line feed. It is called by one thread at a time.
    public init(
        service: ServiceClient, timeZone: String, version: String, clock: @escaping @Sendable () -> Instant,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        context = ToolContext(service: service, timeZone: timeZone, clock: clock)
        self.version = version
        output = Output(write)
        queue.maxConcurrentOperationCount = AssistantServer.callsAtOnce
    }

    /// Answers messages until the input ends, and waits for the calls that still run.
    ///
    /// - Parameter read: waits for further bytes. It returns none at the end of the input.
    /// - Throws: The error of `read`.
    public func run(read: () throws -> [UInt8]) rethrows {
        var reader = MessageReader()
        let parser = JSONParser(bytesMax: MessageReader.bytesMax)
        while true {
            let bytes = try read()
            for line in bytes.isEmpty ? reader.readEnd() : reader.read(bytes) { receive(line, parser) }
            if bytes.isEmpty { break }
        }
        if group.wait(timeout: .now() + .seconds(AssistantServer.endSeconds)) == .timedOut {
            calls.withLock { calls in calls.values.forEach { $0.cancel() } }
            group.wait()
        }
    }

    private func receive(_ line: MessageReader.Line, _ parser: JSONParser) {
        guard case .message(let bytes) = line else {
            let message = "the message has more than \(MessageReader.bytesMax) bytes"
            return output.write(ResponseError(.malformedRequest, message).response(to: nil))
        }
        do { try parser.parse(bytes, receive) } catch {
            let message = (error as? JSONError)?.message ?? "JSON text is malformed"
            output.write(ResponseError(.malformedJSON, message).response(to: nil))
        }
    }

    private func receive(_ message: JSONValue) {
        guard message.kind == .object else {
            let error = ResponseError(.malformedRequest, "a message must be one JSON object on a line")
            return output.write(error.response(to: nil))
        }
        // The client answers no requests of this server, so a response is not expected.
        if message["method"] == nil, message["result"] != nil || message["error"] != nil { return }
        guard let id = message["id"] else { return receiveNotification(message) }
        guard id.string != nil || id.int64 != nil else {
            let error = ResponseError(.malformedRequest, "id must be a text or a whole number")
            return output.write(error.response(to: nil))
        }
        let idText = id.minified
        do throws(ResponseError) { try answer(message, idText) } catch { output.write(error.response(to: idText)) }
    }

    private func receiveNotification(_ message: JSONValue) {
        guard message["method"]?.string == "notifications/cancelled",
            let id = message["params"]?["requestId"]?.minified
        else { return }
        calls.withLock { $0[id]?.cancel() }
    }

    private func answer(_ message: JSONValue, _ id: [UInt8]) throws(ResponseError) {
        guard message["jsonrpc"]?.string == "2.0", let method = message["method"]?.string else {
            throw ResponseError(.malformedRequest, "a request needs \"jsonrpc\": \"2.0\" and a method")
        }
        let parameters = message["params"]
        guard parameters.map({ $0.kind == .object }) ?? true else {
            throw ResponseError(.malformedParameters, "params must be an object")
        }
        let response = try Response(id, of: parameters, server: version)
        switch (method, response.isStateless) {
        case ("initialize", false): output.write(try initialization(parameters, response))
        case ("ping", false): output.write(response.json { _ in })
        case ("server/discover", true): output.write(discovery(response))
        case ("tools/list", _):
            guard parameters?["cursor"].present == nil else {
                throw ResponseError(.malformedParameters, "cursor must be that of a former answer, and none has one")
            }
            output.write(toolList(response))
        case ("tools/call", _): try call(parameters, response)
        default: throw ResponseError(.unknownMethod, "this server has no method \(method.prefix(100))")
        }
    }

    // MARK: Handshakes

    private func initialization(_ parameters: JSONValue?, _ response: Response) throws(ResponseError) -> [UInt8] {
        guard let asked = parameters?["protocolVersion"]?.string else {
            throw ResponseError(.malformedParameters, "protocolVersion must be a text such as 2025-11-25")
        }
        return response.json { writer in
            writer.member("protocolVersion", ProtocolVersion.session(asked: asked).rawValue)
            AssistantServer.appendCapabilities(to: &writer)
            response.appendServer("serverInfo", to: &writer)
            writer.member("instructions", AssistantServer.instructions)
        }
    }

    private func discovery(_ response: Response) -> [UInt8] {
        response.json(isCacheable: true) { writer in
            writer.texts("supportedVersions", ProtocolVersion.names)
            AssistantServer.appendCapabilities(to: &writer)
            writer.member("instructions", AssistantServer.instructions)
        }
    }

    private static func appendCapabilities(to writer: inout JSONWriter) {
        writer.object("capabilities") { writer in
            writer.object("tools") { _ in }
        }
    }

    // MARK: Tools

    private func toolList(_ response: Response) -> [UInt8] {
        response.json(isCacheable: true) { writer in
            writer.array("tools") { writer in
                for tool in AssistantTools.all { tool.description.append(to: &writer) }
            }
        }
    }

    private func call(_ parameters: JSONValue?, _ response: Response) throws(ResponseError) {
        guard let name = parameters?["name"]?.string else {
            throw ResponseError(.malformedParameters, "name must be the name of a tool")
        }
        guard let tool = AssistantTools.all.first(where: { $0.description.name == name }) else {
            throw ResponseError(.malformedParameters, "unknown tool: \(name.prefix(100))")
        }
        let arguments: ToolArguments
        do throws(ToolFailure) { arguments = try ToolArguments(parameters?["arguments"], of: tool.description) } catch {
            return output.write(response.json(failure: error))
        }
        let call = ToolCall()
        enum Admission { case admitted, repeated, full }
        let admission = calls.withLock { calls in
            guard calls[response.id] == nil else { return Admission.repeated }
            guard calls.count < AssistantServer.callsMax else { return .full }
            calls[response.id] = call
            return .admitted
        }
        switch admission {
        case .repeated: throw ResponseError(.malformedRequest, "a call with this id has not finished")
        case .full:
            let message = "\(AssistantServer.callsMax) questions wait for their answers; ask again after these"
            return output.write(response.json(failure: ToolFailure(message)))
        case .admitted: break
        }
        group.enter()
        queue.addOperation { [self] in
            let answer = call.isCancelled ? nil : self.answer(tool, arguments, call, response)
            calls.withLock { $0[response.id] = nil }
            // The client expects no response to a call that it cancelled.
            if let answer, !call.isCancelled { output.write(answer) }
            group.leave()
        }
    }

    private func answer(
        _ tool: any AssistantTool.Type, _ arguments: ToolArguments, _ call: ToolCall, _ response: Response
    ) -> [UInt8] {
        do {
            var context = context
            context.call = call
            let answer = try tool.answer(arguments, context).bytes
            return response.json(answer: try PresentedAnswer.json(answer))
        } catch {
            let failure = error as? ToolFailure
            return response.json(failure: failure ?? ToolFailure("the answer of the service cannot be read"))
        }
    }
}

/// A call of a tool that has not finished.
final class ToolCall: Sendable {
    private let cancelled = Atomic<Bool>(false)

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }
}

/// Writes messages one after the other.
private final class Output: Sendable {
    private let lock = Mutex<Void>(())
    private let writeBytes: @Sendable ([UInt8]) -> Void

    init(_ write: @escaping @Sendable ([UInt8]) -> Void) { writeBytes = write }

    /// Writes a message of JSON, which has no line feed.
    func write(_ message: [UInt8]) { lock.withLock { _ in writeBytes(message + [UInt8(ascii: "\n")]) } }
}
