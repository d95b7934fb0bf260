import Foundation
import HealthCore
import JSONReader

/// Reads metrics. A metric is a list of points. A point holds the figure of one bucket.
extension HealthAutoExportParser {
    /// Reads one metric. A metric without a name or a list is refused as a whole.
    mutating func parse(metric: JSONValue, index: Int) {
        guard let name = metric.text("name"), let data = metric["data"], data.kind == .array else {
            entry.records.reject(index, Refusal(.malformedField, field: "", "a metric has a name and a list, data"))
            return
        }
        let unit = metric["units"]?.string ?? ""
        let type = HealthAutoExportTables.quantityType(ofMetric: name)
        let grouping = automation.grouping(ofType: type)
        let first = samples.count
        var isWhole = true
        data.forEachElement { index, point in
            let isAccepted = record(index, point) { (parser, point) throws(Refusal) in
                switch HealthAutoExportTables.key(name) {
                case "sleepanalysis": try parser.add(sleep: point, unit: unit, grouping: grouping)
                case "bloodpressure": try parser.add(bloodPressure: point, unit: unit, grouping: grouping)
                default: try parser.add(point: point, name: name, type: type, unit: unit, grouping: grouping)
                }
            }
            isWhole = isWhole && isAccepted
        }
        if grouping.isCalendar { closeGaps(from: first) }
        for (_, sample) in samples[first...] {
            let margin =
                references.types[Int(sample.type)].identifier == AggregateNight.typeIdentifier
                ? HealthAutoExportParser.nightMargin : 0
            let start = Instant(microseconds: sample.start.microseconds - margin)
            let end = Instant(microseconds: sample.start.microseconds + margin)
            let window = windows[sample.type] ?? start...end
            windows[sample.type] = min(window.lowerBound, start)...max(window.upperBound, end)
            if !isWhole { brokenWindows.insert(sample.type) }
        }
    }

    /// A whole night replaces stored nights whose start is at most this far from its own start: 12
    /// hours before or after. The start moves while the app receives the stages of the night.
    private static let nightMargin: Int64 = 12 * 3_600 * Instant.microsecondsPerSecond

    /// Sets the end of each calendar bucket (day, week, …) to the start of the next one, because a
    /// clock change can shift it.
    private mutating func closeGaps(from first: Int) {
        let starts = Set(samples[first...].map(\.sample.start)).sorted()
        let nextStart = Dictionary(zip(starts, starts.dropFirst()), uniquingKeysWith: { first, _ in first })
        for index in first..<samples.count {
            let sample = samples[index].sample
            guard let next = nextStart[sample.start],
                abs(next.microseconds - sample.end.microseconds) <= PointGrouping.shiftMax
            else { continue }
            samples[index].sample.end = next
        }
    }

    // MARK: Points

    /// Adds a point of `name` as a quantity with its extremes (minimum and maximum). A point
    /// without a number becomes an object that counts in no figure.
    private mutating func add(
        point: JSONValue, name: String, type: String?, unit: String, grouping: PointGrouping
    ) throws(Refusal) {
        let span = try span(point, grouping)
        let source = try source(point["source"], bundle: automation.prefix + grouping.rawValue)
        let average = try number(point)
        guard let value = average?.value ?? HealthAutoExportParser.bounds(point).first,
            let (quantityType, quantity, extremes) = try figures(
                value, of: point, hasAverage: average != nil, name: name, type: type, unit: unit)
        else {
            let type = try references.type("\(HealthAutoExportParser.typePrefix)\(name):object", unknownAs: .other)
            append(point: .other, type: type, source, span, grouping, parts: point.minified)
            noteUncounted(
                Refusal(.missingField, field: "qty", "the point has no number that counts; it is kept as an object"))
            return
        }
        var used: Set<String> = ["date", "source", "end"]
        if let average { used.insert(average.member) }
        var metadata: [(key: StaticString, value: Int)] = []
        if type == "bloodGlucose", let time = HealthAutoExportParser.mealTimes[point.text("mealTime") ?? ""] {
            used.insert("mealTime")
            if time > 0 { metadata.append(("HKBloodGlucoseMealTime", time)) }
        }
        if type == "insulinDelivery", let reason = HealthAutoExportParser.reasons[point.text("reason") ?? ""] {
            used.insert("reason")
            metadata.append(("HKInsulinDeliveryReason", reason))
        }
        append(
            point: extremes.map { .aggregate(quantity, $0) } ?? .quantity(quantity), type: quantityType, source, span,
            grouping,
            metadata: HealthAutoExportParser.detail(point.members(except: used)) { writer in
                for (key, value) in metadata { writer.member(key, value) }
            })
    }

    /// Returns the value of a point and its extremes. Returns nil for a point without an average if
    /// its type has no extremes. The metadata of the point also keep the extremes as sent.
    private mutating func figures(
        _ value: Double, of point: JSONValue, hasAverage: Bool, name: String, type: String?, unit: String
    ) throws(Refusal) -> (type: Int32, quantity: Quantity, extremes: SampleExtremes?)? {
        let (index, quantity) = try quantity(value, name: name, type: type, unit: unit)
        let style = references.types[Int(index)].catalogued?.aggregationStyle
        guard let style, style != .cumulative else { return hasAverage ? (index, quantity, nil) : nil }
        let bounds = HealthAutoExportParser.bounds(point)
        // A minimum above the maximum is an error of the app, so both are ignored.
        guard bounds.minimum ?? -.infinity <= bounds.maximum ?? .infinity else {
            return hasAverage ? (index, quantity, nil) : nil
        }
        var canonical: (minimum: Double?, maximum: Double?)
        if let minimum = bounds.minimum {
            canonical.minimum = try self.quantity(minimum, name: name, type: type, unit: unit).quantity.value
        }
        if let maximum = bounds.maximum {
            canonical.maximum = try self.quantity(maximum, name: name, type: type, unit: unit).quantity.value
        }
        let extremes = SampleExtremes(
            minimum: canonical.minimum, maximum: canonical.maximum, hasAverage: hasAverage)
        return (index, quantity, extremes)
    }

    /// Returns the least and the greatest value in the point's bucket, as sent.
    private static func bounds(_ point: JSONValue) -> (minimum: Double?, maximum: Double?, first: Double?) {
        let minimum = point.present("Min")?.double ?? point.present("min")?.double
        let maximum = point.present("Max")?.double ?? point.present("max")?.double
        return (minimum, maximum, minimum ?? maximum)
    }

    /// `HKBloodGlucoseMealTime`; 0 for none.
    private static let mealTimes = ["Before Meal": 1, "After Meal": 2, "Unspecified": 0]
    /// `HKInsulinDeliveryReason`
    private static let reasons = ["Basal": 1, "Bolus": 2]

    private func number(_ point: JSONValue) throws(Refusal) -> (value: Double, member: String)? {
        for name in ["qty", "Avg", "avg"] {
            guard let value = point[name].present else { continue }
            guard let number = value.double else {
                throw Refusal(.malformedNumber, field: name, "\(name) must be a number")
            }
            return (number, name)
        }
        return nil
    }

    /// Returns the value in HealthKit's type. If the unit does not fit that type, the value gets a
    /// type with the app's prefix.
    private mutating func quantity(
        _ value: Double, name: String, type: String?, unit: String
    ) throws(Refusal) -> (type: Int32, quantity: Quantity) {
        let parsed = HealthAutoExportTables.unit(unit)
        if let type {
            let index = try references.type(type, unknownAs: .quantity)
            // The app sends 50 for 50 %, and HealthKit stores 0.5.
            let isPercent = parsed == "%" && references.types[Int(index)].catalogued?.canonicalUnit?.unitString == "%"
            do throws(Refusal) {
                let quantity = try references.quantity(
                    type: index, unit: parsed, sentUnit: unit, value: value, scale: isPercent ? 100 : 1)
                return (index, quantity)
            } catch {
                guard error.code == .unknownUnit || error.code == .incompatibleUnit else { throw error }
            }
        }
        let index = try references.type(HealthAutoExportParser.typePrefix + name, unknownAs: .quantity)
        return (index, try references.quantity(type: index, unit: unit, sentUnit: unit, value: value))
    }

    /// Returns the time range of a point, from `date` to the end of the bucket. Only some points
    /// have a member `end`.
    private mutating func span(_ point: JSONValue, _ grouping: PointGrouping) throws(Refusal) -> (
        start: Instant, end: Instant
    ) {
        let start = try date(point["date"], "date")
        if let end = point.present("end") {
            return (start, try ordered(start, try date(end, "end", near: start), "end"))
        }
        let (local, offset) = dates.local(start, point["date"])
        return (start, grouping.end(of: start, local: local, offset: offset))
    }

    /// Adds a point.
    ///
    /// - Parameter uuid: the uuid of the point if it is new. The default is made from the point's
    ///   type, grouping, start and source.
    @discardableResult
    mutating func append(
        point content: Sample.Content, type: Int32, _ source: Int32, _ span: (start: Instant, end: Instant),
        _ grouping: PointGrouping, uuid: UUID? = nil, metadata: [UInt8] = [], parts: [UInt8] = [],
        container: Int64? = nil
    ) -> Int64 {
        append(
            Sample(
                uuid: uuid ?? identity.uuid(fields(type: type, source, grouping, at: "\(span.start.microseconds)")),
                type: type, sourceRevision: source, start: span.start, end: span.end, content: content,
                metadata: metadata, parts: parts, container: container))
    }

    /// Returns the fields from which the uuid of a point is made.
    ///
    /// - Parameter position: a text that differs between points of the same type, grouping and
    ///   source.
    func fields(type: Int32, _ source: Int32, _ grouping: PointGrouping, at position: String) -> [String] {
        [
            HealthAutoExportParser.sourceName, automation.id, references.types[Int(type)].identifier,
            grouping.rawValue, position,
            SourceRevision.normalized(references.sourceRevisions[Int(source)].name),
        ]
    }

    // MARK: Blood pressure

    /// Adds the systolic and the diastolic value, and the correlation that contains them.
    private mutating func add(
        bloodPressure point: JSONValue, unit: String, grouping: PointGrouping
    ) throws(Refusal) {
        let span = try span(point, grouping)
        let source = try source(point["source"], bundle: automation.prefix + grouping.rawValue)
        let correlation = try references.type("bloodPressure", unknownAs: .correlation)
        let container = append(
            point: .correlation, type: correlation, source, span, grouping,
            metadata: HealthAutoExportParser.detail(
                point.members(except: ["date", "source", "end", "systolic", "diastolic"])))
        for (member, name) in [("systolic", "bloodPressureSystolic"), ("diastolic", "bloodPressureDiastolic")] {
            guard let value = point[member]?.double else {
                throw Refusal(.malformedNumber, field: member, "\(member) must be a number")
            }
            let type = try references.type(name, unknownAs: .quantity)
            let quantity = try references.quantity(
                type: type, unit: HealthAutoExportTables.unit(unit), sentUnit: unit, value: value)
            append(point: .quantity(quantity), type: type, source, span, grouping, container: container)
        }
    }
}
