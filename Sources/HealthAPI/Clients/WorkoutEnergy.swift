/// The active energy of a workout of Health Auto Export, whose labels of unit cannot be trusted.
///
/// The app has been seen to send the total of a workout in kilocalories labelled kJ, and its series in kilojoules labelled
/// kcal. Where the two disagree by the factor between the units, or its square, the labels are wrong and the
/// numbers decide: the greater by that factor is in kilojoules.
struct WorkoutEnergy: Equatable {
    var kilocalories: Double
    /// Whether the labels were not believed.
    var isCorrected = false
    /// The units in which the total and the series were, as far as the numbers say; nil where the labels hold.
    var totalUnit: Unit?
    var seriesUnit: Unit?

    enum Unit: String {
        case kilocalories = "kcal"
        case kilojoules = "kJ"

        /// Nil for another unit.
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
    /// How far a ratio may be from a factor that it is taken for.
    static let tolerance = 0.01
    /// Less than this of a workout, in kilocalories each minute, is taken for a wrong label.
    static let plausibleRate = 1.0

    /// Nil where there is no total, or its unit is none of energy.
    ///
    /// - Parameters:
    ///   - series: the sum of the series, where all of it has one label.
    ///   - minutes: how long the workout was.
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
            // Equal numbers under two labels: kilojoules, unless that is too little for a workout.
            let rate = Unit.kilojoules.kilocalories(total.value) / max(minutes, 1)
            let unit: Unit = rate < WorkoutEnergy.plausibleRate ? .kilocalories : .kilojoules
            (totalUnit, seriesUnit) = (unit, unit)
        } else {
            // Both have one label and differ by the factor's square, which no label explains.
            return
        }
        isCorrected = true
        kilocalories = (totalUnit ?? label).kilocalories(total.value)
    }

    private static func isNear(_ ratio: Double, _ factor: Double) -> Bool {
        abs(ratio / factor - 1) <= tolerance
    }
}
