/// The active energy of a workout of Health Auto Export. Wrong labels of units are corrected.
///
/// Requests of the app have contained totals in kilocalories labelled kJ, and series in kilojoules
/// labelled kcal. The total and the sum of the series then differ by the factor between the units,
/// or by its square. In this case, the number that is greater by that factor is in kilojoules.
struct WorkoutEnergy: Equatable {
    var kilocalories: Double
    /// True if the labels were wrong.
    var isCorrected = false
    /// The units of the total and of the series, derived from the numbers. Nil if the labels are
    /// right.
    var totalUnit: Unit?
    var seriesUnit: Unit?

    enum Unit: String {
        case kilocalories = "kcal"
        case kilojoules = "kJ"

        /// Returns nil for another unit.
        init?(label: String) {
            switch label.lowercased() {
            case "kcal", "cal", "kilocalories": self = .kilocalories
            case "kj", "kilojoules": self = .kilojoules
            default: return nil
            }
        }

        func kilocalories(_ value: Double) -> Double {
            self == .kilocalories ? value : value / WorkoutEnergy.kilojoulesPerKilocalorie
        }
    }

    struct Reading: Equatable {
        var value: Double
        var label: String
    }

    static let kilojoulesPerKilocalorie = 4.184
    /// The greatest relative difference at which a ratio still equals a factor.
    static let tolerance = 0.01
    /// A rate below this value, in kilocalories per minute, indicates a wrong label.
    static let plausibleRate = 1.0

    /// Returns nil if the unit of the total is not a unit of energy.
    ///
    /// - Parameters:
    ///   - series: the sum of the series; nil if the labels inside the series differ.
    ///   - minutes: the length of the workout.
    init?(total: Reading, series: Reading?, minutes: Double) {
        guard let label = Unit(label: total.label) else { return nil }
        kilocalories = label.kilocalories(total.value)
        guard let series, let seriesLabel = Unit(label: series.label), total.value > 0, series.value > 0 else { return }
        let factor = WorkoutEnergy.kilojoulesPerKilocalorie
        let disagreement = seriesLabel.kilocalories(series.value) / kilocalories
        guard
            [factor, 1 / factor, factor * factor, 1 / factor / factor].contains(where: {
                WorkoutEnergy.isNear(disagreement, $0)
            })
        else { return }
        let ratio = series.value / total.value
        if WorkoutEnergy.isNear(ratio, factor) {
            (totalUnit, seriesUnit) = (.kilocalories, .kilojoules)
        } else if WorkoutEnergy.isNear(ratio, 1 / factor) {
            (totalUnit, seriesUnit) = (.kilojoules, .kilocalories)
        } else if WorkoutEnergy.isNear(ratio, 1) {
            // Equal numbers with two different labels are kilojoules, unless that is too little
            // energy for a workout.
            let rate = Unit.kilojoules.kilocalories(total.value) / max(minutes, 1)
            let unit: Unit = rate < WorkoutEnergy.plausibleRate ? .kilocalories : .kilojoules
            (totalUnit, seriesUnit) = (unit, unit)
        } else {
            // The labels are equal, and the numbers differ by the factor's square. No wrong label
            // explains this.
            return
        }
        isCorrected = true
        kilocalories = (totalUnit ?? label).kilocalories(total.value)
    }

    private static func isNear(_ ratio: Double, _ factor: Double) -> Bool {
        abs(ratio / factor - 1) <= tolerance
    }
}
