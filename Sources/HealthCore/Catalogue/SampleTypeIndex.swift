/// The types of samples, read from the tables, and the names that find them.
struct SampleTypeIndex: Sendable {
    let types: [SampleType]
    let byName: [String: SampleType]

    init() {
        types =
            SampleTypeIndex.quantityTypes + SampleTypeIndex.categoryTypes + SampleTypeIndex.correlationTypes
            + SampleTypeIndex.otherTypes
        var byName: [String: SampleType] = [:]
        for names in [{ [$0.identifier] }, \.alternateNames, { [$0.shortName] }] as [(SampleType) -> [String]] {
            for type in types {
                for name in names(type) where byName[name] == nil { byName[name] = type }
            }
        }
        self.byName = byName
    }

    private static var quantityTypes: [SampleType] {
        Catalogue.quantityTypeTable.namedRows.compactMap { row in
            guard let identifier = row["identifier"], let shortName = row["short_name"] else { return nil }
            return SampleType(
                identifier: identifier, shortName: shortName, kind: .quantity,
                canonicalUnit: row["canonical_unit"].flatMap { try? Unit(parsing: $0) },
                preferredUnit: row["preferred_unit"].flatMap { try? Unit(parsing: $0) },
                otherUnits: row.list("other_units").compactMap { try? Unit(parsing: $0) },
                aggregationStyle: row["aggregation_style"].flatMap { AggregationStyle(name: $0) }
                    ?? .discreteArithmetic, displayName: row.displayName, displayGroup: row.displayGroup)
        }
    }

    /// The category types. Constants with the same raw string are one type, named after the
    /// constant that is not deprecated.
    private static var categoryTypes: [SampleType] {
        let rows = Catalogue.categoryTypeTable.namedRows
        let byRawString = Dictionary(grouping: rows) { $0["raw_string"] ?? "" }
        return rows.compactMap { row in
            guard let rawString = row["raw_string"],
                let shortName = row["short_name"], let namesakes = byRawString[rawString],
                namesakes.count == 1 || !row.flag("deprecated")
            else { return nil }
            let others = namesakes.flatMap { [$0["identifier"], $0["short_name"]] }.compactMap { $0 }
                .filter { $0 != rawString && $0 != shortName }
            return SampleType(
                identifier: rawString, shortName: shortName, kind: .category, valueEnum: row["value_enum"],
                alternateNames: others, displayName: row.displayName, displayGroup: row.displayGroup)
        }
    }

    private static var correlationTypes: [SampleType] {
        Catalogue.correlationTypeTable.namedRows.compactMap { row in
            guard let identifier = row["identifier"], let shortName = row["short_name"] else { return nil }
            return SampleType(
                identifier: identifier, shortName: shortName, kind: .correlation, displayName: row.displayName,
                displayGroup: row.displayGroup)
        }
    }

    /// The other types of samples, without those that have no type identifier (SMART health cards).
    /// No client can name such a type.
    private static var otherTypes: [SampleType] {
        Catalogue.otherSampleTypeTable.namedRows.compactMap { row in
            guard row.flag("is_sample"), let identifier = row["raw_string"], let shortName = row["short_name"]
            else { return nil }
            let constant = row["constant"]
            return SampleType(
                identifier: identifier, shortName: shortName, kind: shortName == "workout" ? .workout : .other,
                alternateNames: constant.map { $0 == identifier ? [] : [$0] } ?? [], displayName: row.displayName,
                displayGroup: row.displayGroup)
        }
    }
}

extension CatalogueTable.Row {
    fileprivate var displayName: String { self["display_name"] ?? "" }
    fileprivate var displayGroup: String { self["display_group"] ?? "" }

    /// Returns the items of a cell, which are separated by `; `.
    fileprivate func list(_ column: String) -> [String] {
        (self[column] ?? "").split(separator: "; ").map(String.init)
    }
}
