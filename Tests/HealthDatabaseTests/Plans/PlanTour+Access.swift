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
}
