import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getGrants = Endpoint(
        .get, "/v1/grants", "The grants about the person",
        notes: """
            The list includes revoked and expired grants. It has the grants of types and dates that the caller manages.
            """,
        tag: .access, takes: .nothing, right: .manage,
        gives: .list("grants", "The grants.")
    ) { call in
        try await call.withSession { session in
            let managed = try ManagedAccess(call.caller, session)
            return try GrantStore.list(about: call.person, session).filter(managed.covers).map { grant in
                var shown = grant
                shown.terms = call.caller.shown(grant.terms)
                return shown
            }
        }
    }

    static let postGrant = Endpoint(
        .post, "/v1/grants", "Grants a holder access",
        notes:
            "The grant gives at most what the caller may do: its rights, groups, types, dates, names and expiry. With a "
            + "`preset`, `rights` must be missing.",
        tag: .access,
        takes: .json(
            .object(
                required: ["holder": .string.described("The name of a person or of another holder.")],
                optional: Schema.Members([
                    ["preset": Schema.choice(AccessPreset.allCases.map(\.rawValue)).orNull], TermsFields.schema,
                ])
            ).sent("NewGrant"),
            example: #"{"holder": "Ben", "preset": "family", "groups": ["activity", "sleep"], "expiresAt": "90d"}"#
        ) { try TermsFields($0, others: ["holder", "preset"]) },
        right: .manage, gives: .json("The grant.", status: .created),
        errors: TermsFields.errors + [.unknownHolder, .ownGrant, .tooManyGrants]
    ) { call in
        let fields = call.taken
        guard let name = fields.holder else { throw APIError.missing("holder") }
        return try await call.managing { caller, held, session in
            let (terms, preset) = try fields.grantTerms(
                others: try HealthService.otherTypes(caller, session), now: .now)
            try TermsFields.check(terms, within: held.coverage)
            return try HealthService.naming(field: "holder") {
                try GrantStore.add(
                    terms, about: caller.person, to: try HolderStore.find(name: name, session), preset: preset,
                    grantedBy: held.holder, session)
            }
        }
    }

    static let deleteGrant = Endpoint(
        .delete, "/v1/grants/{id}", "Revokes a grant",
        notes: "Open streams that relied on the grant end. The grant of the person's own holder cannot be revoked.",
        tag: .access, parameters: [.id(of: "grant")], takes: .id, right: .manage,
        gives: .nothing("The grant is revoked."), errors: [.unknownGrant, .ownGrant]
    ) { call in
        let unknown = APIError(
            .unknownGrant, "there is no such grant about the person", hint: "GET /v1/grants lists the grants")
        guard let id = call.taken else { throw unknown }
        try await call.withSession { session in
            do {
                let managed = try ManagedAccess(call.caller, session)
                guard managed.covers(try GrantStore.find(id, about: call.person, session)) else { throw unknown }
                try GrantStore.revoke(id, about: call.person, session)
            } catch let error as HealthDatabaseError where error.code == .unknownGrant {
                throw unknown
            }
        }
    }
}
