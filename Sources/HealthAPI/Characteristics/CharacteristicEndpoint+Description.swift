extension Endpoint {
    static let getCharacteristics = Endpoint(
        method: .get, template: "/v1/characteristics", summary: "Birth date, blood type and other characteristics",
        notes: "HealthKit's `HKCharacteristicType`, as the newest export has them.", tag: .characteristics,
        answers: [
            .ok(
                "The characteristics.",
                .json(
                    .object(required: [
                        "characteristics": .array(
                            of: .object(required: [
                                "type": .string, "value": Schema.string.orNull,
                                "rawValue": Schema.integer(Schema.rawValues).orNull, "valueName": Schema.string.orNull,
                            ]))
                    ])))
        ], handler: HealthService.getCharacteristics)
}
