import Foundation

/// How often random tests repeat themselves with other seeds.
public enum Rounds {
    /// A share of the rounds that a test could make, one at least: `HEALTHSTORE_TEST_ROUNDS` is this share, 0.4 unless given. What
    /// continuous integration leaves out is for a soak: `HEALTHSTORE_TEST_ROUNDS=10 scripts/test`.
    public static func count(_ all: Int) -> Int { max(1, Int((Double(all) * share).rounded())) }

    private static let share = max(
        0, ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_ROUNDS"].flatMap(Double.init) ?? 0.4)
}
