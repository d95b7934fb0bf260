import Foundation
import HealthCore
import Postgres

/// A stored sample of any kind, with names instead of ids.
public struct StoredSample: Sendable {
    public var uuid: UUID
    public var start: Instant
    public var end: Instant
    /// The time at which the sample was saved on the phone.
    public var creation: Instant?
    /// The value in the type's canonical unit, or as sent if the type has none. For a series, it is
    /// the summary that was sent, or else the computed summary. Nil for aggregates without an
    /// average and for samples that are not quantities.
    public var quantity: Double?
    /// The value as sent. Nil also for a series without a sent summary.
    public var sentQuantity: Double?
    public var sentUnit: String?
    /// The value of a category sample. Nil for a text that is in no catalogue.
    public var categoryValue: Int32?
    /// The text of a category sample, if it is not the catalogue's text of `categoryValue`.
    public var sentCategoryValue: String?
    public var workout: Workout?
    public var source: Source
    public var version: String?
    public var productType: String?
    public var operatingSystemVersion: String?
    public var device: Device?
    /// `HKMetadata` as JSON text, or nil.
    public var metadata: [UInt8]?
    /// All data that have no column, as JSON text, or nil.
    public var parts: [UInt8]?
    /// The number of quantities of a series (`HKQuantitySample.count`); nil for other samples.
    public var count: Int?
    /// The quantities of a series in order of start, if the query reads them.
    public var quantities: [QuantitySeries.Part]?
    /// The uuids of the samples in a correlation or workout, as the text of a JSON array. Nil for
    /// other kinds.
    public var objects: [UInt8]?

    /// The number of bytes of all texts of the sample, without `quantities`.
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

/// A nullable column of `health.sample` for samples of every kind, and the JSON member with the
/// same meaning.
///
/// Every column of `all` is staged, inserted, compared, exported, restored, read and answered. Each
/// is also a column of `health.recognised_record`. There its value is kept when an app's sample
/// replaces an imported sample.
struct MemberColumn: Sendable {
    /// The name in `health.sample`, `health.recognised_record` and staging tables.
    let name: String
    /// The name in batches, answers and the lines of an export.
    let member: String
    /// The value in a `Sample` to write and in a `StoredSample` that was read.
    private let written: KeyPath<Sample, Instant?> & Sendable
    private let stored: WritableKeyPath<StoredSample, Instant?> & Sendable

    static let all = [
        MemberColumn(name: "creation_time", member: "creationDate", written: \.creation, stored: \.creation)
    ]

    /// The name of the type in PostgreSQL.
    static let type = "timestamptz"

    func write(_ sample: Sample, to writer: inout BinaryCopyWriter) {
        writer.timestamptz(sample[keyPath: written]?.microseconds)
    }

    /// Reads the next column of `row`.
    func read(_ row: inout Row, into sample: inout StoredSample) throws {
        sample[keyPath: stored] = try row.optionalInstant()
    }

    fileprivate func value(of sample: StoredSample) -> String? { sample[keyPath: stored]?.rfc3339 }

    // MARK: SQL

    /// SQL with one item for each column. It starts with a comma, so it continues another list.
    static func list(_ item: (MemberColumn) -> String) -> String { all.map { ", " + item($0) }.joined() }

    /// The column definitions with which `json_to_record` reads the members of an object.
    static var memberDefinitions: String { list { "\"\($0.member)\" \(type)" } }
}

extension StoredSample {
    /// The values of `MemberColumn.all` that the sample has. Times are RFC 3339.
    public var members: [(name: String, value: String)] {
        MemberColumn.all.compactMap { column in column.value(of: self).map { (column.member, $0) } }
    }
}
