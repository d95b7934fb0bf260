import Foundation
import HealthCore
import JSON

/// Reads the lists other than the metrics. Their objects are samples in HealthKit.
///
/// Each sample keeps the whole object in its parts. The samples of all automations share one
/// source. If a later request does not list an object, the object is not deleted.
extension HealthAutoExportParser {
    /// The bundle identifier of the source of all objects. It differs from the identifiers of
    /// automations, which have a colon after the name.
    static let objectBundle = SourceClass.aggregatePrefix + "objects"

    mutating func add(_ object: JSONValue, of list: String) throws(Refusal) {
        switch list {
        case "workouts": try add(workout: object)
        case "symptoms": try add(category: object, of: list, value: object.text("severity"), member: "severity")
        case "cycleTracking": try add(category: object, of: list, value: object.text("value"), member: "value")
        case "stateOfMind": try add(other: object, of: list, type: "stateOfMind")
        case "ecg": try add(other: object, of: list, type: "electrocardiogram")
        case "medications": try add(other: object, of: list, type: "medicationDoseEvent")
        case "heartRateNotifications": try add(notification: object, of: list)
        default:
            try add(
                unknown: object, of: list,
                Refusal(.unknownField, field: "", "the app has no list of this name; the record is kept as an object"))
        }
    }

    /// Adds an object that HealthKit has no type for. It counts in no figure.
    private mutating func add(unknown object: JSONValue, of list: String, _ reason: Refusal) throws(Refusal) {
        try add(other: object, of: list, type: HealthAutoExportParser.typePrefix + list)
        noteUncounted(reason)
    }

    private static func unknownName(_ field: String) -> Refusal {
        Refusal(.unknownValue, field: field, "HealthKit has no type of this \(field); the record is kept as an object")
    }

    /// Returns the start and end of an object. For a medication that was only scheduled, returns
    /// its scheduled time.
    private mutating func span(_ object: JSONValue) throws(Refusal) -> (start: Instant, end: Instant) {
        let named = object.present("start") ?? object.present("scheduledDate") ?? object.present("date")
        let start = try date(named, "start")
        guard let end = object.present("end") else { return (start, start) }
        return (start, try ordered(start, try date(end, "end", near: start), "end"))
    }

    /// Returns HealthKit's uuid if the object has it. Otherwise makes a uuid from the fields that
    /// tell objects of a list apart.
    private mutating func uuid(_ object: JSONValue, of list: String, _ span: (start: Instant, end: Instant)) -> UUID {
        if let uuid = object.text("id").flatMap(UUID.init(text:)) { return uuid }
        let source = object.text("source") ?? object["source"]?.text("name") ?? ""
        let name = ["name", "displayText", "heartNotification", "kind", "id"].lazy.compactMap { object[$0]?.string }
            .first
        return identity.nextUUID([
            HealthAutoExportParser.sourceName, list, name ?? "", "\(span.start.microseconds)",
            "\(span.end.microseconds)", SourceRevision.normalized(source),
        ])
    }

    private mutating func source(of object: JSONValue) throws(Refusal) -> Int32 {
        try source(
            object["source"], bundle: HealthAutoExportParser.objectBundle,
            wasUserEntered: object["userEntered"]?.bool ?? false)
    }

    /// Adds the sample of an object.
    ///
    /// - Parameter parts: nil to keep the object under `detailKey`.
    private mutating func append(
        _ object: JSONValue, of list: String, _ span: (start: Instant, end: Instant), type: String,
        _ kind: SampleType.Kind, _ content: Sample.Content, metadata: [UInt8] = [], parts: [UInt8]? = nil
    ) throws(Refusal) {
        append(
            Sample(
                uuid: uuid(object, of: list, span), type: try references.type(type, unknownAs: kind),
                sourceRevision: try source(of: object), start: span.start, end: span.end, content: content,
                metadata: metadata, parts: parts ?? HealthAutoExportParser.detail(object.minified)))
    }

    /// Adds an object whose type has no columns of its own.
    private mutating func add(other object: JSONValue, of list: String, type: String) throws(Refusal) {
        try append(object, of: list, span(object), type: type, .other, .other, parts: object.minified)
    }

    // MARK: Categories

    /// Adds a symptom or an entry of the cycle diary. An object with an unknown name gets a type
    /// with the app's prefix.
    private mutating func add(
        category object: JSONValue, of list: String, value text: String?, member: String
    ) throws(Refusal) {
        guard let type = object.text("name").flatMap(HealthAutoExportTables.categoryType),
            let valueEnum = type.valueEnum,
            let (value, isKnown) = HealthAutoExportParser.value(text, enum: valueEnum)
        else { return try add(unknown: object, of: list, HealthAutoExportParser.unknownName("name")) }
        let span = try span(object)
        let unknown = JSONWriter.object { $0.member("value", text) }
        let metadata = HealthAutoExportParser.detail(isKnown ? nil : unknown) { writer in
            if let isCycleStart = object["isCycleStart"]?.bool { writer.member("HKMenstrualCycleStart", isCycleStart) }
            if object["userEntered"]?.bool == true { writer.member("HKWasUserEntered", true) }
        }
        try append(
            object, of: list, span, type: type.identifier, .category, .category(value: value, sent: nil),
            metadata: metadata)
    }

    /// Returns the raw value of a word. For an unknown word, returns the enum's raw value for
    /// "unspecified", or nil if the enum has none.
    static func value(_ text: String?, enum name: String) -> (value: Int32, isKnown: Bool)? {
        if let text, let value = HealthAutoExportTables.categoryValue(text, enum: name) { return (value, true) }
        for word in ["unspecified", "notApplicable", "present"] {
            if let value = Catalogue.categoryValue(enum: name, named: word) { return (value, text == nil) }
        }
        return nil
    }

    /// Adds a notification. The app sends its name as `heartNotification`, although the app's
    /// documentation says `name`.
    private mutating func add(notification object: JSONValue, of list: String) throws(Refusal) {
        let slug = object.text("heartNotification") ?? object.text("name") ?? ""
        guard let name = HealthAutoExportParser.notifications[HealthAutoExportTables.key(slug)] else {
            return try add(unknown: object, of: list, HealthAutoExportParser.unknownName("heartNotification"))
        }
        let span = try span(object)
        let metadata = HealthAutoExportParser.detail(nil) { writer in
            guard let threshold = object["threshold"]?.double else { return }
            writer.member("HKHeartRateEventThreshold", "\(threshold) count/min")
        }
        try append(
            object, of: list, span, type: name, .category, .category(value: 0, sent: nil), metadata: metadata)
    }

    private static let notifications = [
        "lowheartratenotification": "lowHeartRateEvent", "lowheartrate": "lowHeartRateEvent",
        "highheartratenotification": "highHeartRateEvent", "highheartrate": "highHeartRateEvent",
        "irregularrhythmnotification": "irregularHeartRhythmEvent",
        "irregularheartratenotification": "irregularHeartRhythmEvent",
        "irregularheartrhythmnotification": "irregularHeartRhythmEvent",
    ]

    // MARK: Workouts

    private mutating func add(workout object: JSONValue) throws(Refusal) {
        let span = try span(object)
        let name = object.text("name") ?? ""
        let activity = HealthAutoExportTables.activity(name)
        guard name.utf8.count <= SourceRevision.fieldBytesMax else {
            throw Refusal(.fieldTooLong, field: "name", "name is longer than \(SourceRevision.fieldBytesMax) bytes")
        }
        let duration = object["duration"]?.double.flatMap { $0 >= 0 ? $0 : nil }
        let energy = HealthAutoExportParser.energy(
            object, minutes: Double(span.end.microseconds - span.start.microseconds) / 60_000_000)
        let metadata = HealthAutoExportParser.detail(energy.flatMap(HealthAutoExportParser.flag)) { writer in
            if let isIndoor = object["isIndoor"]?.bool { writer.member("HKIndoorWorkout", isIndoor) }
        }
        let workout = Workout(
            activityType: activity, sentActivityType: activity == nil ? name : nil, duration: duration,
            totalEnergyBurned: energy?.kilocalories, totalDistance: HealthAutoExportParser.metres(object["distance"]))
        try append(object, of: "workouts", span, type: "workout", .workout, .workout(workout), metadata: metadata)
    }

    /// Returns the active energy of a workout. Version 2 of the app sends `activeEnergyBurned` and
    /// a series `activeEnergy`, version 1 an object `activeEnergy`.
    private static func energy(_ object: JSONValue, minutes: Double) -> WorkoutEnergy? {
        let series = object["activeEnergy"]
        let total = [object["activeEnergyBurned"], series].lazy.compactMap { $0 }.first { $0.kind == .object }
        guard let total, let value = total["qty"]?.double, let label = total.text("units") else { return nil }
        return WorkoutEnergy(
            total: WorkoutEnergy.Reading(value: value, label: label), series: series.flatMap(sum), minutes: minutes)
    }

    /// Returns the sum of a series. Returns nil if an element has no number, or if units differ.
    private static func sum(_ series: JSONValue) -> WorkoutEnergy.Reading? {
        guard series.kind == .array, series.count > 0 else { return nil }
        var sum = 0.0
        var labels: Set<String> = []
        var isWhole = true
        series.forEachElement { _, element in
            guard let value = element["qty"]?.double, let label = element.text("units") else {
                isWhole = false
                return
            }
            sum += value
            labels.insert(label)
        }
        guard isWhole, labels.count == 1, let label = labels.first else { return nil }
        return WorkoutEnergy.Reading(value: sum, label: label)
    }

    /// Returns the corrected units as JSON; nil if the labels are right.
    private static func flag(_ energy: WorkoutEnergy) -> [UInt8]? {
        guard energy.isCorrected else { return nil }
        return JSONWriter.object { writer in
            writer.key("correctedEnergyUnits")
            writer.object { writer in
                writer.member("activeEnergyBurned", energy.totalUnit?.rawValue)
                writer.member("activeEnergy", energy.seriesUnit?.rawValue)
            }
        }
    }

    private static func metres(_ distance: JSONValue?) -> Double? {
        guard let value = distance?["qty"]?.double, let label = distance?.text("units"),
            let unit = try? Unit(parsing: HealthAutoExportTables.unit(label)), let metre = try? Unit(parsing: "m"),
            let conversion = try? unit.conversion(to: metre)
        else { return nil }
        let metres = conversion(value)
        return metres.isFinite ? metres : nil
    }
}
