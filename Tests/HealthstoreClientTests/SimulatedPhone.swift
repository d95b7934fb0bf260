import Foundation
import HealthstoreClient
import Synchronization
import TestSupport

/// A phone's store as HealthKit's behaves: objects never change, deletions are remembered, and an
/// anchored query delivers the latest change of each object in the order of the changes.
final class SimulatedPhone: HealthSampleStore {
    static let types = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierBodyMass",
        "HKCategoryTypeIdentifierSleepAnalysis",
    ]

    private struct State {
        var samples: [UUID: SampleRecord] = [:]
        /// The latest change of each object.
        var changes: [UUID: (number: Int, type: String)] = [:]
        var changeNumber = 0
        var listeners: [AsyncStream<StoreUpdate>.Continuation] = []
        /// Types without authorisation to read.
        var hidden: Set<String> = []
        /// Anchors from before are unusable.
        var era = 0
        var isLocked = false
        var pages = 0
        var completions = 0
        /// The types that the store does not show, and the reason.
        var unreadable: [String: String] = [:]
        var summaries: [ActivitySummaryRecord] = []
        var summaryQueries = 0
        var characteristics: [CharacteristicRecord] = []
        /// The starts of the windows that the person shares, by type.
        var windows: [String: Date] = [:]

        func shown(_ type: String) -> [SampleRecord] {
            hidden.contains(type) ? [] : samples.values.filter { $0.type == type && isInWindow($0) }
        }

        /// As in HealthKit, the end of a sample decides.
        func isInWindow(_ sample: SampleRecord) -> Bool {
            windows[sample.type].map { sample.endDate >= $0 } ?? true
        }

        func anchor(_ number: Int?) -> Data {
            Data(((era > 0 ? "\(era):" : "") + String(number ?? changeNumber)).utf8)
        }

        func number(_ anchor: Data?) throws -> Int {
            guard let anchor else { return 0 }
            let parts = String(decoding: anchor, as: UTF8.self).split(separator: ":").compactMap { Int($0) }
            guard parts.count == (era > 0 ? 2 : 1), era == 0 || parts[0] == era else { throw UnusableAnchorError() }
            return parts[parts.count - 1]
        }
    }

    private let state = Mutex(State())
    /// Records the changes.
    private let trace: SimulationTrace?

    init(trace: SimulationTrace? = nil) { self.trace = trace }

    // MARK: HealthSampleStore

    struct IsLocked: Error {}

    func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges {
        try state.withLock { state in
            guard !state.isLocked else { throw IsLocked() }
            state.pages += 1
            let position = try state.number(anchor)
            let all = state.changes.filter {
                $0.value.type == type && $0.value.number > position && !state.hidden.contains(type)
                    && state.samples[$0.key].map(state.isInWindow) ?? true
            }.sorted { $0.value.number < $1.value.number }
            let page = all.prefix(limit)
            return SampleChanges(
                added: page.compactMap { state.samples[$0.key] },
                deleted: page.map(\.key).filter { state.samples[$0] == nil },
                anchor: state.anchor(page.last?.value.number), hasMore: all.count > limit,
                unreadableReason: state.unreadable[type])
        }
    }

    func deletions(of type: String, after anchor: Data?, limit: Int) async throws -> DeletionPage {
        try read { state in
            let position = try state.number(anchor)
            let all = state.changes.filter {
                $0.value.type == type && $0.value.number > position && state.samples[$0.key] == nil
            }.sorted { $0.value.number < $1.value.number }
            let page = all.prefix(limit)
            let hasMore = all.count > limit
            return DeletionPage(
                deleted: page.map(\.key), anchor: state.anchor(hasMore ? page.last?.value.number : nil),
                hasMore: hasMore, unreadableReason: state.unreadable[type])
        }
    }

    func identities(of type: String, from start: Date?, to end: Date?, limit: Int) async throws -> [SampleIdentity] {
        try read { state in
            let all = state.shown(type).filter {
                $0.startDate >= start ?? .distantPast && $0.startDate < end ?? .distantFuture
            }
            return all.sorted { $0.startDate < $1.startDate }.prefix(limit).map {
                SampleIdentity(uuid: $0.uuid, startDate: $0.startDate, source: $0.source?.bundleIdentifier)
            }
        }
    }

    func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord] {
        try read { state in
            uuids.compactMap { state.hidden.contains(type) ? nil : state.samples[$0] }
                .filter { $0.type == type && state.isInWindow($0) }
        }
    }

    func activitySummaries(from first: String, to end: String) async throws -> [ActivitySummaryRecord] {
        try read { state in
            state.summaryQueries += 1
            return state.summaries.filter { first <= $0.date && $0.date < end }
        }
    }

    func characteristic(_ type: String) async throws -> CharacteristicRecord? {
        try read { state in state.characteristics.first { $0.type == type } }
    }

    func earliestAuthorizedSampleDate(of type: String) async throws -> Date? {
        try read { state in state.windows[type] }
    }

    private func read<Value: Sendable>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            guard !state.isLocked else { throw IsLocked() }
            return try body(&state)
        }
    }

    func updates(_ types: [String]) -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    // MARK: Events on a phone

    var samples: [SampleRecord] { state.withLock { Array($0.samples.values) } }
    var pageCount: Int { state.withLock { $0.pages } }

    var latestAnchor: Data { state.withLock { $0.anchor(nil) } }
    var isObserved: Bool { state.withLock { !$0.listeners.isEmpty } }
    var completionCount: Int { state.withLock { $0.completions } }

    /// Withdraws the authorisation to read a type, which then looks empty.
    func hide(_ type: String, _ isHidden: Bool = true) {
        state.withLock { state in
            if isHidden { state.hidden.insert(type) } else { state.hidden.remove(type) }
        }
    }

    /// Shares only the samples of a type that end at `start` or later, or all of them.
    func share(_ type: String, since start: Date?) { state.withLock { $0.windows[type] = start } }

    /// Makes anchors unusable, as after a new setup of the phone.
    func invalidateAnchors() { state.withLock { $0.era += 1 } }

    /// Drops remembered deletions, as HealthKit does after some time.
    func forgetDeletions() {
        state.withLock { state in
            let samples = state.samples
            state.changes = state.changes.filter { samples[$0.key] != nil }
        }
    }

    /// Makes a type unreadable, as without a request for authorisation.
    func makeUnreadable(_ type: String, _ reason: String) { state.withLock { $0.unreadable[type] = reason } }

    func setSummaries(_ summaries: [ActivitySummaryRecord]) { state.withLock { $0.summaries = summaries } }
    func setCharacteristics(_ characteristics: [CharacteristicRecord]) {
        state.withLock { $0.characteristics = characteristics }
    }
    var summaryQueryCount: Int { state.withLock { $0.summaryQueries } }

    /// Reports that a type cannot be observed.
    func failToObserve(_ type: String, _ reason: String) {
        state.withLock { state in
            let update = StoreUpdate(type, failure: reason) { [weak self] in
                self?.state.withLock { $0.completions += 1 }
            }
            state.listeners.forEach { $0.yield(update) }
        }
    }

    func lock(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

    func save(_ samples: [SampleRecord]) {
        state.withLock { state in
            for sample in samples {
                state.samples[sample.uuid] = sample
                state.changeNumber += 1
                state.changes[sample.uuid] = (state.changeNumber, sample.type)
                trace?.note("saved", sample.type, sample.uuid.uuidString, String(state.changeNumber))
            }
            for type in Set(samples.map(\.type)) {
                let update = StoreUpdate(type) { [weak self] in self?.state.withLock { $0.completions += 1 } }
                state.listeners.forEach { $0.yield(update) }
            }
        }
    }

    /// Returns other parts of samples from now on, without a change, as after a person has shared a
    /// document.
    func complete(_ samples: [SampleRecord]) {
        state.withLock { state in for sample in samples { state.samples[sample.uuid] = sample } }
    }

    func delete(_ samples: [SampleRecord]) {
        state.withLock { state in
            for sample in samples where state.samples.removeValue(forKey: sample.uuid) != nil {
                state.changeNumber += 1
                state.changes[sample.uuid] = (state.changeNumber, sample.type)
                trace?.note("deleted", sample.type, sample.uuid.uuidString, String(state.changeNumber))
            }
        }
    }

    func endUpdates() {
        state.withLock { state in state.listeners.forEach { $0.finish() } }
    }

    /// Performs one random action of a person or an app. Samples of one type never overlap.
    func live(_ generator: inout SeededGenerator) {
        let type = SimulatedPhone.types.randomElement(using: &generator) ?? SimulatedPhone.types[0]
        let day = Int.random(in: 0..<5, using: &generator)
        let ofDay = samples.filter { $0.type == type && SimulatedPhone.day(of: $0) == day }
            .sorted { $0.startDate < $1.startDate }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5:
            let taken = Set(ofDay.map(\.startDate))
            let slots = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                Int.random(in: 0..<144, using: &generator)
            }
            save(
                Set(slots).sorted().filter { !taken.contains(SimulatedPhone.start(day: day, slot: $0)) }
                    .map { SimulatedPhone.sample(type, day: day, slot: $0, &generator) })
        case 5..<7:
            // An edit is a deletion and an addition.
            guard let old = ofDay.randomElement(using: &generator) else { return }
            delete([old])
            var new = old
            new.uuid = SimulatedPhone.uuid(&generator)
            new.value = SimulatedPhone.value(type, &generator)
            save([new])
        case 7..<9:
            delete(ofDay.filter { _ in generator.chance(30) })
        default:
            // Garmin deletes a day and writes it again under new uuids.
            delete(ofDay)
            save(
                ofDay.map { old in
                    var new = old
                    new.uuid = SimulatedPhone.uuid(&generator)
                    return new
                })
        }
    }

    // MARK: Samples

    private static let epoch = Date(timeIntervalSince1970: 1_714_521_600)
    static let sources = ["com.apple.health.1", "com.apple.health.2"]

    private static func source(slot: Int) -> SampleRecord.Source {
        SampleRecord.Source(
            name: "Ada’s iPhone", bundleIdentifier: sources[slot % 2], version: "17.4", productType: "iPhone14,2",
            operatingSystemVersion: "17.4.0")
    }

    static func start(day: Int, slot: Int) -> Date {
        epoch.addingTimeInterval(Double(day) * 86_400 + Double(slot) * 600 + 0.123456)
    }

    private static func day(of sample: SampleRecord) -> Int {
        Int(sample.startDate.timeIntervalSince(epoch) / 86_400)
    }

    static func sample(
        _ type: String = types[0], day: Int = 0, slot: Int, _ generator: inout SeededGenerator
    ) -> SampleRecord {
        let start = start(day: day, slot: slot)
        var sample = SampleRecord(
            uuid: uuid(&generator), type: type, startDate: start, endDate: start.addingTimeInterval(599.5),
            source: source(slot: slot))
        sample.value = value(type, &generator)
        sample.unit = [types[0]: "count", types[1]: "kg"][type]
        return sample
    }

    /// Sums of eighths are exact.
    private static func value(_ type: String, _ generator: inout SeededGenerator) -> SampleRecord.Value {
        type == types[2]
            ? .number(Double(Int.random(in: 2...5, using: &generator)))
            : .number(Double(Int.random(in: 400...1_600, using: &generator)) / 8)
    }

    static func uuid(_ generator: inout SeededGenerator) -> UUID {
        func byte() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
        return UUID(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte() & 0x0F | 0x40, byte(), byte() & 0x3F | 0x80,
                byte(), byte(), byte(), byte(), byte(), byte(), byte()
            ))
    }
}
