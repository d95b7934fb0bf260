import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON

/// Pairs an app with a person: the person types a code of 8 characters into the app, and the app
/// gets tokens for it. The requests of apps are those of open-wearables.
///
/// https://docs.openwearables.io/app/introduction
extension Endpoint {
    static let postPairing = Endpoint(
        .post, "/v1/pairings", "Makes a code that pairs an app",
        notes: """
            The app gets the access of the preset `phone`: it writes all groups, and reads what it wrote. The code works once, \
            for \(AuthorizationStore.pairingSeconds / 3600) hours. It ends the earlier code of the same holder.
            """,
        tag: .clients,
        takes: .json(
            .object(optional: ["name": Schema.string.orNull]).sent("NewPairing"), example: #"{"name": "Alex’s phone"}"#
        ) { try SentValue($0).object(["name"])["name"].present?.text() },
        right: .manage, gives: .json("The code, which the service shows only once.", status: .created),
        errors: [.exceedsAccess, .tooManyTokens]
    ) { call in
        let origin = RequestOrigin(call.request, call.service.proxy).own
        return try await call.managing { caller, held, session in
            var terms = try AccessPreset.phone.terms(scope: AccessScope(), now: .now)
            terms.expires = held.limit.expires
            try TermsFields.check(terms, within: AccessCoverage([held.limit]))
            let (code, ends) = try HealthService.naming(field: "name") {
                try AuthorizationStore.createPairing(
                    for: caller.person, name: call.taken ?? "app", holder: held.holder, terms: terms, now: .now,
                    session)
            }
            return Pairing(code: code, ends: ends, address: origin)
        }
    }

    static let postInvitationCode = Endpoint(
        .post, "/api/v1/invitation-code/redeem", "Gives an app the tokens of a pairing code",
        notes: "As open-wearables answers its apps. Upper and lower case are the same.", tag: .clients, access: .open,
        body: Body(contents: [
            .json(
                .object(required: ["code": .string], rest: .any).sent("PairingCode"), example: #"{"code": "A3K9M7X2"}"#)
        ]),
        answers: [.ok("The tokens.", .json(AppTokens.schema))],
        errors: [
            .malformedJSON, .missingField, .malformedField, .unknownPairing, .tooManyWrongTokens, .databaseUnavailable,
            .timedOut, .conflict, .lockTimeout,
        ]
    ) { service in
        { request in
            let code = try await service.text("code", of: request)
            let found = try await service.pool.withSession { try AuthorizationStore.redeem(code, $0) }
            guard let found else {
                throw service.refusal(
                    APIError(
                        .unknownPairing, "the code is wrong, was used or has expired",
                        hint: "healthstore pair makes a new code, and so does the page"), request)
            }
            return HTTPResponse(json: AppTokens(issued: found.issued, person: found.person).json)
        }
    }

    static let postTokenRefresh = Endpoint(
        .post, "/api/v1/token/refresh", "Gives an app the next tokens",
        notes: """
            An access token is valid for \(AuthorizationStore.accessSeconds / 60) minutes. A refresh token works once. It works \
            again if the app never used the access token of the answer, because then the answer was lost. Otherwise a second \
            use ends the access.
            """,
        tag: .clients, access: .open,
        body: Body(contents: [
            .json(
                .object(required: ["refresh_token": .string], rest: .any).sent("RefreshToken"),
                example: #"{"refresh_token": "hs_1_…"}"#)
        ]),
        answers: [.ok("The tokens.", .json(AppTokens.schema))],
        errors: [
            .malformedJSON, .missingField, .malformedField, .invalidToken, .tooManyWrongTokens, .databaseUnavailable,
            .timedOut, .conflict, .lockTimeout,
        ]
    ) { service in
        { request in
            let text = try await service.text("refresh_token", of: request)
            guard let token = BearerToken(text) else { throw service.refusal(HealthService.invalidToken, request) }
            let issued = try await service.pool.withSession { try AuthorizationStore.refresh(token, $0).issued }
            guard let issued else { throw service.refusal(HealthService.invalidToken, request) }
            return HTTPResponse(json: AppTokens(issued: issued, person: nil).json)
        }
    }

    static let postSDKLogs = Endpoint(
        .post, "/api/v1/sdk/users/{user_id}/logs", "Takes what open-wearables' SDK says about its work",
        notes: "The service logs the kinds of the events and their number, and stores nothing.", tag: .clients,
        access: .bearerOrKey, parameters: [.openWearablesUser],
        body: Body(contents: [
            .json(
                .object(required: ["events": .array(of: .map(.any))], rest: .any).sent("SDKLogs"),
                example: """
                    {"sdkVersion": "1.0", "provider": "apple", "events": [{"eventType": "device_state",
                      "timestamp": "2024-05-02T11:00:00Z", "batteryLevel": 0.8}]}
                    """)
        ]),
        answers: [Answer(status: .accepted, meaning: "The events are logged.", contents: [.json(TakenLogs.schema)])],
        errors: [.wrongPerson, .malformedJSON, .missingField, .malformedField, .outOfRange, .writeNotGranted],
        writes: false, tooManyStatus: .serviceUnavailable
    ) { service in
        { request in
            let caller = try await service.openWearablesCaller(of: request)
            let kinds = try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(try await request.decodedBody()) {
                try SDKLogFields.kinds($0)
            }
            for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) {
                service.log.event(
                    .info, "sdk_log", [("requestId", request.id), ("sdkEvent", kind), ("count", count)])
            }
            return HTTPResponse(json: TakenLogs(person: caller.person.uuid).json, status: .accepted)
        }
    }
}

extension HealthService {
    /// Reads a text member of a body that may have other members.
    fileprivate func text(_ name: String, of request: HTTPRequest) async throws -> String {
        try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(try await request.decodedBody()) { body in
            guard body.kind == .object else { throw APIError.malformed("", "the body must be an object") }
            return try SentValue(value: body[name], field: name).text()
        }
    }
}

/// Reads the events of an SDK.
private enum SDKLogFields {
    static let eventsMax = 100
    private static let kinds: Set = ["historical_data_sync_start", "historical_data_type_sync_end", "device_state"]

    /// Returns the number of events of each kind. A kind that is not known is `other`, so that no
    /// text of a client is logged.
    static func kinds(_ body: JSONValue) throws -> [String: Int] {
        guard body.kind == .object, let events = body["events"] else { throw APIError.missing("events") }
        var counts: [String: Int] = [:]
        try SentValue(value: events, field: "events").elements(max: eventsMax) { event in
            guard let kind = event.value?["eventType"]?.string else {
                let field = event.field + ".eventType"
                throw APIError.malformed(field, "\(field) must be a text")
            }
            counts[kinds.contains(kind) ? kind : "other", default: 0] += 1
        }
        return counts
    }
}

private struct Pairing: Shaped {
    let code: String
    let ends: Instant
    let address: String?

    static let shape = Shape<Self>([
        .member("code", \.code, "For the app's field invitation code."), .member("expiresAt", \.ends),
        .member("address", \.address, "For the app's field API URL: the address of this request."),
        .member(
            "link", { pairing in pairing.address.map { "\($0)/#pair=\(pairing.code)" } },
            "Address and code in one text, for a QR code."),
    ]).named("Pairing")
}

private struct AppTokens: Shaped {
    let issued: AuthorizationStore.Issued
    let person: UUID?

    static let shape = Shape<Self>([
        .member("access_token", \.issued.access.text), .member("token_type") { _ in "bearer" },
        .member("refresh_token", \.issued.refresh.text),
        .member("expires_in", { _ in AuthorizationStore.accessSeconds }, "In seconds."),
        .optional("user_id", \.person, "The uuid of the person, for the path of requests."),
    ]).named("AppTokens")
}

private struct TakenLogs: Shaped {
    let person: UUID

    static let shape = Shape<Self>([
        .member("status_code") { _ in HTTPStatus.accepted.rawValue }, .member("response") { _ in "logged" },
        .member("user_id", \.person),
    ]).named("TakenLogs")
}
