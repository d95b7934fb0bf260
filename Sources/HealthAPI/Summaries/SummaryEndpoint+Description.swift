import HealthCore

extension Endpoint {
    static let getSummaries = Endpoint(
        method: .get, template: "/v1/summaries", summary: "Several types together, day by day",
        notes: """
            At most \(SummaryRequest.daysMax) civil days. Checksums and the `ETag` change exactly when a sample, the order of \
            sources or the edges of a day change; the `ETag` also with the units.
            """,
        tag: .summaries,
        parameters: [
            .quantityTypes.required, .dateFrom.required, .dateTo.required, .timeZone.required, .dayStart, .unit,
            .ifNoneMatch,
        ],
        answers: [
            .ok(
                "The days.", .json(.object(required: ["timeZone": .string, "summaries": .array(of: .summary)])),
                headers: [.eTag]), .notModified,
        ], errors: [.tooManyBuckets, .rangeTooLong], handler: HealthService.getSummaries)

    static let getFootprint = Endpoint(
        method: .get, template: "/v1/summaries/{date}/footprint", summary: "The samples behind one day of one type",
        tag: .summaries,
        parameters: [
            Parameter(
                name: "date", location: .path, schema: .date, isRequired: true, meaning: "The day.",
                example: "2024-05-01", errors: [.malformedParameter, .outOfRange]),
            quantity.required, .timeZone.required, .dayStart,
            .limit(HealthService.footprintLimitMax, default: HealthService.footprintLimitDefault, of: "uuids"), .cursor,
            .ifNoneMatch,
        ],
        answers: [.ok("A page of uuids.", .json(.footprint), headers: [.eTag]), .notModified],
        handler: HealthService.getFootprint)

    private static let quantity = Parameter(
        name: "type", schema: .string(pattern: "^.+$"),
        meaning: "A quantity type: HealthKit's identifier or its short name.", example: "stepCount",
        errors: [.unknownType, .wrongKind])
}

extension Parameter {
    /// The first day of a range of days.
    static let dateFrom = Parameter(
        name: "from", schema: .string, meaning: "The first day.", example: "2024-05-01",
        errors: [.emptyRange, .rangeTooLong, .outOfRange])
    static let dateTo = Parameter(
        name: "to", schema: .string, meaning: "The day after the last one.", example: "2024-05-03",
        errors: [.emptyRange, .rangeTooLong, .outOfRange])
}

extension Schema {
    fileprivate static let summary = Schema.named(
        "DailySummary",
        .object(required: [
            "date": .date, "startDate": .time, "endDate": .time, "timeZones": .array(of: .string),
            "checksum": sha256,
            "quantities": .array(
                of: .object(required: [
                    "type": .string, "unit": .string, "statistics": statistics.orNull, "sources": .array(of: sourceID),
                    "footprint": .object(required: ["count": count, "checksum": sha256]),
                ])),
        ]))

    fileprivate static let footprint = Schema.named(
        "Footprint",
        .object(required: [
            "type": .string, "date": .date, "startDate": .time, "endDate": .time, "count": count, "checksum": sha256,
            "uuids": .array(of: .uuid), "cursor": nextCursor,
        ]))
}
