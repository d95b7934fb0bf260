import HealthCore
import HealthDatabase

extension Endpoint {
    static let getPreferences = Endpoint(
        method: .get, template: "/v1/preferences", summary: "How the caller wants to see the person’s data",
        notes: """
            Each holder has its own preferences about each person, which all of its tokens and sessions share. No other \
            answer depends on them. Types that the caller may not read are left out.
            """,
        tag: .preferences, parameters: [.ifNoneMatch],
        answers: [.ok("The preferences.", .json(.preferences), headers: [.eTag]), .notModified],
        handler: HealthService.getPreferences)

    static let putPreferences = Endpoint(
        method: .put, template: "/v1/preferences", summary: "Changes some preferences",
        notes: "Members that are missing keep their values. So do units of types that are not named.",
        tag: .preferences,
        body: Body(
            contents: [
                .json(
                    .component(
                        Component(name: "PreferenceChange", schema: .object(optional: sent), isSent: true)),
                    example: #"{"pinned": ["stepCount", "sleepAnalysis"], "units": {"bodyMass": "lb"}}"#)
            ], bytesMax: PreferenceFields.bodyBytesMax),
        answers: [.ok("The preferences.", .json(.preferences), headers: [.eTag])],
        errors: [
            .readNotGranted, .malformedJSON, .malformedField, .missingField, .outOfRange, .tooManyRecords,
            .unknownType, .wrongKind, .unknownUnit, .incompatibleUnit, .repeatedParameter, .unknownTimeZone,
        ], handler: HealthService.putPreferences)

    private static let sent: KeyValuePairs<String, Schema> = [
        "pinned": Schema.array(of: .typeName, maxItems: ReaderPreferences.pinnedMax).orNull,
        "hidden": Schema.array(of: .typeName, maxItems: ReaderPreferences.hiddenMax),
        "units": .map(Schema.string.orNull), "firstWeekday": Schema.integer(1...7).orNull,
        "timeZone": Schema.string.orNull,
    ]
}

extension Schema {
    fileprivate static let typeName = Schema.string(pattern: "^.+$", maxLength: SampleReferences.typeBytesMax)

    fileprivate static let preferences = Schema.named(
        "Preferences",
        .object(required: [
            "pinned": Schema.array(of: .string, maxItems: ReaderPreferences.pinnedMax).orNull.described(
                "The types of the cards in their order; null for the default selection."),
            "hidden": Schema.array(of: .string, maxItems: ReaderPreferences.hiddenMax).described(
                "The types that are not listed."),
            "units": Schema.map(.string).described("Units that the client sends as the parameter `unit`."),
            "firstWeekday": Schema.integer(1...7).orNull.described(
                "1 (Monday) to 7 (Sunday); null for the reader's locale."),
            "timeZone": Schema.string.orNull.described("A name of the IANA database, `person`, or null."),
        ]))
}
