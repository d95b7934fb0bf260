import Foundation

/// The number of repetitions of random tests with other seeds.
public enum Rounds {
    /// Returns the usual rounds of a test times `HEALTHSTORE_TEST_ROUNDS`, but at least one round.
    /// The default factor is 1. A soak test uses more rounds, as in `HEALTHSTORE_TEST_ROUNDS=10
    /// scripts/test`.
    public static func count(_ usual: Int) -> Int { max(1, Int((Double(usual) * factor).rounded())) }

    private static let factor = max(
        0, ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_ROUNDS"].flatMap(Double.init) ?? 1)
}
