import Foundation

/// Whether the tests that take long are on, which `scripts/test --long` runs, but not continuous
/// integration. Each rule also has a test that always runs.
public enum LongRun {
    public static let isOn = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_LONG"] == "1"
}

/// The number of repetitions of random tests with other seeds.
public enum Rounds {
    /// Returns `short`, or in a long run `long` times `HEALTHSTORE_TEST_ROUNDS`. The default factor
    /// is 1. A soak test uses more rounds, as in `HEALTHSTORE_TEST_ROUNDS=10 scripts/test --long`.
    public static func count(_ long: Int, short: Int = 1) -> Int {
        LongRun.isOn ? max(short, Int((Double(long) * factor).rounded())) : short
    }

    private static let factor = max(
        0, ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_ROUNDS"].flatMap(Double.init) ?? 1)
}
