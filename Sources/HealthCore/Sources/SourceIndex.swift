/// The sources of one person, by what identifies them.
///
/// One source is what has one name and one bundle identifier; exports know no bundle identifiers, so a source without
/// one and a source with one are the same if their names are equal up to U+00A0 and U+2019. What was entered by hand is a
/// source of its own, and so are aggregates. A value type without locks.
public struct SourceIndex: Sendable {
    private struct Key: Hashable {
        var name: String
        var wasUserEntered: Bool
        var isAggregate: Bool

        init(name: String, bundleIdentifier: String?, wasUserEntered: Bool) {
            self.name = SourceRevision.normalized(name)
            self.wasUserEntered = wasUserEntered
            isAggregate = SourceClass.isAggregate(bundleIdentifier)
        }
    }

    private struct Entry {
        var id: Int32
        var bundleIdentifier: String?
    }

    /// In order of appearance.
    private var entries: [Key: [Entry]] = [:]
    public private(set) var count = 0
    private var lastID: Int32 = 0

    /// Which source wrote what a revision names.
    public enum Match: Hashable, Sendable {
        case known(Int32)
        /// A source whose bundle identifier was unknown until now.
        case unnamed(Int32)
        case new
    }

    public init() {}

    /// Notes a source that the store has. Sources come in the order of their ids.
    public mutating func add(id: Int32, name: String, bundleIdentifier: String?, wasUserEntered: Bool) {
        let key = Key(name: name, bundleIdentifier: bundleIdentifier, wasUserEntered: wasUserEntered)
        entries[key, default: []].append(Entry(id: id, bundleIdentifier: bundleIdentifier))
        count += 1
        lastID = max(lastID, id)
    }

    /// Notes the source of a revision that matches none.
    ///
    /// - Returns: its id, the one behind the last.
    public mutating func add(_ revision: SourceRevision) -> Int32 {
        add(
            id: lastID + 1, name: revision.name, bundleIdentifier: revision.bundleIdentifier,
            wasUserEntered: revision.wasUserEntered)
        return lastID
    }

    /// Finds the source of a revision; one whose bundle identifier the revision says first has it from now on.
    public mutating func match(_ revision: SourceRevision) -> Match {
        let key = Key(
            name: revision.name, bundleIdentifier: revision.bundleIdentifier, wasUserEntered: revision.wasUserEntered)
        guard let namesakes = entries[key], let first = namesakes.first else { return .new }
        // A revision without a bundle identifier could be any of them: the one that appeared first is taken.
        guard let bundle = revision.bundleIdentifier else { return .known(first.id) }
        if let same = namesakes.first(where: { $0.bundleIdentifier == bundle }) { return .known(same.id) }
        guard let unnamed = namesakes.firstIndex(where: { $0.bundleIdentifier == nil }) else { return .new }
        entries[key]?[unnamed].bundleIdentifier = bundle
        return .unnamed(namesakes[unnamed].id)
    }
}

/// What tells the revisions of a person's sources apart.
public struct SourceRevisionKey: Hashable, Sendable {
    public var sourceID: Int32
    public var version: String?
    public var productType: String?
    public var operatingSystemVersion: String?

    public init(sourceID: Int32, version: String?, productType: String?, operatingSystemVersion: String?) {
        self.sourceID = sourceID
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    public init(_ revision: SourceRevision, sourceID: Int32) {
        self.init(
            sourceID: sourceID, version: revision.version, productType: revision.productType,
            operatingSystemVersion: revision.operatingSystemVersion)
    }
}
