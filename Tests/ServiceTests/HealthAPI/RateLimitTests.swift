import Foundation
import HealthDatabase
import Testing

@testable import HealthAPI

@Suite struct RateLimitTests {
    @Test("a token may make its burst at once, and afterwards as many as the rate allows", arguments: [1, 2, 100])
    func burst(rate: Int) throws {
        let limit = RateLimit(requestsPerSecond: rate)
        let token = try token(1)
        let start = ContinuousClock.now
        for _ in 0..<rate * RateLimit.burstSeconds { try limit.take(token, at: start) }
        let error = #expect(throws: APIError.self) { try limit.take(token, at: start) }
        #expect(error?.status == .tooManyRequests)
        #expect(error?.code == .rateLimited)
        #expect(error?.retryAfterSeconds == (rate == 1 ? 2 : 1))
        // A second adds as many requests as the rate. A refused request takes none.
        for _ in 0..<rate { try limit.take(token, at: start + .seconds(1)) }
        #expect(throws: APIError.self) { try limit.take(token, at: start + .seconds(1)) }
        // After a long time without requests, at most the burst is available.
        let later = start + .seconds(3600)
        for _ in 0..<rate * RateLimit.burstSeconds { try limit.take(token, at: later) }
        #expect(throws: APIError.self) { try limit.take(token, at: later) }
    }

    @Test(
        "services that divide a limit never allow more than one alone, and each allows something",
        arguments: [2, 3, 1_000])
    func divided(services: Int) throws {
        let limits = (0..<services).map { _ in RateLimit(requestsPerSecond: 100, bucketsMax: 10) }
        let (token, start) = (try token(1), ContinuousClock.now)
        func allowed(at now: ContinuousClock.Instant) -> [Int] {
            limits.map { limit in
                var count = 0
                while (try? limit.take(token, dividedBy: services, at: now)) != nil { count += 1 }
                return count
            }
        }
        let burst = allowed(at: start)
        #expect(burst.allSatisfy { $0 >= 1 } && burst.reduce(0, +) <= max(500, services))
        // The services allow the rate together: 100 a second.
        let rate = (1...60).map { allowed(at: start + .seconds(10 * $0)).reduce(0, +) }
        #expect(rate.allSatisfy { $0 <= max(500, services) })
        let steady = (1...10).map { allowed(at: start + .seconds(600 + $0)).reduce(0, +) }.reduce(0, +)
        #expect((900...1_000 + services).contains(steady), "\(steady)")
    }

    @Test("tokens do not share a bucket, nor does a wrong secret take from the right one")
    func separate() throws {
        let limit = RateLimit(requestsPerSecond: 1)
        let now = ContinuousClock.now
        guard case .token(var token1) = try token(1) else { return }
        token1.secret[0] ^= 1
        let wrong = Credential.Proof.token(token1)
        for _ in 0..<RateLimit.burstSeconds { try limit.take(wrong, at: now) }
        #expect(throws: APIError.self) { try limit.take(wrong, at: now) }
        try limit.take(try token(1), at: now)
        try limit.take(try token(2), at: now)
    }

    @Test("however many tokens come, the number of buckets is bounded, and one in use is kept")
    func bounded() throws {
        let limit = RateLimit(requestsPerSecond: 1, bucketsMax: 100)
        let now = ContinuousClock.now
        let busy = try token(0)
        for _ in 0..<RateLimit.burstSeconds { try limit.take(busy, at: now) }
        for number in 1...10_000 {
            try limit.take(try token(number), at: now)
            // This token is always refused, so its bucket is used and never filled.
            if number.isMultiple(of: 50) { #expect(throws: APIError.self) { try limit.take(busy, at: now) } }
        }
        #expect(limit.count <= 200)
        #expect(limit.count > 50)
    }

    private func token(_ number: Int) throws -> Credential.Proof {
        let id = String(repeating: "0", count: 16) + String(format: "%016x", number)
        return .token(try #require(BearerToken("hs_1_\(id)_" + String(repeating: "ab", count: 32))))
    }
}
