/// An exact fraction in lowest terms; the denominator is positive.
struct Ratio: Hashable, Sendable {
    let numerator: Int128
    let denominator: Int128

    static let one = Ratio(1)
    static let zero = Ratio(0)

    init(_ value: Int128) {
        numerator = value
        denominator = 1
    }

    /// Returns nil if the denominator is below 1.
    init?(_ numerator: Int128, over denominator: Int128) {
        guard denominator > 0, numerator > Int128.min else { return nil }
        let divisor = Ratio.greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// Creates a power of ten; nil if 128 bits cannot hold it.
    init?(tenToThe exponent: Int) {
        guard abs(exponent) <= 38 else { return nil }
        var power: Int128 = 1
        for _ in 0..<abs(exponent) { power *= 10 }
        self.init(exponent < 0 ? 1 : power, over: exponent < 0 ? power : 1)
    }

    /// Parses digits with at most one dot between them, such as `28.349523125`. A sign or an
    /// exponent is not accepted.
    init?(decimal text: some StringProtocol) {
        var value: Int128 = 0
        var decimals: Int?
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeStill) = shifted.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
            guard !isTooLarge, !isTooLargeStill else { return nil }
            value = sum
            decimals = decimals.map { $0 + 1 }
        }
        guard !text.isEmpty, !text.hasPrefix("."), !text.hasSuffix("."),
            let scale = Ratio(tenToThe: decimals ?? 0)
        else { return nil }
        self.init(value, over: scale.numerator)
    }

    /// The fraction with numerator and denominator exchanged; nil for zero.
    var reciprocal: Ratio? {
        numerator < 0 ? Ratio(-denominator, over: -numerator) : Ratio(denominator, over: numerator)
    }

    /// The nearest double, to within one ulp.
    var value: Double { Double(numerator) / Double(denominator) }

    /// Returns the product; nil if it does not fit.
    func multiplied(by other: Ratio) -> Ratio? {
        // Common factors are cancelled first. So an overflow means that the result does not fit.
        let down = Ratio.greatestCommonDivisor(numerator, other.denominator)
        let up = Ratio.greatestCommonDivisor(other.numerator, denominator)
        let (top, isTopTooLarge) = (numerator / down).multipliedReportingOverflow(by: other.numerator / up)
        let (bottom, isBottomTooLarge) = (denominator / up).multipliedReportingOverflow(by: other.denominator / down)
        guard !isTopTooLarge, !isBottomTooLarge else { return nil }
        return Ratio(top, over: bottom)
    }

    /// Returns the difference; nil if it does not fit.
    func subtracting(_ other: Ratio) -> Ratio? {
        let (left, isLeftTooLarge) = numerator.multipliedReportingOverflow(by: other.denominator)
        let (right, isRightTooLarge) = other.numerator.multipliedReportingOverflow(by: denominator)
        let (top, isTopTooLarge) = left.subtractingReportingOverflow(right)
        let (bottom, isBottomTooLarge) = denominator.multipliedReportingOverflow(by: other.denominator)
        guard !isLeftTooLarge, !isRightTooLarge, !isTopTooLarge, !isBottomTooLarge else { return nil }
        return Ratio(top, over: bottom)
    }

    private static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
        var (larger, smaller) = (first.magnitude, second.magnitude)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        // At least one argument is a denominator and therefore not zero.
        return Int128(clamping: max(larger, 1))
    }
}
