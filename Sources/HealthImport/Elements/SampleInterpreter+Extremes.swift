import HealthCore

/// Reads the extremes (minimum and maximum) of rows that are figures of several records. The
/// attributes of the row keep them, too.
extension SampleInterpreter {
    /// Returns true if the minimum and maximum of an aggregate of this type count. Cumulative types
    /// have only a sum. Types that are not in the catalogue have no statistics.
    func hasExtremes(_ type: TypeEntry) -> Bool {
        guard let style = references.types[Int(type.index)].catalogued?.aggregationStyle else { return false }
        return style != .cumulative
    }

    /// Returns the extremes of a row that has a value.
    ///
    /// - Returns: nil if neither extreme is a number that the store accepts, if the minimum is
    ///   above the maximum, or if both equal the value.
    mutating func extremes(
        of open: SampleElement, unit: Int32, _ type: TypeEntry, beside quantity: Quantity
    ) -> SampleExtremes? {
        let minimum = try? bound(open.minimum, field: .minimum, unit: unit, type)?.value
        let maximum = try? bound(open.maximum, field: .maximum, unit: unit, type)?.value
        guard minimum ?? -.infinity <= maximum ?? .infinity,
            minimum != quantity.value || maximum != quantity.value
        else { return nil }
        return SampleExtremes(minimum: minimum, maximum: maximum, hasAverage: true)
    }

    /// Returns the content of a row that has no value, which is an aggregate without an average.
    ///
    /// - Throws: `Refusal` if the row or its type has no extremes, if an extreme is not a number
    ///   that the store accepts, or if the minimum is above the maximum.
    mutating func extremesAlone(of open: SampleElement, _ type: TypeEntry) throws(Refusal) -> Sample.Content {
        guard hasExtremes(type), open.minimum != nil || open.maximum != nil else {
            throw Refusal(.missingField, field: "value", "value is missing")
        }
        guard let unitText = open.unit else { throw Refusal(.missingField, field: "unit", "unit is missing") }
        let unit = try unit(unitText)
        let minimum = try bound(open.minimum, field: .minimum, unit: unit, type)
        let maximum = try bound(open.maximum, field: .maximum, unit: unit, type)
        guard minimum?.value ?? -.infinity <= maximum?.value ?? .infinity else {
            throw Refusal(.contradictory, field: "minimum", "the minimum is above the maximum")
        }
        guard let quantity = minimum ?? maximum,
            let extremes = SampleExtremes(minimum: minimum?.value, maximum: maximum?.value, hasAverage: false)
        else { throw Refusal(.missingField, field: "value", "value is missing") }
        identity.append([])
        identity.append(unitText)
        identity.append(ExportName.recordCount.text.utf8)
        for bound in [minimum, maximum] {
            if let bound { identity.append(bound.sentValue) } else { identity.append([]) }
        }
        return .aggregate(quantity, extremes)
    }

    private mutating func bound(
        _ text: ArraySlice<UInt8>?, field: ExportName, unit: Int32, _ type: TypeEntry
    ) throws(Refusal) -> Quantity? {
        guard let text else { return nil }
        guard let number = DecimalNumber.parse(text) else {
            throw Refusal(.malformedNumber, field: field.text, "\(field.text) must be a decimal number")
        }
        do throws(Refusal) {
            return try references.quantity(type: type.index, unit: unit, value: number)
        } catch {
            throw Refusal(error.code, field: error.field == "value" ? field.text : error.field, error.message)
        }
    }
}
