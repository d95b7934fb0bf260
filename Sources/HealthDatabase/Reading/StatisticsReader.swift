import HealthCore
import Postgres

/// The buckets of a statistics collection, and the sources of which they were made.
public struct StatisticsCollection: Sendable {
    public var buckets: [StatisticsBucket]
    /// By rank, highest first.
    public var sources: [Source]

    public init(buckets: [StatisticsBucket], sources: [Source]) {
        self.buckets = buckets
        self.sources = sources
    }
}

/// One bucket, and what became of its samples.
public struct ExplainedBucket: Sendable {
    public var bucket: StatisticsBucket
    public var explanation: BucketExplanation
    /// By rank, highest first.
    public var sources: [Source]
}

/// Streams one type's samples in index order through the engine.
public struct StatisticsReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Answers `request`, type by type, in one snapshot of the database.
    public func collections(_ request: StatisticsRequest) throws -> [StatisticsCollection] {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try request.quantities.map { quantity in
                try collection(
                    quantity.type, style: quantity.style, plan: request.plan, range: request.range,
                    separateBySource: request.separateBySource)
            }
        }
    }

    /// Computes every bucket of `plan` in one pass, in one snapshot of the database.
    ///
    /// - Parameter type: a quantity type with an aggregation style.
    public func collection(
        _ type: SampleType, style: AggregationStyle, plan: BucketPlan, range: SampleRange, separateBySource: Bool
    ) throws -> StatisticsCollection {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let typeID = try SampleTypeReader.id(of: type.identifier, session) ?? 0
            let sources = try SourceReader(person: person, session: session).order(sampleTypeID: typeID).map(\.source)
            var engine = StatisticsEngine(
                plan: plan, style: style, range: range, sourceCount: max(sources.count, 1),
                separateBySource: separateBySource)
            try stream(typeID: typeID, style: style, range: range, sources: sources) { try engine.add($0) }
            return StatisticsCollection(buckets: engine.finish(), sources: sources)
        }
    }

    /// Computes the bucket of `request` and explains it, in one snapshot of the database.
    public func explanation(_ request: ExplanationRequest) throws -> ExplainedBucket {
        let (type, style) = (request.quantity.type, request.quantity.style)
        // All samples that touch the bucket: also those that the predicate leaves out.
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

    /// Hands over every sample that may matter for `range`, in order of start; in place of a series the quantities inside
    /// of it, each with the uuid of the series.
    ///
    /// - Parameters:
    ///   - sources: the person's sources by rank for the type.
    ///   - isStable: whether samples that start together come in order of their uuids (those of one series in their
    ///     own order), so that figures are the same to the last bit whenever the samples are the same.
    ///   - leftOut: is told, in order among the others, which aggregates something better takes the place of.
    func stream(
        typeID: Int32, style: AggregationStyle, range: SampleRange, sources: [Source], isStable: Bool = false,
        leftOut: ((StatisticsSample) -> Void)? = nil, _ body: (StatisticsSample) throws -> Void
    ) throws {
        guard
            let (reach, haveSeries) = try SampleExtent.longestAndSeries(
                person: person, sampleTypeID: typeID, session)
        else { return }
        let rows = StreamedRows(range, reach: reach)
        guard let firstAggregate = sources.firstIndex(where: { $0.sourceClass == .aggregate }) else {
            return try read(typeID, rows, sources, haveSeries: haveSeries, isStable: isStable, body)
        }
        // What touches an aggregate decides about it, also where that lies outside the range.
        var filter = AggregateFilter(
            style: style, firstAggregate: firstAggregate, sourceCount: sources.count, isReporting: leftOut != nil)
        func pass(_ sample: StatisticsSample, _ isLeftOut: Bool) throws {
            guard rows.contain(sample) else { return }
            if isLeftOut { leftOut?(sample) } else { try body(sample) }
        }
        try read(typeID, rows.widened(by: reach), sources, haveSeries: haveSeries, isStable: isStable) {
            try filter.add($0, pass)
        }
        try filter.finish(pass)
    }

    private func read(
        _ typeID: Int32, _ rows: StreamedRows, _ sources: [Source], haveSeries: Bool, isStable: Bool,
        _ body: (StatisticsSample) throws -> Void
    ) throws {
        let query = streamQuery(typeID: typeID, rows, haveSeries: haveSeries, isStable: isStable)
        let ranks = try ranksByRevision(sources)
        try session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            let start = try row.timestamptz()
            let end = try row.timestamptz()
            let value = try row.double()
            let revision = Int(try row.int32())
            let (high, low) = try row.uuidWords()
            let ordinal = haveSeries ? try row.int32() : 0
            guard revision < ranks.count else { throw StatisticsEngineError.unknownSource }
            try body(
                StatisticsSample(
                    start: start, end: end, value: value, sourceRank: ranks[revision], uuidHigh: high, uuidLow: low,
                    ordinal: ordinal))
        }
    }

    /// The rank of each source revision, at the place of its id; -1 where there is none.
    private func ranksByRevision(_ sources: [Source]) throws -> [Int] {
        var rankOfSource: [Int32: Int] = [:]
        for (rank, source) in sources.enumerated() { rankOfSource[source.id] = rank }
        var ranks: [Int] = []
        for row in try session.execute(
            "select source_revision_id, source_id from health.source_revision where person_id = $1 order by 1",
            [.int32(person.id)])
        {
            let revision = Int(try row.int32(0))
            while ranks.count <= revision { ranks.append(-1) }
            ranks[revision] = rankOfSource[try row.int32(1)] ?? -1
        }
        return ranks
    }

    /// The rows, from covering indexes alone.
    ///
    /// Only a person with series of the type pays for them. Both indexes are read in their order then, and merged; the
    /// conditions stand around the union because PostgreSQL sorts the whole of one whose arms have conditions. COPY takes no
    /// parameters, so numbers and times are written into the text; nothing else is.
    func streamQuery(typeID: Int32, _ rows: StreamedRows, haveSeries: Bool, isStable: Bool) -> String {
        let columns = "start_time, end_time, quantity, source_revision_id, uuid"
        let both = """
            (
                select person_id, sample_type_id, \(columns), 0 as ordinal from health.sample
                union all
                select person_id, sample_type_id, \(columns), ordinal from health.series_quantity
            ) quantity
            """
        return """
            select \(columns)\(haveSeries ? ", ordinal" : "")
            from \(haveSeries ? both : "health.sample")
            where person_id = \(person.id) and sample_type_id = \(typeID)
                and start_time >= \(timestamp(rows.firstStart)) and start_time <= \(timestamp(rows.lastStart))
                and (end_time >= \(timestamp(rows.firstEnd)) or start_time >= \(timestamp(rows.standingStart)))
                and quantity is not null
            order by start_time\(isStable ? haveSeries ? ", uuid, ordinal" : ", uuid" : "")
            """
    }

    private func timestamp(_ microseconds: Int64) -> String {
        let instant = min(max(Instant(microseconds: microseconds), .earliest), .latest)
        return "timestamptz '\(instant.rfc3339)'"
    }
}

/// The samples of a type that may matter for a range, in microseconds since 1970: those that start from `firstStart` to
/// `lastStart` and either end from `firstEnd` on or start from `standingStart` on.
struct StreamedRows {
    var firstStart: Int64
    var lastStart: Int64
    var firstEnd: Int64
    var standingStart: Int64

    /// - Parameter reach: no sample of the type is longer.
    init(_ range: SampleRange, reach: Int64) {
        firstEnd = max(range.from, .earliest).microseconds
        lastStart = min(range.to, .latest).microseconds
        // A point of a temporally weighted type weighs after its instant, and whatever follows it ends that.
        standingStart = firstEnd - SampleRange.pointStandMicroseconds
        firstStart = min(firstEnd - reach, standingStart)
    }

    /// These and all that touch one of them, or come within the margin of an aggregate among them.
    func widened(by reach: Int64) -> StreamedRows {
        var wide = self
        wide.firstEnd = firstStart - AggregateFilter.marginMax
        wide.firstStart = wide.firstEnd - reach
        wide.standingStart = wide.firstEnd
        wide.lastStart = lastStart + reach + AggregateFilter.marginMax
        return wide
    }

    func contain(_ sample: StatisticsSample) -> Bool {
        sample.start >= firstStart && sample.start <= lastStart
            && (sample.end >= firstEnd || sample.start >= standingStart)
    }
}

/// How far before a range the samples that meet it may begin.
enum SampleExtent {
    /// No sample of the type is longer; nil where the person never had one.
    static func longestMicroseconds(person: Person, sampleTypeID: Int32, _ session: Session) throws -> Int64? {
        let result = try session.execute(
            """
            select (extract(epoch from longest_duration) * 1000000)::bigint
            from health.sample_extent where person_id = $1 and sample_type_id = $2
            """,
            [.int32(person.id), .int32(sampleTypeID)])
        return result.rowCount == 1 ? try result[0].int64(0) : nil
    }

    /// The same, and whether the person has a series of the type.
    static func longestAndSeries(
        person: Person, sampleTypeID: Int32, _ session: Session
    ) throws -> (longestMicroseconds: Int64, haveSeries: Bool)? {
        let result = try session.execute(probe, [.int32(person.id), .int32(sampleTypeID)])
        return result.rowCount == 1 ? (try result[0].int64(0), try result[0].bool(1)) : nil
    }

    /// By the index, for certain: told to look whether there is any, the planner reads the table from its beginning if it believes that
    /// there are many, and to the end where there are none.
    static let probe = """
        select (extract(epoch from longest_duration) * 1000000)::bigint,
            (
                select true from health.series_quantity
                where series_quantity.person_id = $1 and series_quantity.sample_type_id = $2
                order by series_quantity.start_time
                limit 1
            ) is not null
        from health.sample_extent where person_id = $1 and sample_type_id = $2
        """
}
