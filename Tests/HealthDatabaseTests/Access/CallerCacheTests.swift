import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The look-up of a credential that was found before.
@Suite struct CallerCacheTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let terms = [
        AccessTerms.everything, AccessTerms(rights: .read, scope: .everything),
        AccessTerms(rights: [.read, .write], scope: .everything, showsNames: false),
        AccessTerms(rights: [.read, .write], scope: .allGroups), AccessTerms(rights: .write, scope: .everything),
        AccessTerms(rights: .manage, scope: AccessScope(groups: [.sleep])),
    ]

    @Test("after any grants and revocations, it finds the same access as the first look-up of a credential")
    func randomGrants() throws {
        let session = store.session
        let ben = try HolderStore.add(name: "Ben", session)
        _ = try GrantStore.add(.everything, about: store.person, to: ben, session)
        let credential = Credential(
            .token(try TokenStore.create(for: store.person, name: "app", holder: ben, session)))
        var random = SeededGenerator(5)
        var known: CallerStore.Resolved?
        let rounds = LongRun.isOn ? 60 : 30
        for _ in 0..<rounds {
            let valid = try GrantStore.valid(of: ben, about: store.person, session)
            if let grant = valid.randomElement(using: &random), random.below(2) == 0 {
                try GrantStore.revoke(grant.id, about: store.person, session)
            } else {
                let terms = Self.terms[random.below(Self.terms.count)]
                _ = try GrantStore.add(terms, about: store.person, to: ben, session)
            }
            for _ in 0..<2 {
                let found = try CallerStore.find(credential, readsVersion: true, known: known, session)
                guard case .caller(let caller) = found.finding,
                    case .caller(let expected) = try CallerStore.find(credential, session)
                else {
                    Issue.record("no caller was found")
                    return
                }
                #expect(caller == expected)
                #expect(found.version != nil)
                known = found.known
            }
        }
    }

    @Test("a group that was granted covers a new type from the next request on")
    func newType() throws {
        let session = store.session
        let credential = Credential(
            .token(
                try TokenStore.create(
                    for: store.person, name: "app",
                    terms: AccessTerms(rights: .read, scope: AccessScope(groups: [.other])),
                    session)))
        let known = try #require(try CallerStore.find(credential, readsVersion: true, session).known)
        _ = try store.post { try $0.add(UUID(), .quantity(1, type: "HKQuantityTypeIdentifierNew")) }
        guard
            case .caller(let caller) = try CallerStore.find(
                credential, readsVersion: true, known: known, session
            ).finding, case .caller(let expected) = try CallerStore.find(credential, session)
        else {
            Issue.record("no caller was found")
            return
        }
        #expect(caller == expected)
        #expect(try session.reading(as: caller.access) { try store.samples("HKQuantityTypeIdentifierNew").count } == 1)
    }

    @Test("the token of another person, another secret and an ended token are not known")
    func others() throws {
        let session = store.session
        let token = try TokenStore.create(for: store.person, name: "app", session)
        let found = try CallerStore.find(Credential(.token(token)), readsVersion: true, session)
        let known = found.known
        func finding(_ token: BearerToken) throws -> CallerStore.VersionedFinding {
            try CallerStore.find(Credential(.token(token)), readsVersion: true, known: known, session)
        }
        var wrong = token
        wrong.secret[0] ^= 1
        guard case .wrong = try finding(wrong).finding else {
            Issue.record("a wrong secret was accepted")
            return
        }
        let bea = try PersonStore.create(name: "Bea", session)
        guard case .caller(let other) = try finding(try TokenStore.create(for: bea, name: "app", session)).finding
        else {
            Issue.record("the other person's token was refused")
            return
        }
        #expect(other.person.name == "Bea" && other.access != found.caller?.access)
        try TokenStore.revoke(token.tokenID, of: store.person, session)
        let ended = try finding(token)
        guard case .ended = ended.finding else {
            Issue.record("a revoked token was accepted")
            return
        }
        #expect(ended.known == nil)
    }

    @Test("a grant that ends by the clock ends for a known caller, too")
    func expiry() throws {
        let session = store.session
        let ben = try HolderStore.add(name: "Ben", session)
        var terms = AccessTerms.everything
        let end = try session.execute("select now() + interval '1.5 seconds'")[0].timestamptz(0)
        terms.expires = Instant(microseconds: end)
        _ = try GrantStore.add(terms, about: store.person, to: ben, session)
        let credential = Credential(
            .token(try TokenStore.create(for: store.person, name: "app", holder: ben, session)))
        let known = try #require(try CallerStore.find(credential, readsVersion: true, session).known)
        _ = try session.execute("select pg_sleep_until($1)::text", [.timestamptz(end)])
        let found = try CallerStore.find(credential, readsVersion: true, known: known, session)
        #expect(found.caller?.access.mayRead == false)
    }

}

extension CallerStore.VersionedFinding {
    fileprivate var caller: Caller? { if case .caller(let caller) = finding { caller } else { nil } }
}
