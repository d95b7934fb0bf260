import Foundation

/// The address and the token in the text of a QR code.
///
/// The text is the address of the service with the token in the fragment:
/// `https://health.example/#token=hs_1_…`. Browsers and clients never send a fragment to a server
/// (RFC 3986, section 3.5), so the token stays out of the logs of servers.
struct ConnectionText {
    var address: URL
    var token: String

    /// The maximum length of a text in bytes. It is more than a QR code holds.
    static let bytesMax = 4_096

    /// - Throws: `HealthstoreError` (`malformedConnection`), whose message does not contain the
    ///   token.
    init(_ text: String) throws(HealthstoreError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= ConnectionText.bytesMax, var components = URLComponents(string: text),
            let scheme = components.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = components.host, !host.isEmpty
        else {
            throw ConnectionText.malformed("it has no address that begins with https:// or http://")
        }
        guard components.user == nil, components.password == nil, components.query == nil else {
            throw ConnectionText.malformed("its address has a user, a password or a query")
        }
        let prefix = "token="
        guard let fragment = components.fragment, fragment.hasPrefix(prefix) else {
            throw ConnectionText.malformed("it has no #token= after the address")
        }
        token = String(fragment.dropFirst(prefix.count))
        guard ConnectionText.isToken(token) else {
            throw ConnectionText.malformed("the text after #token= is not a token, which has the form hs_1_…")
        }
        components.fragment = nil
        while components.path.hasSuffix("/") { components.path.removeLast() }
        guard let address = components.url else {
            throw ConnectionText.malformed("it has no address that begins with https:// or http://")
        }
        self.address = address
    }

    /// True for the form of the service's tokens: `hs`, the number of the person, 32 and 64
    /// hexadecimal digits, separated by underscores.
    private static func isToken(_ text: String) -> Bool {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "hs", Int32(parts[1]).map({ $0 > 0 }) == true else { return false }
        return zip(parts[2...], [32, 64]).allSatisfy { part, count in
            part.utf8.count == count && part.allSatisfy { "0123456789abcdef".contains($0) }
        }
    }

    private static func malformed(_ reason: String) -> HealthstoreError {
        HealthstoreError(
            .malformedConnection,
            "the text is not a connection of healthstore, because \(reason); scan the QR code of the page again")
    }
}

extension HealthstoreClient {
    /// Creates a client from the text of a QR code, with which a service connects an app:
    /// `https://health.example/#token=hs_1_…`.
    ///
    /// - Parameters:
    ///   - connection: the text. Blanks around it are ignored.
    ///   - isCompressing: true to send bodies as gzip, which reduces them to about a tenth.
    /// - Throws: `HealthstoreError` (`malformedConnection`).
    public init(
        connection: String, transport: any HTTPTransport = URLSessionTransport(), isCompressing: Bool = true
    ) throws(HealthstoreError) {
        let connection = try ConnectionText(connection)
        self.init(
            address: connection.address, token: connection.token, transport: transport,
            isCompressing: isCompressing)
    }
}
