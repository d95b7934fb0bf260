import HealthCore

extension Endpoint {
    static let getTimeZones = Endpoint(
        method: .get, template: "/v1/time-zones", summary: "The time zones that the person's days follow",
        tag: .timeZones, answers: [.ok("The zones.", .json(.timeZones))], handler: HealthService.getTimeZones)

    static let putTimeZones = Endpoint(
        method: .put, template: "/v1/time-zones", summary: "Sets time zones by hand",
        notes: "Replaces all zones that were set by hand. They may not overlap.", tag: .timeZones,
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "ManualTimeZones", schema: .object(required: ["timeZones": .array(of: .manualTimeZone)]),
                        isSent: true)),
                example: """
                    {"timeZones": [{"startDate": "2024-05-01T00:00:00Z", "endDate": "2024-05-08T00:00:00Z", \
                    "timeZone": "Asia/Tokyo"}]}
                    """)
        ]), answers: [.ok("The zones.", .json(.timeZones))],
        errors: timeZoneErrors + [.writeNotGranted, .tooManyRecords, .overlappingTimeZones, .endBeforeStart],
        handler: HealthService.putTimeZones)

    static let postTimeZone = Endpoint(
        method: .post, template: "/v1/time-zones", summary: "Reports the time zone of the person",
        notes: "A client says in which zone the person is from `startDate` on; from now on where it is missing.",
        tag: .timeZones,
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "TimeZoneReport",
                        schema: .object(
                            required: ["timeZone": .string], optional: ["startDate": Schema.time.orNull]),
                        isSent: true)),
                example: #"{"timeZone": "Europe/Berlin", "startDate": "2024-04-01T00:00:00Z"}"#)
        ]), answers: [.ok("The zones.", .json(.timeZones))], errors: timeZoneErrors + [.writeNotGranted],
        handler: HealthService.postTimeZone)

    private static let timeZoneErrors: [ErrorCode] = [
        .malformedJSON, .malformedField, .missingField, .malformedDate, .unknownTimeZone, .tooManyTimeZones,
    ]
}

extension Schema {
    fileprivate static let manualTimeZone = Schema.component(
        Component(
            name: "ManualTimeZone",
            schema: .object(
                required: ["startDate": .time, "timeZone": .string], optional: ["endDate": Schema.time.orNull]),
            isSent: true))

    fileprivate static let timeZones = Schema.named(
        "TimeZones",
        .object(required: [
            "timeZones": .array(
                of: .object(required: [
                    "startDate": .time, "endDate": time.orNull, "timeZone": .string,
                    "origin": .choice(TimeZoneHistory.Origin.allCases.map(\.rawValue)),
                ])),
            "manual": .array(
                of: .object(required: ["startDate": .time, "endDate": time.orNull, "timeZone": .string])),
        ]))
}
