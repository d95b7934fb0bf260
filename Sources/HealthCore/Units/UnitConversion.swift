import Foundation

/// Converts values in one unit into values in another. `Unit.conversion(to:)` creates it.
public struct UnitConversion: Sendable {
    /// The sound pressure of 0 dBASPL, in pascal.
    static let soundPressureReference = 2e-5

    /// Changes no value.
    public static let identity = UnitConversion(fromLevel: false, linear: .identity, toLevel: false)
    /// Turns a fraction into per cent.
    static let percent = UnitConversion(
        fromLevel: false, linear: Linear(numerator: 100, offset: 0, denominator: 1), toLevel: false)

    /// (value × numerator + offset) / denominator
    fileprivate struct Linear {
        var numerator: Double
        var offset: Double
        var denominator: Double

        static let identity = Linear(numerator: 1, offset: 0, denominator: 1)

        var isIdentity: Bool { numerator == 1 && offset == 0 && denominator == 1 }
    }

    /// True if values are converted from levels of sound pressure.
    private var fromLevel: Bool
    private var linear: Linear
    /// True if values are converted to levels of sound pressure.
    private var toLevel: Bool

    /// Returns both fractions with a common denominator. Returns nil if a double cannot hold one of
    /// the whole numbers exactly.
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

    /// True if the conversion leaves every value unchanged, bit for bit.
    public var isIdentity: Bool { !fromLevel && !toLevel && linear.isIdentity }

    /// The factor and the shift of value × factor + shift, each rounded once. Nil if one of the
    /// units is a level, because levels are not linear.
    public var affine: (factor: Double, shift: Double)? {
        guard !fromLevel, !toLevel else { return nil }
        return (linear.numerator / linear.denominator, linear.offset / linear.denominator)
    }

    /// Returns the value in the other unit.
    ///
    /// Nearly all units have a factor that is a fraction of whole numbers that doubles can hold.
    /// Then the result is as if computed exactly and rounded once, except in rare ties. For other
    /// factors, the error is a few ulps.
    ///
    /// Not-a-number and infinities do not change. A sound pressure of zero becomes the level
    /// -infinity, and a negative pressure becomes not-a-number.
    public func callAsFunction(_ value: Double) -> Double {
        if isIdentity { return value }
        var value = value
        if fromLevel { value = UnitConversion.soundPressureReference * pow(10, value / 20) }
        value = linear(value)
        if toLevel { value = 20 * log10(value / UnitConversion.soundPressureReference) }
        return value
    }

    /// Returns the value in the other unit as answers print it. The value is rounded to six digits
    /// after the point if the result is this decimal or a double next to it.
    ///
    /// A canonical value was rounded when it was stored, so its last digit is not exact: 62
    /// count/min is stored as 1.0333333333333334 count/s and converts back to 62.00000000000001.
    public func printed(_ value: Double) -> Double {
        let result = self(value)
        let scaled = (result * UnitConversion.decimalScale).rounded()
        // From 2^53 on, the scaled value has no digits to round. Infinities and not-a-number do not
        // change either.
        guard !isIdentity, abs(scaled) < UnitConversion.exactMax else { return result }
        let decimal = scaled / UnitConversion.decimalScale
        return abs(decimal - result) <= result.ulp ? decimal : result
    }

    private static let decimalScale = 1e6
    /// Doubles below 2^53 hold every whole number.
    private static let exactMax = 9_007_199_254_740_992.0
}

extension UnitConversion {
    /// Returns nil if a double cannot hold the factor.
    init?(scale: Scale, offset: Ratio, fromLevel: Bool, toLevel: Bool) {
        let linear =
            UnitConversion.exact(scale: scale, offset: offset)
            ?? Linear(numerator: scale.value, offset: offset.value, denominator: 1)
        guard linear.numerator.isFinite, linear.numerator != 0, linear.offset.isFinite else { return nil }
        self.init(fromLevel: fromLevel, linear: linear, toLevel: toLevel)
    }
}

extension UnitConversion.Linear {
    fileprivate func callAsFunction(_ value: Double) -> Double {
        let product = value * numerator
        // Adding zero would remove the sign of a negative zero.
        let sum = offset == 0 ? product : product + offset
        let quotient = sum / denominator
        guard sum.isFinite else {
            // The product of a huge value may overflow even if the result does not.
            return value.isFinite ? value * (numerator / denominator) + offset / denominator : quotient
        }
        // The quotient of the rounding errors is added, so the result is nearly always correctly
        // rounded.
        let lostInProduct = (-product).addingProduct(value, numerator)
        let offsetAsAdded = sum - product
        let lostInSum = (product - (sum - offsetAsAdded)) + (offset - offsetAsAdded)
        let remainder = sum.addingProduct(-quotient, denominator) + lostInProduct + lostInSum
        return remainder == 0 ? quotient : quotient + remainder / denominator
    }
}
