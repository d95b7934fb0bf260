import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

/// Administration of people with an operator's token.
extension Endpoint {
    static let getPeople = Endpoint(
        people: .get, "/v1/people", "The people of the store, by name", takes: .nothing,
        gives: .list("people", "The people.")
    ) { service, _ in
        try await service.pool.withSession { try PersonStore.list($0) }
    }

    static let postPerson = Endpoint(
        people: .post, "/v1/people", "Adds a person", takes: personName,
        gives: Giving(
            answers: [.created("The new person.", .json(Person.schema), headers: [.location])]
        ) { person in
            var response = HTTPResponse(json: person.json, status: .created)
            response.headers.append("Location", "/v1/people/\(person.uuid.uuidString.lowercased())")
            return response
        }, errors: [.personExists]
    ) { service, name in
        try await service.pool.withSession { try PersonStore.create(name: name, $0) }
    }

    static let patchPerson = Endpoint(
        people: .patch, "/v1/people/{uuid}", "Renames a person", parameters: [personUUID], takes: namedPerson,
        gives: .json("The person."), errors: [.personExists, .noSuchPerson, .malformedParameter]
    ) { service, named in
        try await service.pool.withSession { session in
            try PersonStore.rename(try HealthService.person(named.asked, session), to: named.sent, session)
        }
    }

    static let deletePerson = Endpoint(
        people: .delete, "/v1/people/{uuid}", "Erases a person with all data",
        notes: "The body repeats the person's name. After the answer, the person can no longer be read or written. "
            + "The service then deletes the rows in the background.",
        parameters: [personUUID], takes: namedPerson, gives: .json("The erasing has begun.", status: .accepted),
        errors: [.wrongName, .noSuchPerson, .noErasing, .malformedParameter]
    ) { service, named in
        guard let erasing = service.erasing else { throw APIError(.noErasing, "this service erases no people") }
        try await service.pool.withSession { session in
            let person = try HealthService.person(named.asked, session)
            guard person.name == named.sent else {
                throw APIError(
                    .wrongName, "name must be the name of the person who is erased", key: "field", "name",
                    hint: "GET /v1/people lists uuids and names")
            }
            try erasing.erase(person, session)
        }
        return Erasing()
    }

    /// Makes an endpoint for operators.
    private init<Taken, Given>(
        people method: HTTPMethod, _ template: String, _ summary: String, notes: String = "",
        parameters: [EndpointParameter] = [], takes: Taking<Taken>, gives: Giving<Given>, errors: [ErrorCode] = [],
        answer: @escaping @Sendable (HealthService, Taken) async throws -> Given
    ) {
        self.init(
            method, template, summary, notes: notes, tag: .people, access: .operators, parameters: parameters,
            body: takes.body, answers: gives.answers,
            errors: errors + gives.errors + (takes.body == nil ? [] : takes.errors + [.missingField, .malformedName])
        ) { service in
            { request in
                let readBody = try takes.prepare(try await service.checkOperator(request, parameters))
                let format = try gives.format(for: request)
                return try gives.response(try await answer(service, try await readBody(request)), format, for: request)
            }
        }
    }

    private static let personUUID = EndpointParameter(
        name: "uuid", location: .path, schema: .uuid, isRequired: true, meaning: "The person's uuid.",
        example: "1b4e28ba-2fa1-41d2-883f-0016d3cca427")

    private static let nameBody = Schema.object(required: ["name": .string]).sent("PersonName")

    private static var personName: Taking<String> {
        .json(
            nameBody, example: #"{"name": "Alex"}"#, bytesMax: HealthService.nameBodyBytesMax, HealthService.personName)
    }

    private static var namedPerson: Taking<(asked: UUID, sent: String)> {
        .json(
            nameBody, example: #"{"name": "Alex"}"#, bytesMax: HealthService.nameBodyBytesMax,
            parameters: { try $0.uuid("uuid") }, { try HealthService.personName($1) })
    }
}

private struct Erasing: Shaped {
    static let shape = Shape<Self>([.member("status", { _ in "erasing" }, as: .choice(["erasing"]))])
}

extension HealthService {
    static let nameBodyBytesMax = 4_096

    /// The operator's token of a header `Authorization`; nil for any other value.
    func operatorToken(in header: String) -> OperatorToken? {
        HealthService.bearerText(header).flatMap(OperatorToken.init)
    }

    static let operatorTokenRefused = APIError(
        .operatorToken, "an operator's token reads and writes no health data",
        hint: "healthstore token create --person NAME makes a token of a person")

    /// Checks that an operator sends the request, and its query parameters.
    ///
    /// - Throws: `APIError`: 400 for a repeated field, 401 without a valid token, 403 for a token
    ///   of a person, 429.
    fileprivate func checkOperator(
        _ request: HTTPRequest, _ known: [EndpointParameter]
    ) async throws -> RequestParameters {
        guard let header = try request.single("Authorization"), let token = operatorToken(in: header) else {
            // A missing or wrong token is refused with 401 here. A valid token gets 403 below.
            _ = try await caller(of: request)
            throw APIError(
                .operatorTokenNeeded, "managing people needs an operator's token",
                hint: "healthstore token create --operator makes such a token")
        }
        try countRequest(of: .token(token.limitKey))
        let parameters = try RequestParameters(request, known)
        guard try await pool.withSession({ try OperatorTokenStore.isValid(token, $0) }) else {
            throw refusal(HealthService.invalidToken, request)
        }
        request.recordAuthentication()
        return parameters
    }

    fileprivate static func person(_ uuid: UUID, _ session: Session) throws -> Person {
        guard let person = try PersonStore.find(uuid: uuid, session) else {
            throw APIError(
                .noSuchPerson, "the store has no person with this uuid", key: "parameter", "uuid",
                hint: "GET /v1/people lists uuids and names")
        }
        return person
    }

    /// Reads the body `{"name": NAME}`.
    fileprivate static func personName(_ body: JSONValue) throws -> String {
        let name = try SentValue(body).object(["name"])["name"].required()
        guard let text = name.string, !text.isEmpty, text.isLabel(bytesMax: PersonStore.nameBytesMax) else {
            throw APIError(
                .malformedName,
                "name must be a text of 1 to \(PersonStore.nameBytesMax) bytes without control characters",
                key: "field", "name")
        }
        return text
    }

    /// The maximum length of a body with a name, in bytes.
}
