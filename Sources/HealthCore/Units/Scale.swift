/// A factor between units: an exact fraction times an inexact number.
struct Scale: Hashable, Sendable {
    static let one = Scale()

    /// The factor is `ratio` × `inexact`.
    private(set) var ratio = Ratio.one
    /// π and factors that 128 bits cannot hold; 1 for all ordinary units.
    private(set) var inexact = 1.0

    private init() {}

    /// Parses `a*b/c` of decimals and `pi`. Every term after a `/` is a divisor.
    init?(expression: String) {
        self.init()
        let parts = expression.split(separator: "/", omittingEmptySubsequences: false)
        guard let head = parts.first else { return nil }
        for term in head.split(separator: "*", omittingEmptySubsequences: false) {
            if term == "pi" {
                inexact *= .pi
            } else {
                guard let value = Ratio(decimal: term) else { return nil }
                multiply(by: value)
            }
        }
        for term in parts.dropFirst() {
            guard let value = Ratio(decimal: term)?.reciprocal else { return nil }
            multiply(by: value)
        }
    }

    mutating func multiply(by other: Ratio) {
        if let product = ratio.multiplied(by: other) {
            ratio = product
        } else {
            inexact *= ratio.value
            ratio = other
        }
    }

    /// Multiplies by `other` to the power of `exponent`.
    mutating func multiply(by other: Scale, exponent: Int) {
        guard let factor = exponent < 0 ? other.ratio.reciprocal : other.ratio else { return }
        for _ in 0..<abs(exponent) {
            multiply(by: factor)
            inexact = exponent < 0 ? inexact / other.inexact : inexact * other.inexact
        }
    }

    /// The factor as a double; not finite if no double can hold it.
    var value: Double { ratio.value * inexact }
}
