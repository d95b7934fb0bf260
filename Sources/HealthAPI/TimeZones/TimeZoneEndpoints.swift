import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/time-zones`: where the person was, and what of it was set by hand.
    @Sendable func getTimeZones(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, of: .getTimeZones)
        let person = try await person(of: token)
        let history = try await pool.withSession(for: person) {
            try TimeZoneReader(person: person, session: $0).history()
        }
        return HTTPResponse(json: history.json)
    }

    /// `PUT /v1/time-zones`: `{"timeZones": [{"startDate", "endDate", "timeZone"}, …]}` replaces what was set by hand.
    @Sendable func putTimeZones(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, of: .putTimeZones)
        let person = try await person(of: token)
        let wanted = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), TimeZoneFields.manual)
        let history = try await pool.withSession(for: person) { session in
            try TimeZoneWriter(person: person, session: session).setManual(wanted)
        }
        return HTTPResponse(json: history.json)
    }

    /// `POST /v1/time-zones`: `{"timeZone", "startDate"}`: a client says in which zone the person is from `startDate` on, which
    /// is now if it is left out.
    @Sendable func postTimeZone(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, of: .postTimeZone)
        let person = try await person(of: token)
        let report = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), TimeZoneFields.report)
        let history = try await pool.withSession(for: person) { session in
            try TimeZoneWriter(person: person, session: session).report(report.zone, from: report.start ?? .now)
        }
        return HTTPResponse(json: history.json)
    }
}

extension TimeZoneHistory {
    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + 128 * (runs.count + manual.count))
        writer.object { writer in
            writer.key("timeZones")
            writer.array { writer in
                for (place, run) in runs.enumerated() {
                    let end = place + 1 < runs.count ? runs[place + 1].start : nil
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

/// Reads time zones as clients send them.
enum TimeZoneFields {
    struct Report: Sendable {
        var zone: Zone
        /// Nil for now.
        var start: Instant?
    }

    static func report(_ body: JSONValue) throws -> Report {
        let object = try object(body, "", known: ["timeZone", "startDate"])
        return Report(zone: try zone(object, ""), start: try instant(object, "startDate", ""))
    }

    /// Intervals that do not overlap, in any order.
    static func manual(_ body: JSONValue) throws -> [TimeZoneHistory.Interval] {
        let members = try object(body, "", known: ["timeZones"])
        guard let array = members["timeZones"], array.kind == .array else {
            throw malformed("timeZones", "timeZones must be a list of {startDate, endDate, timeZone}")
        }
        guard array.count <= TimeZoneHistory.manualMax else {
            throw APIError(
                .tooManyRecords, status: .badRequest, "timeZones may hold at most \(TimeZoneHistory.manualMax)",
                key: "field",
                "timeZones")
        }
        var intervals: [TimeZoneHistory.Interval] = []
        try array.forEachElement { index, value in
            intervals.append(try interval(value, "timeZones[\(index)]"))
        }
        if let place = TimeZoneHistory.firstOverlap(intervals) {
            throw APIError(
                .overlappingTimeZones,
                "another time zone is set for the same time", key: "field", "timeZones[\(place)]")
        }
        return intervals
    }

    private static func interval(_ value: JSONValue, _ field: String) throws -> TimeZoneHistory.Interval {
        let object = try object(value, field, known: ["startDate", "endDate", "timeZone"])
        guard let start = try instant(object, "startDate", field) else {
            throw missing(path(field, "startDate"))
        }
        let end = try instant(object, "endDate", field)
        if let end, end <= start {
            throw APIError(
                .endBeforeStart, "endDate must be later than startDate", key: "field",
                path(field, "endDate"))
        }
        return TimeZoneHistory.Interval(start: start, end: end, zone: try zone(object, field))
    }

    private static func zone(_ object: [String: JSONValue], _ field: String) throws -> Zone {
        let path = path(field, "timeZone")
        guard let value = object["timeZone"] else { throw missing(path) }
        guard let name = value.string else { throw malformed(path, "timeZone must be a text") }
        guard let zone = Zone(identifier: name) else {
            throw APIError(
                .unknownTimeZone,
                "timeZone must be a name of the IANA time zone database, such as Europe/Berlin", key: "field", path)
        }
        return zone
    }

    /// - Returns: nil where the member is not there or null.
    private static func instant(_ object: [String: JSONValue], _ name: String, _ field: String) throws -> Instant? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw APIError(
                .malformedDate,
                "\(name) must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00", key: "field",
                path(field, name))
        }
        return instant
    }

    /// The members of an object that has no others than `known`, each at most once.
    private static func object(_ value: JSONValue, _ field: String, known: Set<String>) throws -> [String: JSONValue] {
        guard value.kind == .object else {
            throw malformed(field, "\(field.isEmpty ? "the body" : "a time zone") must be an object")
        }
        var members: [String: JSONValue] = [:]
        try value.forEachMember { key, value in
            guard known.contains(key) else {
                throw malformed(path(field, String(key.prefix(64))), "there is no such member")
            }
            guard members.updateValue(value, forKey: key) == nil else {
                throw malformed(path(field, key), "the member is given more than once")
            }
        }
        return members
    }

    private static func path(_ field: String, _ name: String) -> String { field.isEmpty ? name : field + "." + name }

    private static func malformed(_ field: String, _ message: String) -> APIError {
        APIError(.malformedField, message, key: "field", field)
    }

    private static func missing(_ field: String) -> APIError {
        APIError(.missingField, "the member is missing", key: "field", field)
    }
}
