import Foundation
import HealthstoreClient
import TestSupport
import Testing

/// Tests of the client's questions against the built service.
@Suite struct ReadingTests {
    private static let may = TimeRange(from: "2024-05-01", to: "2024-05-03", timeZone: "Europe/Berlin")

    private func withClient(_ samples: [SampleRecord], _ body: (HealthstoreClient) async throws -> Void) async throws {
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            for first in stride(from: 0, to: samples.count, by: 500) {
                let receipt = try await client.post(Array(samples[first..<min(first + 500, samples.count)]))
                #expect(receipt.rejected.isEmpty, "\(receipt.rejected)")
            }
            try await body(client)
        }
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func record(_ type: String, _ start: String, _ end: String, source: String = "Watch") throws -> SampleRecord
    {
        SampleRecord(
            uuid: UUID(), type: type, startDate: try date(start), endDate: try date(end),
            source: SampleRecord.Source(name: source, bundleIdentifier: "com.apple.health"))
    }

    private func quantity(
        _ type: String, _ value: Double, _ unit: String, _ start: String, _ end: String? = nil, source: String = "Watch"
    ) throws -> SampleRecord {
        var record = try record(type, start, end ?? start, source: source)
        (record.value, record.unit) = (.number(value), unit)
        return record
    }

    @Test("statistics have the figures, units, sources and dates of the service")
    func statistics() async throws {
        let samples = [
            try quantity("stepCount", 100, "count", "2024-05-01T08:00:00Z", "2024-05-01T08:10:00Z"),
            try quantity("stepCount", 40, "count", "2024-05-01T12:00:00Z", "2024-05-01T12:10:00Z", source: "Phone"),
            try quantity("heartRate", 60, "count/min", "2024-05-01T08:00:00Z"),
            try quantity("heartRate", 1.5, "count/s", "2024-05-02T08:00:00Z"),
        ]
        try await withClient(samples) { client in
            let both = try await client.statistics(["stepCount", "heartRate"], in: Self.may)
            #expect(both.map(\.type) == ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"])
            #expect(both[0].unit == "count" && both[0].statistics?.sum == 140 && both[0].statistics?.count == 2)
            #expect(Set(both[0].sources.map(\.name)) == ["Watch", "Phone"] && both[0].bySource == nil)
            #expect(try both[0].from == date("2024-04-30T22:00:00Z") && both[0].to == date("2024-05-02T22:00:00Z"))
            #expect(!both[0].partial && both[0].timeZone == "Europe/Berlin")
            let rate = both[1].statistics
            #expect(rate?.average == 75 && rate?.minimum == 60 && rate?.maximum == 90 && rate?.sum == nil)
            #expect(try rate?.mostRecent?.startDate == date("2024-05-02T08:00:00Z"))

            let alone = try await client.statistics(
                ["stepCount"], in: Self.may, options: [.cumulativeSum], sources: ["Phone"], separateBySource: true)
            #expect(alone[0].statistics?.sum == 40 && alone[0].statistics?.duration == nil)
            #expect(alone[0].bySource?.map(\.statistics?.sum) == [40])
            // The plus of a name must arrive as a plus.
            let zone = TimeRange(
                from: .moment(try date("2024-05-01T00:00:00Z")), to: .moment(try date("2024-05-02T00:00:00Z")),
                timeZone: "Etc/GMT+1")
            #expect(try await client.statistics(["stepCount"], in: zone)[0].timeZone == "Etc/GMT+1")
        }
    }

    @Test("a collection has every bucket, also those without samples")
    func collection() async throws {
        let samples = [
            try quantity("stepCount", 100, "count", "2024-05-01T08:00:00Z", "2024-05-01T08:10:00Z"),
            try quantity("stepCount", 7, "count", "2024-05-03T08:00:00Z", "2024-05-03T08:10:00Z"),
        ]
        try await withClient(samples) { client in
            let range = TimeRange(from: "2024-05-01", to: "2024-05-04", timeZone: "Europe/Berlin")
            let days = try await client.statisticsCollection(["stepCount"], by: "day", in: range)[0]
            #expect(days.buckets.map(\.statistics?.sum) == [100, nil, 7] && days.interval == "day")
            #expect(try days.buckets[0].startDate == date("2024-04-30T22:00:00Z"))
            #expect(days.buckets.map(\.sources.count) == [1, 0, 1] && days.buckets.allSatisfy { !$0.partial })
            let anchored = try await client.statisticsCollection(
                ["stepCount"], by: "2day", in: range, anchor: "2024-04-30")[0]
            #expect(anchored.buckets.map(\.statistics?.sum) == [100, 7])
            #expect(anchored.buckets.map(\.partial) == [true, false])
        }
    }

    @Test("samples of several pages arrive once, in order, as they were sent")
    func samples() async throws {
        let start = try date("2024-05-01T00:00:00Z")
        let sent = (0..<2_300).map { number in
            var record = SampleRecord(
                uuid: UUID(), type: "HKQuantityTypeIdentifierHeartRate",
                startDate: start.addingTimeInterval(Double(number)), endDate: start.addingTimeInterval(Double(number)),
                source: SampleRecord.Source(name: "Watch"))
            (record.value, record.unit) = (.number(Double(50 + number % 100)), "count/min")
            return record
        }
        try await withClient(sent) { client in
            var read: [SampleRecord] = []
            for try await sample in try client.samples("heartRate") { read.append(sample) }
            #expect(read.map(\.uuid) == sent.map(\.uuid))
            #expect(read.map(\.value) == sent.map(\.value) && read.map(\.startDate) == sent.map(\.startDate))
            #expect(read[0].unit == "count/min" && read[0].source?.name == "Watch")
            let newest = try client.samples("heartRate", isDescending: true).makeAsyncIterator()
            var iterator = newest
            #expect(try await iterator.next()?.uuid == sent.last?.uuid)
            var none = try client.samples("heartRate", in: TimeRange(from: "2030-01-01")).makeAsyncIterator()
            #expect(try await none.next() == nil)
            #expect(try await none.next() == nil)
        }
    }

    @Test("nights have their stages and sessions")
    func sleep() async throws {
        func stage(_ value: Double, _ start: String, _ end: String) throws -> SampleRecord {
            var record = try record("sleepAnalysis", start, end)
            record.value = .number(value)
            return record
        }
        // 3 is core, 4 is deep.
        let samples = [
            try stage(3, "2024-05-01T21:00:00Z", "2024-05-02T01:00:00Z"),
            try stage(4, "2024-05-02T01:00:00Z", "2024-05-02T03:00:00Z"),
        ]
        try await withClient(samples) { client in
            let nights = try await client.sleep(in: Self.may, withSegments: true)
            #expect(nights.map(\.date) == ["2024-05-01", "2024-05-02"])
            #expect(nights[0].main == nil && nights[0].naps.isEmpty)
            let main = try #require(nights[1].main)
            #expect(nights[1].asleep == 21_600 && main.stages.core == 14_400 && main.stages.deep == 7_200)
            #expect(main.segments?.map(\.stage) == ["core", "deep"] && nights[1].aggregate == false)
            #expect(try main.startDate == date("2024-05-01T21:00:00Z"))
            #expect(try await client.sleep(in: Self.may)[1].main?.segments == nil)
        }
    }

    @Test("workouts have figures, and an unknown workout is nil")
    func workouts() async throws {
        var run = try record("workout", "2024-05-01T08:00:00Z", "2024-05-01T09:00:00Z")
        (run.workoutActivityType, run.duration, run.totalDistance) = (.name("running"), 3_600, 10_000)
        let rate = try quantity("heartRate", 150, "count/min", "2024-05-01T08:30:00Z")
        try await withClient([run, rate]) { client in
            var found: [StoredWorkout] = []
            for try await workout in try client.workouts(in: Self.may, activityType: "running", types: ["heartRate"]) {
                found.append(workout)
            }
            #expect(found.map(\.uuid) == [run.uuid] && found.first?.workoutActivityTypeName == "running")
            #expect(found.first?.totalDistance == 10_000 && found.first?.duration == 3_600)
            #expect(found.first?.statistics?.map(\.statistics?.average) == [150])
            #expect(try await client.workout(run.uuid)?.startDate == run.startDate)
            #expect(try await client.workout(UUID()) == nil)
        }
    }

    @Test("changes arrive page by page from an anchor, and a sequence that polls waits for the next")
    func changes() async throws {
        let first = try quantity("stepCount", 1, "count", "2024-05-01T08:00:00Z")
        try await withClient([first]) { client in
            var anchor: String?
            var changes: [ChangePage.Change] = []
            for try await page in client.changes() {
                changes += page.changes
                anchor = page.anchor
            }
            #expect(saved(changes) == [first.uuid] && anchor != nil)
            let second = try quantity("stepCount", 2, "count", "2024-05-01T09:00:00Z")
            let reader = Task { [anchor] in
                var changes: [ChangePage.Change] = []
                for try await page in client.changes(after: anchor, pollInterval: .milliseconds(20)) {
                    changes += page.changes
                    if changes.count == 2 { break }
                }
                return changes
            }
            _ = try await client.post([second], deleted: [first.uuid])
            let later = try await reader.value
            #expect(saved(later) == [second.uuid])
            #expect(later.contains(.deleted(first.uuid, type: "HKQuantityTypeIdentifierStepCount")))
            // An anchor belongs to the types of its question.
            let error = await #expect(throws: HealthstoreError.self) {
                for try await _ in client.changes(of: ["heartRate"], after: anchor) {}
            }
            #expect(error?.code == .refused && error?.serviceCode == "foreign_anchor")
        }
    }

    private func saved(_ changes: [ChangePage.Change]) -> [UUID] {
        changes.compactMap {
            guard case .saved(let sample) = $0 else { return nil }
            return sample.uuid
        }
    }

    @Test("a wrong question is an error with the service's code, and no answer is another")
    func errors() async throws {
        try await LiveService.own { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            let unknown = await #expect(throws: HealthstoreError.self) {
                try await client.statistics(["footCount"], in: Self.may)
            }
            #expect(unknown?.code == .refused && unknown?.serviceCode == "unknown_type", "\(unknown as Any)")
            let endless = await #expect(throws: HealthstoreError.self) {
                try await client.statistics(["stepCount"], in: TimeRange(from: "2024-05-01"))
            }
            #expect(endless?.code == .refused && endless?.status == 400)
            #expect(throws: HealthstoreError.self) {
                try client.samples("stepCount", in: TimeRange(from: .moment(.distantFuture.addingTimeInterval(1e12))))
            }
            let stranger = HealthstoreClient(address: client.address, token: "hs_1_nothing")
            let refused = await #expect(throws: HealthstoreError.self) { try await stranger.sleep(in: Self.may) }
            #expect(refused?.code == .notAccepted)
            await service.kill()
            let lost = await #expect(throws: HealthstoreError.self) { try await client.sleep(in: Self.may) }
            #expect(lost?.code == .notReachable && lost?.isTransient == true)
        }
    }
}
