import HealthAPI

/// `healthstore openapi`
enum OpenAPICommand: Command {
    static let description = CommandDescription(
        "openapi", "Prints the description of the HTTP endpoints as OpenAPI 3.1.",
        notes: "It is the same as GET /openapi.json of the service, and no database is needed.")

    static func run(_ arguments: Arguments) async throws -> Int32 {
        print(OpenAPIDocument().text, terminator: "")
        return 0
    }
}
