/// Names of the catalogue by the words that people use for them, such as `stepCount` by `Step
/// Count` and `Steps`. Only letters and digits count, without their case and without a plural's
/// `s`.
public struct PlainNames: Sendable {
    /// The names by their words.
    private let names: [String: [String]]

    /// The most names that `nearest` returns.
    private static let nearestMax = 3

    /// - Parameter names: each name with all its words.
    fileprivate init(_ names: [(name: String, words: [String])]) {
        var byWord: [String: [String]] = [:]
        for (name, words) in names {
            for word in Set(words.map(PlainNames.plain)) { byWord[word, default: []].append(name) }
        }
        self.names = byWord
    }

    /// Returns the name that people call by this word; nil if no name or several names have it.
    public subscript(word: String) -> String? {
        guard let found = names[PlainNames.plain(word)], found.count == 1 else { return nil }
        return found[0]
    }

    /// Returns the names whose words are most like this one, the nearest first.
    public func nearest(to word: String) -> [String] {
        let word = PlainNames.plain(word)
        let sorted = names.map { (distance: PlainNames.distance(word, $0.key), names: $0.value) }
            .sorted { ($0.distance, $0.names[0]) < ($1.distance, $1.names[0]) }
        var nearest: [String] = []
        for name in sorted.flatMap(\.names) where !nearest.contains(name) && nearest.count < PlainNames.nearestMax {
            nearest.append(name)
        }
        return nearest
    }

    private static func plain(_ word: String) -> String {
        let letters = word.lowercased().filter { $0.isLetter || $0.isNumber }
        return letters.count > 1 && letters.hasSuffix("s") ? String(letters.dropLast()) : letters
    }

    /// Returns the share of the longer word that is different, by Levenshtein's distance. A word
    /// that contains the other one counts as half as different.
    private static func distance(_ word: String, _ other: String) -> Double {
        let (first, second) = (Array(word), Array(other))
        var row = Array(0...second.count)
        for (index, character) in first.enumerated() {
            var before = row[0]
            row[0] = index + 1
            for column in second.indices {
                let change = before + (character == second[column] ? 0 : 1)
                before = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, before + 1)
            }
        }
        let isPart = !word.isEmpty && (word.contains(other) || other.contains(word))
        return Double(row[second.count]) / Double(max(first.count, second.count, 1)) / (isPart ? 2 : 1)
    }
}

extension Catalogue {
    /// The short names of types by their short names and their names in the Health app.
    public static let typeWords = PlainNames(sampleTypes.map { ($0.shortName, [$0.shortName, $0.displayName]) })

    /// The names of the activities of workouts.
    public static let activityWords = PlainNames(
        contents.workoutActivityTypes.names(enum: "").map { ($0, [$0]) })
}
