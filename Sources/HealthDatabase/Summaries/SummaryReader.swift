import Digests
import Foundation
import HealthCore
import Postgres

/// The figures of several types on one civil day, and a checksum.
public struct DailySummary: Sendable {
    public var date: CivilDate
    public var start: Instant
    public var end: Instant
    /// The zones in which the person spent the day, in order.
    public var zones: [Zone]
    /// The figures of each type, in the order of the request.
    public var quantities: [Summarised]
    /// SHA-256 of everything that determines the day's figures. It changes if and only if one of
    /// these changes:
    /// - a sample of a footprint,
    /// - the order of the sources of these samples,
    /// - the edges or the zones of the day.
    public var checksum: [UInt8]

    public struct Summarised: Sendable {
        /// Nil if there are no samples.
        public var statistics: Statistics?
        /// The public ids of the sources of the figures, by descending priority.
        public var sourceIDs: [Int32]
        /// The number of samples in the footprint. A series counts as one sample.
        public var footprintCount: Int
        /// SHA-256 of the footprint and the order of its sources.
        public var checksum: [UInt8]
    }
}

/// The samples from which the figures of one type on one day are computed.
public struct Footprint: Sendable {
    /// The samples in order of start, then uuid. A series is listed once, at the start of its first
    /// quantity in the footprint.
    public var samples: [StatisticsSample]
    public var checksum: [UInt8]
}

/// Reads daily summaries and their footprints.
public final class SummaryReader: PersonQueries {
    /// Returns the summaries of all days of the request, from one snapshot of the database.
    ///
    /// - Throws: `PostgresError`.
    public func summaries(_ request: SummaryRequest) throws -> [DailySummary] {
        try session.reading {
            var days = request.dates.indices.map { index in
                let (start, end) = (request.plan.edges[index], request.plan.edges[index + 1])
                return DailySummary(
                    date: request.dates[index], start: start, end: end,
                    zones: request.clock.zones(from: start, to: end),
                    quantities: [], checksum: [])
            }
            for quantity in request.quantities {
                for (index, summarised) in try read(quantity, request.plan).enumerated() {
                    days[index].quantities.append(summarised)
                }
            }
            for index in days.indices { days[index].checksum = SummaryReader.checksum(of: days[index], request) }
            return days
        }
    }

    /// Returns the footprint of the first bucket of `plan`.
    ///
    /// - Throws: `PostgresError`.
    public func footprint(_ quantity: QuantityRequest, _ plan: BucketPlan) throws -> Footprint {
        try session.reading {
            var found = Footprint(samples: [], checksum: [])
            try sweep(quantity, plan) { index, samples, sources in
                guard index == 0 else { return }
                found.samples = SummaryReader.withoutRepetitions(
                    samples.sorted { ($0.start, $0.uuid) < ($1.start, $1.uuid) })
                found.checksum = SummaryReader.checksum(of: samples, sources)
            }
            return found
        }
    }

    private func read(_ quantity: QuantityRequest, _ plan: BucketPlan) throws -> [DailySummary.Summarised] {
        var summarised: [DailySummary.Summarised] = []
        let (buckets, sources) = try sweep(quantity, plan) { _, samples, sources in
            summarised.append(
                DailySummary.Summarised(
                    statistics: nil, sourceIDs: [], footprintCount: SummaryReader.withoutRepetitions(samples).count,
                    checksum: SummaryReader.checksum(of: samples, sources)))
        }
        for (index, bucket) in buckets.enumerated() {
            summarised[index].statistics = bucket.statistics
            summarised[index].sourceIDs = bucket.statistics?.sourceRanks.map { sources[$0].publicID } ?? []
        }
        return summarised
    }

    /// Computes the buckets. Calls `body` for each bucket in order, with its index, its footprint,
    /// and the sources by rank.
    @discardableResult
    private func sweep(
        _ quantity: QuantityRequest, _ plan: BucketPlan,
        _ body: (_ index: Int, _ footprint: [StatisticsSample], _ sources: [Source]) throws -> Void
    ) throws -> (buckets: [StatisticsBucket], sources: [Source]) {
        let typeID = try SampleTypeReader.lastingID(of: quantity.type.identifier, session) ?? 0
        let type = try TypeState.read(person, sampleTypeID: typeID, session)
        let sources = type.sources
        let range = SampleRange(from: plan.edges[0], to: plan.edges[plan.bucketCount])
        var engine = StatisticsEngine(
            plan: plan, style: quantity.style, range: range, sourceCount: max(sources.count, 1))
        var footprints = FootprintSweep(plan: plan, style: quantity.style)
        try StatisticsReader(person: person, session: session).stream(
            type, style: quantity.style, range: range, isStable: true
        ) { sample in
            try engine.add(sample)
            try footprints.add(sample) { try body($0, $1, sources) }
        }
        try footprints.finish { try body($0, $1, sources) }
        return (engine.finish(), sources)
    }

    /// Returns the samples with only the first quantity of each series and the first element of
    /// each aggregate.
    private static func withoutRepetitions(_ samples: [StatisticsSample]) -> [StatisticsSample] {
        // If a series has several quantities in `samples`, one of them has an ordinal other than 0.
        // The same is true of an aggregate with extremes.
        guard samples.contains(where: { $0.ordinal != 0 }) else { return samples }
        var known: Set<UUID> = []
        return samples.filter { known.insert($0.uuid).inserted }
    }

    // MARK: Checksums

    /// SHA-256 of the footprint of one type.
    ///
    /// An entry is hashed for each sample, each quantity of a series and each extreme of an
    /// aggregate, in order of uuid and ordinal. An entry consists of:
    /// - the 16 bytes of the uuid,
    /// - the start and the end, in microseconds since 1970,
    /// - the bits of the value in the canonical unit,
    /// - the id of the source.
    ///
    /// Then the ids of all these sources follow, by descending priority. Integers are big endian.
    /// Ids have 4 bytes, and other integers have 8 bytes.
    private static func checksum(of footprint: [StatisticsSample], _ sources: [Source]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(footprint.count * 44 + 64)
        for sample in footprint.sorted(by: { ($0.uuid, $0.ordinal) < ($1.uuid, $1.ordinal) }) {
            bytes += sample.uuid.bytes
            bytes.append(bigEndian: sample.start)
            bytes.append(bigEndian: sample.end)
            bytes.append(bigEndian: sample.value.bitPattern)
            bytes.append(bigEndian: sources[sample.sourceRank].publicID)
        }
        for rank in Set(footprint.map(\.sourceRank)).sorted() { bytes.append(bigEndian: sources[rank].publicID) }
        return SHA256.hash(bytes)
    }

    /// SHA-256 of the day's edges, its zones, and the identifier and footprint checksum of each
    /// type.
    private static func checksum(of day: DailySummary, _ request: SummaryRequest) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: day.start.microseconds)
        bytes.append(bigEndian: day.end.microseconds)
        for zone in day.zones { bytes += Array(zone.identifier.utf8) + [0] }
        for (quantity, summarised) in zip(request.quantities, day.quantities) {
            bytes += Array(quantity.type.identifier.utf8) + [0] + summarised.checksum
        }
        return SHA256.hash(bytes)
    }
}
