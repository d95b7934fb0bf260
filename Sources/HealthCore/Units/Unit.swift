/// A unit of measure: HealthKit's `HKUnit`, written as its unit string (`count/min`, `mL/min·kg`).
/// HealthKit's `%` is written as `fraction`, and both are parsed.
///
/// Spellings with the same factors are equal: `mL/(kg*min)`, `ml/kg*min` and `mL·kg^-1·min^-1`.
/// Different symbols of the same size, such as `kcal` and `Cal`, are not equal, but convert into
/// each other. `m/m` is the null unit, but `dL/L` is not.
///
/// https://developer.apple.com/documentation/healthkit/hkunit
public struct Unit: Hashable, Sendable, CustomStringConvertible {
    /// The greatest length of an accepted string, in UTF-8 bytes.
    public static let stringBytesMax = 200
    /// The greatest accepted nesting of parentheses.
    public static let nestingMax = 20
    /// The greatest accepted exponent of a symbol, positive or negative. It applies to the string
    /// and to the unit after factors are combined.
    public static let exponentMax = 99
    /// The accepted molar masses of `mol<M>`, in g/mol. They are those that print without an
    /// exponent.
    public static let molarMasses = 0.001...1e12

    /// A unit without dimension, printed `()`.
    public static let null = Unit([:])

    /// HealthKit's spelling of the unit, but `fraction` for its `%`.
    ///
    /// Factors are joined with U+00B7, without parentheses even after the `/`: `mL/min·kg`. The
    /// numerator has the order of the catalogue's symbols, and the denominator has the reverse
    /// order. All orders that HealthKit is known to print follow this rule. A reciprocal is written
    /// as `1/s`.
    public let unitString: String

    private let factors: [Factor]

    private struct Factor: Sendable {
        var atom: UnitAtom
        var exponent: Int
    }

    /// Parses HealthKit's unit string. Case is significant. White space is not allowed.
    ///
    /// - Throws: `UnitError` with the code `malformed`, `unknownSymbol` or `tooLong`.
    public init(parsing string: String) throws(UnitError) {
        self.init(try UnitParser.factors(of: string))
    }

    private init(_ exponents: UnitParser.Exponents) {
        factors = exponents.map { Factor(atom: $0, exponent: $1) }.sorted { Unit.precedes($0.atom, $1.atom) }
        unitString = Unit.string(of: factors)
    }

    public var description: String { unitString }

    /// `unitString` has every factor, so equal strings mean equal units.
    public static func == (first: Unit, second: Unit) -> Bool { first.unitString == second.unitString }

    public func hash(into hasher: inout Hasher) { hasher.combine(unitString) }

    // MARK: Printing

    private static func precedes(_ first: UnitAtom, _ second: UnitAtom) -> Bool {
        if first.symbol != second.symbol { return first.symbol < second.symbol }
        if first.prefix != second.prefix { return first.prefix > second.prefix }
        return (first.molarMass ?? "") < (second.molarMass ?? "")
    }

    private static func string(of factors: [Factor]) -> String {
        let table = UnitSymbolTable.shared
        func joined(_ factors: [Factor]) -> String {
            factors.map { factor in
                let name = table.name(of: factor.atom)
                return abs(factor.exponent) == 1 ? name : "\(name)^\(abs(factor.exponent))"
            }.joined(separator: "\u{B7}")
        }
        let numerator = factors.filter { $0.exponent > 0 }
        let denominator = factors.filter { $0.exponent < 0 }
        if denominator.isEmpty { return numerator.isEmpty ? "()" : joined(numerator) }
        return (numerator.isEmpty ? "1" : joined(numerator)) + "/" + joined(denominator.reversed())
    }

    // MARK: Conversion

    /// Returns true if a value in this unit can be expressed in the other.
    ///
    /// As in HealthKit, the symbols decide the dimension: W and J/s, Hz and 1/s, L and m^3 are not
    /// compatible. `count` and `fraction` are compatible, with a factor of 1.
    public func isCompatible(with other: Unit) -> Bool { dimension == other.dimension }

    /// Returns the conversion of values in this unit into the other unit.
    ///
    /// A temperature or sound level inside a compound unit (`degC/min`) is a difference. The
    /// conversion then uses the scale of the unit, but not its zero.
    ///
    /// - Throws: `UnitError` with the code `incompatible`, or with `outOfRange` for extreme units
    ///   such as `Tm^99` to `fm^99`.
    public func conversion(to other: Unit) throws(UnitError) -> UnitConversion {
        if self == other { return .identity }
        guard isCompatible(with: other) else {
            throw UnitError(.incompatible, "unit \"\(self)\" does not convert to \"\(other)\"")
        }
        var scale = Scale.one
        for (atom, exponent) in exponents.merging(other.exponents.mapValues { -$0 }, uniquingKeysWith: +) {
            scale.multiply(by: UnitSymbolTable.shared.scale(of: atom), exponent: exponent)
        }
        var offset = Ratio.zero
        if self.offset != other.offset {
            let difference = self.offset.subtracting(other.offset)
            guard let divisor = other.scale.ratio.reciprocal, let shift = difference?.multiplied(by: divisor) else {
                throw outOfRange(other)
            }
            offset = shift
        }
        guard
            let conversion = UnitConversion(
                scale: scale, offset: offset, fromLevel: isLevel, toLevel: other.isLevel)
        else { throw outOfRange(other) }
        return conversion
    }

    private func outOfRange(_ other: Unit) -> UnitError {
        UnitError(.outOfRange, "the factor from unit \"\(self)\" to \"\(other)\" is out of range")
    }

    /// The only factor, if the unit is not a compound; else nil.
    private var single: UnitAtom? {
        guard factors.count == 1, let factor = factors.first, factor.exponent == 1 else { return nil }
        return factor.atom
    }

    /// True if values are levels in decibels relative to the base unit.
    private var isLevel: Bool {
        guard let single, case .logarithmic = UnitSymbolTable.shared.symbols[single.symbol].conversion
        else { return false }
        return true
    }

    /// The zero of this unit's scale, expressed in the base unit.
    private var offset: Ratio {
        guard let single, case .linear(_, let offset) = UnitSymbolTable.shared.symbols[single.symbol].conversion
        else { return .zero }
        return offset
    }

    private var exponents: UnitParser.Exponents {
        Dictionary(factors.map { ($0.atom, $0.exponent) }, uniquingKeysWith: +)
    }

    /// The factor by which values are converted into the base units.
    private var scale: Scale {
        factors.reduce(into: .one) { scale, factor in
            scale.multiply(by: UnitSymbolTable.shared.scale(of: factor.atom), exponent: factor.exponent)
        }
    }

    /// The base units and their exponents.
    private var dimension: [String: Int] {
        let isCompound = single == nil
        var dimension: [String: Int] = [:]
        for factor in factors {
            let symbol = UnitSymbolTable.shared.symbols[factor.atom.symbol]
            var base = symbol.baseUnit
            // Inside a compound, a level has no linear size. So its unit converts only into itself.
            if isCompound, case .logarithmic = symbol.conversion { base = symbol.name }
            dimension[base, default: 0] += factor.exponent
        }
        return dimension.filter { $0.value != 0 }
    }
}
