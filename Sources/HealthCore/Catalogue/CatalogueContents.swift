import Foundation

/// The files of the catalogue.
struct CatalogueFiles: Sendable {
    /// The names of the tables. Each is a file `NAME.csv`, whose first lines describe it.
    static let names = [
        "quantity_type", "category_type", "category_value", "correlation_type", "characteristic_type",
        "other_sample_type", "workout_activity_type", "workout_event_type", "metadata_key", "enum_value",
        "unit_symbol", "unit_prefix", "unit_printed_form", "unit_spelling", "type_group", clientNames,
    ]
    /// The only table that is not copied to the database.
    static let clientNames = "client_name"

    /// The files that were installed with the program. They are read once.
    static let loaded = Result {
        let folder = InstalledFolder("catalogue", bundle: "healthstore_HealthCore.resources/Tables")
        let directory = try folder.directory(having: names[0] + ".csv", "the tables of the catalogue are")
        return try CatalogueFiles { name in
            try InstalledFolder.text(of: directory.appendingPathComponent(name + ".csv"))
        }
    }

    let tables: [CatalogueTable]

    /// - Parameter text: returns the CSV of a table.
    init(text: (_ name: String) throws -> String) throws {
        tables = try CatalogueFiles.names.map { try CatalogueTable(name: $0, csv: try text($0)) }
    }

    /// Returns the rows of the table with this name.
    func rows(_ name: String) -> [CatalogueTable.Row] { tables.first { $0.name == name }?.namedRows ?? [] }

    /// Returns each row of a table with what it means.
    func lines<Value>(
        _ name: String, _ value: (CatalogueTable.Row) throws -> Value
    ) throws -> [CatalogueTable.Line<Value>] {
        try rows(name).map { ($0, try value($0)) }
    }
}

/// The catalogue as Swift looks it up.
struct CatalogueContents: Sendable {
    /// Nothing is looked up in a catalogue that has a wrong line.
    static let loaded = Result {
        // The units of the other tables are parsed with these symbols.
        _ = try UnitSymbolTable.loaded.get()
        return try CatalogueContents(CatalogueFiles.loaded.get())
    }

    let sampleTypes: [SampleType]
    let sampleTypesByName: [String: SampleType]
    let characteristicTypes: [String: CharacteristicType]
    let categoryValues: EnumIndex
    let workoutActivityTypes: EnumIndex
    let workoutEventTypes: EnumIndex
    let enumValues: EnumIndex
    let typeGroups: [TypeGroup]
    let typeGroupsByName: [String: TypeGroup]
    let unitSpellings: [String: Unit]
    let clientNames: ClientNames

    /// - Throws: `InstallationError` if a line has no value where one is needed, a value that is
    ///   not known, or a name that another line has.
    init(_ files: CatalogueFiles) throws {
        let types = try SampleType.lines(of: files)
        sampleTypes = types.map(\.value)
        sampleTypesByName = try Self.index(types) { [$1.identifier, $1.shortName] + $1.alternateNames }
        characteristicTypes = try Self.index(files.lines("characteristic_type", CharacteristicType.init)) {
            [$1.identifier, try $0.text("short_name")]
        }
        categoryValues = try EnumIndex(files.rows("category_value"), textColumn: "export_xml_string")
        workoutActivityTypes = try EnumIndex(files.rows("workout_activity_type"), textColumn: "export_xml_string")
        workoutEventTypes = try EnumIndex(files.rows("workout_event_type"), textColumn: "export_xml_string")
        enumValues = try EnumIndex(files.rows("enum_value"), textColumn: "objc_constant")
        let groups = try files.lines("type_group", TypeGroup.init)
        typeGroups = groups.map(\.value)
        typeGroupsByName = try Self.index(groups) { [$1.name] }
        clientNames = try ClientNames(files.rows(CatalogueFiles.clientNames)) {
            [sampleTypesByName, categoryValues, workoutActivityTypes] meaning, kind in
            switch kind {
            case .quantity: sampleTypesByName[meaning]?.kind == .quantity
            case .category: sampleTypesByName[meaning]?.kind == .category
            case .unit: (try? Unit(parsing: meaning)) != nil
            case .activity: workoutActivityTypes.rawValue(enum: "", named: meaning) != nil
            case .sleepStage, .firstSleepStage:
                categoryValues.rawValue(enum: "HKCategoryValueSleepAnalysis", named: meaning) != nil
            }
        }
        unitSpellings = try Self.index(files.lines("unit_spelling") { try $0.unit("unit_string") }) { row, _ in
            [try row.text("spelling")]
        }
        for (row, type) in types {
            if typeGroupsByName[type.displayGroup] == nil {
                throw row.wrong("display_group has \"\(type.displayGroup)\", which is not in type_group.csv")
            }
            if let name = type.valueEnum, !categoryValues.hasEnum(name) {
                throw row.wrong("value_enum has \"\(name)\", which is not in category_value.csv")
            }
        }
    }

    /// Returns the values of lines by their names.
    private static func index<Value>(
        _ lines: [CatalogueTable.Line<Value>], names: (CatalogueTable.Row, Value) throws -> [String]
    ) throws -> [String: Value] {
        var index: [String: Value] = [:]
        for (row, value) in lines {
            for name in try names(row, value) where index.updateValue(value, forKey: name) != nil {
                throw row.repeats(name)
            }
        }
        return index
    }
}
