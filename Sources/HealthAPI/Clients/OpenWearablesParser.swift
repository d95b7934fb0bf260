import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// What a request of the open-wearables SDK means, and what of it is refused.
struct ParsedOpenWearables: Sendable {
    var batch = SampleBatch()
    var lists: [List] = []
    /// Segments of sleep whose stage is not known: they are kept and are no sleep.
    var unknownStages = 0

    /// `records`, `sleep`, `workouts` or `deletions`.
    struct List: Sendable {
        var name: String
        var count = 0
        var ordinals: [Int64] = []
        /// The places in the list of those with `ordinals`.
        var indices: [Int] = []
        var rejected: [RejectedClientRecord] = []
    }
}

/// Reads the JSON of the open-wearables SDK, and of HealthMes, which adds `schema` and `data.deletions`. Touches no database.
///
/// Its records are HealthKit's own, with their uuids: https://github.com/the-momentum/open-wearables
struct OpenWearablesParser {
    private var references = SampleReferences()
    private let identity: ClientIdentity
    private let provider: String
    private let checksNullCharacters: Bool
    private var batch = SampleBatch()
    private var nextOrdinal: Int64 = 0
    private var unknownStages = 0

    /// The key of a sample's parts that holds what the SDK said beside.
    static let detailKey = "openWearables"
    /// What the names of types begin with whose values came in a unit that cannot be theirs.
    static let typePrefix = "openwearables:"

    /// - Throws: `JSONError`, or `APIError` for a body that is none of the SDK's. A wrong record is no error.
    static func parse(_ body: [UInt8], personUUID: UUID) throws -> ParsedOpenWearables {
        try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(body) { root in
            guard let data = root.present("data"), data.kind == .object else {
                throw APIError(.badRequest, "malformed_batch", "data must be an object of lists", key: "field", "data")
            }
            var parser = OpenWearablesParser(
                identity: ClientIdentity(personUUID: personUUID), provider: root.text("provider") ?? "apple",
                checksNullCharacters: root.hasNullCharacter)
            return try parser.parse(data)
        }
    }

    private init(identity: ClientIdentity, provider: String, checksNullCharacters: Bool) {
        self.identity = identity
        self.provider = provider
        self.checksNullCharacters = checksNullCharacters
    }

    private mutating func parse(_ data: JSONValue) throws -> ParsedOpenWearables {
        var parsed = ParsedOpenWearables()
        let topLevel = try OpenWearablesParser.topLevelIDs(data["records"])
        parsed.lists.append(
            try list("records", data) { (parser, object) throws(Refusal) in
                // A correlation's child comes again on its own, with its own source.
                if object.text("parentId") != nil, let id = object.text("id"), topLevel.contains(id) { return nil }
                return try parser.record(object)
            })
        parsed.lists.append(try list("sleep", data) { (parser, object) throws(Refusal) in try parser.sleep(object) })
        parsed.lists.append(
            try list("workouts", data) { (parser, object) throws(Refusal) in try parser.workout(object) })
        parsed.lists.append(
            try list("deletions", data) { (parser, object) throws(Refusal) in
                try parser.delete(object)
                return nil
            })
        batch.references = references
        parsed.batch = batch
        parsed.unknownStages = unknownStages
        return parsed
    }

    /// The ids of records that are in no other.
    private static func topLevelIDs(_ records: JSONValue?) throws -> Set<String> {
        var ids: Set<String> = []
        try records?.forEachElement { _, record in
            if record.text("parentId") == nil, let id = record.text("id") { ids.insert(id) }
        }
        return ids
    }

    private mutating func list(
        _ name: String, _ data: JSONValue,
        _ read: (inout OpenWearablesParser, JSONValue) throws(Refusal) -> Sample?
    ) throws -> ParsedOpenWearables.List {
        var list = ParsedOpenWearables.List(name: name)
        guard let value = data[name].present else { return list }
        guard value.kind == .array else {
            throw APIError(
                .badRequest, "malformed_field", "data.\(name) must be an array", key: "field", "data.\(name)")
        }
        list.count = value.count
        try value.forEachElement { index, object in
            do throws(Refusal) {
                guard object.kind == .object else {
                    throw Refusal(.malformedField, field: "", "a record must be an object")
                }
                if checksNullCharacters, object.hasNullCharacter {
                    throw Refusal(
                        .malformedField, field: "", "a text holds the character U+0000, which cannot be stored")
                }
                guard let sample = try read(&self, object) else { return }
                batch.samples.append((nextOrdinal, sample))
                list.ordinals.append(nextOrdinal)
                list.indices.append(index)
                nextOrdinal += 1
            } catch {
                list.rejected.append(RejectedClientRecord(index: index, refusal: error))
            }
        }
        return list
    }

    // MARK: Records

    private mutating func record(_ object: JSONValue) throws(Refusal) -> Sample {
        guard let name = object.text("type") else { throw Refusal(.missingField, field: "type", "type is missing") }
        let unit = object.text("unit")
        let type = try references.type(name, unknownAs: unit == nil ? .category : .quantity)
        let kind = references.types[Int(type)].kind
        var sample = try sample(object, type: type)
        switch kind {
        case .quantity: try setQuantity(object, name: name, unit: unit ?? "", &sample)
        case .category:
            guard let value = object["value"]?.int64.flatMap(Int32.init(exactly:)) else {
                throw Refusal(.malformedNumber, field: "value", "value must be a 32-bit number")
            }
            sample.content = .category(value: value, sent: nil)
        case .correlation, .workout, .other:
            throw Refusal(.wrongKind, field: "type", "a record is a quantity or a category")
        }
        sample.parts = parts(object, ["type", "value", "unit"])
        return sample
    }

    /// The SDK has a table of units of its own. What is not in it comes in `count`, also where that can be no unit of the
    /// type; then the value is kept under another type, which nothing mixes with.
    private mutating func setQuantity(
        _ object: JSONValue, name: String, unit: String, _ sample: inout Sample
    ) throws(Refusal) {
        guard let value = object["value"]?.double else {
            throw Refusal(.malformedNumber, field: "value", "value must be a number")
        }
        let meant = OpenWearablesTables.unit(unit)
        // Some percentages come as fractions and some as hundredths, all of them as %: no share is above 1.
        let isPercent = references.types[Int(sample.type)].catalogued?.canonicalUnit?.unitString == "%"
        let scale: Double = isPercent && meant == "%" && value > 1 ? 100 : 1
        do throws(Refusal) {
            sample.content = .quantity(
                try references.quantity(type: sample.type, unit: meant, sentUnit: unit, value: value, scale: scale))
        } catch {
            guard error.code == .unknownUnit || error.code == .incompatibleUnit else { throw error }
            sample.type = try references.type(OpenWearablesParser.typePrefix + name, unknownAs: .quantity)
            sample.content = .quantity(
                try references.quantity(type: sample.type, unit: unit, sentUnit: unit, value: value))
        }
    }

    private mutating func sleep(_ object: JSONValue) throws(Refusal) -> Sample {
        let type = try references.type("sleepAnalysis", unknownAs: .category)
        var sample = try sample(object, type: type)
        guard let stage = object.text("stage") else {
            throw Refusal(.missingField, field: "stage", "stage is missing")
        }
        guard stage.utf8.count <= SourceRevision.fieldBytesMax else {
            throw Refusal(.fieldTooLong, field: "stage", "stage is longer than \(SourceRevision.fieldBytesMax) bytes")
        }
        let known = SleepStageWords.value(stage)
        sample.content = .category(value: known?.rawValue, sent: known == nil ? stage : nil)
        if known == nil { unknownStages += 1 }
        sample.parts = parts(object, ["stage"])
        return sample
    }

    private mutating func workout(_ object: JSONValue) throws(Refusal) -> Sample {
        var sample = try sample(object, type: try references.type("workout", unknownAs: .workout))
        let name = object.text("type") ?? ""
        guard name.utf8.count <= SourceRevision.fieldBytesMax else {
            throw Refusal(.fieldTooLong, field: "type", "type is longer than \(SourceRevision.fieldBytesMax) bytes")
        }
        let activity = OpenWearablesTables.activity(name)
        var values: [String: Double] = [:]
        // The walk throws only what its body throws, which is nothing.
        try? object["values"]?.forEachElement { _, value in
            guard let type = value.text("type"), values[type] == nil,
                let column = OpenWearablesTables.workoutUnits[type],
                let number = value["value"]?.double
            else { return }
            values[type] = converted(number, type: type, unit: value.text("unit"), to: column)
        }
        sample.content = .workout(
            Workout(
                activityType: activity, sentActivityType: activity == nil ? name : nil,
                duration: values["duration"].flatMap { $0 >= 0 ? $0 : nil },
                totalEnergyBurned: values["activeEnergyBurned"], totalDistance: values["distance"]))
        sample.parts = parts(object, [])
        return sample
    }

    /// Nil for a unit that is not the column's; it stays in the parts.
    private func converted(_ value: Double, type: String, unit: String?, to column: String) -> Double? {
        // Android's durations are milliseconds, whatever unit they name.
        if type == "duration", provider != "apple" { return value / 1_000 }
        guard let from = try? Unit(parsing: OpenWearablesTables.unit(unit ?? column)),
            let to = try? Unit(parsing: column),
            let conversion = try? from.conversion(to: to)
        else { return nil }
        return conversion(value)
    }

    private mutating func delete(_ object: JSONValue) throws(Refusal) {
        let id = try uuid(object)
        let type = try object.text("type").map { name throws(Refusal) in try references.type(name, unknownAs: .other) }
        batch.deletions.append(SampleBatch.Deletion(uuid: id, type: type))
    }

    // MARK: What all have

    /// A sample without content and parts.
    private mutating func sample(_ object: JSONValue, type: Int32) throws(Refusal) -> Sample {
        let start = try instant(object["startDate"], "startDate")
        let end = try instant(object["endDate"].present ?? object["startDate"], "endDate")
        guard start <= end else { throw Refusal(.endBeforeStart, field: "endDate", "endDate is before startDate") }
        let (source, device) = try source(object)
        return Sample(
            uuid: try uuid(object), type: type, sourceRevision: source, device: device, start: start, end: end,
            content: .other, metadata: OpenWearablesParser.metadata(object))
    }

    /// HealthKit's; other systems name records as they like.
    private func uuid(_ object: JSONValue) throws(Refusal) -> UUID {
        guard let id = object.text("id") else { throw Refusal(.missingField, field: "id", "id is missing") }
        if let uuid = UUID(text: id) { return uuid }
        guard provider != "apple" else {
            throw Refusal(
                .malformedUUID, field: "id", "id must be a uuid such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        return identity.uuid([OpenWearablesParser.detailKey, provider, id])
    }

    private func instant(_ value: JSONValue?, _ field: String) throws(Refusal) -> Instant {
        guard let value, !value.isNull else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw Refusal(
                .malformedDate, field: field, "\(field) must be a time of RFC 3339 such as 2024-05-01T10:00:00Z")
        }
        return instant
    }

    private mutating func source(_ object: JSONValue) throws(Refusal) -> (source: Int32, device: Int32?) {
        let said = object.present("source")
        let bundle = said?.text("appId")
        let product = said?.text("deviceModel")
        let deviceName = said?.text("deviceName")
        // The SDK does not say what the source is called. Apple's own are called as their device.
        let isDevice = bundle?.hasPrefix("com.apple.health") ?? true
        let name = (isDevice ? deviceName : nil) ?? bundle ?? deviceName ?? provider
        let revision = SourceRevision(
            name: name, bundleIdentifier: bundle, wasUserEntered: OpenWearablesParser.wasUserEntered(object),
            productType: product, operatingSystemVersion: OpenWearablesParser.version(said?["operatingSystemVersion"]))
        var device = Device()
        device.name = deviceName
        device.manufacturer = said?.text("deviceManufacturer")
        device.model = said?.text("deviceType")
        device.hardwareVersion = said?.text("deviceHardwareVersion") ?? product
        device.softwareVersion = said?.text("deviceSoftwareVersion")
        let place = device == Device() ? nil : try references.device(device)
        return (try references.sourceRevision(revision), place)
    }

    private static func version(_ value: JSONValue?) -> String? {
        guard let value, let major = value["majorVersion"]?.int64 else { return value?.string }
        return "\(major).\(value["minorVersion"]?.int64 ?? 0).\(value["patchVersion"]?.int64 ?? 0)"
    }

    /// Metadata are Swift's descriptions of values here.
    private static func wasUserEntered(_ object: JSONValue) -> Bool {
        guard let flag = object["metadata"]?["HKWasUserEntered"] else { return false }
        return flag.bool ?? (flag.int64 == 1 || ["1", "true"].contains(flag.string ?? ""))
    }

    private static func metadata(_ object: JSONValue, adding other: (key: String, value: String)? = nil) -> [UInt8] {
        let said = object["metadata"].present.flatMap { $0.kind == .object ? $0 : nil }
        guard let other else { return said?.members(except: []) ?? [] }
        var writer = JSONWriter()
        writer.object { writer in
            // The walk throws only what its body throws, which is nothing.
            try? said?.forEachMember { name, value in
                writer.key(name)
                writer.value(value)
            }
            writer.key(other.key)
            writer.value(other.value)
        }
        return writer.bytes
    }

    /// What has no column, under a name that is no part's of HealthKit.
    private func parts(_ object: JSONValue, _ read: Set<String>) -> [UInt8] {
        let names: Set<String> = ["id", "startDate", "endDate", "source", "metadata"]
        let rest = object.members(except: names.union(read))
        let method = object["source"]?.text("recordingMethod")
        guard rest != nil || method != nil else { return [] }
        var writer = JSONWriter()
        writer.object { writer in
            if let rest {
                writer.key(OpenWearablesParser.detailKey)
                writer.raw(rest)
            }
            if let method { writer.member("recordingMethod", method) }
        }
        return writer.bytes
    }
}
