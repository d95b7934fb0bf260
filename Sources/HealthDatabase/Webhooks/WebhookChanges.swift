import HealthCore
import Postgres

/// The types and days of the changes between two positions of a person's feed, as far as the reader
/// of the transaction may know them. They contain no health values.
public struct WebhookChanges: Sendable {
    /// The days of one type, on the person's clock.
    public struct ChangedType: Sendable {
        /// The identifier of the type.
        public var type: String
        /// The days of the samples that changed; nil if they are not known.
        public var days: Days?
    }

    public struct Days: Sendable, Equatable {
        public var first: CivilDate
        public var last: CivilDate
        /// Every day, in order; nil if there are more than `daysMax`.
        public var all: [CivilDate]?
    }

    /// The end of the feed.
    public var end: Int64
    /// The types in order of their identifiers; nil if any type may have changed. Changes without a
    /// type, such as those of activity rings, add no type.
    public var types: [ChangedType]?
    /// False if the reader may know of no change.
    public var hasChanges: Bool

    /// The maximum number of changes that are examined. With more changes, the types are unknown.
    public static let changesMax = ChangeObserver.changesMax
    /// The maximum number of types of an event. With more types, the types are unknown.
    public static let typesMax = 200
    /// The maximum number of days of a type that an event lists.
    public static let daysMax = 31

    /// Reads the changes after a position, inside `Session.reading(as:)`.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`.
    static func read(after start: Int64, of person: Person, _ session: Session) throws -> WebhookChanges {
        let (end, isLimited) = try ChangeObserver.feed(of: person, session)
        // A feed that ends before `start` was restored from a backup.
        guard start <= end else { return WebhookChanges(end: end, types: nil, hasChanges: true) }
        let clock = try clock(of: person, session)
        var samples = FeedSamples(person: person, session: session, isLimited: isLimited)
        var types: [String: DaySet] = [:]
        var (count, isUnknown) = (Int64(0), false)
        let times = "change.start_time, change.end_time"
        try samples.readTypes(after: start, to: end, limit: changesMax + 1, times) { rows in
            for var row in rows {
                count += 1
                let (id, type) = (try row.optionalInt32(), try row.optionalText())
                if id == 0 { continue }
                guard let type else {
                    isUnknown = true
                    continue
                }
                let (start, end) = (try row.optionalInstant(), try row.optionalInstant())
                types[type, default: DaySet()].add(from: start, to: end, clock)
            }
            isUnknown = isUnknown || count > changesMax || types.count > typesMax
            return !isUnknown
        }
        let listed = types.sorted { $0.key < $1.key }.map { ChangedType(type: $0.key, days: $0.value.days) }
        return WebhookChanges(end: end, types: isUnknown ? nil : listed, hasChanges: count > 0)
    }

    /// Returns the person's clock; UTC if it is not known where the person was.
    private static func clock(of person: Person, _ session: Session) throws -> WallClock {
        do { return try WallClockReader(person: person, session: session).clock() } catch is ParameterError {
            return .utc
        }
    }

    /// The days of one type while its changes are read.
    private struct DaySet {
        private var listed: Set<Int> = []
        private var range: ClosedRange<Int>?
        private var isUnknown = false

        mutating func add(from start: Instant?, to end: Instant?, _ clock: WallClock) {
            guard let start, let end else {
                isUnknown = true
                return
            }
            let first = clock.localDateTime(at: start).date.daysSinceEpoch
            // A sample that ends at midnight belongs to the day before. A clock that is carried
            // west shows an earlier day at the end.
            let before = Instant(microseconds: max(start.microseconds, end.microseconds - 1))
            let last = max(first, clock.localDateTime(at: before).date.daysSinceEpoch)
            range = min(range?.lowerBound ?? first, first)...max(range?.upperBound ?? last, last)
            guard listed.count <= daysMax else { return }
            listed.formUnion(first...min(last, first + daysMax))
        }

        var days: Days? {
            guard let range, !isUnknown else { return nil }
            let all = listed.count > daysMax ? nil : listed.sorted().map { CivilDate(daysSinceEpoch: $0) }
            return Days(
                first: CivilDate(daysSinceEpoch: range.lowerBound), last: CivilDate(daysSinceEpoch: range.upperBound),
                all: all)
        }
    }
}
