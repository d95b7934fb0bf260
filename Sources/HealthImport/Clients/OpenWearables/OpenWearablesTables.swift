import HealthCore

/// Maps the open-wearables SDK's names to HealthKit's units and values.
enum OpenWearablesTables {
    /// Returns HealthKit's unit string for a unit of the SDK.
    static func unit(_ text: String) -> String { units[text] ?? text }

    private static let units = [
        "bpm": "count/min", "breaths/min": "count/min", "kg/m²": "count", "mL/kg/min": "mL/(kg·min)",
        "ml/kg/min": "mL/(kg·min)", "m/sec": "m/s", "dB": "dBASPL", "percent": "%", "steps": "count",
        "kcal/kg/hr": "kcal/(kg·hr)", "rpm": "count/min", "°C": "degC", "seconds": "s", "minutes": "min",
    ]

    /// Returns the `HKWorkoutActivityType` of a name such as `strength_training`.
    static func activity(_ name: String) -> Int32? { HealthAutoExportTables.activity(name) }

    /// The units of the columns. The keys are the names of a workout's values that have columns.
    static let workoutUnits = ["duration": "s", "activeEnergyBurned": "kcal", "distance": "m"]
}
