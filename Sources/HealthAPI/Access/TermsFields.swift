import Foundation
import HealthCore
import HealthDatabase
import JSON

/// The members of a request's body that makes a grant or a token. A member that is missing or null
/// is nil.
struct TermsFields: Sendable {
    var holder: String?
    var name: String?
    var preset: String?
    /// The end of the link of an invitation.
    var linkExpiresAt: String?
    var rights: [String]?
    var groups: [String]?
    var types: [String]?
    var from: String?
    var to: String?
    var expiresAt: String?
    var showsNames: Bool?

    /// The members of terms.
    private static let ofTerms: [SentMember<TermsFields>] = [
        ("rights", AccessRights.schema, { $1.rights = try list($0) }), ("groups", groups, { $1.groups = try list($0) }),
        (
            "types", Schema.array(of: .string, maxItems: AccessScope.typesMax).described("Names of types."),
            { $1.types = try list($0) }
        ),
        ("from", time, { $1.from = try $0.text() }), ("to", time, { $1.to = try $0.text() }),
        (
            "expiresAt", Schema.string.described("A duration such as `90d`, or a time in the future."),
            { $1.expiresAt = try $0.text() }
        ),
        ("showsNames", .boolean, { $1.showsNames = try $0.flag() }),
    ]

    /// The members that a body may have besides those of terms.
    private static let others: [SentMember<TermsFields>] = [
        ("holder", .string, { $1.holder = try $0.text() }), ("name", .string, { $1.name = try $0.text() }),
        ("preset", .string, { $1.preset = try $0.text() }),
        ("linkExpiresAt", .string, { $1.linkExpiresAt = try $0.text() }),
    ]

    private static let groups = AccessScope.groupSchema.described(
        "`all` is every group except \(AccessGroup.allCases.filter(AccessGroup.special.contains).map(\.rawValue).joined(separator: ", "))."
    )
    private static let time = Schema.string.described(
        "A date, or a time (RFC 3339). Covered samples start and end between `from` and `to`.")

    /// The codes of members that are refused.
    static let errors: [ErrorCode] = [
        .exceedsAccess, .missingField, .tooManyRecords, .outOfRange, .unknownType, .emptyRange,
    ]

    /// The schemas of the members of terms.
    static let schema = ofTerms.schema()

    private static func list(_ value: SentValue) throws -> [String] {
        try value.elements(max: AccessScope.typesMax) { try $0.text() }
    }

    /// Reads the body of a request.
    ///
    /// - Parameter others: the names of the members that the body may have besides those of terms.
    /// - Throws: `APIError` that names the member.
    init(_ body: JSONValue, others: Set<String>) throws {
        let members = TermsFields.others.filter { others.contains($0.name) } + TermsFields.ofTerms
        try members.read(body, into: &self)
    }

    /// Returns the terms of the grant, and its preset.
    ///
    /// - Parameter others: identifiers of types that are not in the catalogue.
    /// - Throws: `APIError` that names the member.
    func grantTerms(others: Set<String>, now: Instant) throws(APIError) -> (AccessTerms, AccessPreset?) {
        do throws(ParameterError) {
            let scope = try AccessScope(groups: groups ?? [], types: types ?? [], from: from, to: to, others: others)
            let expires = try ParameterText.expiry(expiresAt, "expiresAt", now: now)
            if let preset {
                guard rights == nil else {
                    throw ParameterError(.malformed, "rights", "rights must be missing; the preset chooses them")
                }
                let preset = try AccessPreset(preset)
                let terms = try preset.terms(scope: scope, showsNames: showsNames ?? true, expires: expires, now: now)
                return (terms, preset)
            }
            let rights = try AccessRights(names: rights ?? [])
            guard scope.hasTypes || rights == .manage else {
                throw ParameterError(
                    .missing, "groups", "groups and types are missing",
                    hint: "groups may have \"\(AccessScope.allName)\" for all groups except the special groups")
            }
            return (AccessTerms(rights: rights, scope: scope, showsNames: showsNames ?? true, expires: expires), nil)
        } catch { throw TermsFields.error(error) }
    }

    /// Returns the terms of the token. A missing member gets its value from `base`.
    ///
    /// - Parameters:
    ///   - base: the terms of the token that makes the new one.
    ///   - others: identifiers of types that are not in the catalogue.
    /// - Throws: `APIError` that names the member.
    func tokenTerms(base: AccessTerms, others: Set<String>, now: Instant) throws(APIError) -> AccessTerms {
        do throws(ParameterError) {
            var terms = base
            if let rights { terms.rights = try AccessRights(names: rights) }
            let scope = try AccessScope(groups: groups ?? [], types: types ?? [], from: from, to: to, others: others)
            if groups != nil || types != nil {
                guard scope.hasTypes else {
                    throw ParameterError(.missing, "groups", "groups and types name no type")
                }
                terms.scope = scope
            }
            terms.scope.from = scope.from ?? base.scope.from
            terms.scope.to = scope.to ?? base.scope.to
            if let from = terms.scope.from, let to = terms.scope.to, from >= to {
                throw ParameterError(.emptyRange, "to", "to must be later than from, \(from.rfc3339) for this token")
            }
            terms.showsNames = showsNames ?? base.showsNames
            if let expires = try ParameterText.expiry(expiresAt, "expiresAt", now: now) { terms.expires = expires }
            return terms
        } catch { throw TermsFields.error(error) }
    }

    /// Returns the end of the link of an invitation.
    ///
    /// - Throws: `APIError` that names the member.
    func linkEnd(now: Instant) throws(APIError) -> Instant {
        let text = linkExpiresAt ?? "\(InvitationStore.daysDefault)d"
        let seconds = Int64(InvitationStore.daysMax) * 86_400
        do throws(ParameterError) {
            let end = try ParameterText.expiry(text, "linkExpiresAt", now: now) ?? now
            guard end.microseconds - now.microseconds <= seconds * Instant.microsecondsPerSecond else {
                throw ParameterError(
                    .outOfRange, "linkExpiresAt", "linkExpiresAt must be at most \(InvitationStore.daysMax)d from now")
            }
            return end
        } catch { throw TermsFields.error(error) }
    }

    /// Converts an error about a parameter to an error about the member with this name.
    static func error(_ error: ParameterError) -> APIError {
        let code: ErrorCode =
            switch error.code {
            case .missing: .missingField
            case .malformed: .malformedField
            default: ErrorCode(error.code)
            }
        return APIError(code, error.message, key: "field", error.parameter, hint: error.hint)
    }

    /// Checks that a new grant or token gives at most what its maker may do.
    ///
    /// - Throws: `APIError` (403) that names the member.
    static func check(_ terms: AccessTerms, within coverage: AccessCoverage) throws(APIError) {
        do { try coverage.check(terms) } catch { throw excess(error.field, error.what) }
    }

    /// The error of a grant or token that would give more than its maker may do.
    static func excess(_ field: String, _ what: String) -> APIError {
        APIError(
            .exceedsAccess, "\(field) gives more than this credential may do: \(what)", key: "field", field,
            hint: "GET /v1/access lists what the credential may do")
    }
}
