import Foundation
import HealthCore
import Postgres

/// Reads a person's change feed page by page, as HealthKit's `HKAnchoredObjectQuery` does on the
/// phone.
///
/// The feed consists of current state and is not a log. Every sample, deletion, export element and
/// preference is listed once, at the position of its latest change. This has consequences:
///
/// - A reader can continue from any anchor, however old, because everything that changed after it
///   is listed in its current state. A reader that starts, or that was away for years, reads the
///   present data. The feed never needs compaction.
/// - A change between two pages moves the item to the end of the feed, where it is delivered,
///   possibly a second time. So a reader must overwrite its copy of the item with this uuid. It
///   must also accept a deletion of a sample that it never received. When it reaches the end, it
///   has the store's state.
/// - Deletions are kept without limit. Every row that leaves `health.sample` must leave a deletion.
///   Every change of a sample's output must give the sample a new position. So a correlation
///   or workout that loses or gains a sample gets a new position. If the bundle identifier of a
///   source becomes known, all of its samples read differently. They get no new positions; one
///   change `PreferenceChange.sources` announces it.
/// - A reader that selected some types is not notified if a uuid is saved again with a type that it
///   did not select. HealthKit never does that.
///
/// The feed is exact while other sessions write. A writer locks the person's row in
/// `health.change_counter` before it takes positions, and keeps the lock until it commits. So
/// positions become visible in order. A page and the end of the feed are read from one snapshot.
/// Therefore no change can appear at or before the anchor of a page that was read, and a reader
/// misses no change.
public final class ChangeReader: PersonQueries {
    private let bytesMax: Int
    private let positionsMax: Int64

    public static let limitDefault = 1_000
    /// The maximum number of changes of one page.
    public static let limitMax = 10_000
    /// A page ends before the change with which its JSON would exceed about this many bytes. If the
    /// first change is longer, the page has only that change.
    public static let bytesMax = 16 << 20
    /// The maximum number of positions that one page searches for changes of the selected types. It
    /// keeps a page of rare types from occupying a session for long.
    public static let positionsMax: Int64 = 1_000_000
    /// The maximum number of types of one request.
    public static let typesMax = 500
    /// The maximum number of changes that are read at once. Fewer are read if their JSON, as
    /// PostgreSQL stores it, exceeds `sliceBytes`. Otherwise a page of long changes would be read
    /// and mostly discarded. Reading of a slice stops at the change that fills the page.
    static let slice = 1_000
    static let sliceBytes: Int64 = 1 << 20

    public init(
        person: Person, session: Session, bytesMax: Int = ChangeReader.bytesMax,
        positionsMax: Int64 = ChangeReader.positionsMax
    ) {
        self.bytesMax = bytesMax
        self.positionsMax = positionsMax
        super.init(person: person, session: session)
    }

    /// Returns the page after an anchor. Inside a transaction, it reads the snapshot of that
    /// transaction, which must be repeatable read.
    ///
    /// - Parameters:
    ///   - anchor: the anchor of the preceding page; nil for the start of the feed.
    ///   - types: identifiers or short names; nil for all changes. A selection lists samples and
    ///     deletions of these types and deletions of unknown type. It also lists preferences that
    ///     apply to these types or to all types.
    ///   - limit: the maximum number of changes of all kinds, 1…`limitMax`.
    /// - Throws: `HealthDatabaseError` (`foreignAnchor`, `anchorExpired`, `unknownPerson`),
    ///   `ParameterError` (`unknownType`), `PostgresError`.
    public func page(
        after anchor: ChangeAnchor? = nil, types names: [String]? = nil, limit: Int = ChangeReader.limitDefault
    ) throws -> ChangePage {
        try session.reading {
            let types = try names.map { try ChangeTypes($0, of: person, session) } ?? .all
            let feed = try feed()
            if let anchor { try check(anchor, types, feed) }
            let start = anchor?.position ?? 0
            let end = types.ids == nil ? feed.end : try self.end(of: feed, after: start)
            let limit = min(max(limit, 1), ChangeReader.limitMax)
            let list = ChangeList(person: person, session: session, typeIDs: types.ids, isLimited: feed.isLimited)
            let listed = try list.entries(after: start, to: end, limit: limit + 1)
            let (changes, cut) = try read(listed.prefix(limit), list)
            let position = cut ?? (listed.count > limit ? listed[limit - 1].position : end)
            return ChangePage(
                changes: changes,
                anchor: ChangeAnchor(
                    position: position, personUUID: person.uuid, feedUUID: feed.uuid, typesDigest: types.digest),
                hasMore: position < feed.end)
        }
    }

    /// Returns the position at which a page stops its search. If the positions directly after
    /// `start` are unused, `positionsMax` counts from the first used one.
    private func end(of feed: Feed, after start: Int64) throws -> Int64 {
        guard positionsMax < feed.end else { return feed.end }
        let list = ChangeList(person: person, session: session, typeIDs: nil, isLimited: feed.isLimited)
        let next = try list.entries(after: start, to: feed.end, limit: 1).first?.position ?? feed.end
        return min(feed.end, next - 1 + positionsMax)
    }

    /// Gives a person's feed a new identity, which makes all of its anchors invalid. This is needed
    /// after a backup was restored, because an anchor may include changes that the store has lost.
    ///
    /// - Parameter person: nil for all people.
    /// - Returns: the number of feeds with a new identity.
    /// - Throws: `PostgresError`.
    public static func renewFeeds(of person: Person? = nil, _ session: Session) throws -> Int64 {
        // One random number makes all of the identities new.
        let renewal = "update health.change_counter set feed_uuid = md5(feed_uuid::text || $1)::uuid"
        let random = UUID().uuidString
        guard let person else { return try session.affectedRows(renewal, random) }
        return try session.affectedRows("\(renewal) where person_id = $2", random, person)
    }

    private struct Feed {
        var uuid: UUID
        /// The position of the last change.
        var end: Int64
        /// True if the transaction reads for a caller who may not read everything.
        var isLimited: Bool
    }

    private func feed() throws -> Feed {
        try ChangeCounter.read("feed_uuid, last_position, \(Access.isLimited)", of: person, session, as: Feed.init)
    }

    private func check(_ anchor: ChangeAnchor, _ types: ChangeTypes, _ feed: Feed) throws {
        guard anchor.personUUID == person.uuid else { throw ChangeAnchor.foreign }
        guard anchor.typesDigest == types.digest else {
            throw HealthDatabaseError(
                .foreignAnchor, "the anchor belongs to another selection of types",
                hint: "keep one anchor for each selection of types; send no anchor to read from the start")
        }
        guard anchor.feedUUID == feed.uuid, anchor.position <= feed.end else {
            throw HealthDatabaseError(
                .anchorExpired,
                "the anchor belongs to a change feed that was replaced, for example by a restored backup",
                hint: "send no anchor to read from the start, and delete your copies that are not listed")
        }
    }

    /// Reads the contents of entries up to the entry that would exceed the bytes of a page.
    ///
    /// - Returns: the changes. If entries were left out, also the position up to which the feed was
    ///   read.
    private func read(
        _ entries: ArraySlice<ChangeList.Entry>, _ list: ChangeList
    ) throws -> (changes: [Change], cut: Int64?) {
        let named = try SampleTypeReader.find(ids: Set(entries.compactMap(\.sampleTypeID)), session)
        var changes: [Change] = []
        var bytes = 0
        var passed: Int64?
        var rest = entries
        while !rest.isEmpty {
            var sliceBytes: Int64 = 0
            let slice = rest.prefix(ChangeReader.slice).prefix { entry in
                defer { sliceBytes += entry.storedBytes }
                return sliceBytes < ChangeReader.sliceBytes
            }
            rest = rest.dropFirst(slice.count)
            let contents = try list.contents(of: slice, types: named, bytesMax: max(bytesMax - bytes, 0))
            for entry in slice {
                if let unreadFrom = contents.unreadFrom, entry.position >= unreadFrom { return (changes, passed) }
                passed = entry.position
                guard let content = contents.byPosition[entry.position] else { continue }
                let change = Change(position: entry.position, content: content)
                bytes += change.byteCount
                if bytes > bytesMax, let last = changes.last { return (changes, last.position) }
                changes.append(change)
            }
        }
        return (changes, nil)
    }
}
