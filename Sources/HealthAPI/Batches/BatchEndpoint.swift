import HealthCore
import HealthDatabase
import HealthImport

extension Endpoint {
    static let postBatch = Endpoint(
        .post, "/v1/batches", "Adds and deletes samples in one transaction",
        notes: """
            The answer says what became of each record, and comes when the data are durable. A wrong record does not keep the \
            others out, except in an atomic batch. Sending a batch twice changes nothing.

            Records that the token may not write are refused with `write_not_granted`. For a token that may not read everything, \
            the receipt does not tell what is stored: each other sample is `inserted`, each other deletion is `deleted`, and \
            `changePosition` is null.

            With `complete`, a client states that the store has all its samples of a type that start in a range. Imported \
            samples of the range that it does not have may then be replaced. Such a batch is atomic, and needs the right to \
            read and write everything.

            As lines of JSON (`application/x-ndjson`) a batch may have any length: each line is a sample, \
            `{"deleted": …}` or `{"anchor": …}`, and each chunk of lines is committed and gets a receipt. `chunk`, `atomic`, \
            `resurrect` and `records` are for lines alone.
            """,
        tag: .batches,
        parameters: [
            EndpointParameter(
                name: "chunk", schema: .integer(1...Int64(BatchParser.recordsMax)),
                meaning: "Lines that are committed together; \(LineOptions.linesPerChunkDefault) by default.",
                example: "", errors: [.outOfRange]),
            EndpointParameter(
                name: "atomic", schema: .flag, meaning: "Whether one refused line keeps its whole chunk out.",
                example: ""),
            EndpointParameter(
                name: "resurrect", schema: .flag, meaning: "Whether samples come back that were deleted before.",
                example: ""),
            EndpointParameter(
                name: "records", schema: .flag, meaning: "Whether receipts say what became of each line.", example: ""),
            .device, .idempotencyKey,
        ],
        takes: .stream(
            .json(.batch, example: batchExample), Content(mediaType: LineOptions.contentType),
            bytesMax: HealthService.bodyBytesMax
        ) { (key: try IdempotencyKey($0.request), device: try $0.device, lines: try LineOptions($0)) },
        right: .write,
        gives: .response(
            .ok(
                "The receipt: what became of each record.", .json(BatchResponse.schema),
                Content(mediaType: LineOptions.contentType), headers: [.idempotencyReplayed])),
        errors: [
            .malformedJSON, .malformedBatch, .batchRejected, .unknownField, .malformedField, .missingField,
            .malformedDate, .endBeforeStart, .tooManyRecords,
            .tooManyQuantities, .tooManyVersions, .tooManyReceipts, .noRoom, .foreignAnchor, .tooManyAnchors,
        ]
    ) { call in
        let (key, device, lines) = call.taken
        if var lines {
            lines.device = device
            return try await call.service.storeLines(of: call.request, lines, key, call.caller)
        }
        return try await call.service.storeBatch(of: call.request, from: device, key, call.caller)
    }

    static let workoutExample = "6c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f10"

    private static let batchExample = """
        {"samples": [
          {"uuid": "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "type": "HKQuantityTypeIdentifierHeartRate",
           "startDate": "2024-05-01T10:00:00.123Z", "endDate": "2024-05-01T10:00:00.123Z", "value": 62, "unit": "count/min",
           "source": {"name": "Ada’s Apple Watch", "bundleIdentifier": "com.apple.health.1", "version": "10.4"},
           "metadata": {"HKMetadataKeyHeartRateMotionContext": 1}},
          {"uuid": "2b4e28ba-2fa1-41d2-883f-0016d3cca427", "type": "stepCount", "startDate": "2024-05-01T10:00:00Z",
           "endDate": "2024-05-01T10:10:00Z", "value": 812, "unit": "count", "source": {"name": "Ada’s iPhone"}},
          {"uuid": "3b4e28ba-2fa1-41d2-883f-0016d3cca427", "type": "sleepAnalysis", "startDate": "2024-05-01T00:10:00Z",
           "endDate": "2024-05-01T01:40:00Z", "value": "asleepREM", "source": {"name": "Ada’s Apple Watch"}},
          {"uuid": "\(workoutExample)", "type": "HKWorkoutTypeIdentifier", "workoutActivityType": "running",
           "startDate": "2024-05-01T17:00:00Z", "endDate": "2024-05-01T17:25:00Z", "duration": 1500,
           "totalEnergyBurned": 300, "totalDistance": 5000, "source": {"name": "Ada’s Apple Watch"}}],
         "deleted": ["0e37df36-f698-11e6-8dd4-cb9ced3df976"], "atomic": false}
        """
}

extension Schema {
    static let clientAnchor = Schema.object(required: [
        "device": .string(maxLength: 200), "types": .array(of: .string(), minItems: 1), "data": .string(format: "byte"),
    ])

    /// A refused record is not an error of the request. So the schema lists the members that a
    /// record may have, but no rules for their values.
    fileprivate static let batch = Schema.object(optional: [
        "samples": Schema.array(of: postedSample).orNull,
        "deleted": Schema.array(
            of: .anyOf([.uuid, .object(required: ["uuid": .uuid], optional: ["type": .string])])
        ).orNull,
        "atomic": Schema.boolean.orNull, "resurrect": Schema.boolean.orNull, "anchor": clientAnchor.orNull,
        "complete": Schema.array(
            of: .object(required: ["type": .string, "startDate": .time, "endDate": .time])
        ).orNull,
    ]).sent("Batch")

    /// The members of one kind of samples, which the service keeps as sent. The article HTTP
    /// describes them.
    private static let parts: [(kind: String, names: [String])] = [
        ("a workout route", ["locations"]),
        ("a heartbeat series", ["heartbeats"]),
        ("an electrocardiogram", ["samplingFrequency", "voltages"]),
        ("an audiogram", ["sensitivityPoints"]),
        ("a state of mind", ["kind", "valence", "valenceClassification", "labels", "associations"]),
        ("a GAD-7 or PHQ-9 assessment", ["answers", "score", "risk"]),
        (
            "a vision prescription",
            [
                "prescriptionType", "expirationDate", "brand", "rightEye", "leftEye", "attachments",
            ]
        ),
        (
            "a medication dose",
            [
                "logStatus", "scheduleType", "scheduledDate", "scheduledDoseQuantity", "doseQuantity",
                "medicationConceptIdentifier", "medication",
            ]
        ),
        ("a clinical record", ["displayName", "identifier", "sourceURL", "fhirVersion", "resource"]),
        ("a CDA document", ["title", "patientName", "authorName", "custodianName", "documentData"]),
    ]

    private static let postedSample = Schema.object(
        required: ["uuid": .uuid, "type": .string, "startDate": .time, "endDate": .time],
        optional: Members([
            [
                "value": Schema.anyOf([.number, .string]),
                "unit": Schema.string.described("A quantity of 97 percent is 0.97 in `fraction` or `%`."),
                "source": .object(
                    required: ["name": .string],
                    optional: [
                        "bundleIdentifier": Schema.string.orNull, "version": Schema.string.orNull,
                        "productType": Schema.string.orNull, "operatingSystemVersion": Schema.string.orNull,
                    ]), "device": .map(.any), "metadata": metadata,
                "quantities": .array(
                    of: .object(required: ["startDate": .time, "value": .number], optional: ["endDate": .time])),
                "objects": Schema.array(of: .map(.any)).described("The samples in a correlation."),
                "workoutActivityType": Schema.anyOf([.integer(rawValues), .string]),
                "duration": Schema.number(minimum: 0).described("In seconds."),
                "totalEnergyBurned": Schema.number.described("In kilocalories."),
                "totalDistance": Schema.number.described("In metres."),
                "workout": Schema.uuid.described("The workout to which the sample belongs; not of a workout."),
            ], SampleMembers.shape.optional,
            Members(parts.flatMap { kind, names in names.map { [$0: .any.described("Of \(kind), as sent.")] } }),
        ]), rest: .any
    ).named("PostedSample")
}
