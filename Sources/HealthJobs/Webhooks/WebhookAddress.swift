import Foundation
import HTTPClient

/// Decides which addresses webhooks may have.
public enum WebhookAddress {
    /// The maximum length of an address in bytes.
    public static let bytesMax = 2_048

    /// Returns the reason why the text cannot be the address of a webhook, or nil if it can.
    ///
    /// - Parameter allowsPrivate: true to allow `http` and addresses that are not public.
    public static func fault(in text: String, allowsPrivate: Bool) -> String? {
        guard (1...bytesMax).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return "url must have 1 to \(bytesMax) visible ASCII characters"
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            parts.host?.isEmpty == false, (1...65_535).contains(parts.port ?? 443), let host = URLHost(of: text)
        else { return "url must be an address such as https://example.org/hook" }
        guard scheme == "https" || allowsPrivate && scheme == "http" else {
            return "url must begin with https://"
        }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            return "url must have no user, no password and no fragment"
        }
        guard allowsPrivate || !host.isNeverPublic else {
            return "url must have a public address of the Internet; \(host.text) is a private, local or reserved one"
        }
        return nil
    }
}
