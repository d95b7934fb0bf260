import HealthCore
import HealthDatabase
import JSON

extension StatisticsResponse {
    /// The error for a parameter that leaves out buckets. The lengths of the buckets would then not
    /// tell when a bucket begins.
    static func omissionRefused(_ name: String) -> ParameterError {
        ParameterError(
            .incompatibleOption, name, "columns have a value for every bucket, so \(name) must not leave out any",
            hint: "a bucket in which nothing was measured has null")
    }

    /// The answer to a statistics collection as columns: an array for each figure, with a value for
    /// each bucket. Charts take such arrays, and ten years of days are a tenth of the bytes of the
    /// usual answer.
    var columns: JSONWriter {
        json(rowCount: collections.reduce(0) { $0 + $1.buckets.count }) { append($0, to: &$1) }
    }

    private func append(_ shown: ShownCollection, to writer: inout JSONWriter) {
        let (buckets, figures) = (shown.buckets, shown.figures)
        let clock = figures.clock
        Shape(ShownCollection.head).write(shown, to: &writer)
        if let first = buckets.first { writer.member("startDate", first.start, clock) }
        if let last = buckets.last { writer.member("endDate", last.end, clock) }
        appendSeconds(of: buckets, to: &writer)
        writer.array("partial") { writer in
            for (index, bucket) in buckets.enumerated() where request.isPartial(bucket, now: now) {
                writer.value(index)
            }
        }
        append(buckets.map(\.statistics), figures, to: &writer)
        guard request.separateBySource else { return }
        writer.array("bySource") { writer in
            let ranks = buckets.reduce(into: SourceSet()) { set, bucket in
                for part in bucket.bySource { set.insert(part.rank) }
            }.ranks
            for rank in ranks {
                writer.object { writer in
                    writer.member("source", figures.sources[rank])
                    let own = buckets.map { $0.bySource.first { $0.rank == rank }?.statistics }
                    append(own, figures, to: &writer)
                }
            }
        }
    }

    /// Writes the lengths of the buckets in seconds as runs of equal lengths: `[[LENGTH, COUNT],
    /// …]`. Each bucket begins where the one before it ends.
    private func appendSeconds(of buckets: [StatisticsBucket], to writer: inout JSONWriter) {
        writer.array("seconds") { writer in
            var index = 0
            while index < buckets.count {
                let length = buckets[index].length
                let end = buckets[index...].firstIndex { $0.length != length } ?? buckets.endIndex
                writer.array { writer in
                    writer.value(Double(length) / Double(Instant.microsecondsPerSecond))
                    writer.value(end - index)
                }
                index = end
            }
        }
    }

    /// Writes a column for each figure that the request asks for, with null for a bucket in which
    /// nothing was measured.
    private func append(_ all: [Statistics?], _ figures: StatisticsFigures, to writer: inout JSONWriter) {
        let (options, clock, conversion) = (figures.quantity.options, figures.clock, figures.quantity.conversion)
        // The values are read in their array. Copies of the figures would take as long as writing
        // the values.
        func append<Value>(
            _ name: String, _ value: (Int) -> Value?, _ write: (Value, inout JSONWriter) -> Void
        ) {
            StatisticsResponse.appendColumn(name, all.indices, value, to: &writer, write)
        }
        func append(_ name: String, converted value: (Int) -> Double?) {
            append(name, value) { $1.value(conversion.printed($0)) }
        }
        append("count", { all[$0]?.count }) { $1.value($0) }
        if options.contains(.cumulativeSum) { append("sum", converted: { all[$0]?.sum }) }
        if options.contains(.discreteAverage) { append("average", converted: { all[$0]?.average }) }
        if options.contains(.discreteMin) { append("minimum", converted: { all[$0]?.minimum }) }
        if options.contains(.discreteMax) { append("maximum", converted: { all[$0]?.maximum }) }
        if options.contains(.duration) { append("duration", { all[$0]?.duration }) { $1.value($0) } }
        if options.contains(.mostRecent) {
            append("mostRecent", converted: { (all[$0]?.mostRecent?.value).flatMap(figures.quantity.known) })
            append("mostRecentStartDate", { all[$0]?.mostRecent?.start }) { clock.write($0, to: &$1) }
            append("mostRecentEndDate", { all[$0]?.mostRecent?.end }) { clock.write($0, to: &$1) }
        }
        guard figures.quantity.style == .category else { return }
        writer.array("byValue") { writer in
            for value in Set(all.flatMap { $0?.byValue.map(\.value) ?? [] }).sorted() {
                // A bucket with samples and without this value has 0.
                let own = all.map { bucket in
                    bucket.map { $0.byValue.first { $0.value == value } ?? ValueFigures(value: value) }
                }
                writer.object { writer in
                    writer.member("value", figures.printed(Double(value)))
                    writer.member("valueName", figures.valueName(Double(value)))
                    StatisticsResponse.appendColumn("count", own.indices, { own[$0]?.count }, to: &writer) {
                        $1.value($0)
                    }
                    guard options.contains(.duration) else { return }
                    StatisticsResponse.appendColumn("duration", own.indices, { own[$0]?.duration }, to: &writer) {
                        $1.value($0)
                    }
                }
            }
        }
    }

    /// Writes a column, with null for a row without a value.
    private static func appendColumn<Value>(
        _ name: String, _ rows: Range<Int>, _ value: (Int) -> Value?, to writer: inout JSONWriter,
        _ write: (Value, inout JSONWriter) -> Void
    ) {
        writer.array(name) { writer in
            for index in rows {
                if let value = value(index) { write(value, &writer) } else { writer.null() }
            }
        }
    }
}

extension StatisticsBucket {
    /// The length in microseconds.
    fileprivate var length: Int64 { end.microseconds - start.microseconds }
}
