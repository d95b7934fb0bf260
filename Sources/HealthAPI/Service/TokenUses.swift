import HealthDatabase
import Postgres
import Synchronization

/// Records when tokens were last used, without delaying requests.
///
/// The use of a token is written at most once a minute. The write is a task of its own in the
/// person's share of the sessions: it delays no other person's request, and no request waits for
/// it. A write that fails is left out; the next request after a minute tries again.
final class TokenUses: Sendable {
    /// Writes at once, one for each person; further uses are left to a later request.
    static let writesMax = 64
    /// Tokens in each half of the memory. The use of a forgotten token is written once more.
    static let tokensMax = 4_096

    private let pool: Pool
    private let interval: Duration
    private let state = Mutex(State())

    private struct State {
        /// When the use of a token was last written, in two halves like the buckets of `RateLimit`.
        var recent: [BearerToken: ContinuousClock.Instant] = [:]
        var earlier: [BearerToken: ContinuousClock.Instant] = [:]
        /// People for whom a use is being written.
        var writers: Set<Int32> = []
    }

    /// - Parameter interval: the time between two writes for one token.
    init(pool: Pool, interval: Duration = .seconds(TokenStore.useSeconds)) {
        self.pool = pool
        self.interval = interval
    }

    /// Notes that a request came with a valid token. Returns at once.
    func note(_ token: BearerToken, at now: ContinuousClock.Instant = .now) {
        guard begin(token, now) else { return }
        Task.detached { [self] in
            // Not logged each minute: a server that only reads or is down, and a person without a
            // free session.
            try? await pool.withSession(for: token.personID) { try TokenStore.recordUse(of: token, $0) }
            end(token)
        }
    }

    /// Whether the use must be written now; if so, the caller calls `end` after it.
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
