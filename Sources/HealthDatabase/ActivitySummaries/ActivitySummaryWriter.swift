import HealthCore

/// Stores activity rings that an app sent as elements, like the activity rings of exports.
public final class ActivitySummaryWriter: ElementWriter {
    /// Replaces the activity rings of the day. A later import replaces them only if its export was
    /// made after this call.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`. Then nothing is changed.
    public func write(_ summary: ActivitySummary) throws {
        let date = summary.date.iso8601
        let figures = ActivitySummary.Field.allCases.compactMap { field in
            summary.values[field].map { (name: field.rawValue, value: "\($0)") }
        }
        try write(
            "ActivitySummary", key: date, [("dateComponents", date), ("activeEnergyBurnedUnit", "kcal")] + figures,
            isUnchanged: "known.element = excluded.element")
    }
}
