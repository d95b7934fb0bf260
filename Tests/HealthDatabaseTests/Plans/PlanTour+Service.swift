import Foundation
import HealthCore
import HealthDatabase
import Testing

/// The steps that do not concern one person's samples.
extension PlanTour {
    func queueImports() throws {
        let (person, session) = (person, session)
        let uploads = UploadStore(person: person, session: session)
        var ids: [Int32] = []
        try step("uploads", rows: 200) {
            for name in ["failed", "cancelled", "abandoned"] {
                let announced = UploadStore.Announcement(
                    fileName: name, bytes: 10, sha256: nil, key: IdempotencyKey(name))
                ids.append(try uploads.begin(announced).0.id)
                expect(try !uploads.begin(announced).isNew)
            }
            for id in ids {
                _ = try uploads.recordProgress(id, receivedBytes: 10, bytes: 10, folder: "host")
                expect(try uploads.enqueue(id, bytes: 10))
            }
            expect(try uploads.fail(ids[0], code: "failed", message: "failed"))
            expect(try ImportStore(person: person, session: session).cancel(ids[1]) != nil)
        }
        try step("queue of imports", rows: 200) {
            let waiting = try #require(try ImportQueue.waiting(limit: 10, session).first)
            expect(try StoreMeasures(session).waitingImports > 0)
            try ImportQueue.take(waiting, session)
            expect(try ImportQueue.unneeded([UUID()], session).count == 1)
            _ = try ImportQueue.endLost(waiting, session)
            expect(try ImportQueue.giveUpAbandoned(session) == 0)
            expect(try ImportQueue.fail(waiting, code: "failed", message: "failed", session))
        }
    }

    func keepPeople() throws {
        let (person, session) = (person, session)
        try step("people", rows: 20) {
            expect(try PersonStore.list(session).contains(person))
            expect(try PersonStore.find(name: person.name, session) == person)
            _ = try PersonStore.create(name: "Somebody", session)
            let token = try TokenStore.create(for: person, name: "revoked", session)
            try TokenStore.recordUse(of: token, session)
            expect(try TokenStore.list(for: person, session).last?.lastUsed != nil)
            try TokenStore.revoke(token.tokenID, of: person, session)
            expect(try ChangeReader.renewFeeds(of: person, session) == 1)
        }
        try step("grants", rows: 400) {
            let holder = try HolderStore.add(name: "holder of \(person.name)", session)
            expect(try HolderStore.find(name: holder.name, session) == holder)
            let terms = AccessTerms(rights: .read, scope: AccessScope(types: ["HKQuantityTypeIdentifierStepCount"]))
            let grant = try GrantStore.add(terms, about: person, to: holder, session)
            expect(try GrantStore.list(about: person, session).contains(grant))
            expect(try GrantStore.list(of: holder, session) == [grant])
            _ = try TokenStore.create(for: person, name: "narrow", holder: holder, terms: terms, session)
            try GrantStore.revoke(grant.id, about: person, session)
            try GrantStore.revokeAll(of: holder, about: person, session)
            try HolderStore.remove(holder, session)
        }
        let name = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try step("analysts", rows: 100) {
            _ = try AnalystStore.create(name: name, people: [person], session)
            expect(try AnalystStore.list(session).contains { $0.name == name })
            try AnalystStore.revoke(name, person, session)
            try AnalystStore.grant(name, person, session)
            try AnalystStore.remove(name, session)
        }
    }

    /// Runs the statements that read all data.
    func examine() throws {
        let (person, session) = (person, session)
        let everything = 4 * (PlanWorld.neighbourSamples + PlanWorld.newcomerSamples)
        try step("doctor", rows: everything) { _ = try Doctor(session: session).examine() }
        try step("overview of a person", rows: 2 * PlanWorld.newcomerSamples) {
            expect(try PersonOverview(of: person, now: .latest, session).count > 0)
        }
        let heartRate = try world.store.sampleTypeID("heartRate")
        try step("figures made anew", rows: PlanWorld.newcomerSamples) {
            for isMarked in [true, false] {
                expect(try !MarkBacklog.entries(of: person, isMarked: isMarked, session).isEmpty)
            }
            try FigureRefresher.drop(person: person, sampleTypeID: heartRate, session)
            var refresher = FigureRefresher(
                person: person, sampleTypeID: heartRate, session: session, until: .max)
            _ = try refresher.refreshPiece()
        }
    }
}
