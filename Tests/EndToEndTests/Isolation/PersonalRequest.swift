import Foundation
import TestSupport

/// A request that a twin makes.
struct PersonalRequest: Sendable {
    var method: String
    /// The template, as in `Endpoint.template`.
    var template: String
    var path: String
    var query: [(String, String)] = []
    var body: String?
    var headers: [String] = []
    /// The name of the response's member that gives the next page, and the name of its parameter.
    var page: (member: String, parameter: String)?

    /// The expected status, if it is not 2xx.
    var status: Int?

    /// - Parameter path: the path, or nil for the template.
    init(
        _ method: String, _ template: String, path: String? = nil, _ query: [(String, String)] = [],
        body: String? = nil, headers: [String] = [], page: (member: String, parameter: String)? = nil,
        status: Int? = nil
    ) {
        self.status = status
        (self.method, self.template, self.path) = (method, template, path ?? template)
        (self.query, self.body, self.headers, self.page) = (query, body, headers, page)
    }

    var route: String { method + " " + template }

    /// Routes with requests of another kind, such as uploads, lines and streams.
    static let otherwise = Set([
        "POST /v1/imports", "PUT /v1/imports/{id}", "DELETE /v1/imports/{id}",
        "POST /v1/imports/{id}/undo", "GET /v1/changes/stream",
        // Entries of the access log appear some time after the answers.
        "GET /v1/access-log",
        // AssistantToolTests compare its answers with those of other endpoints.
        "POST /mcp",
    ]).union(access)

    /// Routes of grants and credentials. AccessEndpointTests, OAuthEndpointTests,
    /// OpenIDTests, PairingTests, PasskeyTests, InvitationTests and AccessMatrixTests send their requests.
    private static let access: Set = [
        "GET /v1/access", "GET /v1/grants", "POST /v1/grants", "DELETE /v1/grants/{id}", "GET /v1/tokens",
        "POST /v1/tokens", "DELETE /v1/tokens/{id}", "GET /v1/sessions", "POST /v1/sessions",
        "DELETE /v1/sessions/{id}", "DELETE /v1/sessions/current", "DELETE /v1/webhooks/{id}",
        "POST /v1/webhooks/{id}/secret", "GET /v1/authorizations", "POST /v1/authorizations", "POST /oauth/token",
        "POST /v1/pairings", "POST /api/v1/invitation-code/redeem", "POST /api/v1/token/refresh",
        "POST /api/v1/sdk/users/{user_id}/logs", "POST /v1/openid/sessions", "POST /v1/sessions/challenges",
        "POST /v1/login-links", "GET /v1/passkeys", "POST /v1/passkeys/challenges", "POST /v1/passkeys",
        "DELETE /v1/passkeys/{id}", "GET /v1/invitations", "POST /v1/invitations", "DELETE /v1/invitations/{id}",
    ]

    /// Routes whose responses have no personal data.
    static let impersonal: Set = [
        "GET /health", "GET /ready", "GET /openapi.json", "GET /v1/people", "POST /v1/people",
        "PATCH /v1/people/{uuid}", "DELETE /v1/people/{uuid}", "POST /v1/qr-codes", "POST /oauth/register",
        "GET /.well-known/oauth-protected-resource/mcp", "GET /.well-known/oauth-authorization-server",
        "GET /v1/openid", "POST /v1/openid/logins",
    ]

    static func all(of twin: Twin) throws -> [PersonalRequest] {
        try writing(of: twin) + reading(of: twin) + late(of: twin)
    }

    // MARK: Writing

    static func writing(of twin: Twin) throws -> [PersonalRequest] {
        let first = try json(twin.firstBatch)
        let key = ["Idempotency-Key: one"]
        let anchors = "/v1/anchors/{device}/{types}"
        let recording = "/v1/workouts/{uuid}/recording"
        let live = "/v1/workouts/\(Twin.uuid(0x900))/recording"
        let zone = #"{"timeZone": "\#(twin.otherZone)", "startDate": "\#(twin.time(4, 0))"}"#
        let manual =
            #"{"timeZones": [{"startDate": "\#(twin.time(5, 0))", "endDate": null, "timeZone": "\#(twin.zone)"}]}"#
        let order = [[1, 0, 2], [2, 1, 0]][twin.shift].map { "\(twin.name)’s source \($0)" }
        return [
            PersonalRequest("POST", "/v1/batches", body: first, headers: key),
            PersonalRequest("POST", "/v1/batches", body: first, headers: key),
            PersonalRequest("POST", "/v1/batches", body: try json(twin.secondBatch)),
            PersonalRequest(
                "POST", "/v1/clients/health-auto-export", body: try json(["data": twin.automation]),
                headers: [
                    "automation-id: A", "automation-period: Default", "automation-aggregation: minutes",
                    "session-id: S",
                ]),
            PersonalRequest(
                "POST", "/api/v1/sdk/users/{user_id}/sync", path: "/api/v1/sdk/users/\(twin.name)/sync",
                body: try json(twin.sync)),
            PersonalRequest("PUT", anchors, path: "/v1/anchors/phone/heartRate", body: "\(twin.name)’s anchor"),
            PersonalRequest("PUT", anchors, path: "/v1/anchors/phone/bodyMass", body: "of \(twin.name)"),
            PersonalRequest("DELETE", anchors, path: "/v1/anchors/phone/bodyMass"),
            PersonalRequest(
                "PUT", "/v1/sync-plans/{device}", path: "/v1/sync-plans/phone",
                body: #"{"onlySources": ["\#(twin.name)"], "startDate": "2014-05-01T00:00:00Z"}"#),
            PersonalRequest("PUT", "/v1/sync-plans/{device}", path: "/v1/sync-plans/watch", body: "{}"),
            PersonalRequest(
                "PUT", "/v1/sync-plans/{device}/shared-since", path: "/v1/sync-plans/phone/shared-since",
                body:
                    #"{"sharedSince": [{"type": "Type of \#(twin.name)", "startDate": "2014-05-0\#(twin.id % 9 + 1)T00:00:00Z"}]}"#
            ),
            PersonalRequest("DELETE", "/v1/sync-plans/{device}", path: "/v1/sync-plans/watch"),
            PersonalRequest(
                "PUT", "/v1/activity-summaries/{date}", path: "/v1/activity-summaries/2024-05-03",
                body: #"{"activeEnergyBurned": 1\#(twin.id), "dateComponents": "2024-05-03"}"#),
            PersonalRequest(
                "PATCH", "/v1/characteristics",
                body: #"{"characteristics": [{"type": "dateOfBirth", "value": "199\#(twin.shift)-01-01"}]}"#),
            PersonalRequest(
                "PUT", "/v1/units",
                body: #"{"units": {"bodyMass": "\#(["lb", "st"][twin.shift])", "heartRate": null}}"#),
            PersonalRequest(
                "PUT", "/v1/preferences",
                body: """
                    {"pinned": ["\(["sleepAnalysis", "bodyMass"][twin.shift])", "stepCount"], "hidden": ["of \(twin.name)"],
                    "units": {"bodyMass": "\(["st", "g"][twin.shift])"}, "timeZone": "\(twin.zone)"}
                    """),
            PersonalRequest("POST", "/v1/webhooks", body: #"{"url": "https://\#(twin.name).invalid/hook"}"#),
            PersonalRequest("PUT", recording, path: live, body: try json(twin.recording)),
            PersonalRequest("POST", recording, path: live, body: try json(twin.recordedEvents)),
            PersonalRequest(
                "POST", recording + "/finish", path: live + "/finish", body: #"{"endDate": "\#(twin.time(6, 90))"}"#),
            PersonalRequest("DELETE", recording, path: live, status: 409),
            PersonalRequest("POST", "/v1/time-zones", body: zone),
            PersonalRequest("PUT", "/v1/time-zones", body: manual),
            PersonalRequest("PUT", "/v1/sources/{id}", path: "/v1/sources/1", body: #"{"joinedTo": null}"#),
            PersonalRequest(
                "PUT", "/v1/sources/priority", [("type", "stepCount")], body: try json(["sources": order])),
            PersonalRequest(
                "PUT", "/v1/sources/priority", [("type", "stepCount")], body: try json(["sources": order])),
        ]
    }

    // MARK: Reading

    private static let range = [("from", "2024-05-01"), ("to", "2024-05-08")]
    private static let cursor = (member: "cursor", parameter: "cursor")

    static func reading(of twin: Twin) throws -> [PersonalRequest] {
        let zones = LongRun.isOn ? ["person", "UTC"] : ["person"]
        return try samples(of: twin) + zones.flatMap(figures(zone:)) + others(of: twin) + imports
    }

    /// Returns the requests after samples that have figures were changed.
    static func late(of twin: Twin) throws -> [PersonalRequest] {
        [PersonalRequest("POST", "/v1/batches", body: try json(twin.lateBatch))] + figures(zone: "UTC")
            + [PersonalRequest("GET", "/v1/changes", [("types", "stepCount"), ("limit", "10000")])]
    }

    private static func samples(of twin: Twin) throws -> [PersonalRequest] {
        let types = [
            "sleepAnalysis", "bloodPressure", "bodyMass", "electrocardiogram", "HKQuantityTypeIdentifierOfNoCatalogue",
        ]
        let uuids: Twin.Object = [
            "timeZone": "UTC",
            "uuids": [
                ["type": "stepCount", "date": "2024-05-01", "uuids": [Twin.uuid(3), Twin.uuid(8), Twin.uuid(0xaa)]]
            ],
        ]
        return [
            PersonalRequest(
                "GET", "/v1/samples", [("type", "stepCount"), ("limit", "20"), ("timeZone", "person")], page: cursor),
            PersonalRequest(
                "GET", "/v1/samples", [("type", "heartRate"), ("quantities", "true"), ("order", "descending")]),
            PersonalRequest("GET", "/v1/samples", [("type", "heartRate"), ("source", "2")]),
            PersonalRequest(
                "POST", "/v1/samples", [("arrival", "true"), ("dates", "2024-05-01,2024-05-03")],
                body: "type=stepCount,heartRate", headers: form),
            PersonalRequest("GET", "/v1/samples", [("type", "workout")], headers: ["Accept: text/csv"]),
        ] + types.map { PersonalRequest("GET", "/v1/samples", [("type", $0)]) } + [
            PersonalRequest("GET", "/v1/changes", [("limit", "100")], page: ("anchor", "anchor")),
            PersonalRequest(
                "POST", "/v1/reconcile", body: #"{"timeZone": "person", "interval": "day", "digests": []}"#),
            PersonalRequest("POST", "/v1/reconcile", body: try json(uuids)),
        ]
    }

    private static let form = ["Content-Type: application/x-www-form-urlencoded"]

    private static func figures(zone: String) -> [PersonalRequest] {
        let range = range + [("timeZone", zone)]
        return [
            PersonalRequest("GET", "/v1/statistics", range + [("types", "stepCount,heartRate,bodyMass,headache")]),
            PersonalRequest("GET", "/v1/statistics", range + [("type", "stepCount"), ("separateBySource", "true")]),
            PersonalRequest(
                "GET", "/v1/statistics-collection",
                range + [("type", "stepCount"), ("interval", "hour"), ("separateBySource", "true")]),
            PersonalRequest("GET", "/v1/statistics-collection", range + [("type", "heartRate"), ("interval", "day")]),
            PersonalRequest(
                "GET", "/v1/statistics-collection",
                range + [("type", "headache"), ("interval", "6hour"), ("separateBySource", "true")],
                headers: ["Accept: text/csv"]),
            PersonalRequest("GET", "/v1/explain", range + [("type", "headache")]),
            PersonalRequest(
                "GET", "/v1/statistics-collection",
                range + [("type", "stepCount"), ("interval", "day"), ("source", "2"), ("separateBySource", "true")]),
            PersonalRequest(
                "POST", "/v1/statistics", range + [("type", "stepCount")], body: "metadataKey=HKTimeZone", headers: form
            ),
            PersonalRequest(
                "POST", "/v1/statistics-collection",
                range + [("type", "heartRate"), ("interval", "day"), ("dates", "2024-05-02")], body: "value=ge:70",
                headers: form),
            PersonalRequest(
                "GET", "/v1/statistics-pattern", range + [("types", "stepCount,heartRate"), ("by", "hourOfWeek")]),
            PersonalRequest("GET", "/v1/statistics-pattern", range + [("type", "stepCount"), ("by", "dayOfWeek")]),
            PersonalRequest(
                "GET", "/v1/trends",
                [("types", "stepCount,heartRate,sleepAnalysis"), ("timeZone", zone), ("to", "2024-05-09")]),
            PersonalRequest(
                "GET", "/v1/correlation",
                [
                    ("x", "sleepAnalysis"), ("y", "heartRate"), ("timeZone", zone), ("from", "2024-04-28"),
                    ("to", "2024-05-09"), ("lags", "true"),
                ]),
            PersonalRequest(
                "GET", "/v1/explain",
                range + [
                    ("type", "stepCount"), ("interval", "day"), ("bucket", "2024-05-02T12:00:00Z"), ("limit", "5"),
                ],
                page: cursor),
            PersonalRequest(
                "GET", "/v1/summaries", range + [("types", "stepCount,heartRate,activeEnergyBurned,bodyMass")]),
            PersonalRequest(
                "GET", "/v1/summaries/{date}/footprint", path: "/v1/summaries/2024-05-02/footprint",
                [("type", "stepCount"), ("timeZone", zone), ("limit", "5")], page: cursor),
            PersonalRequest("GET", "/v1/sleep", range + [("segments", "true")]),
        ]
    }

    private static func others(of twin: Twin) throws -> [PersonalRequest] {
        let zone = [("timeZone", "UTC")]
        return [
            PersonalRequest("GET", "/v1/workouts", range + zone + [("types", "heartRate,stepCount")]),
            PersonalRequest("GET", "/v1/workouts", range + zone + [("limit", "1")], page: cursor),
            PersonalRequest("GET", "/v1/samples/{uuid}", path: "/v1/samples/" + Twin.workout),
            PersonalRequest("GET", "/v1/workouts/{uuid}", path: "/v1/workouts/" + Twin.workout, zone),
            PersonalRequest("GET", "/v1/activity-summaries", range),
            PersonalRequest("GET", "/v1/characteristics"), PersonalRequest("GET", "/v1/types"),
            PersonalRequest("GET", "/v1/types", [("hasSamples", "true")]), PersonalRequest("GET", "/v1/sources"),
            PersonalRequest("GET", "/v1/freshness"),
            PersonalRequest("GET", "/v1/sources/priority", [("type", "stepCount")]),
            PersonalRequest("GET", "/v1/sources/priority", [("type", "heartRate")]),
            PersonalRequest("GET", "/v1/sync-plans"),
            PersonalRequest("GET", "/v1/sync-plans/{device}", path: "/v1/sync-plans/phone"),
            PersonalRequest("GET", "/v1/units"), PersonalRequest("GET", "/v1/preferences"),
            PersonalRequest("GET", "/v1/latest"), PersonalRequest("GET", "/v1/webhooks"),
            PersonalRequest(
                "GET", "/v1/sql",
                [("statement", "select type, date, count, sum, average, unit from daily_quantity order by type, date")]),
            PersonalRequest("GET", "/v1/latest", [("types", "stepCount,sleepAnalysis,bodyMass")]),
            PersonalRequest("GET", "/v1/time-zones"),
            PersonalRequest("GET", "/v1/anchors/{device}/{types}", path: "/v1/anchors/phone/heartRate"),
            PersonalRequest("GET", "/v1/anchors/{device}/{types}", path: "/v1/anchors/phone/stepCount"),
            PersonalRequest("GET", "/v1/anchors/{device}/{types}", path: "/v1/anchors/phone/bodyMass", status: 404),
        ]
    }

    /// The first import has finished. The second was cancelled for Bea. The third found only known
    /// records. The fourth is being received. The fifth failed for Bea. The sixth replaced a sample.
    private static let imports =
        (1...6).map { PersonalRequest("GET", "/v1/imports/{id}", path: "/v1/imports/\($0)") } + [
            PersonalRequest("GET", "/v1/imports", [("limit", "2")], page: cursor),
            PersonalRequest("GET", "/v1/imports/{id}/refusals", path: "/v1/imports/1/refusals"),
            PersonalRequest(
                "GET", "/v1/imports/{id}/refusals", path: "/v1/imports/1/refusals", [("limit", "1")], page: cursor),
            PersonalRequest("GET", "/v1/imports/{id}/stream", path: "/v1/imports/1/stream"),
        ]
}

extension Twin {
    fileprivate var recording: Object {
        ["workoutActivityType": "running", "startDate": time(6, 0), "source": ["name": "\(name)’s Watch"]]
    }

    fileprivate var recordedEvents: Object {
        ["workoutEvents": [["type": shift + 1, "startDate": time(6, 60)] as Object]]
    }

    fileprivate var automation: Object {
        let points = (0..<3).map { ["date": "2024-05-04 18:0\($0):00 +0000", "qty": 10 + $0 + 100 * shift] as Object }
        let beats: Object = [
            "date": "2024-05-04 18:10:00 +0000", "Min": 50 + shift, "Avg": 60 + shift, "Max": 70 + shift,
        ]
        return [
            "metrics": [
                [
                    "name": "step_count", "units": "count",
                    "data": points.map { $0.merging(["source": "\(name)’s Watch"]) { $1 } },
                ],
                ["name": "heart_rate", "units": "bpm", "data": [beats]],
                [
                    "name": "sleep_analysis", "units": "hr",
                    "data": [["date": "2024-05-06", "asleep": 6 + shift, "source": "\(name)’s Watch"] as Object],
                ],
            ]
        ]
    }

    fileprivate var sync: Object {
        [
            "schema": "healthmes.healthkit.v1",
            "data": [
                "records": [
                    [
                        "id": Twin.uuid(0x800), "type": "HKQuantityTypeIdentifierOxygenSaturation",
                        "startDate": time(4, 700), "endDate": time(4, 700), "value": 97 - shift, "unit": "%",
                        "source": ["appId": "app.\(name)"],
                    ], ["id": "x"],
                ], "sleep": [], "workouts": [],
                "deletions": [["id": Twin.uuid(10), "type": "HKQuantityTypeIdentifierStepCount"]],
            ],
        ]
    }
}
