import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests `HKTimeZone` in metadata, for every writer.
@Suite struct SampleTimeZoneTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    static func zone(_ name: String) -> String { #"{"HKTimeZone": "\#(name)"}"# }

    /// The last byte of the uuid, the zone and the start of each row.
    private func rows(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select concat_ws(' ', right(uuid::text, 2), time_zone,
                to_char(start_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))
            from health.sample_time_zone where person_id = $1 order by uuid
            """, [.int32(store.person.id)])
    }

    private func uuid(_ number: UInt8) -> UUID { ImportWriterTests.uuid(number) }

    /// Samples of which 1, 3 and 9 name a zone. The others do not, though some have similar
    /// metadata.
    private func records() throws -> SampleMaker {
        var maker = SampleMaker()
        try maker.add(uuid(1), .quantity(1), metadata: SampleTimeZoneTests.zone("Asia/Tokyo"))
        try maker.add(uuid(2), .quantity(1))
        let container = try maker.add(uuid(3), .workout(), metadata: #"{"a":1,"HKTimeZone":"Mars/Olympus_Mons-1"}"#)
        try maker.add(uuid(4), .quantity(1), metadata: #"{"HKTimeZone": ["Asia/Tokyo", "UTC"]}"#, in: container)
        try maker.add(uuid(5), .quantity(1), metadata: #"{"a": {"HKTimeZone": "UTC"}}"#)
        try maker.add(uuid(6), .quantity(1), metadata: #"{"HKTimeZone": 7, "b": "\"HKTimeZone\":\"UTC\""}"#)
        for (number, name) in [
            (7, ""), (8, String(repeating: "x", count: 65)), (10, "U TC"), (11, "Ä/B"), (12, "A\\nB"),
        ] {
            try maker.add(uuid(UInt8(number)), .quantity(1), metadata: SampleTimeZoneTests.zone(name))
        }
        let far = Instant(microseconds: 253_402_300_799_999_999)
        try maker.add(
            uuid(9), .category(1), start: far, end: far,
            metadata: SampleTimeZoneTests.zone(String(repeating: "x", count: 64)))
        // An import has this record twice.
        try maker.add(uuid(2), .quantity(1))
        return maker
    }

    private var expected: [String] {
        [
            "01 Asia/Tokyo 2024-05-01 10:00:00.000000", "03 Mars/Olympus_Mons-1 2024-05-01 10:00:00.000000",
            "09 \(String(repeating: "x", count: 64)) 9999-12-31 23:59:59.999999",
        ]
    }

    @Test("every writer keeps a zone that metadata name once as a text with the form of a name, and no other")
    func writers() async throws {
        let maker = try records()
        try await TestStore.with { store in
            _ = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
            #expect(try rows(store) == expected)
            // The same batch is written again and compared with the stored rows.
            _ = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
            #expect(try rows(store) == expected)
        }
        for piece in [1, 4, 100] {
            try await TestStore.with { store in
                // The first import is copied directly, the second one is staged.
                try store.importing(maker, piece: piece)
                #expect(try rows(store) == expected)
                try store.importing(maker, piece: piece)
                #expect(try rows(store) == expected)
            }
        }
        // The sample is at another time, because it would otherwise be recognised as an
        // imported sample.
        try store.post { try $0.add(uuid(99), .quantity(1), at: 9_000) }
        try store.importing(maker)
        #expect(try rows(store) == expected)
    }

    @Test("identical records of one file that name a zone have a row each", arguments: [true, false])
    func occurrences(isFirst: Bool) throws {
        if !isFirst { try store.post { try $0.add(at: 9_000) } }
        for _ in 0..<2 {
            try store.importing { maker in
                for _ in 0..<3 {
                    try maker.add(uuid(1), metadata: SampleTimeZoneTests.zone("Asia/Tokyo"))
                }
            }
            #expect(try store.count("sample_time_zone") == 3)
        }
    }

    @Test("a changed sample changes its zone; a deleted sample deletes it")
    func changes() throws {
        func post(_ metadata: String, at: Double = 0) throws {
            try store.post { try $0.add(uuid(1), at: at, metadata: metadata) }
        }
        try store.post { try $0.add(uuid(2), metadata: SampleTimeZoneTests.zone("UTC")) }
        let other = "02 UTC 2024-05-01 10:00:00.000000"
        try post("")
        #expect(try rows(store) == [other])
        try post(SampleTimeZoneTests.zone("Asia/Tokyo"))
        #expect(try rows(store) == ["01 Asia/Tokyo 2024-05-01 10:00:00.000000", other])
        try post(SampleTimeZoneTests.zone("Europe/Paris"), at: 1.5)
        #expect(try rows(store) == ["01 Europe/Paris 2024-05-01 10:00:01.500000", other])
        try post(#"{"a": 1}"#)
        #expect(try rows(store) == [other])
        try post(SampleTimeZoneTests.zone("Asia/Tokyo"))
        // Another person's sample with the same uuid is another sample.
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try bea.post { try $0.add(uuid(1), metadata: SampleTimeZoneTests.zone("UTC")) }
        try store.delete(uuid(1))
        #expect(try rows(store) == [other])
        #expect(try rows(bea) == ["01 UTC 2024-05-01 10:00:00.000000"])
        // A deleted sample is not stored again, and its zone is not stored either.
        try post(SampleTimeZoneTests.zone("Asia/Tokyo"))
        try store.importing { try $0.add(uuid(1), metadata: SampleTimeZoneTests.zone("Asia/Tokyo")) }
        #expect(try rows(store) == [other])
    }

    @Test("of several samples with one uuid in one batch, the last one's zone is kept")
    func repeated() throws {
        try store.post { maker in
            for name in ["UTC", "Asia/Tokyo", "Europe/Paris"] {
                try maker.add(uuid(1), metadata: SampleTimeZoneTests.zone(name))
            }
        }
        #expect(try rows(store) == ["01 Europe/Paris 2024-05-01 10:00:00.000000"])
    }
}
