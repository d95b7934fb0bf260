import HealthCore
import Postgres

/// The numbers of records that an import has read, stored without staging, and refused.
struct ImportTally: Codable {
    /// Indices of a type and a source revision in `SampleReferences`.
    struct Key: Hashable, Codable {
        var type: Int32
        var sourceRevision: Int32
    }

    private(set) var read: [Key: Int64] = [:]
    /// Samples of `read` that were stored without staging.
    private(set) var direct: [Key: Int64] = [:]
    /// Elements that are not samples, by name.
    private(set) var elements: [String: Int64] = [:]
    /// Refused records, by the name of their element.
    private(set) var refused: [String: Int64] = [:]
    /// The number of samples that the holder may not save.
    private(set) var refusedSamples: [Key: Int64] = [:]

    mutating func note(_ sample: Sample, isDirect: Bool) {
        let key = Key(type: sample.type, sourceRevision: sample.sourceRevision)
        read[key, default: 0] += 1
        if isDirect { direct[key, default: 0] += 1 }
    }

    mutating func note(elementNamed name: String) { elements[ImportTally.name(name, among: elements), default: 0] += 1 }

    mutating func noteRefusal(of sample: Sample) {
        refusedSamples[Key(type: sample.type, sourceRevision: sample.sourceRevision), default: 0] += 1
    }

    mutating func noteRefusal(of element: String) {
        refused[ImportTally.name(element, among: refused), default: 0] += 1
    }

    /// The maximum number of element names that are counted separately. All other names are counted
    /// under the empty name.
    static let namesMax = 1_000
    /// The maximum length in bytes of a name that is counted separately. The names are in an index,
    /// which limits their length.
    static let nameBytesMax = 200

    private static func name(_ name: String, among counts: [String: Int64]) -> String {
        let isCounted = counts.count < namesMax || counts[name] != nil || name == ImportMerge.fileElement
        return isCounted && name.utf8.count <= nameBytesMax ? name : ""
    }
}

/// One row of `health.import_count`.
public struct ImportCount: Sendable, Hashable {
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

/// Adds up the counts of an import while it is merged.
struct ImportCounts {
    private struct Key: Hashable {
        var item: String
        var source: String
    }

    private let references: SampleReferences
    private var counts: [Key: ImportCount] = [:]

    init(_ tally: ImportTally, _ references: SampleReferences) {
        self.references = references
        for (key, count) in tally.read { add(count, to: \.read, key.type, key.sourceRevision) }
        for (key, count) in tally.direct { add(count, to: \.stored, key.type, key.sourceRevision) }
        for (key, count) in tally.refusedSamples {
            add(count, to: \.read, key.type, key.sourceRevision)
            add(count, to: \.refused, key.type, key.sourceRevision)
        }
        for (name, count) in tally.elements { add(count, to: \.read, Key(item: name, source: "")) }
        for (name, count) in tally.refused {
            add(count, to: \.read, Key(item: name, source: ""))
            add(count, to: \.refused, Key(item: name, source: ""))
        }
    }

    /// Adds counts.
    ///
    /// - Parameter rows: the indices of a type and a source revision, and a count.
    /// - Returns: the sum of the counts.
    mutating func add(_ rows: Rows, to field: WritableKeyPath<ImportCount, Int64>) throws -> Int64 {
        var sum: Int64 = 0
        for var row in rows {
            let (type, sourceRevision, count) = (try row.int32(), try row.int32(), try row.int64())
            sum += count
            add(count, to: field, type, sourceRevision)
        }
        return sum
    }

    /// Adds `each` for every sample of a type.
    ///
    /// - Parameter sources: the names of the samples' sources.
    /// - Returns: the number of samples.
    mutating func add(
        _ sources: [String], to field: WritableKeyPath<ImportCount, Int64>, _ type: String, _ each: Int64 = 1
    ) -> Int64 {
        for source in sources { add(each, to: field, Key(item: type, source: source)) }
        return Int64(sources.count)
    }

    /// Returns the number of records of a type that the store had under the same uuids.
    func known(_ type: String) -> Int64 {
        counts.filter { $0.key.item == type }.reduce(0) { $0 + $1.value.alreadyKnown - $1.value.recognised }
    }

    mutating func add(_ count: Int64, to field: WritableKeyPath<ImportCount, Int64>, elementNamed name: String) {
        add(count, to: field, Key(item: name, source: ""))
    }

    private mutating func add(
        _ count: Int64, to field: WritableKeyPath<ImportCount, Int64>, _ type: Int32, _ sourceRevision: Int32
    ) {
        add(
            count, to: field,
            Key(
                item: references.types[Int(type)].identifier,
                source: references.sourceRevisions[Int(sourceRevision)].name))
    }

    private mutating func add(_ count: Int64, to field: WritableKeyPath<ImportCount, Int64>, _ key: Key) {
        counts[key, default: ImportCount(item: key.item, source: key.source)][keyPath: field] += count
    }

    var rows: [ImportCount] { counts.values.sorted { ($0.item, $0.source) < ($1.item, $1.source) } }
}
