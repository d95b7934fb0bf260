import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ImportDetailTests {
    @Test("an import keeps metadata, parts and the columns of workouts")
    func details() async throws {
        try await TestStore.with { store in
            let (steps, workout) = (UUID(), UUID())
            try store.importing { maker in
                try maker.add(steps, metadata: #"{"HKTimeZone": "Europe/Berlin"}"#)
                try maker.add(
                    workout, .workout(Workout(activityType: 37, duration: 1800, totalDistance: 5000)),
                    metadata: #"{"HKIndoorWorkout": 0}"#, parts: #"[{"name": "WorkoutEvent"}]"#)
            }
            let step = try #require(try store.samples().first)
            #expect(TestStore.text(step.metadata) == #"{"HKTimeZone": "Europe/Berlin"}"#)
            let run = try #require(try store.samples("workout").first)
            #expect(run.workout == Workout(activityType: 37, duration: 1800, totalDistance: 5000))
            #expect(TestStore.text(run.metadata) == #"{"HKIndoorWorkout": 0}"#)
            #expect(TestStore.text(run.parts) == #"[{"name": "WorkoutEvent"}]"#)
        }
    }

    @Test("batches of one transaction do not see each other's records again")
    func oneTransaction() async throws {
        try await TestStore.with { store in
            let receipts = try store.session.transaction {
                try (0..<3).map { number in
                    try store.post { maker in
                        try maker.add(UUID(), .quantity(Double(number)))
                        if number == 1 { try maker.add(UUID(), .category(3)) }
                    }
                }
            }
            #expect(receipts.map(\.samples.count) == [1, 2, 1])
            #expect(receipts.map(\.changePosition) == [1, 3, 4])
            #expect(try store.count("sample") == 4)
        }
    }
}
