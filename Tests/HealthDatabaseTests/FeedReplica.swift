import Foundation
import HealthCore
import HealthDatabase
import Postgres

/// A copy of a person's data made only from the change feed.
struct FeedReplica {
    /// The types that the replica follows, or nil for all types.
    let types: [String]?
    private(set) var anchor: ChangeAnchor?
    private(set) var isAtEnd = false
    /// Errors in the pages that were read.
    private(set) var problems: [String] = []

    private var samples: [UUID: StoredSample] = [:]
    private var sampleTypes: [UUID: String] = [:]
    private var deletions: [UUID: String?] = [:]
    private var elements: [UUID: String] = [:]
    private var preferences: [String: Int64] = [:]
    private var lastPosition: Int64 = 0
    private var seen: Set<String> = []
    private var changedSources = false

    /// A quantity that no committed sample has.
    static let neverCommitted = -666.0

    init(types: [String]? = nil) { self.types = types }

    /// Reads one page of the feed.
    @discardableResult
    mutating func read(_ store: TestStore, limit: Int) throws -> ChangePage {
        let page = try ChangeReader(person: store.person, session: store.session)
            .page(after: anchor, types: types, limit: limit)
        if page.changes.count > limit { problems.append("\(page.changes.count) changes, asked for \(limit)") }
        for change in page.changes { apply(change) }
        if page.anchor.position < lastPosition { problems.append("the anchor is before the last change") }
        if page.hasMore, page.anchor.position <= anchor?.position ?? 0 { problems.append("the anchor stands still") }
        lastPosition = page.anchor.position
        // The anchor is converted to text and back, because clients store the text.
        anchor = try ChangeAnchor(page.anchor.text)
        isAtEnd = !page.hasMore
        return page
    }

    mutating func readToEnd(_ store: TestStore, limit: Int = 1_000) throws {
        repeat { try read(store, limit: limit) } while !isAtEnd
    }

    private mutating func apply(_ change: Change) {
        if change.position <= lastPosition { problems.append("\(change.position) came behind \(lastPosition)") }
        lastPosition = change.position
        var name = ""
        switch change.content {
        case .saved(let sample, let type):
            name = "\(sample.uuid)"
            if sample.quantity == FeedReplica.neverCommitted { problems.append("a sample was rolled back") }
            samples[sample.uuid] = sample
            sampleTypes[sample.uuid] = type.identifier
            deletions[sample.uuid] = nil
        case .deleted(let uuid, let type, _):
            name = "\(uuid)"
            samples[uuid] = nil
            deletions[uuid] = .some(type)
        case .element(let uuid, let element, let json):
            name = "\(uuid)"
            elements[uuid] = element + String(decoding: json, as: UTF8.self)
        case .preference(let preference, let type):
            name = preference.rawValue + (type ?? "")
            preferences[name] = change.position
            if preference == .sources { changedSources = true }
        }
        if !seen.insert("\(name) \(change.position)").inserted { problems.append("\(change.position) came twice") }
    }

    /// Returns the differences between the replica and the store, while no session writes.
    mutating func differences(from store: TestStore) throws -> [String] {
        if changedSources {
            let sources = try SourceReader(person: store.person, session: store.session).sources()
            for (uuid, sample) in samples {
                if let source = sources.first(where: { $0.id == sample.source.id }) { samples[uuid]?.source = source }
            }
        }
        var differences: [String] = []
        let wanted = types.map { types in Set(types.map { Catalogue.sampleType(named: $0)?.identifier ?? $0 }) }
        func isWanted(_ type: String?) -> Bool { wanted.map { wanted in type.map(wanted.contains) ?? true } ?? true }
        var expected: [UUID: StoredSample] = [:]
        for type in try store.texts(
            "select distinct identifier from health.sample join health.sample_type using (sample_type_id) where person_id = $1",
            [.int32(store.person.id)]) where isWanted(type)
        {
            for sample in try store.samples(type) {
                expected[sample.uuid] = sample
                if sampleTypes[sample.uuid] != type { differences.append("\(sample.uuid) is of type \(type)") }
            }
        }
        for uuid in Set(expected.keys).union(samples.keys) {
            let (here, there) = (
                samples[uuid].map { "\($0)" } ?? "nothing", expected[uuid].map { "\($0)" } ?? "nothing"
            )
            if here != there { differences.append("\(uuid): \(here) instead of \(there)") }
        }
        let deleted = try store.session.execute(
            """
            select uuid, identifier from health.deleted_sample left join health.sample_type using (sample_type_id)
            where person_id = $1
            """, [.int32(store.person.id)]
        ).map { (try $0.uuid(0), try $0.optionalText(1)) }
        // A deletion without a type reaches every replica. If the sample arrives later, it may be of a type that
        // the replica does not follow.
        let unwanted = Set(deleted.filter { !isWanted($0.1) }.map(\.0))
        let heard = deletions.filter { !($0.value == nil && unwanted.contains($0.key)) }
        let wantedDeletions = deleted.filter { !unwanted.contains($0.0) }
        if Dictionary(uniqueKeysWithValues: wantedDeletions) != heard { differences.append("the deletions differ") }
        let stored = try store.session.execute(
            """
            select preference, coalesce(identifier, ''), change_position
            from health.preference_change left join health.sample_type using (sample_type_id) where person_id = $1
            """, [.int32(store.person.id)]
        ).map { (try $0.text(0), try $0.text(1), try $0.int64(2)) }
            .filter { $0.1.isEmpty || isWanted($0.1) }.map { ($0.0 + $0.1, $0.2) }
        if Dictionary(uniqueKeysWithValues: stored) != preferences { differences.append("the preferences differ") }
        let kept = try store.session.execute(
            "select uuid, name || element::text from health.export_element where person_id = $1",
            [.int32(store.person.id)]
        ).map { (try $0.uuid(0), try $0.text(1)) }
        if Dictionary(uniqueKeysWithValues: types == nil ? kept : []) != elements {
            differences.append("the elements differ")
        }
        return problems + differences
    }
}
