import Foundation
import GzipWriter
import TestSupport
import Testing

@testable import HealthstoreClient

@Suite struct ReconciliationPartsTests {
    @Test(
        "units are whole years, months and days in UTC, with the service's precision of microseconds",
        arguments: [
            ("2023-12-31T23:59:59.999999Z", "2023-01-01", "2023-12-01", "2023-12-31"),
            ("2024-02-29T00:00:00Z", "2024-01-01", "2024-02-01", "2024-02-29"),
            ("1969-12-31T12:00:00Z", "1969-01-01", "1969-12-01", "1969-12-31"),
        ])
    func units(time: String, year: String, month: String, day: String) throws {
        let date = try #require(TimeText.date(time))
        let number = try #require(CivilUnit.day(of: date))
        let units = [CivilUnit(.year, at: number), CivilUnit(.month, at: number), CivilUnit(.day, at: number)]
        #expect(units.map(\.text) == [year, month, day])
        for unit in units {
            #expect(CivilUnit(unit.interval, unit.text) == unit)
            #expect(unit.contains(number) && !unit.contains(unit.endDay) && !unit.contains(unit.firstDay - 1))
            #expect(CivilUnit.day(of: CivilUnit.start(ofDay: unit.firstDay)) == unit.firstDay)
        }
    }

    @Test("a time that the service rounds into the next day belongs to that day")
    func rounding() throws {
        let midnight = CivilUnit.start(ofDay: 8_000)
        #expect(CivilUnit.day(of: midnight.addingTimeInterval(-0.000_000_3)) == 8_000)
        #expect(CivilUnit.day(of: midnight.addingTimeInterval(-0.000_000_7)) == 7_999)
        #expect(CivilUnit.day(of: .distantFuture.addingTimeInterval(1e13)) == nil)
        #expect(CivilUnit(.month, "2024-05-02") == nil)
    }

    @Test("each identity is read once, also if more start at one moment than fit in a page")
    func pages() async throws {
        let phone = SimulatedPhone()
        var generator = SeededGenerator(1)
        let type = SimulatedPhone.types[0]
        let same = (0..<12_000).map { _ in SimulatedPhone.sample(day: 1, slot: 3, &generator) }
        let others = (0..<100).map { SimulatedPhone.sample(day: 1 + $0 / 60, slot: $0 % 60, &generator) }
        phone.save(same + others)
        let day = try #require(CivilUnit.day(of: same[0].startDate))
        var found: [UUID] = []
        try await phone.forEachIdentity(of: type, in: CivilUnit(.day, at: day)) { uuid, _ in found.append(uuid) }
        #expect(found.count == 12_060)
        #expect(Set(found) == Set((same + others[..<60]).map(\.uuid)))
        var days: Set<Int> = []
        try await phone.forEachIdentity(of: type, in: nil) { _, day in days.insert(day) }
        #expect(days == [day, day + 1])
    }

    @Test(
        "compressed bodies are valid gzip, and bodies that would not shrink are sent uncompressed",
        arguments: [0, 1, 100_000])
    func gzip(count: Int) throws {
        var generator = SeededGenerator(9)
        let data = Data((0..<count).map { _ in UInt8.random(in: 0...7, using: &generator) })
        let compressed = try #require(GzipWriter.compress(data))
        #expect(try gunzip([UInt8](compressed)) == [UInt8](data))
        #expect(count < 1_000 || compressed.count < count / 2)
    }
}
