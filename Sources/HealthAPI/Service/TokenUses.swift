import HealthDatabase
import Postgres
import Synchronization

/// Records when tokens were last used, without delaying requests.
///
/// The use of a token is written at most once a minute. A separate task writes it in a session that
/// counts toward the person's sessions. So it delays no request of another person, and no request
/// waits for it. A write that fails is not repeated. The next request after a minute causes a new
/// write.
final class TokenUses: Sendable {
    /// Most writes at the same time. A person has at most one. Further uses are written at a later
    /// request.
    static let writesMax = 64
    /// Most tokens in each half of the memory. If a token is dropped from it, the token's next use
    /// is written.
    static let tokensMax = 4_096

    private let pool: Pool
    private let interval: Duration
    private let state = Mutex(State())

    private struct State {
        /// For each token, the time at which its use was last written.
        var times = OwnedMemory<BearerToken, ContinuousClock.Instant>(perOwnerMax: tokensMax, max: tokensMax)
        /// People for whom a use is being written.
        var writers: Set<Int32> = []
    }

    /// - Parameter interval: the time between two writes for one token.
    init(pool: Pool, interval: Duration = .seconds(TokenStore.useSeconds)) {
        self.pool = pool
        self.interval = interval
    }

    /// Records that a request came with a valid token. Returns without waiting for the write.
    func note(_ token: BearerToken, at now: ContinuousClock.Instant = .now) {
        guard begin(token, now) else { return }
        Task.detached { [self] in
            // Errors are not logged, because they could repeat each minute. Examples are a database
            // server that only allows reads or is down, and a person without a free session.
            try? await pool.withSession(for: token.personID) { try TokenStore.recordUse(of: token, $0) }
            end(token)
        }
    }

    /// Returns true if the use must be written now. The caller then calls `end` after the write.
    func begin(_ token: BearerToken, _ now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            if let last = state.times[token.personID, token], now - last < interval { return false }
            guard state.writers.count < TokenUses.writesMax, state.writers.insert(token.personID).inserted else {
                return false
            }
            state.times.remember(now, for: token.personID, token)
            return true
        }
    }

    func end(_ token: BearerToken) { state.withLock { _ = $0.writers.remove(token.personID) } }
}
