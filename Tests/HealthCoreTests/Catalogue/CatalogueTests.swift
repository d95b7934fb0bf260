import Testing

@testable import HealthCore

@Suite("The catalogue")
struct CatalogueTests {
    @Test("has every type of samples once, with unit, style and enumeration if its kind has them")
    func sampleTypes() {
        let types = Catalogue.sampleTypes
        let counts = Dictionary(grouping: types, by: \.kind).mapValues(\.count)
        #expect(counts[.quantity] == Catalogue.files.rows("quantity_type").count)
        // Two of the category constants are one type.
        #expect(counts[.category] == Catalogue.files.rows("category_type").count - 1)
        #expect(counts[.correlation] == 2 && counts[.workout] == 1 && counts[.other, default: 0] >= 19)
        #expect(Set(types.map(\.identifier)).count == types.count)
        #expect(Set(types.map(\.shortName)).count == types.count)
        for type in types {
            #expect((type.canonicalUnit != nil) == (type.kind == .quantity), "\(type.identifier)")
            #expect((type.aggregationStyle != nil) == (type.kind == .quantity), "\(type.identifier)")
            #expect((type.valueEnum != nil) == (type.kind == .category), "\(type.identifier)")
        }
    }

    @Test("finds every type by every name, and no name means two types")
    func lookup() {
        var owners: [String: String] = [:]
        for type in Catalogue.sampleTypes {
            for name in [type.identifier, type.shortName] + type.alternateNames {
                #expect(Catalogue.sampleType(named: name) == type, "\(name)")
                #expect(owners.updateValue(type.identifier, forKey: name) == nil, "\(name)")
            }
        }
        for table in ["quantity_type", "category_type", "correlation_type"] {
            for row in Catalogue.files.rows(table) {
                for column in ["identifier", "raw_string", "short_name"] {
                    guard let name = row[column] else { continue }
                    #expect(Catalogue.sampleType(named: name) != nil, "\(name)")
                }
            }
        }
        for name in ["", "HKQuantityTypeIdentifierBloodKetones", "steps", "StepCount", "biologicalSex"] {
            #expect(Catalogue.sampleType(named: name) == nil)
        }
    }

    @Test("knows quantity types")
    func quantityTypes() throws {
        let stepCount = try #require(Catalogue.sampleType(named: "HKQuantityTypeIdentifierStepCount"))
        #expect(stepCount.shortName == "stepCount")
        #expect(stepCount.kind == .quantity)
        #expect(stepCount.canonicalUnit?.unitString == "count")
        #expect(stepCount.aggregationStyle == .cumulative)
        let heartRate = try #require(Catalogue.sampleType(named: "heartRate"))
        #expect(heartRate.canonicalUnit?.unitString == "count/s")
        #expect(heartRate.aggregationStyle == .discreteTemporallyWeighted)
        for row in Catalogue.files.rows("quantity_type") {
            let style = try #require(AggregationStyle(name: row["aggregation_style"] ?? ""))
            #expect(Catalogue.sampleType(named: row["identifier"] ?? "")?.aggregationStyle == style)
        }
    }

    @Test("knows correlations, workouts and the other samples")
    func otherTypes() throws {
        let identifiers: [String: String?] = [
            "bloodPressure": "HKCorrelationTypeIdentifierBloodPressure", "workout": "HKWorkoutTypeIdentifier",
            "audiogram": "HKDataTypeIdentifierAudiogram", "stateOfMind": "HKDataTypeStateOfMind",
            "HKDataTypeIdentifierStateOfMind": "HKDataTypeStateOfMind", "gad7": "HKScoredAssessmentTypeIdentifierGAD7",
            // These are not samples.
            "HKActivitySummaryTypeIdentifier": nil, "HKDataTypeSleepDurationGoal": nil,
        ]
        for (name, identifier) in identifiers {
            #expect(Catalogue.sampleType(named: name)?.identifier == identifier, "\(name)")
        }
        let kinds: [String: SampleType.Kind] = ["food": .correlation, "workout": .workout, "electrocardiogram": .other]
        for (name, kind) in kinds { #expect(Catalogue.sampleType(named: name)?.kind == kind, "\(name)") }
    }

    @Test("maps every name of a category value to the value")
    func categoryValues() throws {
        for row in Catalogue.files.rows("category_value") {
            let name = try #require(row["enum"])
            let rawValue = try row.integer("raw_value")
            let caseName = try #require(row["case_name"])
            let text = try #require(row["export_xml_string"])
            #expect(Catalogue.categoryValue(enum: name, named: caseName) == rawValue)
            #expect(Catalogue.categoryValue(enum: name, named: text) == rawValue)
            if try !row.flag("deprecated") {
                #expect(Catalogue.categoryValueName(enum: name, rawValue: rawValue) == caseName)
                #expect(Catalogue.categoryExportString(enum: name, rawValue: rawValue) == text)
            }
        }
    }

    @Test("reads old and renamed values of categories and writes current ones")
    func renamedCategoryValues() {
        let (sleep, flow) = ("HKCategoryValueSleepAnalysis", "HKCategoryValueMenstrualFlow")
        let values: [(enumeration: String, name: String, value: Int32?)] = [
            (sleep, "HKCategoryValueSleepAnalysisAsleep", 1), (flow, "HKCategoryValueVaginalBleedingHeavy", 4),
            (sleep, "HKCategoryValueSeverityMild", nil), ("HKCategoryValueSleep", "awake", nil), (sleep, "", nil),
        ]
        for (enumeration, name, value) in values {
            #expect(Catalogue.categoryValue(enum: enumeration, named: name) == value, "\(enumeration) \(name)")
        }
        let names: [(enumeration: String, value: Int32, name: String?)] = [
            (sleep, 1, "asleepUnspecified"), ("HKCategoryValueOvulationTestResult", 2, "luteinizingHormoneSurge"),
            (sleep, 6, nil),
        ]
        for (enumeration, value, name) in names {
            #expect(Catalogue.categoryValueName(enum: enumeration, rawValue: value) == name, "\(enumeration) \(value)")
        }
        let texts: [(enumeration: String, value: Int32, text: String?)] = [
            (sleep, 1, "HKCategoryValueSleepAnalysisAsleepUnspecified"), (flow, 4, "HKCategoryValueMenstrualFlowHeavy"),
            ("", 0, nil),
        ]
        for (enumeration, value, text) in texts {
            #expect(Catalogue.categoryExportString(enum: enumeration, rawValue: value) == text, "\(enumeration)")
        }
    }

    @Test("pairs renamed enumerations whose raw values agree")
    func renamedEnums() throws {
        for (first, second) in Catalogue.renamedCategoryEnums {
            #expect(Catalogue.renamedCategoryEnums[second] == first)
            let rawValues = [first, second].map { name in
                Set(Catalogue.files.rows("category_value").filter { $0["enum"] == name }.map { $0["raw_value"] })
            }
            #expect(!rawValues[0].isEmpty && rawValues[0] == rawValues[1])
        }
    }

    @Test("maps workout activities and events in both directions")
    func workouts() throws {
        for row in Catalogue.files.rows("workout_activity_type") {
            let rawValue = try row.integer("raw_value")
            let name = try #require(row["case_name"])
            let text = try #require(row["export_xml_string"])
            #expect(Catalogue.workoutActivityType(named: name) == rawValue)
            #expect(Catalogue.workoutActivityType(named: text) == rawValue)
            #expect(Catalogue.workoutActivityTypeName(rawValue) == name)
            #expect(Catalogue.workoutActivityTypeExportString(rawValue) == text)
        }
        #expect(Catalogue.workoutActivityType(named: "HKWorkoutActivityTypeNone") == nil)
        #expect(Catalogue.workoutActivityTypeName(81) == nil)
        #expect(Catalogue.workoutEventType(named: "HKWorkoutEventTypePause") == 1)
        #expect(Catalogue.workoutEventType(named: "pauseOrResumeRequest") == 8)
        #expect(Catalogue.workoutEventTypeName(7) == "segment")
        #expect(Catalogue.workoutEventTypeName(0) == nil)
    }

    @Test("knows the values of the other enumerations")
    func enumValues() {
        let values: [(enumeration: String, name: String, value: Int32?)] = [
            ("HKBiologicalSex", "HKBiologicalSexMale", 2), ("HKBloodType", "abPositive", 5),
            ("HKQuantityAggregationStyle", "discrete", 1), ("HKBiologicalSex", "aPositive", nil),
        ]
        for (enumeration, name, value) in values {
            #expect(Catalogue.enumValue(enum: enumeration, named: name) == value, "\(enumeration) \(name)")
        }
        #expect(Catalogue.enumValueConstant(enum: "HKFitzpatrickSkinType", rawValue: 4) == "HKFitzpatrickSkinTypeIV")
        for style in AggregationStyle.allCases {
            #expect(
                Catalogue.enumValue(enum: "HKQuantityAggregationStyle", named: style.name) == Int32(style.rawValue))
        }
    }
}
