import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

/// Passkeys (WebAuthn, https://www.w3.org/TR/webauthn-3/). The page adds them and logs in with
/// them.
extension Endpoint {
    static let getPasskeys = Endpoint(
        .get, "/v1/passkeys", "The passkeys of the session's holder", tag: .access, takes: .nothing,
        gives: .list("passkeys", "The passkeys, oldest first."), errors: [.sessionNeeded]
    ) { call in
        let holderID = try call.caller.holderOfSession
        return try await call.withSession { try PasskeyStore.list(ofHolder: holderID, $0) }
    }

    static let postPasskeyChallenge = Endpoint(
        .post, "/v1/passkeys/challenges", "Makes a challenge that adds a passkey",
        notes:
            "It is valid for \(PasskeyStore.challengeSeconds / 60) minutes, for one passkey of the session's holder.",
        tag: .access, takes: .nothing, gives: .json("What `navigator.credentials.create` needs."),
        errors: [.sessionNeeded, .insecureConnection], writes: false
    ) { call in
        let holderID = try call.caller.holderOfSession
        let host = try call.relyingParty
        return try await call.withSession { session in
            let passkeys = try PasskeyStore.list(ofHolder: holderID, session)
            let handle = try passkeys.first?.userHandle ?? randomBytes(PasskeyChallenge.userHandleBytes)
            let challenge = PasskeyChallenge(holderID: holderID, userHandle: handle, now: .now)
            return NewPasskeyChallenge(
                challenge: try challenge.text(TextSeal(session)), relyingParty: host,
                userHandle: handle.unpaddedBase64URL, userName: try HolderStore.find(id: holderID, session)?.name ?? "",
                known: passkeys.filter { $0.relyingParty == host }.map(\.credentialID.unpaddedBase64URL))
        }
    }

    static let postPasskey = Endpoint(
        .post, "/v1/passkeys", "Adds a passkey",
        notes: """
            The challenge comes from `POST /v1/passkeys/challenges`. The key is ES256, EdDSA or RS256. The authenticator must \
            verify the person. Its attestation is not asked for. A holder has at most \(PasskeyStore.passkeysMax) passkeys.
            """,
        tag: .access,
        takes: .json(
            .object(
                required: Schema.Members([
                    ["name": .string], PasskeyAnswer.members,
                    ["publicKey": .string.described("`response.getPublicKey()` of the browser.")],
                ])
            ).sent("NewPasskey"),
            example: #"{"name": "phone", "clientDataJSON": "e30", "authenticatorData": "AA", "publicKey": "AA"}"#,
            bytesMax: PasskeyAnswer.bodyBytesMax, SentPasskey.init),
        gives: .json("The passkey.", status: .created),
        errors: [.sessionNeeded, .insecureConnection, .missingField, .malformedName, .wrongPasskey, .tooManyPasskeys]
    ) { call in
        let holderID = try call.caller.holderOfSession
        _ = try call.relyingParty
        let origin = RequestOrigin(call.request, call.service.proxy)
        let sent = call.taken
        return try await call.withSession { session in
            do {
                return try session.transaction { try sent.add(to: holderID, from: origin, session) }
            } catch let error as WrongPasskey {
                throw APIError(.wrongPasskey, status: .badRequest, error.message)
            }
        }
    }

    static let deletePasskey = Endpoint(
        .delete, "/v1/passkeys/{id}", "Removes a passkey",
        notes: "Ends the sessions that it opened, except the session of the request.", tag: .access,
        parameters: [.id(of: "passkey")], takes: .id, gives: .nothing("The passkey is removed."),
        errors: [.sessionNeeded, .unknownPasskey]
    ) { call in
        let holderID = try call.caller.holderOfSession
        let unknown = APIError(
            .unknownPasskey, "the holder has no such passkey", hint: "GET /v1/passkeys lists the passkeys")
        guard let id = call.taken else { throw unknown }
        let current = call.caller.credential.token?.tokenID
        let isRemoved = try await call.withSession {
            try PasskeyStore.remove(id, ofHolder: holderID, except: current, $0)
        }
        guard isRemoved else { throw unknown }
    }

    static let postLoginLink = Endpoint(
        .post, "/v1/login-links", "Makes a login link of the session's holder",
        notes: """
            For another browser of the same holder. Like the link of `healthstore login-link`, it is valid for \
            \(TokenStore.loginSeconds / 60) minutes and one login.
            """,
        tag: .access, takes: .nothing, gives: .json("The token of the link, which the service shows only once."),
        errors: [.sessionNeeded, .tooManyTokens, .missingGrant]
    ) { call in
        let holderID = try call.caller.holderOfSession
        return try await call.withSession { session in
            guard let holder = try HolderStore.find(id: holderID, session) else { throw HealthService.invalidToken }
            return MadeLoginLink(
                token: try TokenStore.createLogin(for: call.person, holder: holder, now: .now, session))
        }
    }
}

extension Caller {
    /// The id of the holder of the request's session.
    ///
    /// - Throws: `APIError` (403) for a token and a user of a proxy. Otherwise a program with a
    ///   token could make a login that outlives the token.
    var holderOfSession: Int32 {
        get throws(APIError) {
            guard credential.isSession else {
                throw APIError(
                    .sessionNeeded, "only a session of the page may do this", hint: "log in to the page first")
            }
            return access.holderID
        }
    }
}

extension Call {
    /// The host for which a new passkey is made.
    ///
    /// - Throws: `APIError` (403) if browsers make no passkey on this connection.
    fileprivate var relyingParty: String {
        get throws(APIError) {
            let origin = RequestOrigin(request, service.proxy)
            _ = try PageCookie.session.field(nil, for: origin)
            return origin.hostName ?? ""
        }
    }
}

/// What a page sends to add a passkey.
private struct SentPasskey: Sendable {
    let name: String
    let answer: PasskeyAnswer
    let publicKey: [UInt8]

    init(_ body: JSONValue) throws {
        let sent = try SentValue(body).object(["name", "clientDataJSON", "authenticatorData", "publicKey"])
        name = try sent["name"].text()
        answer = try PasskeyAnswer(sent)
        publicKey = try sent["publicKey"].base64URL()
    }

    /// - Throws: `WrongPasskey`, and the errors of `PasskeyStore.add`.
    func add(to holderID: Int32, from origin: RequestOrigin, _ session: Session) throws -> Passkey {
        let checked = try answer.checked(isLogin: false, from: origin, now: .now, TextSeal(session))
        guard checked.challenge.holderID == holderID, let text = checked.challenge.userHandle,
            let userHandle = [UInt8](unpaddedBase64URL: text)
        else { throw WrongPasskey(message: "the challenge was made for another holder") }
        guard let credentialID = checked.authenticator.credentialID else {
            throw WrongPasskey(message: "authenticatorData has no new key")
        }
        guard VerifyingKey(subjectPublicKeyInfo: publicKey) != nil else {
            throw WrongPasskey(message: "publicKey must be a key of ES256, EdDSA or RS256")
        }
        guard try PasskeyStore.use(challenge: checked.challenge.id, session) else {
            throw WrongPasskey(message: "the challenge was used before")
        }
        let added = try HealthService.naming(field: "name") {
            try PasskeyStore.add(
                ofHolder: holderID, name: name, credentialID: credentialID, publicKey: publicKey,
                counter: checked.authenticator.counter, userHandle: userHandle, relyingParty: checked.relyingParty,
                session)
        }
        guard let added else { throw WrongPasskey(message: "the passkey is in use already") }
        return added
    }
}

/// What a page sends to log in with a passkey.
struct SentLogin: Sendable {
    private let credentialID: [UInt8]
    private let answer: PasskeyAnswer
    private let signature: [UInt8]
    private let userHandle: [UInt8]

    static let schema = Schema.object(
        required: Schema.Members([
            ["id": .string.described("`rawId` of the browser, as base64url.")], PasskeyAnswer.members,
            [
                "signature": .string.described("`response.signature`."),
                "userHandle": .string.described("`response.userHandle`."),
            ],
        ]))

    /// - Throws: `APIError` that names the member.
    init(_ value: SentValue) throws {
        let sent = try value.object(["id", "clientDataJSON", "authenticatorData", "signature", "userHandle"])
        credentialID = try sent["id"].base64URL()
        answer = try PasskeyAnswer(sent)
        signature = try sent["signature"].base64URL()
        userHandle = try sent["userHandle"].base64URL()
    }

    /// Makes a session of the passkey's holder.
    ///
    /// - Parameter name: the name of the browser.
    /// - Throws: `WrongPasskey`, `PostgresError`.
    func open(name: String, from origin: RequestOrigin, _ session: Session) throws -> BearerToken {
        try session.transaction {
            let checked = try answer.checked(isLogin: true, from: origin, now: .now, TextSeal(session))
            guard let passkey = try PasskeyStore.find(credentialID: credentialID, session),
                passkey.relyingParty == checked.relyingParty, passkey.userHandle == userHandle
            else { throw WrongPasskey(message: "the passkey is unknown or was removed") }
            let signed = answer.authenticatorData + SHA256.hash(answer.clientData)
            guard let key = VerifyingKey(subjectPublicKeyInfo: passkey.publicKey),
                key.isSignature(signature, of: signed)
            else { throw WrongPasskey(message: "the signature is wrong") }
            guard try PasskeyStore.use(challenge: checked.challenge.id, session) else {
                throw WrongPasskey(message: "the challenge was used before")
            }
            guard try PasskeyStore.use(passkey, counter: checked.authenticator.counter, session) else {
                throw CopiedPasskey(id: passkey.id)
            }
            guard let person = try PasskeyStore.person(of: passkey, session) else {
                throw WrongPasskey(message: "all access of the holder has ended")
            }
            return try PageSessionStore.create(
                about: person.id, holderID: passkey.holderID, openedBy: .passkey, passkeyID: passkey.id, name: name,
                session)
        }
    }
}

/// The error of a passkey whose counter went back, so that there may be a copy of its key.
struct CopiedPasskey: Error {
    let id: UUID
}

/// What a browser needs to add a passkey.
private struct NewPasskeyChallenge: Shaped {
    let challenge: String
    let relyingParty: String
    let userHandle: String
    let userName: String
    let known: [String]

    static let shape = Shape<Self>([
        .member("challenge", \.challenge, "Bytes in base64url."),
        .member("rpId", \.relyingParty, "The host for which the passkey is made."),
        .member("userHandle", \.userHandle, "Bytes in base64url, by which the authenticator names the holder."),
        .member("userName", \.userName), .member("known", \.known, "The `rawId` of the passkeys for this host."),
    ]).named("NewPasskeyChallenge")
}

private struct MadeLoginLink: Shaped {
    let token: BearerToken

    static let shape = Shape<Self>([.member("token", \.token.text, "For the link `/#login=TOKEN`.")]).named("LoginLink")
}

extension Passkey: Shaped {
    static let shape = Shape<Self>([
        .member("id", \.id), .member("name", \.name),
        .member("host", \.relyingParty, "The host of the page for which it was made."),
        .member("createdAt", \.created), .member("lastUsedAt", \.lastUsed),
    ]).named("Passkey")
}
