import Foundation

/// What a phone is to send. The service keeps the plan, and `SyncEngine` obeys it.
public struct SyncPlan: Codable, Hashable, Sendable {
    /// How often HealthKit wakes the app, as in `HKUpdateFrequency`.
    public enum Frequency: String, Codable, Sendable {
        case immediate, hourly, daily, weekly
    }

    /// Identifiers of types to send. If `groups` is nil, too, all types are sent.
    public var types: [String]?
    /// The service's groups whose types are sent besides `types`, such as `activity`.
    public var groups: [String]?
    /// The identifiers of all types to send, those of `types` and of `groups`; nil for all types.
    /// The service computes it.
    public private(set) var allTypes: [String]?
    /// Samples that start earlier are not sent; nil for all samples.
    public var startDate: Date?
    /// Bundle identifiers of the only sources whose samples are sent; nil for all sources.
    public var onlySources: [String]?
    /// Bundle identifiers of sources whose samples are not sent.
    public var withoutSources: [String]?
    /// False if the phone sends nothing for now.
    public var isOn = true
    /// The least time from one run to the next, in seconds.
    public var leastInterval: TimeInterval = 0
    public var frequency = Frequency.immediate

    private enum CodingKeys: String, CodingKey {
        case types, groups, allTypes, startDate, onlySources, withoutSources, isOn, leastInterval, frequency
    }

    public init() {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        types = try container.decodeIfPresent([String].self, forKey: .types)
        groups = try container.decodeIfPresent([String].self, forKey: .groups)
        allTypes = try container.decodeIfPresent([String].self, forKey: .allTypes)
        startDate = try container.decodeIfPresent(Date.self, forKey: .startDate)
        onlySources = try container.decodeIfPresent([String].self, forKey: .onlySources)
        withoutSources = try container.decodeIfPresent([String].self, forKey: .withoutSources)
        isOn = try container.decode(Bool.self, forKey: .isOn)
        leastInterval = try container.decodeIfPresent(TimeInterval.self, forKey: .leastInterval) ?? 0
        // A frequency of a newer service is at least as rare as the fastest.
        let frequency = try container.decodeIfPresent(String.self, forKey: .frequency)
        self.frequency = frequency.flatMap(Frequency.init) ?? .immediate
    }

    /// The service's error code for a sample that starts before its plan.
    static let earlyCode = "before_start"

    /// True if the plan sends samples of a type.
    public func includes(_ type: String) -> Bool { allTypes?.contains(type) ?? true }

    /// True if the plan sends the samples of a source.
    func includes(source: String?) -> Bool {
        if let onlySources { return source.map(onlySources.contains) ?? false }
        return source.map { withoutSources?.contains($0) != true } ?? true
    }

    /// True if the plan sends a sample of one of its types.
    func includes(startDate start: Date, source: String?) -> Bool {
        startDate.map { $0 <= start } ?? true && includes(source: source)
    }

    /// True if the plan leaves out samples by their source.
    var choosesSources: Bool { onlySources != nil || withoutSources?.isEmpty == false }

    /// True if the plan sends samples of sources that `earlier` left out.
    func widensSources(of earlier: SyncPlan) -> Bool {
        guard earlier.choosesSources else { return false }
        let listed = [onlySources, withoutSources, earlier.onlySources, earlier.withoutSources].flatMap { $0 ?? [] }
        // Nil stands for any source that no list names.
        let sources = listed.map(Optional.some) + [String?.none, UUID().uuidString]
        return sources.contains { includes(source: $0) && !earlier.includes(source: $0) }
    }
}

extension SyncPlan {
    /// The members that the service takes. It computes the others.
    struct Change: Encodable {
        var plan: SyncPlan

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(plan.types, forKey: .types)
            try container.encodeIfPresent(plan.groups, forKey: .groups)
            try container.encodeIfPresent(plan.startDate, forKey: .startDate)
            try container.encodeIfPresent(plan.onlySources, forKey: .onlySources)
            try container.encodeIfPresent(plan.withoutSources, forKey: .withoutSources)
            try container.encode(plan.isOn, forKey: .isOn)
            try container.encode(Int(plan.leastInterval), forKey: .leastInterval)
            try container.encode(plan.frequency, forKey: .frequency)
        }
    }
}
