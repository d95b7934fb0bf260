import HealthCore
import Testing

/// What the statistics engine can rely on: every value it is given is a finite number.
@Suite("A quantity")
struct QuantityRefusalTests {
    private func quantity(_ type: String, _ value: Double, _ unit: String) throws -> Quantity {
        var references = SampleReferences()
        let place = try references.type(type, unknownAs: .quantity)
        let unitPlace = try references.unit(unit)
        return try references.quantity(type: place, unit: unitPlace, value: value)
    }

    @Test(
        "that is no finite number is refused, of known types and of others",
        arguments: [Double.nan, .signalingNaN, .infinity, -.infinity], ["stepCount", "heartRate", "unheardOf"])
    func notFinite(_ value: Double, _ type: String) throws {
        let error = #expect(throws: Refusal.self) {
            try quantity(type, value, type == "heartRate" ? "count/min" : "count")
        }
        #expect(error?.code == .notFinite)
        #expect(error?.field == "value")
        // A refusal never says the value.
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

    @Test("at the ends of what a double holds is taken")
    func extremes() throws {
        for value in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0] {
            #expect(try quantity("stepCount", value, "count").value.bitPattern == value.bitPattern)
            #expect(try quantity("unheardOf", value, "furlong").value.bitPattern == value.bitPattern)
        }
    }
}
