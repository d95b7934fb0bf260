import HealthDatabase
import Postgres
import Synchronization

/// Writes down when tokens were last used, beside the requests and never in their way.
///
/// A token's use is written at most once a minute. The write is a task of its own in the person's share of the sessions, so that
/// it delays no other person's request, and a request does not wait for it. What cannot be written is left out: the next request
/// after a minute tries again.
final class TokenUses: Sendable {
    /// People of whom a use is being written at once, one each; others are left to a later request.
    static let writesMax = 64
    /// Tokens of each half of the memory; a token that is forgotten is written once more.
    static let tokensMax = 4_096

    private let pool: Pool
    private let interval: Duration
    private let state = Mutex(State())

    private struct State {
        /// When the use of a token was last written, in two halves as of `RateLimit`.
        var recent: [BearerToken: ContinuousClock.Instant] = [:]
        var earlier: [BearerToken: ContinuousClock.Instant] = [:]
        /// People of whom a use is being written.
        var writers: Set<Int32> = []
    }

    /// - Parameter interval: between two writes of one token.
    init(pool: Pool, interval: Duration = .seconds(TokenStore.useSeconds)) {
        self.pool = pool
        self.interval = interval
    }

    /// Notes that a request of `person` came with a good token. Returns at once.
    func note(_ token: BearerToken, of person: Person, at now: ContinuousClock.Instant = .now) {
        guard begin(token, now) else { return }
        Task.detached { [self] in
            // A server that only reads, one that is down and a person's sessions that are all taken are no reason to log each minute.
            try? await pool.withSession(for: person) { try TokenStore.recordUse(of: token, $0) }
            end(token)
        }
    }

    /// Whether the use is to be written now; if so, `end` says that it was.
    func begin(_ token: BearerToken, _ now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            if let last = state.recent[token] ?? state.earlier[token], now - last < interval { return false }
            guard state.writers.count < TokenUses.writesMax, state.writers.insert(token.personID).inserted else {
                return false
            }
            if state.recent.count >= TokenUses.tokensMax, state.recent[token] == nil {
                state.earlier = state.recent
                state.recent = [:]
            }
            state.recent[token] = now
            return true
        }
    }

    func end(_ token: BearerToken) { state.withLock { _ = $0.writers.remove(token.personID) } }
}
