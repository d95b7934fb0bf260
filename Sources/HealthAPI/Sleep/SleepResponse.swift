import HealthCore
import HealthDatabase
import JSONReader

/// Nights as JSON. Times are on the clock of the request, lengths are in seconds.
public struct SleepResponse {
    let request: SleepRequest
    /// The nights that the answer lists.
    public let nights: [SleepNight]
    /// The sources, the one with the highest priority first.
    let sources: [Source]
    let now: Instant

    /// - Parameter now: the time of the request. A night that ends later is partial.
    public init(_ request: SleepRequest, _ answer: SleepNights, now: Instant) {
        self.request = request
        nights = answer.nights.filter { !request.omitsEmptyNights || !$0.sourceRanks.isEmpty }
        sources = answer.sources
        self.now = now
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + nights.count * 1024)
        writer.object { writer in
            writer.member("timeZone", request.clock.name)
            writer.member("nightStart", request.nightStart)
            writer.member("attribution", request.attribution.rawValue)
            let ranks = Set(nights.flatMap(\.sourceRanks))
            writer.key("sources")
            writer.array { writer in
                for rank in ranks.sorted() { sources[Int(rank)].write(to: &writer) }
            }
            writer.key("nights")
            writer.array { writer in
                for night in nights { append(night, to: &writer) }
            }
        }
        writer.rowCount = nights.count
        return writer
    }

    private func append(_ night: SleepNight, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("date", night.window.date.iso8601)
            appendTimes(night.window.start, night.window.end, to: &writer)
            writer.member("partial", night.window.end > now)
            writer.member("asleep", seconds(night.asleep))
            writer.member("aggregate", night.isAggregate)
            writer.key("main")
            if let main = night.main {
                append(main, to: &writer)
            } else if let aggregate = night.aggregate {
                append(aggregate, to: &writer)
            } else {
                writer.null()
            }
            writer.key("naps")
            writer.array { writer in
                for nap in night.naps { append(nap, to: &writer) }
                for nap in night.aggregateNaps { append(nap, to: &writer) }
            }
        }
    }

    private func append(_ session: SleepSession, to writer: inout JSONWriter) {
        writer.object { writer in
            appendTimes(session.start, session.end, to: &writer)
            writer.member("asleep", seconds(session.asleep))
            appendStages(to: &writer) { session.duration(of: $0) }
            writer.member("inBed", seconds(session.timeInBed))
            writer.member("efficiency", session.efficiency)
            writer.key("gaps")
            append(session.gaps, to: &writer)
            appendSources(session.sourceRanks, to: &writer)
            if request.listsSegments { appendPieces(of: session, to: &writer) }
        }
    }

    /// Writes the aggregate of a night, which an app computed, in the form of a session. Its pauses
    /// are unknown.
    private func append(_ night: AggregateNight, to writer: inout JSONWriter) {
        writer.object { writer in
            appendTimes(night.start, night.end, to: &writer)
            writer.member("asleep", seconds(night.lengths.asleep))
            appendStages(to: &writer) { night.lengths.duration(of: $0) }
            writer.member("inBed", seconds(night.lengths.inBed))
            writer.member("efficiency", night.lengths.efficiency)
            writer.key("gaps")
            writer.null()
            appendSources([night.sourceRank], to: &writer)
            if request.listsSegments {
                writer.key("segments")
                writer.array { _ in }
                writer.key("inBedSegments")
                writer.array { _ in }
            }
        }
    }

    private func appendStages(to writer: inout JSONWriter, _ duration: (SleepValue) -> Int64?) {
        writer.key("stages")
        writer.object { writer in
            for stage in SleepValue.stages {
                writer.key(stage.name)
                if let length = seconds(duration(stage)) { writer.value(length) } else { writer.null() }
            }
        }
    }

    private func appendSources(_ ranks: [Int32], to writer: inout JSONWriter) {
        writer.key("sources")
        writer.array { writer in
            for rank in ranks { writer.value(Int(sources[Int(rank)].publicID)) }
        }
    }

    private func appendPieces(of session: SleepSession, to writer: inout JSONWriter) {
        writer.key("segments")
        writer.array { writer in
            for segment in session.segments {
                writer.object { writer in
                    appendTimes(segment.start, segment.end, to: &writer)
                    writer.member("stage", segment.value.name)
                    writer.member("source", Int(sources[Int(segment.sourceRank)].publicID))
                }
            }
        }
        writer.key("inBedSegments")
        append(session.inBed, to: &writer)
    }

    private func append(_ intervals: [SleepInterval], to writer: inout JSONWriter) {
        writer.array { writer in
            for interval in intervals {
                writer.object { appendTimes(interval.start, interval.end, to: &$0) }
            }
        }
    }

    private func appendTimes(_ start: Instant, _ end: Instant, to writer: inout JSONWriter) {
        writer.member("startDate", request.clock.rfc3339(start))
        writer.member("endDate", request.clock.rfc3339(end))
    }

    func seconds(_ microseconds: Int64?) -> Double? {
        microseconds.map { Double($0) / Double(Instant.microsecondsPerSecond) }
    }
}
