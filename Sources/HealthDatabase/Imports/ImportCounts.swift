import HealthCore
import Postgres

/// One row of `health.import_count`.
public struct ImportCount: Sendable, Hashable, Codable {
    /// The identifier of the sample type, or the name of an element that is not a sample or was
    /// refused.
    public var item: String
    /// The name of the source; empty for elements and refusals.
    public var source: String
    public var read: Int64 = 0
    public var stored: Int64 = 0
    public var recognised: Int64 = 0
    public var repeatedInside: Int64 = 0
    public var deletedBefore: Int64 = 0
    public var refused: Int64 = 0
    /// As in `ImportWriter.Report`.
    public var replaced: Int64 = 0
    public var missing: Int64 = 0

    /// Records that the store already had or that the file repeats.
    public var alreadyKnown: Int64 { read - stored - repeatedInside - deletedBefore - refused }
}

/// Adds up the counts of an import. While the file is read, these are the counts of elements and
/// refused records. `StagedContents` counts the samples.
struct ImportCounts: Codable {
    typealias Field = WritableKeyPath<ImportCount, Int64>

    private struct Key: Hashable, Codable {
        var item: String
        var source: String
    }

    private var counts: [Key: ImportCount] = [:]

    /// The maximum number of names that are counted separately. All other elements are counted
    /// under the empty name.
    static let namesMax = 1_000
    /// The maximum length in bytes of a name that is counted separately. The names are in an index,
    /// which limits their length.
    static let nameBytesMax = 200

    /// Adds the samples that were read.
    mutating func add(_ contents: StagedContents, _ references: SampleReferences) {
        for (names, group) in contents.groups {
            let key = key(names.type, names.revision, references)
            add(group.count, to: \.read, key)
            add(group.directCount, to: \.stored, key)
        }
    }

    mutating func addRefusal(of sample: Sample, _ references: SampleReferences) {
        let key = key(sample.type, sample.sourceRevision, references)
        for field in [\ImportCount.read, \.refused] { add(1, to: field, key) }
    }

    mutating func addRefusal(ofElementNamed name: String) {
        for field in [\ImportCount.read, \.refused] { add(1, to: field, elementNamed: name) }
    }

    mutating func add(_ count: Int64, to field: Field, elementNamed name: String) {
        let key = Key(item: name, source: "")
        let isCounted = counts.count < ImportCounts.namesMax || counts[key] != nil || name == ImportMerge.fileElement
        let isShort = name.utf8.count <= ImportCounts.nameBytesMax
        add(count, to: field, isCounted && isShort ? key : Key(item: "", source: ""))
    }

    /// Adds counts.
    ///
    /// - Parameter rows: the indices of a type and a source revision, and a count.
    mutating func add(_ rows: Rows, to field: Field, _ references: SampleReferences) throws {
        for var row in rows {
            let key = key(try row.int32(), try row.int32(), references)
            add(try row.int64(), to: field, key)
        }
    }

    /// Adds `each` for every sample of a type.
    ///
    /// - Parameter sources: the names of the samples' sources.
    mutating func add(_ sources: [String], to field: Field, _ type: String, _ each: Int64 = 1) {
        for source in sources { add(each, to: field, Key(item: type, source: source)) }
    }

    /// Returns the number of records of a type that the store had under the same uuids.
    func known(_ type: String) -> Int64 {
        counts.filter { $0.key.item == type }.reduce(0) { $0 + $1.value.alreadyKnown - $1.value.recognised }
    }

    func sum(_ field: KeyPath<ImportCount, Int64>) -> Int64 { counts.values.reduce(0) { $0 + $1[keyPath: field] } }

    private func key(_ type: Int32, _ sourceRevision: Int32, _ references: SampleReferences) -> Key {
        Key(
            item: references.types[Int(type)].identifier, source: references.sourceRevisions[Int(sourceRevision)].name)
    }

    private mutating func add(_ count: Int64, to field: Field, _ key: Key) {
        counts[key, default: ImportCount(item: key.item, source: key.source)][keyPath: field] += count
    }

    var rows: [ImportCount] { counts.values.sorted { ($0.item, $0.source) < ($1.item, $1.source) } }
}
