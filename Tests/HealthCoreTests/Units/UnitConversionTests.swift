import HealthCore
import TestSupport
import Testing

@Suite("Conversions of units")
struct UnitConversionTests {
    /// A value, its unit, another unit, and the value in it.
    private typealias Row = (Double, String, String, Double)

    private func convert(_ value: Double, _ source: String, _ target: String) throws -> Double {
        try Unit(parsing: source).conversion(to: Unit(parsing: target))(value)
    }

    @Test(
        "are exact if the definition is exact",
        arguments: [
            (26.2, "mi", "m", 42164.8128), (1, "ft", "m", 0.3048), (1, "in", "cm", 2.54), (1, "yd", "m", 0.9144),
            (3, "ft", "yd", 1), (150, "lb", "kg", 68.0388555), (1, "lb", "oz", 16), (1, "st", "lb", 14),
            (4321, "m", "km", 4.321), (3, "mcg", "g", 0.000003), (70, "kg", "g", 70000),
            (1, "fl_oz_us", "mL", 29.5735295625), (1, "fl_oz_imp", "mL", 28.4130625),
            (1, "cup_us", "fl_oz_us", 8), (1, "cup_imp", "mL", 284.130625), (1, "pt_us", "L", 0.473176473),
            (1, "pt_imp", "L", 0.56826125), (1, "atm", "Pa", 101325), (1, "mmHg", "Pa", 133.322387415),
            (1, "inHg", "Pa", 3386.38816), (1, "cmAq", "Pa", 98.0665), (1, "hr", "min", 60), (1, "d", "hr", 24),
            (1, "kcal", "J", 4184), (1, "Cal", "kcal", 1), (1, "kJ", "kcal", 1000 / 4184.0), (1, "cal", "J", 4.184),
            (72, "count/min", "count/s", 1.2), (36, "km/hr", "m/s", 10), (1, "mi/hr", "m/s", 0.44704),
            (42.5, "mL/min·kg", "L/(s*g)", 42.5 / 60_000_000), (100, "mg/dL", "g/L", 1), (1, "Tm", "fm", 1e27),
            (1, "m^2", "cm^2", 10000), (1, "1/min", "1/hr", 60), (1, "dL/L", "()", 0.1), (180, "deg", "rad", Double.pi),
        ] as [(Double, String, String, Double)])
    func exact(_ value: Double, _ source: String, _ target: String, _ expected: Double) throws {
        let converted = try convert(value, source, target)
        #expect(converted == expected)
    }

    @Test(
        "of temperatures use the zeros of the scales",
        arguments: [
            (98.6, "degF", "degC", 37), (37, "degC", "degF", 98.6), (32, "degF", "degC", 0), (-40, "degC", "degF", -40),
            (0, "degC", "K", 273.15), (459.67, "K", "degF", 367.736), (36.6, "degC", "mK", 309_750),
            (18, "degF/min", "degC/min", 10), (1, "degC/s", "K/s", 1),
        ] as [(Double, String, String, Double)])
    func temperatures(_ value: Double, _ source: String, _ target: String, _ expected: Double) throws {
        // Near the zero of another scale, a result is only as exact as the double from which it was
        // computed.
        #expect(abs(try convert(value, source, target) - expected) <= max(expected.ulp, value.ulp / 2))
    }

    @Test("of a substance use its molar mass")
    func molar() throws {
        let glucose = "mmol<180.15588000005408>/L"
        let rows: [Row] = [
            (1, glucose, "mg/dL", 18.01558800000541), (5.5, glucose, "mg/dL", 99.085734000029755),
            (1, "mol<18>", "g", 18), (36, "g", "mol<18>", 2), (1, "mol<36>", "mol<18>", 2), (1, "mmol", "mol", 0.001),
        ]
        for row in rows { #expect(try convert(row.0, row.1, row.2) == row.3, "\(row)") }
        #expect(abs(try convert(18.01558800000541, "mg/dL", "mmol<180.1558800000541>/L") - 1) < 2e-16)
        #expect(try Unit(parsing: glucose).conversion(to: Unit(parsing: "mmol<180.1558800000541>/L")).isIdentity)
        #expect(try Unit(parsing: "mol").isCompatible(with: Unit(parsing: "g")) == false)
        #expect(try Unit(parsing: "mmol/L").isCompatible(with: Unit(parsing: "mg/dL")) == false)
    }

    @Test("of sound levels are logarithmic")
    func soundLevels() throws {
        let exact: [Row] = [
            (0, "dBASPL", "Pa", 2e-5), (20, "dBASPL", "Pa", 2e-4), (0, "Pa", "dBASPL", -Double.infinity),
            (83.0485, "dBASPL", "dBASPL", 83.0485), (60, "dBASPL/min", "dBASPL/s", 1),
        ]
        for row in exact { #expect(try convert(row.0, row.1, row.2) == row.3, "\(row)") }
        let rounded: [Row] = [
            (94, "dBASPL", "Pa", 1.0023744672545447), (20, "Pa", "dBASPL", 120), (0.02, "kPa", "dBASPL", 120),
            (try convert(83.0485, "dBASPL", "mmHg"), "mmHg", "dBASPL", 83.0485),
        ]
        for row in rounded { #expect(abs(try convert(row.0, row.1, row.2) - row.3) < 1e-12, "\(row)") }
        #expect(try convert(-1, "Pa", "dBASPL").isNaN)
        #expect(try Unit(parsing: "dBASPL/s").isCompatible(with: Unit(parsing: "Pa/s")) == false)
    }

    @Test("between percent and counts change nothing, as in HealthKit")
    func percent() throws {
        let percent = try Unit(parsing: "%")
        let count = try Unit(parsing: "count")
        #expect(percent != count)
        #expect(try count.conversion(to: percent)(1.1) == 1.1)
        #expect(try percent.conversion(to: count).isIdentity)
    }

    @Test("for people turn a fraction into per cent, without digits that the product adds, and nothing else")
    func presentation() throws {
        let (label, conversion) = try Unit(parsing: "fraction").presentation
        #expect(label == "%")
        for (fraction, shown) in [(0.262, 26.2), (0.57, 57), (0.0008, 0.08), (0, 0), (1, 100), (1.1, 110)] {
            #expect(conversion.printed(fraction) == shown)
        }
        for text in ["count", "count/min", "%/min", "()"] {
            let unit = try Unit(parsing: text)
            #expect(unit.presentation.label == unit.unitString && unit.presentation.conversion.isIdentity, "\(text)")
        }
        #expect(Unit.name(ofSent: "%") == "fraction" && Unit.name(ofSent: "50 %") == "50 %")
    }

    @Test(
        "of a unit to itself or an equal unit are the identity, bit for bit",
        arguments: [
            ("count/s", "count/s"), ("kcal", "Cal"), ("L", "l"), ("deg*m", "deg·m"), ("dBASPL", "dBASPL"),
            ("degF", "degF"), ("m*s/s", "m"), ("()", "m/m"), ("kcal/hr·kg", "Cal/(kg*hr)"),
        ])
    func identity(_ source: String, _ target: String) throws {
        let conversion = try Unit(parsing: source).conversion(to: Unit(parsing: target))
        #expect(conversion.isIdentity)
        for value in [0.1, -0.0, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan, 0x1.8p-1040] {
            #expect(conversion(value).bitPattern == value.bitPattern)
        }
    }

    @Test("are the exact result for the given double, rounded once")
    func roundedOnce() throws {
        // The expected values are computed from the exact fractions of these doubles, not from the
        // decimals in this file.
        let rows: [Row] = [
            (5.9, "ft", "cm", 179.83200000000002), (273.15, "K", "degC", -2.2737367544323206e-14),
            (18.01558800000541, "mg/dL", "mmol<180.1558800000541>/L", 0.9999999999999999), (98.6, "degF", "degC", 37),
        ]
        for row in rows { #expect(try convert(row.0, row.1, row.2) == row.3, "\(row)") }
    }

    @Test("there and back return the same double or its neighbour")
    func roundTrips() throws {
        var generator = SeededGenerator(3)
        for (unit, base) in [("km", "m"), ("mi", "m"), ("lb", "kg"), ("kJ", "kcal"), ("degF", "degC"), ("mg", "g")] {
            let forth = try Unit(parsing: unit).conversion(to: Unit(parsing: base))
            let back = try Unit(parsing: base).conversion(to: Unit(parsing: unit))
            for _ in 0..<2_000 {
                let value = Double.random(in: 50...500, using: &generator)
                #expect(abs(back(forth(value)) - value) <= 2 * value.ulp, "\(value) \(unit)")
            }
            // Values that people type have few digits and come back unchanged.
            for tenths in 500...5_000 {
                let value = Double(tenths) / 10
                #expect(abs(back(forth(value)) - value) <= value.ulp, "\(value) \(unit)")
            }
        }
        let toMetres = try Unit(parsing: "km").conversion(to: Unit(parsing: "m"))
        let toKilometres = try Unit(parsing: "m").conversion(to: Unit(parsing: "km"))
        for _ in 0..<2_000 {
            let value = Double.random(in: 0...1_000, using: &generator)
            #expect(toMetres(value) == value * 1000)
            #expect(toKilometres(value) == value / 1000)
        }
    }

    @Test("keep infinities and not-a-number")
    func extremes() throws {
        let rows: [Row] = [
            (.infinity, "mi", "km", .infinity), (1e308, "mi", "km", 1.609344e308), (1e308, "km", "m", .infinity),
            (.leastNonzeroMagnitude, "m", "km", 0), (1.5e308, "degC", "degF", .infinity),
        ]
        for row in rows { #expect(try convert(row.0, row.1, row.2) == row.3, "\(row)") }
        #expect(try convert(.nan, "mi", "km").isNaN)
        #expect(try convert(-0.0, "mi", "km").sign == .minus)
    }

    @Test("between extreme powers work within the range of doubles")
    func hugePowers() throws {
        #expect(abs(try convert(1, "km^20", "m^20") / 1e60 - 1) < 1e-14)
        #expect(abs(try convert(1, "m^20", "km^20") / 1e-60 - 1) < 1e-14)
        let error = try #require(throws: UnitError.self) { try convert(1, "Tm^99", "fm^99") }
        #expect(error.code == .outOfRange)
        #expect(error.message == "the factor from unit \"Tm^99\" to \"fm^99\" is out of range")
        #expect(throws: UnitError.self) { try convert(1, "fm^99", "Tm^99") }
    }

    @Test(
        "between different dimensions are refused",
        arguments: [
            ("m", "s"), ("count", "()"), ("W", "J/s"), ("Hz", "1/s"), ("Hz", "count/s"), ("L", "m^3"), ("D", "1/m"),
            ("D", "pD"), ("dBHL", "dBASPL"), ("m", "m^2"), ("m/s", "s/m"), ("mg/dL", "mg"), ("IU", "mg"),
            ("appleEffortScore", "count"), ("Pa", "kg/m·s^2"), ("dBASPL^2", "Pa^2"), ("rad", "()"),
        ])
    func incompatible(_ first: String, _ second: String) throws {
        for (source, target) in [(first, second), (second, first)] {
            let source = try Unit(parsing: source)
            let target = try Unit(parsing: target)
            #expect(!source.isCompatible(with: target))
            #expect(
                throws: UnitError(.incompatible, "unit \"\(source)\" does not convert to \"\(target)\"")
            ) { try source.conversion(to: target) }
        }
    }
}
