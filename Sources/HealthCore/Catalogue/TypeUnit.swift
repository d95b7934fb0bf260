/// A unit in which people read the values of a type.
///
/// A value in the unit is canonical value × `factor` + `shift`. A unit whose values cannot be
/// computed in this way is not a `TypeUnit`; an example is pascal for a sound level.
public struct TypeUnit: Sendable, Hashable {
    public let unit: Unit
    public let factor: Double
    public let shift: Double

    /// Computes factor and shift.
    ///
    /// - Throws: `UnitError` with the code `incompatible` or `outOfRange`. A conversion that is not
    ///   affine is `incompatible` too.
    public init(_ unit: Unit, canonical: Unit) throws(UnitError) {
        let conversion = try canonical.conversion(to: unit)
        guard let affine = conversion.affine else {
            throw UnitError(
                .incompatible, "values in \"\(unit)\" are not proportional to values in \"\(canonical)\"")
        }
        self.unit = unit
        factor = affine.factor
        shift = affine.shift
    }

    /// Returns each of the units once, in their order.
    ///
    /// - Throws: `UnitError` as `init`.
    static func all(_ units: [Unit], canonical: Unit) throws(UnitError) -> [TypeUnit] {
        var all: [TypeUnit] = []
        for unit in units where !all.contains(where: { $0.unit == unit }) {
            all.append(try TypeUnit(unit, canonical: canonical))
        }
        return all
    }
}

extension Catalogue {
    /// The units of every type (`SampleType.units`), for SQL.
    static let typeUnitTable = CatalogueTable(
        name: "type_unit",
        columns: ["identifier", "unit_string", "factor", "shift", "is_preferred", "is_canonical"],
        rows: sampleTypes.flatMap { type in
            type.units.map { unit in
                [
                    type.identifier, unit.unit.unitString, "\(unit.factor)", "\(unit.shift)",
                    "\(unit.unit == type.preferredUnit)", "\(unit.unit == type.canonicalUnit)",
                ]
            }
        })
}
