import HTTPServer
import HealthDatabase
import Postgres
import TestSupport
import Testing

@testable import HealthAPI

@Suite struct EndpointDescriptionTests {
    /// Returns the path of the endpoint's example.
    private static func path(of endpoint: Endpoint) -> String {
        endpoint.parameters.filter { $0.location == .path }
            .reduce(endpoint.template) { $0.replacing("{\($1.name)}", with: $1.example) }
    }

    /// Returns the query of the endpoint's example.
    private static func query(of endpoint: Endpoint) -> [(String, String)] {
        endpoint.parameters.filter { $0.location == .query && ($0.isRequired || $0.isInExamples) }
            .map { ($0.name, $0.example) }
    }

    /// Returns the header fields of the example. For endpoints that read lines, they say that the
    /// body is lines.
    private static func headers(of endpoint: Endpoint) -> [String] {
        endpoint.template == "/v1/batches" ? ["Content-Type: application/x-ndjson"] : []
    }

    private static let answeringAtOnce = Endpoint.all.filter { !$0.template.hasSuffix("/stream") }

    @Test("an endpoint accepts the query parameters of its description and no others")
    func unknownParameters() async throws {
        try await ServedStore.withAda { store, token in
            for endpoint in Endpoint.all where endpoint.access == .bearer || endpoint.template.hasPrefix("/v1/clients")
            {
                let call = "\(endpoint.method.rawValue) \(endpoint.template)"
                let answer = try await store.service.send(
                    endpoint.method.rawValue, Self.path(of: endpoint), query: [("nonsense", "1")], token: token,
                    headers: Self.headers(of: endpoint))
                let names = endpoint.parameters.filter { $0.location == .query }.map(\.name)
                answer.expect(400, "unknown_parameter", call)
                let hint = try answer.object["hint"] as? String
                #expect(
                    hint == (names.isEmpty ? "it has none" : "it has \(names.sorted().joined(separator: ", "))"),
                    "\(call)")
            }
        }
    }

    @Test("an endpoint reads every query parameter of its description: a wrong value is refused by name")
    func readParameters() async throws {
        try await ServedStore.withAda { store, token in
            for endpoint in Endpoint.all {
                for parameter in endpoint.parameters where parameter.location == .query {
                    let call = "\(endpoint.method.rawValue) \(endpoint.template) \(parameter.name)"
                    let wrong = parameter.name == "types" ? "," : "\u{1}"
                    let query = Self.query(of: endpoint).filter { $0.0 != parameter.name } + [(parameter.name, wrong)]
                    let answer = try await store.service.send(
                        endpoint.method.rawValue, Self.path(of: endpoint), query: query, token: token,
                        headers: Self.headers(of: endpoint))
                    #expect(answer.status == 400, "\(call): \(answer.status) \(answer.body)")
                    let message = try answer.object["message"] as? String ?? ""
                    let named = answer.parameter ?? ""
                    // A stream has one position, and the message names its header field.
                    let isNamed = named == parameter.name || message.contains(parameter.name)
                    #expect(isNamed || named == "Last-Event-ID", "\(call): \(answer.body)")
                }
            }
        }
    }

    @Test("the examples of the description are answered as described, and answers have no other members")
    func examples() async throws {
        try await ServedStore.withAda { store, token in
            let session = try Session(conninfo: store.conninfo)
            let operatorToken = try OperatorTokenStore.create(name: "test", expires: nil, session).text
            // The holder in the example of a grant, and the person who is renamed and erased.
            _ = try store.token(for: "Ben")
            let zoe = try PersonStore.create(name: "Zoe", session)
            let uuid = String(Self.path(of: .deletePerson).suffix(36))
            _ = try session.execute(
                "update health.person set uuid = $2::uuid where person_id = $1", [.int32(zoe.id), .text(uuid)])
            let order: [HTTPMethod] = [.patch, .post, .put, .get, .delete]
            let endpoints = Self.answeringAtOnce.sorted {
                (order.firstIndex(of: $0.method) ?? 0) < (order.firstIndex(of: $1.method) ?? 0)
            }
            for endpoint in endpoints {
                let token = endpoint.access == .operators ? operatorToken : token
                let optional = endpoint.parameters.filter {
                    $0.location == .query && !$0.isRequired && !$0.isInExamples && !$0.example.isEmpty
                }
                try await check(endpoint, Self.query(of: endpoint), store, token)
                // The short run asks with one of them.
                for parameter in LongRun.isOn ? optional : Array(optional.prefix(1)) {
                    // A list of types replaces one type.
                    let replaced = parameter.name == "types" ? "type" : ""
                    let query =
                        Self.query(of: endpoint).filter { $0.0 != replaced } + [(parameter.name, parameter.example)]
                    try await check(endpoint, query, store, token)
                }
            }
        }
    }

    private func check(
        _ endpoint: Endpoint, _ query: [(String, String)], _ store: ServedStore, _ token: String
    ) async throws {
        let call = "\(endpoint.method.rawValue) \(endpoint.template) \(query)"
        let content = endpoint.body?.contents.first
        let required = endpoint.parameters.filter { $0.location == .header && $0.isRequired }
        let headers =
            (content.map { ["Content-Type: \($0.mediaType)"] } ?? []) + required.map { "\($0.name): \($0.example)" }
        let answer = try await store.service.send(
            endpoint.method.rawValue, Self.path(of: endpoint), query: query,
            token: endpoint.access == .open ? nil : token, body: content?.example, headers: headers)
        guard let described = endpoint.answers.first(where: { $0.status.rawValue == answer.status }) else {
            // The example's import has its whole file, and may have ended. The store does not
            // have the ids, the app and the login link of the examples. A token is no session. The renamed person has the name of
            // the added one. No source has the name of the example. The recorded workout is the finished one of the example of a batch.
            let expected: [String: Int] = [
                "/v1/imports/{id}": 409, "/v1/imports/{id}/undo": 409, "/v1/grants/{id}": 404, "/v1/tokens/{id}": 404,
                "/v1/sessions/{id}": 404,
                "/v1/sessions/current": 404, "/v1/sessions": 403, "/v1/people": 409,
                "/v1/workouts/{uuid}/recording": 409, "/v1/webhooks/{id}": 404,
                "/v1/webhooks/{id}/secret": 404, "/v1/sources/{id}": 400,
                "/v1/authorizations": 400, "/v1/samples/{uuid}": 404, "/api/v1/invitation-code/redeem": 404,
                "/api/v1/token/refresh": 401, "/v1/openid/logins": 404, "/v1/openid/sessions": 404,
                "/v1/sessions/challenges": 403, "/v1/login-links": 403,
                "/v1/passkeys": 403, "/v1/passkeys/challenges": 403, "/v1/passkeys/{id}": 403,
                "/v1/invitations/{id}": 404,
            ]
            let codes = endpoint.codes.map(\.rawValue)
            #expect(
                expected[endpoint.template] == answer.status && codes.contains(answer.code ?? ""),
                "\(call): \(answer.status) \(answer.body)")
            return
        }
        guard let schema = described.contents.first?.schema else { return }
        #expect(schema.faults(answer.body) == [], "\(call): \(answer.body.prefix(500))")
    }

    @Test("the command prints what GET /openapi.json answers, without a token")
    func command() async throws {
        try await ServedStore.with { store in
            let answer = try await store.get("/openapi.json")
            let command = try await Command.healthstore(["openapi"])
            #expect(answer.status == 200 && command.status == 0)
            #expect(answer.body == command.output)
            let unknown = try await store.get("/v1/nothing")
            #expect(try unknown.object["hint"] as? String == "GET /openapi.json lists the endpoints")
        }
    }
}
