import HealthCore

/// Maps the open-wearables SDK's names to HealthKit's units and values.
enum OpenWearablesTables {
    /// Returns HealthKit's name of a type. The SDK for Android has other names. `types` has those
    /// that mean the same as a type of HealthKit:
    /// https://github.com/the-momentum/open-wearables (`sdk/metric_types.py`).
    static func type(_ name: String) -> String { types[name] ?? name }

    static let types = [
        "STEP_COUNT": "stepCount", "FLOORS_CLIMBED": "flightsClimbed", "DISTANCE": "distanceWalkingRunning",
        "HEART_RATE": "heartRate", "RESTING_HEART_RATE": "restingHeartRate",
        "HEART_RATE_VARIABILITY": "heartRateVariabilityRMSSD", "OXYGEN_SATURATION": "oxygenSaturation",
        "RESPIRATORY_RATE": "respiratoryRate", "BLOOD_GLUCOSE": "bloodGlucose",
        "BLOOD_PRESSURE_SYSTOLIC": "bloodPressureSystolic", "BLOOD_PRESSURE_DIASTOLIC": "bloodPressureDiastolic",
        "HEIGHT": "height", "WEIGHT": "bodyMass", "LEAN_BODY_MASS": "leanBodyMass", "BODY_FAT": "bodyFatPercentage",
        "BMI": "bodyMassIndex", "BODY_TEMPERATURE": "bodyTemperature", "VO2_MAX": "vo2Max",
        "ACTIVE_CALORIES_BURNED": "activeEnergyBurned", "HYDRATION": "dietaryWater",
        "CYCLING_PEDALING_CADENCE": "cyclingCadence",
    ]

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
