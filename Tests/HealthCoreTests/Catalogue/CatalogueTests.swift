import Testing

@testable import HealthCore

@Suite("The catalogue")
struct CatalogueTests {
    @Test("has every type of samples once, with unit, style and enumeration if its kind has them")
    func sampleTypes() {
        let types = Catalogue.sampleTypes
        // Two of the 72 category constants are one type. Of 26 other constants, 20 are samples with
        // an identifier, including the workout.
        let counts = Dictionary(grouping: types, by: \.kind).mapValues(\.count)
        #expect(counts == [.quantity: 121, .category: 71, .correlation: 2, .workout: 1, .other: 19])
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
        for table in [Catalogue.quantityTypeTable, Catalogue.categoryTypeTable, Catalogue.correlationTypeTable] {
            for row in table.namedRows {
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
        for row in Catalogue.quantityTypeTable.namedRows {
            let style = try #require(AggregationStyle(name: row["aggregation_style"] ?? ""))
            #expect(Catalogue.sampleType(named: row["identifier"] ?? "")?.aggregationStyle == style)
        }
    }

    @Test("knows correlations, workouts and the other samples")
    func otherTypes() throws {
        #expect(Catalogue.sampleType(named: "bloodPressure")?.identifier == "HKCorrelationTypeIdentifierBloodPressure")
        #expect(Catalogue.sampleType(named: "food")?.kind == .correlation)
        let workout = try #require(Catalogue.sampleType(named: "HKWorkoutTypeIdentifier"))
        #expect(workout.kind == .workout)
        #expect(workout.shortName == "workout")
        #expect(Catalogue.sampleType(named: "workout") == workout)
        #expect(Catalogue.sampleType(named: "electrocardiogram")?.kind == .other)
        #expect(Catalogue.sampleType(named: "HKDataTypeIdentifierAudiogram")?.shortName == "audiogram")
        #expect(Catalogue.sampleType(named: "HKDataTypeIdentifierStateOfMind")?.identifier == "HKDataTypeStateOfMind")
        #expect(Catalogue.sampleType(named: "HKDataTypeStateOfMind")?.shortName == "stateOfMind")
        #expect(Catalogue.sampleType(named: "gad7")?.identifier == "HKScoredAssessmentTypeIdentifierGAD7")
        // These are not samples.
        #expect(Catalogue.sampleType(named: "HKActivitySummaryTypeIdentifier") == nil)
        #expect(Catalogue.sampleType(named: "HKDataTypeSleepDurationGoal") == nil)
    }

    @Test("maps every name of a category value to the value")
    func categoryValues() throws {
        for row in Catalogue.categoryValueTable.namedRows {
            let name = try #require(row["enum"])
            let rawValue = try #require(row.integer("raw_value"))
            let caseName = try #require(row["case_name"])
            let text = try #require(row["export_xml_string"])
            #expect(Catalogue.categoryValue(enum: name, named: caseName) == rawValue)
            #expect(Catalogue.categoryValue(enum: name, named: text) == rawValue)
            if !row.flag("deprecated") {
                #expect(Catalogue.categoryValueName(enum: name, rawValue: rawValue) == caseName)
                #expect(Catalogue.categoryExportString(enum: name, rawValue: rawValue) == text)
            }
        }
    }

    @Test("reads old and renamed values of categories and writes current ones")
    func renamedCategoryValues() {
        let sleep = "HKCategoryValueSleepAnalysis"
        #expect(Catalogue.categoryValue(enum: sleep, named: "HKCategoryValueSleepAnalysisAsleep") == 1)
        #expect(Catalogue.categoryValueName(enum: sleep, rawValue: 1) == "asleepUnspecified")
        #expect(
            Catalogue.categoryExportString(enum: sleep, rawValue: 1) == "HKCategoryValueSleepAnalysisAsleepUnspecified")
        #expect(
            Catalogue.categoryValueName(enum: "HKCategoryValueOvulationTestResult", rawValue: 2)
                == "luteinizingHormoneSurge")

        let flow = "HKCategoryValueMenstrualFlow"
        #expect(Catalogue.categoryValue(enum: flow, named: "HKCategoryValueVaginalBleedingHeavy") == 4)
        #expect(Catalogue.categoryExportString(enum: flow, rawValue: 4) == "HKCategoryValueMenstrualFlowHeavy")

        #expect(Catalogue.categoryValue(enum: sleep, named: "HKCategoryValueSeverityMild") == nil)
        #expect(Catalogue.categoryValue(enum: "HKCategoryValueSleep", named: "awake") == nil)
        #expect(Catalogue.categoryValue(enum: sleep, named: "") == nil)
        #expect(Catalogue.categoryValueName(enum: sleep, rawValue: 6) == nil)
        #expect(Catalogue.categoryExportString(enum: "", rawValue: 0) == nil)
    }

    @Test("pairs renamed enumerations whose raw values agree")
    func renamedEnums() throws {
        for (first, second) in Catalogue.renamedCategoryEnums {
            #expect(Catalogue.renamedCategoryEnums[second] == first)
            let rawValues = [first, second].map { name in
                Set(Catalogue.categoryValueTable.namedRows.filter { $0["enum"] == name }.map { $0["raw_value"] })
            }
            #expect(!rawValues[0].isEmpty && rawValues[0] == rawValues[1])
        }
    }

    @Test("maps workout activities and events in both directions")
    func workouts() throws {
        for row in Catalogue.workoutActivityTypeTable.namedRows {
            let rawValue = try #require(row.integer("raw_value"))
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
        #expect(Catalogue.enumValue(enum: "HKBiologicalSex", named: "HKBiologicalSexMale") == 2)
        #expect(Catalogue.enumValue(enum: "HKBloodType", named: "abPositive") == 5)
        #expect(Catalogue.enumValueName(enum: "HKFitzpatrickSkinType", rawValue: 4) == "IV")
        #expect(Catalogue.enumValue(enum: "HKQuantityAggregationStyle", named: "discrete") == 1)
        #expect(Catalogue.enumValue(enum: "HKBiologicalSex", named: "aPositive") == nil)
        for style in AggregationStyle.allCases {
            #expect(
                Catalogue.enumValue(enum: "HKQuantityAggregationStyle", named: style.name) == Int32(style.rawValue))
        }
    }
}
