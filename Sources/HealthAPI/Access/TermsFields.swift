import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// The members of a request's body that makes a grant or a token. A member that is missing or null
/// is nil.
struct TermsFields: Sendable {
    var holder: String?
    var name: String?
    var preset: String?
    var rights: [String]?
    var groups: [String]?
    var types: [String]?
    var from: String?
    var to: String?
    var expiresAt: String?
    var showsNames: Bool?

    static let ofTerms: Set<String> = ["rights", "groups", "types", "from", "to", "expiresAt", "showsNames"]

    /// Reads the body of a request.
    ///
    /// - Parameter others: the names of the members that the body may have besides `ofTerms`.
    /// - Throws: `APIError` that names the member.
    init(_ body: JSONValue, others: Set<String>) throws {
        let members = try BodyReader.members(body, "", known: TermsFields.ofTerms.union(others))
            .filter { !$0.value.isNull }
        func text(_ name: String) throws -> String? {
            try members[name].map { try BodyReader.text($0, name) }
        }
        func list(_ name: String) throws -> [String]? {
            try members[name].map {
                try BodyReader.elements($0, name, max: AccessScope.typesMax) { try BodyReader.text($0, $1) }
            }
        }
        holder = try text("holder")
        name = try text("name")
        preset = try text("preset")
        rights = try list("rights")
        groups = try list("groups")
        types = try list("types")
        from = try text("from")
        to = try text("to")
        expiresAt = try text("expiresAt")
        if let value = members["showsNames"] {
            guard let flag = value.bool else {
                throw BodyReader.malformed("showsNames", "showsNames must be true or false")
            }
            showsNames = flag
        }
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
                    .missing, "groups", "groups is missing, and so is types",
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
