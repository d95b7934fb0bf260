import Foundation

/// The definitions of HealthKit: the types of samples, and their values, units and names.
///
/// Swift and SQL use the same tables, the files of the folder `Tables`. They are parsed once. Every
/// lookup is one or two dictionary accesses. Safe to use from any thread.
public enum Catalogue {
    /// Every table of the database, each once: the files, and the units of every type.
    public static var tables: [CatalogueTable] {
        files.tables.filter { $0.name != CatalogueFiles.clientNames } + [typeUnitTable]
    }

    /// Reads the files that were installed with the program. Without this call the first look-up
    /// reads them, and ends the program if one is missing or wrong.
    ///
    /// - Throws: `InstallationError` with the file and line.
    public static func load() throws { _ = try CatalogueContents.loaded.get() }

    // MARK: Types of samples

    /// Every type of samples, each once: quantity, category, correlation, workout, others.
    public static var sampleTypes: [SampleType] { contents.sampleTypes }

    /// Returns the type with this raw string, constant or short name; nil for any other text.
    public static func sampleType(named name: String) -> SampleType? { contents.sampleTypesByName[name] }

    // MARK: Values of category types

    /// Returns the raw value of a case name (`asleepREM`) or of an export's text
    /// (`HKCategoryValueSleepAnalysisAsleepREM`). Nil for an unknown enumeration or value.
    ///
    /// Exports print some values under the name of another enumeration with the same raw values.
    /// The function finds these values too (`renamedCategoryEnums`).
    public static func categoryValue(enum name: String, named value: String) -> Int32? {
        let values = contents.categoryValues
        return values.rawValue(enum: name, named: value)
            ?? renamedCategoryEnums[name].flatMap { values.rawValue(enum: $0, named: value) }
    }

    /// Returns the case name. If two names share the raw value, returns the name that is not
    /// deprecated.
    public static func categoryValueName(enum name: String, rawValue: Int32) -> String? {
        contents.categoryValues.name(enum: name, rawValue: rawValue)
    }

    /// Returns the text of an export. If two texts share the raw value, returns the text that is
    /// not deprecated.
    public static func categoryExportString(enum name: String, rawValue: Int32) -> String? {
        contents.categoryValues.exportString(enum: name, rawValue: rawValue)
    }

    // MARK: Workouts

    /// Returns the raw value of an export's text (`HKWorkoutActivityTypeRunning`) or case name
    /// (`running`).
    public static func workoutActivityType(named name: String) -> Int32? {
        contents.workoutActivityTypes.rawValue(enum: "", named: name)
    }

    /// Returns the case name: `running` for 37.
    public static func workoutActivityTypeName(_ rawValue: Int32) -> String? {
        contents.workoutActivityTypes.name(enum: "", rawValue: rawValue)
    }

    /// Returns the text of an export: `HKWorkoutActivityTypeRunning` for 37.
    public static func workoutActivityTypeExportString(_ rawValue: Int32) -> String? {
        contents.workoutActivityTypes.exportString(enum: "", rawValue: rawValue)
    }

    /// Returns the raw value of an export's text (`HKWorkoutEventTypePause`) or case name
    /// (`pause`).
    public static func workoutEventType(named name: String) -> Int32? {
        contents.workoutEventTypes.rawValue(enum: "", named: name)
    }

    /// Returns the case name: `pause` for 1.
    public static func workoutEventTypeName(_ rawValue: Int32) -> String? {
        contents.workoutEventTypes.name(enum: "", rawValue: rawValue)
    }

    // MARK: Values of other enums

    /// Returns the raw value of a case name (`female`) or constant (`HKBiologicalSexFemale`). The
    /// enumeration must not belong to a category type. Such enumerations are those of metadata,
    /// characteristics, electrocardiograms and others.
    public static func enumValue(enum name: String, named value: String) -> Int32? {
        contents.enumValues.rawValue(enum: name, named: value)
    }

    /// Returns the constant in Objective-C, which exports write.
    public static func enumValueConstant(enum name: String, rawValue: Int32) -> String? {
        contents.enumValues.exportString(enum: name, rawValue: rawValue)
    }
}

// MARK: - Contents

extension Catalogue {
    static let files = required(CatalogueFiles.loaded)
    static let contents = required(CatalogueContents.loaded)

    /// Ends the program if a file of the catalogue is missing or wrong, because no answer would be
    /// right.
    static func required<Value>(_ loaded: Result<Value, any Error>) -> Value {
        switch loaded {
        case .success(let value):
            return value
        case .failure(let error):
            FileHandle.standardError.write(Data("\((error as? InstallationError)?.message ?? "\(error)")\n".utf8))
            exit(EXIT_FAILURE)
        }
    }

    /// Pairs of names of one renamed enumeration, in both directions. The raw values did not
    /// change. An export contains the name that was current when it was written.
    static let renamedCategoryEnums = [
        "HKCategoryValueMenstrualFlow": "HKCategoryValueVaginalBleeding",
        "HKCategoryValueVaginalBleeding": "HKCategoryValueMenstrualFlow",
        "HKCategoryValueEnvironmentalAudioExposureEvent": "HKCategoryValueAudioExposureEvent",
        "HKCategoryValueAudioExposureEvent": "HKCategoryValueEnvironmentalAudioExposureEvent",
    ]
}
