import Foundation
import HealthCore
import HealthDatabase

/// The actions of `healthstore token --operator`.
enum OperatorTokenActions {
    /// The maximum number of days of `--expires`: a hundred years.
    private static let daysMax = 36_500

    @MainActor static func run(_ action: String, _ arguments: Arguments) async throws {
        guard arguments["--person"] == nil else { throw arguments.usage("--operator and --person exclude each other") }
        let expires = try expiry(arguments)
        try await Store.with(arguments) { _, session in
            switch action {
            case "create":
                print(
                    try OperatorTokenStore.create(
                        name: arguments["--name"] ?? "operator", expires: expires, session
                    ).text)
            case "list": print(table(try OperatorTokenStore.list(session)).text, terminator: "")
            default:
                try OperatorTokenStore.revoke(try arguments.id(1, shownBy: "token list --operator"), session)
            }
        }
    }

    private static func expiry(_ arguments: Arguments) throws -> Instant? {
        guard let text = arguments["--expires"] else { return nil }
        guard text.hasSuffix("d"), let days = Int64(text.dropLast()), (1...Int64(daysMax)).contains(days) else {
            throw arguments.usage("--expires must be a number of days, such as 90d")
        }
        return Instant(microseconds: Instant.now.microseconds + days * 86_400 * Instant.microsecondsPerSecond)
    }

    private static func table(_ tokens: [OperatorTokenStore.Listed]) -> TextTable {
        let times = LocalTimeText()
        let now = Instant.now
        return TextTable(
            of: tokens,
            [
                .text("id") { $0.id.uuidString.lowercased() }, .text("name", \.name),
                .text("state") { token in
                    token.isRevoked ? "revoked" : token.expires.map { $0 <= now } ?? false ? "expired" : "valid"
                },
                .text("created") { times.second($0.created) },
                .text("expires") { $0.expires.map(times.second) ?? "never" },
                .text("last used") { $0.lastUsed.map(times.second) ?? "never" },
            ])
    }
}
