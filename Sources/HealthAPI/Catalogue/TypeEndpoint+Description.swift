extension Endpoint {
    static let getTypes = Endpoint(
        method: .get, template: "/v1/types", summary: "The sample types",
        notes:
            "The catalogue with names, groups and colours of the Health app and units, and other types of samples of the person.",
        tag: .types,
        parameters: [
            Parameter(
                name: "hasSamples", schema: .flag, meaning: "Whether only types with samples of the person are listed.",
                example: "true")
        ],
        answers: [
            .ok(
                "The types and their groups.",
                .json(
                    .object(required: [
                        "types": .array(of: .sampleType),
                        "groups": .array(
                            of: .object(required: ["name": .string, "displayName": .string, "color": .string])),
                    ])))
        ], handler: HealthService.getTypes)
}

extension Schema {
    fileprivate static let sampleType = Schema.named(
        "SampleType",
        .object(
            required: [
                "identifier": .string, "shortName": .string, "displayName": .string, "group": .string,
                "color": Schema.string.orNull, "kind": kind, "aggregationStyle": Schema.string.orNull,
                "hasSamples": .boolean,
            ],
            optional: [
                "unit": Schema.string.orNull, "chosenUnit": Schema.string.orNull,
                "preferredUnit": Schema.string.orNull, "canonicalUnit": Schema.string.orNull,
                "units": .array(of: .string),
            ]))
}
