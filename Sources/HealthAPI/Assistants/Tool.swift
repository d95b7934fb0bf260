import HealthCore
import JSON

/// What an assistant learns of an endpoint that it can ask.
struct Tool: Sendable {
    /// Endpoints with the same name are one tool.
    let name: String
    var title = ""
    /// The meaning, for the assistant.
    var text = ""
    /// The arguments of a call that does not name them.
    var defaults: [String: String] = [:]
    /// The members of the endpoint's answer that the tool's answer does not have: names of members,
    /// or `list.member` for the elements of a list or the members of an object.
    var omits: Set<String> = []
}

/// A tool of the [Model Context Protocol](https://modelcontextprotocol.io/specification): the
/// endpoints with one name. The parameters of the endpoints are its arguments.
struct AssistantTool: Sendable {
    /// The endpoints, those with the most required parameters first.
    private let endpoints: [Endpoint]
    let tool: Tool

    /// All tools, in the order of the endpoints.
    static let all: [AssistantTool] = {
        var names: [String] = []
        for case let tool? in Endpoint.all.map(\.tool) where !names.contains(tool.name) { names.append(tool.name) }
        return names.map { name in AssistantTool(Endpoint.all.filter { $0.tool?.name == name }) }
    }()

    private init(_ endpoints: [Endpoint]) {
        self.endpoints = endpoints.sorted { $0.requiredArguments.count > $1.requiredArguments.count }
        tool = endpoints.compactMap(\.tool).first { !$0.text.isEmpty } ?? Tool(name: "")
    }

    /// The parameters of all endpoints, each once.
    var parameters: [EndpointParameter] {
        var parameters: [EndpointParameter] = []
        for parameter in endpoints.reversed().flatMap(\.arguments)
        where !parameters.contains(where: { $0.name == parameter.name }) { parameters.append(parameter) }
        return parameters
    }

    /// Returns the endpoint that answers a call with these arguments: the one with the most
    /// required parameters that the call has.
    func endpoint(for names: some Collection<String>) -> Endpoint {
        endpoints.first { $0.requiredArguments.isSubset(of: names) } ?? endpoints[endpoints.count - 1]
    }

    /// Writes the description as an object.
    func append(to writer: inout JSONWriter) {
        let required = endpoints.map(\.requiredArguments).reduce(endpoints[0].requiredArguments) { $0.intersection($1) }
        writer.object { writer in
            writer.member("name", tool.name)
            writer.member("title", tool.title)
            writer.member("description", tool.text)
            writer.object("inputSchema") { writer in
                writer.member("type", "object")
                writer.object("properties") { writer in
                    for parameter in parameters {
                        let meaning = parameter.meaning + (AssistantTool.remarks[parameter.name] ?? "")
                        let schema = parameter.schema.argument.described(AssistantTool.naming(meaning))
                        writer.member(parameter.name, schema, isClosed: true)
                    }
                }
                writer.member("required", required.sorted())
                writer.member("additionalProperties", false)
            }
            writer.object("annotations") { writer in
                writer.member("readOnlyHint", true)
                writer.member("openWorldHint", false)
            }
        }
    }

    /// What tools add to the meanings of parameters.
    private static let remarks = [
        "type": " Or its name in the Health app, such as Heart Rate.",
        "types": " Names of the Health app, such as Heart Rate, are types, too.",
        "x": " Or its name in the Health app.", "y": " Or its name in the Health app.",
        "timeZone": " The default is that of the person or of the client; each answer of figures names its zone.",
        "unit": " Answers have 26.2 in `%` and never 0.262 in `fraction`.",
        "limit": " Tools answer \(ToolCall.pageRows), or fewer if the answer would be too long.",
    ]

    /// Returns a text with names of tools instead of their endpoints.
    static func naming(_ text: String) -> String {
        all.flatMap { tool in tool.endpoints.map { ($0.template, tool.tool.name) } }
            .sorted { $0.0.count > $1.0.count }
            .reduce(text) { $0.replacing("GET \($1.0)", with: $1.1) }
    }
}

extension Endpoint {
    /// The parameters that are arguments of a tool.
    fileprivate var arguments: [EndpointParameter] {
        parameters.filter { $0.location != .header && $0.name != EndpointParameter.person.name }
    }

    /// The names of the arguments that a call must have.
    fileprivate var requiredArguments: Set<String> {
        Set(arguments.filter { $0.isRequired && $0.name != EndpointParameter.timeZone.name }.map(\.name))
    }

    /// True if the endpoint has a parameter of this name.
    func takes(_ name: String) -> Bool { arguments.contains { $0.name == name } }
}

extension Schema {
    /// The schema of a parameter as an argument, which is JSON and not text.
    fileprivate var argument: Schema {
        if case .choice(let values) = self, values.contains("") { return .boolean }
        return self
    }
}
