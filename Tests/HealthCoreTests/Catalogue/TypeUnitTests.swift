import Testing

@testable import HealthCore

@Suite("The units in which people read")
struct TypeUnitTests {
    private func type(_ name: String) throws -> SampleType { try #require(Catalogue.sampleType(named: name)) }

    @Test("are those of a metric phone's export unless people choose others")
    func preferred() throws {
        let preferred = [
            "heartRate": "count/min", "respiratoryRate": "count/min", "restingHeartRate": "count/min",
            "distanceWalkingRunning": "km", "distanceCycling": "km", "distanceSwimming": "m", "underwaterDepth": "m",
            "sixMinuteWalkTestDistance": "m", "walkingSpeed": "km/hr", "runningSpeed": "km/hr",
            "stairAscentSpeed": "m/s", "height": "cm", "walkingStepLength": "cm", "runningStrideLength": "m",
            "activeEnergyBurned": "kcal", "bodyMass": "kg", "bodyTemperature": "degC", "dietarySodium": "mg",
            "dietaryVitaminB12": "mcg", "dietaryProtein": "g", "dietaryWater": "mL", "bodyFatPercentage": "fraction",
            "vo2Max": "mL/min·kg", "headphoneAudioExposure": "dBASPL", "stepCount": "count",
        ]
        for (name, unit) in preferred { #expect(try type(name).preferredUnit?.unitString == unit, "\(name)") }
    }

    @Test("contain the preferred and the canonical unit of every quantity type, in HealthKit's spelling")
    func complete() throws {
        for row in Catalogue.files.rows("quantity_type") {
            let type = try type(row["identifier"] ?? "")
            let preferred = try #require(row["preferred_unit"])
            #expect(type.preferredUnit?.unitString == preferred)
            #expect(type.units.first?.unit == type.preferredUnit)
            #expect(type.units.contains { $0.unit == type.canonicalUnit && $0.factor == 1 && $0.shift == 0 })
            let others = (row["other_units"] ?? "").split(separator: "; ").map(String.init)
            let expected = Set([preferred, try #require(row["canonical_unit"])] + others)
            #expect(Set(type.units.map(\.unit.unitString)) == expected && type.units.count == expected.count)
            // The units that exports print can be chosen.
            for observed in (row["export_xml_units_observed"] ?? "").split(separator: "; ") {
                let unit = try Unit(parsing: String(observed))
                #expect(type.units.contains { $0.unit == unit }, "\(type.shortName) \(observed)")
            }
        }
        for type in Catalogue.sampleTypes where type.kind != .quantity {
            #expect(type.preferredUnit == nil && type.units.isEmpty)
        }
    }

    @Test("convert a canonical value with a factor and a shift")
    func factors() throws {
        for type in Catalogue.sampleTypes {
            guard let canonical = type.canonicalUnit else { continue }
            for unit in type.units {
                let conversion = try canonical.conversion(to: unit.unit)
                for value in [0, 1, -40, 36.6, 1_234.5] {
                    let expected = conversion(value)
                    let found = value * unit.factor + unit.shift
                    #expect(abs(found - expected) <= 1e-12 * max(1, abs(expected)), "\(type.shortName) \(unit.unit)")
                }
            }
        }
        let fahrenheit = try #require(try type("bodyTemperature").units.first { $0.unit.unitString == "degF" })
        #expect(fahrenheit.factor == 1.8 && fahrenheit.shift == 32)
        let pascal = try Unit(parsing: "Pa")
        let decibel = try Unit(parsing: "dBASPL")
        #expect(throws: UnitError.self) { try TypeUnit(pascal, canonical: decibel) }
    }

    @Test(
        "are understood in the spellings that people use",
        arguments: [
            ("heartRate", "BPM", "count/min"), ("heartRate", "count/s", "count/s"), ("bodyTemperature", "°F", "degF"),
            ("bodyTemperature", " Celsius ", "degC"), ("bodyMass", "KG", "kg"), ("bodyMass", "oz", "oz"),
            ("dietaryWater", "oz", "fl_oz_us"), ("dietaryWater", "ml", "mL"), ("activeEnergyBurned", "Cal", "Cal"),
            ("activeEnergyBurned", "cal", "cal"), ("bloodGlucose", "mmol/L", "mmol<180.1558800000541>/L"),
            ("vo2Max", "mL/(kg*min)", "mL/min·kg"), ("insulinDelivery", "iu", "IU"),
            ("oxygenSaturation", "%", "fraction"),
            ("oxygenSaturation", "fraction", "fraction"), ("oxygenSaturation", " Fraction", "fraction"),
        ])
    func understood(_ name: String, _ text: String, _ unit: String) throws {
        #expect(try type(name).unit(named: text).unitString == unit)
    }

    @Test("are refused with the reason if they do not measure the type")
    func refused() throws {
        let cases: [(String, String, UnitError.Code)] = [
            ("heartRate", "kg", .incompatible), ("heartRate", "lbs", .unknownSymbol), ("stepCount", "", .incompatible),
            ("bodyFatPercentage", "percent", .unknownSymbol), ("bodyMass", "furlong", .unknownSymbol),
            ("bodyMass", "kg/", .malformed), ("bodyMass", String(repeating: "k", count: 201), .tooLong),
            ("sleepAnalysis", "hours", .unknownSymbol),
        ]
        for (name, text, code) in cases {
            let error = #expect(throws: UnitError.self) { try type(name).unit(named: text) }
            #expect(error?.code == code, "\(name) \(text)")
        }
    }

    @Test("have spellings in lower case that HealthKit’s grammar does not read as a unit of the same dimension")
    func spellings() throws {
        for row in Catalogue.files.rows("unit_spelling") {
            let spelling = try #require(row["spelling"])
            let unit = try Unit(parsing: try #require(row["unit_string"]))
            #expect(spelling == spelling.lowercased())
            #expect(unit.unitString == row["unit_string"])
            if let read = try? Unit(parsing: spelling) { #expect(!read.isCompatible(with: unit), "\(spelling)") }
            let types = Catalogue.sampleTypes.filter { $0.canonicalUnit?.isCompatible(with: unit) == true }
            #expect(!types.isEmpty, "\(spelling)")
            for type in types { #expect(try type.unit(named: spelling) == unit, "\(type.shortName) \(spelling)") }
        }
    }

    @Test("belong to types with a name and a group of the Health app")
    func groups() throws {
        let groups = Set(Catalogue.files.rows("type_group").map { $0["name"] })
        for type in Catalogue.sampleTypes {
            #expect(!type.displayName.isEmpty && groups.contains(type.displayGroup), "\(type.identifier)")
        }
        #expect(Set(Catalogue.sampleTypes.map(\.displayGroup)).count == groups.count)
        for row in Catalogue.files.rows("type_group") {
            #expect(try #require(row["color"]).wholeMatch(of: /#[0-9A-F]{6}/) != nil)
        }
        #expect(try type("stepCount").displayName == "Steps" && type("bodyMass").displayName == "Weight")
        #expect(try type("sleepAnalysis").displayGroup == "sleep" && type("headache").displayGroup == "symptoms")
    }
}
