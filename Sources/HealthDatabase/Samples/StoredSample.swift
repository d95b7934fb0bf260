import Foundation
import HealthCore
import Postgres

/// A stored sample of any kind, with names instead of ids.
public struct StoredSample: Sendable {
    public var uuid: UUID
    /// The id of its type.
    public var sampleTypeID: Int32
    public var start: Instant
    public var end: Instant
    public var members = SampleMembers()
    /// When the present content arrived, or up to an hour earlier, if the query reads it.
    public var arrival: Instant?
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
        let texts = SampleMembers.all.map { member in
            if case .text(let path) = member.value { members[keyPath: path] } else { nil as String? }
        }
        let origin = [
            sentUnit, sentCategoryValue, workout?.sentActivityType, source.name, source.bundleIdentifier, version,
            productType, operatingSystemVersion,
        ]
        let hardware = [
            device?.name, device?.manufacturer, device?.model, device?.hardwareVersion, device?.firmwareVersion,
            device?.softwareVersion, device?.localIdentifier, device?.udiDeviceIdentifier, device?.creationDate,
            device?.unparsed,
        ]
        return (texts + origin + hardware).reduce(json) { $0 + ($1?.utf8.count ?? 0) }
    }
}
