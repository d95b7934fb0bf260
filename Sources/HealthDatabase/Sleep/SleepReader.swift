import HealthCore
import Postgres

/// Nights, and the sources of their samples.
public struct SleepNights: Sendable {
    public var nights: [SleepNight]
    /// The sources by rank, highest priority first.
    public var sources: [Source]
    /// The number of samples from which the nights were computed.
    var sampleCount = 0
}

/// Reads the samples of the type sleepAnalysis and computes nights from them.
///
/// It reads whole samples that overlap the time from `SleepEngine.reach` before the first night to
/// `SleepEngine.reach` after the last night. The nights depend on no other samples.
public final class SleepReader: PersonQueries {
    private let samplesMax: Int

    /// The most samples that a request may read. The limit bounds the memory of a request.
    public static let samplesMax = 500_000
    public init(person: Person, session: Session, samplesMax: Int = SleepReader.samplesMax) {
        self.samplesMax = samplesMax
        super.init(person: person, session: session)
    }

    /// Answers `request` from one snapshot.
    ///
    /// - Throws: `ParameterError` (`rangeTooLong`) if the nights have more than `samplesMax`
    ///   samples; `PostgresError`.
    public func nights(_ request: SleepRequest) throws -> SleepNights {
        guard let first = request.windows.first, let last = request.windows.last else {
            return SleepNights(nights: [], sources: [])
        }
        let (samples, aggregates, sources) = try session.reading {
            let typeID = try SampleTypeReader.lastingID(of: SleepSample.typeIdentifier, session) ?? 0
            let sources = try SourceReader(person: person, session: session).order(sampleTypeID: typeID).map(\.source)
            let samples = try self.samples(
                typeID: typeID, from: first.start.microseconds - SleepEngine.reach,
                to: last.end.microseconds + SleepEngine.reach, sources)
            return (samples, try self.aggregates(from: first.start, to: last.end, sources), sources)
        }
        let nights = SleepEngine.nights(
            request.windows, samples: samples, aggregates: aggregates, longestGap: request.longestGap)
        return SleepNights(nights: nights, sources: sources, sampleCount: samples.count)
    }

    /// Returns the samples that overlap `from ..< to`, in order of start.
    private func samples(typeID: Int32, from: Int64, to: Int64, _ sources: [Source]) throws -> [SleepSample] {
        guard let reach = try SampleExtent.longestMicroseconds(person: person, sampleTypeID: typeID, session) else {
            return []
        }
        var rankOfSource: [Int32: Int32] = [:]
        for (rank, source) in sources.enumerated() { rankOfSource[source.id] = Int32(rank) }
        var samples: [SleepSample] = []
        // COPY takes no parameters. Only numbers and times are written into its text.
        let query = """
            select sample.start_time, sample.end_time, sample.category_value,
                coalesce(sample.creation_time, '-infinity'), source_revision.source_id, sample.uuid
            from health.sample
            \(LookUp.one(
                "source_revision", where: """
                source_revision.person_id = \(person.id) and source_revision.source_revision_id = sample.source_revision_id
                """))
            where sample.person_id = \(person.id) and sample.sample_type_id = \(typeID)
                and sample.start_time >= \(timestamp(from - reach)) and sample.start_time < \(timestamp(to))
                and sample.end_time > \(timestamp(from)) and sample.end_time > sample.start_time
                and sample.category_value is not null
            order by sample.start_time
            """
        try session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            let start = Instant(microseconds: try row.timestamptz())
            let end = Instant(microseconds: try row.timestamptz())
            let value = SleepValue(rawValue: try row.int32())
            let creation = try row.timestamptz()
            let rank = rankOfSource[try row.int32()]
            let uuid = try row.uuid()
            guard let value, let rank else { return }
            guard samples.count < samplesMax else {
                throw ParameterError(
                    .rangeTooLong, "to", "the nights have more than \(samplesMax) sleep samples",
                    hint: "request fewer nights")
            }
            samples.append(
                SleepSample(
                    start: start, end: end, value: value, sourceRank: rank,
                    creation: creation == .min ? nil : Instant(microseconds: creation), uuid: uuid))
        }
        return samples
    }

    /// Returns the nights that apps sent as aggregates. Their ends are after `from` and at or
    /// before `to`.
    private func aggregates(from: Instant, to: Instant, _ sources: [Source]) throws -> [AggregateNight] {
        let ranks = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.id, Int32($0)) })
        return try session.run(SleepReader.aggregateNights, person, from, to).compactMap { row in
            var row = row
            guard let rank = ranks[try row.int32()] else { return nil }
            func length() throws -> Int64? {
                try row.optionalDouble().map { Int64(($0 * Double(Instant.microsecondsPerSecond)).rounded()) }
            }
            return AggregateNight(
                start: Instant(microseconds: try row.timestamptz()), end: Instant(microseconds: try row.timestamptz()),
                sourceRank: rank, uuid: try row.uuid(),
                lengths: SleepLengths(
                    asleep: try length(), inBed: try length(), unspecified: try length(), core: try length(),
                    deep: try length(), rem: try length(), awake: try length()))
        }
    }

    /// Selects the figures that apps sent for whole nights, in seconds. A sample of more than 24
    /// hours is no night.
    private static let aggregateNights: String = {
        let names = ["asleep", "inBed", "unspecified", "core", "deep", "rem", "awake"]
        let figures = names.map { "health_code.json_number(detail.parts -> '\(AggregateNight.partName)' -> '\($0)')" }
        return """
            select source_kind.source_id, sample.start_time, sample.end_time, sample.uuid, \(figures.joined(separator: ", "))
            from health.sample
            join health.source_revision revision
                on revision.person_id = $1 and revision.source_revision_id = sample.source_revision_id
            join health.source_kind on source_kind.person_id = $1 and source_kind.source_id = revision.source_id
            join health.sample_detail detail on detail.person_id = $1 and detail.uuid = sample.uuid
            where sample.person_id = $1
                and sample.sample_type_id = (
                    select sample_type_id from health.sample_type where identifier = '\(AggregateNight.typeIdentifier)')
                and sample.start_time > $2 - interval '24 hours' and sample.start_time <= $3
                and sample.end_time > $2 and sample.end_time <= $3
                and sample.end_time - sample.start_time <= interval '24 hours'
                and source_kind.source_class = 'aggregate'
                and coalesce(\(figures[0]), \(figures[1])) is not null
                and least(\(figures.joined(separator: ", "))) >= 0
                and greatest(\(figures.joined(separator: ", "))) <= \(86_400 + SleepLengths.tolerance / Instant.microsecondsPerSecond)
            """
    }()

    private func timestamp(_ microseconds: Int64) -> String {
        let instant = min(max(Instant(microseconds: microseconds), .earliest), .latest)
        return "timestamptz '\(instant.rfc3339)'"
    }
}
