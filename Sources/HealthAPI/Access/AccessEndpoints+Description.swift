import HealthCore
import HealthDatabase

extension Endpoint {
    static let getAccess = Endpoint(
        method: .get, template: "/v1/access", summary: "What the caller may do",
        notes:
            "Each element of `access` is a grant of the holder about the person, narrowed by the token. A sample may be read or "
            + "written if one of these grants covers it. `people` lists the people who granted the holder something. It is "
            + "empty for a token that narrows the grants.",
        tag: .access,
        answers: [
            .ok(
                "The access.",
                .json(
                    .named(
                        "Access",
                        .object(required: [
                            "person": .accessPerson, "holder": .holder,
                            "credential": .choice(["token", "session", "proxy"]),
                            "id": Schema.uuid.orNull.described("The id of the token or session, or null."),
                            "rights": .rights,
                            "showsNames": Schema.boolean.described("True if names of sources and devices may be read."),
                            "access": .array(of: .terms),
                            "people": .array(
                                of: .object(required: ["uuid": .uuid, "name": .string, "rights": .rights])),
                        ]))))
        ], handler: HealthService.getAccess)

    static let getGrants = Endpoint(
        method: .get, template: "/v1/grants", summary: "The grants about the person",
        notes: "The list includes revoked and expired grants.", tag: .access,
        answers: [.ok("The grants.", .json(.object(required: ["grants": .array(of: .grant)])))],
        errors: [.manageNotGranted], handler: HealthService.getGrants)

    static let postGrant = Endpoint(
        method: .post, template: "/v1/grants", summary: "Grants a holder access",
        notes:
            "The grant gives at most what the caller may do: its rights, groups, types, dates, names and expiry. With a "
            + "`preset`, `rights` must be missing.",
        tag: .access,
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "NewGrant",
                        schema: .object(
                            required: ["holder": .string.described("The name of a person or of another holder.")],
                            optional: [
                                "preset": Schema.choice(AccessPreset.allCases.map(\.rawValue)).orNull,
                                "rights": Schema.rights.orNull, "groups": Schema.sentGroups.orNull,
                                "types": Schema.sentTypes.orNull, "from": Schema.sentTime.orNull,
                                "to": Schema.sentTime.orNull, "expiresAt": Schema.sentExpiry.orNull,
                                "showsNames": Schema.boolean.orNull,
                            ]), isSent: true)),
                example: #"{"holder": "Ben", "preset": "family", "groups": ["activity", "sleep"], "expiresAt": "90d"}"#)
        ]), answers: [.created("The grant.", .json(.grant))],
        errors: [
            .manageNotGranted, .exceedsAccess, .malformedJSON, .missingField, .malformedField, .tooManyRecords,
            .outOfRange, .unknownType, .emptyRange, .unknownHolder, .ownGrant, .tooManyGrants,
        ], handler: HealthService.postGrant)

    static let deleteGrant = Endpoint(
        method: .delete, template: "/v1/grants/{id}", summary: "Revokes a grant",
        notes: "Open streams that relied on the grant end. The grant of the person's own holder cannot be revoked.",
        tag: .access,
        parameters: [.grantID], answers: [.noContent("The grant is revoked.")],
        errors: [.manageNotGranted, .unknownGrant, .ownGrant], handler: HealthService.deleteGrant)

    static let getTokens = Endpoint(
        method: .get, template: "/v1/tokens", summary: "The tokens about the person",
        notes: "A caller without the right to manage gets only its own token.", tag: .access,
        answers: [.ok("The tokens.", .json(.object(required: ["tokens": .array(of: .token)])))],
        handler: HealthService.getTokens)

    static let postToken = Endpoint(
        method: .post, template: "/v1/tokens", summary: "Makes a token",
        notes:
            "If a member is missing, the new token gets the value of the caller's token. The new token gives at most what the "
            + "caller may do. A token without the right to read reads nothing, also nothing that its holder saved. Only a "
            + "caller with full access makes tokens of other holders.",
        tag: .access,
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "NewToken",
                        schema: .object(optional: [
                            "name": Schema.string.orNull, "holder": Schema.string.orNull,
                            "rights": Schema.rights.orNull, "groups": Schema.sentGroups.orNull,
                            "types": Schema.sentTypes.orNull, "from": Schema.sentTime.orNull,
                            "to": Schema.sentTime.orNull, "expiresAt": Schema.sentExpiry.orNull,
                            "showsNames": Schema.boolean.orNull,
                        ]), isSent: true)),
                example: #"{"name": "dashboard", "rights": ["read"], "expiresAt": "90d"}"#)
        ]),
        answers: [.created("The token, which the service shows only once.", .json(.newToken))],
        errors: [
            .manageNotGranted, .exceedsAccess, .malformedJSON, .missingField, .malformedField, .tooManyRecords,
            .outOfRange, .unknownType, .emptyRange, .unknownHolder, .missingGrant, .tooManyTokens,
        ], handler: HealthService.postToken)

    static let deleteToken = Endpoint(
        method: .delete, template: "/v1/tokens/{id}", summary: "Revokes a token",
        notes:
            "A caller may always revoke its own token. Another token needs the right to manage. Open streams of the token end.",
        tag: .access, parameters: [.tokenID], answers: [.noContent("The token is revoked.")],
        errors: [.manageNotGranted, .unknownToken], handler: HealthService.deleteToken)

    static let getSessions = Endpoint(
        method: .get, template: "/v1/sessions", summary: "The holder's sessions of the page",
        notes: "A caller without the right to manage gets only its own session.", tag: .access,
        answers: [.ok("The sessions.", .json(.object(required: ["sessions": .array(of: .session)])))],
        handler: HealthService.getSessions)

    static let postSession = Endpoint(
        method: .post, template: "/v1/sessions", summary: "Logs in with the token of a login link",
        notes:
            "`healthstore login-link` makes the link, which is valid for ten minutes and for one login. The answer sets the "
            + "cookie of the session. The session ends \(SessionStore.idleDays) days after its last request.",
        tag: .access, access: .open,
        body: Body(contents: [
            .json(
                .component(
                    Component(name: "NewSession", schema: .object(required: ["token": .string]), isSent: true)),
                example: #"{"token": "hs_1_0000"}"#)
        ]),
        answers: [
            .created(
                "The session.",
                .json(.named("OpenedSession", .object(required: ["id": .uuid, "person": .accessPerson]))),
                headers: [.setCookie])
        ],
        errors: [
            .crossSiteRequest, .insecureConnection, .invalidToken, .tooManyWrongTokens, .malformedJSON, .missingField,
            .malformedField, .unknownParameter, .conflict, .lockTimeout, .timedOut, .databaseUnavailable,
        ], handler: HealthService.postSession)

    static let deleteSession = Endpoint(
        method: .delete, template: "/v1/sessions/{id}", summary: "Ends a session",
        notes: "A caller may always end its own session. Another session of the holder needs the right to manage.",
        tag: .access,
        parameters: [.sessionID], answers: [.noContent("The session has ended.")], errors: [.unknownSession],
        handler: HealthService.deleteSession)

    static let deleteCurrentSession = Endpoint(
        method: .delete, template: "/v1/sessions/current", summary: "Logs out",
        notes: "Ends the session of the request's cookie and removes the cookie.", tag: .access,
        answers: [
            Answer(status: .noContent, meaning: "The session has ended.", headers: [.setCookie])
        ], errors: [.unknownSession], handler: HealthService.deleteCurrentSession)
}

extension Endpoint.Answer {
    fileprivate static func created(
        _ meaning: String, _ contents: Endpoint.Content..., headers: [Endpoint.Header] = []
    ) -> Endpoint.Answer {
        Endpoint.Answer(status: .created, meaning: meaning, contents: contents, headers: headers)
    }
}

extension Parameter {
    private static func id(of noun: String) -> Parameter {
        Parameter(
            name: "id", location: .path, schema: .uuid, isRequired: true, meaning: "The `id` of a \(noun).",
            example: "00000000-0000-4000-8000-000000000001")
    }

    fileprivate static let grantID = id(of: "grant")
    fileprivate static let tokenID = id(of: "token")
    fileprivate static let sessionID = id(of: "session")
}

extension Schema {
    fileprivate static let rights = Schema.array(of: .choice(AccessRights.all.names))
    fileprivate static let groups = Schema.array(
        of: .choice([AccessScope.allName] + AccessGroup.allCases.map(\.rawValue)))
    fileprivate static let sentGroups = groups.described(
        "`all` is every group except \(AccessGroup.allCases.filter(AccessGroup.special.contains).map(\.rawValue).joined(separator: ", "))."
    )
    fileprivate static let sentTypes = Schema.array(of: .string, maxItems: AccessScope.typesMax)
        .described("Names of types.")
    fileprivate static let sentTime = Schema.string.described(
        "A date, or a time (RFC 3339). Covered samples start and end between `from` and `to`.")
    fileprivate static let sentExpiry = Schema.string.described("A duration such as `90d`, or a time in the future.")

    fileprivate static let accessPerson = Schema.object(required: ["uuid": .uuid, "name": .string])
    fileprivate static let holder = Schema.named(
        "Holder", .object(required: ["name": .string, "kind": .choice(["person", "analyst", "other"])]))

    fileprivate static let terms = Schema.named(
        "AccessTerms",
        .object(required: [
            "rights": rights, "groups": groups, "types": .array(of: .string), "from": Schema.time.orNull,
            "to": Schema.time.orNull, "showsNames": .boolean, "expiresAt": Schema.time.orNull,
        ]))

    fileprivate static let grant = Schema.named(
        "Grant",
        .object(required: [
            "id": .uuid, "holder": holder, "preset": Schema.string.orNull, "rights": rights, "groups": groups,
            "types": .array(of: .string), "from": Schema.time.orNull, "to": Schema.time.orNull,
            "showsNames": .boolean, "expiresAt": Schema.time.orNull, "isOwn": .boolean, "grantedAt": .time,
            "grantedBy": Schema.string.orNull.described("The name of a holder; null for the operator."),
            "revokedAt": Schema.time.orNull,
        ]))

    fileprivate static let token = Schema.named("Token", .object(required: tokenMembers))
    fileprivate static let newToken = Schema.named(
        "MadeToken",
        .object(required: tokenMembers, optional: ["token": .string.described("For the header `Authorization`.")]))

    private static let tokenMembers: KeyValuePairs<String, Schema> = [
        "id": .uuid, "name": .string, "holder": holder, "rights": rights, "groups": groups,
        "types": .array(of: .string), "from": Schema.time.orNull, "to": Schema.time.orNull,
        "showsNames": .boolean, "expiresAt": Schema.time.orNull, "createdAt": .time,
        "lastUsedAt": Schema.time.orNull,
        "isSilent": Schema.boolean.described(
            "True if the last request with it was more than \(Silence.days) days ago; false if there was none."),
        "isRevoked": .boolean,
        "isCurrent": Schema.boolean.described("True if the request came with this token."),
    ]

    fileprivate static let session = Schema.named(
        "Session",
        .object(required: [
            "id": .uuid, "name": .string.described("The browser's `User-Agent`."), "createdAt": .time,
            "lastUsedAt": Schema.time.orNull, "isCurrent": .boolean,
        ]))
}
