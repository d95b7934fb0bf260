import HealthImport

extension Endpoint {
    static let postHealthAutoExport = Endpoint(
        .post, "/v1/clients/health-auto-export", "Takes what Health Auto Export sends",
        notes: """
            Payloads of the app Health Auto Export, versions 1 and 2, as they are. A wrong record does not keep the others out. \
            `uncounted` records are kept and count in no figure.
            """,
        tag: .clients, access: .bearerOrKey,
        parameters: [
            header("automation-id", "The automation's id; without it, its name is used."),
            header("automation-name", "The automation's name."),
            header("automation-period", "The period of the automation, such as `Today`."),
            header("automation-aggregation", "The grouping of points, such as `Minutes`."),
            header("session-id", "One run of the automation."),
        ],
        body: Body(
            contents: [
                .json(
                    .map(.any),
                    example: """
                        {"data": {"metrics": [{"name": "step_count", "units": "count",
                          "data": [{"date": "2024-05-02 10:00:00 +0200", "qty": 120, "source": "Ada’s iPhone"}]}]}}
                        """)
            ], bytesMax: HealthAutoExportParser.bytesMax),
        answers: [.ok("What became of each list.", .json(HealthAutoExportResponse.schema))],
        errors: [.malformedJSON, .malformedBatch, .malformedHeader, .tooManyVersions, .writeNotGranted],
        handler: HealthService.postHealthAutoExport)

    static let postOpenWearables = Endpoint(
        .post, "/api/v1/sdk/users/{user_id}/sync", "Takes what open-wearables' SDK sends",
        notes: """
            Payloads of open-wearables' SDK, old and new, and of HealthMes, as they are. The SDK sends a chunk again after 401 \
            and 5xx only, so a foreign `user_id` is 401, and 503 stands for 429. Query parameters are not looked at.
            """,
        tag: .clients, access: .bearerOrKey,
        parameters: [.openWearablesUser],
        body: Body(contents: [
            .json(
                .map(.any),
                example: """
                    {"provider": "apple", "data": {"records": [
                      {"id": "9b4e28ba-2fa1-41d2-883f-0016d3cca427", "type": "HKQuantityTypeIdentifierStepCount",
                       "startDate": "2024-05-02T11:00:00Z", "endDate": "2024-05-02T11:10:00Z", "value": 80, "unit": "count",
                       "source": {"name": "Ada’s iPhone"}}]}}
                    """)
        ]),
        answers: [
            Answer(status: .accepted, meaning: "The data are stored.", contents: [.json(OpenWearablesResponse.schema)])
        ],
        errors: [
            .wrongPerson, .malformedJSON, .malformedBatch, .tooManyRecords, .tooManyQuantities, .tooManyVersions,
            .writeNotGranted,
        ],
        tooManyStatus: .serviceUnavailable, handler: HealthService.postOpenWearables)

    private static func header(_ name: String, _ meaning: String) -> EndpointParameter {
        EndpointParameter(name: name, location: .header, schema: .string, meaning: meaning, example: "")
    }
}

extension EndpointParameter {
    static let openWearablesUser = EndpointParameter(
        name: "user_id", location: .path, schema: .string(pattern: "^[^/]+$"), isRequired: true,
        meaning: "The person, by name or uuid.", example: "Ada")
}
