import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/preferences`: how the caller's holder wants to see the person's data.
    @Sendable func getPreferences(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getPreferences)
        let caller = try await caller(of: presented)
        let preferences = try await pool.withSession(for: caller.person) { session in
            try ReaderPreferenceStore(caller, session).preferences()
        }
        return HTTPResponse(json: preferences.json).tagged
    }

    /// `PUT /v1/preferences`: changes the members that the body has.
    @Sendable func putPreferences(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .putPreferences)
        let caller = try await caller(of: presented)
        try caller.requireRead()
        let change = try JSONParser(bytesMax: PreferenceFields.bodyBytesMax)
            .parse(try await request.decodedBody(), PreferenceFields.change)
        let preferences = try await pool.withSession(for: caller.person) { session in
            try ReaderPreferenceStore(caller, session).change(change)
        }
        return HTTPResponse(json: preferences.json).tagged
    }
}

extension ReaderPreferences {
    fileprivate var json: JSONWriter {
        var writer = JSONWriter()
        writer.object { writer in
            if let pinned { writer.member("pinned", pinned) } else { writer.member("pinned", nil as String?) }
            writer.member("hidden", hidden)
            writer.key("units")
            writer.object { writer in
                for (type, unit) in units.sorted(by: { $0.key < $1.key }) {
                    writer.key(type)
                    writer.value(unit)
                }
            }
            writer.member("firstWeekday", firstWeekday)
            writer.member("timeZone", timeZone)
        }
        return writer
    }
}

/// Reads preferences from clients.
enum PreferenceFields {
    /// The maximum length of the body of `PUT /v1/preferences`, in bytes.
    static let bodyBytesMax = 262_144

    /// Reads the change. Every error names the member.
    static func change(_ body: JSONValue) throws -> ReaderPreferences.Change {
        let members = try BodyReader.members(
            body, "", known: ["pinned", "hidden", "units", "firstWeekday", "timeZone"])
        var change = ReaderPreferences.Change()
        if let value = members["pinned"] {
            change.pinned = .some(value.isNull ? nil : try types(value, "pinned", max: ReaderPreferences.pinnedMax))
        }
        if let value = members["hidden"] {
            change.hidden = try types(value, "hidden", max: ReaderPreferences.hiddenMax)
        }
        if let value = members["units"] { change.units = try units(value) }
        if let value = members["firstWeekday"] { change.firstWeekday = .some(try firstWeekday(value)) }
        if let value = members["timeZone"] { change.timeZone = .some(try timeZone(value)) }
        return change
    }

    /// Reads names of types, which may be in no catalogue. Returns identifiers.
    private static func types(_ value: JSONValue, _ field: String, max: Int) throws -> [String] {
        guard value.kind == .array else {
            throw BodyReader.malformed(field, "\(field) must be a list of types")
        }
        guard value.count <= max else {
            throw BodyReader.error(
                .outOfRange, field, "\(field) has \(value.count) types; at most \(max) are allowed")
        }
        var types: [String] = []
        var known: Set<String> = []
        try value.forEachElement { index, element in
            let type = try BodyReader.type(element, "\(field)[\(index)]")
            guard known.insert(type).inserted else {
                throw BodyReader.malformed("\(field)[\(index)]", "\(field)[\(index)] repeats a type of the list")
            }
            types.append(type)
        }
        return types
    }

    private static func units(_ value: JSONValue) throws -> [String: String?] {
        guard value.kind == .object else {
            throw BodyReader.malformed("units", "units must be {TYPE: UNIT, …}, with null to remove a unit")
        }
        var units: [String: String?] = [:]
        for choice in try UnitFields.unitChoices(value) {
            units.updateValue(choice.unit?.unit.unitString, forKey: choice.type.identifier)
        }
        return units
    }

    private static func firstWeekday(_ value: JSONValue) throws -> Int? {
        guard !value.isNull else { return nil }
        guard let number = value.int64 else {
            throw BodyReader.malformed("firstWeekday", "firstWeekday must be a whole number, or null")
        }
        do { return try ParameterText.integer(String(number), "firstWeekday", in: 1...7) } catch {
            throw TermsFields.error(error)
        }
    }

    private static func timeZone(_ value: JSONValue) throws -> String? {
        guard !value.isNull else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw BodyReader.malformed("timeZone", "timeZone must be a name of the IANA database, person, or null")
        }
        guard text != WallClock.personName else { return text }
        do { return try ParameterText.zone(text, "timeZone").identifier } catch { throw TermsFields.error(error) }
    }
}
