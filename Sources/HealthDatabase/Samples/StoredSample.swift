import Foundation
import HealthCore
import Postgres

/// A sample of any kind as the store holds it, with names in place of numbers.
public struct StoredSample: Sendable {
    public var uuid: UUID
    public var start: Instant
    public var end: Instant
    /// When the sample was saved on the phone.
    public var creation: Instant?
    /// In the type's canonical unit (as sent, for a type without one); nil for other kinds than quantities. Of a series, its
    /// summary: as sent, else computed.
    public var quantity: Double?
    /// As sent; nil also for a series whose summary was not sent.
    public var sentQuantity: Double?
    public var sentUnit: String?
    /// Of category samples; nil for a text in no catalogue.
    public var categoryValue: Int32?
    /// Of category samples, where it is not the catalogue's own text of `categoryValue`.
    public var sentCategoryValue: String?
    public var workout: Workout?
    public var source: Source
    public var version: String?
    public var productType: String?
    public var operatingSystemVersion: String?
    public var device: Device?
    /// `HKMetadata` as JSON text, or nil.
    public var metadata: [UInt8]?
    /// What has no column of its own, as JSON text, or nil.
    public var parts: [UInt8]?
    /// How many quantities are in a series (`HKQuantitySample.count`); nil for what is no series.
    public var count: Int?
    /// Those of a series, in order of start, if they were asked for.
    public var quantities: [QuantitySeries.Part]?
    /// The uuids of the samples in a correlation or workout, as the text of a JSON array; nil for other kinds.
    public var objects: [UInt8]?

    /// Bytes of everything in it that has no fixed length, but for `quantities`.
    var textBytes: Int {
        let json = [metadata, parts, objects].reduce(0) { $0 + ($1?.count ?? 0) }
        let members = members.reduce(0) { $0 + $1.value.utf8.count }
        let origin = [
            sentUnit, sentCategoryValue, workout?.sentActivityType, source.name, source.bundleIdentifier, version,
            productType, operatingSystemVersion,
        ]
        let hardware = [
            device?.name, device?.manufacturer, device?.model, device?.hardwareVersion, device?.firmwareVersion,
            device?.softwareVersion, device?.localIdentifier, device?.udiDeviceIdentifier, device?.creationDate,
            device?.unparsed,
        ]
        return (origin + hardware).reduce(json + members) { $0 + ($1?.utf8.count ?? 0) }
    }
}

/// A nullable column of `health.sample` that samples of every kind may have, and the member of the
/// same meaning in JSON.
///
/// A column of this list is staged, inserted, compared, exported, restored, read and answered. It is
/// also a column of `health.recognised_record`, so that its value is kept when an app's sample
/// replaces an imported one.
struct MemberColumn: Sendable {
    /// In `health.sample`, `health.recognised_record` and staging tables.
    let name: String
    /// In batches, answers and the lines of an export.
    let member: String
    private let field: Field

    /// Where a sample has the value on its way into the store, and as the store holds it.
    private enum Field: Sendable {
        case time(KeyPath<Sample, Instant?> & Sendable, WritableKeyPath<StoredSample, Instant?> & Sendable)
        case text(KeyPath<Sample, String?> & Sendable, WritableKeyPath<StoredSample, String?> & Sendable)
    }

    static let all = [
        MemberColumn(name: "creation_time", member: "creationDate", field: .time(\.creation, \.creation))
    ]

    /// As PostgreSQL calls it.
    var type: String {
        switch field {
        case .time: "timestamptz"
        case .text: "text"
        }
    }

    func write(_ sample: Sample, to writer: inout BinaryCopyWriter) {
        switch field {
        case .time(let path, _): writer.timestamptz(sample[keyPath: path]?.microseconds)
        case .text(let path, _): writer.text(sample[keyPath: path])
        }
    }

    /// Reads the next column of `row`.
    func read(_ row: inout Row, into sample: inout StoredSample) throws {
        switch field {
        case .time(_, let path):
            sample[keyPath: path] = try row.optionalTimestamptz().map(Instant.init(microseconds:))
        case .text(_, let path): sample[keyPath: path] = try row.optionalText()
        }
    }

    fileprivate func value(of sample: StoredSample) -> String? {
        switch field {
        case .time(_, let path): sample[keyPath: path]?.rfc3339
        case .text(_, let path): sample[keyPath: path]
        }
    }

    // MARK: SQL

    /// A list of SQL, one item for each column, that continues another list.
    static func list(_ item: (MemberColumn) -> String) -> String { all.map { ", " + item($0) }.joined() }

    /// The columns with their types.
    static var definitions: String { list { "\($0.name) \($0.type)" } }

    /// What `json_to_record` reads from an object with the members.
    static var memberDefinitions: String { list { "\"\($0.member)\" \($0.type)" } }
}

extension StoredSample {
    /// What it has of the members that samples of every kind may have: texts, and times as RFC 3339.
    public var members: [(name: String, value: String)] {
        MemberColumn.all.compactMap { column in column.value(of: self).map { (column.member, $0) } }
    }
}
