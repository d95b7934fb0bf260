extension SampleType {
    typealias Line = CatalogueTable.Line<SampleType>

    /// Returns the types of samples: quantity, category, correlation, workout, others.
    static func lines(of files: CatalogueFiles) throws -> [Line] {
        try files.lines("quantity_type") { try SampleType($0, .quantity) }
            + categoryLines(of: files)
            + files.lines("correlation_type") { try SampleType($0, .correlation) }
            + otherLines(of: files)
    }

    /// The category types. Constants with the same raw string are one type, named after the
    /// constant that is not deprecated.
    private static func categoryLines(of files: CatalogueFiles) throws -> [Line] {
        let rows = files.rows("category_type")
        let byRawString = Dictionary(grouping: rows) { $0["raw_string"] }
        return try rows.compactMap { row in
            let namesakes = byRawString[row["raw_string"]] ?? []
            guard try namesakes.count == 1 || !row.flag("deprecated") else { return nil }
            let names = namesakes.flatMap { [$0["identifier"], $0["short_name"]] }
            return (row, try SampleType(row, .category, identifier: "raw_string", otherNames: names))
        }
    }

    /// The other types of samples, without those that have no type identifier (SMART health cards).
    /// No client can name such a type.
    private static func otherLines(of files: CatalogueFiles) throws -> [Line] {
        try files.rows("other_sample_type").compactMap { row in
            guard try row.flag("is_sample"), row["raw_string"] != nil else { return nil }
            let kind: Kind = row["short_name"] == "workout" ? .workout : .other
            return (row, try SampleType(row, kind, identifier: "raw_string", otherNames: [row["constant"]]))
        }
    }

    private init(
        _ row: CatalogueTable.Row, _ kind: Kind, identifier column: String = "identifier", otherNames: [String?] = []
    ) throws {
        let identifier = try row.text(column)
        let shortName = try row.text("short_name")
        self.identifier = identifier
        self.shortName = shortName
        self.kind = kind
        displayName = try row.text("display_name")
        displayGroup = try row.text("display_group")
        alternateNames = otherNames.compactMap(\.self).filter { $0 != identifier && $0 != shortName }
        valueEnum = kind == .category ? try row.text("value_enum") : nil
        guard kind == .quantity else {
            (canonicalUnit, preferredUnit, units, aggregationStyle) = (nil, nil, [], nil)
            return
        }
        let canonical = try row.unit("canonical_unit")
        let preferred = try row.unit("preferred_unit")
        canonicalUnit = canonical
        preferredUnit = preferred
        do {
            units = try TypeUnit.all([preferred, canonical] + row.units("other_units"), canonical: canonical)
        } catch let error as UnitError {
            throw row.wrong(error.message)
        }
        guard let style = AggregationStyle(name: try row.text("aggregation_style")) else {
            throw row.wrong("aggregation_style is none of HealthKit's")
        }
        aggregationStyle = style
    }
}
