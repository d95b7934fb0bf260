/// A symbol of HealthKit's unit strings, from the catalogue's table `unit_symbol`.
struct UnitSymbol: Sendable {
    /// The formula that turns a value in this unit into one in `baseUnit`.
    enum Conversion: Sendable {
        /// value × scale + offset
        case linear(Scale, offset: Ratio)
        /// value × molar mass
        case molarMass
        /// reference × 10^(value / 20); the reference is `UnitConversion.soundPressureReference`
        case logarithmic
    }

    /// The symbol as printed. `mol<M>` represents every molar mass.
    let name: String
    /// Units with the same base unit convert into each other.
    let baseUnit: String
    let conversion: Conversion
}

/// A symbol with its prefix: `kg` is kilo and `g`.
struct UnitAtom: Hashable, Sendable {
    /// Index in `UnitSymbolTable.symbols`.
    var symbol: Int
    /// The exponent of ten. Each prefix of HealthKit has a different exponent, so the exponent
    /// identifies the prefix.
    var prefix: Int
    /// The molar mass of `mol<M>` in g/mol, as printed, such as `180.1558800000541`.
    var molarMass: String?
}

/// The symbols and prefixes of the catalogue, prepared for the parser.
struct UnitSymbolTable: Sendable {
    static let loaded = Result { try UnitSymbolTable(CatalogueFiles.loaded.get()) }
    static let shared = Catalogue.required(loaded)

    let symbols: [UnitSymbol]
    /// The prefixes by their exponent of ten. For example, `k` has exponent 3.
    let prefixes: [Int: String]
    /// The atoms by spelling, with and without prefix. The spelling `mol<M>` represents every molar
    /// mass.
    private let atoms: [String: UnitAtom]

    /// - Throws: `InstallationError` if a line has no value where one is needed, or a conversion
    ///   that this program does not support.
    init(_ files: CatalogueFiles) throws {
        var prefixes = [0: ""]
        for row in files.rows("unit_prefix") {
            prefixes[Int(try row.integer("exponent_of_ten"))] = try row.text("symbol")
        }
        var symbols: [UnitSymbol] = []
        var plain: [String: UnitAtom] = [:]
        var prefixed: [String: UnitAtom] = [:]
        for row in files.rows("unit_symbol") {
            let symbol = try UnitSymbol(row)
            for spelling in [symbol.name, row["alternate_symbol"]].compactMap({ $0 }) {
                guard plain.updateValue(UnitAtom(symbol: symbols.count, prefix: 0), forKey: spelling) == nil else {
                    throw row.repeats(spelling)
                }
                guard try row.flag("si_prefixable") else { continue }
                for (exponent, prefix) in prefixes where exponent != 0 {
                    prefixed[prefix + spelling] = UnitAtom(symbol: symbols.count, prefix: exponent)
                }
            }
            symbols.append(symbol)
        }
        self.symbols = symbols
        self.prefixes = prefixes
        // A symbol without prefix takes precedence over a symbol with prefix. So `min` is the
        // minute and `ft` is the foot.
        atoms = plain.merging(prefixed) { symbol, _ in symbol }
    }

    subscript(spelling: String) -> UnitAtom? { atoms[spelling] }

    func name(of atom: UnitAtom) -> String {
        let name = symbols[atom.symbol].name
        let full = (prefixes[atom.prefix] ?? "") + name
        guard let molarMass = atom.molarMass else { return full }
        return full.replacing("<M>", with: "<\(molarMass)>")
    }

    /// Returns the factor from the atom to the base unit of its symbol; 1 for a logarithmic symbol.
    func scale(of atom: UnitAtom) -> Scale {
        var scale = Scale.one
        switch symbols[atom.symbol].conversion {
        case .linear(let symbolScale, _): scale = symbolScale
        case .molarMass:
            if let molarMass = atom.molarMass.flatMap({ Ratio(decimal: $0) }) { scale.multiply(by: molarMass) }
        case .logarithmic: break
        }
        if let prefix = Ratio(tenToThe: atom.prefix) { scale.multiply(by: prefix) }
        return scale
    }
}

extension UnitSymbol {
    fileprivate init(_ row: CatalogueTable.Row) throws {
        name = try row.text("symbol")
        baseUnit = try row.text("base_unit")
        switch row["conversion"] {
        case "logarithmic":
            conversion = .logarithmic
        case "linear" where row["factor_to_base"] == "M":
            conversion = .molarMass
        case "linear", "affine":
            guard let scale = row["factor_to_base"].flatMap({ Scale(expression: $0) }),
                let offset = row["offset_to_base"].flatMap({ Scale(expression: $0) }), offset.inexact == 1
            else { throw row.wrong("factor_to_base and offset_to_base are no numbers") }
            conversion = .linear(scale, offset: offset.ratio)
        default:
            throw row.wrong("conversion is none of linear, affine and logarithmic")
        }
    }
}
