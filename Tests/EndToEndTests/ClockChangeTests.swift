import Foundation
import Postgres
import TestSupport
import Testing

/// Buckets of hours that are anchored exactly at changes of the clock, over HTTP and in SQL.
@Suite struct ClockChangeTests {
    private struct Anchor: CustomStringConvertible {
        var zone: String
        /// The anchor on the wall clock.
        var time: String
        /// The instant at which the clock first shows the time, or at which it skips the time.
        var instant: String

        var description: String { "\(time) \(zone)" }
    }

    private static let anchors = [
        // Clocks go from 03:00 back to 02:00 at 01:00 UTC, so 02:00 occurs twice.
        Anchor(zone: "Europe/Berlin", time: "2024-10-27T02:00", instant: "2024-10-27T00:00:00Z"),
        Anchor(zone: "Europe/Berlin", time: "2024-10-27T02:30", instant: "2024-10-27T00:30:00Z"),
        // The clock first shows 03:00 an hour after the second 02:00.
        Anchor(zone: "Europe/Berlin", time: "2024-10-27T03:00", instant: "2024-10-27T02:00:00Z"),
        // Clocks go from 02:00 to 03:00 at 01:00 UTC, so the times between do not occur.
        Anchor(zone: "Europe/Berlin", time: "2024-03-31T02:00", instant: "2024-03-31T01:00:00Z"),
        Anchor(zone: "Europe/Berlin", time: "2024-03-31T02:30", instant: "2024-03-31T01:00:00Z"),
        Anchor(zone: "Europe/Berlin", time: "2024-03-31T03:00", instant: "2024-03-31T01:00:00Z"),
        // Clocks change by half an hour, from 02:00 to 01:30 at 15:00 UTC and from 02:00 to 02:30
        // at 15:30 UTC.
        Anchor(zone: "Australia/Lord_Howe", time: "2024-04-07T01:30", instant: "2024-04-06T14:30:00Z"),
        Anchor(zone: "Australia/Lord_Howe", time: "2024-04-07T02:00", instant: "2024-04-06T15:30:00Z"),
        Anchor(zone: "Australia/Lord_Howe", time: "2024-10-06T02:00", instant: "2024-10-05T15:30:00Z"),
    ]

    private struct Bucket: Equatable {
        var start: Date
        var end: Date
        var sum: Double?
    }

    /// Returns the expected buckets. Edges are `step` apart, and one edge is the anchor. The whole
    /// range has one step a minute.
    private func expected(_ anchor: Date, step: Double, from: Date, to: Date) -> [Bucket] {
        var edge = anchor
        while edge > from { edge -= step }
        while edge + step <= from { edge += step }
        var buckets: [Bucket] = []
        while edge < to {
            let counted = min(edge + step, to).timeIntervalSince(max(edge, from)) / 60
            buckets.append(Bucket(start: edge, end: edge + step, sum: counted))
            edge += step
        }
        return buckets
    }

    @Test("they are elapsed hours from the instant of the anchor, on both sides of the change")
    func anchored() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            let format = ISO8601DateFormatter()
            let session = try Session(conninfo: store.conninfo)
            for anchor in Self.anchors {
                let instant = try #require(format.date(from: anchor.instant))
                let (from, to) = (instant - 9 * 3_600, instant + 10 * 3_600)
                let (fromText, toText) = (format.string(from: from), format.string(from: to))
                // The store has one sample at a time, because several zones have anchors on the
                // same day.
                let uuid = UUID().uuidString
                let walk = step(uuid, start: fromText, end: toText, value: 19 * 60)
                #expect(try await store.post(["samples": [walk]], token: token).status == 200)
                for hours in [1, 2, 3, 5] {
                    let expected = expected(instant, step: Double(hours) * 3_600, from: from, to: to)
                    let answer = try await store.service.send(
                        "GET", "/v1/statistics-collection",
                        query: [
                            ("type", "stepCount"), ("interval", "\(hours)hour"), ("timeZone", anchor.zone),
                            ("anchor", anchor.time), ("from", fromText), ("to", toText),
                        ], token: token
                    ).object
                    let overHTTP = (answer["buckets"] as? [[String: Any]] ?? []).compactMap { bucket -> Bucket? in
                        guard let start = (bucket["startDate"] as? String).flatMap(format.date),
                            let end = (bucket["endDate"] as? String).flatMap(format.date)
                        else { return nil }
                        let sum = ((bucket["statistics"] as? [String: Any])?["sum"] as? Double).map { $0.rounded() }
                        return Bucket(start: start, end: end, sum: sum)
                    }
                    #expect(overHTTP == expected, "\(anchor) \(hours)")
                    let inSQL = try session.execute(
                        """
                        select start_time, end_time, round(sum) from health_code.statistics_collection(
                            'Ada', 'stepCount', $1, $2, $3::text::timestamptz, $4::text::timestamptz, $5)
                        """,
                        [
                            .text("\(hours)hour"), .text(anchor.zone), .text(fromText), .text(toText),
                            .text(anchor.time),
                        ]
                    ).map { row in
                        func date(_ column: Int) throws -> Date {
                            Date(timeIntervalSince1970: Double(try row.timestamptz(column)) / 1e6)
                        }
                        return Bucket(start: try date(0), end: try date(1), sum: try row.optionalDouble(2))
                    }
                    #expect(inSQL == expected, "\(anchor) \(hours)")
                }
                #expect(try await store.post(["samples": [], "deleted": [uuid]], token: token).status == 200)
            }
        }
    }
}
