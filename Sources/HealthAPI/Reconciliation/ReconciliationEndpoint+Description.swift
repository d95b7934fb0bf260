import HealthDatabase

extension Endpoint {
    static let postReconcile = Endpoint(
        .post, "/v1/reconcile", "Compares what a phone and the store hold",
        notes: """
            Changes nothing. With `digests` of years, months or days the answer lists the units that differ, or that only one side \
            has; with `uuids` it says which of them the store misses, which the phone does not know and which were deleted.
            """,
        tag: .reconciliation,
        body: Body(contents: [
            .json(
                .reconciliation,
                example: """
                    {"timeZone": "Europe/Berlin", "interval": "year", "types": ["stepCount"], "digests": [
                      {"type": "stepCount", "date": "2024-01-01", "count": 1, \
                    "digest": "\(String(repeating: "0", count: 64))"}]}
                    """)
        ]),
        answers: [
            .ok(
                "The differences.",
                .json(
                    .object(
                        required: ["timeZone": .string, "interval": .choice(["day", "month", "year"])],
                        optional: [
                            "equal": .count,
                            "differences": .array(
                                of: .object(required: [
                                    "type": .string, "date": .date, "count": .count, "digest": Schema.sha256.orNull,
                                ])),
                            "uuids": .array(
                                of: .object(required: [
                                    "type": .string, "date": .date, "missing": .array(of: .uuid),
                                    "unknown": .array(of: .uuid), "deleted": .array(of: .uuid),
                                ])),
                        ])))
        ],
        errors: [
            .malformedJSON, .malformedField, .missingField, .malformedUUID, .unknownTimeZone, .noTimeZoneHistory,
            .emptyRange, .outOfRange, .repeatedParameter, .tooManyBuckets, .unknownType, .missingParameter,
        ], writes: false, handler: HealthService.postReconcile)
}

extension Schema {
    fileprivate static let reconciliation = Schema.component(
        Component(
            name: "Reconciliation",
            schema: .object(
                required: ["timeZone": .string],
                optional: [
                    "interval": .choice(["day", "month", "year"]), "types": .array(of: .string), "from": .date,
                    "to": .date,
                    "digests": .array(
                        of: .object(required: ["type": .string, "date": .date, "count": .integer, "digest": sha256])),
                    "uuids": .array(
                        of: .object(required: ["type": .string, "date": .date, "uuids": .array(of: .uuid)])),
                ]), isSent: true))
}
