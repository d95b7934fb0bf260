import HealthCore

/// Maps the open-wearables SDK's names to HealthKit's units and values.
enum OpenWearablesTables {
    /// Returns HealthKit's name of a type. The SDK for Android has other names. `types` has those
    /// that mean the same as a type of HealthKit.
    static func type(_ name: String) -> String { types[name] ?? name }

    static let types = ClientNames.meanings(of: .quantity, for: "openWearables")

    /// Returns HealthKit's unit string for a unit of the SDK.
    static func unit(_ text: String) -> String { units[text] ?? text }

    private static let units = ClientNames.meanings(of: .unit, for: "openWearables")

    /// Returns the `HKWorkoutActivityType` of a name such as `strength_training`.
    static func activity(_ name: String) -> Int32? { HealthAutoExportTables.activity(name) }

    /// The units of the columns. The keys are the names of a workout's values that have columns.
    static let workoutUnits = ["duration": "s", "activeEnergyBurned": "kcal", "distance": "m"]
}
