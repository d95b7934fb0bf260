import Foundation
import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore access`
enum AccessCommand: Command {
    static let description = CommandDescription(
        "access", "Lists, shows and revokes grants, and prints the access log of a person.",
        positionals: ["list|show|revoke|log", "[ID|PERSON]"],
        options: [
            Option("--person", "NAME", "grants about this person"),
            Option("--holder", "NAME", "grants of this holder"),
            Option("--all", nil, "list: also revoked and expired grants"),
        ] + AccessLogAction.options,
        actions: [
            .init(name: "list", options: ["--all"]), .init(name: "show"),
            .init(name: "revoke", positionals: ["[ID]"]),
            .init(name: "log", positionals: ["PERSON"], options: AccessLogAction.options.map(\.name)),
        ],
        notes: """
            show prints in words what holders may do. Without --person and --holder, list and show print every grant. They \
            leave out the grants of people's own holders, which cannot be revoked.

            revoke needs --person. With the ID of a grant, it revokes this grant. With --holder, it revokes all grants of the \
            holder about the person. Open streams that relied on a revoked grant end at once.

            log prints requests over HTTP, newest first, without values. Entries appear about a second after the answer.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "list, show, revoke or log")
        if action == "log" { return try await AccessLogAction.run(arguments) }
        if action == "revoke" {
            _ = try arguments.required("--person")
            guard (arguments.positionals.count > 1) != arguments.has("--holder") else {
                throw arguments.usage("revoke needs either the ID of a grant or --holder")
            }
        }
        try await Store.with(arguments) { _, session in
            switch action {
            case "revoke": try revoke(arguments, session)
            case "show":
                let valid = try grants(arguments, session).filter { $0.isValid(at: .now) }
                for grant in valid { print(text(grant)) }
            default: print(try table(arguments, session).text, terminator: "")
            }
        }
    }

    /// Returns a line such as `Alex to Ben: read activity, sleep; until 2027-01-01`.
    static func text(_ grant: AccessGrant) -> String {
        "\(grant.personName) to \(grant.holder.name): \(grant.terms.text(on: LocalZone.clock))"
    }

    private static func table(_ arguments: Arguments, _ session: Session) throws -> TextTable {
        let now = Instant.now
        let shown = try grants(arguments, session).filter { arguments.has("--all") || $0.isValid(at: now) }
        return TextTable(
            of: shown,
            [
                .text("id") { $0.id.uuidString.lowercased() }, .text("person", \.personName),
                .text("holder", \.holder.name), .text("preset") { $0.preset ?? "" },
                .text("state") { $0.revoked != nil ? "revoked" : $0.isValid(at: now) ? "valid" : "expired" },
                .text("may") { $0.terms.text(on: LocalZone.clock) },
            ])
    }

    /// Returns the grants about `--person` and of `--holder`, without the grants of own holders.
    private static func grants(_ arguments: Arguments, _ session: Session) throws -> [AccessGrant] {
        let holder = try arguments.has("--holder") ? arguments.holder("--holder", session) : nil
        let grants: [AccessGrant]
        if arguments.has("--person") {
            grants = try GrantStore.list(about: try arguments.person(session), session)
        } else if let holder {
            grants = try GrantStore.list(of: holder, session)
        } else {
            grants = try PersonStore.list(session).flatMap { try GrantStore.list(about: $0, session) }
        }
        return grants.filter { grant in !grant.isOwn && holder.map { $0.id == grant.holder.id } ?? true }
    }

    private static func revoke(_ arguments: Arguments, _ session: Session) throws {
        let person = try arguments.person(session)
        guard arguments.has("--holder") else {
            return try GrantStore.revoke(try arguments.id(1, shownBy: "access list"), about: person, session)
        }
        let holder = try arguments.holder("--holder", session)
        guard try GrantStore.revokeAll(of: holder, about: person, session) > 0 else {
            throw CommandFailure(
                message: "\(holder.name) has no grant about \(person.name)",
                hint: "healthstore access list shows the grants")
        }
    }
}
