/// A sum of doubles whose error does not grow with the number of terms. So figures do not depend on
/// the order of samples. This is Neumaier's variant of Kahan's algorithm.
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    mutating func add(_ term: Double) {
        let next = sum + term
        compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    /// Multiplies every term added so far by `factor`.
    mutating func scale(by factor: Double) {
        sum *= factor
        compensation *= factor
    }

    /// After an overflow of the sum, the compensation is not a number and is ignored.
    var value: Double { compensation.isFinite ? sum + compensation : sum }
}
