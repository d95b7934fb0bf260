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
            Option(
                "--url", "URL", "the address of the service as the browser reaches it (\(ServiceAddress.byDefault))"),
        ],
        notes: """
            The link is valid for \(TokenStore.loginSeconds / 60) minutes and for one login. The QR code is printed on the \
            standard error stream, unless the address is one that only this machine can reach. Browsers do not send the part of the link after #, so no log of a server or proxy has it.
            """)

    static func run(_ arguments: Arguments) async throws {
        let address = try ServiceAddress(arguments["--url"] ?? ServiceAddress.byDefault, "--url", arguments)
        try await Store.withPerson(arguments) { _, session, person in
            let token = try TokenStore.createLogin(for: person, now: .now, session)
            let link = address.text + "/#login=" + token.text
            print(link)
            if !address.isLoopback, let code = QRCode(link) {
                StandardError.write(code.text(hasColours: StandardError.isTerminal))
            }
        }
    }
}
