import HealthCore

/// What clients call the stages of sleep, in their own words and in the phone's language.
///
/// Words are compared by their letters and digits, in lower case: `In Bed`, `inBed` and `in_bed` are one word. A word that is not
/// here is no sleep: it is kept, and counts as nothing until it is known.
enum SleepStageWords {
    /// Nil for an unknown word.
    static func value(_ word: String) -> SleepValue? { values[HealthAutoExportTables.key(word)] }

    /// What the uuid of a stage without a uuid of its own is made of, in place of its stage: the value of words that were known from
    /// the first version on, 1 for all others. So a segment keeps its uuid when its word becomes known.
    ///
    /// - Returns: the number, and the word where others share the number.
    static func identity(_ word: String) -> (value: Int32, word: String) {
        let key = HealthAutoExportTables.key(word)
        guard let value = firstValues[key] else { return (SleepValue.asleepUnspecified.rawValue, key) }
        return (value.rawValue, "")
    }

    /// Never changed: uuids depend on it.
    private static let firstValues = table([
        (.inBed, "In Bed|Im Bett|Au lit|En la cama|Na cama|A letto|ベッドで|在床上|침대에서"),
        (
            .asleepUnspecified,
            "Asleep|Unspecified|Schlafend|Endormi|Endormie|Dormido|Dormida|Dormindo|Addormentato|Addormentata|Slapend"
        ),
        (
            .awake,
            "Awake|Wach|Éveillé|Éveillée|Despierto|Despierta|Acordado|Acordada|Sveglio|Sveglia|Wakker|覚醒|清醒|깨어있음"
        ),
        (.asleepCore, "Core|Kern|Léger|Principal|Essenziale|コア|核心|核心睡眠|코어"),
        (.asleepDeep, "Deep|Tief|Profond|Profundo|Sono profundo|Profondo|Diep|深い|深度|深層|깊은"),
        (.asleepREM, "REM|Paradoxal|レム|快速眼动|快速動眼|렘"),
    ])

    private static let values = firstValues.merging(
        table([
            (.inBed, "卧床|臥床"),
            (.asleepUnspecified, "sleeping|asleepUnspecified"),
            (.awake, "awake in bed|out of bed"),
            (.asleepCore, "light|asleepCore"),
            (.asleepDeep, "asleepDeep|深度睡眠|深層睡眠"),
            (.asleepREM, "asleepREM|快速动眼期|快速动眼|快速動眼期|快速眼动期"),
        ]), uniquingKeysWith: { first, _ in first }
    ).merging(
        // HealthKit's own texts, as exports have them.
        table(
            SleepValue.allCases.compactMap { value in
                Catalogue.categoryValueName(enum: "HKCategoryValueSleepAnalysis", rawValue: value.rawValue).map {
                    (value, "HKCategoryValueSleepAnalysis\($0)")
                }
            }), uniquingKeysWith: { first, _ in first })

    private static func table(_ rows: [(SleepValue, String)]) -> [String: SleepValue] {
        var table: [String: SleepValue] = [:]
        for (value, words) in rows {
            for word in words.split(separator: "|") { table[HealthAutoExportTables.key(String(word))] = value }
        }
        return table
    }
}
