import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Two limited holders and the person write at random. Afterwards each sample has the holder that
/// saved it last, no holder has changed a sample that it may not write, and each holder reads
/// exactly what it may read.
@Suite("Random writes with limited access")
struct WriteAccessPropertyTests {
    /// A stored sample or a tombstone.
    private struct Stored: Equatable {
        var type: String
        /// Seconds after `SampleMaker.zero`.
        var start: Double
        var end: Double
        var holder: Int32?
        var isTombstone: Bool
        /// All columns.
        var row: String
    }

    private struct Writer {
        var token: BearerToken
        var id: Int32?
        /// Seconds in which a type may be written; nil: everything.
        var writes: [String: Range<Double>]?
        var reads: [String: Range<Double>]?

        static func covers(_ spans: [String: Range<Double>]?, _ type: String, _ start: Double, _ end: Double) -> Bool {
            guard let spans else { return true }
            guard let span = spans[type] else { return false }
            return span.contains(start) && end <= span.upperBound
        }

        func mayWrite(_ stored: Stored) -> Bool { Writer.covers(writes, stored.type, stored.start, stored.end) }
        func mayRead(_ stored: Stored) -> Bool { Writer.covers(reads, stored.type, stored.start, stored.end) }
    }

    private static let types = ["stepCount", "heartRate", "sleepAnalysis"]
    private static let always = -Double.greatestFiniteMagnitude..<Double.greatestFiniteMagnitude

    private static func made(_ type: String, _ value: Int) -> SampleMaker.Made {
        switch type {
        case "stepCount": .quantity(Double(value))
        case "heartRate": .quantity(Double(value), unit: "count/min", type: type)
        default: .category(Int32(value), type: type)
        }
    }

    private static func stored(_ store: TestStore) throws -> [UUID: Stored] {
        var all: [UUID: Stored] = [:]
        let seconds = "extract(epoch from known.%@) - \(SampleMaker.zero)"
        for var row in try store.session.execute(
            """
            select known.uuid, short_name, (\(seconds.replacing("%@", with: "start_time")))::double precision,
                (\(seconds.replacing("%@", with: "end_time")))::double precision, known.holder_id, is_tombstone, row_text
            from (
                select uuid, sample_type_id, start_time, end_time, holder_id, false, sample::text from health.sample
                union all
                select uuid, sample_type_id, start_time, end_time, holder_id, true, deleted::text
                from health.deleted_sample deleted where start_time is not null
            ) known (uuid, sample_type_id, start_time, end_time, holder_id, is_tombstone, row_text)
            join health.sample_type using (sample_type_id)
            """)
        {
            all[try row.uuid()] = Stored(
                type: try row.text(), start: try row.double(), end: try row.double(), holder: try row.optionalInt32(),
                isTombstone: try row.bool(), row: try row.text())
        }
        return all
    }

    @Test(arguments: 0..<Rounds.count(6))
    func randomWrites(seed: Int) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(UInt64(seed))
            let blind = try store.holder(
                "blind", TestGrant(rights: ["write"], types: ["stepCount"]),
                TestGrant(rights: ["write"], types: ["heartRate"], from: 0, to: 300))
            let seeing = try store.holder(
                "seeing", TestGrant(rights: ["read"], types: ["stepCount", "heartRate"], from: 100, to: 500),
                TestGrant(rights: ["write"], types: ["sleepAnalysis", "heartRate"]))
            let writers = [
                Writer(
                    token: blind, id: try store.caller(blind).access.holderID,
                    writes: ["stepCount": Self.always, "heartRate": 0..<300], reads: [:]),
                Writer(
                    token: seeing, id: try store.caller(seeing).access.holderID,
                    writes: ["sleepAnalysis": Self.always, "heartRate": Self.always],
                    reads: ["stepCount": 100..<500, "heartRate": 100..<500]),
                Writer(token: try store.token(of: nil), id: nil, writes: nil, reads: nil),
            ]
            let uuids = (0..<8).map { _ in random.uuid() }
            var further: [UUID: Set<Int32>] = [:]
            for step in 0..<60 {
                let writer = writers[random.below(writers.count)]
                let before = try Self.stored(store)
                var posted: [UUID: Stored] = [:]
                var deleted: Set<UUID> = []
                let receipt = try store.post(as: writer.token) { maker in
                    maker.isResurrecting = random.chance(20)
                    for _ in 0..<random.below(4) {
                        let (uuid, type) = (uuids[random.below(8)], Self.types[random.below(3)])
                        let (start, length) = (Double(random.below(6) * 100), Double(random.below(3) * 50))
                        guard posted[uuid] == nil else { continue }
                        try maker.add(uuid, Self.made(type, random.below(3)), at: start, lasting: length)
                        posted[uuid] = Stored(
                            type: type, start: start, end: start + length, holder: writer.id, isTombstone: false,
                            row: "")
                    }
                    for _ in 0..<random.below(3) {
                        let uuid = uuids[random.below(8)]
                        deleted.insert(uuid)
                        try maker.delete(uuid)
                    }
                }
                if writer.writes != nil {
                    #expect(receipt.samples.values.allSatisfy { $0 == .inserted } && receipt.changePosition == nil)
                    let refused = posted.values.filter { !writer.mayWrite($0) }
                    #expect(receipt.refused.count == refused.count, "seed \(seed), step \(step)")
                }
                let after = try Self.stored(store)
                for uuid in uuids {
                    check(uuid, before[uuid], after[uuid], posted[uuid], writer, &further, "seed \(seed), step \(step)")
                }
            }
            try checkReading(store, writers, further, "seed \(seed)")
        }
    }

    private func check(
        _ uuid: UUID, _ before: Stored?, _ after: Stored?, _ posted: Stored?, _ writer: Writer,
        _ further: inout [UUID: Set<Int32>], _ call: String
    ) {
        let holders = further[uuid] ?? []
        guard before != after else {
            // The sample is sent again, or was deleted. The writer becomes a further holder.
            if let before, let posted, writer.reads != nil, let id = writer.id, before.holder != id,
                writer.mayWrite(before), writer.mayWrite(posted)
            {
                further[uuid, default: []].insert(id)
            }
            return
        }
        if let before {
            #expect(writer.mayWrite(before), "\(call): \(uuid) was not the holder's to change")
            if after?.isTombstone ?? true, !before.isTombstone {
                let isOwn = before.holder == writer.id || writer.id.map(holders.contains) ?? false
                #expect(isOwn || writer.mayRead(before), "\(call): \(uuid) was not the holder's to delete")
            }
        }
        guard let after else { return }
        #expect(writer.mayWrite(after), "\(call): \(uuid) may not be written")
        if after.isTombstone {
            // A sample that the same batch deletes belongs to the sender.
            #expect(after.holder == (before.map(\.holder) ?? writer.id), "\(call): \(uuid)")
            if let posted, writer.reads != nil, let id = writer.id, after.holder != id, writer.mayWrite(posted) {
                further[uuid, default: []].insert(id)
            }
        } else {
            #expect(after.holder == writer.id, "\(call): \(uuid) is of the holder who saved it last")
            further[uuid] = nil
        }
    }

    private func checkReading(
        _ store: TestStore, _ writers: [Writer], _ further: [UUID: Set<Int32>], _ call: String
    ) throws {
        for writer in writers {
            let readable = try Self.stored(store).filter { uuid, stored in
                let isFurther = writer.id.map { further[uuid]?.contains($0) ?? false } ?? false
                return writer.mayRead(stored)
                    || writer.mayWrite(stored) && (stored.holder == writer.id || isFurther)
            }
            #expect(
                try Set(store.read(as: writer.token)) == Set(readable.filter { !$0.value.isTombstone }.keys), "\(call)")
            let tombstones = "select uuid from health.deleted_sample where start_time is not null"
            #expect(
                try Set(store.read(as: writer.token, tombstones)) == Set(readable.filter(\.value.isTombstone).keys),
                "\(call)")
        }
    }
}
