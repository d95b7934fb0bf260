/// Finds the sources of one person by the fields that identify them.
///
/// A source has one name and one bundle identifier. Exports have no bundle identifiers. So a source
/// without a bundle identifier equals a source with one if their names are equal in the form of
/// `SourceRevision.normalized`. Data entered by hand has a separate source, and so do aggregates. A
/// value type without locks.
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

    /// The sources in order of appearance.
    private var entries: [Key: [Entry]] = [:]
    public private(set) var count = 0
    private var lastID: Int32 = 0

    /// The result of the search for a revision's source.
    public enum Match: Hashable, Sendable {
        case known(Int32)
        /// A source whose bundle identifier was unknown until now.
        case unnamed(Int32)
        case new
    }

    public init() {}

    /// Adds a source of the store. Add sources in the order of their ids.
    public mutating func add(id: Int32, name: String, bundleIdentifier: String?, wasUserEntered: Bool) {
        let key = Key(name: name, bundleIdentifier: bundleIdentifier, wasUserEntered: wasUserEntered)
        entries[key, default: []].append(Entry(id: id, bundleIdentifier: bundleIdentifier))
        count += 1
        lastID = max(lastID, id)
    }

    /// Adds the source of a revision that matches no source.
    ///
    /// - Returns: the id of the new source, which is the greatest id so far plus 1.
    public mutating func add(_ revision: SourceRevision) -> Int32 {
        add(
            id: lastID + 1, name: revision.name, bundleIdentifier: revision.bundleIdentifier,
            wasUserEntered: revision.wasUserEntered)
        return lastID
    }

    /// Finds the source of a revision. If the source has no bundle identifier yet, sets it to that
    /// of the revision.
    public mutating func match(_ revision: SourceRevision) -> Match {
        let key = Key(
            name: revision.name, bundleIdentifier: revision.bundleIdentifier, wasUserEntered: revision.wasUserEntered)
        guard let namesakes = entries[key], let first = namesakes.first else { return .new }
        // A revision without a bundle identifier may match several sources. The first one is used.
        guard let bundle = revision.bundleIdentifier else { return .known(first.id) }
        if let same = namesakes.first(where: { $0.bundleIdentifier == bundle }) { return .known(same.id) }
        guard let unnamed = namesakes.firstIndex(where: { $0.bundleIdentifier == nil }) else { return .new }
        entries[key]?[unnamed].bundleIdentifier = bundle
        return .unnamed(namesakes[unnamed].id)
    }
}

/// The fields that distinguish the revisions of a person's sources.
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
