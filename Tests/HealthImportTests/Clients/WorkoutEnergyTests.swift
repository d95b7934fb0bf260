import Testing

@testable import HealthImport

@Suite struct WorkoutEnergyTests {
    private func energy(
        _ total: Double, _ label: String, series: Double?, _ seriesLabel: String = "kcal", minutes: Double = 30
    ) -> WorkoutEnergy? {
        WorkoutEnergy(
            total: .init(value: total, label: label),
            series: series.map { .init(value: $0, label: seriesLabel) }, minutes: minutes)
    }

    @Test("swapped labels of total and series are corrected", arguments: [(43.0, 179.9), (70.0, 292.88)])
    func swapped(total: Double, series: Double) {
        let energy = energy(total, "kJ", series: series)
        #expect(energy?.kilocalories == total)
        #expect(energy?.isCorrected == true)
        #expect(energy?.totalUnit == .kilocalories && energy?.seriesUnit == .kilojoules)
    }

    @Test("labels that agree, or differ by another factor, are kept")
    func believed() {
        #expect(energy(179.9, "kJ", series: 43, "kcal") == energy(179.9, "kJ", series: nil))
        let agreeing: [(String, Double, Double)] = [("kJ", 179.9, 179.9), ("kcal", 100, 90), ("kcal", 100, 0)]
        for (label, total, series) in agreeing {
            #expect(energy(total, label, series: series, label)?.isCorrected == false, "\(series) \(label)")
        }
        #expect(energy(100, "kcal", series: 300, "kcal")?.kilocalories == 100)
        #expect(energy(43, "joules", series: nil) == nil)
    }

    @Test("one wrong label is recognised by the numbers, within a hundredth")
    func one() {
        let wrongTotal = energy(43, "kJ", series: 179.9, "kJ")
        #expect(wrongTotal?.kilocalories == 43)
        #expect(wrongTotal?.isCorrected == true)
        let wrongSeries = energy(179.9, "kcal", series: 43, "kcal")
        #expect(abs((wrongSeries?.kilocalories ?? 0) - 43) < 0.01)
        #expect(energy(43, "kJ", series: 179.9 * 1.009)?.isCorrected == true)
        #expect(energy(43, "kJ", series: 179.9 * 1.02)?.isCorrected == false)
    }

    @Test("equal numbers with two labels are kilojoules, unless that is too little for a workout")
    func equal() {
        #expect(energy(30, "kJ", series: 30, "kcal", minutes: 30)?.kilocalories == 30)
        let plausible = energy(600, "kcal", series: 600, "kJ", minutes: 30)?.kilocalories ?? 0
        #expect(abs(plausible - 600 / 4.184) < 1e-9)
    }
}
