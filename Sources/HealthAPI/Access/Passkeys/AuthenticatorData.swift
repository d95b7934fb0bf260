/// What an authenticator says in an answer to a challenge (WebAuthn, section 6.1).
struct AuthenticatorData {
    /// The flags of an answer. The others have no meaning for the service.
    private enum Flag: UInt8 {
        case userPresent = 0x01
        case userVerified = 0x04
        case hasCredential = 0x40
        case hasExtensions = 0x80
    }

    /// The SHA-256 of the host for which the key was made.
    let relyingPartySHA256: [UInt8]
    /// True if a person touched the authenticator, and the authenticator recognised the person.
    let isVerified: Bool
    /// The number of signatures; 0 if the authenticator does not count.
    let counter: Int64
    /// The name of a new key; nil in an answer that has no new key.
    let credentialID: [UInt8]?

    /// The bytes before a new key: hash, flags and counter.
    private static let headBytes = 37
    private static let modelBytes = 16
    static let credentialIDBytesMax = 1023

    /// The public key after `credentialID`, and extensions, are not read.
    ///
    /// - Returns: nil for bytes that are too short or too long.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= AuthenticatorData.headBytes else { return nil }
        let flags = bytes[32]
        func has(_ flag: Flag) -> Bool { flags & flag.rawValue != 0 }
        relyingPartySHA256 = Array(bytes[..<32])
        isVerified = has(.userPresent) && has(.userVerified)
        counter = bytes[33..<37].reduce(0) { $0 << 8 | Int64($1) }
        let rest = bytes[AuthenticatorData.headBytes...]
        guard has(.hasCredential) else {
            guard rest.isEmpty || has(.hasExtensions) else { return nil }
            credentialID = nil
            return
        }
        let key = rest.dropFirst(AuthenticatorData.modelBytes)
        guard let high = key.first, let low = key.dropFirst().first else { return nil }
        let length = Int(high) << 8 | Int(low)
        let id = key.dropFirst(2).prefix(length)
        guard 1...AuthenticatorData.credentialIDBytesMax ~= length, id.count == length else { return nil }
        credentialID = Array(id)
    }
}
