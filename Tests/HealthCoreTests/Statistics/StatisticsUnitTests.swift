import Foundation
import HealthCore
import TestSupport
import Testing

@Suite("Figures in another unit")
struct StatisticsUnitTests {
    /// Returns some random buckets of a type, in its canonical unit.
    private func random(_ seed: UInt64, of quantity: QuantityRequest, from low: Double, to high: Double)
        -> RandomStatistics
    {
        var random = RandomStatistics(seed: seed)
        random.style = quantity.style
        random.separateBySource = true
        var generator = SeededGenerator(seed)
        for place in random.samples.indices {
            random.samples[place].value = Double.random(in: low...high, using: &generator)
        }
        return random
    }

    @Test(
        "are those of the samples in that unit",
        arguments: [
            ("stepCount", "%", 0, 500), ("distanceWalkingRunning", "mi", 0, 900), ("heartRate", "count/min", 0.5, 3),
            ("bodyMass", "lb", 40, 120), ("bodyTemperature", "degF", 35, 41), ("basalBodyTemperature", "degF", -5, 5),
            ("bloodGlucose", "mmol<180.1558800000541>/L", 60, 200),
        ] as [(String, String, Double, Double)])
    func convertedSamples(_ type: String, _ unit: String, _ low: Double, _ high: Double) throws {
        let quantity = try QuantityRequest(type: type, unit: unit)
        #expect(quantity.unit == (try Unit(parsing: unit)))
        for seed in UInt64(400_000)..<400_080 {
            let random = random(seed, of: quantity, from: low, to: high)
            var converted = random
            for place in converted.samples.indices {
                converted.samples[place].value = quantity.conversion(random.samples[place].value)
            }
            let plan = try random.plan
            for (bucket, expected) in zip(try random.answer(plan), try converted.answer(plan)) {
                let merged = bucket.statistics?.converted { quantity.conversion($0) }
                let differences = differences(merged, expected.statistics, tolerance: converted.tolerance)
                #expect(differences == [], "\(random)")
                for (alone, other) in zip(bucket.bySource, expected.bySource) {
                    let differences = alone.statistics.converted { quantity.conversion($0) }
                        .differences(from: other.statistics, tolerance: converted.tolerance)
                    #expect(differences == [], "\(random)")
                }
            }
        }
    }

    @Test("of levels have the pressure whose square is the mean of the samples' squares")
    func levels() throws {
        let quantity = try QuantityRequest(type: "environmentalAudioExposure", unit: "Pa")
        var averages = 0
        for seed in UInt64(500_000)..<500_200 {
            let random = random(seed, of: quantity, from: 20, to: 120)
            // The squares of sound pressures have an arithmetic mean, and sound levels do not.
            for bucket in try random.answer(random.plan) {
                let window = random.reference.window(bucket.start.microseconds..<bucket.end.microseconds)
                let members = random.samples.filter { sample in
                    random.reference.isSelected(sample)
                        && (sample.isPoint
                            ? window.contains(sample.start)
                            : sample.start < window.upperBound && sample.end > window.lowerBound)
                }
                guard let figures = bucket.statistics?.converted({ quantity.conversion($0) }) else {
                    #expect(members.isEmpty, "\(random)")
                    continue
                }
                var weights = members.map {
                    Double(min($0.end, window.upperBound) - max($0.start, window.lowerBound))
                }
                if weights.reduce(0, +) == 0 { weights = members.map { _ in 1 } }
                let pressures = members.map { 2e-5 * pow(10, $0.value / 20) }
                let squares = zip(pressures, weights).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
                let mean = (squares / weights.reduce(0, +)).squareRoot()
                let average = try #require(figures.average)
                #expect(abs(average - mean) <= 1e-10 * mean, "\(random)")
                let maximum = try #require(pressures.max())
                #expect(abs(try #require(figures.maximum) - maximum) <= 1e-12 * maximum, "\(random)")
                let minimum = try #require(pressures.min())
                #expect(abs(try #require(figures.minimum) - minimum) <= 1e-12 * minimum, "\(random)")
                averages += 1
            }
        }
        #expect(averages > 100)
    }

    @Test("in the canonical unit are those that were computed, bit for bit")
    func canonical() throws {
        for type in Catalogue.sampleTypes where type.kind == .quantity {
            let unit = try #require(type.canonicalUnit)
            let quantity = try QuantityRequest(type: type.shortName, unit: unit.unitString)
            #expect(quantity.conversion.isIdentity && quantity.unit == unit)
            #expect(quantity.conversion.printed(0.1 + 0.2) == 0.1 + 0.2)
        }
    }

    @Test("are in the type's preferred unit, or in the one that the person chose, where none is asked for")
    func preferred() throws {
        let pound = try Unit(parsing: "lb")
        let chosen = PreferredUnits(chosen: ["HKQuantityTypeIdentifierBodyMass": pound])
        for type in Catalogue.sampleTypes where type.kind == .quantity {
            #expect(try QuantityRequest(type: type.shortName).unit == type.preferredUnit)
            let unit = try QuantityRequest(type: type.shortName, preferred: chosen).unit
            #expect(unit == (type.shortName == "bodyMass" ? pound : type.preferredUnit))
        }
        #expect(try QuantityRequest(type: "bodyMass", unit: "KG", preferred: chosen).unit?.unitString == "kg")
    }

    @Test("are printed as they were sent where the stored value was rounded")
    func printed() throws {
        for (name, unit, scale) in [
            ("heartRate", "count/min", 1), ("heartRate", "count/min", 10), ("height", "cm", 10),
            ("walkingSpeed", "km/hr", 100), ("dietarySodium", "mg", 10), ("distanceWalkingRunning", "mi", 100),
            ("bodyMass", "lb", 10), ("bodyTemperature", "degF", 10),
        ] as [(String, String, Double)] {
            let quantity = try QuantityRequest(type: name, unit: unit)
            let stored = try #require(quantity.unit).conversion(to: #require(quantity.type.canonicalUnit))
            // Near the zero of Fahrenheit, a stored temperature has fewer exact digits than the
            // sent value.
            for number in name == "bodyTemperature" ? 800...1_100 : 1...5_000 {
                let sent = Double(number) / scale
                #expect(quantity.conversion.printed(stored(sent)) == sent, "\(sent) \(unit)")
            }
            for value in [0, -1.5, .infinity, 1e300, .leastNonzeroMagnitude, 0.1 + 0.2] {
                let exact = quantity.conversion(value)
                #expect(abs(quantity.conversion.printed(value) - exact) <= exact.ulp || exact.isInfinite)
            }
        }
    }
}
