/// A quantity or category type of a question, the figures to answer, and their unit.
public struct QuantityRequest: Sendable {
    public let type: SampleType
    public let style: AggregationStyle
    /// The figures of the answer.
    public let options: Set<StatisticsOption>
    /// The unit of the answer. Nil for a category type.
    public private(set) var unit: Unit?
    /// True if the question names the unit. The person's preferred unit is then ignored.
    let isUnitNamed: Bool
    /// Converts from the type's canonical unit to `unit`. Answers print
    /// `UnitConversion.printed(_:)`.
    public private(set) var conversion: UnitConversion

    /// - Parameters:
    ///   - name: the identifier or short name of a quantity type.
    ///   - options: the figures to answer; nil for every figure that the type has.
    ///   - unit: a unit as people write it; nil for the unit in `preferred`.
    ///   - parameter: the name of the parameter that holds `name`, for error messages.
    ///   - orCategory: true to accept category types except sleep, too.
    /// - Throws: `ParameterError`.
    public init(
        type name: String, options: Set<StatisticsOption>? = nil, unit: String? = nil,
        preferred: PreferredUnits = PreferredUnits(), parameter: String = "type", orCategory: Bool = false
    ) throws(ParameterError) {
        try self.init(
            type: name, options: options, unit: try UnitParameter(unit), preferred: preferred, parameter: parameter,
            orCategory: orCategory)
    }

    /// - Parameter orSleep: true to accept sleepAnalysis, too, whose style is then `category`.
    init(
        type name: String, options: Set<StatisticsOption>?, unit: UnitParameter,
        preferred: PreferredUnits = PreferredUnits(), parameter: String, orCategory: Bool, orSleep: Bool = false
    ) throws(ParameterError) {
        guard let type = Catalogue.sampleType(named: name) else {
            throw ParameterError(unknownType: name, parameter)
        }
        style = try QuantityRequest.style(of: type, parameter, orCategory: orCategory, orSleep: orSleep)
        self.type = type
        let named = try unit.unit(of: type)
        isUnitNamed = named != nil
        self.unit = named ?? preferred[type] ?? type.canonicalUnit
        conversion = try QuantityRequest.conversion(self.unit, type)
        for option in StatisticsOption.allCases where options?.contains(option) ?? false {
            guard option.isCompatible(with: style) else {
                throw ParameterError(
                    .incompatibleOption, "options",
                    "\(option.rawValue) is not defined for \(type.shortName), whose aggregation style is \(style.name)")
            }
        }
        self.options = options ?? StatisticsOption.all(of: style)
    }

    private static func style(
        of type: SampleType, _ parameter: String, orCategory: Bool, orSleep: Bool
    ) throws(ParameterError) -> AggregationStyle {
        guard !type.isSleep else {
            if orSleep { return .category }
            throw ParameterError(
                .wrongKind, parameter, "\(type.shortName) has nights and no statistics",
                hint: "GET /v1/sleep has the figures of nights")
        }
        if let style = type.figureStyle, style != .category || orCategory { return style }
        throw ParameterError(
            .wrongKind, parameter,
            "\(type.shortName) is \(orCategory ? "neither a quantity type nor a category type" : "not a quantity type")"
                + "; statistics need one")
    }

    /// Parses a list of types.
    ///
    /// - Parameters:
    ///   - types: names, separated by commas, each type once.
    ///   - unit: the same form as `QuestionParameter.unit`.
    ///   - orCategory: true to accept category types except sleep, too.
    ///   - orSleep: true to accept sleepAnalysis, too.
    /// - Throws: `ParameterError`.
    public static func list(
        _ types: String, _ options: Set<StatisticsOption>? = nil, unit: String? = nil, orCategory: Bool = false,
        orSleep: Bool = false
    ) throws(ParameterError) -> [QuantityRequest] {
        let unit = try UnitParameter(unit)
        var quantities: [QuantityRequest] = []
        for name in types.split(separator: ",", omittingEmptySubsequences: false) {
            let quantity = try QuantityRequest(
                type: String(name), options: options, unit: unit, parameter: "types", orCategory: orCategory,
                orSleep: orSleep)
            guard !quantities.contains(where: { $0.type == quantity.type }) else {
                throw ParameterError(.repeated, "types", "\(quantity.type.shortName) is given more than once")
            }
            quantities.append(quantity)
            guard quantities.count <= StatisticsRequest.typesMax else {
                throw ParameterError(.outOfRange, "types", "types may name at most \(StatisticsRequest.typesMax)")
            }
        }
        try unit.check(types: quantities.map(\.type))
        return quantities
    }

    /// Returns the same request in the unit that the person chose for the type. If the question
    /// names a unit, returns the request unchanged.
    ///
    /// - Throws: `ParameterError` if the unit does not measure the type.
    func preferring(_ units: PreferredUnits) throws(ParameterError) -> QuantityRequest {
        guard !isUnitNamed, let chosen = units.chosen[type.identifier] else { return self }
        var quantity = self
        quantity.unit = chosen
        quantity.conversion = try QuantityRequest.conversion(chosen, type)
        return quantity
    }

    /// Returns a value of a sample. Returns nil for the number of all texts of a category type that
    /// the catalogue does not have.
    public func known(_ value: Double) -> Double? {
        style == .category && value == Double(ValueFigures.unknown) ? nil : value
    }

    private static func conversion(_ unit: Unit?, _ type: SampleType) throws(ParameterError) -> UnitConversion {
        guard let unit else { return .identity }
        let canonical = type.canonicalUnit ?? unit
        do { return try canonical.conversion(to: unit) } catch {
            throw ParameterError(
                .incompatibleUnit, "unit",
                "unit \"\(unit.unitString)\" does not measure \(type.shortName), whose unit is \"\(canonical.unitString)\""
            )
        }
    }
}

extension [QuantityRequest] {
    /// True if the question does not name the unit of each type.
    var needPersonUnits: Bool { contains { !$0.isUnitNamed } }

    /// Returns the quantities in the units that the person chose.
    ///
    /// - Throws: `ParameterError` if a unit does not measure its type.
    func preferring(_ units: PreferredUnits) throws(ParameterError) -> [QuantityRequest] {
        try map { quantity throws(ParameterError) in try quantity.preferring(units) }
    }
}

/// The parsed parameter `options`: names of `HKStatisticsOptions`, separated by commas.
struct StatisticsOptions {
    /// Nil if `options` names no figure. The answer then has every figure of the type.
    private(set) var figures: Set<StatisticsOption>?
    private(set) var separateBySource = false

    init(_ text: String?) throws(ParameterError) {
        guard let text else { return }
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            // HealthKit has an older name for mostRecent.
            if let option = StatisticsOption(rawValue: name == "discreteMostRecent" ? "mostRecent" : String(name)) {
                figures = (figures ?? []).union([option])
            } else if name == "separateBySource" {
                separateBySource = true
            } else {
                throw ParameterError(
                    .malformed, "options",
                    "options must be names of " + StatisticsOption.allCases.map { $0.rawValue + ", " }.joined()
                        + "separateBySource, separated by commas")
            }
        }
    }
}
