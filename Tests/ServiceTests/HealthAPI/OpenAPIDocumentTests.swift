import Foundation
import Testing

@testable import HealthAPI

@Suite struct OpenAPIDocumentTests {
    private static func document() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(OpenAPIDocument().text.utf8)) as? [String: Any] ?? [:]
    }

    @Test("the document has every endpoint once, with its parameters and answers")
    func operations() throws {
        let paths = try Self.document()["paths"] as? [String: [String: [String: Any]]] ?? [:]
        let operations = paths.flatMap { path, methods in methods.map { "\($0.key.uppercased()) \(path)" } }
        let routes = Endpoint.all.map { "\($0.method.rawValue) \($0.template)" }
        #expect(operations.sorted() == routes.sorted())
        #expect(Set(Endpoint.all.map(\.operationID)).count == Endpoint.all.count)
        for endpoint in Endpoint.all {
            let operation = paths[endpoint.template]?[endpoint.method.rawValue.lowercased()] ?? [:]
            let parameters = operation["parameters"] as? [[String: Any]] ?? []
            #expect(parameters.compactMap { $0["name"] as? String } == endpoint.parameters.map(\.name))
            let answers = (operation["responses"] as? [String: Any] ?? [:]).keys.compactMap { Int($0) }
            #expect(Set(endpoint.answers.map(\.status.rawValue)).isSubset(of: answers))
            #expect(answers.contains(500) && (operation["requestBody"] == nil) == (endpoint.body == nil))
            let described =
                [operation["requestBody"]].compactMap { $0 as? [String: Any] }
                + (operation["responses"] as? [String: [String: Any]] ?? [:]).values
            let contents = described.flatMap { ($0["content"] as? [String: [String: Any]] ?? [:]).values }
            #expect(contents.allSatisfy { $0["schema"] != nil }, "generators of clients leave out \(endpoint.template)")
        }
    }

    @Test("path parameters are those of the template, and are required")
    func pathParameters() {
        for endpoint in Endpoint.all {
            let names = endpoint.template.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                $0.dropFirst().dropLast()
            }
            let parameters = endpoint.parameters.filter { $0.location == .path }
            #expect(parameters.map(\.name) == names.map(String.init), "\(endpoint.template)")
            #expect(parameters.allSatisfy { $0.isRequired && !$0.example.isEmpty }, "\(endpoint.template)")
            let query = endpoint.parameters.filter { $0.location == .query }
            #expect(Set(query.map(\.name)).count == query.count, "\(endpoint.template)")
            #expect(query.allSatisfy { !$0.isRequired || !$0.example.isEmpty }, "\(endpoint.template)")
        }
    }

    @Test("every reference names a schema of the document, and every schema is referred to")
    func references() throws {
        let text = OpenAPIDocument().text
        let prefix = "#/components/schemas/"
        let references = Set(
            text.split(separator: "\"").filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) })
        let components = try Self.document()["components"] as? [String: [String: Any]] ?? [:]
        #expect(Set((components["schemas"] ?? [:]).keys.map { $0[...] }) == references)
        #expect(references.count > 20)
    }

    @Test("the code of an error answer is one of its status")
    func codes() throws {
        let all = Set(Endpoint.all.flatMap(\.codes))
        // Codes that no endpoint returns are codes of records, lines and imports.
        for code in ErrorCode.allCases where !all.contains(code) {
            let isElsewhere = code.statuses.isEmpty || [.notFound, .methodNotAllowed].contains(code)
            #expect(isElsewhere, "\(code) has a status, and no endpoint has it")
        }
        for endpoint in Endpoint.all {
            for code in endpoint.codes { #expect(!code.statuses.isEmpty, "\(endpoint.template): \(code)") }
        }
    }

    @Test("the documentation lists exactly the endpoints")
    func documentation() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appending(path: "Sources/healthstore/Documentation.docc/HTTP.md")
        let text =
            try (try? String(contentsOf: article, encoding: .utf8))
            ?? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        #expect(
            Self.routes(listedIn: text).sorted() == Endpoint.all.map { "\($0.method.rawValue) \($0.template)" }.sorted()
        )
    }

    /// Returns the routes of the tables of calls. Each row has a route in its first cell.
    private static func routes(listedIn text: String) -> [String] {
        text.matches(of: #/(?m)^\| `((?:GET|PUT|POST|PATCH|DELETE) \S+)`/#).map { String($0.output.1) }
    }
}
