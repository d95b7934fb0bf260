import HealthCore
import HealthDatabase

extension Endpoint {
    static let getAccess = Endpoint(
        method: .get, template: "/v1/access", summary: "What this credential may do",
        notes:
            "Each element of `access` is a grant of the holder about the person, as far as the token leaves it. A sample may be "
            + "read or written if one of them covers it. `people` lists everybody who granted the holder something; it is empty "
            + "for a token that narrows the grants.",
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
                            "id": Schema.uuid.orNull.described("Of the token or session."), "rights": .rights,
                            "showsNames": Schema.boolean.described("Whether names of sources and devices are shown."),
                            "access": .array(of: .terms),
                            "people": .array(
                                of: .object(required: ["uuid": .uuid, "name": .string, "rights": .rights])),
                        ]))))
        ], handler: HealthService.getAccess)

    static let getGrants = Endpoint(
        method: .get, template: "/v1/grants", summary: "The grants about the person",
        notes: "Revoked and expired grants are listed, too.", tag: .access,
        answers: [.ok("The grants.", .json(.object(required: ["grants": .array(of: .grant)])))],
        errors: [.manageNotGranted], handler: HealthService.getGrants)

    static let postGrant = Endpoint(
        method: .post, template: "/v1/grants", summary: "Grants a holder access",
        notes:
            "The grant can give at most what the credential may do itself: its rights, groups, types, dates, names and expiry. "
            + "With a `preset`, `rights` must be missing.",
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
        notes: "Open streams of the holder end. The grant of the person's own holder cannot be revoked.", tag: .access,
        parameters: [.grantID], answers: [.noContent("It is revoked.")],
        errors: [.manageNotGranted, .unknownGrant, .ownGrant], handler: HealthService.deleteGrant)

    static let getTokens = Endpoint(
        method: .get, template: "/v1/tokens", summary: "The tokens about the person",
        notes: "Without the right to manage, the token of the request alone.", tag: .access,
        answers: [.ok("The tokens.", .json(.object(required: ["tokens": .array(of: .token)])))],
        handler: HealthService.getTokens)

    static let postToken = Endpoint(
        method: .post, template: "/v1/tokens", summary: "Makes a token",
        notes:
            "A member that is missing is that of the credential. The token can give at most what the credential gives. Only a "
            + "credential with full access makes tokens of other holders.",
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
        answers: [.created("The token, which is shown only now.", .json(.newToken))],
        errors: [
            .manageNotGranted, .exceedsAccess, .malformedJSON, .missingField, .malformedField, .tooManyRecords,
            .outOfRange, .unknownType, .emptyRange, .unknownHolder, .missingGrant, .tooManyTokens,
        ], handler: HealthService.postToken)

    static let deleteToken = Endpoint(
        method: .delete, template: "/v1/tokens/{id}", summary: "Revokes a token",
        notes: "A token may always revoke itself; any other needs the right to manage. Its open streams end.",
        tag: .access, parameters: [.tokenID], answers: [.noContent("It is revoked.")],
        errors: [.manageNotGranted, .unknownToken], handler: HealthService.deleteToken)

    static let getSessions = Endpoint(
        method: .get, template: "/v1/sessions", summary: "The holder's sessions of the page",
        notes: "Without the right to manage, the session of the request alone.", tag: .access,
        answers: [.ok("The sessions.", .json(.object(required: ["sessions": .array(of: .session)])))],
        handler: HealthService.getSessions)

    static let postSession = Endpoint(
        method: .post, template: "/v1/sessions", summary: "Logs in with the token of a login link",
        notes:
            "`healthstore login-link` makes the link, which works once, within ten minutes. The answer sets the cookie of the "
            + "session. It ends \(SessionStore.idleDays) days after its last request.",
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
        notes: "A session may always end itself; another one of the holder needs the right to manage.", tag: .access,
        parameters: [.sessionID], answers: [.noContent("It has ended.")], errors: [.unknownSession],
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
        "`all` is every group but \(AccessGroup.allCases.filter(AccessGroup.special.contains).map(\.rawValue).joined(separator: ", "))."
    )
    fileprivate static let sentTypes = Schema.array(of: .string, maxItems: AccessScope.typesMax)
        .described("Names of types.")
    fileprivate static let sentTime = Schema.string.described(
        "A date, or a time (RFC 3339). Samples lie wholly between `from` and `to`.")
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
            "grantedBy": Schema.string.orNull.described("A holder; null for the operator."),
            "revokedAt": Schema.time.orNull,
        ]))

    fileprivate static let token = Schema.named("Token", .object(required: tokenMembers))
    fileprivate static let newToken = Schema.named(
        "MadeToken", .object(required: tokenMembers, optional: ["token": .string.described("For the header.")]))

    private static let tokenMembers: KeyValuePairs<String, Schema> = [
        "id": .uuid, "name": .string, "holder": holder, "rights": rights, "groups": groups,
        "types": .array(of: .string), "from": Schema.time.orNull, "to": Schema.time.orNull,
        "showsNames": .boolean, "expiresAt": Schema.time.orNull, "createdAt": .time,
        "lastUsedAt": Schema.time.orNull, "isRevoked": .boolean,
        "isCurrent": Schema.boolean.described("Whether the request came with it."),
    ]

    fileprivate static let session = Schema.named(
        "Session",
        .object(required: [
            "id": .uuid, "name": .string.described("The browser."), "createdAt": .time,
            "lastUsedAt": Schema.time.orNull, "isCurrent": .boolean,
        ]))
}
