/// Finds raw values by name and names by raw value in a table of enum values.
struct EnumIndex: Sendable {
    private struct Names {
        var caseName: String
        var text: String
    }

    /// By the name of the enumeration, then by the names of a value. A table without a column
    /// `enum` has one enumeration, with the name "".
    private var rawValues: [String: [String: Int32]] = [:]
    private var names: [String: [Int32: Names]] = [:]

    /// - Parameter textColumn: the column with the long text of a value.
    /// - Throws: `InstallationError` if two values of an enumeration have the same name.
    init(_ rows: [CatalogueTable.Row], textColumn: String) throws {
        for row in rows {
            let name = row["enum"] ?? ""
            let rawValue = try row.integer("raw_value")
            let value = Names(caseName: try row.text("case_name"), text: try row.text(textColumn))
            for valueName in [value.caseName, value.text]
            where rawValues[name, default: [:]].updateValue(rawValue, forKey: valueName) != nil {
                throw row.repeats(valueName)
            }
            if try names[name]?[rawValue] == nil || !row.flag("deprecated") {
                names[name, default: [:]][rawValue] = value
            }
        }
    }

    func hasEnum(_ name: String) -> Bool { names[name] != nil }

    func rawValue(enum name: String, named value: String) -> Int32? { rawValues[name]?[value] }

    func name(enum name: String, rawValue: Int32) -> String? { names[name]?[rawValue]?.caseName }

    /// Returns the case names of an enumeration.
    func names(enum name: String) -> [String] { names[name]?.values.map(\.caseName) ?? [] }

    func exportString(enum name: String, rawValue: Int32) -> String? { names[name]?[rawValue]?.text }
}
