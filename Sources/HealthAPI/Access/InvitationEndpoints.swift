import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getInvitations = Endpoint(
        .get, "/v1/invitations", "The invitations that were not accepted yet",
        notes: "It has the invitations to types and dates that the caller manages.", tag: .access, takes: .nothing,
        right: .manage, gives: .list("invitations", "The invitations, oldest first.")
    ) { call in
        try await call.withSession { session in
            let managed = try ManagedAccess(call.caller, session)
            return try InvitationStore.list(about: call.person, session).filter(managed.covers)
                .map { ShownInvitation(invitation: $0, terms: call.caller.shown($0.terms)) }
        }
    }

    static let postInvitation = Endpoint(
        .post, "/v1/invitations", "Invites a new holder by a link",
        notes: """
            Opening the link makes the holder `holder`, its grant and a session of it, if the caller's holder may still grant \
            that. The link works once, until `linkExpiresAt`: at most \
            \(InvitationStore.daysMax) days from now, without the member \(InvitationStore.daysDefault) days. The name may be \
            that of a holder that is no person and no analyst, and has only access that the caller may grant. The other members are \
            those of `POST /v1/grants`.
            """,
        tag: .access,
        takes: .json(
            .object(
                required: ["holder": .string.described("The name of the new holder.")],
                optional: Schema.Members([
                    [
                        "linkExpiresAt": Schema.string.described("A duration such as `7d`, or a time.").orNull,
                        "preset": Schema.choice(AccessPreset.allCases.map(\.rawValue)).orNull,
                    ], TermsFields.schema,
                ])
            ).sent("NewInvitation"),
            example: #"{"holder": "Doctor", "preset": "family", "groups": ["heart"], "expiresAt": "90d"}"#
        ) { try TermsFields($0, others: ["holder", "preset", "linkExpiresAt"]) },
        right: .manage,
        gives: .json("The invitation with its token, which the service shows only once.", status: .created),
        errors: TermsFields.errors + [.malformedName, .personExists, .missingGrant, .tooManyTokens]
    ) { call in
        let fields = call.taken
        guard let name = fields.holder else { throw APIError.missing("holder") }
        return try await call.managing { caller, held, session in
            let (terms, _) = try fields.grantTerms(
                others: try HealthService.otherTypes(caller, session), now: .now)
            try TermsFields.check(terms, within: held.coverage)
            let ends = try fields.linkEnd(now: .now)
            let token = try HealthService.naming(field: "holder") {
                try InvitationStore.create(
                    about: caller.person, to: name, terms: terms, by: held.holder, within: held.coverage,
                    linkExpires: ends, session)
            }
            let made = try InvitationStore.list(about: caller.person, session).first { $0.id == token.tokenID }
            guard let made else { throw HealthService.invalidToken }
            return MadeInvitation(
                shown: ShownInvitation(invitation: made, terms: caller.shown(made.terms)), token: token)
        }
    }

    static let deleteInvitation = Endpoint(
        .delete, "/v1/invitations/{id}", "Withdraws an invitation", notes: "Its link then works no more.",
        tag: .access, parameters: [.id(of: "invitation")], takes: .id, right: .manage,
        gives: .nothing("The invitation is withdrawn."), errors: [.unknownInvitation]
    ) { call in
        let unknown = APIError(
            .unknownInvitation, "there is no such invitation about the person, or it was accepted",
            hint: "GET /v1/invitations lists the invitations")
        guard let id = call.taken else { throw unknown }
        try await call.withSession { session in
            let managed = try ManagedAccess(call.caller, session)
            let found = try InvitationStore.list(about: call.person, session).first { $0.id == id }
            guard let found, managed.covers(found) else { throw unknown }
            try TokenStore.revoke(id, of: call.person, session)
        }
    }
}

private struct ShownInvitation: Shaped {
    let invitation: Invitation
    let terms: AccessTerms

    static let shape = Shape<Self>([.members(of: \.self, Shape(members))]).named("Invitation")

    fileprivate static let members: [Shape<Self>.Member] = [
        .member("id", \.invitation.id), .member("holder", \.invitation.holderName, "The name of the later holder."),
        .members(of: \.terms, Shape(AccessTerms.members)),
        .member("invitedBy", \.invitation.invitedBy.name), .member("createdAt", \.invitation.created),
        .member("linkExpiresAt", \.invitation.linkExpires, "The end of the link."),
    ]
}

private struct MadeInvitation: Shaped {
    let shown: ShownInvitation
    let token: BearerToken

    static let shape = Shape<Self>([
        .members(of: \.shown, Shape(ShownInvitation.members)),
        .member("token", \.token.text, "For the link `/#invitation=TOKEN`."),
    ]).named("MadeInvitation")
}
