/// What HealthKit defines: types of samples, their values and units, and the names of all of them.
///
/// The tables are the one source for Swift and for SQL. Each is read once, when first asked for;
/// every lookup is one dictionary access. Safe to use from any thread.
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

    /// The type with that raw string, that constant or that short name; nil for anything else.
    ///
    /// Where a name could mean two types, raw strings win over constants, constants over short
    /// names, and among short names the type that stands first in `sampleTypes`. No two types of
    /// this catalogue share a name.
    public static func sampleType(named name: String) -> SampleType? { sampleTypeIndex.byName[name] }

    // MARK: Values of category types

    /// The raw value of a case name (`asleepREM`) or an export's text (`HKCategoryValueSleepAnalysisAsleepREM`).
    ///
    /// Exports print some values under the name of another enum of the same raw values; those are
    /// found too (`renamedCategoryEnums`). Nil for an unknown enum or value.
    public static func categoryValue(enum name: String, named value: String) -> Int32? {
        categoryValueIndex.rawValue(enum: name, named: value)
    }

    /// The case name; where two share the raw value, the one that is not deprecated.
    public static func categoryValueName(enum name: String, rawValue: Int32) -> String? {
        categoryValueIndex.name(enum: name, rawValue: rawValue)
    }

    /// What an export prints; where two texts share the raw value, the one that is not deprecated.
    public static func categoryExportString(enum name: String, rawValue: Int32) -> String? {
        categoryValueIndex.exportString(enum: name, rawValue: rawValue)
    }

    // MARK: Workouts

    /// The raw value of an export's text (`HKWorkoutActivityTypeRunning`) or case name (`running`).
    public static func workoutActivityType(named name: String) -> Int32? {
        workoutActivityTypeIndex.rawValue(enum: "", named: name)
    }

    /// `running` of 37.
    public static func workoutActivityTypeName(_ rawValue: Int32) -> String? {
        workoutActivityTypeIndex.name(enum: "", rawValue: rawValue)
    }

    /// `HKWorkoutActivityTypeRunning` of 37.
    public static func workoutActivityTypeExportString(_ rawValue: Int32) -> String? {
        workoutActivityTypeIndex.exportString(enum: "", rawValue: rawValue)
    }

    /// The raw value of an export's text (`HKWorkoutEventTypePause`) or case name (`pause`).
    public static func workoutEventType(named name: String) -> Int32? {
        workoutEventTypeIndex.rawValue(enum: "", named: name)
    }

    /// `pause` of 1.
    public static func workoutEventTypeName(_ rawValue: Int32) -> String? {
        workoutEventTypeIndex.name(enum: "", rawValue: rawValue)
    }

    // MARK: Values of other enums

    /// The raw value of a case name (`female`) or constant (`HKBiologicalSexFemale`) of an enum
    /// that is not a category's: those of metadata, characteristics, electrocardiograms and so on.
    public static func enumValue(enum name: String, named value: String) -> Int32? {
        enumValueIndex.rawValue(enum: name, named: value)
    }

    /// The case name; where two share the raw value, the one that is not deprecated.
    public static func enumValueName(enum name: String, rawValue: Int32) -> String? {
        enumValueIndex.name(enum: name, rawValue: rawValue)
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

    /// Enums that were renamed with their raw values kept, both ways: an export prints the name
    /// that was current when it was written, whatever the type's enum is called today.
    static let renamedCategoryEnums = [
        "HKCategoryValueMenstrualFlow": "HKCategoryValueVaginalBleeding",
        "HKCategoryValueVaginalBleeding": "HKCategoryValueMenstrualFlow",
        "HKCategoryValueEnvironmentalAudioExposureEvent": "HKCategoryValueAudioExposureEvent",
        "HKCategoryValueAudioExposureEvent": "HKCategoryValueEnvironmentalAudioExposureEvent",
    ]
}
