import HealthCore

/// A source as `health.source` and `health.source_kind` have it.
struct RegisteredSource: Equatable {
    var id: Int32
    var name: String
    var bundleIdentifier: String?
    var wasUserEntered: Bool
    var facts: SourceFacts
    var sourceClass: SourceClass
    var rank: Int32
    /// The source that this one is another name of.
    var joinedTo: Int32?

    /// The default order: entered by hand, Apple Watch, iPhone and iPad, everything else,
    /// aggregates; of each the newest source first. Of sources as old as each other, that with
    /// the greater name is newer. A source without samples is new.
    func hasPriority(over other: RegisteredSource) -> Bool {
        group == other.group ? age > other.age : group < other.group
    }

    private var group: Int {
        switch sourceClass {
        case .aggregate: 4
        case _ where wasUserEntered: 0
        case .watch: 1
        case .phone: 2
        case .other: 3
        }
    }

    private var age: (Instant, String, Int32) {
        (facts.firstCreation ?? .latest, SourceRevision.normalized(name), id)
    }

    /// Returns the ids in the order of the ranks.
    static func order(_ sources: [RegisteredSource]) -> [Int32] {
        sources.sorted { ($0.rank, -$0.id) < ($1.rank, -$1.id) }.map(\.id)
    }

    /// Derives class and rank of each source. Joined sources have the facts of all their names.
    static func ranked(_ sources: [RegisteredSource]) -> [RegisteredSource] {
        let known = Dictionary(uniqueKeysWithValues: sources.map { ($0.id, $0) })
        let roots = roots(sources.map { ($0.id, $0.joinedTo) })
        var whole = known.filter { roots[$0.key] == nil }
        for (id, root) in roots {
            guard let name = known[id], var source = whole[root] else { continue }
            source.facts.add(name.facts, isCounted: true)
            source.bundleIdentifier = source.bundleIdentifier ?? name.bundleIdentifier
            whole[root] = source
        }
        let classed = whole.values.map { source in
            var source = source
            source.sourceClass = SourceClass(
                name: source.name, bundleIdentifier: source.bundleIdentifier, source.facts)
            return source
        }
        var derived: [Int32: (sourceClass: SourceClass, rank: Int32)] = [:]
        for (rank, source) in classed.sorted(by: { $0.hasPriority(over: $1) }).enumerated() {
            derived[source.id] = (source.sourceClass, Int32(rank))
        }
        return sources.compactMap { source in
            guard let root = derived[roots[source.id] ?? source.id] else { return nil }
            var source = source
            (source.sourceClass, source.rank) = root
            return source
        }
    }

    /// Returns, for each joined source, the source that it is a name of in the end.
    ///
    /// - Parameter sources: ids, each with the id of the source that it is joined to.
    static func roots(_ sources: [(id: Int32, joinedTo: Int32?)]) -> [Int32: Int32] {
        let joined = Dictionary(
            uniqueKeysWithValues: sources.compactMap { source in source.joinedTo.map { (source.id, $0) } })
        return joined.mapValues { first in
            var root = first
            while let next = joined[root] { root = next }
            return root
        }
    }
}
