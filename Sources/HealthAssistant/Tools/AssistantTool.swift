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
    let clock: @Sendable () -> Instant
    var call = ToolCall()

    /// The present time.
    var now: Instant { clock() }

    /// - Throws: The same errors as `ServiceClient.get`.
    func get<Value>(
        _ path: String, _ query: [(String, String?)], accept: String = "application/json",
        _ body: (JSONValue) throws -> Value
    ) throws -> Value {
        try service.get(path, query, accept: accept, isCancelled: { [call] in call.isCancelled }, body)
    }
}

extension JSONWriter {
    /// Returns the object of an answer.
    ///
    /// - Parameters:
    ///   - partial: nil if `body` writes the member `partial`.
    ///   - notes: sentences about the answer. Nil is left out.
    ///   - body: writes the other members.
    static func answer(partial: Bool?, notes: [String?], _ body: (inout JSONWriter) -> Void) -> JSONWriter {
        var writer = JSONWriter()
        writer.object { writer in
            body(&writer)
            if let partial { writer.member("partial", partial) }
            writer.texts("notes", notes.compactMap(\.self))
        }
        return writer
    }

    /// Writes a member of an object: a list of texts.
    mutating func texts(_ name: String, _ texts: [String]) {
        array(name) { writer in
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
