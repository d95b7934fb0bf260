import Foundation
import HealthCore
import JSON

/// A parsed request of the open-wearables SDK, and its refused records.
public struct ParsedOpenWearables: Sendable {
    public var batch = SampleBatch()
    /// `records`, `sleep`, `workouts` and `deletions`.
    public internal(set) var lists: [ClientList] = []
    /// The number of sleep segments with an unknown stage. They are stored and do not count as
    /// sleep.
    public internal(set) var unknownStages = 0
}

/// Reads the JSON of the open-wearables SDK, and of HealthMes, which adds `schema` and
/// `data.deletions`.
///
/// Its records are HealthKit's own, with their uuids:
/// https://github.com/the-momentum/open-wearables
public struct OpenWearablesParser {
    var references = SampleReferences()
    let identity: ClientIdentity
    let provider: String
    private let checksNullCharacters: Bool
    var parsed = ParsedOpenWearables()
    private var nextOrdinal: Int64 = 0
    /// The reason why the record that is read counts in no figure; nil if it counts.
    private var uncounted: Refusal?

    /// The key of a sample's parts that contains the other members of a record.
    static let detailKey = "openWearables"
    /// The prefix of the names of types that hold values whose unit does not fit the record's own
    /// type.
    static let typePrefix = "openwearables:"

    /// Reads a request. A record with an error becomes one of `ClientList.rejected`.
    ///
    /// - Throws: `JSONError` for malformed JSON; `Refusal` for a body that is not a request of the
    ///   SDK.
    public static func parse(_ body: [UInt8], personUUID: UUID) throws -> ParsedOpenWearables {
        try JSONParser(bytesMax: BatchParser.decodedBytesMax).parse(body) { root in
            guard let data = root.present("data"), data.kind == .object else {
                throw Refusal(.malformedBatch, field: "data", "data must be an object of lists")
            }
            var parser = OpenWearablesParser(
                identity: ClientIdentity(personUUID: personUUID), provider: root.text("provider") ?? "apple",
                checksNullCharacters: root.hasNullCharacter)
            return parser.parse(data)
        }
    }

    private init(identity: ClientIdentity, provider: String, checksNullCharacters: Bool) {
        self.identity = identity
        self.provider = provider
        self.checksNullCharacters = checksNullCharacters
    }

    private mutating func parse(_ data: JSONValue) -> ParsedOpenWearables {
        let topLevel = OpenWearablesParser.topLevelIDs(data["records"])
        parse(list: "records", data) { (parser, object) throws(Refusal) in
            // The SDK also sends the child of a correlation as a separate record, with the child's
            // own source.
            if object.text("parentId") != nil, let id = object.text("id"), topLevel.contains(id) { return nil }
            return try parser.record(object)
        }
        parse(list: "sleep", data) { (parser, object) throws(Refusal) in try parser.sleep(object) }
        parse(list: "workouts", data) { (parser, object) throws(Refusal) in try parser.workout(object) }
        parse(list: "deletions", data) { (parser, object) throws(Refusal) in
            try parser.delete(object)
            return nil
        }
        parsed.batch.references = references
        return parsed
    }

    /// Returns the ids of records without a parent.
    private static func topLevelIDs(_ records: JSONValue?) -> Set<String> {
        var ids: Set<String> = []
        records?.forEachElement { _, record in
            if record.text("parentId") == nil, let id = record.text("id") { ids.insert(id) }
        }
        return ids
    }

    private mutating func parse(
        list name: String, _ data: JSONValue,
        _ read: (inout OpenWearablesParser, JSONValue) throws(Refusal) -> Sample?
    ) {
        var list = ClientList(name: name)
        if let value = data[name].present {
            if value.kind == .array {
                list.count = value.count
            } else {
                // The request is not refused and the other lists are stored, because the SDK does
                // not send a chunk again.
                list.count = 1
                list.reject(0, Refusal(.malformedField, field: "", "data.\(name) must be an array"))
            }
            // `forEachElement` does nothing for a value that is not an array.
            value.forEachElement { index, object in
                uncounted = nil
                guard let sample = sample(object, index, &list, read) else { return }
                if let uncounted { list.noteUncounted(index, uncounted) }
                parsed.batch.samples.append((nextOrdinal, sample))
                list.append(nextOrdinal, type: sample.type, index: index)
                nextOrdinal += 1
            }
        }
        parsed.lists.append(list)
    }

    /// Reads one record, which may be refused. Returns the sample to store, or nil if there is
    /// none.
    private mutating func sample(
        _ object: JSONValue, _ index: Int, _ list: inout ClientList,
        _ read: (inout OpenWearablesParser, JSONValue) throws(Refusal) -> Sample?
    ) -> Sample? {
        do throws(Refusal) {
            guard object.kind == .object else {
                throw Refusal(.malformedField, field: "", "a record must be an object")
            }
            if checksNullCharacters { try object.checkNullCharacters() }
            return try read(&self, object)
        } catch {
            let sample = list.name == "deletions" ? nil : kept(object, of: list.name)
            uncounted = nil
            list.reject(index, error, isKept: sample != nil)
            return sample
        }
    }

    /// Returns a refused record as a sample of a separate type that counts in no figure. The
    /// sample's parts contain the whole record. The record is stored because the SDK does not send
    /// it again. Returns nil for a record without a readable start, and for a record with a text
    /// that cannot be stored.
    private mutating func kept(_ object: JSONValue, of list: String) -> Sample? {
        guard object.kind == .object, !(checksNullCharacters && object.hasNullCharacter),
            let start = try? instant(object["startDate"], "startDate")
        else { return nil }
        let end = (try? instant(object["endDate"], "endDate")) ?? start
        let name = object.text("type").flatMap { $0.utf8.count <= OpenWearablesParser.keptNameBytesMax ? $0 : nil }
        let typeName = "\(OpenWearablesParser.typePrefix)\(name ?? list):object"
        let unnamed = SourceRevision(name: provider)
        guard let type = try? references.type(typeName, unknownAs: .other),
            let source = (try? reference(source(of: object)).source) ?? (try? references.sourceRevision(unnamed))
        else { return nil }
        let parts = JSONWriter.object { writer in
            writer.key(OpenWearablesParser.detailKey)
            writer.value(object)
        }
        return Sample(
            uuid: uuid(object), type: type, sourceRevision: source, start: start, end: max(start, end),
            content: .other, parts: parts)
    }

    /// The type of a stored refused record contains the record's member `type`. This is the longest
    /// `type` that it can contain, in UTF-8 bytes.
    private static let keptNameBytesMax = 150

    // MARK: Records

    private mutating func record(_ object: JSONValue) throws(Refusal) -> Sample {
        guard let name = object.text("type") else { throw Refusal(.missingField, field: "type", "type is missing") }
        let unit = object.text("unit")
        let type = try references.type(
            OpenWearablesTables.type(name), unknownAs: unit == nil ? .category : .quantity)
        let (kind, isKnown) = (references.types[Int(type)].kind, references.types[Int(type)].catalogued != nil)
        // A new type of HealthKit counts as soon as the catalogue has it.
        guard isKnown || name.hasPrefix("HK") else {
            throw Refusal(.unknownValue, field: "type", "HealthKit has no type for the record's type")
        }
        if !isKnown {
            uncounted = Refusal(
                .unknownValue, field: "type", "the type is not known yet; the record is kept and counts in no figure")
        }
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

    /// Sets the quantity of a record. If a unit is not in the SDK's table, the SDK sends `count`
    /// instead. If the sent unit does not fit the record's type, the value is stored under a type
    /// that only such values have.
    private mutating func setQuantity(
        _ object: JSONValue, name: String, unit: String, _ sample: inout Sample
    ) throws(Refusal) {
        guard let value = object["value"]?.double else {
            throw Refusal(.malformedNumber, field: "value", "value must be a number")
        }
        let parsed = OpenWearablesTables.unit(unit)
        // The SDK sends some percentages as fractions and some as hundredths, all with the unit %.
        // No fraction is above 1.
        let isPercent = references.types[Int(sample.type)].catalogued?.canonicalUnit?.isFraction == true
        let scale: Double = isPercent && parsed == "%" && value > 1 ? 100 : 1
        do throws(Refusal) {
            sample.content = .quantity(
                try references.quantity(type: sample.type, unit: parsed, sentUnit: unit, value: value, scale: scale))
        } catch {
            guard error.code == .unknownUnit || error.code == .incompatibleUnit else { throw error }
            let kept = "the record is kept and counts in no figure"
            uncounted =
                unit.isEmpty
                ? Refusal(.missingField, field: "unit", "unit is missing; \(kept)")
                : Refusal(error.code, field: "unit", "\(error.message); \(kept)")
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
        if known == nil {
            parsed.unknownStages += 1
            uncounted = Refusal(
                .unknownValue, field: "stage", "the stage is not known; the record is kept and is no sleep")
        }
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
        object["values"]?.forEachElement { _, value in
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

    /// Returns a value of a workout in the unit of its column. Returns nil for a unit that does not
    /// fit. The parts keep the value as sent, too.
    private func converted(_ value: Double, type: String, unit: String?, to column: String) -> Double? {
        // Durations from Android are in milliseconds, even if the record has another unit.
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
        let type = try object.text("type").map { name throws(Refusal) in
            try references.type(OpenWearablesTables.type(name), unknownAs: .other)
        }
        parsed.batch.deletions.append(SampleBatch.Deletion(uuid: uuid(object), type: type))
    }
}
