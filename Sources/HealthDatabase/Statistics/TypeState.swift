import HealthCore
import Postgres

/// What readers need to know of a person's type before they read its samples. One round trip reads
/// it, in the snapshot in which the samples are read.
struct TypeState {
    /// 0 for a type that the store does not have.
    let sampleTypeID: Int32
    /// The length of the longest sample, in microseconds; nil if the person never had a sample of
    /// the type.
    let reach: Int64?
    /// True if the person has a series of the type or an aggregate with extremes.
    let hasParts: Bool
    /// The sources whose samples count, by rank, highest priority first.
    let sources: [Source]
    /// The rank of each source revision, indexed by the revision's id. -1 for a revision of another
    /// source and for an unused id.
    let ranks: [Int]

    /// True if the person has an aggregate source.
    var hasAggregates: Bool { firstAggregate != nil }
    /// The first rank of an aggregate source. All higher ranks are aggregate sources too. Nil
    /// without aggregate sources.
    var firstAggregate: Int? { sources.firstIndex { $0.sourceClass == .aggregate } }

    /// - Parameter sourceIDs: the ids of the sources whose samples count; nil for all.
    /// - Throws: `PostgresError`.
    static func read(
        _ person: Person, sampleTypeID: Int32, sourceIDs: Set<Int32>? = nil, _ session: Session
    ) throws -> TypeState {
        try session.reading {
            try TypeState(
                sampleTypeID: sampleTypeID, sourceIDs: sourceIDs,
                reading: session.execute(statements(person, sampleTypeID: sampleTypeID)))
        }
    }

    /// The statements whose rows `init(sampleTypeID:sourceIDs:reading:)` reads.
    static func statements(_ person: Person, sampleTypeID: Int32) -> [Statement] {
        [
            SampleExtent.probe(person, sampleTypeID: sampleTypeID),
            SourceReader.orderStatement(person, sampleTypeID: sampleTypeID), SourceReader.revisionStatement(person),
        ]
    }

    /// The number of statements.
    static let statementCount = 3

    /// - Parameter rows: the rows of `statements`.
    init(sampleTypeID: Int32, sourceIDs: Set<Int32>? = nil, reading rows: [Rows]) throws {
        self.sampleTypeID = sampleTypeID
        let extent = rows[0].first
        reach = try extent?.int64(0)
        hasParts = try extent?.bool(1) ?? false
        sources = try SourceReader.order(reading: rows[1]).map(\.source).filter { sourceIDs?.contains($0.id) ?? true }
        ranks = try SourceReader.ranks(sources, reading: rows[2])
    }
}
