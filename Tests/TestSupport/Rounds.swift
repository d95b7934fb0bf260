import Foundation

/// The number of repetitions of random tests with other seeds.
public enum Rounds {
    /// The rounds of a test times `HEALTHSTORE_TEST_ROUNDS`, which defaults to 1; at least one
    /// round. A soak test uses more: `HEALTHSTORE_TEST_ROUNDS=10 scripts/test`.
    public static func count(_ usual: Int) -> Int { max(1, Int((Double(usual) * factor).rounded())) }

    private static let factor = max(
        0, ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_ROUNDS"].flatMap(Double.init) ?? 1)
}
