/// Finds raw values by name and names by raw value in a table of enum values.
struct EnumIndex: Sendable {
    private struct Key: Hashable {
        var name: String
        var value: String
    }

    private struct RawKey: Hashable {
        var name: String
        var rawValue: Int32
    }

    private struct Names {
        var caseName: String
        var text: String
    }

    private var rawValues: [Key: Int32] = [:]
    private var names: [RawKey: Names] = [:]
    private let otherEnums: [String: String]

    /// - Parameters:
    ///   - enumColumn: the column with the name of the enumeration. Nil if the table has only one
    ///     enumeration, which then has the name "".
    ///   - textColumn: the column with the long text of a value.
    ///   - otherEnums: for an enumeration, the name of another enumeration whose names are accepted
    ///     too.
    init(_ table: CatalogueTable, enumColumn: String?, textColumn: String, otherEnums: [String: String] = [:]) {
        self.otherEnums = otherEnums
        for row in table.namedRows {
            let name = enumColumn.map { row[$0] ?? "" } ?? ""
            guard let rawValue = row.integer("raw_value"), let caseName = row["case_name"], let text = row[textColumn]
            else { continue }
            rawValues[Key(name: name, value: caseName)] = rawValue
            rawValues[Key(name: name, value: text)] = rawValue
            let key = RawKey(name: name, rawValue: rawValue)
            if names[key] == nil || !row.flag("deprecated") { names[key] = Names(caseName: caseName, text: text) }
        }
    }

    func rawValue(enum name: String, named value: String) -> Int32? {
        if let rawValue = rawValues[Key(name: name, value: value)] { return rawValue }
        guard let other = otherEnums[name] else { return nil }
        return rawValues[Key(name: other, value: value)]
    }

    func name(enum name: String, rawValue: Int32) -> String? {
        names[RawKey(name: name, rawValue: rawValue)]?.caseName
    }

    func exportString(enum name: String, rawValue: Int32) -> String? {
        names[RawKey(name: name, rawValue: rawValue)]?.text
    }
}
