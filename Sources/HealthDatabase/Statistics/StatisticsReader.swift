import HealthCore
import Postgres

/// The buckets of a statistics collection, and the sources of its samples.
public struct StatisticsCollection: Sendable {
    public var buckets: [StatisticsBucket]
    /// By rank, highest first.
    public var sources: [Source]

    public init(buckets: [StatisticsBucket], sources: [Source]) {
        self.buckets = buckets
        self.sources = sources
    }

    /// The number of sources with figures of their own.
    fileprivate var separateSourceCount: Int {
        buckets.reduce(into: SourceSet()) { set, bucket in
            for part in bucket.bySource { set.insert(part.rank) }
        }.ranks.count
    }
}

/// One bucket, and how its samples count.
public struct ExplainedBucket: Sendable {
    public var bucket: StatisticsBucket
    public var explanation: BucketExplanation
    /// By rank, highest first.
    public var sources: [Source]
}

/// Reads the samples of types in index order, or their slots, and computes figures.
public struct StatisticsReader {
    private let person: Person
    private let session: Session
    private let slots: Slots

    /// Whether figures may come from slots.
    public enum Slots: Sendable {
        /// Where slots are faster. Their figures differ by a relative 1e-9 at most, and not at all
        /// where nothing is added up.
        case used
        /// Wherever slots fit, even where samples alone are faster: for tests.
        case preferred
        /// Every figure comes from samples.
        case ignored
    }

    public init(person: Person, session: Session, slots: Slots = .used) {
        self.person = person
        self.session = session
        self.slots = slots
    }

    /// Answers `request`, type by type, in one snapshot of the database.
    ///
    /// - Throws: `ParameterError` (`tooManyBuckets`) if the buckets × sources with figures of their
    ///   own, of all types together, are more than `BucketPlan.bucketsMax`; it is thrown at the
    ///   first sample of one source too many. `PostgresError`.
    public func collections(_ request: StatisticsRequest) throws -> [StatisticsCollection] {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            var rowsLeft = BucketPlan.bucketsMax
            let buckets = request.plan.bucketCount
            return try request.quantities.map { quantity in
                do {
                    let collection = try collection(
                        quantity.type, style: quantity.style, plan: request.plan, range: request.range,
                        separateBySource: request.separateBySource, sourcesMax: rowsLeft / buckets)
                    rowsLeft -= buckets * collection.separateSourceCount
                    return collection
                } catch StatisticsEngineError.tooManySources {
                    throw ParameterError(
                        .tooManyBuckets, "separateBySource",
                        "the figures of each source alone would need more than \(BucketPlan.bucketsMax) rows: "
                            + "\(buckets) buckets for each source and type",
                        hint: "ask for a longer interval or a shorter range, or without separateBySource")
                }
            }
        }
    }

    /// Computes every bucket of `plan`, in one snapshot of the database: from slots if the type has
    /// some and they are faster, else in one pass over its samples.
    ///
    /// - Parameters:
    ///   - type: a quantity type with an aggregation style.
    ///   - sourcesMax: most sources with figures of their own.
    /// - Throws: `StatisticsEngineError` (`tooManySources`) at the first sample of one source too
    ///   many; `PostgresError`.
    public func collection(
        _ type: SampleType, style: AggregationStyle, plan: BucketPlan, range: SampleRange, separateBySource: Bool,
        sourcesMax: Int = .max
    ) throws -> StatisticsCollection {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let state = try SlotState.read(person, identifier: type.identifier, range: range, session)
            let typeID = state.sampleTypeID
            let sources = try SourceReader(person: person, session: session).order(sampleTypeID: typeID).map(\.source)
            if slots != .ignored, let reader = SlotReader(person, session, state, style, sources),
                let pieces = reader.plan(
                    plan, range, state, separateBySource: separateBySource, isForced: slots == .preferred)
            {
                return StatisticsCollection(
                    buckets: try reader.buckets(
                        plan, range, pieces, separateBySource: separateBySource, sourcesMax: sourcesMax),
                    sources: sources)
            }
            var engine = StatisticsEngine(
                plan: plan, style: style, range: range, sourceCount: max(sources.count, 1),
                separateBySource: separateBySource, sourcesMax: sourcesMax)
            try stream(typeID: typeID, style: style, range: range, sources: sources) { try engine.add($0) }
            return StatisticsCollection(buckets: engine.finish(), sources: sources)
        }
    }

    /// Computes the bucket of `request` and explains it, in one snapshot of the database.
    ///
    /// - Throws: `PostgresError`.
    public func explanation(_ request: ExplanationRequest) throws -> ExplainedBucket {
        let (type, style) = (request.quantity.type, request.quantity.style)
        // All samples that touch the bucket, with those that the predicate leaves out.
        let touched =
            request.isUnbounded
            ? SampleRange(from: request.range.from, to: request.range.to)
            : SampleRange(from: request.plan.edges[0], to: request.plan.edges[1])
        return try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let typeID = try SampleTypeReader.id(of: type.identifier, session) ?? 0
            let sources = try SourceReader(person: person, session: session).order(sampleTypeID: typeID).map(\.source)
            var engine = StatisticsEngine(
                plan: request.plan, style: style, range: request.range, sourceCount: max(sources.count, 1),
                explained: request.page)
            try stream(
                typeID: typeID, style: style, range: touched, sources: sources, leftOut: { engine.leaveOut($0) },
                { try engine.add($0) })
            guard let bucket = engine.finish().first, let explanation = engine.explanation else {
                throw StatisticsEngineError.unexplained
            }
            return ExplainedBucket(bucket: bucket, explanation: explanation, sources: sources)
        }
    }

    /// Calls `body` with every sample that may matter for `range`, in order of start: for a series
    /// with the quantities inside, each with the uuid of the series; beside an aggregate with its
    /// extremes (`AggregateExtreme`).
    ///
    /// - Parameters:
    ///   - sources: the person's sources by rank for the type.
    ///   - isStable: whether samples that start together come in order of their uuids (those of one
    ///     series in their own order), so that equal samples make equal figures to the last bit.
    ///   - leftOut: called, in order among the others, with each aggregate that a better sample
    ///     overrules.
    func stream(
        typeID: Int32, style: AggregationStyle, range: SampleRange, sources: [Source], isStable: Bool = false,
        leftOut: ((StatisticsSample) -> Void)? = nil, _ body: (StatisticsSample) throws -> Void
    ) throws {
        guard
            let (reach, hasParts) = try SampleExtent.longestAndParts(
                person: person, sampleTypeID: typeID, session)
        else { return }
        let rows = StreamedRows(range, reach: reach)
        guard let firstAggregate = sources.firstIndex(where: { $0.sourceClass == .aggregate }) else {
            return try read(typeID, rows, sources, hasParts: hasParts, isStable: isStable, body)
        }
        // A sample outside the range may touch an aggregate inside, and so decide whether it
        // counts.
        var filter = AggregateFilter(
            style: style, firstAggregate: firstAggregate, sourceCount: sources.count, isReporting: leftOut != nil)
        func pass(_ sample: StatisticsSample, _ isLeftOut: Bool) throws {
            guard rows.contain(sample) else { return }
            if isLeftOut { leftOut?(sample) } else { try body(sample) }
        }
        try read(typeID, rows.widened(by: reach), sources, hasParts: hasParts, isStable: isStable) {
            try filter.add($0, pass)
        }
        try filter.finish(pass)
    }

    private func read(
        _ typeID: Int32, _ rows: StreamedRows, _ sources: [Source], hasParts: Bool, isStable: Bool,
        _ body: (StatisticsSample) throws -> Void
    ) throws {
        let query = streamQuery(typeID: typeID, rows, hasParts: hasParts, isStable: isStable)
        let ranks = try SourceReader(person: person, session: session).ranksByRevision(sources)
        if isStable { try session.executeScript(StatisticsReader.sortingByIndex) }
        try session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            try body(StatisticsSample(reading: &row, ranks, hasOrdinal: hasParts))
        }
        if isStable { try session.executeScript("set local enable_sort = on") }
    }

    /// Makes PostgreSQL read a stable stream in the order of the index and sort only samples that
    /// start together. It expects few rows of a person, and would otherwise sort all of them, on
    /// disk if they are many.
    static let sortingByIndex = "set local enable_sort = off"

    /// The query for the rows, which reads covering indexes only.
    ///
    /// Only a person with series of the type, or with extremes of aggregates, pays for them: all
    /// indexes are then read in their order and merged. The conditions stand around the union
    /// because PostgreSQL sorts a whole union whose arms have conditions. COPY takes no parameters,
    /// so numbers and times are written into the text; nothing else is.
    func streamQuery(typeID: Int32, _ rows: StreamedRows, hasParts: Bool, isStable: Bool) -> String {
        return """
            select \(StatisticsReader.streamColumns(hasParts: hasParts))
            from \(StatisticsReader.streamSource(hasParts: hasParts))
            where person_id = \(person.id) and sample_type_id = \(typeID)
                and start_time >= \(StreamedRows.timestamp(rows.firstStart))
                and start_time <= \(StreamedRows.timestamp(rows.lastStart))
                and (end_time >= \(StreamedRows.timestamp(rows.firstEnd))
                    or start_time >= \(StreamedRows.timestamp(rows.standingStart)))
                and quantity is not null
            order by start_time\(isStable ? hasParts ? ", uuid, ordinal" : ", uuid" : "")
            """
    }

    private static let columns = "start_time, end_time, quantity, source_revision_id, uuid"

    /// In the order of `StatisticsSample.init(reading:_:hasOrdinal:)`.
    static func streamColumns(hasParts: Bool) -> String { columns + (hasParts ? ", ordinal" : "") }

    static func streamSource(hasParts: Bool) -> String {
        guard hasParts else { return "health.sample" }
        return """
            (
                select person_id, sample_type_id, \(columns), 0 as ordinal from health.sample
                union all
                select person_id, sample_type_id, \(columns), ordinal from health.series_quantity
                union all
                select person_id, sample_type_id, \(columns), ordinal from health.aggregate_extreme
            ) quantity
            """
    }
}
