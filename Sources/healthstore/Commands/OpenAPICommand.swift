import HealthAPI

/// `healthstore openapi`
enum OpenAPICommand: Command {
    static let description = CommandDescription(
        "openapi", "Prints the description of the HTTP endpoints as OpenAPI 3.1.",
        notes: "GET /openapi.json of the service returns the same description. The command needs no database.")

    static func run(_ arguments: Arguments) async throws {
        print(OpenAPIDocument().text, terminator: "")
    }
}
