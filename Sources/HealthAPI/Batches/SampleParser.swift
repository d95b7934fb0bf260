import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// Reads single records of a batch into typed columns.
struct SampleParser {
    var references = SampleReferences()
    /// Records read so far, objects of correlations included.
    private(set) var recordCount: Int64 = 0
    /// Whether U+0000, which PostgreSQL cannot store, occurs anywhere in the JSON text being read.
    var checksNullCharacters = false
    /// Quantities of all series so far.
    var quantityCount = 0

    private static let valueBytesMax = 1_000
    /// Longest metadata and longest other members of one sample, in bytes of JSON.
    private static let jsonBytesMax = 4 << 20
    /// Longest other members of a sample that is neither quantity nor category, correlation or workout: a route of twelve hours, a
    /// point each second, has 10 MiB.
    private static let partsBytesMax = 15 << 20

    /// Adds the sample and what it contains to `parsed`, or why it is refused.
    mutating func parse(_ value: JSONValue, index: Int, into parsed: inout ParsedBatch) {
        let ordinal = recordCount
        recordCount += 1
        var contained: [(ordinal: Int64, sample: Sample)] = []
        do throws(Refusal) {
            let sample = try sample(value, ordinal: ordinal, container: nil, &contained)
            parsed.batch.samples.append((ordinal, sample))
            parsed.batch.samples.append(contentsOf: contained)
            parsed.placeOfOrdinal[ordinal] = index
        } catch {
            parsed.rejected.append(RejectedRecord(collection: .samples, index: index, refusal: error))
        }
    }

    /// A uuid, or `{"uuid": …, "type": …}`.
    mutating func deletion(_ value: JSONValue) throws(Refusal) -> SampleBatch.Deletion {
        guard value.kind == .object else { return SampleBatch.Deletion(uuid: try uuid(value, "uuid")) }
        let id = try uuid(value["uuid"], "uuid")
        guard let name = try text(value["type"], "type") else { return SampleBatch.Deletion(uuid: id) }
        return SampleBatch.Deletion(uuid: id, type: try references.type(name, unknownAs: .other))
    }

    // MARK: Samples

    /// - Parameter container: the ordinal and source of the correlation around it.
    private mutating func sample(
        _ value: JSONValue, ordinal: Int64, container: (ordinal: Int64, source: Int32)?,
        _ contained: inout [(ordinal: Int64, sample: Sample)]
    ) throws(Refusal) -> Sample {
        guard value.kind == .object else { throw Refusal(.malformedField, field: "", "a sample must be an object") }
        if checksNullCharacters, value.hasNullCharacter {
            throw Refusal(.malformedField, field: "", "a text holds the character U+0000, which cannot be stored")
        }
        let fields = SampleFields(value)
        let id = try uuid(fields.uuid, "uuid")
        let type = try type(fields)
        let start = try instant(fields.startDate, "startDate")
        let end = try instant(fields.endDate, "endDate")
        guard start <= end else { throw Refusal(.endBeforeStart, field: "endDate", "endDate is before startDate") }
        let metadata = try json(fields.metadata, "metadata")
        let source = try source(fields, container?.source)
        let kind = references.types[Int(type)].kind
        return Sample(
            uuid: id, type: type, sourceRevision: source, device: try device(fields.device), start: start, end: end,
            creation: try fields.creationDate.map { value throws(Refusal) in try instant(value, "creationDate") },
            content: try content(
                fields, kind, type: type, from: start, to: end, ordinal: ordinal, source: source, &contained),
            metadata: metadata, parts: try parts(fields, kind), container: container?.ordinal,
            sync: try SyncIdentity(metadata: fields.metadata))
    }

    private mutating func type(_ fields: SampleFields) throws(Refusal) -> Int32 {
        guard let name = try text(fields.type, "type") else {
            throw Refusal(.missingField, field: "type", "type is missing")
        }
        let unknownKind: SampleType.Kind
        if fields.objects != nil {
            unknownKind = .correlation
        } else if fields.workoutActivityType != nil {
            unknownKind = .workout
        } else if fields.unit != nil {
            unknownKind = .quantity
        } else {
            unknownKind = fields.value == nil ? .other : .category
        }
        return try references.type(name, unknownAs: unknownKind)
    }

    private mutating func content(
        _ fields: SampleFields, _ kind: SampleType.Kind, type: Int32, from start: Instant, to end: Instant,
        ordinal: Int64, source: Int32, _ contained: inout [(ordinal: Int64, sample: Sample)]
    ) throws(Refusal) -> Sample.Content {
        switch kind {
        case .quantity: return try quantity(fields, type: type, from: start, to: end)
        case .category: return try category(fields, type: type)
        case .workout: return .workout(try workout(fields))
        case .correlation:
            try objects(fields.objects, ordinal: ordinal, source: source, &contained)
            return .correlation
        case .other: return .other
        }
    }

    private mutating func quantity(
        _ fields: SampleFields, type: Int32, from start: Instant, to end: Instant
    ) throws(Refusal) -> Sample.Content {
        if let quantities = fields.quantities, quantities.kind != .array {
            throw Refusal(.malformedField, field: "quantities", "quantities must be an array")
        }
        // No quantities: no series.
        let quantities = fields.quantities.flatMap { $0.count > 0 ? $0 : nil }
        guard fields.value != nil || quantities != nil else {
            throw Refusal(.missingField, field: "value", "value is missing")
        }
        let number = fields.value?.double
        guard number != nil || fields.value == nil else {
            throw Refusal(.malformedNumber, field: "value", "value must be a number")
        }
        guard let unit = try text(fields.unit, "unit") else {
            throw Refusal(.missingField, field: "unit", "unit is missing")
        }
        if let quantities {
            return try series(
                quantities, summary: number, type: type, unit: try references.unit(unit), start: start, end: end)
        }
        guard let number else { throw Refusal(.missingField, field: "value", "value is missing") }
        return .quantity(try references.quantity(type: type, unit: try references.unit(unit), value: number))
    }

    /// A raw value, or a constant's name as exports print it or Swift spells it.
    private func category(_ fields: SampleFields, type: Int32) throws(Refusal) -> Sample.Content {
        guard let value = fields.value else { throw Refusal(.missingField, field: "value", "value is missing") }
        if let number = value.int64 {
            guard let raw = Int32(exactly: number) else {
                throw Refusal(.malformedNumber, field: "value", "value must be a 32-bit number")
            }
            return .category(value: raw, sent: nil)
        }
        guard let name = try text(value, "value") else {
            throw Refusal(.malformedField, field: "value", "value must be a whole number or the name of a constant")
        }
        let catalogued = references.types[Int(type)].catalogued
        if let valueEnum = catalogued?.valueEnum, let raw = Catalogue.categoryValue(enum: valueEnum, named: name) {
            return .category(value: raw, sent: nil)
        }
        guard catalogued == nil else {
            throw Refusal(
                .unknownValue, field: "value", "value is no constant of \(references.types[Int(type)].identifier)")
        }
        return .category(value: nil, sent: name)
    }

    private func workout(_ fields: SampleFields) throws(Refusal) -> Workout {
        guard let activity = fields.workoutActivityType else {
            throw Refusal(.missingField, field: "workoutActivityType", "workoutActivityType is missing")
        }
        let duration = try number(fields.duration, "duration")
        if let duration, duration < 0 {
            throw Refusal(.malformedNumber, field: "duration", "duration must not be negative")
        }
        var workout = Workout(
            activityType: nil, duration: duration,
            totalEnergyBurned: try number(fields.totalEnergyBurned, "totalEnergyBurned"),
            totalDistance: try number(fields.totalDistance, "totalDistance"))
        if let raw = activity.int64 {
            guard let raw = Int32(exactly: raw) else {
                throw Refusal(
                    .malformedNumber, field: "workoutActivityType", "workoutActivityType must be a 32-bit number")
            }
            workout.activityType = raw
        } else if let name = try text(activity, "workoutActivityType") {
            workout.activityType = Catalogue.workoutActivityType(named: name)
            if workout.activityType == nil { workout.sentActivityType = name }
        }
        return workout
    }

    private mutating func objects(
        _ value: JSONValue?, ordinal: Int64, source: Int32, _ contained: inout [(ordinal: Int64, sample: Sample)]
    ) throws(Refusal) {
        guard let value, value.kind == .array, value.count > 0 else {
            throw Refusal(.missingField, field: "objects", "objects must be an array of the samples in the correlation")
        }
        var failure: Refusal?
        do {
            try value.forEachElement { index, element in
                let ordinalOfObject = recordCount
                recordCount += 1
                do throws(Refusal) {
                    var inner: [(ordinal: Int64, sample: Sample)] = []
                    let sample = try sample(element, ordinal: ordinalOfObject, container: (ordinal, source), &inner)
                    guard inner.isEmpty, sample.content.mayBeContained else {
                        throw Refusal(
                            .wrongKind, field: "type", "a correlation holds quantity and category samples only")
                    }
                    contained.append((ordinalOfObject, sample))
                } catch {
                    let inside = error.field.isEmpty ? "" : "." + error.field
                    failure = failure ?? Refusal(error.code, field: "objects[\(index)]\(inside)", error.message)
                }
            }
        } catch {
            throw Refusal(.malformedField, field: "objects", "objects cannot be read")
        }
        if let failure { throw failure }
    }

    // MARK: Source and device

    private mutating func source(_ fields: SampleFields, _ inherited: Int32?) throws(Refusal) -> Int32 {
        guard let source = fields.source else {
            guard let inherited else { throw Refusal(.missingField, field: "source", "source is missing") }
            return inherited
        }
        guard source.kind == .object else {
            throw Refusal(.malformedField, field: "source", "source must be an object")
        }
        guard let name = try text(source["name"].present, "source.name") else {
            throw Refusal(.missingField, field: "source.name", "source.name is missing")
        }
        return try references.sourceRevision(
            SourceRevision(
                name: name, bundleIdentifier: try text(source["bundleIdentifier"].present, "source.bundleIdentifier"),
                wasUserEntered: SampleParser.wasUserEntered(fields.metadata),
                version: try text(source["version"].present, "source.version"),
                productType: try text(source["productType"].present, "source.productType"),
                operatingSystemVersion: try text(
                    source["operatingSystemVersion"].present, "source.operatingSystemVersion")))
    }

    /// `HKMetadataKeyWasUserEntered`: true, or 1 from clients without booleans.
    private static func wasUserEntered(_ metadata: JSONValue?) -> Bool {
        guard let flag = metadata?["HKWasUserEntered"] else { return false }
        return flag.bool ?? (flag.int64 == 1 || flag.string == "1")
    }

    private mutating func device(_ value: JSONValue?) throws(Refusal) -> Int32? {
        guard let value else { return nil }
        guard value.kind == .object else { throw Refusal(.malformedField, field: "device", "device must be an object") }
        var device = Device()
        for (name, field) in DeviceFields.all {
            device[keyPath: field] = try text(value[name].present, "device.\(name)")
        }
        return device == Device() ? nil : try references.device(device)
    }

    // MARK: Fields

    private func uuid(_ value: JSONValue?, _ field: String) throws(Refusal) -> UUID {
        guard let value else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let text = value.string, let uuid = UUID(text: text) else {
            throw Refusal(
                .malformedUUID, field: field, "\(field) must be a uuid such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        return uuid
    }

    func instant(_ value: JSONValue?, _ field: String) throws(Refusal) -> Instant {
        guard let value else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw Refusal(
                .malformedDate, field: field, "\(field) must be a time of RFC 3339 such as 2024-05-01T10:00:00.123Z")
        }
        return instant
    }

    private func text(_ value: JSONValue?, _ field: String) throws(Refusal) -> String? {
        guard let value, !value.isNull else { return nil }
        guard let text = value.string else { throw Refusal(.malformedField, field: field, "\(field) must be a text") }
        guard text.utf8.count <= Device.descriptionBytesMax else {
            throw Refusal(.fieldTooLong, field: field, "\(field) is longer than \(Device.descriptionBytesMax) bytes")
        }
        return text
    }

    private func number(_ value: JSONValue?, _ field: String) throws(Refusal) -> Double? {
        guard let value else { return nil }
        guard let number = value.double, number.isFinite else {
            throw Refusal(.malformedNumber, field: field, "\(field) must be a number")
        }
        return number
    }

    private func json(_ value: JSONValue?, _ field: String) throws(Refusal) -> [UInt8] {
        guard let value, value.count > 0 || value.kind != .object else { return [] }
        guard value.kind == .object else { throw Refusal(.malformedField, field: field, "\(field) must be an object") }
        guard !value.hasRepeatedKey else { throw Refusal(.malformedField, field: field, "\(field) holds a key twice") }
        return try checked(value.minified, field)
    }

    private func checked(
        _ json: [UInt8], _ field: String, bytesMax: Int = jsonBytesMax
    ) throws(Refusal) -> [UInt8] {
        guard json.count <= bytesMax else {
            throw Refusal(.fieldTooLong, field: field, "\(field) is longer than \(bytesMax) bytes of JSON")
        }
        return json
    }

    /// Members that have no column, as one object.
    private func parts(_ fields: SampleFields, _ kind: SampleType.Kind) throws(Refusal) -> [UInt8] {
        let members = fields.membersWithoutColumn(of: kind)
        guard !members.isEmpty else { return [] }
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in members {
                writer.key(name)
                writer.value(value)
            }
        }
        return try checked(
            writer.bytes, members[0].name,
            bytesMax: kind == .other ? SampleParser.partsBytesMax : SampleParser.jsonBytesMax)
    }
}

extension Sample.Content {
    /// HealthKit's correlations hold quantity and category samples only.
    fileprivate var mayBeContained: Bool {
        switch self {
        case .quantity, .aggregate, .series, .category: true
        case .correlation, .workout, .other: false
        }
    }
}
