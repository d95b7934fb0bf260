import HealthCore
import Postgres

/// What readers need to know of a person's type before they read its figures. One round trip reads
/// it, in the snapshot in which the figures are read.
struct TypeState {
    /// 0 for a type that the store does not have.
    let sampleTypeID: Int32
    /// The length of the longest sample, in microseconds; nil if the person never had a sample of
    /// the type.
    let reach: Int64?
    /// The sources whose samples count, by rank, highest priority first.
    let sources: [Source]

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
            SampleExtent.statement(person, sampleTypeID: sampleTypeID),
            SourceReader.orderStatement(person, sampleTypeID: sampleTypeID),
        ]
    }

    /// The number of statements.
    static let statementCount = 2

    /// - Parameter rows: the rows of `statements`.
    init(sampleTypeID: Int32, sourceIDs: Set<Int32>? = nil, reading rows: [Rows]) throws {
        self.sampleTypeID = sampleTypeID
        reach = try rows[0].first?.int64(0)
        sources = try SourceReader.order(reading: rows[1]).map(\.source).filter { sourceIDs?.contains($0.id) ?? true }
    }
}

/// What readers also need to know before they read the samples of a type. One round trip reads it,
/// in the snapshot in which the samples are read.
struct StreamedType {
    /// True if the person has a series of the type or an aggregate with extremes.
    let hasParts: Bool
    /// The rank of each source revision, indexed by the revision's id. -1 for a revision of another
    /// source and for an unused id.
    let ranks: [Int]

    /// - Throws: `PostgresError`.
    init(_ type: TypeState, of person: Person, _ session: Session) throws {
        let rows = try session.execute([
            Statement(StreamedType.partsText, person, type.sampleTypeID), SourceReader.revisionStatement(person),
        ])
        hasParts = try rows[0][0].bool(0)
        ranks = try SourceReader.ranks(type.sources, reading: rows[1])
    }

    /// The ORDER BY makes PostgreSQL use the index. With EXISTS, the planner scans the table from
    /// its beginning if it expects many rows. If there are none, this scan reads the whole table.
    private static let partsText = """
        select coalesce(
            (
                select true from health.series_quantity
                where series_quantity.person_id = $1 and series_quantity.sample_type_id = $2
                order by series_quantity.start_time
                limit 1
            ), (
                select true from health.aggregate_extreme
                where aggregate_extreme.person_id = $1 and aggregate_extreme.sample_type_id = $2
                order by aggregate_extreme.start_time
                limit 1
            ), false)
        """
}
