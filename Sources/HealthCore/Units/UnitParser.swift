import Foundation

/// Parses HealthKit's unit strings.
///
///     unit    := "" | "()" | product [ "/" product ] | "1/" product
///     product := factor { ( "." | "*" | "·" ) factor }
///     factor  := ( "(" product ")" | atom ) [ "^" integer ]
///     atom    := [ prefix ] symbol | [ prefix ] "mol<" decimal ">"
///
/// A unit has at most one fraction bar, which is not inside parentheses. Every factor after the bar
/// is a divisor.
struct UnitParser {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    typealias Exponents = [UnitAtom: Int]

    static func factors(of text: String) throws(UnitError) -> Exponents {
        guard text.utf8.count <= Unit.stringBytesMax else {
            throw UnitError(.tooLong, "unit is longer than \(Unit.stringBytesMax) bytes")
        }
        if text.isEmpty || text == "()" { return [:] }
        var parser = UnitParser(text)
        return try parser.unit()
    }

    private init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    private mutating func unit() throws(UnitError) -> Exponents {
        var factors: Exponents = [:]
        if bytes.starts(with: "1/".utf8) {
            position = 1
        } else {
            factors = try product()
        }
        if take("/") { try add(try product(), to: &factors, times: -1) }
        guard position == bytes.count else { throw malformed("has text after its end") }
        return factors
    }

    private mutating func product() throws(UnitError) -> Exponents {
        var factors = try factor()
        while takeMultiplicationSign() { try add(try factor(), to: &factors, times: 1) }
        return factors
    }

    private mutating func factor() throws(UnitError) -> Exponents {
        var base: Exponents
        if take("(") {
            depth += 1
            guard depth <= Unit.nestingMax else {
                throw malformed("has more than \(Unit.nestingMax) nested parentheses")
            }
            base = try product()
            guard take(")") else { throw malformed("has an unclosed parenthesis") }
            depth -= 1
        } else {
            base = [try atom(): 1]
        }
        guard take("^") else { return base }
        var power: Exponents = [:]
        try add(base, to: &power, times: try exponent())
        return power
    }

    private mutating func atom() throws(UnitError) -> UnitAtom {
        let start = position
        while position < bytes.count, UnitParser.isSymbolByte(bytes[position]) { position += 1 }
        guard position > start else { throw malformed("lacks a symbol") }
        let symbol = String(decoding: bytes[start..<position], as: UTF8.self)
        let table = UnitSymbolTable.shared
        guard take("<") else {
            guard let atom = table[symbol] else { throw unknown(symbol) }
            return atom
        }
        guard var atom = table[symbol + "<M>"] else { throw unknown(symbol + "<") }
        atom.molarMass = try molarMass()
        guard take(">") else { throw malformed("has an unclosed molar mass") }
        return atom
    }

    /// Parses the molar mass and rounds it to HealthKit's sixteen significant digits. So the unit
    /// as given and the unit as printed are equal.
    private mutating func molarMass() throws(UnitError) -> String {
        let start = position
        while position < bytes.count, UnitParser.isDecimalByte(bytes[position]) { position += 1 }
        let decimal = String(decoding: bytes[start..<position], as: UTF8.self)
        guard decimal.first != ".", decimal.last != ".", let mass = Double(decimal) else {
            throw malformed("lacks a molar mass")
        }
        guard Unit.molarMasses.contains(mass) else { throw malformed("has a molar mass out of range") }
        return String(format: "%.16g", mass)
    }

    private mutating func exponent() throws(UnitError) -> Int {
        let isNegative = take("-")
        let start = position
        var value = 0
        while position < bytes.count, UnitParser.isDigit(bytes[position]) {
            value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
            guard value <= Unit.exponentMax else { throw malformed("has an exponent out of range") }
            position += 1
        }
        guard position > start else { throw malformed("lacks an exponent") }
        return isNegative ? -value : value
    }

    /// Adds `factors`, each exponent multiplied by `times`. An exponent of zero removes its atom.
    private func add(_ factors: Exponents, to sum: inout Exponents, times: Int) throws(UnitError) {
        for (atom, exponent) in factors {
            let total = (sum[atom] ?? 0) + exponent * times
            guard abs(total) <= Unit.exponentMax else { throw malformed("has an exponent out of range") }
            sum[atom] = total == 0 ? nil : total
        }
    }

    // MARK: Characters

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func takeMultiplicationSign() -> Bool {
        if take("*") || take(".") { return true }
        guard bytes[position...].starts(with: "\u{B7}".utf8) else { return false }
        position += 2
        return true
    }

    private static func isSymbolByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isDecimalByte(_ byte: UInt8) -> Bool { isDigit(byte) || byte == UInt8(ascii: ".") }

    // MARK: Errors

    private func malformed(_ what: String) -> UnitError { UnitError(.malformed, "unit \"\(text)\" \(what)") }

    private func unknown(_ symbol: String) -> UnitError {
        UnitError(.unknownSymbol, "symbol \"\(symbol)\" of unit \"\(text)\" is not known")
    }
}
