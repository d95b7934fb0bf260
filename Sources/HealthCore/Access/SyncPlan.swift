/// What a phone is to send. The service keeps the plan, and the phone obeys it.
///
/// The encoded form is stored (`health.sync_plan`).
public struct SyncPlan: Hashable, Codable, Sendable {
    /// How often HealthKit wakes the app for new samples.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkupdatefrequency
    public enum Frequency: String, CaseIterable, Codable, Sendable {
        case immediate, hourly, daily, weekly
    }

    /// A type whose recent samples alone the person shares with an app.
    public struct Shared: Hashable, Codable, Sendable {
        /// The identifier of the type.
        public var type: String
        /// No earlier sample is shared.
        public var start: Instant

        public init(type: String, start: Instant) {
            self.type = type
            self.start = start
        }
    }

    /// Identifiers of types to send. If `groups` is nil, too, all types are sent.
    public var types: [String]?
    /// Groups whose types are sent besides `types`.
    public var groups: [AccessGroup]?
    /// Samples that start earlier are not sent, and the service refuses them; nil for all samples.
    public var start: Instant?
    /// Bundle identifiers of sources; nil for all sources.
    public var sources: [String]?
    /// False if only samples of `sources` are sent. True if samples of all other sources are sent.
    public var leavesOutSources = false
    /// False if the phone sends nothing until the plan changes.
    public var isOn = true
    /// The least time from one run of the phone to the next, in seconds; 0 to `leastIntervalMax`.
    public var leastInterval = 0
    public var frequency = Frequency.immediate

    public init() {}

    /// The name of the plan of all phones that have no plan of their own.
    public static let defaultDevice = "default"
    /// A week.
    public static let leastIntervalMax = 7 * 86_400
    /// The most types, and the most sources, of a plan.
    public static let namesMax = 1_000

    /// The identifiers of the types to send in alphabetical order; nil for all types. The rings are
    /// part of the group activity, and the characteristics are part of the group other.
    public var allTypes: [String]? {
        guard types != nil || groups != nil else { return nil }
        let ofGroups = Catalogue.sampleTypes.filter { groups?.contains($0.accessGroup) ?? false }
        var all = Set(ofGroups.map(\.identifier) + (types ?? []))
        if groups?.contains(.activity) ?? false { all.insert(ActivitySummary.typeIdentifier) }
        if groups?.contains(.other) ?? false { all.formUnion(CharacteristicType.identifiers) }
        return all.sorted()
    }
}
