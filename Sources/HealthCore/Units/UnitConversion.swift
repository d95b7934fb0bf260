import Foundation

/// Turns values in one unit into values in another. Made by `Unit.conversion(to:)`.
public struct UnitConversion: Sendable {
    /// The sound pressure of 0 dBASPL, in pascal.
    static let soundPressureReference = 2e-5

    static let identity = UnitConversion(from: .none, linear: .identity, to: .none)

    /// (value × numerator + offset) / denominator
    fileprivate struct Linear {
        var numerator: Double
        var offset: Double
        var denominator: Double

        static let identity = Linear(numerator: 1, offset: 0, denominator: 1)

        var isIdentity: Bool { numerator == 1 && offset == 0 && denominator == 1 }
    }

    private enum Level {
        case none
        case soundPressure
    }

    private var source: Level
    private var linear: Linear
    private var target: Level

    private init(from source: Level, linear: Linear, to target: Level) {
        self.source = source
        self.linear = linear
        self.target = target
    }

    /// Nil where a double cannot hold the factor.
    init?(scale: Scale, offset: Ratio, fromLevel: Bool, toLevel: Bool) {
        source = fromLevel ? .soundPressure : .none
        target = toLevel ? .soundPressure : .none
        linear =
            UnitConversion.exact(scale: scale, offset: offset)
            ?? Linear(
                numerator: scale.value, offset: offset.value, denominator: 1)
        guard linear.numerator.isFinite, linear.numerator != 0, linear.offset.isFinite else { return nil }
    }

    /// Both fractions over one denominator. Nil where one of the whole numbers is no double.
    private static func exact(scale: Scale, offset: Ratio) -> Linear? {
        let (top, isTopTooLarge) = scale.ratio.numerator.multipliedReportingOverflow(by: offset.denominator)
        let (shift, isShiftTooLarge) = offset.numerator.multipliedReportingOverflow(by: scale.ratio.denominator)
        let (bottom, isBottomTooLarge) = scale.ratio.denominator.multipliedReportingOverflow(by: offset.denominator)
        guard scale.inexact == 1, !isTopTooLarge, !isShiftTooLarge, !isBottomTooLarge,
            let numerator = Double(exactly: top), let offset = Double(exactly: shift),
            let denominator = Double(exactly: bottom)
        else { return nil }
        return Linear(numerator: numerator, offset: offset, denominator: denominator)
    }

    /// Whether every value stays what it is, bit for bit.
    public var isIdentity: Bool { source == .none && target == .none && linear.isIdentity }

    /// The factor and what is added to value × factor, each rounded once; nil from or to a level, whose values are no multiples.
    public var affine: (factor: Double, shift: Double)? {
        guard source == .none, target == .none else { return nil }
        return (linear.numerator / linear.denominator, linear.offset / linear.denominator)
    }

    /// The value in the other unit, as if computed exactly and rounded once (save rare ties) where the factor is a
    /// fraction of whole numbers a double holds (nearly all units), within a few units in the last
    /// place otherwise.
    ///
    /// Not-a-number and infinities stay. A sound pressure of zero is -infinity as a level, and a
    /// negative one not-a-number.
    public func callAsFunction(_ value: Double) -> Double {
        if isIdentity { return value }
        var value = value
        if source == .soundPressure { value = UnitConversion.soundPressureReference * pow(10, value / 20) }
        value = linear(value)
        if target == .soundPressure { value = 20 * log10(value / UnitConversion.soundPressureReference) }
        return value
    }

    /// The value in the other unit as answers print it: the shortest decimal among the result and the two doubles beside it.
    ///
    /// A canonical value was itself rounded when it was stored, so the last digit is unknown: 62 count/min, stored as
    /// 1.0333333333333334 count/s, comes back as 62.00000000000001.
    public func printed(_ value: Double) -> Double {
        let result = self(value)
        // As many digits as a double has where no shorter text means it.
        guard !isIdentity, result.isFinite, result.digitCount > 15 else { return result }
        var best = (value: result, digits: result.digitCount)
        for neighbour in [result.nextDown, result.nextUp] where neighbour.digitCount < best.digits - 1 {
            best = (neighbour, neighbour.digitCount)
        }
        return best.value
    }
}

extension Double {
    /// Decimal digits of the shortest text that means this double.
    fileprivate var digitCount: Int {
        var count = 0
        for byte in description.utf8 {
            if byte == UInt8(ascii: "e") { break }
            // Zeros in front of the first digit say nothing.
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
            if count > 0 || byte != UInt8(ascii: "0") { count += 1 }
        }
        return count
    }
}

extension UnitConversion.Linear {
    fileprivate func callAsFunction(_ value: Double) -> Double {
        let product = value * numerator
        // Adding zero would lose the sign of a negative zero.
        let sum = offset == 0 ? product : product + offset
        let quotient = sum / denominator
        guard sum.isFinite else {
            // The product of a huge value overflows although the result may not.
            return value.isFinite ? value * (numerator / denominator) + offset / denominator : quotient
        }
        // What the three roundings lost, divided as well: the result is then all but correctly rounded.
        let lostInProduct = (-product).addingProduct(value, numerator)
        let offsetAsAdded = sum - product
        let lostInSum = (product - (sum - offsetAsAdded)) + (offset - offsetAsAdded)
        let remainder = sum.addingProduct(-quotient, denominator) + lostInProduct + lostInSum
        return remainder == 0 ? quotient : quotient + remainder / denominator
    }
}
