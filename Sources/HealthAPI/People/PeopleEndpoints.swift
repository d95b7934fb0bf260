import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

/// Administration of people with an operator's token.
extension HealthService {
    /// `GET /v1/people`
    @Sendable func getPeople(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try await operatorSession(request, .getPeople)
        let people = try await pool.withSession { try PersonStore.list($0) }
        var writer = JSONWriter(capacity: 64 + people.count * 96)
        writer.object { writer in
            writer.array("people") { writer in
                for person in people { person.append(to: &writer) }
            }
        }
        return HTTPResponse(json: writer)
    }

    /// `POST /v1/people`: `{"name": NAME}`.
    @Sendable func postPerson(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try await operatorSession(request, .postPerson)
        let name = try await HealthService.name(in: request)
        let person = try await pool.withSession { try PersonStore.create(name: name, $0) }
        var response = HTTPResponse(json: person.json, status: .created)
        response.headers.append("Location", "/v1/people/\(person.uuid.uuidString.lowercased())")
        return response
    }

    /// `PATCH /v1/people/{uuid}`: `{"name": NAME}` renames the person.
    @Sendable func patchPerson(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try await operatorSession(request, .patchPerson)
        let uuid = try HealthService.personUUID(request)
        let name = try await HealthService.name(in: request)
        let person = try await pool.withSession { session in
            try PersonStore.rename(try HealthService.person(uuid, session), to: name, session)
        }
        return HTTPResponse(json: person.json)
    }

    /// `DELETE /v1/people/{uuid}`: erases the person. `{"name": NAME}` confirms the person.
    @Sendable func deletePerson(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try await operatorSession(request, .deletePerson)
        guard let erasing else { throw APIError(.noErasing, "this service erases no people") }
        let uuid = try HealthService.personUUID(request)
        let name = try await HealthService.name(in: request)
        try await pool.withSession { session in
            let person = try HealthService.person(uuid, session)
            guard person.name == name else {
                throw APIError(
                    .wrongName, "name must be the name of the person who is erased", key: "field", "name",
                    hint: "GET /v1/people lists uuids and names")
            }
            try erasing.erase(person, session)
        }
        var writer = JSONWriter()
        writer.object { $0.member("status", "erasing") }
        return HTTPResponse(json: writer, status: .accepted)
    }

    // MARK: Parts

    /// The operator's token of a header `Authorization`; nil for any other value.
    func operatorToken(in header: String) -> OperatorToken? {
        HealthService.bearerText(header).flatMap(OperatorToken.init)
    }

    static var operatorTokenRefused: APIError {
        APIError(
            .operatorToken, "an operator's token reads and writes no health data",
            hint: "healthstore token create --person NAME makes a token of a person")
    }

    /// Checks that an operator sends the request, and its query parameters.
    ///
    /// - Throws: `APIError`: 401 without a valid token, 403 for a token of a person, 429.
    private func operatorSession(_ request: HTTPRequest, _ endpoint: Endpoint) async throws -> OperatorToken {
        guard let header = request.headers["Authorization"], let token = operatorToken(in: header) else {
            // A missing or wrong token is refused with 401 here. A valid token gets 403 below.
            _ = try await caller(of: request)
            throw APIError(
                .operatorTokenNeeded, "managing people needs an operator's token",
                hint: "healthstore token create --operator makes such a token")
        }
        try rateLimit?.take(.token(token.limitKey))
        _ = try RequestParameters(request, of: endpoint)
        guard try await pool.withSession({ try OperatorTokenStore.isValid(token, $0) }) else {
            throw refusal(HealthService.invalidToken, request)
        }
        return token
    }

    private static func personUUID(_ request: HTTPRequest) throws -> UUID {
        guard let uuid = request.pathParameters["uuid"].flatMap({ UUID(text: $0) }) else {
            throw ParameterError(
                .malformed, "uuid", "uuid must look like 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        return uuid
    }

    private static func person(_ uuid: UUID, _ session: Session) throws -> Person {
        guard let person = try PersonStore.find(uuid: uuid, session) else {
            throw APIError(
                .noSuchPerson, "the store has no person with this uuid", key: "parameter", "uuid",
                hint: "GET /v1/people lists uuids and names")
        }
        return person
    }

    /// Reads the body `{"name": NAME}`.
    private static func name(in request: HTTPRequest) async throws -> String {
        try JSONParser(bytesMax: nameBodyBytesMax).parse(try await request.decodedBody()) { body in
            let members = try BodyReader.members(body, "", known: ["name"])
            guard let name = members["name"] else { throw BodyReader.missing("name") }
            guard let text = name.string, !text.isEmpty, text.isLabel(bytesMax: PersonStore.nameBytesMax) else {
                throw APIError(
                    .malformedName,
                    "name must be a text of 1 to \(PersonStore.nameBytesMax) bytes without control characters",
                    key: "field", "name")
            }
            return text
        }
    }

    /// The maximum length of a body with a name, in bytes.
    static let nameBodyBytesMax = 4_096
}

extension Person {
    fileprivate func append(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uuid", uuid.uuidString.lowercased())
            writer.member("name", name)
        }
    }

    fileprivate var json: JSONWriter {
        var writer = JSONWriter()
        append(to: &writer)
        return writer
    }
}
