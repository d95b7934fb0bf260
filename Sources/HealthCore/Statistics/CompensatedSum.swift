/// A sum of doubles whose error does not grow with the number of terms (Neumaier's variant of
/// Kahan's algorithm), so that the order in which samples arrive does not show in a figure.
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    mutating func add(_ term: Double) {
        let next = sum + term
        compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    /// Multiplies every term that was added.
    mutating func scale(by factor: Double) {
        sum *= factor
        compensation *= factor
    }

    /// The compensation is of no use once the sum has overflowed.
    var value: Double { compensation.isFinite ? sum + compensation : sum }
}
