import HealthDatabase
import Synchronization

/// Remembers credentials whose last look-up found a caller about the person of the token. Each
/// request still looks up its credential. The memory only makes that cheaper, and tells whose
/// session may do it. The memory ends with the program.
final class CallerCache: Sendable {
    /// Most credentials of a person in each half of the memory.
    static let callersPerPersonMax = 256
    /// Most credentials in each half of the memory.
    static let callersMax = 8_192

    private let memory = Mutex(
        OwnedMemory<Credential.Proof, CallerStore.Resolved?>(perOwnerMax: callersPerPersonMax, max: callersMax))

    /// The caller of a credential, if the request is about the caller's own person.
    subscript(_ credential: Credential) -> CallerStore.Resolved? {
        guard let token = credential.token, let known = memory.withLock({ $0[token.personID, credential.proof] }),
            let known, credential.personUUID == nil || credential.personUUID == known.person.uuid
        else { return nil }
        return known
    }

    /// Remembers the caller that a look-up has found, or forgets an earlier one.
    func remember(_ found: CallerStore.VersionedFinding, _ credential: Credential) {
        // Wrong tokens must not fill the memory.
        guard let token = credential.token, found.known != nil || self[credential] != nil else { return }
        memory.withLock { $0.remember(found.known, for: token.personID, credential.proof) }
    }
}
