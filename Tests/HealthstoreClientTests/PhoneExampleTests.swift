import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthstoreClient
@testable import PhoneLogic

@Suite("The app in Examples/Phone") struct PhoneExampleTests {
    @MainActor private final class Connections: @MainActor ConnectionStore {
        var text: String?
        var isLocked = false

        func read() throws -> String? {
            guard !isLocked else { throw HealthstoreError(.storageFailed, "it is locked") }
            return text
        }

        func write(_ text: String?) throws { self.text = text }
    }

    private final class Access: HealthAccess {
        private let state = Mutex<(asked: [[String]], mustAsk: Bool)>(([], true))

        var asked: [[String]] { state.withLock { $0.asked } }
        func mustAsk(for types: [String]) async throws -> Bool { state.withLock { $0.mustAsk } }
        func ask(for types: [String]) async throws { state.withLock { $0 = ($0.asked + [types], false) } }
    }

    private static let steps = SimulatedPhone.types[0]

    /// The app on a simulated phone.
    @MainActor private final class Bench {
        let phone = SimulatedPhone()
        let connections = Connections()
        let access = Access()
        let model: PhoneModel
        let folder: URL

        init(_ directory: String) {
            folder = URL(fileURLWithPath: directory)
            var configuration = SyncConfiguration()
            configuration.reportsTimeZone = false
            model = PhoneModel(
                PhoneParts(
                    connections: connections, access: access, store: phone, folder: folder,
                    configuration: configuration, makeTransport: { URLSessionTransport() }))
        }

        /// Saves samples of today, from 00:00 on.
        @discardableResult func walk(_ count: Int, from index: Int = 0) -> [SampleRecord] {
            var generator = SeededGenerator(UInt64(index))
            let midnight = Calendar.current.startOfDay(for: Date())
            let samples = (index..<index + count).map { index in
                var sample = SimulatedPhone.sample(slot: index, &generator)
                sample.startDate = midnight.addingTimeInterval(Double(index))
                sample.endDate = sample.startDate.addingTimeInterval(1)
                sample.value = .number(10)
                return sample
            }
            phone.save(samples)
            return samples
        }
    }

    private func live(_ body: @MainActor (Bench, LiveService, String) async throws -> Void) async throws {
        try await LiveService.with { service in
            let directory = try makeTemporaryDirectory()
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let bench = await Bench(directory)
            try await body(bench, service, "\(try await service.address.absoluteString)/#token=\(service.token)")
            // The engine must not outlive the service.
            await bench.model.disconnect()
        }
    }

    @MainActor private func wait(_ what: String, _ condition: () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("\(what) did not happen")
    }

    @Test("a person connects, grants, sees what was sent and today's figures, switches off and on, and disconnects")
    func journey() async throws {
        try await live { bench, service, connection in
            let model = bench.model
            model.start()
            #expect(model.phase == .unconnected)
            bench.walk(5)
            await model.connect(connection)
            #expect(model.failure == nil && model.phase == .connected)
            #expect(bench.access.asked == [ChosenTypes.all])
            try await wait("sending") { model.status.sentCounts[Self.steps] == 5 && model.status.recent.count == 5 }
            #expect(model.status.recent[0].title == "Step count" && model.status.recent[0].text == "10 count")
            #expect(model.status.plan?.isOn == true && model.isOn)

            await model.loadToday()
            #expect(model.today == Today(steps: 50) && model.failure == nil)

            await model.setOn(false)
            try await wait("the pause") { model.status.pause == .off }
            #expect(!model.isOn && model.failure == nil)
            bench.walk(3, from: 10)
            try await Task.sleep(for: .milliseconds(200))
            #expect(try await service.samples(Self.steps).count == 5)
            await model.setOn(true)
            try await wait("sending") { model.status.sentCount == 8 }
            #expect(try await service.samples(Self.steps).count == 8)
            #expect(model.isOn && model.status.pause == nil)

            await model.leaveScreen()
            await model.uploadsEnded()
            #expect(model.failure == nil)
            await model.disconnect()
            #expect(model.phase == .unconnected && bench.connections.text == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).isEmpty)
        }
    }

    @Test("today has the steps, the heart rate and the sleep of the day on the phone's clock")
    func today() async throws {
        try await live { _, _, connection in
            let client = try HealthstoreClient(connection: connection)
            // 1 May 2024 in Tokyo.
            let midnight = Date(timeIntervalSince1970: 1_714_489_200)
            var generator = SeededGenerator(3)
            func sample(_ type: String, _ start: Double, _ end: Double, _ value: Double, _ unit: String?)
                -> SampleRecord
            {
                var sample = SimulatedPhone.sample(type, slot: 0, &generator)
                sample.startDate = midnight.addingTimeInterval(start * 3_600)
                sample.endDate = midnight.addingTimeInterval(end * 3_600)
                (sample.value, sample.unit) = (.number(value), unit)
                return sample
            }
            let heartRate = "HKQuantityTypeIdentifierHeartRate"
            _ = try await client.post([
                sample(Self.steps, -1, -0.5, 7, "count"), sample(Self.steps, 1, 2, 100, "count"),
                sample(Self.steps, 25, 26, 7, "count"), sample(heartRate, 3, 3, 60, "count/min"),
                sample(SimulatedPhone.types[2], -2, 4, 3, nil),
            ])
            let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
            for hour in [0, 23.5] {
                let now = midnight.addingTimeInterval(hour * 3_600)
                let today = try await Today.load(from: client, now: now, zone: zone)
                let rate = Today.HeartRate(average: 60, minimum: 60, maximum: 60)
                #expect(today == Today(steps: 100, heartRate: rate, asleep: 6 * 3_600))
            }
        }
    }

    @Test("the app asks for the types of the plan, and again for those that a wider plan adds")
    func plan() async throws {
        try await live { bench, _, connection in
            let client = try HealthstoreClient(connection: connection)
            var plan = SyncPlan()
            plan.types = [Self.steps]
            try await client.put(plan, of: "phone")
            bench.walk(2)
            await bench.model.connect(connection)
            #expect(bench.access.asked == [[Self.steps]])
            try await wait("the plan") { bench.model.status.plan?.types == [Self.steps] }
            plan.types = [Self.steps, "HKQuantityTypeIdentifierBodyMass"]
            try await client.put(plan, of: "phone")
            // A sync that has read the plan before does not read it again.
            try await wait("the wider plan") {
                await bench.model.setOn(true)
                return bench.model.status.plan?.types?.count == 2
            }
            await bench.model.ask()
            #expect(bench.access.asked.last?.sorted() == plan.types?.sorted())
            #expect(bench.model.failure == nil && !bench.model.mustAsk)
            // The new engine has the anchors of the old one.
            bench.walk(1, from: 20)
            try await wait("sending") { bench.model.status.sentCount == 1 }
        }
    }

    @Test("the next launch knows that the sync is off, and shows the plan")
    func relaunch() async throws {
        try await live { bench, service, connection in
            await bench.model.connect(connection)
            await bench.model.setOn(false)
            try await wait("the pause") { bench.model.status.pause == .off }
            let next = Bench(bench.folder.appendingPathComponent("next").path)
            next.connections.text = connection
            next.walk(1)
            next.model.start()
            try await wait("the pause") { next.model.status.pause == .off }
            #expect(!next.model.isOn)
            await next.model.loadPlan()
            #expect(next.model.status.plan?.isOn == false && next.model.mustAsk)
            #expect(try await service.samples(Self.steps).isEmpty)
            await next.model.disconnect()
        }
    }

    @Test("a launch before the first unlock waits, and starts when the keychain can be read")
    func locked() async throws {
        try await live { bench, _, connection in
            bench.connections.text = connection
            bench.connections.isLocked = true
            bench.walk(1)
            bench.model.start()
            #expect(bench.model.phase == .waiting(Words.describe(HealthstoreError(.storageFailed, ""))))
            // A launch for uploads cannot do anything either.
            await bench.model.uploadsEnded()
            bench.connections.isLocked = false
            bench.model.start()
            #expect(bench.model.phase == .connected)
            try await wait("sending") { bench.model.status.sentCount == 1 }
        }
    }

    @Test("a code that the service does not accept is not kept, and the words say what to do")
    func refused() async throws {
        try await live { bench, service, connection in
            let model = bench.model
            model.start()
            await model.connect("https://example.org/")
            #expect(model.failure?.contains("no #token=") == true)
            let other = try await service.address.absoluteString + "/#token=hs_1_" + String(repeating: "0", count: 32)
            await model.connect(other + "_" + String(repeating: "0", count: 64))
            #expect(model.failure == "The service does not know this app. Scan a new QR code.")
            #expect(model.phase == .unconnected && bench.connections.text == nil && bench.access.asked.isEmpty)
            // A token that was revoked later ends the sync.
            bench.connections.text = other + "_" + String(repeating: "0", count: 64)
            model.start()
            try await wait("the end") { model.status.end != nil }
            #expect(model.status.end == "The service does not know this app. Scan a new QR code.")
            // The next launch tries again.
            bench.connections.text = connection
            model.start()
            try await wait("the plan") { model.status.plan != nil }
            #expect(model.status.end == nil)
        }
    }

    @Test("the state tells the last problems, what is not visible, and what the sync waits for")
    func status() {
        var status = SyncStatus()
        let date = Date(timeIntervalSince1970: 0)
        func note(_ event: SyncEvent) { status.note(event, at: date) }
        note(.unreadable(type: Self.steps, reason: "not asked"))
        note(.waiting(HealthstoreError(.notReachable, "no connection"), 2.5))
        note(.sharedSince(type: Self.steps, date))
        #expect(status.unreadable == [Self.steps: "not asked"] && status.sharedSince == [Self.steps: date])
        #expect(status.waiting == "The service was not reached. The app tries again. Next attempt in 3 s.")
        note(.paused(.until(date)))
        #expect(status.pause == .until(date))
        note(.progress(SyncProgress(type: Self.steps)))
        #expect(status.pause == nil && status.waiting == nil)
        for index in 0..<25 {
            note(
                .rejected(
                    RejectedSample(
                        uuid: nil, type: Self.steps, code: "unknown_unit", field: "unit", message: "is \(index)")))
        }
        #expect(status.problems.count == SyncStatus.linesMax)
        #expect(status.problems[0].text == "unit is 24 (unknown_unit)" && status.problems[0].title == "Step count")
        note(.failed(.updates(type: Self.steps), HealthstoreError(.storeUnavailable, "locked")))
        #expect(status.problems[0].text.hasPrefix("The phone is locked"))
        note(.sharedSince(type: Self.steps, nil))
        #expect(status.sharedSince.isEmpty)
    }

    @Test(
        "types have plain names",
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", "Step count"), ("HKWorkoutTypeIdentifier", "Workout"),
            ("HKCategoryTypeIdentifierSleepAnalysis", "Sleep analysis"),
            ("HKWorkoutRouteTypeIdentifier", "Workout route"),
            ("HKDataTypeIdentifierElectrocardiogram", "Electrocardiogram"),
            ("HKCorrelationTypeIdentifierBloodPressure", "Blood pressure"),
        ])
    func names(type: String, name: String) { #expect(Words.name(of: type) == name) }

    @Test("durations and rates have plain words")
    func words() {
        #expect(Words.hours(25_500) == "7 h 5 min")
        #expect(Words.describe(Today.HeartRate(average: 61.6, minimum: 48, maximum: 120)) == "62 (48–120)")
        #expect(Words.describe(SyncPause.off) == "The sync is off.")
        #expect(Words.describe(HealthstoreError(.notAccepted, "", status: 403)).hasPrefix("The QR code"))
        #expect(Words.describe(SampleRecord.Content.category(3)) == "value 3")
    }
}
