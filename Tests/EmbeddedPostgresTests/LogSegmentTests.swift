import Testing

@testable import EmbeddedPostgres

/// Tests of the names of the write-ahead log's files.
@Suite struct LogSegmentTests {
    @Test(
        "a segment has the name that PostgreSQL gives it",
        arguments: [
            ("0/0", 1, "000000010000000000000000"), ("0/16B3748", 1, "000000010000000000000001"),
            ("0/FFFFFFFF", 2, "0000000200000000000000FF"), ("A/1000000", 26, "0000001A0000000A00000001"),
        ] as [(String, UInt32, String)])
    func names(position: String, timeline: UInt32, name: String) throws {
        let position = try #require(LogPosition(position))
        let segment = LogSegment(timeline: timeline, at: position)
        #expect(segment.name == name)
        #expect(LogSegment(name: name) == segment)
        #expect(LogPosition(position.rawValue) == position)
        #expect(["", "2.history", name + ".partial", name.dropLast() + "g"].allSatisfy { LogSegment(name: $0) == nil })
    }
}
