import HealthCore
import JSON

/// Reads quantity series: `quantities` of a quantity sample.
extension RecordParser {
    /// Reads a series. If the client sent no summary, the parser computes it.
    ///
    /// - Parameters:
    ///   - summary: the summary as sent; nil if the sample has none.
    ///   - unit: the index of the unit of all quantities.
    ///   - start: the start of the sample. All quantities must lie between `start` and `end`.
    mutating func series(
        _ quantities: JSONValue, summary: Double?, type: Int32, unit: Int32, start: Instant, end: Instant
    ) throws(Refusal) -> Sample.Content {
        guard quantities.count <= QuantitySeries.partsMax else {
            throw Refusal(
                .fieldTooLong, field: "quantities",
                "a series holds more than \(QuantitySeries.partsMax) quantities")
        }
        // Errors in the unit or the summary are found first, so that the refusal does not name a
        // quantity. Without a summary the check uses the value 1, because a sound pressure of 0 has
        // no level.
        _ = try references.quantity(type: type, unit: unit, value: summary ?? 1)
        var parts: [QuantitySeries.Part] = []
        parts.reserveCapacity(quantities.count)
        try quantities.forEachElement { index, element throws(Refusal) in
            do throws(Refusal) {
                parts.append(try part(element, type: type, unit: unit, from: start, to: end))
            } catch {
                throw error.inside("quantities[\(index)]")
            }
        }
        let series = QuantitySeries(parts: parts, sentSummary: summary)
        let value = summary ?? series.computedSummary(references.types[Int(type)].catalogued?.aggregationStyle)
        let quantity: Quantity
        do throws(Refusal) {
            quantity = try references.quantity(type: type, unit: unit, value: value)
        } catch {
            throw Refusal(error.code, field: "quantities", "the summary of the quantities is too large")
        }
        quantityCount += parts.count
        return .series(series, summary: quantity)
    }

    private mutating func part(
        _ value: JSONValue, type: Int32, unit: Int32, from seriesStart: Instant, to seriesEnd: Instant
    ) throws(Refusal) -> QuantitySeries.Part {
        guard value.kind == .object else { throw Refusal(.malformedField, field: "", "a quantity must be an object") }
        // Another member, such as a unit, would change the meaning of the quantity. The exception
        // is `sentValue`, because answers of the service contain it.
        let names: [StaticString] = ["startDate", "endDate", "value", "sentValue"]
        guard names.count(where: { value[$0] != nil }) == value.count else {
            throw Refusal(
                .malformedField, field: "", "a quantity has startDate, endDate and value, each once, and nothing else")
        }
        let start = try instant(value["startDate"].present, "startDate")
        let end = try value["endDate"].present.map { end throws(Refusal) in try instant(end, "endDate") } ?? start
        guard start <= end else { throw Refusal(.endBeforeStart, field: "endDate", "endDate is before startDate") }
        guard seriesStart <= start, end <= seriesEnd else {
            throw Refusal(.outsideSeries, field: "", "the quantity lies outside the dates of its series")
        }
        guard let sent = try required(value["value"].present, "value").double else {
            throw Refusal(.malformedNumber, field: "value", "value must be a number")
        }
        let quantity = try references.quantity(type: type, unit: unit, value: sent)
        return QuantitySeries.Part(start: start, end: end, value: quantity.value, sentValue: sent)
    }
}
