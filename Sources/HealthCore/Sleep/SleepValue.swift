/// The value of a sleepAnalysis sample: HealthKit's `HKCategoryValueSleepAnalysis`, with its raw
/// values. Samples with other values are ignored.
///
/// https://developer.apple.com/documentation/healthkit/hkcategoryvaluesleepanalysis
public enum SleepValue: Int32, CaseIterable, Sendable {
    /// In bed, asleep or not. It is not a stage, and sources record it in addition to stages.
    case inBed = 0
    /// Asleep in an unknown stage. Before iOS 16 it was the only value for sleep.
    case asleepUnspecified = 1
    case awake = 2
    case asleepCore = 3
    case asleepDeep = 4
    case asleepREM = 5

    /// Every value except `inBed`.
    public static let stages: [SleepValue] = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM, .awake]

    public var isStage: Bool { self != .inBed }

    public var isAsleep: Bool { self != .inBed && self != .awake }

    /// True for a specific stage of sleep.
    public var isSpecific: Bool { isAsleep && self != .asleepUnspecified }

    /// The name in answers: `unspecified`, `core`, `deep`, `rem` or `awake` for a stage, and
    /// `inBed` for time in bed.
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
