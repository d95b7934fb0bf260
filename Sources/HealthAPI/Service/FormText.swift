import Foundation

/// Writes queries and forms (`application/x-www-form-urlencoded`).
enum FormText {
    /// Returns the pairs as `name=value`, joined by `&`.
    static func encoded(_ pairs: [(String, String)]) -> String {
        pairs.map { encoded($0) + "=" + encoded($1) }.joined(separator: "&")
    }

    /// Writes all characters except letters, digits and `-._~` as %XX (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
