import Foundation
import HealthCore
import HealthDatabase

/// Makes samples for batches and imports.
struct SampleMaker {
    var references = SampleReferences()
    private(set) var samples: [(ordinal: Int64, sample: Sample)] = []
    private(set) var elements: [ImportedRecord] = []
    var deletions: [SampleBatch.Deletion] = []
    var isResurrecting = false
    private(set) var ranges: [SampleBatch.CompleteRange] = []
    var extremes: [Int64: SampleExtremes] = [:]
    private var nextOrdinal: Int64 = 0

    enum Made {
        case quantity(Double, unit: String = "count", type: String = "stepCount")
        case series(QuantitySeries, unit: String, type: String)
        case category(Int32?, sent: String? = nil, type: String = "sleepAnalysis")
        case correlation(type: String = "bloodPressure")
        case workout(Workout = Workout(activityType: 37))
        case other(type: String = "audiogram")
    }

    static let watch = SourceRevision(
        name: "Ada’s Apple\u{a0}Watch", bundleIdentifier: "com.apple.health.W", version: "10", productType: "Watch6,1")
    static let phone = SourceRevision(
        name: "Ada’s iPhone", bundleIdentifier: "com.apple.health.P", version: "17", productType: "iPhone15,2")
    static let scale = SourceRevision(name: "Scale", bundleIdentifier: "org.example.scale", version: "1")

    /// 2024-05-01T10:00:00Z. The parameter `at` counts seconds from it.
    static let zero: Int64 = 1_714_557_600

    /// - Parameters:
    ///   - at: seconds after `zero`.
    ///   - container: the ordinal of the correlation or workout that contains the sample.
    ///   - sync: the sync identity. If `metadata` is not given, the metadata are made from it.
    /// - Returns: the sample's ordinal.
    @discardableResult
    mutating func add(
        _ uuid: UUID = UUID(), _ made: Made = .quantity(10), at: Double = 0, lasting: Double = 60,
        from source: SourceRevision = SampleMaker.phone, on device: Device? = nil, created: Instant? = nil,
        metadata: String = "", parts: String = "", in container: Int64? = nil, sync: SyncIdentity? = nil,
        workout: UUID? = nil
    ) throws -> Int64 {
        let start = SampleMaker.zero * 1_000_000 + Int64((at * 1_000_000).rounded())
        return try add(
            uuid, made, start: Instant(microseconds: start),
            end: Instant(microseconds: start + Int64((lasting * 1_000_000).rounded())), from: source, on: device,
            created: created, metadata: metadata, parts: parts, in: container, sync: sync, workout: workout)
    }

    @discardableResult
    mutating func add(
        _ uuid: UUID = UUID(), _ made: Made = .quantity(10), start: Instant, end: Instant,
        from source: SourceRevision = SampleMaker.phone, on device: Device? = nil, created: Instant? = nil,
        metadata: String = "", parts: String = "", in container: Int64? = nil, sync: SyncIdentity? = nil,
        workout: UUID? = nil
    ) throws -> Int64 {
        let (type, content) = try content(made)
        var metadata = metadata
        if let sync, metadata.isEmpty {
            metadata = #"{"\#(SyncIdentity.identifierKey)": "\#(sync.identifier)", "#
            metadata += #""\#(SyncIdentity.versionKey)": \#(sync.version.text)}"#
        }
        var members = SampleMembers()
        members.creation = created
        let sample = Sample(
            uuid: uuid, type: type, sourceRevision: try references.sourceRevision(source),
            device: try device.map { device throws in try references.device(device) }, start: start, end: end,
            members: members, content: content, metadata: Array(metadata.utf8), parts: Array(parts.utf8),
            container: container, sync: sync, workout: workout)
        samples.append((nextOrdinal, sample))
        nextOrdinal += 1
        return nextOrdinal - 1
    }

    /// States that the batches until this one have all samples of a type in a range.
    mutating func complete(_ type: String = "stepCount", from start: Instant, to end: Instant) throws {
        ranges.append(.init(type: try references.type(type, unknownAs: .other), start: start, end: end))
    }

    mutating func delete(_ uuid: UUID, type: String? = nil) throws {
        let place = try type.map { type throws in try references.type(type, unknownAs: .other) }
        deletions.append(.init(uuid: uuid, type: place))
    }

    mutating func addElement(
        _ name: String, _ uuid: UUID, key: String? = nil, exportedAt: Instant? = nil, json: String
    ) {
        elements.append(
            ImportedRecord(
                ordinal: nextOrdinal,
                item: .element(name: name, uuid: uuid, key: key, exportedAt: exportedAt, json: Array(json.utf8))))
        nextOrdinal += 1
    }

    /// Adds a file of an archive.
    mutating func addFile(_ path: String, json: String) {
        elements.append(
            ImportedRecord(ordinal: nextOrdinal, item: .file(path: path, json: Array(json.utf8))))
        nextOrdinal += 1
    }

    private mutating func content(_ made: Made) throws -> (Int32, Sample.Content) {
        switch made {
        case .quantity(let value, let unit, let name):
            let type = try references.type(name, unknownAs: .quantity)
            let unit = try references.unit(unit)
            return (type, .quantity(try references.quantity(type: type, unit: unit, value: value)))
        case .series(let series, let unit, let name):
            let type = try references.type(name, unknownAs: .quantity)
            let value =
                series.sentSummary
                ?? series.computedSummary(references.types[Int(type)].catalogued?.aggregationStyle)
            let summary = try references.quantity(type: type, unit: try references.unit(unit), value: value)
            return (type, .series(series, summary: summary))
        case .category(let value, let sent, let name):
            return (try references.type(name, unknownAs: .category), .category(value: value, sent: sent))
        case .correlation(let name): return (try references.type(name, unknownAs: .correlation), .correlation)
        case .workout(let workout): return (try references.type("workout", unknownAs: .workout), .workout(workout))
        case .other(let name): return (try references.type(name, unknownAs: .other), .other)
        }
    }

    /// The samples, with their extremes.
    private var complete: [(ordinal: Int64, sample: Sample)] {
        samples.map { ordinal, sample in
            guard let extremes = extremes[ordinal], let quantity = sample.content.quantity else {
                return (ordinal, sample)
            }
            var sample = sample
            sample.content = .aggregate(quantity, extremes)
            return (ordinal, sample)
        }
    }

    var batch: SampleBatch {
        var batch = SampleBatch()
        batch.references = references
        batch.samples = complete
        batch.deletions = deletions
        batch.isResurrecting = isResurrecting
        batch.complete = ranges
        return batch
    }

    /// The records as an import reads them, in order of their ordinals.
    var records: [ImportedRecord] {
        let samples = complete.map { ImportedRecord(ordinal: $0.ordinal, item: .sample($0.sample)) }
        return (samples + elements).sorted { $0.ordinal < $1.ordinal }
    }
}

extension SampleMaker {
    /// Returns a request of an automation whose points are the samples. Its window is the range from
    /// the first to the last of them.
    func request(of automation: String, session: String? = nil, hasWindow: Bool = true) -> AutomationRequest {
        var request = AutomationRequest(automation: automation, session: session)
        request.batch = batch
        request.points = 0..<Int64(samples.count)
        let starts = samples.map(\.sample.start)
        if hasWindow, let first = starts.min(), let last = starts.max() { request.windows = [0: first...last] }
        return request
    }
}

extension TestStore {
    @discardableResult
    func write(_ request: AutomationRequest) throws -> AutomationReceipt {
        try ClientWriter(person: person, session: session).write(request)
    }
}
