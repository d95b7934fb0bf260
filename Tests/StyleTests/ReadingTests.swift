import Testing

@Suite struct ReadingTests {
    /// The files of endpoints that take a database session themselves, with the reasons.
    static let exceptions = [
        // The functions with which the others read, and the look-up of the caller.
        "Service/HealthService.swift", "Service/TokenUses.swift", "OpenAPI/Call.swift",
        "Access/HealthService+Callers.swift",
        // The end of the feed. The answer tells whether it is before a position that the caller has.
        "Service/ReadAfter.swift",
        // Grants, credentials, people and the access log, which are no health data. Each endpoint
        // checks the right that it needs; AccessMatrixTests has a row for each.
        "Access/AccessEndpoint.swift", "Access/AccessLogEndpoint.swift", "Access/GrantEndpoints.swift",
        "Access/InvitationEndpoints.swift", "Access/Passkeys/PasskeyEndpoints.swift",
        "Access/PageSessionEndpoints.swift", "Access/TokenEndpoints.swift", "People/PeopleEndpoints.swift",
        "OpenID/OpenIDEndpoints.swift",
        "Webhooks/WebhookEndpoints.swift", "OAuth/OAuthEndpoints.swift",
        "OAuth/OAuthClient.swift",
        // Sessions that have no right of the service.
        "Assistants/SQLEndpoint.swift",
        // What a holder chose. The store leaves out types that the caller may not read.
        "Preferences/PreferenceEndpoints.swift",
        // The devices of clients, which are no health data. The samples are read with read.
        "Provenance/FreshnessEndpoint.swift",
        // The feed, through readFeed.
        "Changes/ChangeEndpoint.swift", "Changes/ChangeStreamEndpoint.swift",
        // Writers, whose answers have only data that the caller sent.
        "ActivitySummaries/ActivitySummaryEndpoints.swift", "Batches/HealthService+Batches.swift",
        "Clients/HealthAutoExportEndpoint.swift", "Clients/OpenWearablesEndpoint.swift",
        "Clients/PairingEndpoints.swift",
        "Lines/LineEndpoint.swift",
        "Characteristics/CharacteristicEndpoint.swift",
        "Provenance/SourceEndpoints.swift", "TimeZones/TimeZoneEndpoints.swift", "Units/UnitEndpoints.swift",
        // A writer, whose answer has the times of a workout that the caller may read.
        "Workouts/RecordingEndpoints.swift",
        // Bytes and files of clients, which belong to the holder that sent them.
        "Anchors/AnchorEndpoints.swift", "SyncPlans/SyncPlanEndpoints.swift", "Imports/ImportEndpoints.swift",
        "Imports/ImportStream.swift",
        "Imports/UploadEndpoints.swift", "Imports/UploadReceiver.swift",
    ]

    @Test("endpoints that read health data read what the caller may read")
    func sessions() {
        let taking = SourceTree.files.filter { file in
            file.path.hasPrefix("Sources/HealthAPI/") && file.path.hasSuffix(".swift")
                && (file.text.contains("withSession") || file.text.contains("withTransaction"))
        }.map { String($0.path.dropFirst("Sources/HealthAPI/".count)) }
        // A new file must read with HealthService.read, or be in the list above with a reason.
        #expect(Set(taking).subtracting(Self.exceptions) == [])
    }

    @Test("readers of health data are made only inside of read, answer or readFeed")
    func readers() {
        let readers = [
            "SampleReader(", "StatisticsReader(", "SummaryReader(", "SleepReader(", "WorkoutReader(", "ChangeReader(",
            "ChangeObserver(", "ReconciliationReader(", "ActivitySummaryReader(", "CharacteristicReader(",
            "TimeZoneReader(", "FreshnessReader(", "SampleTypeReader.list(",
        ]
        let pattern = #/(?:await (?:call\.)?(?:read|answer)(?:\(| \{)|HealthService\.readFeed\()/#
        for file in SourceTree.files where file.path.hasPrefix("Sources/HealthAPI/") {
            let lines = file.lines
            for (index, line) in lines.enumerated() where readers.contains(where: { line.contains($0) }) {
                // The function that takes the session begins at most 40 lines above.
                let above = lines[max(0, index - 40)...index]
                let taking = above.last { $0.contains("withSession(") || $0.firstMatch(of: pattern) != nil }
                let isHelper = taking == nil
                #expect(
                    isHelper || taking?.firstMatch(of: pattern) != nil || Self.writers.contains(file.path),
                    "\(file.path):\(index + 1) reads outside of HealthService.read")
            }
        }
    }

    /// Files in which a writer answers with the history that it set.
    static let writers = [
        "Sources/HealthAPI/TimeZones/TimeZoneEndpoints.swift",
        "Sources/HealthAPI/Clients/HealthAutoExportEndpoint.swift",
    ]
}
