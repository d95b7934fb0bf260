import Foundation
import HealthCore
import HealthDatabase
import JSON

/// A page of samples. If it is longer than `HealthService.pageBytesMax`, the answer has only its
/// first samples.
struct ShownSamplePage: Shaped {
    var page: SamplePage
    /// By the id of the type. At least one.
    let terms: [Int32: SampleTerms]
    /// The samples in correlations by the uuid of the correlation; nil if they are not asked for.
    var members: [UUID: [ShownSample]]?

    static let shape = Shape<Self>([
        .optional("type", { $0.type?.identifier }, "Missing with several types."),
        .optional("kind", { $0.type?.kind.rawValue }, as: .kind),
        .page("samples", \.samples) { $0.page.next(behind: $1)?.text },
    ])

    private var type: SampleTypeReader.Stored? { terms.count == 1 ? terms.values.first?.type : nil }

    private var samples: [ShownSample] {
        page.samples.compactMap { sample in
            terms[sample.sampleTypeID].map { terms in
                ShownSample(sample: sample, terms: terms, members: members.map { $0[sample.uuid] ?? [] })
            }
        }
    }

    /// The columns of CSV. `value` is in `unit`, and the sent value in `sentUnit`. A category has
    /// its value as a number, and `valueName` and `sentValue` as texts. `count` is the number of
    /// quantities of a series. `duration` is in seconds. Energy is in kilocalories and distance in
    /// metres.
    static let columns: [String] = [
        "uuid", "type", "startDate", "endDate", "value", "valueName", "unit", "sentValue", "sentUnit", "count",
        "workoutActivityType", "workoutActivityTypeName", "duration", "totalEnergyBurned", "totalDistance",
        "sourceId", "source", "sourceVersion", "device", "creationDate", "metadata",
    ]

    /// Writes the samples as CSV or as lines, each with a sample as JSON.
    ///
    /// - Parameter clock: the clock on which CSV has times.
    /// - Returns: the number of rows without the header, and the start of the next page.
    func rows(_ format: AnswerFormat, on clock: WallClock) -> (bytes: [UInt8], rowCount: Int, next: SampleCursor?) {
        var rows = RowWriter(format, columns: ShownSamplePage.columns, clock: clock, hasTimes: true)
        var bytes = rows.bytes
        for (index, sample) in samples.enumerated() {
            rows.removeAll()
            if format == .csv { rows.append(ShownSamplePage.cells(sample)) } else { rows.append(sample) }
            let row = rows.bytes
            guard index == 0 || bytes.count + row.count <= HealthService.pageBytesMax else {
                return (bytes, index, page.next(behind: index))
            }
            bytes += row
        }
        return (bytes, page.samples.count, page.next)
    }

    private static func cells(_ shown: ShownSample) -> [RowWriter.Cell] {
        let (sample, isQuantity) = (shown.sample, shown.isQuantity)
        let content: [RowWriter.Cell] = [
            .text(sample.uuid.uuidString.lowercased()), .text(shown.terms.type.identifier), .time(sample.start),
            .time(sample.end), .number(shown.value ?? nil), .text(isQuantity ? nil : shown.valueName),
            .text(shown.unit ?? nil), isQuantity ? .number(sample.sentQuantity) : .text(sample.sentCategoryValue),
            .text(isQuantity ? sample.sentUnit : nil), .integer(sample.count),
        ]
        let origin: [RowWriter.Cell] = [
            .integer(Int(sample.source.publicID)), .text(sample.source.name), .text(sample.version),
            .text(sample.device.flatMap { $0.name ?? $0.model ?? $0.unparsed }), .time(sample.members.creation),
            .json(sample.metadata),
        ]
        return content + cells(sample.workout) + origin
    }

    private static func cells(_ workout: Workout?) -> [RowWriter.Cell] {
        [
            .integer(workout?.activityType.map { Int($0) }),
            .text(
                workout.flatMap { $0.activityType.flatMap(Catalogue.workoutActivityTypeName) ?? $0.sentActivityType }),
            .number(workout?.duration), .number(workout?.totalEnergyBurned), .number(workout?.totalDistance),
        ]
    }
}
