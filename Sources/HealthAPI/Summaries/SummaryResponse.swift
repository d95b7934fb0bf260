import Digests
import HealthCore
import HealthDatabase
import JSON

/// Daily summaries. The answer does not depend on the time of the request. So its entity tag
/// changes only if the data change.
struct SummaryResponse: Shaped {
    private let request: SummaryRequest
    private let days: [DailySummary]
    private let clock: ClockText

    init(_ request: SummaryRequest, _ days: [DailySummary]) {
        self.request = request
        clock = ClockText(request.clock)
        self.days = days
    }

    static let shape = Shape<Self>([
        .member("timeZone", \.request.clock.name),
        .member("summaries") { answer in answer.days.map { Day(day: $0, answer: answer) } },
    ])

    var rowCount: Int? { days.count }

    private struct Day: Shaped {
        let day: DailySummary
        let answer: SummaryResponse

        static let shape = Shape<Self>([
            .member("date", \.day.date), .time("startDate", \.day.start, on: \.answer.clock),
            .time("endDate", \.day.end, on: \.answer.clock),
            .member("timeZones") { $0.day.zones.map(\.identifier) },
            .member("checksum", { hexadecimal($0.day.checksum) }, as: .sha256),
            .member("quantities", \.quantities),
        ]).named("DailySummary")

        private var quantities: [Quantity] {
            zip(answer.request.quantities, day.quantities).map {
                Quantity(quantity: $0, summarised: $1, clock: answer.clock)
            }
        }
    }

    private struct Quantity: Shaped {
        let quantity: QuantityRequest
        let summarised: DailySummary.Summarised
        let clock: ClockText

        static let shape = Shape<Self>([
            .member("type", \.quantity.type.identifier), .member("unit", \.quantity.unit?.unitString, as: .string),
            .member("statistics", \.statistics), .member("sources", \.summarised.sourceIDs, as: .array(of: .sourceID)),
            .object(
                "footprint",
                Shape([
                    .count("count", \.summarised.footprintCount),
                    .member("checksum", { hexadecimal($0.summarised.checksum) }, as: .sha256),
                ])),
        ])

        private var statistics: ShownStatistics? {
            StatisticsFigures(quantity: quantity, clock: clock, sources: []).shown(summarised.statistics)
        }
    }
}

/// One page of a footprint as JSON.
struct FootprintResponse: Shaped {
    private let request: SummaryRequest
    private let footprint: Footprint
    private let page: ArraySlice<StatisticsSample>

    init(_ request: SummaryRequest, _ footprint: Footprint, _ limit: Int, _ cursor: SampleCursor?) {
        self.request = request
        self.footprint = footprint
        let rest = footprint.samples.drop { sample in
            guard let cursor else { return false }
            return (sample.start, sample.uuid) <= (cursor.start.microseconds, cursor.uuid)
        }
        page = rest.prefix(limit)
    }

    static let shape = Shape<Self>([
        .member("type", \.request.quantities[0].type.identifier), .member("date", \.request.dates[0]),
        .members(of: \.span, Span.shape), .count("count", \.footprint.samples.count),
        .member("checksum", { hexadecimal($0.footprint.checksum) }, as: .sha256),
        .member("uuids") { $0.page.map(\.uuid) }, .member("cursor", \.next, as: .nextCursor),
    ]).named("Footprint")

    var rowCount: Int? { page.count }

    private var span: Span {
        let edges = request.plan.edges
        return Span(start: edges[0], end: edges[1], clock: ClockText(request.clock))
    }

    private var next: String? {
        guard let last = page.last, page.endIndex < footprint.samples.endIndex else { return nil }
        return SampleCursor(start: Instant(microseconds: last.start), uuid: last.uuid).text
    }
}
