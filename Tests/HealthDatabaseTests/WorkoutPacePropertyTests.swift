import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

/// Compares what SQL computes of a workout with slow references, on random workouts.
@Suite struct WorkoutPacePropertyTests {
    /// The length of a workout in seconds.
    private static let length = 40
    private static let start = Instant(microseconds: 1_714_557_600_000_000)

    private static func time(_ second: Int) -> Instant {
        Instant(microseconds: start.microseconds + Int64(second) * Instant.microsecondsPerSecond)
    }

    private static func second(_ microseconds: Int64) -> Int {
        Int((microseconds - start.microseconds) / Instant.microsecondsPerSecond)
    }

    @Test("the pauses in SQL are those of the program")
    func pauses() async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(11)
            for _ in 0..<200 {
                // Few times, so that events meet each other and the ends of the workout.
                let events = (0..<random.below(8)).map { _ in
                    let begin = random.below(26) * 2 - 6
                    return WorkoutEvent(
                        type: Int32([1, 1, 2, 2, 5, 6, 3][random.below(7)]), start: Self.time(begin),
                        end: random.chance(25) ? Self.time(begin + random.below(10)) : nil)
                }
                let list = events.map {
                    #"{"type": \#($0.type ?? 0), "startDate": "\#($0.start.rfc3339)", "endDate": "\#($0.end.rfc3339)"}"#
                }
                let json = #"{"workoutEvents": [\#(list.joined(separator: ", "))]}"#
                let found = try store.session.execute(
                    """
                    select lower(pause.period), upper(pause.period)
                    from unnest(health_code.workout_pauses($1, $2, $3)) pause (period) order by 1
                    """,
                    [
                        .jsonb(Array(json.utf8)), .timestamptz(Self.start.microseconds),
                        .timestamptz(Self.time(Self.length).microseconds),
                    ]
                ).map { [Self.second(try $0.timestamptz(0)), Self.second(try $0.timestamptz(1))] }
                let timing = WorkoutTiming(
                    start: Self.start, end: Self.time(Self.length), events: events, duration: nil)
                #expect(
                    found
                        == timing.pauses.map { [Self.second($0.start.microseconds), Self.second($0.end.microseconds)] },
                    "\(json)")
            }
        }
    }

    private struct Piece {
        var from: Int
        var to: Int
        var meters: Int32
        var rank: Int32
        /// The source of rank 1 is that of the workout.
        var knowsPauses: Bool { rank == 1 }
    }

    /// Returns the metres of each second, one second after the other.
    private static func meters(of pieces: [Piece], pausedSeconds: Set<Int>) -> [Double] {
        (0..<length).map { second in
            guard !pausedSeconds.contains(second) else { return 0 }
            let open = pieces.filter { $0.from <= second && second < $0.to }
            let points = pieces.filter { $0.from == second && $0.to == second }
            let cover = open.map(\.rank).min() ?? .max
            let winner = min(points.map(\.rank).min() ?? .max, cover)
            let spread = open.filter { $0.rank == cover }.map { piece in
                Double(piece.meters)
                    / Double((piece.from..<piece.to).count { !piece.knowsPauses || !pausedSeconds.contains($0) })
            }
            return spread.reduce(0, +) + points.filter { $0.rank == winner }.map { Double($0.meters) }.reduce(0, +)
        }
    }

    @Test(
        "the distance of each second is that of the source with the highest priority, spread over the time without pauses"
    )
    func cells() async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(12)
            for _ in 0..<150 {
                let pieces = (0..<1 + random.below(7)).map { _ in
                    let from = random.below(Self.length + 10) - 5
                    return Piece(
                        from: from, to: from + random.below(12), meters: Int32(1 + random.below(90)),
                        rank: Int32(1 + random.below(3)))
                }
                let pauses = random.chance(30) ? [] : [(5, 9), (20, 20 + random.below(10))].filter { $0.0 < $0.1 }
                let rows = try store.session.execute(
                    """
                    select from_time, meters
                    from health_code.distance_cells(
                        $1, $2, coalesce(
                            (select range_agg(tstzrange(pause.since, pause.until)) from unnest($3, $4) pause (since, until)), '{}'),
                        $5, $6, $7::float8[], $8,
                        (select array_agg(source.rank = 1 order by source.number)
                         from unnest($8) with ordinality source (rank, number)))
                    """,
                    [
                        .timestamptz(Self.start.microseconds), .timestamptz(Self.time(Self.length).microseconds),
                        .timestamptzArray(pauses.map { Self.time($0.0).microseconds }),
                        .timestamptzArray(pauses.map { Self.time($0.1).microseconds }),
                        .timestamptzArray(pieces.map { Self.time($0.from).microseconds }),
                        .timestamptzArray(pieces.map { Self.time($0.to).microseconds }),
                        .int32Array(pieces.map(\.meters)), .int32Array(pieces.map(\.rank)),
                    ])
                let paused = Set(pauses.flatMap { $0.0..<$0.1 })
                let reference = Self.meters(of: pieces, pausedSeconds: paused)
                // A cell may be longer than a second, so whole cells are compared.
                let cells = try rows.map { (second: Self.second(try $0.timestamptz(0)), meters: try $0.double(1)) }
                let edges = Set(cells.map(\.second)).union(paused).union([Self.length]).sorted()
                for (from, to) in zip(edges, edges.dropFirst()) {
                    let found = cells.filter { $0.second == from }.map(\.meters).reduce(0, +)
                    let expected = reference[from..<to].reduce(0, +)
                    #expect(abs(found - expected) < 1e-9 * max(1, expected), "\(pieces) \(pauses) \(from)–\(to)")
                }
            }
        }
    }
}
