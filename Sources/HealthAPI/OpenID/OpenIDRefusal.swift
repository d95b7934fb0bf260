/// The reason why a login at a provider of OpenID Connect is refused. The raw value is in the log
/// and in the details of the error.
enum OpenIDRefusal: String, Error, CaseIterable {
    case malformedAnswer = "malformed_answer"
    case deniedByProvider = "denied_by_provider"
    case unknownLogin = "unknown_login"
    case wrongState = "wrong_state"
    case wrongAnswerIssuer = "wrong_answer_issuer"
    case refusedCode = "refused_code"
    case malformedToken = "malformed_token"
    case wrongAlgorithm = "wrong_algorithm"
    case unknownKey = "unknown_key"
    case wrongKey = "wrong_key"
    case wrongSignature = "wrong_signature"
    case wrongIssuer = "wrong_issuer"
    case wrongAudience = "wrong_audience"
    case wrongNonce = "wrong_nonce"
    case expired
    case notYetValid = "not_yet_valid"
    case missingSubject = "missing_subject"
    case missingUser = "missing_user"
    case unverifiedEmail = "unverified_email"
    case used
    case unknownUser = "unknown_user"
    case otherAccount = "other_account"

    /// For people, in lower case without a full stop.
    var message: String {
        switch self {
        case .malformedAnswer: "the provider's answer has no code or no state, or a parameter twice"
        case .deniedByProvider: "the provider did not log you in"
        case .unknownLogin: "this browser began no login in the last ten minutes"
        case .wrongState: "the provider's answer belongs to another login"
        case .wrongAnswerIssuer: "the answer is of another provider"
        case .refusedCode: "the provider refuses its code: it was used before, or has expired"
        case .malformedToken: "the provider's ID token has the wrong form"
        case .wrongAlgorithm: "the ID token is not signed with RS256 or ES256"
        case .unknownKey: "the provider does not publish the key of the ID token"
        case .wrongKey: "the key of the ID token is for another use or algorithm"
        case .wrongSignature: "the signature of the ID token is wrong"
        case .wrongIssuer: "the ID token is of another provider"
        case .wrongAudience: "the ID token is for another application"
        case .wrongNonce: "the ID token belongs to another login"
        case .expired: "the ID token has expired"
        case .notYetValid: "the ID token is of the future; compare the clocks of both machines"
        case .missingSubject: "the ID token does not name the account"
        case .missingUser: "the ID token does not have the claim of --openid-user-claim"
        case .unverifiedEmail: "the provider has not verified the email address"
        case .used: "the login was used before"
        case .unknownUser, .otherAccount: "no person of this name may log in with the provider's account"
        }
    }
}

/// The reason why a provider of OpenID Connect cannot be used at present.
enum OpenIDFailure: String, Error {
    // The first five are those of `HTTPClientError.Code`.
    case notReachable = "not_reachable"
    case notTrusted = "certificate_not_trusted"
    case timedOut = "timed_out"
    case answerTooLarge = "answer_too_large"
    case connectionFailed = "connection_failed"
    /// The status of an answer is not 200.
    case wrongStatus = "wrong_status"
    /// The provider does not accept the client's id and secret.
    case refusedClient = "refused_client"
    /// The description of the provider names another issuer.
    case otherIssuer = "other_issuer"
    /// An answer lacks a member, or is no JSON.
    case malformedAnswer = "malformed_answer"
    /// Too many logins wait for the provider.
    case busy
}
