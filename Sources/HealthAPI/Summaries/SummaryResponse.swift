import Digests
import HealthCore
import HealthDatabase
import JSONReader

/// Daily summaries as JSON. The answer does not depend on the time of the request. So its entity
/// tag changes only if the data change.
struct SummaryResponse {
    private let request: SummaryRequest
    private let days: [DailySummary]
    private let clock: ClockText

    init(_ request: SummaryRequest, _ days: [DailySummary]) {
        self.request = request
        clock = ClockText(request.clock)
        self.days = days
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + days.count * request.quantities.count * 300)
        writer.object { writer in
            writer.member("timeZone", request.clock.name)
            writer.key("summaries")
            writer.array { writer in
                for day in days { append(day, to: &writer) }
            }
        }
        writer.rowCount = days.count
        return writer
    }

    private func append(_ day: DailySummary, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("date", day.date.iso8601)
            writer.member("startDate", day.start, clock)
            writer.member("endDate", day.end, clock)
            writer.key("timeZones")
            writer.array { writer in
                for zone in day.zones { writer.value(zone.identifier) }
            }
            writer.member("checksum", hexadecimal(day.checksum))
            writer.key("quantities")
            writer.array { writer in
                for (quantity, summarised) in zip(request.quantities, day.quantities) {
                    append(quantity, summarised, to: &writer)
                }
            }
        }
    }

    private func append(
        _ quantity: QuantityRequest, _ summarised: DailySummary.Summarised, to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("type", quantity.type.identifier)
            writer.member("unit", quantity.unit?.unitString)
            writer.key("statistics")
            StatisticsFigures(quantity: quantity, clock: clock, sources: [])
                .append(summarised.statistics, to: &writer)
            writer.key("sources")
            writer.array { writer in
                for id in summarised.sourceIDs { writer.value(Int(id)) }
            }
            writer.key("footprint")
            writer.object { writer in
                writer.member("count", summarised.footprintCount)
                writer.member("checksum", hexadecimal(summarised.checksum))
            }
        }
    }
}

/// One page of a footprint as JSON.
struct FootprintResponse {
    private let request: SummaryRequest
    private let footprint: Footprint
    private let page: ArraySlice<StatisticsSample>

    init(_ request: SummaryRequest, _ footprint: Footprint, _ limit: Int, _ cursor: SampleCursor?) {
        self.request = request
        self.footprint = footprint
        let rest = footprint.samples.drop { sample in
            guard let cursor else { return false }
            let uuid = StatisticsSample(start: 0, end: 0, value: 0, sourceRank: 0, uuid: cursor.uuid)
            return (sample.start, sample.uuidHigh, sample.uuidLow)
                <= (cursor.start.microseconds, uuid.uuidHigh, uuid.uuidLow)
        }
        page = rest.prefix(limit)
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 512 + page.count * 40)
        writer.object { writer in
            writer.member("type", request.quantities[0].type.identifier)
            writer.member("date", request.dates[0].iso8601)
            writer.member("startDate", request.clock.rfc3339(request.plan.edges[0]))
            writer.member("endDate", request.clock.rfc3339(request.plan.edges[1]))
            writer.member("count", footprint.samples.count)
            writer.member("checksum", hexadecimal(footprint.checksum))
            writer.key("uuids")
            writer.array { writer in
                for sample in page { writer.value(sample.uuid.uuidString.lowercased()) }
            }
            writer.member("cursor", next)
        }
        writer.rowCount = page.count
        return writer
    }

    private var next: String? {
        guard let last = page.last, page.endIndex < footprint.samples.endIndex else { return nil }
        return SampleCursor(start: Instant(microseconds: last.start), uuid: last.uuid).text
    }
}
