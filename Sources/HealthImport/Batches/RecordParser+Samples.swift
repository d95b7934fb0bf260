import Foundation
import HealthCore
import JSON

/// Reads samples: HealthKit's classes, sources and devices.
extension RecordParser {
    /// Reads a sample.
    ///
    /// - Parameters:
    ///   - container: the ordinal and source of the correlation that contains the sample; nil if no
    ///     correlation contains it.
    ///   - contained: receives the objects of a correlation.
    mutating func sample(
        _ value: JSONValue, ordinal: Int64, container: (ordinal: Int64, source: Int32)?,
        _ contained: inout [(ordinal: Int64, sample: Sample)]
    ) throws(Refusal) -> Sample {
        guard value.kind == .object else { throw Refusal(.malformedField, field: "", "a sample must be an object") }
        if checksNullCharacters { try value.checkNullCharacters() }
        let fields = SampleFields(value)
        let id = try uuid(fields[.uuid], "uuid")
        let type = try type(fields)
        let start = try instant(fields[.startDate], "startDate")
        let end = try instant(fields[.endDate], "endDate")
        guard start <= end else { throw Refusal(.endBeforeStart, field: "endDate", "endDate is before startDate") }
        let metadata = try json(fields[.metadata], "metadata")
        let source = try source(fields, container?.source)
        let kind = references.types[Int(type)].kind
        return Sample(
            uuid: id, type: type, sourceRevision: source, device: try device(fields[.device]), start: start, end: end,
            members: try members(value),
            content: try content(
                fields, kind, type: type, from: start, to: end, ordinal: ordinal, source: source, &contained),
            metadata: metadata, parts: try parts(fields, kind, type: type), container: container?.ordinal,
            sync: try SyncIdentity(metadata: fields[.metadata]), workout: try workoutName(fields, kind))
    }

    private func members(_ object: JSONValue) throws(Refusal) -> SampleMembers {
        var members = SampleMembers()
        for member in SampleMembers.all {
            guard let value = object[member.name].present else { continue }
            switch member.value {
            case .time(let path): members[keyPath: path] = try instant(value, member.name)
            case .text(let path): members[keyPath: path] = try text(value, member.name)
            case .number(let path): members[keyPath: path] = try number(value, member.name)
            }
        }
        return members
    }

    /// Reads the uuid of the workout that the sample names.
    private func workoutName(_ fields: SampleFields, _ kind: SampleType.Kind) throws(Refusal) -> UUID? {
        guard let value = fields.workout else { return nil }
        guard kind != .workout else {
            throw Refusal(.wrongKind, field: "workout", "a workout cannot be in another workout")
        }
        return try uuid(value, "workout")
    }

    private mutating func type(_ fields: SampleFields) throws(Refusal) -> Int32 {
        let name = try required(text(fields[.type], "type"), "type")
        let unknownKind: SampleType.Kind
        if fields[.objects] != nil {
            unknownKind = .correlation
        } else if fields[.workoutActivityType] != nil {
            unknownKind = .workout
        } else if fields[.unit] == nil, fields[.value] == nil {
            unknownKind = .other
        } else {
            unknownKind = .unknown(named: name, unit: try text(fields[.unit], "unit"))
        }
        return try references.type(name, unknownAs: unknownKind)
    }

    // MARK: Content

    private mutating func content(
        _ fields: SampleFields, _ kind: SampleType.Kind, type: Int32, from start: Instant, to end: Instant,
        ordinal: Int64, source: Int32, _ contained: inout [(ordinal: Int64, sample: Sample)]
    ) throws(Refusal) -> Sample.Content {
        switch kind {
        case .quantity: return try quantity(fields, type: type, from: start, to: end)
        case .category: return try category(fields, type: type)
        case .workout: return .workout(try workout(fields))
        case .correlation:
            try objects(fields[.objects], ordinal: ordinal, source: source, &contained)
            return .correlation
        case .other: return .other
        }
    }

    private mutating func quantity(
        _ fields: SampleFields, type: Int32, from start: Instant, to end: Instant
    ) throws(Refusal) -> Sample.Content {
        if let quantities = fields[.quantities], quantities.kind != .array {
            throw Refusal(.malformedField, field: "quantities", "quantities must be an array")
        }
        // A sample with an empty array of quantities is a plain quantity.
        let quantities = fields[.quantities].flatMap { $0.count > 0 ? $0 : nil }
        guard fields[.value] != nil || quantities != nil else {
            throw Refusal(.missingField, field: "value", "value is missing")
        }
        let number = fields[.value]?.double
        guard number != nil || fields[.value] == nil else {
            throw Refusal(.malformedNumber, field: "value", "value must be a number")
        }
        let unit = try required(text(fields[.unit], "unit"), "unit")
        if let quantities {
            return try series(
                quantities, summary: number, type: type, unit: try references.unit(unit), start: start, end: end)
        }
        let value = try required(number, "value")
        return .quantity(try references.quantity(type: type, unit: try references.unit(unit), value: value))
    }

    /// Reads a raw value, or the name of a constant in the spelling of exports or of Swift.
    private func category(_ fields: SampleFields, type: Int32) throws(Refusal) -> Sample.Content {
        let value = try required(fields[.value], "value")
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
        let activity = try required(fields[.workoutActivityType], "workoutActivityType")
        let duration = try number(fields[.duration], "duration")
        if let duration, duration < 0 {
            throw Refusal(.malformedNumber, field: "duration", "duration must not be negative")
        }
        var workout = Workout(
            activityType: nil, duration: duration,
            totalEnergyBurned: try number(fields[.totalEnergyBurned], "totalEnergyBurned"),
            totalDistance: try number(fields[.totalDistance], "totalDistance"))
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

    /// Reads the objects of a correlation. If one is refused, the remaining objects are read, too.
    /// Each object has an ordinal.
    private mutating func objects(
        _ value: JSONValue?, ordinal: Int64, source: Int32, _ contained: inout [(ordinal: Int64, sample: Sample)]
    ) throws(Refusal) {
        guard let value, value.kind == .array, value.count > 0 else {
            throw Refusal(.missingField, field: "objects", "objects must be an array of the samples in the correlation")
        }
        var failure: Refusal?
        value.forEachElement { index, element in
            let ordinalOfObject = nextOrdinal
            nextOrdinal += 1
            do throws(Refusal) {
                var inner: [(ordinal: Int64, sample: Sample)] = []
                let sample = try sample(element, ordinal: ordinalOfObject, container: (ordinal, source), &inner)
                guard inner.isEmpty, sample.content.mayBeContained else {
                    throw Refusal(
                        .wrongKind, field: "type", "a correlation holds quantity and category samples only")
                }
                contained.append((ordinalOfObject, sample))
            } catch {
                failure = failure ?? error.inside("objects[\(index)]")
            }
        }
        if let failure { throw failure }
    }

    // MARK: Source and device

    private mutating func source(_ fields: SampleFields, _ inherited: Int32?) throws(Refusal) -> Int32 {
        guard let source = fields[.source] else { return try required(inherited, "source") }
        guard source.kind == .object else {
            throw Refusal(.malformedField, field: "source", "source must be an object")
        }
        let name = try required(text(source["name"], "source.name"), "source.name")
        return try references.sourceRevision(
            SourceRevision(
                name: name, bundleIdentifier: try text(source["bundleIdentifier"], "source.bundleIdentifier"),
                wasUserEntered: RecordParser.wasUserEntered(fields[.metadata]),
                version: try text(source["version"], "source.version"),
                productType: try text(source["productType"], "source.productType"),
                operatingSystemVersion: try text(
                    source["operatingSystemVersion"], "source.operatingSystemVersion")))
    }

    /// Reads `HKMetadataKeyWasUserEntered`. Clients without booleans send 1 for true.
    private static func wasUserEntered(_ metadata: JSONValue?) -> Bool {
        guard let flag = metadata?["HKWasUserEntered"] else { return false }
        return flag.bool ?? (flag.int64 == 1 || flag.string == "1")
    }

    private mutating func device(_ value: JSONValue?) throws(Refusal) -> Int32? {
        guard let value else { return nil }
        guard value.kind == .object else { throw Refusal(.malformedField, field: "device", "device must be an object") }
        var device = Device()
        for (name, field) in DeviceFields.all {
            device[keyPath: field] = try text(value[name], "device.\(name)")
        }
        return device == Device() ? nil : try references.device(device)
    }
}

extension Sample.Content {
    /// HealthKit's correlations contain only quantity and category samples.
    fileprivate var mayBeContained: Bool {
        switch self {
        case .quantity, .aggregate, .series, .category: true
        case .correlation, .workout, .other: false
        }
    }
}

extension JSONValue {
    /// - Throws: `Refusal` for a text that contains U+0000, which PostgreSQL cannot store. It names
    ///   the member with the text, if the text is not itself the name of a member.
    func checkNullCharacters() throws(Refusal) {
        guard hasNullCharacter else { return }
        var field = ""
        forEachMember { name, value in
            if field.isEmpty, value.hasNullCharacter, !name.utf8.contains(0) { field = String(name.prefix(64)) }
        }
        throw Refusal(
            .malformedField, field: field,
            "\(field.isEmpty ? "a text" : "a text in \(field)") holds the character U+0000, which cannot be stored")
    }
}

extension Refusal {
    /// Returns the refusal with `member` added before its field, as in `objects[0]` or
    /// `objects[0].uuid`.
    func inside(_ member: String) -> Refusal {
        Refusal(code, field: field.isEmpty ? member : "\(member).\(field)", message)
    }
}
