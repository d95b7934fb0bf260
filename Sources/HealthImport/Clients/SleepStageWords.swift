import HealthCore

/// Clients' words for the stages of sleep, in several languages.
///
/// Words are compared by their letters and digits in lower case, so `In Bed`, `inBed` and `in_bed`
/// are one word. A segment with an unknown word is stored and does not count as sleep. It counts
/// once a later version of the program has the word.
enum SleepStageWords {
    /// Returns the stage of a word. Returns nil for an unknown word.
    static func value(_ word: String) -> SleepValue? { values[HealthAutoExportTables.key(word)] }

    /// Returns the number and the word that go into the uuid of a segment.
    ///
    /// The number is the raw value of a word that the first version of the program had, and 1 for
    /// every other word. The returned word is empty for the words of the first version. So a
    /// segment keeps its uuid when a later version adds its word.
    static func identity(_ word: String) -> (value: Int32, word: String) {
        let key = HealthAutoExportTables.key(word)
        guard let value = firstValues[key] else { return (SleepValue.asleepUnspecified.rawValue, key) }
        return (value.rawValue, "")
    }

    /// The words of the first version. They must not change, because uuids depend on them.
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
        // HealthKit's texts, as exports contain them.
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
