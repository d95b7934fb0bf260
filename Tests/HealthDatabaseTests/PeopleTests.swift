import Foundation
import HealthDatabase
import Postgres
import Testing

@Suite struct PeopleTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a person's name has 1 to 200 bytes without control characters, and belongs to one person")
    func names() throws {
        let session = store.session
        let good = ["x", String(repeating: "x", count: 200), String(repeating: "é", count: 100), "O'Neil \"%_\\"]
        for name in good {
            let person = try PersonStore.create(name: name, session)
            #expect(try PersonStore.find(name: name, session) == person)
        }
        let bad = [
            "", String(repeating: "x", count: 201), String(repeating: "é", count: 101), "a\u{0}", "a\nb", "\u{7f}",
        ]
        for name in bad {
            #expect(refusal { try PersonStore.create(name: name, session) } == .malformedName)
            #expect(refusal { try PersonStore.find(name: name, session) } == .unknownPerson)
        }
        #expect(refusal { try PersonStore.create(name: "x", session) } == .personExists)
        #expect(refusal { try PersonStore.find(name: "X", session) } == .unknownPerson)
        let listed = try PersonStore.list(session)
        #expect(Set(listed.map(\.name)) == Set(good + ["Ada"]))
        #expect(Set(listed.map(\.uuid)).count == 5)
    }

    @Test("deleting a person deletes their rows in every table and no row of another person")
    func delete() throws {
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        for person in [store, bea] {
            try fill(person)
            let token = try TokenStore.create(for: person.person, name: "app", person.session)
            try TokenStore.recordUse(of: token, person.session)
            _ = try person.answer("key")
            _ = try InterruptedFile(100, seed: 1).importing(person)
            _ = try UploadStore(person: person.person, session: person.session).begin(
                UploadStore.Announcement(fileName: "export.zip", bytes: nil, sha256: nil, key: nil))
            try person.addRows()
        }
        let tables = try store.personalTables()
        #expect(tables.count >= 17)
        // Otherwise the test would prove nothing.
        for table in tables { #expect(try store.count(table) > 0, "\(table)") }
        let others = try bea.everything()
        try PersonEraser.erase(store.person, store.session)
        for table in tables { #expect(try store.count(table) == 0, "\(table)") }
        #expect(try bea.everything() == others)
        // A second deletion is not an error.
        try PersonEraser.erase(store.person, store.session)
    }
}

extension TestStore {
    /// Inserts a row into each table that the writers of this test do not fill.
    fileprivate func addRows() throws {
        for insert in [
            """
            hour (person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count, reaching_valueless_count, duration, source_ids)
            values ($1, 1, 0, '2024-01-01', 0, 0, 0, 0, 0, '{}')
            """,
            """
            day (person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count, reaching_valueless_count, duration, source_ids)
            values ($1, 1, 0, '2024-01-01', '2024-01-01', '2024-01-02', 0, 0, 0, 0, 0, '{}')
            """,
            """
            night (person_id, sample_type_id, date, start_time, end_time, session_count, nap_count, source_ids, is_aggregate)
            values ($1, 1, '2024-01-01', '2024-01-01', '2024-01-02', 1, 0, '{}', false)
            """,
            """
            access_log (person_id, requested_at, holder_id, credential_kind, method, answer_bytes)
            values ($1, '2024-01-01', 1, 'token', 'GET', 0)
            """,
            "sample_holder (person_id, uuid, holder_id) values ($1, gen_random_uuid(), 1)",
            "contained_change values ($1, gen_random_uuid(), 1, 0, null, null, 1)",
            "unit_type (person_id, unit_id, sample_type_id) values ($1, 1, 1)",
            "complete_range values ($1, 1, 1, '2024-01-01', '2024-01-02')",
            "replaced_sample values ($1, 1, gen_random_uuid(), 'sample', 'uuid', '[]')",
            """
            webhook (person_id, webhook_id, holder_id, url, secret, position)
            select $1, gen_random_uuid(), holder_id, 'https://a.example', decode(repeat('00', 24), 'hex'), 0
            from health.holder where person_id = $1
            """,
        ] {
            _ = try session.execute("insert into health.\(insert)", [.int32(person.id)])
        }
    }
}

@Suite struct TokenTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a token is valid for its person, also as text, until it is revoked")
    func lifeCycle() throws {
        let token = try TokenStore.create(for: store.person, name: "app", store.session)
        let second = try TokenStore.create(for: store.person, name: "other", store.session)
        let read = try #require(BearerToken(token.text))
        #expect(read == token)
        #expect(try TokenStore.person(for: read, store.session) == store.person)
        try TokenStore.revoke(token.tokenID, of: store.person, store.session)
        #expect(try TokenStore.person(for: read, store.session) == nil)
        #expect(try TokenStore.person(for: second, store.session) == store.person)
        // A second revocation is not an error and does not change the time.
        let before = try store.everything()
        try TokenStore.revoke(token.tokenID, of: store.person, store.session)
        #expect(try store.everything() == before)
        let listed = try TokenStore.list(for: store.person, store.session)
        #expect(listed.map(\.name) == ["app", "other"] && listed.map(\.isRevoked) == [true, false])
    }

    @Test("a token with a wrong part is invalid")
    func wrong() throws {
        let bea = try PersonStore.create(name: "Bea", store.session)
        let token = try TokenStore.create(for: store.person, name: "app", store.session)
        let other = try TokenStore.create(for: bea, name: "app", store.session)
        var wrong = Array(repeating: token, count: 6)
        wrong[0].secret[0] ^= 1
        wrong[1].secret[31] ^= 0x80
        wrong[2].secret = other.secret
        wrong[3].tokenID = other.tokenID
        wrong[4].personID = bea.id
        wrong[5].secret = [UInt8](repeating: 0, count: 32)
        for token in wrong { #expect(try TokenStore.person(for: token, store.session) == nil) }
        var unknown = token
        unknown.personID = .max
        #expect(try TokenStore.person(for: unknown, store.session) == nil)
        #expect(refusal { try TokenStore.revoke(other.tokenID, of: store.person, store.session) } == .unknownToken)
        #expect(try TokenStore.person(for: other, store.session) == bea)
        try PersonEraser.erase(store.person, store.session)
        #expect(try TokenStore.person(for: token, store.session) == nil)
    }

    @Test("texts of any other form are not tokens")
    func shapes() throws {
        let text = try TokenStore.create(for: store.person, name: "app", store.session).text
        #expect(text.hasPrefix("hs_\(store.person.id)_") && text.utf8.count <= 128)
        let wrong: [String] = [
            "", "hs", "hs___", "hs_1_2_3", String(text.dropLast()), text + "0", String(text.dropFirst()),
            text + "_", " " + text, text.replacing("hs_", with: "HS_"), text.dropLast(2) + "zz",
            text.replacing("hs_\(store.person.id)_", with: "hs_99999999999_"),
            text.replacing("hs_\(store.person.id)_", with: "hs_x_"), String(repeating: "_", count: 128),
            // Other spellings of the same token.
            text.replacing("hs_\(store.person.id)_", with: "hs_+\(store.person.id)_"),
            text.replacing("hs_\(store.person.id)_", with: "hs_0\(store.person.id)_"),
            "hs_" + text.dropFirst(3).uppercased(),
        ]
        for text in wrong { #expect(BearerToken(text) == nil, "\(text.prefix(8))") }
        #expect(BearerToken(text) != nil)
    }

    @Test("the database contains no secret and no part of one")
    func atRest() throws {
        let token = try TokenStore.create(for: store.person, name: "app", store.session)
        let hex = try #require(token.text.split(separator: "_").last)
        let everything = try store.everything().lowercased()
        #expect(everything.contains(token.tokenID.uuidString.lowercased()))
        for start in stride(from: 0, through: 56, by: 8) {
            let part = hex.dropFirst(start).prefix(8)
            #expect(!everything.contains(part))
        }
        let stored = try store.session.execute("select secret_sha256 from health.token")[0].bytea(0)
        #expect(stored.count == 32 && stored != token.secret)
    }

    @Test("a token's name has at most 200 bytes and no control characters")
    func names() throws {
        _ = try TokenStore.create(for: store.person, name: String(repeating: "x", count: 200), store.session)
        for name in [String(repeating: "x", count: 201), "a\u{0}", "a\nb"] {
            #expect(
                refusal { try TokenStore.create(for: store.person, name: name, store.session) } == .malformedName)
        }
        #expect(try store.count("token") == 1)
    }
}
