import Foundation

extension SampleType {
    /// Returns the unit that `text` means for values of this type: `count/min`, `bpm`, `Lbs`, `°C`.
    /// White space at the ends is ignored.
    ///
    /// The first of these rules that gives a unit applies:
    ///
    /// 1. HealthKit's grammar, if it gives a unit that converts into the type's units;
    /// 2. a spelling of the catalogue's table `unit_spelling`;
    /// 3. a unit of `units` that differs only in case.
    ///
    /// For a type without a canonical unit, only the first rule applies.
    ///
    /// - Throws: `UnitError`: `malformed`, `unknownSymbol`, `tooLong` or `incompatible`.
    public func unit(named text: String) throws(UnitError) -> Unit {
        guard let canonicalUnit else { return try Unit(parsing: text) }
        let read: Unit
        do {
            read = try Unit(parsing: text)
            if read.isCompatible(with: canonicalUnit) { return read }
        } catch {
            if let unit = usualUnit(text, canonicalUnit) { return unit }
            throw error
        }
        if let unit = usualUnit(text, canonicalUnit) { return unit }
        throw UnitError(.incompatible, "unit \"\(text)\" does not convert to \"\(canonicalUnit)\"")
    }

    private func usualUnit(_ text: String, _ canonical: Unit) -> Unit? {
        guard text.utf8.count <= Unit.stringBytesMax else { return nil }
        let spelling = text.trimmingCharacters(in: .whitespaces).lowercased()
        if let unit = Catalogue.contents.unitSpellings[spelling], unit.isCompatible(with: canonical) { return unit }
        return units.first { $0.unit.unitString.lowercased() == spelling }?.unit
    }
}
