import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct GrantStoreTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let later = Instant(seconds: 4_000_000_000)

    @Test("a grant is stored as it was given, listed by person and by holder, and revoked")
    func lifeCycle() throws {
        let session = store.session
        try store.post { try $0.add(UUID(), .quantity(1, type: "mine")) }
        let ben = try HolderStore.add(name: "Ben", session)
        let terms = AccessTerms(
            rights: [.read, .manage],
            scope: AccessScope(
                groups: [.sleep, .routes], types: ["HKQuantityTypeIdentifierStepCount", "mine"],
                from: Instant(seconds: 1_700_000_000), to: Instant(seconds: 1_800_000_000)),
            showsNames: false, expires: Self.later)
        let own = try HolderStore.own(of: store.person, session)
        let grant = try GrantStore.add(
            terms, about: store.person, to: ben, preset: .family, grantedBy: own, session)
        #expect(grant.terms == terms && grant.preset == "family" && grant.grantedBy == "Ada")
        #expect(grant.holder == ben && grant.personName == "Ada" && !grant.isOwn)
        let listed = try GrantStore.list(about: store.person, session)
        #expect(listed.count == 2 && listed[0].isOwn && listed[1] == grant)
        #expect(listed[0].terms == .everything)
        #expect(try GrantStore.list(of: ben, session) == [grant])
        #expect(try GrantStore.valid(of: ben, about: store.person, session) == [grant])
        #expect(try GrantStore.otherTypes(of: store.person, session) == ["mine"])
        try GrantStore.revoke(grant.id, about: store.person, session)
        let revoked = try GrantStore.find(grant.id, about: store.person, session)
        #expect(revoked.revoked != nil && !revoked.isValid(at: Instant(seconds: 0)))
        #expect(try GrantStore.valid(of: ben, about: store.person, session) == [])
        // A second revocation is not an error and does not change the time.
        try GrantStore.revoke(grant.id, about: store.person, session)
        #expect(try GrantStore.find(grant.id, about: store.person, session) == revoked)
    }

    @Test("an own holder's grant is neither added nor revoked, and a grant belongs to one person")
    func own() throws {
        let session = store.session
        let own = try HolderStore.own(of: store.person, session)
        let reading = AccessTerms(rights: .read, scope: .allGroups)
        #expect(refusal { try GrantStore.add(reading, about: store.person, to: own, session) } == .ownGrant)
        let grant = try GrantStore.list(about: store.person, session)[0]
        #expect(refusal { try GrantStore.revoke(grant.id, about: store.person, session) } == .ownGrant)
        #expect(refusal { try GrantStore.revokeAll(of: own, about: store.person, session) } == .ownGrant)
        let bea = try PersonStore.create(name: "Bea", session)
        let shared = try GrantStore.add(reading, about: bea, to: own, session)
        #expect(refusal { try GrantStore.revoke(shared.id, about: store.person, session) } == .unknownGrant)
        #expect(try GrantStore.revokeAll(of: own, about: bea, session) == 1)
        #expect(try GrantStore.revokeAll(of: own, about: bea, session) == 0)
        try PersonEraser.erase(bea, session)
        #expect(refusal { try GrantStore.add(reading, about: bea, to: own, session) } == .unknownPerson)
    }

    @Test("terms without rights, without types and with unknown types name the field")
    func terms() throws {
        let ben = try HolderStore.add(name: "Ben", store.session)
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try bea.post { try $0.add(UUID(), .quantity(1, type: "of Bea alone")) }
        let wrong: [(AccessTerms, String)] = [
            (AccessTerms(rights: [], scope: .allGroups), "rights"),
            (AccessTerms(rights: .read, scope: AccessScope()), "groups"),
            (AccessTerms(rights: .read, scope: AccessScope(types: ["of Bea alone"])), "types"),
            (AccessTerms(rights: .read, scope: AccessScope(types: ["nothing"])), "types"),
        ]
        for (terms, field) in wrong {
            let grant = #expect(throws: ParameterError.self) {
                try GrantStore.add(terms, about: store.person, to: ben, store.session)
            }
            let token = #expect(throws: ParameterError.self) {
                try TokenStore.create(for: store.person, name: "", terms: terms, store.session)
            }
            #expect(grant?.parameter == field && token?.parameter == field)
        }
        #expect(try store.count("access_grant") == 1)
    }

    @Test("the number of valid grants is limited, and ended grants do not count")
    func limits() throws {
        let session = store.session
        let ben = try HolderStore.add(name: "Ben", session)
        let insert = """
            insert into health.access_grant (person_id, grant_id, holder_id, may_read, all_groups, revoked_at)
            select $1, gen_random_uuid(), $2, true, true, case when $4 then now() - n * interval '1 day' end
            from generate_series(1, $3) n
            """
        func add(_ count: Int64, revoked: Bool) throws {
            _ = try session.execute(
                insert, [.int32(store.person.id), .int32(ben.id), .int64(count), .bool(revoked)])
        }
        try add(GrantStore.endedGrantsPerPersonMax + 5, revoked: true)
        try add(GrantStore.grantsPerPersonMax - 1, revoked: false)
        let terms = AccessTerms(rights: .read, scope: .allGroups)
        let last = try GrantStore.add(terms, about: store.person, to: ben, session)
        let ended = try session.execute(
            "select count(*), min(revoked_at) > now() - interval '1002 days' from health.access_grant where revoked_at is not null"
        )[0]
        #expect(try ended.int64(0) == GrantStore.endedGrantsPerPersonMax && ended.bool(1))
        #expect(refusal { try GrantStore.add(terms, about: store.person, to: ben, session) } == .tooManyGrants)
        try GrantStore.revoke(last.id, about: store.person, session)
        _ = try GrantStore.add(terms, about: store.person, to: ben, session)
    }

    @Test("granting, revoking and removing notify of the person and the holder")
    func notifications() async throws {
        let session = store.session
        let heard = Recorder<NotificationListener.Event>()
        let listener = try NotificationListener(
            Database(store.conninfo), channels: [AccessChange.channel, TokenRevocation.channel]
        ) { heard.add($0) }
        #expect(await eventually { heard.listeningCount > 0 })
        let ben = try HolderStore.add(name: "Ben", session)
        let change = "\(store.person.id) \(ben.id)"
        let terms = AccessTerms(rights: .read, scope: .allGroups)
        let grant = try GrantStore.add(terms, about: store.person, to: ben, session)
        #expect(await eventually { heard.payloads == [change] })
        try GrantStore.revoke(grant.id, about: store.person, session)
        #expect(await eventually { heard.payloads == [change, change] })
        // Nothing has changed, so no notification is sent.
        try GrantStore.revoke(grant.id, about: store.person, session)
        _ = try GrantStore.add(terms, about: store.person, to: ben, session)
        let token = try TokenStore.create(for: store.person, name: "", holder: ben, session)
        try HolderStore.remove(ben, session)
        let removed = [change, token.tokenID.uuidString.lowercased()]
        #expect(await eventually { heard.payloads == [change, change, change] + removed })
        let cleo = try HolderStore.add(name: "Cleo", session)
        _ = try GrantStore.add(terms, about: store.person, to: cleo, session)
        try PersonEraser.erase(store.person, session)
        #expect(await eventually { heard.payloads.filter { $0 == "\(store.person.id) \(cleo.id)" }.count == 2 })
        await listener.close()
    }

    @Test("a payload of another form is ignored")
    func payloads() {
        #expect(AccessChange(payload: "1 20")?.personID == 1)
        #expect(AccessChange(payload: "1 20")?.holderID == 20)
        for text in ["", "1", "1 2 3", "1  2", "a b", " 1 2", "1 99999999999"] {
            #expect(AccessChange(payload: text) == nil, "\(text)")
        }
    }
}
