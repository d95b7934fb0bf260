/// The units in which a person reads quantity types: HealthKit's `preferredUnits(for:)`.
public struct PreferredUnits: Sendable {
    /// The person's choices, by the identifier of the type. All other types have the catalogue's
    /// preferred units.
    public var chosen: [String: Unit]

    public init(chosen: [String: Unit] = [:]) {
        self.chosen = chosen
    }

    /// The unit of a type; nil for a type that has no unit or is not in the catalogue.
    public subscript(type: SampleType) -> Unit? { chosen[type.identifier] ?? type.preferredUnit }
}

/// The parameter `unit` of a request. It contains one unit for every type, or a list of units for
/// single types, such as `heartRate:count/min,bodyMass:lb`.
///
/// A text with a colon is a list, because no unit contains a colon or a comma.
public struct UnitParameter: Sendable {
    private enum Form {
        case none
        /// One unit for every type of the request.
        case one(String)
        /// The units by the identifier of their type.
        case byType([String: String])
    }

    private let form: Form

    /// True if the request has no unit.
    public var isEmpty: Bool {
        if case .none = form { true } else { false }
    }

    /// The greatest number of types in a list.
    public static let typesMax = StatisticsRequest.typesMax

    /// Parses the parameter. Nil means that the request does not have it.
    ///
    /// - Throws: `ParameterError` if an item of a list is not TYPE:UNIT, names no quantity type or
    ///   repeats a type, or if the list is longer than `typesMax`.
    public init(_ text: String?) throws(ParameterError) {
        guard let text else {
            form = .none
            return
        }
        guard text.contains(":") else {
            form = .one(text)
            return
        }
        var units: [String: String] = [:]
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw ParameterError(
                    .malformed, "unit", "unit has \"\(item.prefix(64))\" in its list; expected TYPE:UNIT",
                    hint: "write unit=heartRate:count/min,bodyMass:lb, or one unit for all types")
            }
            guard let type = Catalogue.sampleType(named: String(parts[0])), type.kind == .quantity else {
                throw ParameterError(
                    .unknownType, "unit", "unit names \"\(parts[0].prefix(64))\", which is not a quantity type",
                    hint: "GET /v1/types lists the types")
            }
            guard units.updateValue(String(parts[1]), forKey: type.identifier) == nil else {
                throw ParameterError(.repeated, "unit", "unit has more than one unit for \(type.shortName)")
            }
            guard units.count <= UnitParameter.typesMax else {
                throw ParameterError(.outOfRange, "unit", "unit may name at most \(UnitParameter.typesMax) types")
            }
        }
        form = .byType(units)
    }

    /// Returns the requested unit for a type; nil if the person's choice applies.
    ///
    /// - Throws: `ParameterError` if the text is not a unit or does not measure the type.
    public func unit(of type: SampleType) throws(ParameterError) -> Unit? {
        switch form {
        case .none: nil
        case .one(let text): try UnitParameter.unit(text, of: type)
        case .byType(let units):
            try units[type.identifier].map { text throws(ParameterError) in try UnitParameter.unit(text, of: type) }
        }
    }

    /// Checks that a list names only types of the request.
    ///
    /// - Throws: `ParameterError` if a type of the list is not in `types`.
    public func check(types: [SampleType]) throws(ParameterError) {
        guard case .byType(let units) = form else { return }
        for identifier in units.keys.sorted() where !types.contains(where: { $0.identifier == identifier }) {
            let name = Catalogue.sampleType(named: identifier)?.shortName ?? identifier
            throw ParameterError(
                .outOfRange, "unit", "unit names \(name), which is not among the requested types",
                hint: "add \(name) to types, or remove it from unit")
        }
    }

    /// Returns the person's units, where units of the parameter replace them.
    ///
    /// - Parameter types: the types of the request; nil if it names none. Only quantity types have
    ///   a unit.
    /// - Throws: `ParameterError` if there is a unit but no types to apply it to, and the errors of
    ///   `check(types:)` and `unit(of:)`.
    public func over(_ preferred: PreferredUnits, types: [SampleType]?) throws(ParameterError) -> PreferredUnits {
        var result = preferred
        if let types {
            try check(types: types)
            for type in types where type.kind == .quantity {
                if let unit = try unit(of: type) { result.chosen[type.identifier] = unit }
            }
            return result
        }
        switch form {
        case .none: break
        case .one(let text):
            throw ParameterError(
                .malformed, "unit", "unit is \"\(text.prefix(64))\" without a type",
                hint: "write unit=TYPE:UNIT,…, or add types")
        case .byType(let units):
            for (identifier, text) in units {
                guard let type = Catalogue.sampleType(named: identifier) else { continue }
                result.chosen[identifier] = try UnitParameter.unit(text, of: type)
            }
        }
        return result
    }

    /// Returns the unit that `text` means for a type.
    ///
    /// - Throws: `ParameterError` (`unknownUnit`, `incompatibleUnit`), which names the type and
    ///   lists its units.
    public static func unit(_ text: String, of type: SampleType) throws(ParameterError) -> Unit {
        guard type.kind != .category else {
            throw ParameterError(
                .incompatibleUnit, "unit", "unit \"\(text)\" does not measure \(type.shortName), which has no unit")
        }
        let allowed = type.units.map(\.unit.unitString)
        let hint = allowed.isEmpty ? nil : "the units of \(type.shortName) are \(allowed.joined(separator: ", "))"
        do { return try type.unit(named: text) } catch {
            guard error.code == .incompatible, let preferred = type.preferredUnit else {
                throw ParameterError(
                    .unknownUnit, "unit", "\(error.message); it was requested for \(type.shortName)", hint: hint)
            }
            throw ParameterError(
                .incompatibleUnit, "unit",
                "unit \"\(text)\" does not measure \(type.shortName), whose unit is \"\(preferred)\"", hint: hint)
        }
    }
}
