import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getTimeZones = Endpoint(
        .get, "/v1/time-zones", "The time zones that the person's days follow", tag: .timeZones,
        takes: .nothing, gives: .json("The zones.").rows("timeZones")
    ) { call in
        try await call.read { try TimeZoneReader(person: call.person, session: $0).history() }
    }

    static let putTimeZones = Endpoint(
        .put, "/v1/time-zones", "Sets time zones by hand",
        notes: "Replaces all zones that were set by hand. They may not overlap. \(Right.settingsNeed)", tag: .timeZones,
        takes: .json(
            .object(required: ["timeZones": .array(of: .manualTimeZone)]).sent("ManualTimeZones"),
            example: """
                {"timeZones": [{"startDate": "2024-05-01T00:00:00Z", "endDate": "2024-05-08T00:00:00Z", \
                "timeZone": "Asia/Tokyo"}]}
                """, TimeZoneFields.manual),
        right: .settings, gives: .json("The zones."),
        errors: timeZoneErrors + [.tooManyRecords, .overlappingTimeZones, .endBeforeStart]
    ) { call in
        try await call.history { try $0.setManual(call.taken) }
    }

    static let postTimeZone = Endpoint(
        .post, "/v1/time-zones", "Reports the time zone of the person",
        notes: """
            A client says in which zone the person is from `startDate` on; from now on where it is missing. The zone moves \
            the days of every type, so this needs the right to write all groups at all dates, as the preset `phone` has it.
            """,
        tag: .timeZones,
        takes: .json(
            .object(required: ["timeZone": .string], optional: ["startDate": Schema.time.orNull]).sent(
                "TimeZoneReport"),
            example: #"{"timeZone": "Europe/Berlin", "startDate": "2024-04-01T00:00:00Z"}"#, TimeZoneFields.report),
        right: .write, gives: .json("The zones."), errors: timeZoneErrors
    ) { call in
        try await call.withSession { session in
            guard try WriteAccess(call.caller, session).writesAllGroups else {
                throw Caller.writeNotGranted("only who may write all groups at all dates reports a time zone")
            }
        }
        return try await call.history { try $0.report(call.taken.zone, from: call.taken.start ?? .now) }
    }

    private static let timeZoneErrors: [ErrorCode] = [
        .missingField, .malformedDate, .unknownTimeZone, .tooManyTimeZones,
    ]
}

extension Schema {
    fileprivate static let manualTimeZone = Schema.object(
        required: ["startDate": .time, "timeZone": .string], optional: ["endDate": Schema.time.orNull]
    ).sent("ManualTimeZone")
}

extension Call {
    /// Writes, and returns what the caller may read of the new history.
    fileprivate func history(
        _ write: @escaping @Sendable (TimeZoneWriter) throws -> TimeZoneHistory
    ) async throws -> TimeZoneHistory {
        let written = try await withSession { try write(TimeZoneWriter(person: person, session: $0)) }
        guard !caller.access.readsAll else { return written }
        return try await read { try TimeZoneReader(person: person, session: $0).history() }
    }
}

extension TimeZoneHistory: Shaped {
    static let shape = Shape<Self>([.member("timeZones", \.endedRuns), .member("manual", \.manual)]).named("TimeZones")

    fileprivate struct EndedRun: Shaped {
        var interval: Interval
        var origin: Origin

        static let shape = Shape<Self>([.members(of: \.interval, Interval.shape), .member("origin", \.origin)])
    }

    /// The runs with their ends.
    fileprivate var endedRuns: [EndedRun] {
        zip(runs, runs.dropFirst().map(\.start) + [nil]).map { run, end in
            EndedRun(interval: Interval(start: run.start, end: end, zone: run.zone), origin: run.origin)
        }
    }
}

extension TimeZoneHistory.Origin: JSONWritable {}

extension TimeZoneHistory.Interval: Shaped {
    static let shape = Shape<Self>([
        .member("startDate", \.start), .member("endDate", \.end), .member("timeZone", \.zone.identifier),
    ])
}

/// Reads time zones from clients.
enum TimeZoneFields {
    struct Report: Sendable {
        var zone: Zone
        /// The start. Nil means now.
        var start: Instant?
    }

    static func report(_ body: JSONValue) throws -> Report {
        let sent = try SentValue(body).object(["timeZone", "startDate"])
        return Report(zone: try zone(sent["timeZone"]), start: try instant("startDate", of: sent))
    }

    /// Reads intervals, which may have any order and must not overlap.
    static func manual(_ body: JSONValue) throws -> [TimeZoneHistory.Interval] {
        let list = try SentValue(body).object(["timeZones"])["timeZones"]
        guard let array = list.value, array.kind == .array else {
            throw list.malformed("must be a list of {startDate, endDate, timeZone}")
        }
        guard array.count <= TimeZoneHistory.manualMax else {
            throw APIError.tooMany("timeZones", "timeZones has more than \(TimeZoneHistory.manualMax) elements")
        }
        let intervals = try list.elements(max: TimeZoneHistory.manualMax, interval)
        if let index = TimeZoneHistory.firstOverlap(intervals) {
            let field = "timeZones[\(index)]"
            throw APIError.ofField(.overlappingTimeZones, field, "\(field) overlaps another interval")
        }
        return intervals
    }

    private static func interval(_ value: SentValue) throws -> TimeZoneHistory.Interval {
        let sent = try value.object(["startDate", "endDate", "timeZone"])
        guard let start = try instant("startDate", of: sent) else {
            throw APIError.missing(sent["startDate"].field)
        }
        let end = try instant("endDate", of: sent)
        if let end, end <= start {
            throw APIError.ofField(.endBeforeStart, sent["endDate"].field, "endDate must be later than startDate")
        }
        return TimeZoneHistory.Interval(start: start, end: end, zone: try zone(sent["timeZone"]))
    }

    private static func zone(_ sent: SentValue) throws -> Zone {
        guard let name = try sent.required().string else { throw sent.malformed("must be a text") }
        guard let zone = Zone(identifier: name) else {
            throw sent.error(
                .unknownTimeZone, "must be a name of the IANA time zone database, such as Europe/Berlin")
        }
        return zone
    }

    /// Reads a time. Returns nil if the member is missing or null.
    private static func instant(_ name: String, of sent: SentObject) throws -> Instant? {
        guard let value = sent[name].present?.value else { return nil }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw APIError.ofField(
                .malformedDate, sent[name].field,
                "\(name) must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00")
        }
        return instant
    }
}
