import HealthCore
import TestSupport
import Testing

@Suite("Unit strings")
struct UnitGrammarTests {
    @Test(
        "print as HealthKit prints them, but % as fraction",
        arguments: [
            ("l", "L"), ("ml", "mL"), ("Cal", "Cal"), ("%", "fraction"), ("fraction", "fraction"),
            ("%/min", "fraction/min"), ("mL/kg*min", "mL/min·kg"),
            ("mL/(kg*min)", "mL/min·kg"), ("mL*kg^-1.min^-1", "mL/min·kg"), ("kcal/hr·kg", "kcal/hr·kg"),
            ("mmol<180.15588000005408>/l", "mmol<180.1558800000541>/L"), ("mol<18.50>", "mol<18.5>"),
            ("mol", "mol"), ("", "()"), ("m/m", "()"), ("m^0*s", "s"), ("m^1", "m"), ("1/(m*s)", "1/s·m"),
            ("m^-2", "1/m^2"), ("((m*s)^2)^-1", "1/s^2·m^2"), ("((m))", "m"), ("m*m", "m^2"), ("s*m", "m·s"),
            ("m.s", "m·s"), ("m^99", "m^99"), ("m^-99", "1/m^99"), ("m^002", "m^2"), ("g*kg", "kg·g"),
            ("(m^2)^0", "()"), ("m/s^-1", "m·s"),
        ])
    func printing(_ input: String, _ printed: String) throws {
        let unit = try Unit(parsing: input)
        #expect(unit.unitString == printed)
        #expect(unit.description == printed)
        #expect(try Unit(parsing: printed) == unit)
        #expect(try Unit(parsing: printed).hashValue == unit.hashValue)
    }

    @Test("prefer a symbol without prefix to one with prefix")
    func symbolsBeforePrefixes() throws {
        for symbol in ["min", "mi", "ft", "pt_us", "cal", "mmHg", "Cal", "d", "pD", "cmAq", "deg", "degC", "Pa"] {
            #expect(try Unit(parsing: symbol).unitString == symbol)
        }
        let minute = try Unit(parsing: "min")
        #expect(minute.isCompatible(with: try Unit(parsing: "s")))
        #expect(try Unit(parsing: "d").isCompatible(with: minute))
        #expect(try Unit(parsing: "dL").isCompatible(with: try Unit(parsing: "L")))
    }

    @Test(
        "take every prefix on the symbols of the SI",
        arguments: ["g", "m", "L", "l", "Pa", "s", "J", "K", "S", "Hz", "V", "W", "rad", "lx", "mol", "mol<18>"])
    func prefixes(_ symbol: String) throws {
        let base = try Unit(parsing: symbol)
        for (prefix, factor) in [
            ("f", 1e-15), ("p", 1e-12), ("n", 1e-9), ("mc", 1e-6), ("m", 1e-3), ("c", 1e-2), ("d", 1e-1), ("da", 1e1),
            ("h", 1e2), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
        ] {
            let spelling = prefix + symbol
            let unit = try Unit(parsing: spelling)
            #expect(unit.isCompatible(with: base), "\(spelling)")
            #expect(try unit.conversion(to: base)(1) == factor, "\(spelling)")
            #expect(try base.conversion(to: unit)(factor) == 1, "\(spelling)")
        }
    }

    @Test(
        "with an unknown symbol or a wrong prefix are refused",
        arguments: [
            "foo", "percent", "Mcal", "mkcal", "kmmHg", "mmin", "kft", "kIU", "kcount", "m%", "mfraction", "Fraction",
            "ug", "um", "mcount",
            "KG", "Kg", "M", "CAL", "Min", "kkg", "mmm", "dad", "ddegC", "lb<3>", "k", "m%s", "g<3>",
            "appleeffortscore", "mmc", "__", "dBA", "liter",
        ])
    func unknownSymbols(_ input: String) throws {
        let error = try #require(throws: UnitError.self) { try Unit(parsing: input) }
        #expect(error.code == .unknownSymbol)
        #expect(error.message.contains("\"\(input)\""))
    }

    @Test(
        "outside the grammar are refused",
        arguments: [
            "/s", "/", "m/", "m//s", "m/s/s", "(m/in)^2", "(m/s)", "m(m)", "(m)(s)", "(m)s", "m^2^2", "(m^2)^2^2", "m^",
            "m^-", "m^+2", "m^2.5", "m^x", "^2", "m*", "*m", "m**s", "m..s", "m·", "·", "(", ")", "(m", "m)", "()m",
            "m*()", "()^2", "m/()", "(())", "1", "1*m", "1/", "1/1", "2/s", "m/1", "m s", " m", "m ", "m\n", "µg", "m²",
            "mol<>", "mol<", "mol<18", "mol<->", "mol<-18>", "mol<.5>", "mol<5.>", "mol<1.2.3>", "mol<1e3>", "mol<M>",
            "mol<0>", "mol<0.0001>", "mol<1000000000001>", "mol<18>>", "mol<3>g", "m\u{0}", "×", "m^100", "m^-100",
            "(m^50)^2", "m^99*m", "1/m^99*m", "m^99999999999999999999999999", "((m^99)^99)^99", "m\u{C2}", "🏃",
        ])
    func malformed(_ input: String) throws {
        let error = try #require(throws: UnitError.self) { try Unit(parsing: input) }
        #expect(error.code == .malformed)
    }

    @Test("are limited in length and depth")
    func bounds() throws {
        let longest = String(repeating: "m*", count: 98) + "degC"
        #expect(longest.utf8.count == Unit.stringBytesMax)
        #expect(try Unit(parsing: longest).unitString == "m^98·degC")
        #expect(throws: UnitError(.tooLong, "unit is longer than 200 bytes")) { try Unit(parsing: "m*" + longest) }
        #expect(throws: UnitError.self) { try Unit(parsing: String(repeating: "m", count: 1_000_000)) }

        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "m" + String(repeating: ")", count: depth)
        }
        #expect(try Unit(parsing: nested(Unit.nestingMax)).unitString == "m")
        #expect(
            throws: UnitError(
                .malformed,
                "unit \"\(nested(Unit.nestingMax + 1))\" has more than \(Unit.nestingMax) nested parentheses")
        ) {
            try Unit(parsing: nested(Unit.nestingMax + 1))
        }
    }

    @Test("made of random symbols are read or refused, and their printed form reads as the same unit")
    func randomStrings() throws {
        let pieces = [
            "m", "k", "g", "s", "min", "mol", "mol<18>", "<", ">", "1", "2", "9", "99", "^", "^-", "-", "/", "*", ".",
            "·", "(", ")", "()", "%", "count", "degC", "dBASPL", "L", "l", "_", "é", "\u{C2}", " ", "0.5", "d", "a",
        ]
        var generator = SeededGenerator(20_260_115)
        var readCount = 0
        for _ in 0..<100_000 {
            let string = (0..<Int.random(in: 0...9, using: &generator))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            guard let unit = try? Unit(parsing: string) else { continue }
            readCount += 1
            #expect(try Unit(parsing: unit.unitString) == unit, "\(string)")
            #expect(try unit.conversion(to: unit).isIdentity, "\(string)")
        }
        #expect(readCount > 1_000)
    }

    @Test("made of random bytes are read or refused")
    func randomBytes() {
        var generator = SeededGenerator(7)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 1...220, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(throws: UnitError.self) { try Unit(parsing: String(decoding: bytes, as: UTF8.self) + "!") }
        }
    }
}
