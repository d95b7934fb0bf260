import Foundation
import HealthCore
import Postgres

/// Reads a person's change feed page by page: HealthKit's `HKAnchoredObjectQuery`.
///
/// The feed is made of state, not of a log. Every sample, deletion, export element and preference is listed once, at the
/// place of its latest change. From this follows:
/// - An anchor never needs history that was thrown away: whatever changed behind it is listed, as it is now. A reader that was
///   away for years, or begins, reads what is there and nothing that came and went, and the feed never has to be compacted.
/// - What changes between two pages moves to the end and is delivered (again) there, so that a saved sample must be put in the
///   place of what has its uuid, and a deletion may name what was never seen. A reader that does so holds what the store holds
///   once it has reached the end, and never waits for what was before.
/// - Deletions are kept for ever. Nothing may leave `health.sample` without one, and nothing that is printed of a sample may
///   change without a new place for it: a container that loses or gains a sample takes one, and a source that becomes known
///   is a change of `PreferenceChange.sources`.
/// - Who keeps to some types is not told when a uuid comes again with a type that is none of them. HealthKit never does that.
///
/// It is exact while others write. Positions become visible in their order, since a writer holds the lock of the person's
/// `health.change_counter` row from before it takes positions until it commits. A page and the end of the feed are read
/// from one snapshot, and so nothing can appear at or before the anchor that the page gives, and nothing is skipped.
public struct ChangeReader {
    private let person: Person
    private let session: Session
    private let bytesMax: Int
    private let positionsMax: Int64

    public static let limitDefault = 1_000
    /// Most changes of one page.
    public static let limitMax = 10_000
    /// A page ends before the change with which its JSON would be longer than about so many bytes; it has one change at least.
    public static let bytesMax = 16 << 20
    /// Positions among which one page looks for changes of given types, so that rare ones do not take the time of all others.
    public static let positionsMax: Int64 = 1_000_000
    /// Most types of one question.
    public static let typesMax = 500
    /// Changes that are read at once, and the bytes of their JSON as PostgreSQL keeps it, which may be compressed, from which
    /// on fewer are: of long ones, not a whole page is read to be thrown away. Their texts are read one by one, until the page
    /// is full.
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

    /// The page behind an anchor. In a transaction that is open already, its snapshot is read: it must be repeatable read.
    ///
    /// - Parameters:
    ///   - anchor: of the page before; nil for the start of the feed.
    ///   - types: identifiers or short names. Nil for everything; else samples and deletions of these types, deletions whose
    ///     type nobody knows, and what changes how samples of these types are read.
    ///   - limit: 1…`limitMax`, counts changes of all kinds.
    /// - Throws: `HealthDatabaseError` (`foreignAnchor`, `anchorExpired`, `unknownPerson`), `ParameterError` (`unknownType`).
    public func page(
        after anchor: ChangeAnchor? = nil, types names: [String]? = nil, limit: Int = ChangeReader.limitDefault
    ) throws -> ChangePage {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let types = try names.map { try ChangeTypes($0, session) } ?? .all
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

    /// Where a page looks no further. What nobody has taken is crossed in one step.
    private func end(of feedEnd: Int64, after start: Int64) throws -> Int64 {
        let list = ChangeList(person: person, session: session, typeIDs: nil)
        let next = try list.entries(after: start, to: feedEnd, limit: 1).first?.position ?? feedEnd
        return min(feedEnd, next - 1 + positionsMax)
    }

    /// Gives a person's feed another identity, so that none of its anchors is good any more: after a backup was restored, an
    /// anchor may know changes that the store has not.
    ///
    /// - Parameter person: nil for everybody.
    /// - Returns: how many feeds have another identity now.
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
        guard anchor.personUUID == person.uuid else {
            throw HealthDatabaseError(
                .foreignAnchor, "the anchor is another person's",
                hint: "keep an anchor for each person, and read from the start (no anchor) for this one")
        }
        guard anchor.typesDigest == types.digest else {
            throw HealthDatabaseError(
                .foreignAnchor, "the anchor was given for other types",
                hint: "keep an anchor for each choice of types, and read from the start (no anchor) with new ones")
        }
        guard anchor.feedUUID == feed.uuid, anchor.position <= feed.end else {
            throw HealthDatabaseError(
                .anchorExpired, "the anchor is of a change feed that is no more",
                hint: "read from the start (no anchor), and drop what you hold that is not listed on the way")
        }
    }

    /// The entries with what they hold, up to the one with which they would be too many bytes.
    ///
    /// - Returns: beside them the position of the last one, if there are too many.
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
