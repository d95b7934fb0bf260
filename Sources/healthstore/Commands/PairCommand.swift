import HealthAPI
import HealthCore
import HealthDatabase
import QRCodes

/// `healthstore pair`
enum PairCommand: Command {
    static let description = CommandDescription(
        "pair", "Prints a code that pairs an app with a person, and its QR code.",
        options: [
            Option("--person", "NAME", "the person whose samples the app sends"),
            Option("--name", "TEXT", "the name of the app's token (app)"),
            Option("--url", "URL", "the address of the service as the phone reaches it (\(ServiceAddress.byDefault))"),
        ],
        notes: """
            The code works once, for \(AuthorizationStore.pairingSeconds / 3600) hours, and ends the person's earlier code. The \
            app of open-wearables asks for the address and the code. The QR code, on the standard error stream, has both for \
            apps that scan. The app writes all groups and reads what it wrote; healthstore token list shows its token.
            """)

    static func run(_ arguments: Arguments) async throws {
        let address = try ServiceAddress(arguments["--url"] ?? ServiceAddress.byDefault, "--url", arguments)
        try await Store.withPerson(arguments) { _, session, person in
            let (code, _) = try AuthorizationStore.createPairing(
                for: person, name: arguments["--name"] ?? "app", holder: try HolderStore.own(of: person, session),
                terms: try AccessPreset.phone.terms(scope: AccessScope(), now: .now), now: .now, session)
            print("address  \(address.text)")
            print("code     \(code)")
            if let qrCode = QRCode("\(address.text)/#pair=\(code)") {
                StandardError.write(qrCode.text(hasColours: StandardError.isTerminal))
            }
        }
    }
}
