import Digests
import Foundation
import HTTPClient
import HTTPServer
import HealthDatabase
import JSON
import Synchronization

/// A provider of [OpenID Connect](https://openid.net/specs/openid-connect-core-1_0.html) that logs
/// people in to the page, by the code flow with PKCE.
///
/// libcurl blocks, so each login asks the provider on a queue of its own. At most `loginsMax`
/// logins do so at once, and further ones fail at once. So a provider that does not answer delays
/// nothing but logins.
public final class OpenIDProvider: Sendable {
    /// The maximum number of logins that ask the provider at once.
    static let loginsMax = 8
    /// The longest time of a request to the provider, in seconds. A login makes at most five.
    static let requestSeconds = 5
    /// The longest answer of the provider, in bytes: 64 KiB.
    static let answerBytesMax = 64 << 10
    /// The time after which the description and the keys of the provider are read again. One hour.
    /// A token with an unknown key makes the service read them earlier, once.
    static let descriptionSeconds = 3_600

    /// The claim of the ID token that is the name of the person.
    public enum UserClaim: String, CaseIterable, Sendable {
        case preferredUsername = "preferred_username"
        case email
        case subject = "sub"

        /// The scopes that make a provider send the claim.
        var scope: String {
            switch self {
            case .preferredUsername: "openid profile"
            case .email: "openid email"
            case .subject: "openid"
            }
        }
    }

    /// The reason why a provider cannot be used as the operator asks.
    public struct Refusal: Error {
        public var option: String
        /// For people, in lower case without a full stop.
        public var message: String
    }

    /// What the provider publishes about itself.
    private struct Description: Sendable {
        var authorizationEndpoint: String
        var tokenEndpoint: String
        /// True if the provider names itself in its answers (RFC 9207).
        var namesIssuer: Bool
        var keys: [JSONWebKey]
    }

    private struct State {
        var loginCount = 0
        var description: (value: Description, read: ContinuousClock.Instant)?
    }

    let issuer: String
    private let clientID: String
    private let secret: String
    private let userClaim: UserClaim
    private let client = HTTPClient(
        usesProxy: false, seconds: OpenIDProvider.requestSeconds, bytesMax: OpenIDProvider.answerBytesMax)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - issuer: the address of the provider, exactly as the provider writes it.
    ///   - clientID: the id of the service at the provider.
    ///   - secret: the secret of the service at the provider.
    /// - Throws: `Refusal`.
    public init(issuer: String, clientID: String, secret: String, userClaim: UserClaim) throws(Refusal) {
        guard OpenIDProvider.isAddress(issuer), !issuer.contains("?") else {
            throw Refusal(
                option: "--openid-issuer",
                message: "must be an https:// address without a query, such as https://auth.example.org")
        }
        guard OpenIDProvider.isVisible(clientID) else {
            throw Refusal(option: "--openid-client-id", message: "must have 1 to 255 visible ASCII characters")
        }
        guard OpenIDProvider.isVisible(secret) else {
            throw Refusal(
                option: "--openid-client-secret-file",
                message: "must have a secret of 1 to 255 visible ASCII characters")
        }
        self.issuer = issuer
        self.clientID = clientID
        self.secret = secret
        self.userClaim = userClaim
    }

    private static func isVisible(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    /// Returns true for an address of https, or of http on this machine, where no other machine
    /// reads the secret.
    private static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let parts = URLComponents(string: text), parts.host?.isEmpty == false, parts.user == nil,
            parts.password == nil, parts.fragment == nil, let host = URLHost(of: text)?.text
        else { return false }
        return parts.scheme == "https" || parts.scheme == "http" && HTTPServerConfiguration.isLoopback(host)
    }

    /// The host of the provider, as the page names it.
    var name: String { URLHost(of: issuer)?.text ?? issuer }

    /// The description, if it was read in the last `descriptionSeconds`.
    private var knownDescription: Description? {
        state.withLock { state in
            guard let (value, read) = state.description,
                read.duration(to: .now) < .seconds(OpenIDProvider.descriptionSeconds)
            else { return nil }
            return value
        }
    }

    /// Returns the address at which the person logs in.
    ///
    /// - Throws: `OpenIDFailure`.
    func location(of login: OpenIDLogin) async throws -> String {
        let found = if let known = knownDescription { known } else { try await run { [self] in try description() } }
        let endpoint = found.authorizationEndpoint
        let pairs = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", login.redirectURI),
            ("scope", userClaim.scope), ("state", login.state), ("nonce", login.nonce),
            ("code_challenge", login.challenge), ("code_challenge_method", "S256"),
        ]
        return endpoint + (endpoint.contains("?") ? "&" : "?") + FormText.encoded(pairs)
    }

    /// Returns the account of the provider's answer to a login.
    ///
    /// - Throws: `OpenIDRefusal`, `OpenIDFailure`.
    func account(_ answer: OpenIDAnswer, of login: OpenIDLogin) async throws -> IDToken.Account {
        try await run { [self] in
            let found = try description()
            guard answer.issuer == issuer || answer.issuer == nil && !found.namesIssuer else {
                throw OpenIDRefusal.wrongAnswerIssuer
            }
            let token = try IDToken(idToken(answer, login, found))
            do { try token.check(found.keys) } catch OpenIDRefusal.unknownKey {
                // The provider may have replaced its keys.
                try token.check(readDescription().keys)
            }
            let expected = IDToken.Expectation(
                issuer: issuer, clientID: clientID, nonce: login.nonce, userClaim: userClaim)
            return try token.account(expected, now: Date().timeIntervalSince1970)
        }
    }

    // MARK: On the queue of a login

    /// Runs work that blocks.
    ///
    /// - Throws: `OpenIDFailure` (`busy`), and the error of the work.
    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isFree = state.withLock { state in
            guard state.loginCount < OpenIDProvider.loginsMax else { return false }
            state.loginCount += 1
            return true
        }
        guard isFree else { throw OpenIDFailure.busy }
        defer { state.withLock { $0.loginCount -= 1 } }
        // Each serial queue has a thread of its own. Concurrent queues share few threads.
        return try await DispatchQueue(label: "healthstore.login").run(work)
    }

    private func description() throws(OpenIDFailure) -> Description {
        if let known = knownDescription { known } else { try readDescription() }
    }

    /// Reads the description ([OpenID Connect Discovery, section
    /// 4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)) and the keys.
    private func readDescription() throws(OpenIDFailure) -> Description {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let body = try get(base + "/.well-known/openid-configuration")
        var (description, keysAddress) = try OpenIDProvider.read(body) { [issuer] answer throws(OpenIDFailure) in
            guard answer["issuer"]?.string == issuer else { throw .otherIssuer }
            func address(_ name: StaticString) throws(OpenIDFailure) -> String {
                guard let text = answer[name]?.string, OpenIDProvider.isAddress(text) else { throw .malformedAnswer }
                return text
            }
            let description = Description(
                authorizationEndpoint: try address("authorization_endpoint"),
                tokenEndpoint: try address("token_endpoint"),
                namesIssuer: answer["authorization_response_iss_parameter_supported"]?.bool == true, keys: [])
            return (description, try address("jwks_uri"))
        }
        description.keys = try OpenIDProvider.read(try get(keysAddress), JSONWebKey.keys)
        state.withLock { [description] in $0.description = (description, .now) }
        return description
    }

    /// Exchanges the code for the ID token (RFC 6749, section 4.1.3).
    ///
    /// - Throws: `OpenIDRefusal`, `OpenIDFailure`.
    private func idToken(_ answer: OpenIDAnswer, _ login: OpenIDLogin, _ description: Description) throws -> String {
        let credential = FormText.encoded(clientID) + ":" + FormText.encoded(secret)
        let form = FormText.encoded([
            ("grant_type", "authorization_code"), ("code", answer.code), ("redirect_uri", login.redirectURI),
            ("code_verifier", login.verifier),
        ])
        let headers = [
            "Authorization: Basic " + Data(credential.utf8).base64EncodedString(), "Expect:",
            "Content-Type: application/x-www-form-urlencoded",
        ]
        let sent = try send(description.tokenEndpoint, headers, body: Array(form.utf8))
        switch sent.status {
        case 200: break
        case 400: throw OpenIDRefusal.refusedCode
        case 401: throw OpenIDFailure.refusedClient
        default: throw OpenIDFailure.wrongStatus
        }
        let token = try OpenIDProvider.read(sent.body) { (answer) throws(OpenIDFailure) in answer["id_token"]?.string }
        guard let token else { throw OpenIDRefusal.malformedToken }
        return token
    }

    private static let headers = ["Accept: application/json", "User-Agent: healthstore"]

    private func get(_ address: String) throws(OpenIDFailure) -> [UInt8] {
        let answer = try send(address)
        guard answer.status == 200 else { throw .wrongStatus }
        return answer.body
    }

    private func send(
        _ address: String, _ headers: [String] = [], body: [UInt8]? = nil
    ) throws(OpenIDFailure) -> HTTPClient.Response {
        do { return try client.send(address, headers: OpenIDProvider.headers + headers, body: body) } catch {
            throw OpenIDFailure(rawValue: error.code.rawValue) ?? .connectionFailed
        }
    }

    private static func read<Value>(
        _ body: [UInt8], _ read: (JSONValue) throws(OpenIDFailure) -> Value
    ) throws(OpenIDFailure) -> Value {
        do {
            return try JSONParser(bytesMax: answerBytesMax).parse(body) { value in
                guard value.kind == .object, !value.hasRepeatedKey else { throw OpenIDFailure.malformedAnswer }
                return try read(value)
            }
        } catch {
            throw error as? OpenIDFailure ?? .malformedAnswer
        }
    }
}
