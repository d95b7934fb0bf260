import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// What a request of Health Auto Export means, and what of it is refused.
struct ParsedHealthAutoExport: Sendable {
    var statement: AutomationStatement
    var entries: [Entry] = []

    /// One metric, or one of the other lists.
    struct Entry: Sendable {
        /// As sent: `step_count`, `workouts`.
        var name: String
        /// Places of the types of its records.
        var types: Set<Int32> = []
        /// Of its records; what a correlation contains is not among them.
        var ordinals: [Int64] = []
        /// The places in the list of those with `ordinals`.
        var indices: [Int] = []
        var rejected: [RejectedClientRecord] = []
        /// Records that are kept and count in no figure, with the reason.
        var uncounted: [RejectedClientRecord] = []
    }
}

extension ParsedHealthAutoExport {
    /// Why the request is refused as a whole; nil unless it has records and none of them can be read. The app shows whether a request
    /// failed and nothing else, so that a request that stores nothing must fail.
    var refusalOfAll: APIError? {
        let rejected = entries.flatMap { entry in entry.rejected.map { (entry.name, $0) } }
        guard statement.batch.samples.isEmpty, let (list, first) = rejected.first else { return nil }
        let field = first.refusal.field.isEmpty ? "" : ", field \(first.refusal.field)"
        return APIError(
            .malformedBatch,
            "none of the \(rejected.count) records can be read: \(list)[\(first.index)]\(field): \(first.refusal.message)",
            hint: "choose JSON as the export format of the automation")
    }
}

/// Reads the JSON of Health Auto Export, versions 1 and 2. Touches no database.
///
/// https://github.com/Lybron/health-auto-export/wiki/API-Export---JSON-Format
struct HealthAutoExportParser {
    let automation: HealthAutoExportAutomation
    let dates: HealthAutoExportDate
    var references = SampleReferences()
    var identity: ClientIdentity
    var samples: [(ordinal: Int64, sample: Sample)] = []
    /// Of points, by ordinal.
    var windows: [Int32: ClosedRange<Instant>] = [:]
    /// Types of which a window is not whole, since a point was refused.
    var brokenWindows: Set<Int32> = []
    var nextOrdinal: Int64 = 0
    /// Of the record that is read.
    var index = 0
    var entry = ParsedHealthAutoExport.Entry(name: "")
    var checksNullCharacters = false
    /// The words of stages whose uuids begin alike, in the order of their first segments: `stageUUID`.
    var stageWords: [UUID: [String]] = [:]

    /// What the names of its sources begin with; a source of the phone must not be taken for an aggregate, nor the reverse.
    static let sourceName = "Health Auto Export"
    /// The key of metadata, and of a typed sample's parts, that holds what the app said beside.
    static let detailKey = "HealthAutoExport"
    /// What the names of types begin with that are none of HealthKit's.
    static let typePrefix = "hae:"

    /// - Parameter clock: for dates without a time.
    /// - Throws: `JSONError`, or `APIError` for a body that is none of the app's. A wrong record is no error.
    static func parse(
        _ body: [UInt8], automation: HealthAutoExportAutomation, personUUID: UUID, clock: WallClock
    ) throws -> ParsedHealthAutoExport {
        try JSONParser(bytesMax: HealthService.healthAutoExportBodyBytesMax).parse(body) { root in
            let objects = HealthAutoExportParser.objectsOfLists(root)
            guard !objects.isEmpty else { throw HealthAutoExportParser.unknownBody(root) }
            var parser = HealthAutoExportParser(
                automation: automation, dates: HealthAutoExportDate(clock: clock),
                identity: ClientIdentity(personUUID: personUUID))
            parser.checksNullCharacters = root.hasNullCharacter
            return try parser.parse(objects)
        }
    }

    /// The lists of the app; others beside them are kept as well.
    static let listNames = [
        "metrics", "workouts", "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg",
        "heartRateNotifications",
    ]

    /// The objects that have lists of the app. The app writes `{"data": {"metrics": […]}}`; scripts that pass its files on write the
    /// lists at the top, or one level deeper, as `{"data": {"healthMetrics": {"metrics": […]}}}`.
    private static func objectsOfLists(_ root: JSONValue) -> [JSONValue] {
        var objects = [root]
        if let data = root.present("data") {
            objects.append(data)
            // The walk throws only what its body throws, which is nothing.
            try? data.forEachMember { objects.append($1) }
        }
        return objects.filter { object in listNames.contains { object[$0]?.kind == .array } }
    }

    private static func unknownBody(_ root: JSONValue) -> APIError {
        let names = listNames.joined(separator: ", ")
        let wrong = listNames.first { root["data"].present?[$0].present ?? root[$0].present != nil }
        return APIError(
            .malformedBatch,
            wrong.map { "\($0) must be an array" } ?? "the body has none of the lists of Health Auto Export",
            hint:
                "expected is {\"data\": {…}} with at least one array of \(names); choose JSON as the export format of the automation"
        )
    }

    private mutating func parse(_ objects: [JSONValue]) throws -> ParsedHealthAutoExport {
        var parsed = ParsedHealthAutoExport(
            statement: AutomationStatement(automation: automation.prefix, session: automation.session))
        // Points first: their ordinals are one range.
        for object in objects {
            guard let metrics = object.present("metrics"), metrics.kind == .array else { continue }
            try metrics.forEachElement { index, metric in
                begin((metric["name"]?.string).map { String($0.prefix(HealthAutoExportParser.nameMax)) } ?? "metrics")
                try parse(metric: metric, index: index)
                parsed.entries.append(entry)
            }
        }
        parsed.statement.points = 0..<nextOrdinal
        for object in objects {
            try object.forEachMember { name, list in
                // An object inside may have lists of its own, and what else is beside lists belongs to the envelope.
                let isKnown = HealthAutoExportParser.listNames.contains(name)
                guard !list.isNull, list.kind == .array ? name != "metrics" : isKnown && list.kind != .object else {
                    return
                }
                begin(String(name.prefix(HealthAutoExportParser.nameMax)))
                if list.kind != .array {
                    let refusal = Refusal(.malformedField, field: "", "\(name) must be an array")
                    entry.rejected.append(RejectedClientRecord(index: 0, refusal: refusal))
                }
                try list.forEachElement { index, object in
                    record(index, object) { (parser, object) throws(Refusal) in try parser.add(object, of: name) }
                }
                parsed.entries.append(entry)
            }
        }
        parsed.statement.batch.references = references
        parsed.statement.batch.samples = samples
        if automation.statesWindows {
            parsed.statement.windows = windows.filter { !brokenWindows.contains($0.key) }
        }
        return parsed
    }

    /// Characters of a name that are shown again.
    private static let nameMax = 200

    private mutating func begin(_ name: String) { entry = ParsedHealthAutoExport.Entry(name: name) }

    /// Reads one record, or notes why it is refused; then nothing of it is kept.
    ///
    /// - Returns: whether it was taken.
    @discardableResult
    mutating func record(
        _ index: Int, _ value: JSONValue,
        _ read: (inout HealthAutoExportParser, JSONValue) throws(Refusal) -> Void
    ) -> Bool {
        let (count, ordinals) = (samples.count, entry.ordinals.count)
        self.index = index
        do throws(Refusal) {
            guard value.kind == .object else { throw Refusal(.malformedField, field: "", "a record must be an object") }
            if checksNullCharacters, value.hasNullCharacter {
                throw Refusal(
                    .malformedField, field: "", "a text holds the character U+0000, which cannot be stored")
            }
            try read(&self, value)
            return true
        } catch {
            samples.removeLast(samples.count - count)
            entry.ordinals.removeLast(entry.ordinals.count - ordinals)
            entry.indices.removeLast(entry.indices.count - ordinals)
            entry.rejected.append(RejectedClientRecord(index: index, refusal: error))
            return false
        }
    }

    /// Adds a sample; one that a correlation contains is no record of its own.
    @discardableResult
    mutating func append(_ sample: Sample) -> Int64 {
        let ordinal = nextOrdinal
        nextOrdinal += 1
        samples.append((ordinal, sample))
        if sample.container == nil {
            entry.ordinals.append(ordinal)
            entry.indices.append(index)
            entry.types.insert(sample.type)
        }
        return ordinal
    }

    /// The aggregate source that the app names.
    ///
    /// - Parameter bundle: what tells it from others of that name.
    mutating func source(
        _ value: JSONValue?, bundle: String, wasUserEntered: Bool = false
    ) throws(Refusal) -> Int32 {
        let name = value?.string ?? value?["name"]?.string ?? ""
        return try references.sourceRevision(
            SourceRevision(
                name: HealthAutoExportParser.sourceName + (name.isEmpty ? "" : ": " + name),
                bundleIdentifier: bundle, wasUserEntered: wasUserEntered))
    }

    func date(_ value: JSONValue?, _ field: String, near: Instant? = nil) throws(Refusal) -> Instant {
        guard let value, !value.isNull else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let instant = dates.instant(value, near: near) else {
            throw Refusal(.malformedDate, field: field, "\(field) must be a date such as 2026-09-03 21:03:57 +0800")
        }
        return instant
    }

    /// `start` and an end that may be missing.
    func ordered(_ start: Instant, _ end: Instant?, _ field: String) throws(Refusal) -> Instant {
        guard let end else { return start }
        guard start <= end else { throw Refusal(.endBeforeStart, field: field, "\(field) is before the start") }
        return end
    }

    /// One JSON object with what the app said beside; empty for nothing.
    static func detail(_ json: [UInt8]?, and others: (inout JSONWriter) -> Void = { _ in }) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            others(&writer)
            if let json {
                writer.key(detailKey)
                writer.raw(json)
            }
        }
        return writer.bytes == Array("{}".utf8) ? [] : writer.bytes
    }
}
