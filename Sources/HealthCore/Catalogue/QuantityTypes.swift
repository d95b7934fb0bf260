extension Catalogue {
    /// HealthKit's quantity types.
    ///
    /// `canonical_unit` is written as HealthKit prints it. An empty cell of `app_read_only` means unknown.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier
    // swift-format-ignore
    static let quantityTypeTable = CatalogueTable(
        name: "quantity_type",
        csv: #"""
            identifier,short_name,aggregation_style,aggregation_style_before_ios_26_4,canonical_unit,unit_dimension,percent_stored_as_fraction,ios_introduced,app_read_only,export_xml_units_observed,note
            HKQuantityTypeIdentifierActiveEnergyBurned,activeEnergyBurned,cumulative,,kcal,energy,,8.0,,kJ; kcal; Cal,
            HKQuantityTypeIdentifierAppleExerciseTime,appleExerciseTime,cumulative,,min,time,,9.3,true,min,
            HKQuantityTypeIdentifierAppleMoveTime,appleMoveTime,cumulative,,min,time,,14.5,,,
            HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances,appleSleepingBreathingDisturbances,discreteArithmetic,,count,count,,18.0,,count,
            HKQuantityTypeIdentifierAppleSleepingWristTemperature,appleSleepingWristTemperature,discreteArithmetic,,degC,temperature,,16.0,true,degC; degF,
            HKQuantityTypeIdentifierAppleStandTime,appleStandTime,cumulative,,min,time,,13.0,true,min,
            HKQuantityTypeIdentifierAppleWalkingSteadiness,appleWalkingSteadiness,discreteArithmetic,,%,percent,true,15.0,true,%,
            HKQuantityTypeIdentifierAtrialFibrillationBurden,atrialFibrillationBurden,discreteTemporallyWeighted,,%,percent,true,16.0,true,,
            HKQuantityTypeIdentifierBasalBodyTemperature,basalBodyTemperature,discreteArithmetic,,degC,temperature,,9.0,,,
            HKQuantityTypeIdentifierBasalEnergyBurned,basalEnergyBurned,cumulative,,kcal,energy,,8.0,,kJ; kcal; Cal,
            HKQuantityTypeIdentifierBloodAlcoholContent,bloodAlcoholContent,discreteArithmetic,,%,percent,true,8.0,,,
            HKQuantityTypeIdentifierBloodGlucose,bloodGlucose,discreteArithmetic,,mg/dL,mass/volume,,8.0,,mg/dL; mmol<180.1558800000541>/L,also accepts molar form mmol<180.15588000005408>/L (mol<M> is a mass unit)
            HKQuantityTypeIdentifierBloodPressureDiastolic,bloodPressureDiastolic,discreteArithmetic,,mmHg,pressure,,8.0,,mmHg,
            HKQuantityTypeIdentifierBloodPressureSystolic,bloodPressureSystolic,discreteArithmetic,,mmHg,pressure,,8.0,,mmHg,
            HKQuantityTypeIdentifierBodyFatPercentage,bodyFatPercentage,discreteArithmetic,,%,percent,true,8.0,,%,"percent stored as fraction, e.g. 0.161"
            HKQuantityTypeIdentifierBodyMass,bodyMass,discreteArithmetic,,kg,mass,,8.0,,kg; lb,
            HKQuantityTypeIdentifierBodyMassIndex,bodyMassIndex,discreteArithmetic,,count,count,,8.0,,count,
            HKQuantityTypeIdentifierBodyTemperature,bodyTemperature,discreteArithmetic,,degC,temperature,,8.0,,,
            HKQuantityTypeIdentifierCrossCountrySkiingSpeed,crossCountrySkiingSpeed,discreteArithmetic,,m/s,length/time,,18.0,,,
            HKQuantityTypeIdentifierCyclingCadence,cyclingCadence,discreteTemporallyWeighted,discreteArithmetic,count/min,count/time,,17.0,,,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierCyclingFunctionalThresholdPower,cyclingFunctionalThresholdPower,discreteArithmetic,,W,power,,17.0,,,
            HKQuantityTypeIdentifierCyclingPower,cyclingPower,discreteTemporallyWeighted,discreteArithmetic,W,power,,17.0,,,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierCyclingSpeed,cyclingSpeed,discreteTemporallyWeighted,discreteArithmetic,m/s,length/time,,17.0,,,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierDietaryBiotin,dietaryBiotin,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCaffeine,dietaryCaffeine,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCalcium,dietaryCalcium,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCarbohydrates,dietaryCarbohydrates,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryChloride,dietaryChloride,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCholesterol,dietaryCholesterol,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryChromium,dietaryChromium,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCopper,dietaryCopper,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryEnergyConsumed,dietaryEnergyConsumed,cumulative,,kcal,energy,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatMonounsaturated,dietaryFatMonounsaturated,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatPolyunsaturated,dietaryFatPolyunsaturated,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatSaturated,dietaryFatSaturated,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatTotal,dietaryFatTotal,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFiber,dietaryFiber,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFolate,dietaryFolate,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryIodine,dietaryIodine,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryIron,dietaryIron,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryMagnesium,dietaryMagnesium,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryManganese,dietaryManganese,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryMolybdenum,dietaryMolybdenum,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryNiacin,dietaryNiacin,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryPantothenicAcid,dietaryPantothenicAcid,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryPhosphorus,dietaryPhosphorus,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryPotassium,dietaryPotassium,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryProtein,dietaryProtein,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryRiboflavin,dietaryRiboflavin,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietarySelenium,dietarySelenium,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietarySodium,dietarySodium,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietarySugar,dietarySugar,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryThiamin,dietaryThiamin,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminA,dietaryVitaminA,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminB12,dietaryVitaminB12,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminB6,dietaryVitaminB6,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminC,dietaryVitaminC,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminD,dietaryVitaminD,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminE,dietaryVitaminE,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminK,dietaryVitaminK,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryWater,dietaryWater,cumulative,,mL,volume,,9.0,,,
            HKQuantityTypeIdentifierDietaryZinc,dietaryZinc,cumulative,,g,mass,,8.0,,,
            HKQuantityTypeIdentifierDistanceCrossCountrySkiing,distanceCrossCountrySkiing,cumulative,,m,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceCycling,distanceCycling,cumulative,,m,length,,8.0,,km; mi,
            HKQuantityTypeIdentifierDistanceDownhillSnowSports,distanceDownhillSnowSports,cumulative,,m,length,,11.2,,,
            HKQuantityTypeIdentifierDistancePaddleSports,distancePaddleSports,cumulative,,m,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceRowing,distanceRowing,cumulative,,m,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceSkatingSports,distanceSkatingSports,cumulative,,m,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceSwimming,distanceSwimming,cumulative,,m,length,,10.0,,,
            HKQuantityTypeIdentifierDistanceWalkingRunning,distanceWalkingRunning,cumulative,,m,length,,8.0,,km; mi,
            HKQuantityTypeIdentifierDistanceWheelchair,distanceWheelchair,cumulative,,m,length,,10.0,,,
            HKQuantityTypeIdentifierElectrodermalActivity,electrodermalActivity,discreteArithmetic,,S,electricalConductance,,8.0,,,
            HKQuantityTypeIdentifierEnvironmentalAudioExposure,environmentalAudioExposure,discreteEquivalentContinuousLevel,,dBASPL,soundPressureLevel,,13.0,,,dBASPL is logarithmic: average is an equivalent continuous level
            HKQuantityTypeIdentifierEnvironmentalSoundReduction,environmentalSoundReduction,discreteEquivalentContinuousLevel,,dBASPL,soundPressureLevel,,16.0,,,dBASPL is logarithmic: average is an equivalent continuous level
            HKQuantityTypeIdentifierEstimatedWorkoutEffortScore,estimatedWorkoutEffortScore,discreteArithmetic,,appleEffortScore,effortScore,,18.0,,appleEffortScore,
            HKQuantityTypeIdentifierFlightsClimbed,flightsClimbed,cumulative,,count,count,,8.0,,count,
            HKQuantityTypeIdentifierForcedExpiratoryVolume1,forcedExpiratoryVolume1,discreteArithmetic,,L,volume,,8.0,,,
            HKQuantityTypeIdentifierForcedVitalCapacity,forcedVitalCapacity,discreteArithmetic,,L,volume,,8.0,,,
            HKQuantityTypeIdentifierHeadphoneAudioExposure,headphoneAudioExposure,discreteEquivalentContinuousLevel,,dBASPL,soundPressureLevel,,13.0,,dBASPL,dBASPL is logarithmic: average is an equivalent continuous level
            HKQuantityTypeIdentifierHeartRate,heartRate,discreteTemporallyWeighted,,count/s,count/time,,8.0,,count/min,canonical unit is count/s while exports print count/min
            HKQuantityTypeIdentifierHeartRateRecoveryOneMinute,heartRateRecoveryOneMinute,discreteArithmetic,,count/min,count/time,,16.0,,,
            HKQuantityTypeIdentifierHeartRateVariabilityRMSSD,heartRateVariabilityRMSSD,discreteArithmetic,,ms,time,,27.0,,,aggregation style not documented; discreteArithmetic as for heartRateVariabilitySDNN
            HKQuantityTypeIdentifierHeartRateVariabilitySDNN,heartRateVariabilitySDNN,discreteArithmetic,,ms,time,,11.0,,ms,
            HKQuantityTypeIdentifierHeight,height,discreteArithmetic,,m,length,,8.0,,cm; ft,
            HKQuantityTypeIdentifierInhalerUsage,inhalerUsage,cumulative,,count,count,,8.0,,,
            HKQuantityTypeIdentifierInsulinDelivery,insulinDelivery,cumulative,,IU,pharmacologicalActivity,,11.0,,,
            HKQuantityTypeIdentifierLeanBodyMass,leanBodyMass,discreteArithmetic,,kg,mass,,8.0,,,
            HKQuantityTypeIdentifierNikeFuel,nikeFuel,cumulative,,count,count,,8.0,,,
            HKQuantityTypeIdentifierNumberOfAlcoholicBeverages,numberOfAlcoholicBeverages,cumulative,,count,count,,15.0,,,
            HKQuantityTypeIdentifierNumberOfTimesFallen,numberOfTimesFallen,cumulative,,count,count,,8.0,,,
            HKQuantityTypeIdentifierOxygenSaturation,oxygenSaturation,discreteArithmetic,,%,percent,true,8.0,,,
            HKQuantityTypeIdentifierPaddleSportsSpeed,paddleSportsSpeed,discreteArithmetic,,m/s,length/time,,18.0,,,
            HKQuantityTypeIdentifierPeakExpiratoryFlowRate,peakExpiratoryFlowRate,discreteArithmetic,,L/min,volume/time,,8.0,,,
            HKQuantityTypeIdentifierPeripheralPerfusionIndex,peripheralPerfusionIndex,discreteArithmetic,,%,percent,true,8.0,,,
            HKQuantityTypeIdentifierPhysicalEffort,physicalEffort,discreteArithmetic,,kcal/hr·kg,energy/(mass*time),,17.0,,kcal/hr·kg,
            HKQuantityTypeIdentifierPushCount,pushCount,cumulative,,count,count,,10.0,,,
            HKQuantityTypeIdentifierRespiratoryRate,respiratoryRate,discreteArithmetic,,count/s,count/time,,8.0,,count/min,canonical unit is count/s while exports print count/min
            HKQuantityTypeIdentifierRestingHeartRate,restingHeartRate,discreteTemporallyWeighted,discreteArithmetic,count/min,count/time,,11.0,,count/min,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierRowingSpeed,rowingSpeed,discreteArithmetic,,m/s,length/time,,18.0,,,
            HKQuantityTypeIdentifierRunningGroundContactTime,runningGroundContactTime,discreteArithmetic,,ms,time,,16.0,,,
            HKQuantityTypeIdentifierRunningPower,runningPower,discreteArithmetic,,W,power,,16.0,,,
            HKQuantityTypeIdentifierRunningSpeed,runningSpeed,discreteArithmetic,,m/s,length/time,,16.0,,km/hr,
            HKQuantityTypeIdentifierRunningStrideLength,runningStrideLength,discreteArithmetic,,m,length,,16.0,,,
            HKQuantityTypeIdentifierRunningVerticalOscillation,runningVerticalOscillation,discreteArithmetic,,cm,length,,16.0,,,
            HKQuantityTypeIdentifierSixMinuteWalkTestDistance,sixMinuteWalkTestDistance,discreteArithmetic,,m,length,,14.0,,m,
            HKQuantityTypeIdentifierStairAscentSpeed,stairAscentSpeed,discreteArithmetic,,m/s,length/time,,14.0,,,
            HKQuantityTypeIdentifierStairDescentSpeed,stairDescentSpeed,discreteArithmetic,,m/s,length/time,,14.0,,,
            HKQuantityTypeIdentifierStepCount,stepCount,cumulative,,count,count,,8.0,,count,
            HKQuantityTypeIdentifierSwimmingStrokeCount,swimmingStrokeCount,cumulative,,count,count,,10.0,,,
            HKQuantityTypeIdentifierTimeInDaylight,timeInDaylight,cumulative,,min,time,,17.0,,,
            HKQuantityTypeIdentifierUVExposure,uvExposure,discreteArithmetic,,count,count,,9.0,,,
            HKQuantityTypeIdentifierUnderwaterDepth,underwaterDepth,discreteArithmetic,,m,length,,16.0,,,
            HKQuantityTypeIdentifierVO2Max,vo2Max,discreteArithmetic,,mL/min·kg,volume/(mass*time),,11.0,,mL/min·kg,export.xml often writes the dot as &#183;
            HKQuantityTypeIdentifierWaistCircumference,waistCircumference,discreteArithmetic,,m,length,,11.0,,,
            HKQuantityTypeIdentifierWalkingAsymmetryPercentage,walkingAsymmetryPercentage,discreteArithmetic,,%,percent,true,14.0,,%,
            HKQuantityTypeIdentifierWalkingDoubleSupportPercentage,walkingDoubleSupportPercentage,discreteArithmetic,,%,percent,true,14.0,,%,
            HKQuantityTypeIdentifierWalkingHeartRateAverage,walkingHeartRateAverage,discreteTemporallyWeighted,discreteArithmetic,count/min,count/time,,11.0,true,count/min,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierWalkingSpeed,walkingSpeed,discreteArithmetic,,m/s,length/time,,14.0,,km/hr,
            HKQuantityTypeIdentifierWalkingStepLength,walkingStepLength,discreteArithmetic,,m,length,,14.0,,cm,
            HKQuantityTypeIdentifierWaterTemperature,waterTemperature,discreteArithmetic,,degC,temperature,,16.0,,,
            HKQuantityTypeIdentifierWorkoutEffortScore,workoutEffortScore,discreteArithmetic,,appleEffortScore,effortScore,,18.0,,,
            """#)
}
