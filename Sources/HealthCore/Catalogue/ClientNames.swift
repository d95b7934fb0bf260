/// Names that the apps of other makers have for what HealthKit names.
///
/// The catalogue's file `client_name` has them. They are not in the database.
public struct ClientNames: Sendable {
    /// What a name stands for.
    public enum Kind: String, Hashable, Sendable {
        /// The short name of a type.
        case quantity, category
        /// HealthKit's unit string.
        case unit
        /// HealthKit's name of an activity of workouts.
        case activity
        /// HealthKit's name of a stage of sleep. The first words must not change.
        case sleepStage, firstSleepStage
    }

    private struct Key: Hashable {
        var client: String
        var kind: Kind
    }

    private var meanings: [Key: [String: String]] = [:]

    /// - Parameter isKnown: whether HealthKit has the meaning.
    /// - Throws: `InstallationError` if a line has an unknown kind or meaning, or a name that
    ///   another line has.
    init(_ rows: [CatalogueTable.Row], isKnown: (_ meaning: String, Kind) -> Bool) throws {
        for row in rows {
            let meaning = try row.text("meaning")
            guard let kind = Kind(rawValue: try row.text("kind")), isKnown(meaning, kind) else {
                throw row.wrong("HealthKit has no \(row["kind"] ?? "") \"\(meaning)\"")
            }
            let key = Key(client: try row.text("client"), kind: kind)
            for name in try row.text("names").split(separator: "; ").map(String.init)
            where meanings[key, default: [:]].updateValue(meaning, forKey: name) != nil {
                throw row.repeats(name)
            }
        }
    }

    /// Returns what the names of a client mean: the short name, unit or name of HealthKit.
    public static func meanings(of kind: Kind, for client: String) -> [String: String] {
        Catalogue.contents.clientNames.meanings[Key(client: client, kind: kind)] ?? [:]
    }
}
