import HealthCore
import Postgres

/// One bucket, and an explanation of how each sample contributed to it.
public struct ExplainedBucket: Sendable {
    public var bucket: StatisticsBucket
    public var explanation: BucketExplanation
    /// The sources by rank, highest priority first.
    public var sources: [Source]
}

/// Explains buckets.
extension StatisticsReader {
    /// Computes and explains the bucket of `request` from one snapshot. If stored figures have
    /// the totals of the bucket, reads only the samples of the page and those that touch them. Else
    /// reads all samples of the bucket.
    ///
    /// - Throws: `PostgresError`.
    public func explanation(_ request: ExplanationRequest) throws -> ExplainedBucket {
        try session.reading {
            try session.preferIndexOrder()
            let typeID = try SampleTypeReader.lastingID(of: request.quantity.type.identifier, session) ?? 0
            guard try !hasAllSources(of: typeID) else {
                return try ofAllSources.explanation(request)
            }
            let (type, stored) = try states(
                of: typeID, request.quantity.style, request.plan, request.range, separateBySource: true)
            if let figures = try storedFigures(request, type, stored) {
                return try explainPage(request, type, figures)
            }
            var engine = engine(request, type)
            // All samples that touch the bucket, including those that the predicate does not
            // select.
            let touched =
                request.isUnbounded
                ? SampleRange(from: request.range.from, to: request.range.to)
                : SampleRange(from: request.plan.edges[0], to: request.plan.edges[1])
            try stream(
                type, style: request.quantity.style, range: touched, filter: filter(request.quantity.type),
                leftOut: { engine.leaveOut($0) },
                { try engine.add($0) })
            return try explained(&engine, type)
        }
    }

    private func engine(
        _ request: ExplanationRequest, _ type: TypeState, totals: BucketExplanation.Totals? = nil
    ) -> StatisticsEngine {
        StatisticsEngine(
            plan: request.plan, style: request.quantity.style, range: request.range,
            sourceCount: max(type.sources.count, 1), explained: request.page, totals: totals)
    }

    private func explained(_ engine: inout StatisticsEngine, _ type: TypeState) throws -> ExplainedBucket {
        guard let bucket = engine.finish().first, let explanation = engine.explanation else {
            throw StatisticsEngineError.unexplained
        }
        return ExplainedBucket(bucket: bucket, explanation: explanation, sources: type.sources)
    }

    // MARK: From stored figures

    /// The figures of a bucket, and those of each source alone.
    private struct Figures {
        var merged = AdditiveFigures()
        var bySource: [(rank: Int, figures: AdditiveFigures)] = []
    }

    /// Returns the figures of the bucket from the tables; nil if it is faster to read all samples,
    /// or if a sample may touch the bucket and not count there.
    private func storedFigures(
        _ request: ExplanationRequest, _ type: TypeState, _ stored: FigureReader.Stored
    ) throws -> Figures? {
        let (style, plan, range) = (request.quantity.style, request.plan, request.range)
        // Stored figures of a single source do not tell how many of its samples count among all.
        guard style != .category, origin != .samples, !isFiltered(request.quantity.type), !type.hasAggregates,
            !range.isStrict,
            range.from <= plan.edges[0], range.to >= plan.edges[1],
            let reader = FigureReader(person, session, style, type, range, separateBySource: true),
            let chosen = reader.plan(plan, stored, isForced: origin == .stored)
        else { return nil }
        let folded = try reader.folded(plan, chosen, stored)
        return Figures(
            merged: folded.merged.first?.figures ?? AdditiveFigures(),
            bySource: folded.bySource.compactMap { rank, alone in alone.first.map { (rank, $0.figures) } })
    }

    private func explainPage(
        _ request: ExplanationRequest, _ type: TypeState, _ figures: Figures
    ) throws -> ExplainedBucket {
        let style = request.quantity.style
        var engine = engine(
            request, type,
            totals: BucketExplanation.Totals(merged: figures.merged, bySource: figures.bySource, style))
        if let window = try window(request, type) {
            try stream(type, style: style, range: window) { try engine.add($0) }
        }
        var answer = try explained(&engine, type)
        answer.bucket.statistics = figures.merged.statistics(style)
        return answer
    }

    /// Returns a range whose samples are enough to explain the samples of the page: those of the
    /// page, and all that touch them or end the time for which their values apply.
    private func window(_ request: ExplanationRequest, _ type: TypeState) throws -> SampleRange? {
        guard let reach = type.reach else { return nil }
        let (first, end) = (request.plan.edges[0], request.plan.edges[1])
        let start = max(first, request.page.after.map { Instant(microseconds: $0.start) } ?? first)
        try session.preferIndexOrder()
        let hasParts = try StreamedType(type, of: person, session).hasParts
        // One sample more than the page has, which tells that another page follows. Samples that
        // begin at `start` or before are not counted.
        let last = try session.run(
            """
            select start_time from \(StatisticsReader.streamSource(request.quantity.style, hasParts: hasParts))
            where person_id = $1 and sample_type_id = $2 and start_time > $3 and start_time < $4
                and quantity is not null
            order by start_time
            limit 1 offset $5
            """, person, type.sampleTypeID, start, end, request.page.limit)
        guard let row = last.first else { return SampleRange(from: start, to: end) }
        let covered = try row.timestamptz(0) + max(reach, SampleRange.pointStandMicroseconds)
        return SampleRange(from: start, to: min(end, Instant(microseconds: covered)))
    }
}
