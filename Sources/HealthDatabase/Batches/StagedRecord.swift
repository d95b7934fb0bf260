import Foundation
import HealthCore
import Postgres

/// The kind of a staged row. The kinds of samples have the smallest numbers.
enum StagedKind: Int16 {
    case quantity = 0
    case category = 1
    case correlation = 2
    case workout = 3
    case other = 4
    /// An element of an export that is not a sample.
    case element = 5
    /// A sample that is not stored, because another version of its sync identifier is. The row has
    /// the uuid of the version that is stored.
    case successor = 6
    /// A file of an archive. Its content is added to the parts of the samples that name its path.
    case file = 7
    /// The same as `successor`, for a correlation. Samples that only this correlation contains are
    /// not stored either.
    case successorOfCorrelation = 8
    /// A record of an import that the store already has (`RepeatedRecords`). The row has only its
    /// uuid.
    case known = 9

    init(_ content: Sample.Content) {
        self =
            switch content {
            case .quantity, .aggregate, .series: .quantity
            case .category: .category
            case .correlation: .correlation
            case .workout: .workout
            case .other: .other
            }
    }

    /// The kind of a row whose sample is not stored, because a newer version of it is.
    static func successor(of content: Sample.Content) -> StagedKind {
        StagedKind(content) == .correlation ? .successorOfCorrelation : .successor
    }

    /// SQL that tells whether the row `row` is a sample.
    static func isSample(_ row: String = "staged") -> String { "\(row).kind <= \(other.rawValue)" }

    /// SQL that tells whether the row `row` has the uuid of a sample of the file, staged whole or
    /// known.
    static func isInFile(_ row: String = "staged") -> String { "(\(isSample(row)) or \(known.isKind(row)))" }

    /// SQL that tells whether the row `row` is a correlation or a workout.
    static func isContainer(_ row: String) -> String {
        "\(row).kind in (\(correlation.rawValue), \(workout.rawValue))"
    }

    /// SQL that tells whether the row `row` is of this kind.
    func isKind(_ row: String) -> String { "\(row).kind = \(rawValue)" }
}

/// Writes records as rows of `health.staged_record`.
///
/// Where `health.sample` has ids, a row has indices of `SampleReferences`. So rows can be written
/// before the names are resolved to ids, which needs the person's lock.
struct StagedRecordEncoder {
    var writer: BinaryCopyWriter
    /// The first column of an import's table, which the composite type lacks.
    let personID: Int32?

    private mutating func beginRow() {
        writer.beginRow(StagedRecordEncoder.columnCount + (personID == nil ? 0 : 1))
        if let personID { writer.int32(personID) }
    }

    private static let columnCount = Int16(23 + SampleMembers.all.count)

    /// Appends the row of a sample.
    ///
    /// - Parameters:
    ///   - isSkipped: true if the row is only compared and not stored.
    ///   - successor: the uuid of the newer version that is stored instead; nil if the sample is
    ///     stored.
    mutating func append(_ sample: Sample, ordinal: Int64, isSkipped: Bool = false, successor: UUID? = nil) {
        beginRow()
        writer.int64(ordinal)
        writer.int64(sample.container)
        writer.bool(isSkipped)
        writer.int16((successor == nil ? StagedKind(sample.content) : .successor(of: sample.content)).rawValue)
        writer.uuid(successor ?? sample.uuid)
        writer.int32(sample.type)
        writer.int32(sample.sourceRevision)
        writer.int32(sample.device)
        writer.timestamptz(sample.start.microseconds)
        writer.timestamptz(sample.end.microseconds)
        append(sample.content)
        writer.optionalJSONB(sample.metadata)
        writer.optionalJSONB(sample.parts)
        writer.text(sample.file)
        if case .aggregate(_, let extremes) = sample.content {
            writer.double(extremes.minimum)
            writer.double(extremes.maximum)
        } else {
            for _ in 0..<2 { writer.null() }
        }
        for member in SampleMembers.all { member.write(sample.members, to: &writer) }
    }

    /// Appends a record of an import.
    mutating func append(_ record: ImportedRecord) {
        switch record.item {
        case .sample(let sample): append(sample, ordinal: record.ordinal)
        case .element(let name, let uuid, let key, let exportedAt, let json):
            append(.element, uuid: uuid, time: exportedAt, text: name, json: json, file: key, ordinal: record.ordinal)
        case .file(let path, let json):
            append(.file, uuid: StagedRecordEncoder.noUUID, json: json, file: path, ordinal: record.ordinal)
        }
    }

    private static let noUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// Appends an element of an export that is not a sample, or a file of an archive. The key of an
    /// element is in the column `file`, and the time of the export in `start_time`.
    private mutating func append(
        _ kind: StagedKind, uuid: UUID, time: Instant? = nil, text: String? = nil, json: [UInt8], file: String?,
        ordinal: Int64
    ) {
        beginRow()
        writer.int64(ordinal)
        writer.null()
        writer.bool(false)
        writer.int16(kind.rawValue)
        writer.uuid(uuid)
        writer.int32(0)
        writer.int32(0)
        writer.null()
        writer.timestamptz(time?.microseconds)
        for _ in 0..<5 { writer.null() }
        writer.text(text)
        for _ in 0..<4 { writer.null() }
        writer.optionalJSONB(json)
        writer.text(file)
        for _ in 0..<2 + SampleMembers.all.count { writer.null() }
    }

    /// Appends the columns quantity, sent_quantity, sent_unit, category_value, sent_text, duration,
    /// total_energy_burned and total_distance.
    private mutating func append(_ content: Sample.Content) {
        var (value, sentValue): (Double?, Double?)
        switch content {
        case .quantity(let quantity): (value, sentValue) = (quantity.value, quantity.sentValueIfConverted)
        case .aggregate(let quantity, let extremes) where extremes.hasAverage:
            (value, sentValue) = (quantity.value, quantity.sentValueIfConverted)
        // In the store, the quantity of a series is null.
        case .series(let series, _): sentValue = series.sentSummary
        case .aggregate, .category, .correlation, .workout, .other: break
        }
        let workout = content.workout
        writer.double(value)
        writer.double(sentValue)
        writer.int32(content.quantity?.sentUnit)
        writer.int32(workout?.activityType ?? content.categoryValue)
        writer.text(workout?.sentActivityType ?? content.sentCategoryValue)
        writer.double(workout?.duration)
        writer.double(workout?.totalEnergyBurned)
        writer.double(workout?.totalDistance)
    }
}
