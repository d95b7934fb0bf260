/// What a sample of the type sleepAnalysis says: HealthKit's `HKCategoryValueSleepAnalysis`, with its raw values. Samples
/// with other values are ignored.
///
/// https://developer.apple.com/documentation/healthkit/hkcategoryvaluesleepanalysis
public enum SleepValue: Int32, CaseIterable, Sendable {
    /// In bed, asleep or not. It is no stage: it stands beside the stages.
    case inBed = 0
    /// Asleep, and nobody knows how; all that there was before iOS 16.
    case asleepUnspecified = 1
    case awake = 2
    case asleepCore = 3
    case asleepDeep = 4
    case asleepREM = 5

    /// Every value but `inBed`.
    public static let stages: [SleepValue] = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM, .awake]

    public var isStage: Bool { self != .inBed }

    public var isAsleep: Bool { self != .inBed && self != .awake }

    /// Whether it says which kind of sleep it was.
    public var isSpecific: Bool { isAsleep && self != .asleepUnspecified }

    /// The name of a stage in answers: `unspecified`, `core`, `deep`, `rem` or `awake`; `inBed` beside them.
    public var name: String {
        switch self {
        case .inBed: "inBed"
        case .asleepUnspecified: "unspecified"
        case .awake: "awake"
        case .asleepCore: "core"
        case .asleepDeep: "deep"
        case .asleepREM: "rem"
        }
    }
}
