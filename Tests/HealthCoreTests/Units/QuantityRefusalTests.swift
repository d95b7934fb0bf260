import HealthCore
import Testing

/// The statistics engine relies on finite values.
@Suite("A quantity")
struct QuantityRefusalTests {
    private func quantity(_ type: String, _ value: Double, _ unit: String) throws -> Quantity {
        var references = SampleReferences()
        let typeIndex = try references.type(type, unknownAs: .quantity)
        let unitIndex = try references.unit(unit)
        return try references.quantity(type: typeIndex, unit: unitIndex, value: value)
    }

    @Test(
        "that is not a finite number is refused, for known and unknown types",
        arguments: [Double.nan, .signalingNaN, .infinity, -.infinity], ["stepCount", "heartRate", "unheardOf"])
    func notFinite(_ value: Double, _ type: String) throws {
        let error = #expect(throws: Refusal.self) {
            try quantity(type, value, type == "heartRate" ? "count/min" : "count")
        }
        #expect(error?.code == .notFinite)
        #expect(error?.field == "value")
        // A refusal never contains the value.
        #expect(error?.message == "the value must be a finite number")
    }

    @Test("that is finite only in the unit as sent is refused")
    func overflow() throws {
        for (type, value, unit) in [
            ("distanceWalkingRunning", 1e308, "km"), ("distanceWalkingRunning", -1e308, "Tm"),
            ("environmentalAudioExposure", 0, "Pa"), ("environmentalAudioExposure", -1, "Pa"),
        ] {
            let error = #expect(throws: Refusal.self) { try quantity(type, value, unit) }
            #expect(error?.code == .notFinite, "\(value) \(unit)")
        }
    }

    @Test("beyond 1e150 in the canonical unit is refused, in any unit as sent")
    func tooLarge() throws {
        for (type, value, unit) in [
            ("stepCount", 1.1e150, "count"), ("stepCount", -.greatestFiniteMagnitude, "count"),
            ("distanceWalkingRunning", 1e148, "km"), ("bodyTemperature", -1.2e150, "degC"),
            ("environmentalAudioExposure", 1.1e150, "dBASPL"), ("unheardOf", 1e151, "furlong"),
        ] {
            let error = #expect(throws: Refusal.self) { try quantity(type, value, unit) }
            #expect(error?.code == .valueTooLarge && error?.field == "value", "\(value) \(unit)")
        }
        #expect(try quantity("distanceWalkingRunning", 9e149, "cm").value < 1e149)
    }

    @Test("at the limits is accepted unchanged")
    func extremes() throws {
        for value in [Quantity.magnitudeMax, -Quantity.magnitudeMax, .leastNonzeroMagnitude, 0, -0.0] {
            #expect(try quantity("stepCount", value, "count").value.bitPattern == value.bitPattern)
            #expect(try quantity("unheardOf", value, "furlong").value.bitPattern == value.bitPattern)
        }
    }
}
