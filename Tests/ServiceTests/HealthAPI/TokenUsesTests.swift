import Foundation
import HealthDatabase
import Postgres
import Testing

@testable import HealthAPI

/// Tests which uses of tokens are written.
@Suite struct TokenUsesTests {
    private func token(_ person: Int32) throws -> BearerToken {
        let id = UUID().uuidString.lowercased().filter { $0 != "-" }
        return try #require(BearerToken("hs_\(person)_\(id)_" + String(repeating: "0", count: 64)))
    }

    private var uses: TokenUses {
        TokenUses(pool: Pool(Pool.Configuration(database: Database(""))), interval: .seconds(60))
    }

    @Test("a token is written once a minute")
    func interval() throws {
        let (uses, token, now) = (uses, try token(1), ContinuousClock.now)
        #expect(uses.begin(token, now))
        uses.end(token)
        #expect(!uses.begin(token, now + .seconds(59)))
        #expect(uses.begin(token, now + .seconds(60)))
    }

    @Test("one person has one write at a time, and another person's is not held up by it")
    func fairness() throws {
        let (uses, now) = (uses, ContinuousClock.now)
        let (first, second, other) = (try token(1), try token(1), try token(2))
        #expect(uses.begin(first, now))
        #expect(!uses.begin(second, now))
        #expect(uses.begin(other, now))
        uses.end(first)
        // A use that could not begin may begin later at once, and not only after a minute.
        #expect(uses.begin(second, now))
    }

    @Test("writes at once are bounded")
    func bound() throws {
        let (uses, now) = (uses, ContinuousClock.now)
        for person in 1...TokenUses.writesMax { #expect(uses.begin(try token(Int32(person)), now)) }
        #expect(!uses.begin(try token(Int32(TokenUses.writesMax + 1)), now))
    }
}
