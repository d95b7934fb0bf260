import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/time-zones`: the time zones of the person, and the intervals set by hand.
    @Sendable func getTimeZones(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getTimeZones)
        let caller = try await caller(of: presented)
        let person = caller.person
        let history = try await read(caller) {
            try TimeZoneReader(person: person, session: $0).history()
        }
        return HTTPResponse(json: history.json)
    }

    /// `PUT /v1/time-zones`: `{"timeZones": [{"startDate", "endDate", "timeZone"}, …]}` replaces
    /// the intervals set by hand.
    @Sendable func putTimeZones(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .putTimeZones)
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let wanted = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), TimeZoneFields.manual)
        let history = try await pool.withSession(for: person) { session in
            try TimeZoneWriter(person: person, session: session).setManual(wanted)
        }
        return HTTPResponse(json: try await self.history(history, for: caller).json)
    }

    /// `POST /v1/time-zones`: `{"timeZone", "startDate"}`. A client reports the zone in which the
    /// person is from `startDate` on. The default of `startDate` is now.
    @Sendable func postTimeZone(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postTimeZone)
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let report = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), TimeZoneFields.report)
        let history = try await pool.withSession(for: person) { session in
            try TimeZoneWriter(person: person, session: session).report(report.zone, from: report.start ?? .now)
        }
        return HTTPResponse(json: try await self.history(history, for: caller).json)
    }

    /// Returns the part of the written history that the caller may read. It leaves out time zones
    /// in the metadata of samples that the caller may not read.
    private func history(_ written: TimeZoneHistory, for caller: Caller) async throws -> TimeZoneHistory {
        guard !caller.access.readsAll else { return written }
        return try await read(caller) { try TimeZoneReader(person: caller.person, session: $0).history() }
    }
}

extension TimeZoneHistory {
    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + 128 * (runs.count + manual.count))
        writer.object { writer in
            writer.key("timeZones")
            writer.array { writer in
                for (index, run) in runs.enumerated() {
                    let end = index + 1 < runs.count ? runs[index + 1].start : nil
                    TimeZoneHistory.append(from: run.start, to: end, run.zone, run.origin, to: &writer)
                }
            }
            writer.key("manual")
            writer.array { writer in
                for interval in manual {
                    TimeZoneHistory.append(from: interval.start, to: interval.end, interval.zone, to: &writer)
                }
            }
        }
        return writer
    }

    private static func append(
        from start: Instant, to end: Instant?, _ zone: Zone, _ origin: Origin? = nil, to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("startDate", start.rfc3339)
            writer.member("endDate", end?.rfc3339)
            writer.member("timeZone", zone.identifier)
            if let origin { writer.member("origin", origin.rawValue) }
        }
    }
}

/// Reads time zones from clients.
enum TimeZoneFields {
    struct Report: Sendable {
        var zone: Zone
        /// The start. Nil means now.
        var start: Instant?
    }

    static func report(_ body: JSONValue) throws -> Report {
        let members = try BodyReader.members(body, "", known: ["timeZone", "startDate"])
        return Report(zone: try zone(members, ""), start: try instant(members, "startDate", ""))
    }

    /// Reads intervals, which may have any order and must not overlap.
    static func manual(_ body: JSONValue) throws -> [TimeZoneHistory.Interval] {
        let members = try BodyReader.members(body, "", known: ["timeZones"])
        guard let array = members["timeZones"], array.kind == .array else {
            throw BodyReader.malformed("timeZones", "timeZones must be a list of {startDate, endDate, timeZone}")
        }
        guard array.count <= TimeZoneHistory.manualMax else {
            throw APIError(
                .tooManyRecords, status: .badRequest, "timeZones has more than \(TimeZoneHistory.manualMax) elements",
                key: "field", "timeZones")
        }
        var intervals: [TimeZoneHistory.Interval] = []
        try array.forEachElement { index, value in
            intervals.append(try interval(value, "timeZones[\(index)]"))
        }
        if let index = TimeZoneHistory.firstOverlap(intervals) {
            throw APIError(
                .overlappingTimeZones,
                "timeZones[\(index)] overlaps another interval", key: "field", "timeZones[\(index)]")
        }
        return intervals
    }

    private static func interval(_ value: JSONValue, _ field: String) throws -> TimeZoneHistory.Interval {
        let members = try BodyReader.members(value, field, known: ["startDate", "endDate", "timeZone"])
        guard let start = try instant(members, "startDate", field) else {
            throw BodyReader.missing(BodyReader.path(field, "startDate"))
        }
        let end = try instant(members, "endDate", field)
        if let end, end <= start {
            throw BodyReader.error(
                .endBeforeStart, BodyReader.path(field, "endDate"), "endDate must be later than startDate")
        }
        return TimeZoneHistory.Interval(start: start, end: end, zone: try zone(members, field))
    }

    private static func zone(_ members: [String: JSONValue], _ field: String) throws -> Zone {
        let path = BodyReader.path(field, "timeZone")
        guard let value = members["timeZone"] else { throw BodyReader.missing(path) }
        guard let name = value.string else { throw BodyReader.malformed(path, "\(path) must be a text") }
        guard let zone = Zone(identifier: name) else {
            throw BodyReader.error(
                .unknownTimeZone, path,
                "\(path) must be a name of the IANA time zone database, such as Europe/Berlin")
        }
        return zone
    }

    /// Reads a time. Returns nil if the member is missing or null.
    private static func instant(_ members: [String: JSONValue], _ name: String, _ field: String) throws -> Instant? {
        guard let value = members[name], !value.isNull else { return nil }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw BodyReader.error(
                .malformedDate, BodyReader.path(field, name),
                "\(name) must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00")
        }
        return instant
    }
}
