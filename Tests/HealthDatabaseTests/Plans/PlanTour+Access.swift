import Foundation
import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

extension PlanTour {
    /// The requests of a holder that may write some types at some times and read none.
    func postOfHolders() throws {
        func second(_ number: Int) -> Double { Double(1_704_067_200 + number * 60 - Int(SampleMaker.zero)) }
        let token = try world.store.holder(
            "app", TestGrant(rights: ["write"], types: ["heartRate"]),
            TestGrant(rights: ["write"], types: ["bloodPressure", "bloodPressureSystolic"], from: 0))
        let access = try WriteAccess(try world.store.caller(token), session)
        func post(_ name: String, rows: Int, _ make: (inout SampleMaker) throws -> Void) throws {
            var maker = SampleMaker()
            try make(&maker)
            let batch = maker.batch
            try step("batch of a holder: " + name, rows: rows) {
                let receipt = try BatchWriter(person: person, session: session, access: access).write(batch)
                #expect(Set(receipt.samples.values).isSubset(of: [.inserted]) && receipt.refused == [:], "\(name)")
            }
        }
        func rate(_ value: Double) -> SampleMaker.Made { .quantity(value, unit: "count/min", type: "heartRate") }
        let own = (0..<5).map { _ in UUID() }
        try post("new samples", rows: 20) { maker in
            for (number, uuid) in own.enumerated() { try maker.add(uuid, rate(61), at: second(9_300 + number)) }
        }
        try post("known samples", rows: 60) { maker in
            for number in 9_310..<9_320 { try maker.add(try world.uuid(number), rate(7), at: second(number)) }
            for (number, uuid) in own.enumerated() { try maker.add(uuid, rate(61), at: second(9_300 + number)) }
        }
        try post("sync versions", rows: 60) { maker in
            for number in 1...2 {
                try maker.add(
                    UUID(), rate(61), at: second(9_330 + number),
                    sync: SyncIdentity(identifier: "of an app", version: SyncVersion(Int64(number))))
            }
        }
        try post("deletions", rows: 100) { maker in
            for uuid in own + [UUID(), try world.uuid(9_340)] { try maker.delete(uuid) }
        }
    }

    /// What holders read who may not read everything: all types without names, some types at all
    /// times, and all types from an instant on.
    func readOfHolders() throws {
        let special = ["reproductive", "clinical", "routes"]
        let from = Double(1_704_067_200 - Int(SampleMaker.zero))
        let grants = [
            ("nameless", TestGrant(rights: ["read"], allGroups: true, groups: special, showsNames: false)),
            ("of types", TestGrant(rights: ["read"], types: ["heartRate", "stepCount", "sleepAnalysis", "workout"])),
            ("of times", TestGrant(rights: ["read"], allGroups: true, groups: special, from: from)),
        ]
        for (name, grant) in grants {
            let access = try world.store.caller(try world.store.holder("reader " + name, grant)).access
            #expect(!access.readsAll)
            try read(as: access, named: name)
        }
    }

    private func read(as access: Access, named name: String) throws {
        func step(_ what: String, rows: Int, _ body: () throws -> Bool) throws {
            // The policies of the tables of a statement read the grants and the types of sources.
            try self.step("\(what), reader \(name)", rows: rows + 40) {
                let isRight = try session.reading(as: access) { try body() }
                #expect(isRight, "\(what), reader \(name)")
            }
        }
        var query = SampleQuery(sampleTypeID: try world.store.sampleTypeID("heartRate"))
        query.limit = 20
        let samples = SampleReader(person: person, session: session)
        for isAscending in [true, false] {
            query.isAscending = isAscending
            try step("page of samples, ascending \(isAscending)", rows: 60) {
                try samples.page(query).samples.count == 20
            }
        }
        let now = PlanWorld.instant(9_050)
        try step("latest of some types", rows: 40) {
            try samples.latest(of: ["heartRate", "stepCount"], now: now).allSatisfy { $0.sample != nil }
        }
        try step("latest of all types", rows: 80) { try samples.latest(of: nil, now: now).count > 2 }
        try step("types", rows: 300) { try !SampleTypeReader.list(for: person, session).isEmpty }
        try step("sources", rows: 60) { try SourceReader(person: person, session: session).sources().count == 3 }
        try step("freshness", rows: PlanWorld.newcomerSamples) {
            try FreshnessReader(person: person, session: session).sources(now: .latest).count == 3
        }
        let changes = ChangeReader(person: person, session: session)
        var anchor: ChangeAnchor?
        for page in 1...2 {
            try step("page \(page) of changes", rows: 100) {
                let found = try changes.page(after: anchor, limit: 20)
                anchor = found.anchor
                return found.changes.count == 20
            }
        }
        let parameters = QuestionParameters("heartRate", by: "hour", from: "2024-01-05", to: "2024-01-05T02:00")
        let request = try StatisticsQuestion(parameters).request(PersonSettings())
        try step("statistics of two hours", rows: 200) {
            try StatisticsReader(person: person, session: session).collections(request)[0].buckets.count == 2
        }
        var nights: QuestionParameters = [:]
        (nights[.from], nights[.to], nights[.timeZone]) = ("2024-01-05", "2024-01-06", "UTC")
        try step("a night", rows: 300) {
            try SleepReader(person: person, session: session).nights(SleepQuestion(nights).request(PersonSettings()))
                .nights.count == 1
        }
        var listed: QuestionParameters = [:]
        listed[.limit] = "5"
        let workouts = try WorkoutQuestion(listed).request(PersonSettings())
        try step("page of workouts", rows: 10 * 21) {
            try WorkoutReader(person: person, session: session).page(workouts).samples.count == 5
        }
        let units = CivilUnits(.day, clock: .utc)
        let day = units.unit(at: PlanWorld.instant(9_000))
        try step("digests of a day", rows: 1_440) {
            try ReconciliationReader(person: person, session: session)
                .digests(units, types: nil, from: day.start, to: day.end)?.isEmpty == false
        }
    }

    /// Credentials, the access log and the names of people.
    func keepAccess() throws {
        let (person, session) = (person, session)
        let own = try HolderStore.own(of: person, session)
        let token = try TokenStore.create(for: person, name: "logged", session)
        try step("sessions", rows: 60) {
            let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
            let login = try TokenStore.createLogin(for: person, now: now, session)
            let opened = try #require(try PageSessionStore.open(login: login, name: "browser", session).opened)
            let neighbour = try PersonStore.find(name: "Neighbour", session)
            for proof in [Credential.Proof.token(token), .session(opened), .proxyUser(person.name)] {
                _ = try CallerStore.find(Credential(proof), session)
                _ = try CallerStore.find(Credential(proof, personUUID: neighbour.uuid), session)
            }
            try PageSessionStore.end(opened, session)
            let account = OpenIDAccount(issuer: "https://auth.example", subject: "1")
            _ = try OpenIDSessionStore.open(user: person.name, account: account, id: UUID(), name: "browser", session)
            try OpenIDSessionStore.unlink(person, session)
            let passkey = try #require(
                try PasskeyStore.add(
                    ofHolder: own.id, name: "phone", credentialID: [1], publicKey: [1], counter: 0, userHandle: [1],
                    relyingParty: "localhost", session))
            try expect(PasskeyStore.use(challenge: UUID(), session))
            try expect(PasskeyStore.use(passkey, counter: 1, session))
            try expect(PasskeyStore.person(of: passkey, session) == person)
            try expect(PasskeyStore.remove(passkey.id, ofHolder: own.id, except: nil, session))
            let ends = Instant(microseconds: now.microseconds + 86_400 * Instant.microsecondsPerSecond)
            let invitation = try InvitationStore.create(
                about: person, to: "Guest", terms: .everything, by: own, within: AccessCoverage([.everything]),
                linkExpires: ends, session)
            _ = try #require(try PageSessionStore.open(login: invitation, name: "browser", session).opened)
            let (pairing, _) = try AuthorizationStore.createPairing(
                for: person, name: "app", holder: own, terms: .everything, now: now, session)
            let paired = try #require(try AuthorizationStore.redeem(pairing, session)).issued
            _ = try AuthorizationStore.refresh(paired.refresh, session)
            _ = try AuthorizationStore.refresh(paired.refresh, session)
            let code = try AuthorizationStore.createCode(
                for: person, name: "app", holder: own, terms: .everything, now: now, session)
            let issued = try AuthorizationStore.exchange(code: code, of: person.id, expires: nil, session)
            _ = try AuthorizationStore.refresh(try #require(issued).refresh, session)
        }
        func entry(_ second: Int64) -> AccessLogEntry {
            AccessLogEntry(
                personID: person.id, time: Instant(seconds: 1_704_067_200 + second), holderID: own.id,
                credentialID: token.tokenID, method: "GET", route: "/v1/samples", status: 200, answerBytes: 1)
        }
        try step("access log", rows: 100) {
            try AccessLogStore.add((0..<20).map(entry), session)
            var query = AccessLogStore.Query()
            query.limit = 10
            (query.holder, query.from) = (person.name, Instant(seconds: 1_704_067_200))
            let first = try AccessLogStore.page(of: person, query, session)
            query.cursor = first.next
            try expect(first.entries.count == 10 && AccessLogStore.page(of: person, query, session).entries.count == 10)
            try expect(AccessLogStore.deleteEntries(before: Instant(seconds: 1_704_067_210), session))
        }
        let reader = try world.store.holder(
            "reader of the log",
            TestGrant(
                rights: ["read"], allGroups: true, groups: ["reproductive", "clinical", "routes"]))
        let caller = try world.store.caller(reader)
        try step("when access ends", rows: 5) { _ = try CallerStore.accessEnds(caller, session) }
        try step("preferences of a reader", rows: 10) {
            var change = ReaderPreferences.Change()
            change.firstWeekday = 7
            let store = ReaderPreferenceStore(caller, session)
            try expect(store.change(change).firstWeekday == 7 && store.preferences().firstWeekday == 7)
        }
        try step("webhooks", rows: 200) { try keepWebhooks(caller) }
        try step("who may read the log", rows: 1) { try expect(!AccessLogStore.mayRead(caller, session)) }
        try step("names and erased people", rows: 40) {
            let renamed = try PersonStore.rename(person, to: "Renamed", session)
            _ = try PersonStore.rename(renamed, to: person.name, session)
            try expect(PersonStore.find(uuid: person.uuid, session) == person)
            try expect(PersonEraser.pending(session) == [] && ErasedList.reconcile(nil, session) == [])
        }
    }

    /// Makes a webhook, tells it changes, and removes it.
    private func keepWebhooks(_ caller: Caller) throws {
        let id = try WebhookStore.add(
            url: "https://receiver.invalid/", about: person, holderID: caller.access.holderID, tokenID: caller.tokenID,
            session
        ).webhook.id
        let end = try ChangeObserver.end(of: person, session)
        func claim() throws -> WebhookQueue.Claim? {
            _ = try session.execute(
                "update health.webhook set next_attempt_at = now() where person_id = $1", [.int32(person.id)])
            return try WebhookQueue.waiting(session).first.flatMap { try WebhookQueue.claim($0, session) }
        }
        func tell(from position: Int64) throws {
            _ = try session.execute(
                "update health.webhook set position = $2 where person_id = $1",
                [.int32(person.id), .int64(position)])
        }
        try tell(from: end - 20)
        let claimed = try #require(try claim())
        let event = WebhookQueue.Event(id: UUID(), end: end, types: ["a", "b"], body: "{}")
        try expect(WebhookQueue.store(event, of: claimed, session))
        let failed = WebhookQueue.Outcome.failed(reason: "timed_out", retryAfterSeconds: 9)
        try expect(!WebhookQueue.record(failed, of: event, claimed, session))
        try expect(!WebhookQueue.record(.interrupted, of: event, claimed, session))
        guard case .event(let again) = try claim()?.content else {
            Issue.record("the event is not sent again")
            return
        }
        try expect(WebhookStore.replaceSecret(of: id, about: person, session).webhook.oldSecretUntil != nil)
        expect(again.id == event.id && again.body == event.body && again.types == event.types)
        try expect(!WebhookQueue.record(.delivered, of: event, claimed, session))
        try expect(WebhookStore.find(id, of: person, session).delivered != nil)
        // The feed has no change there that the holder may read.
        try tell(from: end + 1)
        _ = try session.execute(
            "update health.change_counter set last_position = last_position + 2 where person_id = $1",
            [.int32(person.id)])
        try expect(claim() == nil && WebhookQueue.waiting(session).isEmpty)
        try expect(WebhookQueue.record(.refused(reason: "status_410"), of: event, claimed, session))
        try WebhookStore.remove(id, of: person, session)
    }
}
