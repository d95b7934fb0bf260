import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Figures that were recorded with a workout name types, which a holder may not be allowed to read.
@Suite struct RecordedFigureAccessTests {
    private static let uuid = "5f3c4a51-5c7e-4b58-9d52-7f1f2a1b3c01"
    private static let rate = AccessScope(types: ["HKQuantityTypeIdentifierHeartRate"])
    private static let activity = AccessScope(groups: [.activity])

    private static let workout = """
        {"samples": [{
            "uuid": "\(uuid)", "type": "workout", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T11:00:00Z",
            "workoutActivityType": 37, "source": {"name": "Watch"}, "metadata": {"HKIndoorWorkout": true},
            "workoutStatistics": [{"type": "stepCount", "unit": "count", "sum": 5000}FIGURES],
            "workoutActivities": [{
                "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T11:00:00Z"ACTIVITY}]}]}
        """
    private static let rateFigures =
        #"{"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": 151.25}"#

    /// Everything that a holder reads about the workout, over HTTP and in SQL.
    private func seen(_ terms: [AccessTerms], _ world: TwoPeople) async throws -> String {
        for grant in try GrantStore.list(about: world.ada, world.session) where !grant.isOwn {
            _ = try world.session.execute("delete from health.access_grant where grant_id = $1", [.uuid(grant.id)])
        }
        for terms in terms { try world.share(terms) }
        let token = try world.token(of: "Ben").text
        var text = ""
        for path in ["/v1/workouts/\(Self.uuid)", "/v1/workouts", "/v1/samples?type=workout", "/v1/changes"] {
            let answer = try await world.store.get(path, token: token)
            #expect(answer.status == 200 && answer.body.contains(Self.uuid), "\(path) \(answer.body)")
            text += answer.body
        }
        return text
    }

    @Test(
        "recorded figures of a type that may not be read are hidden, with the rest of what came with the workout",
        arguments: [
            (",\(rateFigures)", ""), ("", #", "workoutStatistics": [\#(rateFigures)]"#),
            (
                "], \"workoutZoneGroups\": [{\"type\": \"heartRate\", \"unit\": \"count/min\", \"zones\": [{\"minimum\": 151.25, \"duration\": 60}]}",
                ""
            ),
        ])
    func figures(_ place: (String, String)) async throws {
        try await TwoPeople.with { world in
            let body = Self.workout.replacing("FIGURES", with: place.0).replacing("ACTIVITY", with: place.1)
            let posted = try await world.store.service.send(
                "POST", "/v1/batches", token: try world.token().text, body: body)
            #expect(posted.status == 200 && !posted.body.contains("rejected\":[{"), "\(posted.body)")
            func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }
            var then = Self.rate
            (then.from, then.to) = (try instant("2024-05-01T00:00:00Z"), try instant("2024-05-02T00:00:00Z"))
            var later = then
            (later.from, later.to) = (try instant("2024-05-01T10:30:00Z"), try instant("2024-05-02T00:00:00Z"))
            let cases: [(scopes: [AccessScope], isShown: Bool)] = [
                ([Self.activity], false), ([Self.activity, Self.rate], true), ([Self.activity, then], true),
                ([Self.activity, later], false), ([.allGroups], true),
            ]
            for (scopes, isShown) in cases {
                let text = try await seen(scopes.map { AccessTerms(rights: .read, scope: $0) }, world)
                #expect(text.contains("151.25") == isShown, "\(scopes)")
                #expect(text.lowercased().contains("heartrate") == isShown, "\(scopes) \(text)")
            }
        }
    }

    @Test("a holder that may only write sees the figures of a workout that it saved")
    func own() async throws {
        try await TwoPeople.with { world in
            try world.share(AccessTerms(rights: .write, scope: .allGroups))
            let token = try world.token(of: "Ben").text
            let body = Self.workout.replacing("FIGURES", with: "," + Self.rateFigures).replacing("ACTIVITY", with: "")
            #expect(try await world.store.service.send("POST", "/v1/batches", token: token, body: body).status == 200)
            let answer = try await world.store.get("/v1/workouts/\(Self.uuid)", token: token)
            #expect(answer.body.contains("151.25"), "\(answer.body)")
        }
    }
}
