extension Endpoint {
    static let getUnits = Endpoint(
        method: .get, template: "/v1/units", summary: "The units in which the person reads each quantity type",
        tag: .units, parameters: [.ifNoneMatch],
        answers: [.ok("The units.", .json(.readUnits), headers: [.eTag]), .notModified],
        handler: HealthService.getUnits)

    static let putUnits = Endpoint(
        method: .put, template: "/v1/units", summary: "Chooses units for types",
        notes: "Null takes a choice back. Types that are not named keep their unit.", tag: .units,
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "UnitChoices", schema: .object(required: ["units": .map(Schema.string.orNull)]),
                        isSent: true)), example: #"{"units": {"bodyMass": "lb", "heartRate": null}}"#)
        ]), answers: [.ok("The units.", .json(.readUnits), headers: [.eTag])],
        errors: [
            .manageNotGranted,
            .malformedJSON, .malformedField, .tooManyRecords, .unknownType, .wrongKind, .unknownUnit,
            .incompatibleUnit, .repeatedParameter,
        ], handler: HealthService.putUnits)
}

extension Schema {
    fileprivate static let readUnits = Schema.named(
        "Units",
        .object(required: [
            "units": .array(
                of: .object(required: [
                    "type": .string, "shortName": .string, "unit": Schema.string.orNull,
                    "chosenUnit": Schema.string.orNull, "preferredUnit": Schema.string.orNull,
                    "canonicalUnit": Schema.string.orNull, "units": .array(of: .string),
                ]))
        ]))
}
