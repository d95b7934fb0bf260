import Foundation
import HealthCore
import JSON

/// Reads the times and the sources of points, and gives points their uuids.
extension HealthAutoExportParser {
    // MARK: Times

    /// The time of a point.
    struct PointTime {
        var start: Instant
        var end: Instant
        /// True if the point contains its end. Then it is one sample, not a bucket.
        var hasEnd = false
        /// A text that differs between points of different times.
        var key: String
    }

    /// Returns the time of a point. A point without an `end` lasts as long as the app groups if it
    /// begins where a group begins. Otherwise it is a point in time.
    ///
    /// A point with a date only is a day of the person's clock. If the clock is not known, it is a
    /// time that lies on this date in almost every zone.
    mutating func time(of point: JSONValue, _ grouping: PointGrouping) throws(Refusal) -> PointTime {
        let name = point.present("start") == nil ? "date" : "start"
        let sent = point[name]
        let start = try date(sent, name)
        if let end = point.present("end") {
            let end = try ordered(start, try date(end, "end", near: start), "end")
            return PointTime(
                start: start, end: end, hasEnd: true, key: "\(start.microseconds) \(end.microseconds)")
        }
        if let day = sent?.string.flatMap(CivilDate.init(iso8601:)), grouping.isAtMostDay {
            let (start, end) = dates.day(day)
            return PointTime(start: start, end: end, key: "day \(day.iso8601)")
        }
        let (local, offset) = dates.local(start, sent)
        let end = grouping.end(of: start, local: local, offset: offset, clock: dates.clock)
        return PointTime(start: start, end: end ?? start, key: "\(start.microseconds)")
    }

    /// Adds a point. `identifyPoints` distinguishes its uuid from those of other points with the
    /// same fields.
    @discardableResult
    mutating func append(
        point content: Sample.Content, type: Int32, _ source: Int32, _ time: PointTime, _ grouping: PointGrouping,
        metadata: [UInt8] = [], parts: [UInt8] = [], container: Int64? = nil
    ) -> Int64 {
        let word = time.hasEnd ? AutomationRequest.spansWord : grouping.rawValue
        return append(
            Sample(
                uuid: identity.uuid(fields(type: type, word, at: time.key)), type: type, sourceRevision: source,
                start: time.start, end: time.end, content: content, metadata: metadata, parts: parts,
                container: container))
    }

    /// Returns the fields from which the uuid of a point is made. They do not contain the source,
    /// because the app adds names to it when further sources have data.
    ///
    /// - Parameters:
    ///   - word: the kind of the point, such as its grouping.
    ///   - position: a text that differs between points of the same type and kind.
    func fields(type: Int32, _ word: String, at position: String) -> [String] {
        [
            HealthAutoExportParser.sourceName, automation.id, references.types[Int(type)].identifier, word, position,
        ]
    }

    /// Gives different uuids to points whose uuids are made from the same fields. The uuids depend
    /// on the points, but not on their order in the body. Equal stages keep one uuid.
    mutating func identifyPoints() {
        var groups: [UUID: [Int]] = [:]
        for (index, (_, sample)) in samples.enumerated()
        where references.types[Int(sample.type)].identifier != HealthAutoExportParser.stageType {
            groups[sample.uuid, default: []].append(index)
        }
        for (uuid, indices) in groups where indices.count > 1 {
            let sorted = indices.map { (key: orderKey($0), index: $0) }.sorted { $0.key < $1.key }
            for (position, (_, index)) in sorted.enumerated().dropFirst() {
                samples[index].sample.uuid = identity.uuid([uuid.uuidString, "\(position)"])
            }
        }
    }

    /// Returns the sort key of a point. The samples of a blood pressure have equal keys.
    private func orderKey(_ index: Int) -> PointOrder {
        let first = samples[...index].lastIndex { $0.sample.container == nil } ?? index
        let (ordinal, sample) = samples[first]
        let parts = samples[(first + 1)...].prefix { $0.sample.container == ordinal }.map(\.sample)
        return PointOrder(
            start: sample.start, source: references.sourceRevisions[Int(sample.sourceRevision)].name,
            values: ([sample] + parts).map { $0.content.quantity?.value ?? 0 }, detail: sample.metadata + sample.parts,
            index: first)
    }

    private struct PointOrder: Comparable {
        var start: Instant
        var source: String
        var values: [Double]
        var detail: [UInt8]
        var index: Int

        static func < (left: PointOrder, right: PointOrder) -> Bool {
            if left.start != right.start { return left.start < right.start }
            if left.source != right.source { return left.source < right.source }
            if left.values != right.values { return left.values.lexicographicallyPrecedes(right.values) }
            if left.detail != right.detail { return left.detail.lexicographicallyPrecedes(right.detail) }
            return left.index < right.index
        }
    }

    // MARK: Sources

    /// Returns the source that counts at each date at which `data` has figures of several sources.
    /// Empty if no date has.
    ///
    /// Each of these figures describes the same bucket, so they are never added up. A figure that
    /// HealthKit merged from several sources counts before the figures of single sources. These
    /// rank by the class that the source's name shows, and then by name.
    static func countingSources(_ data: JSONValue) -> [String: String] {
        var sources: [String: String] = [:]
        var hasSeveral = false
        data.forEachElement { _, point in
            guard point.present("end") == nil, let date = point.text("date") else { return }
            let name = sourceName(point)
            guard let other = sources.updateValue(name, forKey: date), other != name else { return }
            hasSeveral = true
            if rank(other) < rank(name) { sources[date] = other }
        }
        return hasSeveral ? sources : [:]
    }

    private static func rank(_ name: String) -> (Int, String) {
        guard isOneSource(name) else { return (0, name) }
        return switch SourceClass(name: name) {
        case .watch: (1, name)
        case .phone: (2, name)
        case .other, .aggregate: (3, name)
        }
    }

    /// True if another source counts at the point's date.
    static func isOutranked(_ point: JSONValue, _ counting: [String: String]) -> Bool {
        guard !counting.isEmpty, point.present("end") == nil, let date = point.text("date") else { return false }
        return counting[date].map { $0 != sourceName(point) } ?? false
    }

    static let outranked = Refusal(
        .contradictory, field: "source",
        "a source of higher priority has a figure of the same time; the point is kept as an object")

    /// Returns the name of a point's source. The app joins several names by `|`.
    static func sourceName(_ point: JSONValue) -> String {
        SourceRevision.normalized(point["source"]?.string ?? point["source"]?.text("name") ?? "")
    }

    static func isOneSource(_ name: String) -> Bool { !name.isEmpty && !name.contains("|") }

    /// Returns the index of a point's source.
    ///
    /// - Parameter isFigure: true for a figure that the app computed from several samples.
    mutating func source(
        of point: JSONValue, _ time: PointTime, _ grouping: PointGrouping, isFigure: Bool = false
    ) throws(Refusal) -> Int32 {
        let isSample = !isFigure && HealthAutoExportParser.isOneSource(HealthAutoExportParser.sourceName(point))
        let word =
            time.hasEnd
            ? (isSample ? AutomationRequest.samplesWord : AutomationRequest.spansWord) : grouping.rawValue
        return try source(point["source"], bundle: automation.prefix + word)
    }
}
