import HealthCore

/// What the open-wearables SDK calls HealthKit's units and values.
enum OpenWearablesTables {
    /// HealthKit's unit string for one of the SDK's.
    static func unit(_ text: String) -> String { units[text] ?? text }

    private static let units = [
        "bpm": "count/min", "breaths/min": "count/min", "kg/m²": "count", "mL/kg/min": "mL/(kg·min)",
        "ml/kg/min": "mL/(kg·min)", "m/sec": "m/s", "dB": "dBASPL", "percent": "%", "steps": "count",
        "kcal/kg/hr": "kcal/(kg·hr)", "rpm": "count/min", "°C": "degC", "seconds": "s", "minutes": "min",
    ]

    /// `HKWorkoutActivityType` of a name such as `strength_training`.
    static func activity(_ name: String) -> Int32? { HealthAutoExportTables.activity(name) }

    /// Values of a workout that have columns, in the unit of the column.
    static let workoutUnits = ["duration": "s", "activeEnergyBurned": "kcal", "distance": "m"]
}
