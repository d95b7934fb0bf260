import HealthCore
import HealthDatabase
import JSONReader

/// A page of samples as CSV. Samples of every type have the same columns.
struct SampleRows {
    private let response: SampleResponse
    private let clock: ClockText

    /// The columns. `value` is in `unit`, and the sent value in `sentUnit`. A category has its
    /// value as a number, and `valueName` and `sentValue` as texts. `count` is the number of
    /// quantities of a series. `duration` is in seconds. Energy is in kilocalories and distance in
    /// metres.
    static let columns = [
        "uuid", "type", "startDate", "endDate", "value", "valueName", "unit", "sentValue", "sentUnit", "count",
        "workoutActivityType", "workoutActivityTypeName", "duration", "totalEnergyBurned", "totalDistance",
        "sourceId", "source", "sourceVersion", "device", "creationDate", "metadata",
    ]

    /// - Parameter clock: the clock on which `startDate`, `endDate` and `creationDate` are written.
    init(_ response: SampleResponse, clock: WallClock) {
        self.response = response
        self.clock = ClockText(clock)
    }

    /// Writes the samples. If the page is longer than `HealthService.pageBytesMax`, writes only its
    /// first samples.
    ///
    /// - Returns: the table, the number of its rows without the header, and the start of the next
    ///   page.
    func table(_ page: SamplePage) -> (bytes: [UInt8], rowCount: Int, next: SampleCursor?) {
        var header = CSVWriter(capacity: 256)
        header.appendHeader(SampleRows.columns)
        var bytes = header.bytes
        bytes.reserveCapacity(256 + page.samples.count * 256)
        var row = CSVWriter(capacity: 512)
        for (index, sample) in page.samples.enumerated() {
            row.removeAll()
            append(sample, to: &row)
            guard index == 0 || bytes.count + row.bytes.count < HealthService.pageBytesMax else {
                return (bytes, index, page.next(behind: index))
            }
            bytes += row.bytes
        }
        return (bytes, page.samples.count, page.next)
    }

    private func append(_ sample: StoredSample, to row: inout CSVWriter) {
        row.append(raw: sample.uuid.uuidString.lowercased().utf8)
        row.append(response.typeIdentifier)
        row.append(raw: clock.plain(sample.start))
        row.append(raw: clock.plain(sample.end))
        appendValue(sample, to: &row)
        appendWorkout(sample.workout, to: &row)
        row.append(raw: String(sample.source.publicID).utf8)
        row.append(sample.source.name)
        row.append(sample.version)
        row.append(sample.device.flatMap { $0.name ?? $0.model ?? $0.unparsed })
        if let creation = sample.creation { row.append(raw: clock.plain(creation)) } else { row.appendNull() }
        if let metadata = sample.metadata { row.append(text: metadata) } else { row.appendNull() }
        row.endRow()
    }

    /// The columns from `value` to `count`.
    private func appendValue(_ sample: StoredSample, to row: inout CSVWriter) {
        if sample.quantity != nil {
            append(response.value(of: sample), to: &row)
            row.appendNull()
            row.append(response.unitName(of: sample))
            append(sample.sentQuantity, to: &row)
            row.append(sample.sentUnit)
        } else {
            append(sample.categoryValue, to: &row)
            row.append(response.valueName(of: sample))
            row.appendNull()
            row.append(sample.sentCategoryValue)
            row.appendNull()
        }
        append(sample.count, to: &row)
    }

    /// The columns from `workoutActivityType` to `totalDistance`.
    private func appendWorkout(_ workout: Workout?, to row: inout CSVWriter) {
        append(workout?.activityType, to: &row)
        row.append(
            workout.flatMap { $0.activityType.flatMap(Catalogue.workoutActivityTypeName) ?? $0.sentActivityType })
        append(workout?.duration, to: &row)
        append(workout?.totalEnergyBurned, to: &row)
        append(workout?.totalDistance, to: &row)
    }

    /// Writes a number as JSON does.
    private func append(_ number: Double?, to row: inout CSVWriter) {
        guard let number, number.isFinite else { return row.appendNull() }
        var writer = JSONWriter(capacity: 32)
        writer.value(number)
        row.append(raw: writer.bytes)
    }

    private func append(_ integer: (some BinaryInteger)?, to row: inout CSVWriter) {
        guard let integer else { return row.appendNull() }
        row.append(raw: String(integer).utf8)
    }
}
