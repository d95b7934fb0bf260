import Foundation
import HealthCore
import Postgres

/// Reads the rows of `SampleReader.select`, in their order.
struct SampleRows {
    /// The names of the row before. The next row has the same names unless it brings its own.
    private var names: Names?

    private struct Names {
        var source: Source
        var version: String?
        var productType: String?
        var operatingSystemVersion: String?
        var sentUnit: String?
        var device: Device?

        init(_ row: inout Row) throws {
            source = try Source(reading: &row)
            version = try row.optionalText()
            productType = try row.optionalText()
            operatingSystemVersion = try row.optionalText()
            sentUnit = try row.optionalText()
            device = try row.bool() ? Device(reading: &row) : nil
        }
    }

    /// Returns the sample, its change position and the id of its type. Returns nil if the store
    /// does not have its source.
    mutating func sample(_ row: Row) throws -> (sample: StoredSample, position: Int64, typeID: Int32)? {
        var row = row
        let (position, typeID) = (try row.int64(), try row.int32())
        let uuid = try row.uuid()
        let start = Instant(microseconds: try row.timestamptz())
        let end = Instant(microseconds: try row.timestamptz())
        let (quantity, sentQuantity) = (try row.optionalDouble(), try row.optionalDouble())
        let count = try row.optionalInt32().map { Int($0) }
        let (categoryValue, sentCategoryValue) = (try row.optionalInt32(), try row.optionalText())
        let isWorkout = try row.bool()
        let workout = try Workout(reading: &row)
        let (metadata, parts, objects) = (try row.optionalJSONB(), try row.optionalJSONB(), try row.optionalJSONB())
        var members = SampleMembers()
        for member in SampleMembers.all { try member.read(&row, into: &members) }
        if try row.bool() { names = try row.bool() ? Names(&row) : nil }
        guard let names else { return nil }
        var sample = StoredSample(
            uuid: uuid, sampleTypeID: typeID, start: start, end: end, members: members, source: names.source)
        sample.quantity = quantity
        sample.sentQuantity = sentQuantity
        sample.sentUnit = names.sentUnit
        sample.count = count
        sample.categoryValue = categoryValue
        sample.sentCategoryValue = sentCategoryValue
        sample.workout = isWorkout ? workout : nil
        sample.version = names.version
        sample.productType = names.productType
        sample.operatingSystemVersion = names.operatingSystemVersion
        sample.device = names.device
        sample.metadata = metadata
        sample.parts = parts
        sample.objects = objects
        return (sample, position, typeID)
    }
}

extension Workout {
    fileprivate init(reading row: inout Row) throws {
        self.init(
            activityType: try row.optionalInt32(), sentActivityType: try row.optionalText(),
            duration: try row.optionalDouble(), totalEnergyBurned: try row.optionalDouble(),
            totalDistance: try row.optionalDouble())
    }
}
