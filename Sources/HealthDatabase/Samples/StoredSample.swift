import Foundation
import HealthCore
import Postgres

/// A sample of any kind as the store has it, with names instead of ids.
public struct StoredSample: Sendable {
    public var uuid: UUID
    public var start: Instant
    public var end: Instant
    /// When the sample was saved on the phone.
    public var creation: Instant?
    /// In the type's canonical unit, or as sent if the type has none. Of a series, the summary as
    /// sent, else computed. Nil for aggregates without an average and for other kinds.
    public var quantity: Double?
    /// As sent. Nil also for a series whose summary was not sent.
    public var sentQuantity: Double?
    public var sentUnit: String?
    /// Of category samples. Nil for a text that is in no catalogue.
    public var categoryValue: Int32?
    /// Of category samples, if it is not the catalogue's text of `categoryValue`.
    public var sentCategoryValue: String?
    public var workout: Workout?
    public var source: Source
    public var version: String?
    public var productType: String?
    public var operatingSystemVersion: String?
    public var device: Device?
    /// `HKMetadata` as JSON text, or nil.
    public var metadata: [UInt8]?
    /// Everything that has no column, as JSON text, or nil.
    public var parts: [UInt8]?
    /// The number of quantities of a series (`HKQuantitySample.count`); nil for other samples.
    public var count: Int?
    /// The quantities of a series in order of start, if the query reads them.
    public var quantities: [QuantitySeries.Part]?
    /// The uuids of the samples in a correlation or workout, as text of a JSON array; nil for other
    /// kinds.
    public var objects: [UInt8]?

    /// The bytes of all texts of the sample, without `quantities`.
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
/// A column of this list is staged, inserted, compared, exported, restored, read and answered. It
/// is also a column of `health.recognised_record`, so that its value is kept when an app's sample
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
    /// The values of `MemberColumn.all` that the sample has: texts, and times as RFC 3339.
    public var members: [(name: String, value: String)] {
        MemberColumn.all.compactMap { column in column.value(of: self).map { (column.member, $0) } }
    }
}
