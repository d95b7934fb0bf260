import HealthCore
import HealthDatabase

extension Holder: Shaped {
    static let shape = Shape<Self>(
        [.member("name", \.name), .member("kind", \.kind.rawValue, as: .choice(["person", "analyst", "other"]))]).named(
            "Holder")
}

extension AccessRights {
    static let schema = Schema.array(of: .choice(all.names))
}

extension AccessScope {
    static let groupSchema = Schema.array(of: .choice([allName] + AccessGroup.allCases.map(\.rawValue)))
}

extension AccessTerms: Shaped {
    static let shape = Shape<Self>(members).named("AccessTerms")

    static let members: [Shape<Self>.Member] = [
        .member("rights", \.rights.names, as: AccessRights.schema),
        .member("groups", \.scope.groupNames, as: AccessScope.groupSchema),
        .member("types") { $0.scope.types.sorted() },
        .member("from", \.scope.from), .member("to", \.scope.to),
        .member("showsNames", \.showsNames), .member("expiresAt", \.expires),
    ]
}

extension AccessGrant: Shaped {
    static let shape = Shape<Self>([
        .member("id", \.id), .member("holder", \.holder), .member("preset", \.preset),
        .members(of: \.terms, Shape(AccessTerms.members)),
        .member("isOwn", \.isOwn), .member("grantedAt", \.granted),
        .member("grantedBy", \.grantedBy, "The name of a holder; null for the operator."),
        .member("revokedAt", \.revoked),
    ]).named("Grant")
}

/// A token as a caller sees it.
struct ShownToken: Shaped {
    let token: TokenStore.Listed
    let isCurrent: Bool

    static let shape = Shape<Self>([.member("id", \.token.id), .members(of: \.self, Shape(rest))]).named("Token")

    fileprivate static let rest: [Shape<Self>.Member] = [
        .member("name", \.token.name), .member("holder", \.token.holder),
        .members(of: \.token.terms, Shape(AccessTerms.members)),
        .member("createdAt", \.token.created), .member("lastUsedAt", \.token.lastUsed),
        .member(
            "isSilent", { Silence.isSilent(since: $0.token.lastUsed, at: .now) },
            "True if the last request with it was more than \(Silence.days) days ago; false if there was none."),
        .member("isRevoked", \.token.isRevoked),
        .member("isCurrent", \.isCurrent, "True if the request came with this token."),
    ]
}

/// A new token with its secret.
struct MadeToken: Shaped {
    let token: ShownToken
    let secret: BearerToken

    static let shape = Shape<Self>([
        .member("id", \.token.token.id), .member("token", \.secret.text, "For the header `Authorization`."),
        .members(of: \.token, Shape(ShownToken.rest)),
    ]).named("MadeToken")
}

/// A session of the page as a caller sees it.
struct ShownPageSession: Shaped {
    let session: TokenStore.Listed
    let isCurrent: Bool

    static let shape = Shape<Self>([
        .member("id", \.session.id), .member("name", \.session.name, "The browser's `User-Agent`."),
        .member(
            "openedBy", { $0.session.openedBy ?? .loginLink },
            "`login-link`; `passkey`; `invitation`, a link of a person who shares data; or `openid`, OpenID Connect."),
        .member(
            "passkey", \.session.passkeyName, "The name of the passkey that opened it; null for none or a removed one."),
        .member("createdAt", \.session.created), .member("lastUsedAt", \.session.lastUsed),
        .member("isCurrent", \.isCurrent),
    ]).named("Session")
}

extension SessionOpening: JSONWritable {}

extension Person: Shaped {
    static let shape = Shape<Self>([.members(of: \.self, names)]).named("Person")

    static let names = Shape<Self>([.member("uuid", \.uuid), .member("name", \.name)])
}
