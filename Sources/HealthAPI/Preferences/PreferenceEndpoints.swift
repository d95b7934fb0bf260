import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getPreferences = Endpoint(
        .get, "/v1/preferences", "How the caller wants to see the person’s data",
        notes: """
            Each holder has its own preferences about each person, which all of its tokens and sessions share. No other \
            answer depends on them. Types that the caller may not read are left out.
            """,
        tag: .preferences, takes: .nothing, gives: .json("The preferences.", isTagged: true)
    ) { call in
        try await call.withSession { try ReaderPreferenceStore(call.caller, $0).preferences() }
    }

    static let putPreferences = Endpoint(
        .put, "/v1/preferences", "Changes some preferences",
        notes: """
            Members that are missing keep their values. So do units and goals of types that are not named. A token that \
            narrows the grants of its holder to some types or dates changes none of `firstWeekday`, `timeZone` and \
            `language`.
            """,
        tag: .preferences,
        takes: .json(
            .object(optional: [
                "pinned": Schema.array(of: typeName, maxItems: ReaderPreferences.pinnedMax).orNull,
                "hidden": Schema.array(of: typeName, maxItems: ReaderPreferences.hiddenMax),
                "units": .map(Schema.string.orNull), "goals": .map(goal.orNull),
                "firstWeekday": Schema.integer(1...7).orNull,
                "timeZone": Schema.string.orNull, "language": Schema.string(pattern: "^[a-z]{2,3}$").orNull,
            ]).sent("PreferenceChange"),
            example: #"{"pinned": ["stepCount", "sleepAnalysis"], "units": {"bodyMass": "lb"}}"#,
            bytesMax: PreferenceFields.bodyBytesMax, PreferenceFields.change),
        right: .read, gives: .json("The preferences.", isTagged: true),
        errors: [
            .manageNotGranted, .missingField, .outOfRange, .tooManyRecords, .unknownType, .wrongKind, .unknownUnit,
            .incompatibleUnit,
            .repeatedParameter, .unknownTimeZone,
        ]
    ) { call in
        let (caller, change) = (call.caller, call.taken)
        guard change.isOfTypes || !caller.isNarrowed || caller.access.readsAll
        else {
            throw APIError(
                .manageNotGranted,
                "the token changes preferences of its types alone, not firstWeekday, timeZone and language",
                hint: "use a token or a session that does not narrow the grants of its holder")
        }
        return try await call.withSession { try ReaderPreferenceStore(caller, $0).change(change) }
    }

    private static let goal = Schema.number(minimum: 0)
    private static let typeName = Schema.string(pattern: "^.+$", maxLength: SampleReferences.typeBytesMax)
}

extension ReaderPreferences: Shaped {
    static let shape = Shape<Self>([
        .member(
            "pinned", \.pinned, as: Schema.array(of: .string, maxItems: pinnedMax).orNull,
            "The types of the cards in their order; null for the default selection."),
        .member(
            "hidden", \.hidden, as: .array(of: .string, maxItems: hiddenMax), "The types that are not listed."),
        .member("units", \.units, "Units that the client sends as the parameter `unit`."),
        .member(
            "goals", \.goals,
            """
            The goal of a day of each type, in its unit in `units`, otherwise in that of `GET /v1/units`. The goal of \
            a category type has no unit.
            """),
        .member(
            "firstWeekday", \.firstWeekday, as: Schema.integer(1...7).orNull,
            "1 (Monday) to 7 (Sunday); null for the reader's locale."),
        .member("timeZone", \.timeZone, "A name of the IANA database, `person`, or null."),
        .member(
            "language", \.language, "The ISO 639 code of the language of the page; null for the browser's language."),
    ]).named("Preferences")
}

/// Reads preferences from clients.
enum PreferenceFields {
    /// The maximum length of the body of `PUT /v1/preferences`, in bytes.
    static let bodyBytesMax = 262_144

    /// Reads the change. Every error names the member.
    static func change(_ body: JSONValue) throws -> ReaderPreferences.Change {
        let sent = try SentValue(body).object([
            "pinned", "hidden", "units", "goals", "firstWeekday", "timeZone", "language",
        ])
        var change = ReaderPreferences.Change()
        // Null removes a choice, and differs from a missing member.
        if let value = sent["pinned"].given {
            change.pinned = .some(try value.present.map { try types($0, max: ReaderPreferences.pinnedMax) })
        }
        if let value = sent["hidden"].given { change.hidden = try types(value, max: ReaderPreferences.hiddenMax) }
        if let value = sent["units"].value { change.units = try units(value) }
        if let value = sent["goals"].value { change.goals = try goals(value) }
        if let value = sent["firstWeekday"].given {
            change.firstWeekday = .some(try value.present.flatMap(firstWeekday))
        }
        if let value = sent["timeZone"].given { change.timeZone = .some(try value.present.map(timeZone)) }
        if let value = sent["language"].given { change.language = .some(try value.present.map(language)) }
        return change
    }

    /// Reads names of types, which may be in no catalogue. Returns identifiers.
    private static func types(_ value: SentValue, max: Int) throws -> [String] {
        let list = try value.required()
        guard list.kind == .array else { throw value.malformed("must be a list of types") }
        guard list.count <= max else {
            throw value.error(.outOfRange, "has \(list.count) types; at most \(max) are allowed")
        }
        var known: Set<String> = []
        return try value.elements(max: max) { element in
            let type = try element.type()
            guard known.insert(type).inserted else { throw element.malformed("repeats a type of the list") }
            return type
        }
    }

    private static func units(_ value: JSONValue) throws -> [String: String?] {
        guard value.kind == .object else {
            throw APIError.malformed("units", "units must be {TYPE: UNIT, …}, with null to remove a unit")
        }
        var units: [String: String?] = [:]
        for choice in try UnitFields.unitChoices(value) {
            units.updateValue(choice.unit?.unit.unitString, forKey: choice.type.identifier)
        }
        return units
    }

    private static func goals(_ value: JSONValue) throws -> [String: Double?] {
        guard value.kind == .object else {
            throw APIError.malformed("goals", "goals must be {TYPE: NUMBER, …}, with null to remove a goal")
        }
        guard value.count <= UnitFields.choicesMax else {
            throw APIError.tooMany("goals", "goals has more than \(UnitFields.choicesMax) types")
        }
        var goals: [String: Double?] = [:]
        try value.forEachMember { name, value in
            let field = "goals." + name.prefix(64)
            guard let type = Catalogue.sampleType(named: name) else {
                throw APIError.ofField(.unknownType, field, "there is no sample type \"\(name.prefix(64))\"")
            }
            guard type.kind == .quantity || type.kind == .category else {
                throw APIError.ofField(
                    .wrongKind, field, "\(type.shortName) has no goal; only quantity and category types have one")
            }
            guard value.isNull || value.double != nil else {
                throw APIError.malformed(field, "the goal of \(type.shortName) must be a number, or null")
            }
            if let number = value.double, !(number > 0 && number <= ReaderPreferences.goalMax) {
                throw APIError.ofField(
                    .outOfRange, field,
                    "the goal of \(type.shortName) must be greater than 0 and at most \(Int(ReaderPreferences.goalMax))"
                )
            }
            guard goals.updateValue(value.double, forKey: type.identifier) == nil else {
                throw APIError.ofField(.repeatedParameter, field, "\(type.shortName) is repeated")
            }
        }
        return goals
    }

    private static func firstWeekday(_ value: SentValue) throws -> Int? {
        guard let number = try value.required().int64 else {
            throw value.malformed("must be a whole number, or null")
        }
        do { return try ParameterText.integer(String(number), value.field, in: 1...7) } catch {
            throw TermsFields.error(error)
        }
    }

    private static func timeZone(_ value: SentValue) throws -> String {
        guard let text = try value.required().string, !text.isEmpty else {
            throw value.malformed("must be a name of the IANA database, person, or null")
        }
        guard text != WallClock.personName else { return text }
        do { return try ParameterText.zone(text, value.field).identifier } catch { throw TermsFields.error(error) }
    }

    private static func language(_ value: SentValue) throws -> String {
        guard let code = try value.required().string, (2...3).contains(code.utf8.count),
            code.utf8.allSatisfy(lowerCaseLetters.contains)
        else { throw value.malformed("must be a code of two or three letters such as de, or null") }
        return code
    }

    private static let lowerCaseLetters = UInt8(ascii: "a")...UInt8(ascii: "z")
}
