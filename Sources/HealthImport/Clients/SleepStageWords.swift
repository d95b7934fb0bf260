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
    private static let firstValues = stages(.firstSleepStage)

    private static let values = firstValues.merging(stages(.sleepStage)) { first, _ in first }

    /// Returns the stages by the keys of words, from the catalogue's file `client_name`.
    private static func stages(_ kind: ClientNames.Kind) -> [String: SleepValue] {
        var values: [String: SleepValue] = [:]
        for (word, name) in ClientNames.meanings(of: kind, for: "any") {
            let rawValue = Catalogue.categoryValue(enum: "HKCategoryValueSleepAnalysis", named: name)
            values[HealthAutoExportTables.key(word)] = rawValue.flatMap(SleepValue.init)
        }
        return values
    }
}
