import Foundation
import HealthCore
import JSON

/// Reads metrics. A metric is a list of points. A point is a figure of a bucket, or one sample.
extension HealthAutoExportParser {
    /// Reads one metric. A metric without a name or a list is refused as a whole.
    mutating func parse(metric: JSONValue, index: Int) {
        guard let name = metric.text("name"), let data = metric["data"], data.kind == .array else {
            list.reject(index, Refusal(.malformedField, field: "", "a metric has a name and a list, data"))
            return
        }
        let unit = metric["units"]?.string ?? ""
        let type = HealthAutoExportTables.quantityType(ofMetric: name)
        let grouping = automation.grouping(ofType: type)
        let first = samples.count
        let key = HealthAutoExportTables.key(name)
        let counting = key == "sleepanalysis" ? [:] : HealthAutoExportParser.countingSources(data)
        var isWhole = true
        data.forEachElement { index, point in
            let isAccepted = record(index, point) { (parser, point) throws(Refusal) in
                switch key {
                case "sleepanalysis": try parser.add(sleep: point, unit: unit, grouping: grouping)
                case _ where HealthAutoExportParser.isOutranked(point, counting):
                    try parser.keep(point, name: name, grouping, HealthAutoExportParser.outranked)
                case "bloodpressure": try parser.add(bloodPressure: point, unit: unit, grouping: grouping)
                default: try parser.add(point: point, name: name, type: type, unit: unit, grouping: grouping)
                }
            }
            isWhole = isWhole && isAccepted
        }
        if grouping.isCalendar { closeGaps(from: first, bundle: automation.prefix + grouping.rawValue) }
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
    ///
    /// - Parameter bundle: the bundle identifier of the sources of buckets.
    private mutating func closeGaps(from first: Int, bundle: String) {
        let buckets = samples.indices[first...].filter { index in
            let sample = samples[index].sample
            return sample.start < sample.end
                && references.sourceRevisions[Int(sample.sourceRevision)].bundleIdentifier == bundle
        }
        let starts = Set(buckets.map { samples[$0].sample.start }).sorted()
        let nextStart = Dictionary(zip(starts, starts.dropFirst()), uniquingKeysWith: { first, _ in first })
        for index in buckets {
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
        let time = try time(of: point, grouping)
        if type == nil, time.hasEnd, try add(category: point, name: name, time, grouping) { return }
        let average = try number(point)
        guard let value = average?.value ?? HealthAutoExportParser.bounds(point).first,
            let (quantityType, quantity, bounds) = try figures(
                value, of: point, hasAverage: average != nil, name: name, type: type, unit: unit)
        else {
            return try keep(
                point, name: name, grouping,
                Refusal(.missingField, field: "qty", "the point has no number that counts; it is kept as an object"))
        }
        // A sample has one value, which the app repeats as minimum and maximum.
        let isValue = bounds.map { $0.hasAverage && $0.minimum == quantity.value && $0.maximum == quantity.value }
        let extremes = time.hasEnd && isValue ?? true ? nil : bounds
        let source = try source(of: point, time, grouping, isFigure: extremes != nil)
        var used: Set<String> = ["date", "source", "start", "end"]
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
            point: extremes.map { .aggregate(quantity, $0) } ?? .quantity(quantity), type: quantityType, source, time,
            grouping,
            metadata: HealthAutoExportParser.detail(point.members(except: used)) { writer in
                for (key, value) in metadata { writer.member(key, value) }
            })
        if references.types[Int(quantityType)].catalogued == nil {
            noteUncounted(HealthAutoExportParser.uncounted(name: name, type: type, unit: unit, time))
        }
    }

    /// Adds a sample of a category type, such as a mindful session.
    ///
    /// - Returns: false if HealthKit has no category type for the metric, or no value for the
    ///   point.
    private mutating func add(
        category point: JSONValue, name: String, _ time: PointTime, _ grouping: PointGrouping
    ) throws(Refusal) -> Bool {
        guard let type = HealthAutoExportTables.categoryType(name), let valueEnum = type.valueEnum,
            let (value, isKnown) = HealthAutoExportParser.value(point.text("value"), enum: valueEnum)
        else { return false }
        let used: Set<String> = ["date", "source", "start", "end"]
        append(
            point: .category(value: value, sent: nil), type: try references.type(type.identifier, unknownAs: .category),
            try source(of: point, time, grouping), time, grouping,
            metadata: HealthAutoExportParser.detail(point.members(except: isKnown ? used.union(["value"]) : used)))
        return true
    }

    /// Stores a point unchanged, as an object that counts in no figure.
    private mutating func keep(
        _ point: JSONValue, name: String, _ grouping: PointGrouping, _ reason: Refusal
    ) throws(Refusal) {
        let time = try time(of: point, grouping)
        let type = try references.type("\(HealthAutoExportParser.typePrefix)\(name):object", unknownAs: .other)
        append(
            point: .other, type: type, try source(of: point, time, grouping, isFigure: true), time, grouping,
            parts: point.minified)
        noteUncounted(reason)
    }

    /// Returns the reason why a quantity has no type of HealthKit.
    private static func uncounted(name: String, type: String?, unit: String, _ time: PointTime) -> Refusal {
        let kept = "it is kept under the type \(typePrefix)\(name) and counts in no figure"
        guard let type else {
            guard time.hasEnd || HealthAutoExportTables.categoryType(name) == nil else {
                return Refusal(
                    .missingField, field: "end", "a sample of the category type has a start and an end; \(kept)")
            }
            return Refusal(.unknownValue, field: "name", "HealthKit has no type for the metric; \(kept)")
        }
        guard !unit.isEmpty else {
            return Refusal(.missingField, field: "units", "units must be a unit of \(type); \(kept)")
        }
        return Refusal(
            .incompatibleUnit, field: "units", "units must be a unit of \(type), and \"\(unit)\" is none; \(kept)")
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
    /// type with the app's prefix. The app has no text for the unit of scores, and none for
    /// some counts.
    private mutating func quantity(
        _ value: Double, name: String, type: String?, unit: String
    ) throws(Refusal) -> (type: Int32, quantity: Quantity) {
        if let type {
            let index = try references.type(type, unknownAs: .quantity)
            let canonical = references.types[Int(index)].catalogued?.canonicalUnit
            let isPlain = unit.isEmpty && ["appleEffortScore", "count"].contains(canonical?.unitString)
            let parsed = isPlain ? canonical?.unitString ?? "" : HealthAutoExportTables.unit(unit)
            // The app sends 50 for 50 %, and HealthKit stores 0.5.
            let isPercent = parsed == "%" && canonical?.isFraction == true
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

    // MARK: Blood pressure

    /// Adds the systolic and the diastolic value, and the correlation that contains them.
    private mutating func add(
        bloodPressure point: JSONValue, unit: String, grouping: PointGrouping
    ) throws(Refusal) {
        let time = try time(of: point, grouping)
        let source = try source(of: point, time, grouping)
        let correlation = try references.type("bloodPressure", unknownAs: .correlation)
        let container = append(
            point: .correlation, type: correlation, source, time, grouping,
            metadata: HealthAutoExportParser.detail(
                point.members(except: ["date", "source", "start", "end", "systolic", "diastolic"])))
        for (member, name) in [("systolic", "bloodPressureSystolic"), ("diastolic", "bloodPressureDiastolic")] {
            guard let value = point[member]?.double else {
                throw Refusal(.malformedNumber, field: member, "\(member) must be a number")
            }
            let type = try references.type(name, unknownAs: .quantity)
            let quantity = try references.quantity(
                type: type, unit: HealthAutoExportTables.unit(unit), sentUnit: unit, value: value)
            append(point: .quantity(quantity), type: type, source, time, grouping, container: container)
        }
    }
}
