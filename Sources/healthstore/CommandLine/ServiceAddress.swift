import Foundation

/// The address of a running service, as another program reaches it.
struct ServiceAddress {
    /// The address without a slash at its end.
    let text: String
    /// True if only this machine can reach the address.
    let isLoopback: Bool
    /// True for `https`.
    let isEncrypted: Bool

    /// The address of `healthstore serve` without options.
    static let byDefault = "http://127.0.0.1:8484"

    /// - Throws: `UsageError`, which names the option.
    init(_ text: String, _ option: String, _ arguments: Arguments) throws {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty, parts.query == nil,
            parts.fragment == nil, parts.user == nil
        else { throw arguments.usage("\(option) must be an address such as https://health.example") }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
        isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        isEncrypted = scheme == "https"
    }
}
