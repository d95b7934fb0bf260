import Foundation
import HealthCore
import JSON

/// Reads `sleep_analysis`, whose points are sleep stages or figures of whole nights.
extension HealthAutoExportParser {
    /// Adds a stage, or the figures of a whole night if the point has no `startDate`, or has
    /// figures and no stage.
    mutating func add(sleep point: JSONValue, unit: String, grouping: PointGrouping) throws(Refusal) {
        let hasFigures =
            point.text("value") == nil
            && HealthAutoExportParser.figureNames.contains { point[$0].present != nil }
        if hasFigures || point.present("startDate") == nil {
            try add(night: point, unit: unit, grouping: grouping)
        } else {
            try add(stage: point, grouping: grouping)
        }
    }

    /// The sleep of a night, in one of the app's two forms.
    private static let figureNames = ["asleep", "totalSleep", "inBed", "core", "deep", "rem"]

    /// Adds the current record to the stored records that count in no figure.
    mutating func noteUncounted(_ reason: Refusal) { list.noteUncounted(index, reason) }

    // MARK: Stages

    private mutating func add(stage point: JSONValue, grouping: PointGrouping) throws(Refusal) {
        let start = try date(point["startDate"], "startDate")
        let end = try ordered(start, try date(point["endDate"], "endDate", near: start), "endDate")
        let word = point.text("value") ?? ""
        guard word.utf8.count <= SourceRevision.fieldBytesMax else {
            throw Refusal(.fieldTooLong, field: "value", "value is longer than \(SourceRevision.fieldBytesMax) bytes")
        }
        let stage = SleepStageWords.value(word)
        let type = try references.type(HealthAutoExportParser.stageType, unknownAs: .category)
        let isPlain = HealthAutoExportParser.plainStages.contains(word)
        let isSample = HealthAutoExportParser.isOneSource(HealthAutoExportParser.sourceName(point))
        let source = try source(
            point["source"],
            bundle: automation.prefix
                + (isSample ? AutomationRequest.samplesWord : AutomationRequest.spansWord))
        let fields =
            fields(type: type, grouping.rawValue, at: "\(start.microseconds)") + [
                SourceRevision.normalized(references.sourceRevisions[Int(source)].name), "\(end.microseconds)",
            ]
        append(
            Sample(
                uuid: stageUUID(fields, word), type: type, sourceRevision: source, start: start, end: end,
                content: .category(value: stage?.rawValue, sent: stage == nil && !word.isEmpty ? word : nil),
                metadata: HealthAutoExportParser.detail(
                    point.members(
                        except: Set(["startDate", "endDate", "qty", "source"]).union(isPlain ? ["value"] : [])))))
        if stage == nil {
            noteUncounted(
                Refusal(
                    .unknownValue, field: "value",
                    "the stage \"\(word.prefix(HealthAutoExportParser.wordMax))\" is not known; it is kept and is no sleep"
                ))
        }
    }

    /// The type of stages.
    static let stageType = "HKCategoryTypeIdentifierSleepAnalysis"

    /// The app's English words. The metadata omit them, because the sample's value has the same
    /// meaning.
    private static let plainStages: Set<String> = ["Awake", "Asleep", "In Bed", "Core", "REM", "Deep", "Unspecified"]

    /// Number of characters of an unknown word that the answer repeats.
    private static let wordMax = 40

    /// Returns a uuid that stays the same when a later version adds the segment's word
    /// (`SleepStageWords.identity`). If several words of one request would get the same uuid, each
    /// further word gets another uuid.
    private mutating func stageUUID(_ fields: [String], _ word: String) -> UUID {
        let (value, word) = SleepStageWords.identity(word)
        let fields = fields + ["\(value)"]
        let uuid = identity.uuid(fields)
        guard value == SleepValue.asleepUnspecified.rawValue else { return uuid }
        var words = stageWords[uuid] ?? []
        let position = words.firstIndex(of: word) ?? words.count
        if position == words.count {
            words.append(word)
            stageWords[uuid] = words
        }
        return position == 0 ? uuid : identity.uuid(fields + ["\(position)"])
    }

    // MARK: Nights

    private mutating func add(night: JSONValue, unit: String, grouping: PointGrouping) throws(Refusal) {
        var starts: [Instant] = []
        var ends: [Instant] = []
        for name in ["sleepStart", "inBedStart", "startDate"] {
            if let value = night[name].present { starts.append(try date(value, name)) }
        }
        for name in ["sleepEnd", "inBedEnd", "endDate"] {
            if let value = night[name].present { ends.append(try date(value, name)) }
        }
        if starts.isEmpty, ends.isEmpty { starts.append(try date(night["date"], "date")) }
        guard let start = starts.min() ?? ends.min() else {
            throw Refusal(.missingField, field: "date", "date is missing")
        }
        let end = try ordered(start, ends.max(), "sleepEnd")
        let type = try references.type(AggregateNight.typeIdentifier, unknownAs: .other)
        let names = [night["source"], night["sleepSource"], night["inBedSource"]]
        let source = try source(
            names.lazy.compactMap { $0.present }.first, bundle: automation.prefix + "nights")
        let lengths = try lengths(of: night, unit: unit)
        let reason =
            lengths == nil
            ? HealthAutoExportParser.noFigures : HealthAutoExportParser.contradiction(lengths, start, end)
        // The start moves while the app receives stages of the night. The date stays the same.
        let position = night.text("date").map { "night \($0.prefix(10))" } ?? "\(start.microseconds)"
        append(
            Sample(
                uuid: identity.uuid(fields(type: type, grouping.rawValue, at: position)), type: type,
                sourceRevision: source, start: start, end: end, content: .other,
                parts: HealthAutoExportParser.parts(night, reason == nil ? lengths : nil)))
        if let reason { noteUncounted(reason) }
    }

    private static let noFigures = Refusal(
        .missingField, field: "asleep", "the night has no time asleep or in bed; it is kept and counts nowhere")

    /// Returns the figures of a night; nil if it has none. Apps send 0 for a figure that they did
    /// not measure, so 0 is nil
    /// - of the stages, and of the awake time, if all stages are 0,
    /// - of the sleep, if all stages are 0 too,
    /// - of the time in bed.
    private func lengths(of night: JSONValue, unit: String) throws(Refusal) -> SleepLengths? {
        let unitLength = HealthAutoExportParser.unitLengths[HealthAutoExportTables.unit(unit)]
        func length(_ name: String) throws(Refusal) -> Int64? {
            guard let value = night[name].present else { return nil }
            guard let number = value.double else {
                throw Refusal(.malformedNumber, field: name, "\(name) must be a number")
            }
            guard let unitLength else {
                throw Refusal(.incompatibleUnit, field: "units", "units must be a unit of time such as hr")
            }
            let microseconds = (number * unitLength).rounded()
            guard abs(microseconds) <= HealthAutoExportParser.lengthMax else {
                throw Refusal(.malformedNumber, field: name, "\(name) is longer than a year")
            }
            return Int64(microseconds)
        }
        func positive(_ length: Int64?) -> Int64? { length == 0 ? nil : length }
        var sent = SleepLengths(
            asleep: try length("asleep"), inBed: positive(try length("inBed")), core: try length("core"),
            deep: try length("deep"), rem: try length("rem"), awake: try length("awake"))
        var total = try length("totalSleep")
        if [sent.core, sent.deep, sent.rem].allSatisfy({ positive($0) == nil }) {
            (sent.core, sent.deep, sent.rem) = (nil, nil, nil)
            (sent.awake, sent.asleep, total) = (positive(sent.awake), positive(sent.asleep), positive(total))
        }
        let lengths = SleepLengths(sent: sent, total: total)
        return lengths.asleep == nil && lengths.inBed == nil ? nil : lengths
    }

    /// The units in which the app sends lengths, in microseconds. Nights have `hr`.
    private static let unitLengths: [String: Double] = ["hr": 3.6e9, "": 3.6e9, "min": 6e7, "s": 1e6]
    /// Longest figure of a night that is accepted, in microseconds: a year.
    private static let lengthMax: Double = 366 * 86_400e6

    /// Returns the reason why the figures of a night contradict each other. Returns nil if they
    /// agree or if there are none.
    private static func contradiction(_ lengths: SleepLengths?, _ start: Instant, _ end: Instant) -> Refusal? {
        let span = end.microseconds - start.microseconds
        guard span <= SleepEngine.longestSession else {
            return Refusal(
                .contradictory, field: "sleepEnd", "the night is longer than 24 hours; it is kept and counts nowhere")
        }
        guard let lengths, !lengths.fit(span > 0 ? span : SleepEngine.longestSession) else { return nil }
        return Refusal(
            .contradictory, field: "asleep",
            "a figure is negative or longer than the night, from its earliest start to its latest end; it is kept and counts nowhere"
        )
    }

    /// Returns the night as sent, and the lengths that count in figures, in seconds.
    private static func parts(_ night: JSONValue, _ lengths: SleepLengths?) -> [UInt8] {
        JSONWriter.object { writer in
            if let lengths {
                writer.key(AggregateNight.partName)
                writer.object { writer in
                    for (name, length) in lengths.named {
                        guard let length else { continue }
                        writer.key(name)
                        writer.value(Double(length) / Double(Instant.microsecondsPerSecond))
                    }
                }
            }
            writer.key(detailKey)
            writer.value(night)
        }
    }
}

extension SleepLengths {
    /// The figures, each with its name in JSON.
    fileprivate var named: [(String, Int64?)] {
        [
            ("asleep", asleep), ("inBed", inBed), ("unspecified", unspecified), ("core", core), ("deep", deep),
            ("rem", rem), ("awake", awake),
        ]
    }
}
