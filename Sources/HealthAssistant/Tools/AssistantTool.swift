import HealthCore
import JSONReader

/// A question that an assistant may ask. It only reads.
protocol AssistantTool: Sendable {
    static var description: ToolDescription { get }

    /// Asks the service. It blocks its thread.
    ///
    /// - Returns: a JSON object with the members that the description lists.
    /// - Throws: `ToolFailure`.
    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter
}

/// All tools, in the order of the list.
enum AssistantTools {
    static let all: [any AssistantTool.Type] = [
        TypeTool.self, StatisticsTool.self, ComparisonTool.self, SleepTool.self, WorkoutTool.self, ExplanationTool.self,
        FreshnessTool.self, AccessTool.self,
    ]

    /// The most rows of an answer, such as buckets, nights or samples.
    static let rowsMax = 200
}

/// The reason why a tool has no answer, as a sentence for the assistant.
struct ToolFailure: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

/// The surroundings of a call.
struct ToolContext: Sendable {
    let service: ServiceClient
    /// The zone of questions that name none.
    let timeZone: String
    private let clock: @Sendable () -> Instant
    private var call = ToolCall()

    init(service: ServiceClient, timeZone: String, clock: @escaping @Sendable () -> Instant) {
        self.service = service
        self.timeZone = timeZone
        self.clock = clock
    }

    /// The present time.
    var now: Instant { clock() }

    func during(_ call: ToolCall) -> ToolContext {
        var context = self
        context.call = call
        return context
    }

    /// - Throws: The same errors as `ServiceClient.get`.
    func get<Value>(
        _ path: String, _ query: [(String, String?)], accept: String = "application/json",
        _ body: (JSONValue) throws -> Value
    ) throws -> Value {
        try service.get(path, query, accept: accept, isCancelled: { [call] in call.isCancelled }, body)
    }
}

extension JSONWriter {
    /// Writes the object of an answer.
    static func answer(_ body: (inout JSONWriter) -> Void) -> JSONWriter {
        var writer = JSONWriter()
        writer.object(body)
        return writer
    }

    /// Writes a member of an object: an object.
    mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// Writes a member of an object: a list.
    mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        array(body)
    }

    /// Writes a member of an object: sentences about the answer.
    mutating func notes(_ notes: [String]) {
        key("notes")
        texts(notes)
    }

    /// Writes an array of texts.
    mutating func texts(_ texts: [String]) {
        array { writer in
            for text in texts { writer.value(text) }
        }
    }

    /// Writes all members of an object.
    mutating func members(of object: JSONValue) {
        object.forEachMember { name, value in
            key(name)
            self.value(value)
        }
    }

    /// Writes the named members of an object. Members that it does not have are left out.
    mutating func members(_ names: [String], of object: JSONValue) {
        for name in names {
            guard let value = object[name] else { continue }
            key(name)
            self.value(value)
        }
    }
}
