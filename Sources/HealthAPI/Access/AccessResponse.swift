import HealthCore
import HealthDatabase
import JSONReader

/// Writes grants, tokens and sessions as JSON.
enum AccessResponse {
    static func append(_ holder: Holder, to writer: inout JSONWriter) {
        writer.key("holder")
        writer.object { writer in
            writer.member("name", holder.name)
            writer.member("kind", holder.kind.rawValue)
        }
    }

    /// Writes the members of terms, without braces.
    static func append(_ terms: AccessTerms, to writer: inout JSONWriter) {
        writer.member("rights", terms.rights.names)
        writer.member("groups", terms.scope.groupNames)
        writer.member("types", terms.scope.types.sorted())
        writer.member("from", terms.scope.from?.rfc3339)
        writer.member("to", terms.scope.to?.rfc3339)
        writer.member("showsNames", terms.showsNames)
        writer.member("expiresAt", terms.expires?.rfc3339)
    }

    static func append(_ grant: AccessGrant, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", grant.id.uuidString.lowercased())
            append(grant.holder, to: &writer)
            writer.member("preset", grant.preset)
            append(grant.terms, to: &writer)
            writer.member("isOwn", grant.isOwn)
            writer.member("grantedAt", grant.granted.rfc3339)
            writer.member("grantedBy", grant.grantedBy)
            writer.member("revokedAt", grant.revoked?.rfc3339)
        }
    }

    /// - Parameter secret: the token itself if this request made it; nil in a list.
    static func append(
        _ token: TokenStore.Listed, isCurrent: Bool, secret: BearerToken? = nil, to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("id", token.id.uuidString.lowercased())
            if let secret { writer.member("token", secret.text) }
            writer.member("name", token.name)
            append(token.holder, to: &writer)
            append(token.terms, to: &writer)
            writer.member("createdAt", token.created.rfc3339)
            writer.member("lastUsedAt", token.lastUsed?.rfc3339)
            writer.member("isSilent", Silence.isSilent(since: token.lastUsed, at: .now))
            writer.member("isRevoked", token.isRevoked)
            writer.member("isCurrent", isCurrent)
        }
    }

    /// - Parameter isCurrent: true if the request came with this session.
    static func append(session: TokenStore.Listed, isCurrent: Bool, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", session.id.uuidString.lowercased())
            writer.member("name", session.name)
            writer.member("createdAt", session.created.rfc3339)
            writer.member("lastUsedAt", session.lastUsed?.rfc3339)
            writer.member("isCurrent", isCurrent)
        }
    }
}
