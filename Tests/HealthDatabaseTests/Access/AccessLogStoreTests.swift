import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// The access log in the database.
@Suite struct AccessLogStoreTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let start = Instant(seconds: 1_714_557_600)

    private func holder(of person: Person, _ session: Session) throws -> Int32 {
        try session.execute("select holder_id from health.holder where person_id = $1", [.int32(person.id)])[0].int32(0)
    }

    private func entry(_ person: Person, _ second: Int64, holder: Int32, token: UUID? = nil) -> AccessLogEntry {
        AccessLogEntry(
            personID: person.id, time: Instant(microseconds: Self.start.microseconds + second * 1_000_000),
            holderID: holder, credentialID: token, method: "GET", route: "/v1/statistics",
            types: ["HKQuantityTypeIdentifierStepCount"], from: "2024-05-01", to: nil, status: 200, rowCount: 7,
            answerBytes: 12)
    }

    @Test("pages have every entry once, newest first, and the filters select a time and a holder")
    func pages() throws {
        let session = store.session
        let own = try holder(of: store.person, session)
        let bea = try PersonStore.create(name: "Bea", session)
        let other = try holder(of: bea, session)
        let token = try TokenStore.create(for: store.person, name: "phone", session)
        // Several entries of one time.
        var entries = [entry(bea, 3, holder: own)]
        for number in 0..<30 {
            let holder = number % 3 == 0 ? other : own
            entries.append(entry(store.person, Int64(number / 3), holder: holder, token: token.tokenID))
        }
        try AccessLogStore.add(entries, session)
        func all(_ query: AccessLogStore.Query) throws -> [AccessLogStore.Listed] {
            var (query, listed) = (query, [AccessLogStore.Listed]())
            query.limit = 7
            repeat {
                let page = try AccessLogStore.page(of: store.person, query, session)
                listed += page.entries
                query.cursor = try page.next.map { try AccessLogStore.Cursor($0.text) }
            } while query.cursor != nil
            return listed
        }
        let whole = try all(AccessLogStore.Query())
        #expect(whole.count == 30 && whole.map(\.time) == whole.map(\.time).sorted(by: >))
        let first = try #require(whole.first)
        #expect(
            first.credentialKind == "token" && first.credentialName == "phone" && first.status == 200
                && first.rowCount == 7)
        #expect(
            first.types == ["HKQuantityTypeIdentifierStepCount"] && first.from == "2024-05-01" && first.to == nil)
        var query = AccessLogStore.Query()
        query.holder = "Bea"
        #expect(try all(query).count == 10 && all(query).allSatisfy { $0.holder == "Bea" })
        query.from = Instant(microseconds: Self.start.microseconds + 2_000_000)
        query.to = Instant(microseconds: Self.start.microseconds + 4_000_000)
        #expect(try all(query).count == 2)
        query.holder = "nobody"
        #expect(try all(query).isEmpty)
        // A removed holder has no name.
        try PersonEraser.erase(bea, session)
        #expect(try all(AccessLogStore.Query()).filter { $0.holder == nil }.count == 10)
        let id = "6c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f11"
        #expect(try AccessLogStore.Cursor("1.\(id)").text == "1.\(id)")
        for text in [
            "", "1", "1.", "a.\(id)", "01.\(id)", "1.2", "1.\(id).3", "99999999999999999999.\(id)",
            "1.\(id.uppercased())",
        ] {
            #expect(throws: HealthDatabaseError.self) { try AccessLogStore.Cursor(text) }
        }
    }

    @Test("entries about people who were erased or are being erased are left out, and the others are written")
    func erased() throws {
        let session = store.session
        let own = try holder(of: store.person, session)
        let bea = try PersonStore.create(name: "Bea", session)
        let eve = try PersonStore.create(name: "Eve", session)
        try PersonEraser(bea, session).begin()
        try PersonEraser.erase(eve, session)
        try AccessLogStore.add([bea, store.person, eve].map { entry($0, 0, holder: own) }, session)
        #expect(
            try session.execute("select person_id from health.access_log").map { try $0.int32(0) } == [
                store.person.id
            ])
        #expect(
            try AccessLogStore.page(of: store.person, AccessLogStore.Query(), session).entries[0].credentialKind
                == "proxy")
    }

    @Test("entries older than the limit are deleted in several transactions, and newer entries stay")
    func deletion() throws {
        let session = store.session
        let own = try holder(of: store.person, session)
        let bea = try PersonStore.create(name: "Bea", session)
        for person in [store.person, bea] {
            try AccessLogStore.add((0..<12_000).map { entry(person, Int64($0), holder: own) }, session)
        }
        let limit = Instant(microseconds: Self.start.microseconds + 11_000 * 1_000_000)
        var rounds = 0
        while try AccessLogStore.deleteEntries(before: limit, session) { rounds += 1 }
        #expect(rounds == 4)
        let rest = try session.execute(
            "select count(*), count(*) filter (where requested_at < $1) from health.access_log",
            [.timestamptz(limit.microseconds)])[0]
        #expect(try rest.int64(0) == 2_000 && rest.int64(1) == 0)
    }

    @Test("an operator's token is valid until it is revoked or expires, and no other text is read as the token")
    func operators() throws {
        let session = store.session
        let token = try OperatorTokenStore.create(name: "console", expires: nil, session)
        let read = try #require(OperatorToken(token.text))
        #expect(read == token && BearerToken(token.text) == nil)
        #expect(try OperatorTokenStore.isValid(read, session))
        var wrong = read
        wrong.secret[0] ^= 1
        #expect(try !OperatorTokenStore.isValid(wrong, session))
        for text in [
            token.text.uppercased(), token.text + "0", String(token.text.dropLast()), "hsop__", "hsop_1_2",
        ] {
            #expect(OperatorToken(text) == nil)
        }
        let past = try OperatorTokenStore.create(
            name: "old", expires: Instant(microseconds: Self.start.microseconds), session)
        #expect(try !OperatorTokenStore.isValid(past, session))
        try OperatorTokenStore.revoke(token.tokenID, session)
        #expect(try !OperatorTokenStore.isValid(read, session))
        #expect(try OperatorTokenStore.list(session).map(\.isRevoked) == [true, false])
        #expect(try OperatorTokenStore.list(session)[0].lastUsed != nil)
        #expect(throws: HealthDatabaseError.self) { try OperatorTokenStore.revoke(UUID(), session) }
    }
}
