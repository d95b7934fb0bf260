/// What is asked of one quantity type: its figures, in a unit.
public struct QuantityRequest: Sendable {
    public let type: SampleType
    public let style: AggregationStyle
    /// The figures that were asked for.
    public let options: Set<StatisticsOption>
    /// The unit of the answer.
    public let unit: Unit
    /// From the type's canonical unit to `unit`. Answers print `UnitConversion.printed(_:)`.
    public let conversion: UnitConversion

    /// - Parameters:
    ///   - name: identifier or short name of a quantity type.
    ///   - options: nil for every figure that the type has.
    ///   - unit: a unit as people write it; nil for the one of `preferred`.
    ///   - parameter: what the caller calls the type.
    /// - Throws: `ParameterError`.
    public init(
        type name: String, options: Set<StatisticsOption>? = nil, unit: String? = nil,
        preferred: PreferredUnits = PreferredUnits(), parameter: String = "type"
    ) throws(ParameterError) {
        try self.init(
            type: name, options: options, unit: try UnitParameter(unit), preferred: preferred, parameter: parameter)
    }

    init(
        type name: String, options: Set<StatisticsOption>?, unit: UnitParameter, preferred: PreferredUnits,
        parameter: String
    ) throws(ParameterError) {
        guard let type = Catalogue.sampleType(named: name) else {
            throw ParameterError(
                .unknownType, parameter, "there is no sample type of this name",
                hint: "GET /v1/types lists them")
        }
        guard type.kind == .quantity, let canonical = type.canonicalUnit, let style = type.aggregationStyle else {
            throw ParameterError(
                .wrongKind, parameter,
                "\(type.shortName) is a \(type.kind.rawValue) type; statistics need a quantity type")
        }
        self.type = type
        self.style = style
        self.unit = try unit.unit(of: type) ?? preferred[type] ?? canonical
        conversion = try QuantityRequest.conversion(canonical, self.unit, type)
        for option in StatisticsOption.allCases where options?.contains(option) ?? false {
            guard option.isCompatible(with: style) else {
                throw ParameterError(
                    .incompatibleOption, "options",
                    "\(option.rawValue) is not defined for \(type.shortName), which is \(style.name)")
            }
        }
        self.options = options ?? StatisticsOption.all(of: style)
    }

    private static func conversion(
        _ canonical: Unit, _ unit: Unit, _ type: SampleType
    ) throws(ParameterError) -> UnitConversion {
        do { return try canonical.conversion(to: unit) } catch {
            throw ParameterError(
                .incompatibleUnit, "unit",
                "unit \"\(unit.unitString)\" does not measure \(type.shortName), whose unit is \"\(canonical.unitString)\""
            )
        }
    }
}

/// The value of the parameter `options`: names of `HKStatisticsOptions`, separated by commas.
struct StatisticsOptions {
    /// Nil where none is named: then every figure that the type has.
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
