import Digests
import Foundation
import HTTPServer
import HealthDatabase

/// A login at a provider that has begun. The browser keeps it sealed in a cookie, so the service
/// keeps nothing, and no other browser can finish it.
struct OpenIDLogin: Codable, Sendable {
    /// Comes back from the provider with the browser.
    let state: String
    /// Comes back in the ID token.
    let nonce: String
    /// The secret of PKCE (RFC 7636).
    let verifier: String
    let redirectURI: String
    /// The id of the later session. A login that is used twice would make a second session with
    /// this id.
    let sessionID: UUID
    /// The end of the login, in seconds since 1970.
    let ends: Double

    /// The seconds for which a login is valid: ten minutes.
    static let seconds = 600
    static let cookie = PageCookie(name: "healthstore-openid", maxAgeSeconds: seconds)
    /// The path of the page to which the provider sends the browser back.
    static let path = "/openid"

    /// - Parameter now: the seconds since 1970.
    /// - Throws: `DigestsError`.
    init(origin: String, now: Double) throws {
        func secret() throws -> String { try randomBytes(32).unpaddedBase64URL }
        (state, nonce, verifier) = (try secret(), try secret(), try secret())
        redirectURI = origin + OpenIDLogin.path
        sessionID = UUID()
        ends = now + Double(OpenIDLogin.seconds)
    }

    var challenge: String { SHA256.hash(Array(verifier.utf8)).unpaddedBase64URL }
}

/// The query with which the provider sends the browser back, about the login of this browser.
struct OpenIDAnswer {
    let code: String
    /// The issuer, which not every provider names (RFC 9207).
    let issuer: String?

    /// The longest query, in bytes.
    static let bytesMax = 4_096

    /// - Throws: `OpenIDRefusal` (`malformedAnswer`, `wrongState`, `deniedByProvider`).
    init(_ query: String, of login: OpenIDLogin) throws(OpenIDRefusal) {
        var values: [String: String] = [:]
        for (name, value) in HTTPRequest.form(Array(query.utf8)) ?? [] {
            guard values.updateValue(value ?? "", forKey: name) == nil else { throw .malformedAnswer }
        }
        // Not every provider names the state in an error.
        guard values["error"] == nil else { throw .deniedByProvider }
        guard let state = values["state"], !state.isEmpty else { throw .malformedAnswer }
        guard constantTimeEquals(Array(state.utf8), Array(login.state.utf8)) else { throw .wrongState }
        guard let code = values["code"], !code.isEmpty else { throw .malformedAnswer }
        (self.code, issuer) = (code, values["iss"])
    }
}
