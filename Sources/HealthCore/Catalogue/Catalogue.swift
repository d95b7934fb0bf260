/// The definitions of HealthKit: the types of samples, and their values, units and names.
///
/// Swift and SQL use the same tables. Each table is parsed once, at the first access. Every lookup
/// is one dictionary access. Safe to use from any thread.
public enum Catalogue {
    /// Every table, each once.
    public static let tables: [CatalogueTable] = [
        quantityTypeTable, categoryTypeTable, categoryValueTable, correlationTypeTable, characteristicTypeTable,
        otherSampleTypeTable, workoutActivityTypeTable, workoutEventTypeTable, metadataKeyTable, enumValueTable,
        unitSymbolTable, unitPrefixTable, unitPrintedFormTable, unitSpellingTable, typeGroupTable, typeUnitTable,
    ]

    // MARK: Types of samples

    /// Every type of samples, each once: quantity, category, correlation, workout, others.
    public static var sampleTypes: [SampleType] { sampleTypeIndex.types }

    /// Returns the type with this raw string, constant or short name; nil for any other text.
    ///
    /// If a name fits several types, raw strings take precedence over constants, and constants over
    /// short names. Of several short names, the first type of `sampleTypes` is returned. In this
    /// catalogue, no two types share a name.
    public static func sampleType(named name: String) -> SampleType? { sampleTypeIndex.byName[name] }

    // MARK: Values of category types

    /// Returns the raw value of a case name (`asleepREM`) or of an export's text
    /// (`HKCategoryValueSleepAnalysisAsleepREM`). Nil for an unknown enumeration or value.
    ///
    /// Exports print some values under the name of another enumeration with the same raw values.
    /// The function finds these values too (`renamedCategoryEnums`).
    public static func categoryValue(enum name: String, named value: String) -> Int32? {
        categoryValueIndex.rawValue(enum: name, named: value)
    }

    /// Returns the case name. If two names share the raw value, returns the name that is not
    /// deprecated.
    public static func categoryValueName(enum name: String, rawValue: Int32) -> String? {
        categoryValueIndex.name(enum: name, rawValue: rawValue)
    }

    /// Returns the text of an export. If two texts share the raw value, returns the text that is
    /// not deprecated.
    public static func categoryExportString(enum name: String, rawValue: Int32) -> String? {
        categoryValueIndex.exportString(enum: name, rawValue: rawValue)
    }

    // MARK: Workouts

    /// Returns the raw value of an export's text (`HKWorkoutActivityTypeRunning`) or case name
    /// (`running`).
    public static func workoutActivityType(named name: String) -> Int32? {
        workoutActivityTypeIndex.rawValue(enum: "", named: name)
    }

    /// Returns the case name: `running` for 37.
    public static func workoutActivityTypeName(_ rawValue: Int32) -> String? {
        workoutActivityTypeIndex.name(enum: "", rawValue: rawValue)
    }

    /// Returns the text of an export: `HKWorkoutActivityTypeRunning` for 37.
    public static func workoutActivityTypeExportString(_ rawValue: Int32) -> String? {
        workoutActivityTypeIndex.exportString(enum: "", rawValue: rawValue)
    }

    /// Returns the raw value of an export's text (`HKWorkoutEventTypePause`) or case name
    /// (`pause`).
    public static func workoutEventType(named name: String) -> Int32? {
        workoutEventTypeIndex.rawValue(enum: "", named: name)
    }

    /// Returns the case name: `pause` for 1.
    public static func workoutEventTypeName(_ rawValue: Int32) -> String? {
        workoutEventTypeIndex.name(enum: "", rawValue: rawValue)
    }

    // MARK: Values of other enums

    /// Returns the raw value of a case name (`female`) or constant (`HKBiologicalSexFemale`). The
    /// enumeration must not belong to a category type. Such enumerations are those of metadata,
    /// characteristics, electrocardiograms and others.
    public static func enumValue(enum name: String, named value: String) -> Int32? {
        enumValueIndex.rawValue(enum: name, named: value)
    }

    /// Returns the case name. If two names share the raw value, returns the name that is not
    /// deprecated.
    public static func enumValueName(enum name: String, rawValue: Int32) -> String? {
        enumValueIndex.name(enum: name, rawValue: rawValue)
    }

    /// Returns the constant in Objective-C, which exports write.
    public static func enumValueConstant(enum name: String, rawValue: Int32) -> String? {
        enumValueIndex.exportString(enum: name, rawValue: rawValue)
    }
}

// MARK: - Indexes

extension Catalogue {
    private static let sampleTypeIndex = SampleTypeIndex()

    private static let categoryValueIndex = EnumIndex(
        categoryValueTable, enumColumn: "enum", textColumn: "export_xml_string", otherEnums: renamedCategoryEnums)
    private static let workoutActivityTypeIndex = EnumIndex(
        workoutActivityTypeTable, enumColumn: nil, textColumn: "export_xml_string")
    private static let workoutEventTypeIndex = EnumIndex(
        workoutEventTypeTable, enumColumn: nil, textColumn: "export_xml_string")
    private static let enumValueIndex = EnumIndex(enumValueTable, enumColumn: "enum", textColumn: "objc_constant")

    /// Pairs of names of one renamed enumeration, in both directions. The raw values did not
    /// change. An export contains the name that was current when it was written.
    static let renamedCategoryEnums = [
        "HKCategoryValueMenstrualFlow": "HKCategoryValueVaginalBleeding",
        "HKCategoryValueVaginalBleeding": "HKCategoryValueMenstrualFlow",
        "HKCategoryValueEnvironmentalAudioExposureEvent": "HKCategoryValueAudioExposureEvent",
        "HKCategoryValueAudioExposureEvent": "HKCategoryValueEnvironmentalAudioExposureEvent",
    ]
}
