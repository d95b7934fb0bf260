import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct NarrowedTokenTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a token is listed with its holder and its limits")
    func listing() throws {
        let ben = try HolderStore.add(name: "Ben", store.session)
        _ = try GrantStore.add(
            AccessTerms(rights: .read, scope: .allGroups), about: store.person, to: ben, store.session)
        let terms = AccessTerms(
            rights: .read, scope: AccessScope(groups: [.sleep], to: Instant(seconds: 1_700_000_000)),
            showsNames: false, expires: Instant(seconds: 4_000_000_000))
        _ = try TokenStore.create(for: store.person, name: "all", store.session)
        _ = try TokenStore.create(for: store.person, name: "some", holder: ben, terms: terms, store.session)
        let login = try TokenStore.createLogin(
            for: store.person, now: Instant(seconds: 3_999_999_000), store.session)
        let listed = try TokenStore.list(for: store.person, store.session)
        #expect(listed.map(\.holder.name) == ["Ada", "Ben", "Ada"])
        #expect(listed.map(\.kind) == [.token, .token, .login])
        #expect(Array(listed.map(\.terms).prefix(2)) == [.everything, terms])
        #expect(listed[2].terms.expires == Instant(seconds: 3_999_999_600))
        #expect(listed[1].isValid(at: Instant(seconds: 3_999_999_999)))
        #expect(!listed[1].isValid(at: Instant(seconds: 4_000_000_000)))
        // A login link is not accepted as a bearer token.
        #expect(try TokenStore.caller(for: login, store.session) == nil)
    }

    @Test("an expired token is invalid, and a token about another person gives nothing about this person")
    func expired() throws {
        var terms = AccessTerms.everything
        terms.expires = Instant(seconds: 1_000_000_000)
        let token = try TokenStore.create(for: store.person, name: "", terms: terms, store.session)
        #expect(try TokenStore.caller(for: token, store.session) == nil)
        let bea = try PersonStore.create(name: "Bea", store.session)
        let other = try TokenStore.create(for: bea, name: "", store.session)
        let holder = try HolderStore.own(of: store.person, store.session)
        let access = try store.session.execute(
            "select health.access_of($1, $2, $3) ->> 'mayRead'",
            [.int32(store.person.id), .int32(holder.id), .uuid(other.tokenID)])
        #expect(try access[0].text(0) == "false")
    }

    @Test("the number of valid tokens about a person is limited")
    func limit() throws {
        let holder = try HolderStore.own(of: store.person, store.session)
        _ = try store.session.execute(
            """
            insert into health.token (person_id, token_id, secret_sha256, name, holder_id)
            select $1, gen_random_uuid(), decode(repeat('00', 32), 'hex'), '', $2 from generate_series(1, $3)
            """, [.int32(store.person.id), .int32(holder.id), .int64(TokenStore.tokensPerPersonMax)])
        #expect(refusal { try TokenStore.create(for: store.person, name: "", store.session) } == .tooManyTokens)
        _ = try store.session.execute(
            "update health.token set expires_at = now() where ctid in (select ctid from health.token limit 1)")
        _ = try TokenStore.create(for: store.person, name: "", store.session)
        // The store keeps the latest of the ended tokens.
        _ = try store.session.execute(
            "update health.token set revoked_at = now(), name = 'old' where name = '' and expires_at is null")
        _ = try TokenStore.create(for: store.person, name: "new", store.session)
        let names = try store.texts("select name from health.token")
        #expect(names.filter { $0 != "new" }.count == TokenStore.endedTokensPerPersonMax && names.contains("new"))
    }
}
