import Foundation
import HealthCore
import Postgres

@testable import HealthDatabase

extension PlanTour {
    /// Imports exports of one phone, made at different times, and undoes the last one.
    func importLaterExports(_ newcomer: TestStore) throws {
        func date(_ days: Double) -> Instant {
            Instant(microseconds: (SampleMaker.zero + Int64(second(9_300)) + Int64(days * 86_400)) * 1_000_000)
        }
        let weights = (0..<40).map { _ in UUID() }
        func addWeights(_ uuids: some Sequence<UUID>, version: Int, to maker: inout SampleMaker) throws {
            for (number, uuid) in uuids.enumerated() {
                try maker.add(
                    uuid, .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_300 + number), lasting: 1)
            }
            let sync = SyncIdentity(identifier: "tour", version: SyncVersion(Int64(version)))
            try maker.add(UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_350), sync: sync)
        }
        try step("import of an export with a date", rows: 300) {
            try newcomer.importing(piece: 50, exportedAt: date(1)) { try addWeights(weights, version: 1, to: &$0) }
        }
        try step("import of a later export without some samples", rows: 500) {
            try newcomer.importing(piece: 50, exportedAt: date(2), missing: .replace) {
                try addWeights(weights.prefix(36), version: 2, to: &$0)
            }
        }
        try step("import of an export between the two", rows: 500) {
            try newcomer.importing(piece: 50, exportedAt: date(1.5)) { try addWeights(weights, version: 1, to: &$0) }
        }
        try step("import of an export that has them again", rows: 500) {
            try newcomer.importing(piece: 50, exportedAt: date(3)) { try addWeights(weights, version: 3, to: &$0) }
        }
        try step("import of an older export without some samples", rows: 500) {
            try newcomer.importing(piece: 50, exportedAt: date(1.2)) {
                try addWeights(weights.prefix(30), version: 1, to: &$0)
            }
        }
        try step("a complete range of a client", rows: 500) {
            try newcomer.post { try $0.complete("heartRate", from: date(0), to: date(4)) }
        }
        func addOf(_ name: String, to maker: inout SampleMaker) throws {
            for number in 0..<40 {
                try maker.add(
                    UUID(), .quantity(61, unit: "count/min", type: "heartRate"), at: second(9_400 + number), lasting: 1,
                    from: SourceRevision(name: name))
            }
        }
        // Joining compares all samples of a name, and marks the figures of all types.
        try step("imports between which a source was renamed", rows: 1_000_000) {
            for (number, name) in ["Old name", "New name"].enumerated() {
                try newcomer.importing(piece: 50, exportedAt: date(5 + Double(number))) { try addOf(name, to: &$0) }
            }
        }
        try step("joining and separating sources", rows: 1_000_000) {
            try newcomer.post { try addOf("Third name", to: &$0) }
            let sources = try SourceReader(person: newcomer.person, session: session).sources()
            let join = SourceJoin(person: newcomer.person, session: session)
            guard let old = sources.first(where: { $0.name == "New name" }),
                let new = sources.first(where: { $0.name == "Third name" })
            else { return }
            try join.join(old.id, to: new.id)
            try join.separate(old.id)
        }
        // Undoing derives facts about all samples again.
        try step("undoing an import", rows: 1_000_000) {
            let last = try newcomer.session.execute(
                "select max(import_id) from health.import where person_id = $1", [.int32(newcomer.person.id)])[0].int32(
                    0)
            _ = try ImportUndo(person: newcomer.person, session: session).run(last)
        }
    }
}
