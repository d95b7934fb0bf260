import Foundation
import HealthCore
import JSON

/// A parsed request of Health Auto Export, and its refused records.
public struct ParsedHealthAutoExport: Sendable {
    public var statement: AutomationRequest
    /// The metrics and the other lists.
    public internal(set) var lists: [ClientList] = []

    /// Throws if the request has records and all of them are refused. The app shows only if a
    /// request failed, so a request that stores nothing must fail.
    ///
    /// - Throws: `Refusal` with the reason of the first record.
    public func checkAnyIsRead() throws(Refusal) {
        let rejected = lists.flatMap { list in list.rejected.map { (list.name, $0) } }
        guard statement.batch.samples.isEmpty, let (list, first) = rejected.first else { return }
        let field = first.refusal.field.isEmpty ? "" : ", field \(first.refusal.field)"
        throw Refusal(
            .malformedBatch, field: "",
            "none of the \(rejected.count) records can be read: \(list)[\(first.index)]\(field): \(first.refusal.message)",
            hint: HealthAutoExportParser.jsonHint)
    }
}

/// Reads the JSON of Health Auto Export, versions 1 and 2.
///
/// https://github.com/Lybron/health-auto-export/wiki/API-Export---JSON-Format
public struct HealthAutoExportParser {
    let automation: HealthAutoExportAutomation
    let dates: HealthAutoExportDate
    var references = SampleReferences()
    var identity: ClientIdentity
    var samples: [(ordinal: Int64, sample: Sample)] = []
    /// The time range of the points that the request lists, by the index of the type.
    var windows: [Int32: ClosedRange<Instant>] = [:]
    /// Types with a refused point. Their windows are incomplete.
    var brokenWindows: Set<Int32> = []
    private var clockOffsets = SentOffsets()
    var nextOrdinal: Int64 = 0
    /// Index of the record in its list, while it is read.
    var index = 0
    var list = ClientList(name: "")
    var checksNullCharacters = false
    /// The words of sleep stages whose uuids are made from the same fields. The words have the
    /// order of their first segments. `stageUUID` uses them.
    var stageWords: [UUID: [String]] = [:]

    /// Longest body in bytes, compressed or not. 64 MiB. The app sends all its data in one request
    /// and has no setting for smaller requests.
    public static let bytesMax = 64 << 20
    /// The prefix of the names of the app's sources. It keeps these aggregate sources apart from
    /// the phone's sources.
    static let sourceName = "Health Auto Export"
    /// The key under which the other members of a record are stored: in the metadata, and in a
    /// typed sample's parts.
    static let detailKey = "HealthAutoExport"
    /// The prefix of the names of types that HealthKit does not have.
    static let typePrefix = "hae:"

    /// Reads a request. A record with an error becomes one of `ClientList.rejected`.
    ///
    /// - Parameter clock: the person's clock, which decides where days begin; nil if it is not
    ///   known.
    /// - Throws: `JSONError` for malformed JSON; `Refusal` for CSV, and for a body without a list
    ///   of the app.
    public static func parse(
        _ body: [UInt8], automation: HealthAutoExportAutomation, personUUID: UUID, clock: WallClock?
    ) throws -> ParsedHealthAutoExport {
        guard !isCSV(body) else {
            throw Refusal(.malformedBatch, field: "", "the body is CSV and must be JSON", hint: jsonHint)
        }
        return try JSONParser(bytesMax: bytesMax).parse(body) { root in
            let objects = HealthAutoExportParser.objectsOfLists(root)
            guard !objects.isEmpty else { throw HealthAutoExportParser.unknownBody(root) }
            var parser = HealthAutoExportParser(
                automation: automation, dates: HealthAutoExportDate(clock: clock),
                identity: ClientIdentity(personUUID: personUUID))
            parser.checksNullCharacters = root.hasNullCharacter
            return parser.parse(objects)
        }
    }

    /// The names of the app's lists. A list with another name is stored, too.
    static let listNames = [
        "metrics", "workouts", "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg",
        "heartRateNotifications",
    ]

    fileprivate static let jsonHint = "choose JSON as the export format of the automation"

    /// True for a body in the app's other format: files in a form (multipart/form-data), or a text
    /// whose first line has a comma or a semicolon.
    private static func isCSV(_ body: [UInt8]) -> Bool {
        let line = body.prefix { $0 != UInt8(ascii: "\n") }
        guard let first = line.first else { return false }
        if line.starts(with: Array("--".utf8)) { return true }
        let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) || first <= UInt8(ascii: " ")
        return !isJSON && line.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    }

    /// Returns the objects that contain lists of the app. The app sends `{"data": {"metrics":
    /// […]}}`. Scripts that forward its files send the lists at the top, or one level deeper, as
    /// `{"data": {"healthMetrics": {"metrics": […]}}}`.
    private static func objectsOfLists(_ root: JSONValue) -> [JSONValue] {
        var objects = [root]
        if let data = root.present("data") {
            objects.append(data)
            data.forEachMember { objects.append($1) }
        }
        return objects.filter { object in listNames.contains { object[$0]?.kind == .array } }
    }

    private static func unknownBody(_ root: JSONValue) -> Refusal {
        let names = listNames.joined(separator: ", ")
        let wrong = listNames.first { root["data"].present?[$0].present ?? root[$0].present != nil }
        return Refusal(
            .malformedBatch, field: "",
            wrong.map { "\($0) must be an array" } ?? "the body has none of the lists of Health Auto Export",
            hint:
                "expected is {\"data\": {…}} with at least one array of \(names); \(jsonHint)"
        )
    }

    private mutating func parse(_ objects: [JSONValue]) -> ParsedHealthAutoExport {
        var parsed = ParsedHealthAutoExport(
            statement: AutomationRequest(automation: automation.prefix, session: automation.session))
        // Metrics are read first, so that the ordinals of their points are one range.
        for object in objects {
            guard let metrics = object.present("metrics") else { continue }
            // `forEachElement` does nothing for a value that is not an array.
            metrics.forEachElement { index, metric in
                begin(metric["name"]?.string ?? "metrics")
                parse(metric: metric, index: index)
                parsed.lists.append(list)
            }
        }
        identifyPoints()
        parsed.statement.points = 0..<nextOrdinal
        for object in objects { object.forEachMember { parse(list: $1, named: $0, into: &parsed) } }
        parsed.statement.batch.references = references
        parsed.statement.batch.samples = samples
        parsed.statement.batch.clockOffsets = clockOffsets
        if automation.statesWindows {
            parsed.statement.windows = windows.filter { !brokenWindows.contains($0.key) }
        }
        return parsed
    }

    /// Reads a list other than the metrics. Skips objects, which may contain lists, and other
    /// members of the request. A list of the app that is neither an array nor an object is refused.
    private mutating func parse(list value: JSONValue, named name: String, into parsed: inout ParsedHealthAutoExport) {
        let isKnown = HealthAutoExportParser.listNames.contains(name)
        guard !value.isNull, value.kind == .array ? name != "metrics" : isKnown && value.kind != .object else { return }
        begin(name)
        if value.kind != .array {
            list.reject(0, Refusal(.malformedField, field: "", "\(name) must be an array"))
        }
        value.forEachElement { index, object in
            record(index, object) { (parser, object) throws(Refusal) in try parser.add(object, of: name) }
        }
        parsed.lists.append(list)
    }

    /// Number of characters of a name that the answer repeats.
    private static let nameMax = 200

    private mutating func begin(_ name: String) {
        list = ClientList(name: String(name.prefix(HealthAutoExportParser.nameMax)))
    }

    /// Reads one record and returns true if it is accepted. If the record is refused, removes the
    /// samples that were read from it.
    @discardableResult
    mutating func record(
        _ index: Int, _ value: JSONValue,
        _ read: (inout HealthAutoExportParser, JSONValue) throws(Refusal) -> Void
    ) -> Bool {
        let (count, ordinalCount) = (samples.count, list.ordinals.count)
        self.index = index
        do throws(Refusal) {
            guard value.kind == .object else { throw Refusal(.malformedField, field: "", "a record must be an object") }
            if checksNullCharacters { try value.checkNullCharacters() }
            try read(&self, value)
            return true
        } catch {
            samples.removeLast(samples.count - count)
            list.removeLast(list.ordinals.count - ordinalCount)
            list.reject(index, error)
            return false
        }
    }

    /// Adds a sample and returns its ordinal. A sample inside a correlation does not count as a
    /// record of the list.
    @discardableResult
    mutating func append(_ sample: Sample) -> Int64 {
        let ordinal = nextOrdinal
        nextOrdinal += 1
        samples.append((ordinal, sample))
        if sample.container == nil {
            list.append(ordinal, type: sample.type, index: index)
        }
        return ordinal
    }

    /// Returns the index of the aggregate source that the app names.
    ///
    /// - Parameter bundle: the bundle identifier, which separates it from other sources with the
    ///   same name.
    mutating func source(
        _ value: JSONValue?, bundle: String, wasUserEntered: Bool = false
    ) throws(Refusal) -> Int32 {
        let name = value?.string ?? value?["name"]?.string ?? ""
        return try references.sourceRevision(
            SourceRevision(
                name: HealthAutoExportParser.sourceName + (name.isEmpty ? "" : ": " + name),
                bundleIdentifier: bundle, wasUserEntered: wasUserEntered))
    }

    mutating func date(_ value: JSONValue?, _ field: String, near: Instant? = nil) throws(Refusal) -> Instant {
        guard let value = value.present else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let instant = dates.instant(value, near: near) else {
            throw Refusal(.malformedDate, field: field, "\(field) must be a date such as 2026-09-03 21:03:57 +0800")
        }
        if let text = value.string { clockOffsets.note(text, at: instant) }
        return instant
    }

    /// Returns `end`, or `start` if `end` is nil.
    ///
    /// - Throws: `Refusal` for an end before the start.
    func ordered(_ start: Instant, _ end: Instant?, _ field: String) throws(Refusal) -> Instant {
        guard let end else { return start }
        guard start <= end else { throw Refusal(.endBeforeStart, field: field, "\(field) is before the start") }
        return end
    }

    /// Returns one JSON object with the other members of a record under `detailKey`. Returns an
    /// empty array if there are none.
    ///
    /// - Parameter others: a closure that writes further members of the object.
    static func detail(_ json: [UInt8]?, and others: (inout JSONWriter) -> Void = { _ in }) -> [UInt8] {
        let detail = JSONWriter.object { writer in
            others(&writer)
            if let json {
                writer.key(detailKey)
                writer.raw(json)
            }
        }
        return detail == Array("{}".utf8) ? [] : detail
    }
}
