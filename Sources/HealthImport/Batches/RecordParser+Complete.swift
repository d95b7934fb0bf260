import HealthCore
import JSON

/// Reads the member `complete` of a batch: `[{"type", "startDate", "endDate"}, …]`.
extension RecordParser {
    /// Most ranges of one batch. HealthKit has some 200 types.
    static let completeMax = 500
    /// The greatest number of seconds by which the clock of a phone may be ahead.
    static let secondsAheadMax: Int64 = 3_600

    /// Adds the ranges.
    ///
    /// - Throws: `Refusal`. Its field is `complete` or a member of it.
    mutating func add(complete: JSONValue) throws(Refusal) {
        guard complete.count <= RecordParser.completeMax else {
            throw Refusal(
                .tooManyRecords, field: "complete", "complete may have at most \(RecordParser.completeMax) ranges")
        }
        let latestEnd = Instant(
            microseconds: Instant.now.microseconds + RecordParser.secondsAheadMax * Instant.microsecondsPerSecond)
        var types: Set<Int32> = []
        try complete.forEachElement { index, value throws(Refusal) in
            do throws(Refusal) {
                let range = try completeRange(value, latestEnd: latestEnd)
                guard types.insert(range.type).inserted else {
                    throw Refusal(.malformedField, field: "type", "complete may name a type once")
                }
                add(range)
            } catch {
                throw error.inside("complete[\(index)]")
            }
        }
    }

    private mutating func completeRange(
        _ value: JSONValue, latestEnd: Instant
    ) throws(Refusal) -> SampleBatch.CompleteRange {
        guard value.kind == .object, value.count == 3, let name = value["type"]?.string else {
            throw Refusal(
                .malformedField, field: "",
                "an element of complete must be {\"type\": name, \"startDate\": time, \"endDate\": time}")
        }
        guard let type = Catalogue.sampleType(named: name) else {
            throw Refusal(.malformedField, field: "type", "type must be the name of a sample type")
        }
        let start = try instant(value["startDate"], "startDate")
        let end = try instant(value["endDate"], "endDate")
        guard start < end else {
            throw Refusal(.endBeforeStart, field: "endDate", "endDate must be after startDate")
        }
        guard end <= latestEnd else {
            throw Refusal(.malformedField, field: "endDate", "endDate must not be in the future")
        }
        return SampleBatch.CompleteRange(
            type: try references.type(type.identifier, unknownAs: .other), start: start, end: end)
    }
}
