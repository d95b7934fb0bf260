import Foundation
import HealthCore
import HealthDatabase
import HealthJobs
import Postgres

/// `healthstore webhook`
enum WebhookCommand: Command {
    private static let allowsPrivate = "--allow-private-addresses"

    static let description = CommandDescription(
        "webhook", "Lists, adds and removes webhooks about a person, and replaces their secrets.",
        positionals: ["list|add|remove|rotate", "[ID]"],
        options: [
            Option("--person", "NAME", "the person whose changes the webhooks tell"),
            Option("--url", "URL", "add: the address, which begins with https://"),
            Option("--holder", "NAME", "add: the holder of the webhook, which learns what it may read (the person)"),
            Option(
                allowsPrivate, nil,
                "add: allow http:// and private addresses, for serve --webhooks-allow-private-addresses"),
        ],
        actions: [
            .init(name: "list"), .init(name: "add", options: ["--url", "--holder", allowsPrivate]),
            .init(name: "remove", positionals: ["ID"]), .init(name: "rotate", positionals: ["ID"]),
        ],
        notes: """
            add prints the secret with which the receiver verifies events. It is shown only once. The events tell all that \
            the holder may read.

            rotate prints a new secret. For \(WebhookStore.oldSecretHours) hours, events are signed with the old secret, too. \
            Another rotation in this time ends the older of the two.

            remove ends the webhook. An event that is being sent may still arrive. healthstore help webhooks describes \
            events and receivers.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "list, add, remove or rotate")
        let url = action == "add" ? try url(arguments) : ""
        let id = ["remove", "rotate"].contains(action) ? try arguments.id(1, shownBy: "webhook list") : nil
        try await Store.withPerson(arguments) { _, session, person in
            switch (action, id) {
            case ("add", _): print(try add(url, arguments, person, session).text)
            case ("remove", let id?): try WebhookStore.remove(id, of: person, session)
            case ("rotate", let id?):
                print(try WebhookStore.replaceSecret(of: id, about: person, session).secret.text)
            default: print(table(try WebhookStore.list(about: person, session)).text, terminator: "")
            }
        }
    }

    private static func url(_ arguments: Arguments) throws -> String {
        let url = try arguments.required("--url")
        if let fault = WebhookAddress.fault(in: url, allowsPrivate: arguments.has(allowsPrivate)) {
            throw arguments.usage("--" + fault)
        }
        return url
    }

    private static func add(
        _ url: String, _ arguments: Arguments, _ person: Person, _ session: Session
    ) throws -> WebhookSecret {
        let holder =
            try arguments.has("--holder")
            ? arguments.holder("--holder", session) : HolderStore.own(of: person, session)
        let grants = try GrantStore.valid(of: holder, about: person, session)
        guard grants.contains(where: { $0.terms.rights.contains(.read) }) else {
            throw CommandFailure(
                message: "--holder must name a holder that may read samples of \(person.name); \(holder.name) may not",
                hint: "healthstore share \(person.name) --with \(holder.name) grants access")
        }
        return try WebhookStore.add(url: url, about: person, holderID: holder.id, tokenID: nil, session).secret
    }

    private static func table(_ webhooks: [Webhook]) -> TextTable {
        let times = LocalTimeText()
        return TextTable(
            of: webhooks,
            [
                .text("id") { $0.id.uuidString.lowercased() },
                .text("state") { $0.disabled != nil ? "disabled" : $0.failure != nil ? "failing" : "active" },
                .text("created") { times.second($0.created) },
                .text("last delivery") { $0.delivered.map(times.second) ?? "never" },
                .text("failure") { $0.failure ?? "" }, .text("holder", \.holder.name), .text("url", \.url),
            ])
    }
}
