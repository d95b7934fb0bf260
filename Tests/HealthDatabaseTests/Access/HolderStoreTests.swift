import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct HolderStoreTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a person has a holder of the same name, and other holders are added, listed and removed")
    func holders() throws {
        let session = store.session
        let ada = try HolderStore.find(name: "Ada", session)
        #expect(ada == (try HolderStore.own(of: store.person, session)))
        #expect(ada.personID == store.person.id && ada.kind == .person)
        let phone = try HolderStore.add(name: "Ada's phone", session)
        #expect(phone.kind == .other)
        #expect(try HolderStore.find(name: "Ada's phone", session) == phone)
        let bea = try PersonStore.create(name: "Bea", session)
        _ = try GrantStore.add(
            AccessTerms(rights: .read, scope: .allGroups), about: bea, to: phone, session)
        let listed = try HolderStore.list(session)
        #expect(listed.map(\.holder.name) == ["Ada", "Bea", "Ada's phone"])
        #expect(listed.map(\.people) == [[], [], ["Bea"]])
        try HolderStore.remove(phone, session)
        #expect(refusal { try HolderStore.find(name: "Ada's phone", session) } == .unknownHolder)
        #expect(refusal { try HolderStore.remove(ada, session) } == .ownHolder)
    }

    @Test("a name belongs to one person or holder, in every order of adding")
    func names() throws {
        let session = store.session
        _ = try HolderStore.add(name: "study", session)
        #expect(refusal { try HolderStore.add(name: "study", session) } == .holderExists)
        #expect(refusal { try HolderStore.add(name: "Ada", session) } == .personExists)
        #expect(refusal { try PersonStore.create(name: "study", session) } == .holderExists)
        #expect(refusal { try PersonStore.find(name: "study", session) } == .unknownPerson)
        for name in ["", "a\nb", "a\u{0}", String(repeating: "x", count: 201)] {
            #expect(refusal { try HolderStore.add(name: name, session) } == .malformedName)
            #expect(refusal { try HolderStore.find(name: name, session) } == .unknownHolder)
        }
    }

    @Test("if a person and holders are added with one name at the same time, one of them succeeds")
    func concurrentNames() async throws {
        let conninfo = store.conninfo
        for round in 0..<5 {
            let added = try await concurrently(4) { number in
                let session = try Session(conninfo: conninfo)
                do {
                    if number.isMultiple(of: 2) {
                        _ = try PersonStore.create(name: "Name \(round)", session)
                    } else {
                        _ = try HolderStore.add(name: "Name \(round)", session)
                    }
                    return 1
                } catch let error as HealthDatabaseError
                    where error.code == .personExists || error.code == .holderExists
                { return 0 }
            }
            let addedCount = added.reduce(0, +)
            #expect(addedCount == 1)
        }
    }

    @Test("the number of holders that are not people is limited")
    func limit() throws {
        _ = try store.session.execute(
            "insert into health.holder (name) select 'holder ' || n from generate_series(1, $1) n",
            [.int64(HolderStore.holdersMax)])
        #expect(refusal { try HolderStore.add(name: "one more", store.session) } == .tooManyHolders)
        _ = try PersonStore.create(name: "Bea", store.session)
    }
}
