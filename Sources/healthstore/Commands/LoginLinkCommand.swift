import Foundation
import HealthAPI
import HealthCore
import HealthDatabase
import Postgres
import QRCodes

/// `healthstore login-link`
enum LoginLinkCommand: Command {
    static let description = CommandDescription(
        "login-link", "Prints a link that logs a person in to the page, and its QR code.",
        options: [
            Option("--person", "NAME", "the person who logs in"),
            Option("--url", "URL", "the address of the service as the browser reaches it (\(urlDefault))"),
        ],
        notes: """
            The link is valid for \(TokenStore.loginSeconds / 60) minutes and for one login. The QR code is printed on the \
            standard error stream, unless the address is one that only this machine can reach. Browsers do not send the part of the link after #, so no log of a server or proxy has it.
            """)

    private static let urlDefault = "http://127.0.0.1:8484"

    static func run(_ arguments: Arguments) async throws -> Int32 {
        _ = try arguments.required("--person")
        let address = try address(arguments["--url"] ?? urlDefault, arguments)
        return try await Store.with(arguments) { _, session in
            let person = try arguments.person(session)
            let token = try TokenStore.createLogin(for: person, now: .now, session)
            let link = address + "/#login=" + token.text
            print(link)
            if !isLoopback(address), let code = QRCode(link) {
                StandardError.write(code.text(hasColours: StandardError.isTerminal))
            }
            return 0
        }
    }

    /// True if only this machine can reach the address. A phone that reads a code is another
    /// machine.
    private static func isLoopback(_ address: String) -> Bool {
        ["127.0.0.1", "localhost", "::1"].contains(URLComponents(string: address)?.host ?? "")
    }

    /// Returns the address without a slash at its end.
    private static func address(_ text: String, _ arguments: Arguments) throws -> String {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil, parts.user == nil
        else { throw arguments.usage("--url must be an address such as https://health.example") }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
