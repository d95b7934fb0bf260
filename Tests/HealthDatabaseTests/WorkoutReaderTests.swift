import Foundation
import HealthCore
import HealthDatabase
import Testing

@Suite struct WorkoutReaderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func reader(_ store: TestStore) -> WorkoutReader {
        WorkoutReader(person: store.person, session: store.session)
    }

    private func request(
        _ set: (inout QuestionParameters) -> Void = { _ in }
    ) throws -> WorkoutRequest {
        var parameters: QuestionParameters = [:]
        set(&parameters)
        return try WorkoutQuestion(parameters).request(PersonSettings())
    }

    private func instant(_ second: Double) -> Instant {
        Instant(microseconds: SampleMaker.zero * 1_000_000 + Int64(second * 1_000_000))
    }

    private func statistics(
        _ store: TestStore, _ names: String? = nil, from: Double, to: Double
    ) throws -> [String: Statistics?] {
        let quantities = try names.map { try QuantityRequest.list($0) }
        let all = try reader(store).statistics(quantities, from: instant(from), to: instant(to))
        return Dictionary(
            uniqueKeysWithValues: all.map { ($0.quantity.type.shortName, $0.collection.buckets.first?.statistics) })
    }

    @Test("workouts are listed by start, optionally of one activity, page by page")
    func pages() throws {
        let uuids = (0..<7).map { _ in UUID() }
        try store.post { maker in
            for (index, uuid) in uuids.enumerated() {
                let workout = Workout(activityType: index % 2 == 0 ? 37 : 13)
                try maker.add(uuid, .workout(workout), at: Double(index) * 100)
            }
            try maker.add(.init(), .quantity(1), at: 0)
        }
        let reader = reader(store)
        #expect(try reader.page(try request()).samples.map(\.uuid) == uuids.reversed())
        let cycling = try reader.page(try request { $0[.activityType] = "cycling" })
        #expect(cycling.samples.map(\.uuid) == [uuids[5], uuids[3], uuids[1]])
        var seen: [UUID] = []
        var cursor: SampleCursor?
        repeat {
            let page = try reader.page(
                try request {
                    $0[.limit] = "2"
                    $0[.order] = "ascending"
                    $0[.activityType] = "running"
                }, after: cursor)
            seen += page.samples.map(\.uuid)
            cursor = page.next
        } while cursor != nil
        #expect(seen == [uuids[0], uuids[2], uuids[4], uuids[6]])
        let range = try reader.page(
            try request {
                // The range begins inside the second workout and ends at the start of the
                // fourth, which it excludes.
                $0[.from] = instant(130).rfc3339
                $0[.to] = instant(300).rfc3339
            })
        #expect(range.samples.map(\.uuid) == [uuids[2], uuids[1]])
    }

    @Test("a page has only events and activities of the parts; one workout also has its recorded figures")
    func parts() throws {
        let (recorded, other, none) = (UUID(), UUID(), UUID())
        try store.post { maker in
            try maker.add(
                recorded, .workout(),
                parts: """
                    {"workoutEvents": [1], "workoutActivities": 2, "isRecording": true, "route": 3,
                    "workoutStatistics": [4], "workoutZoneGroups": [5]}
                    """)
            try maker.add(other, .workout(), parts: #"{"children": 5}"#)
            try maker.add(none, .workout())
        }
        func object(_ json: [UInt8]?) throws -> NSDictionary? {
            try json.flatMap { try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary }
        }
        let page = try reader(store).page(try WorkoutQuestion([:]).request(PersonSettings())).samples
        func parts(_ uuid: UUID) throws -> NSDictionary? { try object(page.first { $0.uuid == uuid }?.parts) }
        let null = NSNull()
        #expect(try parts(recorded) == ["workoutEvents": [1], "workoutActivities": 2, "isRecording": true])
        #expect(try parts(other) == ["workoutEvents": null, "workoutActivities": null, "isRecording": null])
        #expect(try parts(none) == nil)
        #expect(
            try object(try reader(store).workout(recorded)?.parts) == [
                "workoutEvents": [1], "workoutActivities": 2, "isRecording": true, "workoutStatistics": [4],
                "workoutZoneGroups": [5],
            ])
    }

    @Test("statistics cover every quantity type with samples in the time, clipped to it")
    func statistics() throws {
        try store.post { maker in
            // Half of this sample is before the start.
            try maker.add(.init(), .quantity(100), at: -50, lasting: 100)
            // A source of lower priority counts only at times at which the other source has no
            // sample.
            try maker.add(.init(), .quantity(1_000), at: 0, lasting: 100, from: SampleMaker.scale)
            let heart = ("count/min", "heartRate")
            for (at, value) in [(-1.0, 60.0), (0, 120), (99.5, 150), (100, 240)] {
                try maker.add(.init(), .quantity(value, unit: heart.0, type: heart.1), at: at, lasting: 0)
            }
            // These samples only touch the workout.
            try maker.add(.init(), .quantity(1, unit: "kcal", type: "activeEnergyBurned"), at: -10, lasting: 10)
            try maker.add(.init(), .quantity(1, unit: "kcal", type: "basalEnergyBurned"), at: 100, lasting: 10)
            // The first of these samples has a type that is not in the catalogue, and the
            // second is no quantity sample.
            try maker.add(.init(), .quantity(1, unit: "count", type: "HKQuantityTypeIdentifierNew"), at: 10)
            try maker.add(.init(), .category(1), at: 10)
            try maker.add(.init(), .workout(), at: 0, lasting: 100)
        }
        let all = try statistics(store, from: 0, to: 100)
        #expect(Set(all.keys) == ["stepCount", "heartRate"])
        let steps = try #require(all["stepCount"] ?? nil)
        #expect(steps.count == 2 && steps.sum == 50 + 500)
        let heart = try #require(all["heartRate"] ?? nil)
        #expect(heart.count == 2 && heart.minimum == 2 && heart.maximum == 2.5)
        let named = try statistics(store, "basalEnergyBurned,stepCount", from: 0, to: 100)
        #expect(named == ["stepCount": steps, "basalEnergyBurned": Statistics?.none])
        #expect(try statistics(store, "stepCount", from: 100, to: 100).isEmpty)
        #expect(try statistics(store, from: 100, to: 100).isEmpty)
        let afterwards = try statistics(store, from: 100, to: 101)
        #expect(Set(afterwards.keys) == ["basalEnergyBurned", "heartRate"])
    }

    @Test("a sample as long as all of time is found in every workout, another person's in none")
    func longest() throws {
        let bob = store.of(try PersonStore.create(name: "Bob", store.session))
        try bob.post { maker in try maker.add(at: 10) }
        #expect(try statistics(store, from: 0, to: 100).isEmpty)
        try store.post { maker in
            try maker.add(.init(), .quantity(60, unit: "kg", type: "bodyMass"), start: .earliest, end: .latest)
            try maker.add(.init(), .workout(), start: .earliest, end: .latest)
        }
        #expect(try statistics(store, from: 0, to: 100)["bodyMass"]??.average == 60)
        let all = try reader(store).statistics(nil, from: .earliest, to: .latest)
        #expect(all.map(\.quantity.type.shortName) == ["bodyMass"])
    }
}
