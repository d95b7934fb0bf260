import Foundation
import TestSupport
import Testing

/// A body of another maker's client, and the answers that follow from it (`Fixtures/client-cases`).
struct ClientCase: CustomStringConvertible, Sendable {
    /// The names of the bodies, in the order in which they are sent. `BODY HEADERS` has the headers
    /// of another name.
    var bodies: [String]
    var zone: String
    var figures: [ClientFigure]

    var description: String { bodies.joined(separator: ", ") + ", " + zone }

    init(_ bodies: String..., zone: String = "Europe/Berlin", figures: [ClientFigure]) {
        (self.bodies, self.zone, self.figures) = (bodies, zone, figures)
    }
}

/// A member of an answer about one day.
struct ClientFigure: Sendable {
    /// Nil for a night.
    var type: String?
    var day: String
    var unit: String?
    /// The names of the member and of the objects around it, separated by points. Of a list, the
    /// first element is meant.
    var member: String
    var value: Double?

    init(_ type: String, _ day: String, _ member: String, _ value: Double?, unit: String? = nil) {
        (self.type, self.day, self.member, self.value, self.unit) = (type, day, member, value, unit)
    }

    static func night(_ day: String, _ member: String, _ value: Double?) -> ClientFigure {
        var figure = ClientFigure("", day, member, value)
        figure.type = nil
        return figure
    }
}

/// Sends bodies of other makers' clients that users reported, and compares figures with those that
/// were worked out by hand.
@Suite struct ClientCaseTests {
    private static let ring = [
        ClientFigure("activeEnergyBurned", "2026-07-03", "sum", 24, unit: "kcal"),
        ClientFigure("heartRate", "2026-07-03", "minimum", 60, unit: "count/min"),
        ClientFigure("heartRate", "2026-07-03", "maximum", 70, unit: "count/min"),
        ClientFigure("heartRate", "2026-07-03", "average", 65, unit: "count/min"),
    ]
    private static let lateDose = [
        ClientFigure("bloodPressureSystolic", "2026-03-03", "count", 1),
        ClientFigure("bloodPressureDiastolic", "2026-03-03", "average", 95, unit: "mmHg"),
        ClientFigure("bloodPressureSystolic", "2026-03-03", "average", 150, unit: "mmHg"),
        ClientFigure("insulinDelivery", "2026-03-03", "sum", 10, unit: "IU"),
        ClientFigure("insulinDelivery", "2026-03-02", "sum", nil),
        ClientFigure("insulinDelivery", "2026-03-04", "sum", nil),
        ClientFigure("bloodPressureSystolic", "2026-03-04", "count", nil),
    ]
    private static let food = [
        ClientFigure("dietaryEnergyConsumed", "2026-04-30", "sum", nil),
        ClientFigure("dietaryEnergyConsumed", "2026-05-01", "sum", 2_200, unit: "kcal"),
        ClientFigure("dietaryEnergyConsumed", "2026-05-02", "sum", 500, unit: "kcal"),
        ClientFigure("dietaryEnergyConsumed", "2026-05-03", "sum", nil),
    ]

    static let cases = [
        ClientCase(
            "hae-three-drinks-in-one-second", zone: "Europe/Oslo",
            figures: [
                ClientFigure("dietaryEnergyConsumed", "2026-08-21", "sum", 2_034.143, unit: "kJ"),
                ClientFigure("numberOfAlcoholicBeverages", "2026-08-21", "sum", 7.4),
            ]),
        ClientCase(
            "hae-meal-of-three-foods",
            figures: [ClientFigure("dietaryEnergyConsumed", "2026-08-21", "sum", 1_500, unit: "kJ")]),
        ClientCase("hae-ring-two-rows-of-one-minute", figures: ring),
        ClientCase("hae-ring-two-rows-of-one-minute-reversed", figures: ring),
        ClientCase(
            "hae-days-points-inside-the-day",
            figures: [
                ClientFigure("stepCount", "2026-03-02", "sum", 3_000),
                ClientFigure("stepCount", "2026-03-03", "sum", 500),
                ClientFigure("stepCount", "2026-03-04", "sum", nil),
            ]),
        ClientCase("hae-grouping-point-at-2330 hae-grouping-point-at-2330.hours", figures: lateDose),
        ClientCase("hae-grouping-point-at-2330 hae-grouping-point-at-2330.weeks", figures: lateDose),
        ClientCase("hae-grouping-point-at-2330 hae-grouping-point-at-2330.months", figures: lateDose),
        ClientCase(
            "hae-since-last-sync-1", "hae-since-last-sync-2", "hae-since-last-sync-3",
            figures: [
                ClientFigure("stepCount", "2026-03-02", "sum", 8_000),
                ClientFigure("stepCount", "2026-03-03", "sum", 8_500),
            ]),
        ClientCase("hae-day-rows-per-source", figures: [ClientFigure("stepCount", "2026-03-02", "sum", 8_000)]),
        ClientCase(
            "hae-day-rows-per-source-reversed", figures: [ClientFigure("stepCount", "2026-03-02", "sum", 8_000)]),
        ClientCase("hae-interval-rows-per-source", figures: [ClientFigure("stepCount", "2026-03-02", "sum", 1_300)]),
        ClientCase(
            "hae-interval-rows-per-source-reversed", figures: [ClientFigure("stepCount", "2026-03-02", "sum", 1_300)]),
        ClientCase(
            "hae-night-stages-all-zero", zone: "America/Los_Angeles",
            figures: [
                .night("2026-05-14", "asleep", 17_038.8), .night("2026-05-14", "main.stages.unspecified", 17_038.8),
                .night("2026-05-14", "main.stages.awake", 61.2), .night("2026-05-14", "main.inBed", nil),
                .night("2026-05-14", "main.stages.core", nil), .night("2026-05-14", "main.stages.deep", nil),
                .night("2026-05-14", "main.stages.rem", nil),
            ]),
        ClientCase(
            "hae-night-in-both-forms",
            figures: [
                .night("2026-03-02", "asleep", 23_400), .night("2026-03-02", "main.stages.core", 12_240),
                .night("2026-03-02", "main.stages.deep", 4_320), .night("2026-03-02", "main.stages.rem", 5_040),
                .night("2026-03-02", "main.stages.unspecified", 1_800),
                .night("2026-03-02", "main.stages.awake", 1_800), .night("2026-03-02", "main.inBed", 27_000),
            ]),
        ClientCase(
            "hae-night-and-nap-of-one-date",
            figures: [
                .night("2026-03-02", "asleep", 28_800), .night("2026-03-02", "main.asleep", 23_400),
                .night("2026-03-02", "naps.asleep", 5_400),
            ]),
        ClientCase("hae-date-only", zone: "America/New_York", figures: food),
        ClientCase("hae-date-only", zone: "Europe/Berlin", figures: food),
        ClientCase("hae-date-only", zone: "Pacific/Auckland", figures: food),
        ClientCase(
            "hae-new-metric-names",
            figures: [
                ClientFigure("heartRateVariabilityRMSSD", "2026-09-22", "average", 41, unit: "ms"),
                ClientFigure("workoutEffortScore", "2026-09-22", "average", 5),
                ClientFigure("estimatedWorkoutEffortScore", "2026-09-22", "average", 6),
            ]),
        ClientCase(
            "open-wearables-android", zone: "Europe/Berlin",
            figures: [
                ClientFigure("stepCount", "2026-10-01", "sum", 500),
                ClientFigure("heartRate", "2026-10-01", "average", 71, unit: "count/min"),
            ]),
        ClientCase(
            "open-wearables-android-more-names", zone: "Europe/Berlin",
            figures: [
                ClientFigure("bodyMass", "2026-10-02", "average", 74.2, unit: "kg"),
                ClientFigure("restingHeartRate", "2026-10-02", "average", 57, unit: "count/min"),
                ClientFigure("heartRateVariabilityRMSSD", "2026-10-02", "average", 38, unit: "ms"),
                ClientFigure("flightsClimbed", "2026-10-02", "sum", 6),
                ClientFigure("distanceWalkingRunning", "2026-10-02", "sum", 1_250, unit: "m"),
            ]),
    ]

    @Test("each body has the figures that follow from it, also after it is sent again")
    func figures() async throws {
        try await ServedStore.with { store in
            for (index, clientCase) in Self.cases.enumerated() {
                let person = "Ada\(index)"
                let token = try store.token(for: person)
                for body in clientCase.bodies { try await send(body, store, token, person).expect(of: body) }
                try await check(clientCase, store, token)
                let last = try #require(clientCase.bodies.last)
                try await send(last, session: "again", store, token, person).expect(of: last)
                try await check(clientCase, store, token)
            }
        }
    }

    private static let history = [
        ClientFigure("dietaryWater", "2026-03-02", "sum", 250, unit: "mL"),
        ClientFigure("dietaryWater", "2026-03-02", "count", 1),
        ClientFigure("insulinDelivery", "2026-03-02", "sum", 4, unit: "IU"),
        ClientFigure("flightsClimbed", "2026-03-02", "sum", 3),

        ClientFigure("stepCount", "2026-03-02", "sum", 1_000), ClientFigure("stepCount", "2026-03-02", "count", 1),
        ClientFigure("heartRate", "2026-03-02", "average", 70, unit: "count/min"),
        ClientFigure("heartRate", "2026-03-02", "count", 1),
        ClientFigure("bodyMass", "2026-03-02", "average", 80.5, unit: "kg"),
        ClientFigure("bodyMass", "2026-03-02", "count", 1),
    ]

    @Test("what a client sends and an export has counts once, whichever comes first", arguments: [true, false])
    func besideExports(isExportFirst: Bool) async throws {
        try await ServedStore.with { store in
            for (body, figures) in [("open-wearables-history", Self.history), ("hae-run", [])] {
                let token = try store.token(for: body)
                let file = Bundle.module.bundleURL.appending(path: "Fixtures/client-cases/\(body)-export.xml").path
                for isExport in [isExportFirst, !isExportFirst] {
                    if isExport {
                        try await Command.healthstore(["import", file, "--person", body], database: store.conninfo)
                            .succeeded()
                    } else {
                        try await send(body, store, token, body).expect(of: body)
                    }
                }
                try await check(ClientCase(body, figures: figures), store, token)
                let workouts = try await store.object("/v1/workouts", token: token)["workouts"] as? [[String: Any]]
                #expect(workouts?.count == 1, "\(body)")
            }
        }
    }

    @Test("a date without a time becomes a day of the person's zone as soon as the zone is known")
    func datesOfZone() async throws {
        try await ServedStore.withAda { store, token in
            try await send("hae-date-only", store, token).expect(200)
            let zone = try await store.service.send(
                "PUT", "/v1/time-zones", token: token,
                body: #"{"timeZones": [{"startDate": "2020-01-01T00:00:00Z", "timeZone": "Asia/Tokyo"}]}"#)
            #expect(zone.status < 300, "\(zone.body)")
            let again = try await send("hae-date-only", store, token)
            try expect((try again.object["metrics"] as? [[String: Any]])?.first, has: ["updated": 2, "inserted": 0])
            try await check(ClientCase("hae-date-only", zone: "Asia/Tokyo", figures: Self.food), store, token)
        }
    }

    private func send(
        _ body: String, session: String? = nil, _ store: ServedStore, _ token: String, _ person: String = "Ada"
    ) async throws -> RunningService.Answer {
        let names = body.split(separator: " ").map(String.init)
        let lines = (try? text(names[names.count - 1] + ".headers"))?.split(separator: "\n").map(String.init)
        var headers = lines ?? []
        if let session {
            headers.removeAll { $0.hasPrefix("session-id") }
            headers.append("session-id: \(session)")
        }
        return try await store.service.send(
            "POST", body.hasPrefix("hae") ? "/v1/clients/health-auto-export" : "/api/v1/sdk/users/\(person)/sync",
            token: token, body: try text(names[0] + ".json"), headers: headers)
    }

    private func text(_ name: String) throws -> String {
        try String(
            contentsOf: Bundle.module.bundleURL.appendingPathComponent("Fixtures/client-cases/\(name)"),
            encoding: .utf8)
    }

    private func check(_ clientCase: ClientCase, _ store: ServedStore, _ token: String) async throws {
        for figure in clientCase.figures {
            var query = [("timeZone", clientCase.zone), ("from", figure.day), ("to", try following(figure.day))]
            if let type = figure.type { query.append(("type", type)) }
            if let unit = figure.unit { query.append(("unit", unit)) }
            let answer = try await store.object(
                figure.type == nil ? "/v1/sleep" : "/v1/statistics", query, token: token)
            var value: Any? = figure.type == nil ? (answer["nights"] as? [Any])?.first : answer["statistics"]
            for name in figure.member.split(separator: ".") {
                let object = (value as? [Any])?.first ?? value
                value = (object as? [String: Any])?[String(name)]
            }
            let found = (value as? NSNumber)?.doubleValue
            let isEqual =
                found.flatMap { found in figure.value.map { abs($0 - found) < 1e-6 } } ?? (figure.value == found)
            #expect(
                isEqual,
                "\(clientCase): \(figure.type ?? "night") of \(figure.day): \(figure.member) is \(found.map { "\($0)" } ?? "null")"
            )
        }
    }

    private func following(_ day: String) throws -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate]
        return formatter.string(from: try #require(formatter.date(from: day)).addingTimeInterval(86_400))
    }

    @Test("CSV is refused, and the hint says to choose JSON")
    func commaSeparated() async throws {
        try await ServedStore.withAda { store, token in
            let csv = try text("hae-csv.csv")
            let form =
                "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"HealthMetrics.csv\"\r\n\r\n\(csv)\r\n--x--\r\n"
            for (type, body) in [("multipart/form-data; boundary=x", form), ("text/csv", csv)] {
                let answer = try await store.service.send(
                    "POST", "/v1/clients/health-auto-export", token: token, body: body,
                    headers: ["Content-Type: \(type)"])
                answer.expect(400, "malformed_batch")
                #expect(answer.body.contains("CSV") && answer.body.contains("choose JSON"), "\(answer.body)")
            }
        }
    }
}

extension RunningService.Answer {
    /// Expects that a body of a client was stored.
    fileprivate func expect(of body: String) { expect(body.hasPrefix("hae") ? 200 : 202) }
}
