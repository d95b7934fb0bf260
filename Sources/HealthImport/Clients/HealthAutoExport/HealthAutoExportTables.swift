import HealthCore

/// Maps Health Auto Export's names to HealthKit's types, units and values.
///
/// Names are compared by their letters and digits in lower case, so `Weight & Body Mass` equals
/// `weight_body_mass`. A record whose name is in no table is stored with a type named after the
/// app's name.
enum HealthAutoExportTables {
    /// Returns the letters and digits of a name in lower case.
    static func key(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Returns the quantity type of a metric: the type whose short name is the metric's name in
    /// camel case, or that of `metrics`. Returns nil if HealthKit has no such type.
    static func quantityType(ofMetric name: String) -> String? {
        let key = key(name)
        return quantityTypes[key] ?? metrics[key]
    }

    private static let quantityTypes = Dictionary(
        Catalogue.sampleTypes.filter { $0.kind == .quantity }.map { (key($0.shortName), $0.shortName) },
        uniquingKeysWith: { first, _ in first })

    /// Returns HealthKit's unit string for a unit of the app.
    static func unit(_ text: String) -> String { units[text] ?? units[text.lowercased()] ?? text }

    /// Returns the `HKWorkoutActivityType` of an English name.
    static func activity(_ name: String) -> Int32? {
        let key = key(name)
        return activities[key] ?? activityCases[key]
    }

    /// Returns the category type of a symptom, of an entry of the cycle diary or of a metric, for
    /// its English name.
    static func categoryType(_ name: String) -> SampleType? {
        let key = key(name)
        return categories[key].flatMap(Catalogue.sampleType(named:)) ?? categoryTypes[key]
    }

    /// Returns the raw value of a word, such as `Not Present`, in the enum of a category type.
    static func categoryValue(_ text: String, enum name: String) -> Int32? {
        let wanted = key(text)
        let key = wanted == "present" && name == "HKCategoryValueSeverity" ? "unspecified" : wanted
        return (Int32(0)...categoryValueMax).first { raw in
            Catalogue.categoryValueName(enum: name, rawValue: raw).map(HealthAutoExportTables.key) == key
        }
    }

    /// Highest raw value of the enums of symptoms and of the cycle diary.
    private static let categoryValueMax: Int32 = 10

    private static let activityCases = Dictionary(
        (Int32(1)...3_000).compactMap { raw in
            Catalogue.workoutActivityTypeName(raw).map { (key($0), raw) }
        }, uniquingKeysWith: { first, _ in first })

    private static let categoryTypes = Dictionary(
        Catalogue.sampleTypes.filter { $0.kind == .category }.map { (key($0.shortName), $0) },
        uniquingKeysWith: { first, _ in first })

    /// Returns the app's names and what they mean, from the catalogue's file `client_name`.
    private static func names(_ kind: ClientNames.Kind) -> [(name: String, meaning: String)] {
        ClientNames.meanings(of: kind, for: "healthAutoExport").map { (key($0.key), $0.value) }
    }

    /// Short names of quantity types. The keys are the `key` of the names of metrics that are not
    /// the type's short name.
    static let metrics = Dictionary(uniqueKeysWithValues: names(.quantity))

    /// HealthKit's units. The keys are units as the app sends them.
    static let units = ClientNames.meanings(of: .unit, for: "healthAutoExport")

    private static let activities = activityNames.compactMapValues { Catalogue.workoutActivityType(named: $0) }

    /// HealthKit's names of activities. The keys are the `key` of other names that phones use.
    static let activityNames = Dictionary(uniqueKeysWithValues: names(.activity))

    /// Short names of category types. The keys are the `key` of other names that the app uses.
    static let categories = Dictionary(uniqueKeysWithValues: names(.category))
}
