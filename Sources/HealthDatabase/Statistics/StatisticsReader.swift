import HealthCore
import Postgres

/// The buckets of a statistics collection, and the sources of its samples.
public struct StatisticsCollection: Sendable {
    public var buckets: [StatisticsBucket]
    /// The sources by rank, highest priority first.
    public var sources: [Source]
    /// True if the same question has the same figures, to the last bit, until the samples change.
    public var isSettled = false

    /// The number of sources with separate figures.
    fileprivate var separateSourceCount: Int {
        buckets.reduce(into: SourceSet()) { set, bucket in
            for part in bucket.bySource { set.insert(part.rank) }
        }.ranks.count
    }
}

/// Reads stored figures of hours and days, or the samples of types in the order of an index, and
/// computes figures.
public final class StatisticsReader: PersonQueries {
    let origin: Origin
    /// The ids of the sources whose samples count. Nil for all sources of the person.
    let sourceIDs: Set<Int32>?
    /// The conditions of the samples that count, by the identifier of their type.
    let predicates: [String: [SamplePredicate]]

    /// Decides if figures may come from stored hours and days.
    public enum Origin: Sendable {
        /// Stored figures are used where they are faster. Sums then differ from those of samples by
        /// a relative 1e-9 at most. Figures that need no additions do not differ.
        case fastest
        /// Stored figures are used wherever they fit, even where samples are faster. For tests.
        case stored
        /// Every figure comes from samples.
        case samples
    }

    /// - Parameters:
    ///   - sourceIDs: the ids of the sources whose samples count. The figures are those of a person
    ///     who has only these sources. Stored figures are those of all sources, so they are used
    ///     only if no other source has samples of the type. Nil for all sources.
    ///   - predicates: the conditions of the samples that count, by the identifier of their type.
    ///     The figures are those of a person who has only these samples, and come from samples.
    public init(
        person: Person, session: Session, origin: Origin = .fastest, sourceIDs: Set<Int32>? = nil,
        predicates: [String: [SamplePredicate]] = [:]
    ) {
        self.origin = origin
        self.sourceIDs = sourceIDs
        self.predicates = predicates
        super.init(person: person, session: session)
    }

    /// Answers `request`, one type after the other, from one snapshot.
    ///
    /// - Throws: `PostgresError`; `ParameterError` (`tooManyBuckets`) if all types together need
    ///   more rows for separate figures of sources than `BucketPlan.bucketsMax`. Each source with
    ///   figures needs a row for each bucket. The error is thrown at the first sample of the first
    ///   source above the limit.
    public func collections(_ request: StatisticsRequest) throws -> [StatisticsCollection] {
        try session.reading {
            try session.preferIndexOrder()
            var rowsLeft = BucketPlan.bucketsMax
            let buckets = request.plan.bucketCount
            return try request.quantities.map { quantity in
                do {
                    var collection = try collection(
                        quantity.type, style: quantity.style, plan: request.plan, range: request.range,
                        separateBySource: request.separateBySource, sourcesMax: rowsLeft / buckets)
                    rowsLeft -= buckets * collection.separateSourceCount
                    collection.buckets.removeAll { request.leavesOut($0.start) }
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

    /// Computes every bucket of `plan` from one snapshot, from stored figures if they are faster,
    /// else from the type's samples.
    ///
    /// - Parameters:
    ///   - type: a type of `style`.
    ///   - sourcesMax: the most sources that may have separate figures.
    /// - Throws: `StatisticsEngineError` (`tooManySources`) at the first sample of the first source
    ///   above `sourcesMax`; `PostgresError`.
    public func collection(
        _ type: SampleType, style: AggregationStyle, plan: BucketPlan, range: SampleRange, separateBySource: Bool,
        sourcesMax: Int = .max
    ) throws -> StatisticsCollection {
        try session.reading {
            try session.preferIndexOrder()
            let typeID = try SampleTypeReader.lastingID(of: type.identifier, session) ?? 0
            guard try !hasAllSources(of: typeID) else {
                return try ofAllSources.collection(
                    type, style: style, plan: plan, range: range, separateBySource: separateBySource,
                    sourcesMax: sourcesMax)
            }
            let (state, stored) = try states(of: typeID, style, plan, range, separateBySource: separateBySource)
            let sources = state.sources
            let isFiltered = isFiltered(type)
            if origin != .samples, !isFiltered,
                let reader = FigureReader(
                    person, session, style, state, range, separateBySource: separateBySource, sourcesMax: sourcesMax),
                let figures = reader.plan(plan, stored, isForced: origin == .stored)
            {
                let folded = try reader.folded(plan, figures, stored)
                return StatisticsCollection(
                    buckets: StatisticsEngine.buckets(plan, folded.merged, folded.bySource, style), sources: sources,
                    isSettled: stored.isSettled)
            }
            var engine = StatisticsEngine(
                plan: plan, style: style, range: range, sourceCount: max(sources.count, 1),
                separateBySource: separateBySource, sourcesMax: sourcesMax)
            try stream(state, style: style, range: range, filter: filter(type)) { try engine.add($0) }
            return StatisticsCollection(
                buckets: engine.finish(), sources: sources, isSettled: stored.isSettled || isFiltered)
        }
    }

    /// A reader of the same samples, of all sources.
    var ofAllSources: StatisticsReader {
        StatisticsReader(person: person, session: session, origin: origin, predicates: predicates)
    }

    /// True if not all samples of the type count. Stored figures are those of all samples.
    func isFiltered(_ type: SampleType) -> Bool { sourceIDs != nil || predicates[type.identifier] != nil }

    func filter(_ type: SampleType) -> SampleFilter? {
        predicates[type.identifier].map { SampleFilter($0, of: person) }
    }

    /// Reads the state of a type, and its stored figures and marks, in one round trip, or in two
    /// for days of years.
    func states(
        of typeID: Int32, _ style: AggregationStyle, _ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool
    ) throws -> (type: TypeState, stored: FigureReader.Stored) {
        let window = FigurePlan.dayWindow(plan, range)
        let isLong = window.map { $0.upperBound - $0.lowerBound > FigureReader.Stored.windowMax } ?? false
        let rows = try session.execute(
            TypeState.statements(person, sampleTypeID: typeID)
                + FigureReader.Stored.statements(
                    person, sampleTypeID: typeID, style, isLong ? nil : window, range,
                    separateBySource: separateBySource))
        let type = try TypeState(sampleTypeID: typeID, sourceIDs: sourceIDs, reading: rows)
        var stored = try FigureReader.Stored(
            reading: Array(rows[TypeState.statementCount...]), style, separateBySource: separateBySource)
        if isLong, let window, type.reach != nil {
            let table = FigureTable(personID: person.id, sampleTypeID: typeID, session: session)
            stored.setDays(try table.readDays(window, style, separateBySource: separateBySource))
        }
        return (type, stored)
    }

    /// Calls `body` with every sample that can change a figure in `range`, in order of start. For a
    /// series, `body` gets its quantities, each with the uuid of the series. For an aggregate,
    /// `body` also gets its minimum and maximum (`AggregateExtreme`).
    ///
    /// - Parameters:
    ///   - type: read in the same snapshot.
    ///   - isStable: if true, samples with the same start come in order of their uuids, and the
    ///     quantities of one series in their own order. Equal samples then make figures that are
    ///     equal to the last bit.
    ///   - filter: selects the samples. Others are as if they did not exist.
    ///   - leftOut: called with each aggregate that does not count because a sample of higher
    ///     priority touches it. The calls are in order with those of `body`.
    func stream(
        _ type: TypeState, style: AggregationStyle, range: SampleRange, isStable: Bool = false,
        filter: SampleFilter? = nil, leftOut: ((StatisticsSample) -> Void)? = nil,
        _ body: (StatisticsSample) throws -> Void
    ) throws {
        guard let reach = type.reach, let searched = StreamedRows.searched(range, type) else { return }
        let rows = StreamedRows(range, reach: reach)
        guard let firstAggregate = type.firstAggregate else {
            return try read(type, style, searched, isStable: isStable, filter, body)
        }
        // A sample outside the range may touch an aggregate inside it, and then the aggregate does
        // not count.
        var aggregates = AggregateFilter(
            style: style, firstAggregate: firstAggregate, sourceCount: type.sources.count, isReporting: leftOut != nil)
        func pass(_ sample: StatisticsSample, _ isLeftOut: Bool) throws {
            guard rows.contain(sample) else { return }
            if isLeftOut { leftOut?(sample) } else { try body(sample) }
        }
        try read(type, style, searched, isStable: isStable, filter) { try aggregates.add($0, pass) }
        try aggregates.finish(pass)
    }

    /// Returns true if `sourceIDs` is not nil and contains every source with samples of the type.
    func hasAllSources(of typeID: Int32) throws -> Bool {
        guard let sourceIDs else { return false }
        return try session.run(
            "select source_id from health.source_type where person_id = $1 and sample_type_id = $2", person, typeID
        ).allSatisfy { sourceIDs.contains(try $0.int32(0)) }
    }
}
