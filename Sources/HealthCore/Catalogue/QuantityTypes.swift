extension Catalogue {
    /// HealthKit's quantity types.
    ///
    /// All units are spelled as answers print them. `canonical_unit` is the unit of stored
    /// values. `preferred_unit` is the unit of an export from a phone with metric settings.
    /// `other_units` are further units that people choose. `display_name` is the name in the Health
    /// app. `display_group` is a row of `type_group`. An empty cell of `app_read_only` means
    /// unknown.
    /// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier
    // swift-format-ignore
    static let quantityTypeTable = CatalogueTable(
        name: "quantity_type",
        csv: #"""
            identifier,short_name,display_name,display_group,aggregation_style,aggregation_style_before_ios_26_4,canonical_unit,preferred_unit,other_units,unit_dimension,percent_stored_as_fraction,ios_introduced,app_read_only,export_xml_units_observed,note
            HKQuantityTypeIdentifierActiveEnergyBurned,activeEnergyBurned,Active Energy,activity,cumulative,,kcal,kcal,kJ; Cal,energy,,8.0,,kJ; kcal; Cal,
            HKQuantityTypeIdentifierAppleExerciseTime,appleExerciseTime,Exercise Minutes,activity,cumulative,,min,min,hr; s,time,,9.3,true,min,
            HKQuantityTypeIdentifierAppleMoveTime,appleMoveTime,Move Minutes,activity,cumulative,,min,min,hr; s,time,,14.5,,,
            HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances,appleSleepingBreathingDisturbances,Breathing Disturbances,respiratory,discreteArithmetic,,count,count,,count,,18.0,,count,
            HKQuantityTypeIdentifierAppleSleepingWristTemperature,appleSleepingWristTemperature,Wrist Temperature,bodyMeasurements,discreteArithmetic,,degC,degC,degF; K,temperature,,16.0,true,degC; degF,
            HKQuantityTypeIdentifierAppleStandTime,appleStandTime,Stand Minutes,activity,cumulative,,min,min,hr; s,time,,13.0,true,min,
            HKQuantityTypeIdentifierAppleWalkingSteadiness,appleWalkingSteadiness,Walking Steadiness,mobility,discreteArithmetic,,fraction,fraction,,percent,true,15.0,true,%,
            HKQuantityTypeIdentifierAtrialFibrillationBurden,atrialFibrillationBurden,AFib History,heart,discreteTemporallyWeighted,,fraction,fraction,,percent,true,16.0,true,,
            HKQuantityTypeIdentifierBasalBodyTemperature,basalBodyTemperature,Basal Body Temperature,cycleTracking,discreteArithmetic,,degC,degC,degF; K,temperature,,9.0,,,
            HKQuantityTypeIdentifierBasalEnergyBurned,basalEnergyBurned,Resting Energy,activity,cumulative,,kcal,kcal,kJ; Cal,energy,,8.0,,kJ; kcal; Cal,
            HKQuantityTypeIdentifierBloodAlcoholContent,bloodAlcoholContent,Blood Alcohol Content,otherData,discreteArithmetic,,fraction,fraction,,percent,true,8.0,,,
            HKQuantityTypeIdentifierBloodGlucose,bloodGlucose,Blood Glucose,vitals,discreteArithmetic,,mg/dL,mg/dL,mmol<180.1558800000541>/L,mass/volume,,8.0,,mg/dL; mmol<180.1558800000541>/L,also accepts molar form mmol<180.15588000005408>/L (mol<M> is a mass unit)
            HKQuantityTypeIdentifierBloodPressureDiastolic,bloodPressureDiastolic,Diastolic Blood Pressure,heart,discreteArithmetic,,mmHg,mmHg,kPa,pressure,,8.0,,mmHg,
            HKQuantityTypeIdentifierBloodPressureSystolic,bloodPressureSystolic,Systolic Blood Pressure,heart,discreteArithmetic,,mmHg,mmHg,kPa,pressure,,8.0,,mmHg,
            HKQuantityTypeIdentifierBodyFatPercentage,bodyFatPercentage,Body Fat Percentage,bodyMeasurements,discreteArithmetic,,fraction,fraction,,percent,true,8.0,,%,"percent stored as fraction, e.g. 0.161"
            HKQuantityTypeIdentifierBodyMass,bodyMass,Weight,bodyMeasurements,discreteArithmetic,,kg,kg,lb; st; g; oz,mass,,8.0,,kg; lb,
            HKQuantityTypeIdentifierBodyMassIndex,bodyMassIndex,Body Mass Index,bodyMeasurements,discreteArithmetic,,count,count,,count,,8.0,,count,
            HKQuantityTypeIdentifierBodyTemperature,bodyTemperature,Body Temperature,vitals,discreteArithmetic,,degC,degC,degF; K,temperature,,8.0,,,
            HKQuantityTypeIdentifierCrossCountrySkiingSpeed,crossCountrySkiingSpeed,Cross Country Skiing Speed,activity,discreteArithmetic,,m/s,km/hr,mi/hr; ft/s; m/min,length/time,,18.0,,,
            HKQuantityTypeIdentifierCyclingCadence,cyclingCadence,Cycling Cadence,activity,discreteTemporallyWeighted,discreteArithmetic,count/min,count/min,count/s,count/time,,17.0,,,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierCyclingFunctionalThresholdPower,cyclingFunctionalThresholdPower,Cycling Functional Threshold Power,activity,discreteArithmetic,,W,W,kW,power,,17.0,,,
            HKQuantityTypeIdentifierCyclingPower,cyclingPower,Cycling Power,activity,discreteTemporallyWeighted,discreteArithmetic,W,W,kW,power,,17.0,,,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierCyclingSpeed,cyclingSpeed,Cycling Speed,activity,discreteTemporallyWeighted,discreteArithmetic,m/s,km/hr,mi/hr; ft/s; m/min,length/time,,17.0,,,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierDietaryBiotin,dietaryBiotin,Biotin,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCaffeine,dietaryCaffeine,Caffeine,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCalcium,dietaryCalcium,Calcium,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCarbohydrates,dietaryCarbohydrates,Carbohydrates,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryChloride,dietaryChloride,Chloride,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCholesterol,dietaryCholesterol,Dietary Cholesterol,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryChromium,dietaryChromium,Chromium,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryCopper,dietaryCopper,Copper,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryEnergyConsumed,dietaryEnergyConsumed,Dietary Energy,nutrition,cumulative,,kcal,kcal,kJ; Cal,energy,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatMonounsaturated,dietaryFatMonounsaturated,Monounsaturated Fat,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatPolyunsaturated,dietaryFatPolyunsaturated,Polyunsaturated Fat,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatSaturated,dietaryFatSaturated,Saturated Fat,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFatTotal,dietaryFatTotal,Total Fat,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFiber,dietaryFiber,Fiber,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryFolate,dietaryFolate,Folate,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryIodine,dietaryIodine,Iodine,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryIron,dietaryIron,Iron,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryMagnesium,dietaryMagnesium,Magnesium,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryManganese,dietaryManganese,Manganese,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryMolybdenum,dietaryMolybdenum,Molybdenum,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryNiacin,dietaryNiacin,Niacin,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryPantothenicAcid,dietaryPantothenicAcid,Pantothenic Acid,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryPhosphorus,dietaryPhosphorus,Phosphorus,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryPotassium,dietaryPotassium,Potassium,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryProtein,dietaryProtein,Protein,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryRiboflavin,dietaryRiboflavin,Riboflavin,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietarySelenium,dietarySelenium,Selenium,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietarySodium,dietarySodium,Sodium,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietarySugar,dietarySugar,Dietary Sugar,nutrition,cumulative,,g,g,mg; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryThiamin,dietaryThiamin,Thiamin,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminA,dietaryVitaminA,Vitamin A,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminB12,dietaryVitaminB12,Vitamin B12,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminB6,dietaryVitaminB6,Vitamin B6,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminC,dietaryVitaminC,Vitamin C,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminD,dietaryVitaminD,Vitamin D,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminE,dietaryVitaminE,Vitamin E,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryVitaminK,dietaryVitaminK,Vitamin K,nutrition,cumulative,,g,mcg,mg,mass,,8.0,,,
            HKQuantityTypeIdentifierDietaryWater,dietaryWater,Water,nutrition,cumulative,,mL,mL,L; dL; fl_oz_us; fl_oz_imp; cup_us; cup_imp; pt_us; pt_imp,volume,,9.0,,,
            HKQuantityTypeIdentifierDietaryZinc,dietaryZinc,Zinc,nutrition,cumulative,,g,mg,mcg,mass,,8.0,,,
            HKQuantityTypeIdentifierDistanceCrossCountrySkiing,distanceCrossCountrySkiing,Cross Country Skiing Distance,activity,cumulative,,m,km,mi; yd; ft,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceCycling,distanceCycling,Cycling Distance,activity,cumulative,,m,km,mi; yd; ft,length,,8.0,,km; mi,
            HKQuantityTypeIdentifierDistanceDownhillSnowSports,distanceDownhillSnowSports,Downhill Snow Sports Distance,activity,cumulative,,m,km,mi; yd; ft,length,,11.2,,,
            HKQuantityTypeIdentifierDistancePaddleSports,distancePaddleSports,Paddle Sports Distance,activity,cumulative,,m,km,mi; yd; ft,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceRowing,distanceRowing,Rowing Distance,activity,cumulative,,m,km,mi; yd; ft,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceSkatingSports,distanceSkatingSports,Skating Sports Distance,activity,cumulative,,m,km,mi; yd; ft,length,,18.0,,,
            HKQuantityTypeIdentifierDistanceSwimming,distanceSwimming,Swimming Distance,activity,cumulative,,m,m,km; yd; mi; ft,length,,10.0,,,
            HKQuantityTypeIdentifierDistanceWalkingRunning,distanceWalkingRunning,Walking + Running Distance,activity,cumulative,,m,km,mi; yd; ft,length,,8.0,,km; mi,
            HKQuantityTypeIdentifierDistanceWheelchair,distanceWheelchair,Wheelchair Distance,activity,cumulative,,m,km,mi; yd; ft,length,,10.0,,,
            HKQuantityTypeIdentifierElectrodermalActivity,electrodermalActivity,Electrodermal Activity,bodyMeasurements,discreteArithmetic,,S,mcS,,electricalConductance,,8.0,,,
            HKQuantityTypeIdentifierEnvironmentalAudioExposure,environmentalAudioExposure,Environmental Sound Levels,hearing,discreteEquivalentContinuousLevel,,dBASPL,dBASPL,,soundPressureLevel,,13.0,,,dBASPL is logarithmic: average is an equivalent continuous level
            HKQuantityTypeIdentifierEnvironmentalSoundReduction,environmentalSoundReduction,Environmental Sound Reduction,hearing,discreteEquivalentContinuousLevel,,dBASPL,dBASPL,,soundPressureLevel,,16.0,,,dBASPL is logarithmic: average is an equivalent continuous level
            HKQuantityTypeIdentifierEstimatedWorkoutEffortScore,estimatedWorkoutEffortScore,Estimated Workout Effort,activity,discreteArithmetic,,appleEffortScore,appleEffortScore,,effortScore,,18.0,,appleEffortScore,
            HKQuantityTypeIdentifierFlightsClimbed,flightsClimbed,Flights Climbed,activity,cumulative,,count,count,,count,,8.0,,count,
            HKQuantityTypeIdentifierForcedExpiratoryVolume1,forcedExpiratoryVolume1,Forced Expiratory Volume (1 sec),respiratory,discreteArithmetic,,L,L,mL; dL,volume,,8.0,,,
            HKQuantityTypeIdentifierForcedVitalCapacity,forcedVitalCapacity,Forced Vital Capacity,respiratory,discreteArithmetic,,L,L,mL; dL,volume,,8.0,,,
            HKQuantityTypeIdentifierHeadphoneAudioExposure,headphoneAudioExposure,Headphone Audio Levels,hearing,discreteEquivalentContinuousLevel,,dBASPL,dBASPL,,soundPressureLevel,,13.0,,dBASPL,dBASPL is logarithmic: average is an equivalent continuous level
            HKQuantityTypeIdentifierHeartRate,heartRate,Heart Rate,heart,discreteTemporallyWeighted,,count/s,count/min,,count/time,,8.0,,count/min,canonical unit is count/s while exports print count/min
            HKQuantityTypeIdentifierHeartRateRecoveryOneMinute,heartRateRecoveryOneMinute,Cardio Recovery,heart,discreteArithmetic,,count/min,count/min,count/s,count/time,,16.0,,,
            HKQuantityTypeIdentifierHeartRateVariabilityRMSSD,heartRateVariabilityRMSSD,Heart Rate Variability (RMSSD),heart,discreteArithmetic,,ms,ms,s,time,,27.0,,,aggregation style not documented; discreteArithmetic as for heartRateVariabilitySDNN
            HKQuantityTypeIdentifierHeartRateVariabilitySDNN,heartRateVariabilitySDNN,Heart Rate Variability,heart,discreteArithmetic,,ms,ms,s,time,,11.0,,ms,
            HKQuantityTypeIdentifierHeight,height,Height,bodyMeasurements,discreteArithmetic,,m,cm,in; ft,length,,8.0,,cm; ft,
            HKQuantityTypeIdentifierInhalerUsage,inhalerUsage,Inhaler Usage,respiratory,cumulative,,count,count,,count,,8.0,,,
            HKQuantityTypeIdentifierInsulinDelivery,insulinDelivery,Insulin Delivery,otherData,cumulative,,IU,IU,,pharmacologicalActivity,,11.0,,,
            HKQuantityTypeIdentifierLeanBodyMass,leanBodyMass,Lean Body Mass,bodyMeasurements,discreteArithmetic,,kg,kg,lb; st; g; oz,mass,,8.0,,,
            HKQuantityTypeIdentifierNikeFuel,nikeFuel,NikeFuel,activity,cumulative,,count,count,,count,,8.0,,,
            HKQuantityTypeIdentifierNumberOfAlcoholicBeverages,numberOfAlcoholicBeverages,Alcohol Consumption,otherData,cumulative,,count,count,,count,,15.0,,,
            HKQuantityTypeIdentifierNumberOfTimesFallen,numberOfTimesFallen,Number of Times Fallen,otherData,cumulative,,count,count,,count,,8.0,,,
            HKQuantityTypeIdentifierOxygenSaturation,oxygenSaturation,Blood Oxygen,respiratory,discreteArithmetic,,fraction,fraction,,percent,true,8.0,,,
            HKQuantityTypeIdentifierPaddleSportsSpeed,paddleSportsSpeed,Paddle Sports Speed,activity,discreteArithmetic,,m/s,km/hr,mi/hr; ft/s; m/min,length/time,,18.0,,,
            HKQuantityTypeIdentifierPeakExpiratoryFlowRate,peakExpiratoryFlowRate,Peak Expiratory Flow Rate,respiratory,discreteArithmetic,,L/min,L/min,L/s; mL/s,volume/time,,8.0,,,
            HKQuantityTypeIdentifierPeripheralPerfusionIndex,peripheralPerfusionIndex,Peripheral Perfusion Index,heart,discreteArithmetic,,fraction,fraction,,percent,true,8.0,,,
            HKQuantityTypeIdentifierPhysicalEffort,physicalEffort,Physical Effort,activity,discreteArithmetic,,kcal/hr·kg,kcal/hr·kg,,energy/(mass*time),,17.0,,kcal/hr·kg,
            HKQuantityTypeIdentifierPushCount,pushCount,Pushes,activity,cumulative,,count,count,,count,,10.0,,,
            HKQuantityTypeIdentifierRespiratoryRate,respiratoryRate,Respiratory Rate,respiratory,discreteArithmetic,,count/s,count/min,,count/time,,8.0,,count/min,canonical unit is count/s while exports print count/min
            HKQuantityTypeIdentifierRestingHeartRate,restingHeartRate,Resting Heart Rate,heart,discreteTemporallyWeighted,discreteArithmetic,count/min,count/min,count/s,count/time,,11.0,,count/min,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierRowingSpeed,rowingSpeed,Rowing Speed,activity,discreteArithmetic,,m/s,km/hr,mi/hr; ft/s; m/min,length/time,,18.0,,,
            HKQuantityTypeIdentifierRunningGroundContactTime,runningGroundContactTime,Ground Contact Time,mobility,discreteArithmetic,,ms,ms,s,time,,16.0,,,
            HKQuantityTypeIdentifierRunningPower,runningPower,Running Power,activity,discreteArithmetic,,W,W,kW,power,,16.0,,,
            HKQuantityTypeIdentifierRunningSpeed,runningSpeed,Running Speed,activity,discreteArithmetic,,m/s,km/hr,mi/hr; ft/s; m/min,length/time,,16.0,,km/hr,
            HKQuantityTypeIdentifierRunningStrideLength,runningStrideLength,Running Stride Length,mobility,discreteArithmetic,,m,m,cm; ft; in,length,,16.0,,,
            HKQuantityTypeIdentifierRunningVerticalOscillation,runningVerticalOscillation,Vertical Oscillation,mobility,discreteArithmetic,,cm,cm,m; in; mm,length,,16.0,,,
            HKQuantityTypeIdentifierSixMinuteWalkTestDistance,sixMinuteWalkTestDistance,Six-Minute Walk,mobility,discreteArithmetic,,m,m,km; yd; mi; ft,length,,14.0,,m,
            HKQuantityTypeIdentifierStairAscentSpeed,stairAscentSpeed,Stair Speed: Up,mobility,discreteArithmetic,,m/s,m/s,ft/s; km/hr; mi/hr,length/time,,14.0,,,
            HKQuantityTypeIdentifierStairDescentSpeed,stairDescentSpeed,Stair Speed: Down,mobility,discreteArithmetic,,m/s,m/s,ft/s; km/hr; mi/hr,length/time,,14.0,,,
            HKQuantityTypeIdentifierStepCount,stepCount,Steps,activity,cumulative,,count,count,,count,,8.0,,count,
            HKQuantityTypeIdentifierSwimmingStrokeCount,swimmingStrokeCount,Swimming Strokes,activity,cumulative,,count,count,,count,,10.0,,,
            HKQuantityTypeIdentifierTimeInDaylight,timeInDaylight,Time in Daylight,otherData,cumulative,,min,min,hr; s,time,,17.0,,,
            HKQuantityTypeIdentifierUVExposure,uvExposure,UV Index,otherData,discreteArithmetic,,count,count,,count,,9.0,,,
            HKQuantityTypeIdentifierUnderwaterDepth,underwaterDepth,Underwater Depth,activity,discreteArithmetic,,m,m,ft; yd,length,,16.0,,,
            HKQuantityTypeIdentifierVO2Max,vo2Max,Cardio Fitness,heart,discreteArithmetic,,mL/min·kg,mL/min·kg,,volume/(mass*time),,11.0,,mL/min·kg,export.xml often writes the dot as &#183;
            HKQuantityTypeIdentifierWaistCircumference,waistCircumference,Waist Circumference,bodyMeasurements,discreteArithmetic,,m,cm,in; ft,length,,11.0,,,
            HKQuantityTypeIdentifierWalkingAsymmetryPercentage,walkingAsymmetryPercentage,Walking Asymmetry,mobility,discreteArithmetic,,fraction,fraction,,percent,true,14.0,,%,
            HKQuantityTypeIdentifierWalkingDoubleSupportPercentage,walkingDoubleSupportPercentage,Double Support Time,mobility,discreteArithmetic,,fraction,fraction,,percent,true,14.0,,%,
            HKQuantityTypeIdentifierWalkingHeartRateAverage,walkingHeartRateAverage,Walking Heart Rate Average,heart,discreteTemporallyWeighted,discreteArithmetic,count/min,count/min,count/s,count/time,,11.0,true,count/min,aggregation style changed with iOS 26.4
            HKQuantityTypeIdentifierWalkingSpeed,walkingSpeed,Walking Speed,mobility,discreteArithmetic,,m/s,km/hr,mi/hr; ft/s; m/min,length/time,,14.0,,km/hr,
            HKQuantityTypeIdentifierWalkingStepLength,walkingStepLength,Walking Step Length,mobility,discreteArithmetic,,m,cm,in; ft,length,,14.0,,cm,
            HKQuantityTypeIdentifierWaterTemperature,waterTemperature,Water Temperature,otherData,discreteArithmetic,,degC,degC,degF; K,temperature,,16.0,,,
            HKQuantityTypeIdentifierWorkoutEffortScore,workoutEffortScore,Workout Effort,activity,discreteArithmetic,,appleEffortScore,appleEffortScore,,effortScore,,18.0,,,
            """#)
}
