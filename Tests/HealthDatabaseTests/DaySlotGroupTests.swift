import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

@Suite("Rows of days of single sources")
struct DaySlotGroupTests {
    /// Figures of `minutes` samples of one minute, which count in the sum of all sources.
    private func figures(_ minutes: Int, _ ids: Int32..., weight: Int? = nil) -> StoredFigures {
        var figures = SlotFigures()
        figures.startedCount = minutes
        figures.sum = Double(minutes)
        figures.durationMicroseconds = Int64(minutes) * 60_000_000
        figures.mostRecent = .init(value: 1, start: Instant(microseconds: 1), end: Instant(microseconds: 2))
        figures.earliestStart = Instant(microseconds: 0)
        if let weight { (figures.weightedSum, figures.weight) = (Double(minutes), Double(weight) * 60_000_000) }
        return StoredFigures(figures, sourceIDs: ids)
    }

    private func group(_ days: [Int: DaySlotGroup.Day], in rows: [Int32: [Double]] = [:]) throws -> DaySlotGroup {
        var group = try DaySlotGroup(decoding: rows, firstDay: 8, style: .cumulative)
        for (day, figures) in days { group.replace(day, with: figures) }
        return group
    }

    private func read(_ group: DaySlotGroup) throws -> DaySlotGroup {
        try DaySlotGroup(decoding: group.encoded(), firstDay: 8, style: .cumulative)
    }

    @Test("there are none while each day has one source whose samples do not overlap")
    func soleSources() throws {
        let group = try group([
            0: .init(merged: figures(3, 1), bySource: [1: figures(3, 1, weight: 3)]),
            5: .init(merged: figures(4, 2), bySource: [2: figures(4, 2, weight: 4)]),
            6: .init(merged: nil, bySource: [:]),
        ])
        #expect(try group.encoded().keys.sorted() == [0])
        let read = try read(group)
        #expect(
            read.figures(of: 1, 0) == figures(3, 1, weight: 3) && read.figures(of: 2, 5) == figures(4, 2, weight: 4))
        #expect(read.figures(of: 2, 0) == nil && read.figures(of: 1, 6) == nil)
    }

    @Test("there are some for all days if a day has two sources, none that counts, or samples that overlap")
    func separateSources() throws {
        let plain = DaySlotGroup.Day(merged: figures(3, 1), bySource: [1: figures(3, 1, weight: 3)])
        for (number, day) in [
            DaySlotGroup.Day(
                merged: figures(5, 1, 2), bySource: [1: figures(3, 1, weight: 3), 2: figures(3, 2, weight: 2)]),
            DaySlotGroup.Day(merged: figures(5), bySource: [2: figures(5, 2, weight: 0)]),
            DaySlotGroup.Day(merged: figures(5, 2), bySource: [2: figures(5, 2, weight: 9)]),
        ].enumerated() {
            let group = try group([0: plain, 1: day])
            #expect(try group.encoded().keys.sorted() == [0, 1, 2], "\(number)")
            let read = try read(group)
            #expect(read.figures(of: 1, 0) == plain.bySource[1], "\(number)")
            for id in [Int32(1), 2] { #expect(read.figures(of: id, 1) == day.bySource[id], "\(number)") }
            // Without that day, the first day tells its only source again.
            var fewer = read
            fewer.replace(1, with: .init(merged: nil, bySource: [:]))
            #expect(try fewer.encoded().keys.sorted() == [0], "\(number)")
        }
    }

    @Test("there are none if more than eight sources have samples, until all eight days are made again")
    func crowdedDays() throws {
        func day(_ sources: ClosedRange<Int32>) -> DaySlotGroup.Day {
            DaySlotGroup.Day(
                merged: figures(9, 1, 2),
                bySource: Dictionary(uniqueKeysWithValues: sources.map { ($0, figures(9, $0, weight: 1)) }))
        }
        #expect(try group([0: day(1...4), 1: day(5...8)]).encoded().keys.sorted() == Array(0...8))
        let crowded = try group([0: day(1...4), 1: day(5...9)])
        #expect(crowded.isCrowded)
        var rows = try crowded.encoded()
        #expect(rows.keys.sorted() == [-1, 0] && rows[-1] == [])
        for index in 0..<8 {
            let group = try group([index: day(1...2)], in: rows)
            #expect(group.isCrowded && group.merged[0] != nil)
            rows = try group.encoded()
        }
        var anew = try DaySlotGroup(decoding: rows, firstDay: 8, style: .cumulative)
        for index in 0..<8 { anew.replace(index, with: day(1...2)) }
        #expect(try !anew.isCrowded && anew.encoded().keys.sorted() == [0, 1, 2])
    }
}
