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
    var references = SampleReferences()
    let identity: ClientIdentity
    let provider: String
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
                throw APIError(.malformedBatch, "data must be an object of lists", key: "field", "data")
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
            // The other lists are kept: the SDK sends a chunk no second time.
            list.count = 1
            list.rejected.append(
                RejectedClientRecord(
                    index: 0, refusal: Refusal(.malformedField, field: "", "data.\(name) must be an array")))
            return list
        }
        list.count = value.count
        try value.forEachElement { index, object in
            var sample: Sample?
            do throws(Refusal) {
                guard object.kind == .object else {
                    throw Refusal(.malformedField, field: "", "a record must be an object")
                }
                if checksNullCharacters, object.hasNullCharacter {
                    throw Refusal(
                        .malformedField, field: "", "a text holds the character U+0000, which cannot be stored")
                }
                sample = try read(&self, object)
            } catch {
                sample = name == "deletions" ? nil : kept(object, of: name)
                list.rejected.append(RejectedClientRecord(index: index, refusal: error, isKept: sample != nil))
            }
            guard let sample else { return }
            batch.samples.append((nextOrdinal, sample))
            list.ordinals.append(nextOrdinal)
            list.indices.append(index)
            nextOrdinal += 1
        }
        return list
    }

    /// A refused record as a sample of a type of its own, which has the whole record in its parts and counts nowhere: the SDK sends it
    /// no second time. Nil for one without a readable start, or with a text that cannot be stored.
    private mutating func kept(_ object: JSONValue, of list: String) -> Sample? {
        guard object.kind == .object, !(checksNullCharacters && object.hasNullCharacter),
            let start = try? instant(object["startDate"], "startDate")
        else { return nil }
        let end = (try? instant(object["endDate"], "endDate")) ?? start
        let name = object.text("type").flatMap { $0.utf8.count <= OpenWearablesParser.keptNameBytesMax ? $0 : nil }
        let type = "\(OpenWearablesParser.typePrefix)\(name ?? list):object"
        let unnamed = SourceRevision(name: provider)
        guard let place = try? references.type(type, unknownAs: .other),
            let source = (try? reference(source(of: object)).source) ?? (try? references.sourceRevision(unnamed))
        else { return nil }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key(OpenWearablesParser.detailKey)
            writer.value(object)
        }
        return Sample(
            uuid: uuid(object), type: place, sourceRevision: source, start: start, end: max(start, end),
            content: .other,
            parts: writer.bytes)
    }

    /// Longest `type` of a refused record that becomes part of the name of its own type, in UTF-8 bytes.
    private static let keptNameBytesMax = 150

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
        guard object["id"].present ?? object["uuid"].present != nil else {
            throw Refusal(.missingField, field: "id", "id is missing")
        }
        let type = try object.text("type").map { name throws(Refusal) in try references.type(name, unknownAs: .other) }
        batch.deletions.append(SampleBatch.Deletion(uuid: uuid(object), type: type))
    }
}
