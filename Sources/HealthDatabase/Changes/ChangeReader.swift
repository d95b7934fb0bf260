import Foundation
import HealthCore
import Postgres

/// Reads a person's change feed page by page, as HealthKit's `HKAnchoredObjectQuery` does on the
/// phone.
///
/// The feed consists of current state and is not a log. Every sample, deletion, export element and
/// preference is listed once, at the position of its latest change. Consequences:
///
/// - An anchor never needs deleted history: everything that changed after it is listed in its
///   current state. A reader that starts, or was away for years, reads what exists now, and the
///   feed never needs compaction.
/// - A change between two pages moves the item to the end of the feed, where it is delivered
///   (again). So a reader must replace its copy with the same uuid, and must accept a deletion of a
///   sample that it never received. Such a reader has the store's state when it reaches the end.
/// - Deletions are kept without limit. Every row that leaves `health.sample` must leave a deletion,
///   and every change of a sample's output must give it a new position. A container that loses or
///   gains a sample gets a new position, and a source that becomes known is a change of
///   `PreferenceChange.sources`.
/// - A reader of some types is not told if a uuid is saved again with a type that it did not
///   select. HealthKit never does that.
///
/// The feed is exact while others write. A writer holds the lock of the person's row in
/// `health.change_counter` from before it takes positions until it commits, so positions become
/// visible in order. A page and the end of the feed are read from one snapshot. So after a page was
/// read, no change can appear at or before its anchor, and none is skipped.
public struct ChangeReader {
    private let person: Person
    private let session: Session
    private let bytesMax: Int
    private let positionsMax: Int64

    public static let limitDefault = 1_000
    /// Most changes of one page.
    public static let limitMax = 10_000
    /// A page ends before the change with which its JSON would exceed about this many bytes. One
    /// longer change is a page of its own.
    public static let bytesMax = 16 << 20
    /// Positions that one page searches for changes of the selected types, so that rare types do
    /// not occupy a session for long.
    public static let positionsMax: Int64 = 1_000_000
    /// Most types of one request.
    public static let typesMax = 500
    /// Changes that are read at once. Fewer are read if their JSON exceeds this many bytes as
    /// PostgreSQL stores it, possibly compressed; otherwise a page of long changes would be read
    /// only to be discarded. The JSON of each change is read singly until the page is full.
    static let slice = 1_000
    static let sliceBytes: Int64 = 1 << 20

    public init(
        person: Person, session: Session, bytesMax: Int = ChangeReader.bytesMax,
        positionsMax: Int64 = ChangeReader.positionsMax
    ) {
        self.person = person
        self.session = session
        self.bytesMax = bytesMax
        self.positionsMax = positionsMax
    }

    /// Returns the page after an anchor. Inside a transaction it reads that transaction's snapshot,
    /// which must be repeatable read.
    ///
    /// - Parameters:
    ///   - anchor: from the page before; nil for the start of the feed.
    ///   - types: identifiers or short names; nil for all changes. A selection lists samples and
    ///     deletions of these types, deletions of unknown type, and changes of how samples of these
    ///     types are read.
    ///   - limit: 1…`limitMax`; counts changes of all kinds.
    /// - Throws: `HealthDatabaseError` (`foreignAnchor`, `anchorExpired`, `unknownPerson`),
    ///   `ParameterError` (`unknownType`), `PostgresError`.
    public func page(
        after anchor: ChangeAnchor? = nil, types names: [String]? = nil, limit: Int = ChangeReader.limitDefault
    ) throws -> ChangePage {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let types = try names.map { try ChangeTypes($0, of: person, session) } ?? .all
            let feed = try feed()
            if let anchor { try check(anchor, types, feed) }
            let start = anchor?.position ?? 0
            let end = types.ids == nil ? feed.end : try self.end(of: feed.end, after: start)
            let limit = min(max(limit, 1), ChangeReader.limitMax)
            let listed = try ChangeList(person: person, session: session, typeIDs: types.ids)
                .entries(after: start, to: end, limit: limit + 1)
            let (changes, cut) = try read(listed.prefix(limit), types)
            let position = cut ?? (listed.count > limit ? listed[limit - 1].position : end)
            return ChangePage(
                changes: changes,
                anchor: ChangeAnchor(
                    position: position, personUUID: person.uuid, feedUUID: feed.uuid, typesDigest: types.digest),
                hasMore: position < feed.end)
        }
    }

    /// Returns the position at which a page stops its search. The search crosses a stretch without
    /// positions in one step.
    private func end(of feedEnd: Int64, after start: Int64) throws -> Int64 {
        let list = ChangeList(person: person, session: session, typeIDs: nil)
        let next = try list.entries(after: start, to: feedEnd, limit: 1).first?.position ?? feedEnd
        return positionsMax >= feedEnd ? feedEnd : min(feedEnd, next - 1 + positionsMax)
    }

    /// Gives a person's feed a new identity, which makes all of its anchors invalid. Needed after a
    /// backup was restored, because an anchor may include changes that the store has lost.
    ///
    /// - Parameter person: nil for all people.
    /// - Returns: the number of feeds with a new identity.
    /// - Throws: `PostgresError`.
    public static func renewFeeds(of person: Person? = nil, _ session: Session) throws -> Int64 {
        let renewal = "update health.change_counter set feed_uuid = gen_random_uuid()"
        guard let person else { return try session.execute(renewal).affectedRows }
        return try session.execute(renewal + " where person_id = $1", [.int32(person.id)]).affectedRows
    }

    private func feed() throws -> (uuid: UUID, end: Int64) {
        let feed = try session.execute(
            "select feed_uuid, last_position from health.change_counter where person_id = $1", [.int32(person.id)])
        guard let row = feed.first else {
            throw HealthDatabaseError(.unknownPerson, "the person has been deleted")
        }
        return (try row.uuid(0), try row.int64(1))
    }

    private func check(_ anchor: ChangeAnchor, _ types: ChangeTypes, _ feed: (uuid: UUID, end: Int64)) throws {
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

    /// Returns the entries with their contents, up to the entry that would exceed the bytes of a
    /// page.
    ///
    /// - Returns: also the position of the last entry, if entries were left out.
    private func read(
        _ entries: ArraySlice<ChangeList.Entry>, _ types: ChangeTypes
    ) throws -> (changes: [Change], cut: Int64?) {
        let list = ChangeList(person: person, session: session, typeIDs: types.ids)
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
