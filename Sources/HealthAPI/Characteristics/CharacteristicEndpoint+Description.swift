extension Endpoint {
    static let getCharacteristics = Endpoint(
        method: .get, template: "/v1/characteristics", summary: "Birth date, blood type and other characteristics",
        notes: "HealthKit's `HKCharacteristicType`, as the newest export or an app sent them.", tag: .characteristics,
        answers: [.ok("The characteristics.", .json(.characteristics))], handler: HealthService.getCharacteristics)

    static let patchCharacteristics = Endpoint(
        method: .patch, template: "/v1/characteristics", summary: "Stores some characteristics",
        notes: """
            The characteristics that the body does not name stay. A value is a date, a raw value of HealthKit, or \
            the name of its constant. Null means that the person has not set it.
            """,
        tag: .characteristics,
        body: Body(contents: [
            .json(
                .object(required: [
                    "characteristics": .array(
                        of: .object(
                            required: ["type": .string],
                            optional: ["value": Schema.anyOf([.string, .integer(Schema.rawValues)]).orNull]))
                ]),
                example: """
                    {"characteristics": [{"type": "dateOfBirth", "value": "1990-02-02"}, \
                    {"type": "bloodType", "value": "aPositive"}, {"type": "biologicalSex", "value": 1}]}
                    """)
        ]),
        answers: [
            .ok(
                "The values as they are stored.",
                .json(
                    .object(required: [
                        "characteristics": .array(
                            of: .object(required: ["type": .string, "value": Schema.string.orNull]))
                    ])))
        ],
        errors: [
            .malformedJSON, .malformedField, .missingField, .malformedDate, .unknownType, .outOfRange,
            .writeNotGranted,
        ], handler: HealthService.patchCharacteristics)
}

extension Schema {
    fileprivate static let characteristics = Schema.object(required: [
        "characteristics": .array(
            of: .object(required: [
                "type": .string, "value": Schema.string.orNull,
                "rawValue": Schema.integer(Schema.rawValues).orNull, "valueName": Schema.string.orNull,
            ]))
    ])
}
