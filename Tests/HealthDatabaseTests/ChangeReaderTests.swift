import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct ChangeReaderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("pages of any size have the same changes", arguments: LongRun.isOn ? [1, 2, 3, 7, 8, 9, 1_000] : [1, 3, 8])
    func boundaries(limit: Int) throws {
        try store.post { maker in
            for number in 0..<4 { try maker.add(UUID(), .quantity(Double(number))) }
            try maker.delete(UUID())
        }
        try store.importing { maker in
            maker.addElement("Me", UUID(), json: #"{"name": "Me"}"#)
            try maker.add(UUID(), .workout(), metadata: #"{"a": 1}"#, parts: #"{"b": [1, 2]}"#)
        }
        try SourceReader(person: store.person, session: store.session)
            .setOrder([1], sampleTypeID: try store.sampleTypeID("stepCount"))
        var replica = FeedReplica()
        var pages = 0
        repeat {
            try replica.read(store, limit: limit)
            pages += 1
        } while !replica.isAtEnd
        #expect(pages == (8 + limit - 1) / limit)
        #expect(try replica.differences(from: store) == [])
    }

    @Test("a page ends before it is too long, and has at least one change of any length")
    func bytes() throws {
        let text = String(repeating: "x", count: 10_000)
        try store.importing { maker in
            for number in 0..<9 {
                if number % 3 == 2 {
                    maker.addElement("Me", UUID(), json: #"{"n": "\#(number)\#(text)"}"#)
                } else {
                    try maker.add(UUID(), .quantity(Double(number)), parts: #"{"n": "\#(text)"}"#)
                }
            }
        }
        for (bytesMax, expected) in [(1, 1), (24_000, 2), (95_000, 8), (120_000, 9)] {
            let reader = ChangeReader(person: store.person, session: store.session, bytesMax: bytesMax)
            let first = try reader.page()
            #expect(first.changes.count == expected && first.hasMore == (expected < 9), "\(bytesMax)")
            var (positions, anchor) = (first.changes.map(\.position), first.anchor)
            while positions.count < 9 {
                let page = try reader.page(after: anchor)
                guard !page.changes.isEmpty else { break }
                positions += page.changes.map(\.position)
                anchor = page.anchor
            }
            // A first import leaves a gap before its samples.
            let start = try #require(positions.first)
            #expect(positions == Array(start..<start + 9))
            #expect(try !reader.page(after: anchor).hasMore)
        }
    }

    @Test("the quantities of series count towards the bytes of a page")
    func seriesBytes() throws {
        let uuids = (0..<3).map { _ in UUID() }
        try store.post { maker in
            for (number, uuid) in uuids.enumerated() {
                try maker.addSeries(
                    uuid,
                    of: (0..<500).map { second in
                        Measured(
                            type: "heartRate", unit: "count/min", at: Double(number * 1_000 + second), lasting: 0,
                            value: 60, source: SampleMaker.watch)
                    })
            }
        }
        // A quantity takes about 128 bytes as JSON, so a series takes 64,000 bytes.
        let reader = ChangeReader(person: store.person, session: store.session, bytesMax: 100_000)
        var (read, anchor): ([UUID], ChangeAnchor?) = ([], nil)
        for _ in uuids {
            let page = try reader.page(after: anchor)
            #expect(page.changes.count == 1)
            for case .saved(let sample, _) in page.changes.map(\.content) {
                #expect(sample.quantities?.count == 500)
                read.append(sample.uuid)
            }
            anchor = page.anchor
        }
        #expect(read == uuids && anchor?.position == 3)
    }

    @Test("long changes are read in slices, and none is lost between two slices")
    func slices() throws {
        // The text is random, so that PostgreSQL cannot compress it.
        var generator = SeededGenerator(1)
        func noise() -> String {
            (0..<4_800).map { _ in String(generator.next(), radix: 36) }.joined()
        }
        try store.importing(piece: 500) { maker in
            for number in 0..<2_090 {
                let text = number % 700 == 0 || number >= 2_050 ? noise() : ""
                try maker.add(UUID(), .quantity(Double(number)), parts: #"{"n": "\#(text)"}"#)
            }
        }
        var replica = FeedReplica()
        let page = try replica.read(store, limit: ChangeReader.limitMax)
        #expect(page.changes.count == 2_090 && !page.hasMore)
        let differences = try replica.differences(from: store).map { String($0.prefix(200)) }
        #expect(differences == [])
    }

    @Test("a selection of types has their samples, deletions and orders, deletions of unknown type, and no elements")
    func types() throws {
        let uuids = (0..<6).map { _ in UUID() }
        try store.post { maker in
            for (index, type) in ["stepCount", "heartRate", "org.example.mood"].enumerated() {
                for uuid in uuids[(2 * index)..<(2 * index + 2)] {
                    try maker.add(uuid, .quantity(1, unit: type == "heartRate" ? "count/min" : "count", type: type))
                }
            }
        }
        try store.importing { maker in maker.addElement("Me", UUID(), json: "{}") }
        let priority = SourceReader(person: store.person, session: store.session)
        for type in ["stepCount", "heartRate"] {
            try priority.setOrder([1], sampleTypeID: try store.sampleTypeID(type))
        }
        let zone = try #require(Zone(identifier: "Asia/Tokyo"))
        _ = try TimeZoneWriter(person: store.person, session: store.session).report(zone, from: Instant(seconds: 0))
        try store.post { maker in
            try maker.delete(UUID())
            try maker.delete(UUID(), type: "heartRate")
            // No sample has this type.
            try maker.delete(UUID(), type: "org.example.deleted")
            try maker.delete(uuids[0])
            try maker.delete(uuids[4])
        }
        let choices: [([String]?, Int)] = [
            (nil, 3 + 1 + 3 + 5 + 1), (["stepCount"], 1 + 1 + 1 + 1 + 1), (["heartRate"], 2 + 1 + 1 + 1 + 1),
            (["org.example.mood"], 1 + 1 + 1 + 1), (["stepCount", "HKQuantityTypeIdentifierHeartRate"], 9),
            (["sleepAnalysis"], 2), (["org.example.deleted"], 3),
        ]
        for (types, count) in choices {
            var replica = FeedReplica(types: types)
            let page = try replica.read(store, limit: 1_000)
            #expect(page.changes.count == count, "\(types ?? [])")
            #expect(try !page.hasMore && page.anchor.position == store.lastPosition())
            #expect(try replica.differences(from: store) == [])
        }
        let error = #expect(throws: ParameterError.self) {
            try ChangeReader(person: store.person, session: store.session).page(types: ["stepCount", "nothing"])
        }
        #expect(error?.code == .unknownType && error?.parameter == "types")
    }

    @Test("a page searches a limited number of positions for rare types, and reports that there is more")
    func rareTypes() throws {
        try store.post { maker in for _ in 0..<25 { try maker.add() } }
        try store.post { try $0.add(UUID(), .category(1)) }
        let reader = ChangeReader(person: store.person, session: store.session, positionsMax: 10)
        var anchor: ChangeAnchor?
        var pages: [[Int64]] = []
        repeat {
            let page = try reader.page(after: anchor, types: ["sleepAnalysis"])
            pages.append(page.changes.map(\.position))
            anchor = page.hasMore ? page.anchor : nil
        } while anchor != nil
        #expect(pages == [[], [], [26]])
        #expect(try reader.page().changes.count == 26)
    }

    /// Posts samples and moves them behind a gap, which a first import leaves before its samples.
    private func postBehind(gap: Int64) throws {
        try store.post { maker in for number in 0..<3_000 { try maker.add(UUID(), .quantity(Double(number))) } }
        try store.session.executeScript(
            """
            update health.sample set change_position = change_position + \(gap);
            update health.change_counter set last_position = last_position + \(gap);
            """)
    }

    private func statistic(_ columns: String, of table: String) throws -> Int64 {
        try store.session.executeScript("select pg_stat_force_next_flush()")
        return try store.session.value("select \(columns) from pg_stat_user_tables where relname = '\(table)'")
    }

    @Test("a page before the gap of a first import reads only its own samples", arguments: [nil, ["stepCount"]])
    func gap(types: [String]?) throws {
        let gap = Int64(1) << 32
        try postBehind(gap: gap)
        func samplesRead() throws -> Int64 { try statistic("idx_tup_fetch + seq_tup_read", of: "sample") }
        let before = try samplesRead()
        let page = try ChangeReader(person: store.person, session: store.session).page(types: types, limit: 5)
        #expect(page.changes.map(\.position) == (1...5).map { gap + $0 } && page.hasMore)
        #expect(try samplesRead() - before < 500)
        var replica = FeedReplica()
        repeat { try replica.read(store, limit: 1_000) } while !replica.isAtEnd
        #expect(try replica.differences(from: store) == [])
    }

    @Test("a text that is not an anchor is refused, and an altered anchor never causes another error")
    func tampering() throws {
        try store.post { try $0.add() }
        let reader = ChangeReader(person: store.person, session: store.session)
        let text = try reader.page().anchor.text
        #expect(text.count == 76 && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        #expect(try ChangeAnchor(text).text == text)
        let bad = [
            "", "x", "AAAA", text + "A", text + "=", String(text.dropLast()), String(text.dropLast(4)), " " + text,
            text.uppercased() + "!", String(repeating: "A", count: 76), String(repeating: "_", count: 76),
            String(repeating: "A", count: 100_000), "ä" + text.dropFirst(), "\u{0}" + text.dropFirst(),
        ]
        for text in bad {
            #expect(refusal { try ChangeAnchor(text) } == .malformedAnchor, "\(text.prefix(80))")
        }
        var generator = SeededGenerator(7)
        var codes: Set<HealthDatabaseError.Code?> = []
        for index in 0..<76 {
            var characters = Array(text)
            characters[index] = Array("ABCxyz019-_").randomElement(using: &generator) ?? "A"
            do {
                _ = try reader.page(after: try ChangeAnchor(String(characters)))
                codes.insert(nil)
            } catch let error as HealthDatabaseError { codes.insert(error.code) }
        }
        #expect(codes.isSuperset(of: [.malformedAnchor, .foreignAnchor, .anchorExpired]))
    }
}
