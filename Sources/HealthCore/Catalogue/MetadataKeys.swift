extension Catalogue {
    /// The keys that HealthKit defines for metadata. `raw_key` is the text that apps send and
    /// exports print.
    ///
    /// https://developer.apple.com/documentation/healthkit/metadata-keys
    // swift-format-ignore
    static let metadataKeyTable = CatalogueTable(
        name: "metadata_key",
        csv: #"""
            constant,raw_key,ios_introduced,value_type,enum_or_unit,applies_to,meaning,export_xml_value_example
            HKMetadataKeyActivityType,HKActivityType,17.0,enum,HKWorkoutActivityType,sample,workout activity the user was doing when the sample was made,
            HKMetadataKeyAlgorithmVersion,HKAlgorithmVersion,15.0,integer,,sample,version number of the algorithm that produced the sample,
            HKMetadataKeyAlpineSlopeGrade,HKAlpineSlopeGrade,11.2,quantity,%,DistanceDownhillSnowSports; workout event (segment),grade of a ski run; 100 % is a 45 degree slope,
            HKMetadataKeyAppleDeviceCalibrated,HKMetadataKeyAppleDeviceCalibrated,14.0,boolean,,sample,whether the devices had enough calibration data for this value; system-written,1
            HKMetadataKeyAppleECGAlgorithmVersion,HKMetadataKeyAppleECGAlgorithmVersion,14.0,enum,HKAppleECGAlgorithmVersion,electrocardiogram,version of the Apple ECG classification algorithm,
            HKMetadataKeyAppleFitnessPlusCatalogIdentifier,HKMetadataKeyAppleFitnessPlusCatalogIdentifier,18.2,string,,workout,catalogue id of the Fitness+ session,
            HKMetadataKeyAppleFitnessPlusSession,HKMetadataKeyAppleFitnessPlusSession,17.0,boolean,,workout,workout came from a Fitness+ session,
            HKMetadataKeyAudioExposureDuration,HKMetadataKeyAudioExposureDuration,14.2,quantity,time,HeadphoneAudioExposureEvent,time actually exposed to headphone audio,71488.3 s
            HKMetadataKeyAudioExposureLevel,HKMetadataKeyAudioExposureLevel,13.0,quantity,dBASPL,audio exposure event,sound level of the exposure,83.0485 dBASPL
            HKMetadataKeyAverageMETs,HKAverageMETs,13.0,quantity,kcal/(kg*hr),workout,mean metabolic equivalent over the workout,4.85 kcal/hr·kg
            HKMetadataKeyAverageSpeed,HKAverageSpeed,11.2,quantity,length/time,workout; workout event,mean speed,
            HKMetadataKeyBarometricPressure,HKMetadataKeyBarometricPressure,14.0,quantity,pressure,sample,ambient pressure when the sample was taken,
            HKMetadataKeyBloodGlucoseMealTime,HKBloodGlucoseMealTime,11.0,enum,HKBloodGlucoseMealTime,BloodGlucose,before or after a meal,
            HKMetadataKeyBodyTemperatureSensorLocation,HKBodyTemperatureSensorLocation,8.0,enum,HKBodyTemperatureSensorLocation,BodyTemperature; BasalBodyTemperature,body site of the thermometer,
            HKMetadataKeyCoachedWorkout,HKCoachedWorkout,8.0,boolean,,workout,led by a coach or trainer,
            HKMetadataKeyCrossTrainerDistance,HKCrossTrainerDistance,12.0,quantity,length,workout,distance on a cross trainer,
            HKMetadataKeyCyclingFunctionalThresholdPowerTestType,HKCyclingCyclingFunctionalThresholdPowerTestType,17.0,enum,HKCyclingFunctionalThresholdPowerTestType,CyclingFunctionalThresholdPower,how the FTP was tested,
            HKMetadataKeyDateOfEarliestDataUsedForEstimate,HKDateOfEarliestDataUsedForEstimate,15.0,date,,sample,how far back the estimate's input data goes,2021-11-30 23:00:00 +0000
            HKMetadataKeyDeviceManufacturerName,HKDeviceManufacturerName,8.0,string,,any,maker of the recording device,
            HKMetadataKeyDeviceName,HKDeviceName,8.0,string,,any,name of the recording device,
            HKMetadataKeyDevicePlacementSide,HKMetadataKeyDevicePlacementSide,14.0,enum,HKDevicePlacementSide,WalkingAsymmetryPercentage,side of the body carrying the device,1
            HKMetadataKeyDeviceSerialNumber,HKDeviceSerialNumber,8.0,string,,any,serial number of the recording device,
            HKMetadataKeyDigitalSignature,HKDigitalSignature,8.0,string,,any,base64 CMS signed-data signature over the value,
            HKMetadataKeyElevationAscended,HKElevationAscended,11.2,quantity,length,workout,climbed elevation,5348 cm
            HKMetadataKeyElevationDescended,HKElevationDescended,11.2,quantity,length,workout,descended elevation,
            HKMetadataKeyExternalUUID,HKExternalUUID,8.0,string,,any,id of the object in the app's own store; not deduplicated by HealthKit,
            HKMetadataKeyFitnessMachineDuration,HKFitnessMachineDuration,12.0,quantity,time,workout,duration as counted by the fitness machine,
            HKMetadataKeyFoodType,HKFoodType,8.0,string,,dietary sample; food correlation,food name,
            HKMetadataKeyGlassesPrescriptionDescription,HKMetadataKeyGlassesPrescriptionDescription,16.0,string,,glasses prescription,purpose of the glasses,
            HKMetadataKeyGroupFitness,HKGroupFitness,8.0,boolean,,workout,part of a group class,
            HKMetadataKeyHeadphoneGain,HKMetadataKeyHeadphoneGain,16.4,quantity,dBASPL,headphone audio exposure event,headphone gain at the event,
            HKMetadataKeyHeartRateEventThreshold,HKHeartRateEventThreshold,12.2,quantity,count/min,HighHeartRateEvent; LowHeartRateEvent,threshold that triggered the event,120 count/min
            HKMetadataKeyHeartRateMotionContext,HKMetadataKeyHeartRateMotionContext,11.0,enum,HKHeartRateMotionContext,HeartRate,sedentary or active while measured,1
            HKMetadataKeyHeartRateRecoveryActivityDuration,HKMetadataKeyHeartRateRecoveryActivityDuration,16.0,quantity,time,HeartRateRecoveryOneMinute,length of the exercise before recovery,
            HKMetadataKeyHeartRateRecoveryActivityType,HKMetadataKeyHeartRateRecoveryActivityType,16.0,enum,HKWorkoutActivityType,HeartRateRecoveryOneMinute,exercise before recovery,
            HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate,HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate,16.0,quantity,count/min,HeartRateRecoveryOneMinute,highest heart rate during recovery,
            HKMetadataKeyHeartRateRecoveryTestType,HKMetadataKeyHeartRateRecoveryTestType,16.0,enum,HKHeartRateRecoveryTestType,HeartRateRecoveryOneMinute,how recovery was tested,
            HKMetadataKeyHeartRateSensorLocation,HKHeartRateSensorLocation,8.0,enum,HKHeartRateSensorLocation,HeartRate,body site of the sensor,
            HKMetadataKeyIndoorBikeDistance,HKIndoorBikeDistance,12.0,quantity,length,workout,distance on an indoor bike,
            HKMetadataKeyIndoorWorkout,HKIndoorWorkout,8.0,boolean,,workout,performed indoors,0
            HKMetadataKeyInsulinDeliveryReason,HKInsulinDeliveryReason,11.0,enum,HKInsulinDeliveryReason,InsulinDelivery (required),basal or bolus,
            HKMetadataKeyLapLength,HKLapLength,10.0,quantity,length,workout,length of one lap,
            HKMetadataKeyLowCardioFitnessEventThreshold,HKLowCardioFitnessEventThreshold,14.3,quantity,mL/(kg*min),LowCardioFitnessEvent,VO2max threshold of the event,
            HKMetadataKeyMaximumLightIntensity,HKMetadataKeyMaximumLightIntensity,17.0,quantity,lx,TimeInDaylight,brightest light during the sample,
            HKMetadataKeyMaximumSpeed,HKMaximumSpeed,11.2,quantity,length/time,workout; workout event,top speed,
            HKMetadataKeyMenstrualCycleStart,HKMenstrualCycleStart,9.0,boolean,,MenstrualFlow (required),sample starts a cycle,
            HKMetadataKeyPhysicalEffortEstimationType,HKPhysicalEffortEstimationType,17.0,enum,HKPhysicalEffortEstimationType,PhysicalEffort,looked up by activity or sensed by device,
            HKMetadataKeyQuantityClampedToLowerBound,HKMetadataKeyQuantityClampedToLowerBound,16.0,boolean,,quantity sample,value was raised to a lower bound,
            HKMetadataKeyQuantityClampedToUpperBound,HKMetadataKeyQuantityClampedToUpperBound,16.0,boolean,,quantity sample,value was cut to an upper bound,
            HKMetadataKeyReferenceRangeLowerLimit,HKReferenceRangeLowerLimit,8.0,number,,any (lab results),lower end of the lab's reference range,
            HKMetadataKeyReferenceRangeUpperLimit,HKReferenceRangeUpperLimit,8.0,number,,any (lab results),upper end of the lab's reference range,
            HKMetadataKeySWOLFScore,HKSWOLFScore,16.0,number,,"workout; workout event (lap, segment)",strokes per length plus seconds per length,
            HKMetadataKeySessionEstimate,HKMetadataKeySessionEstimate,16.0,quantity,same as the sample,quantity sample,single-session estimate before smoothing over sessions,
            HKMetadataKeySexualActivityProtectionUsed,HKSexualActivityProtectionUsed,9.0,boolean,,SexualActivity,protection used,
            HKMetadataKeySwimmingLocationType,HKSwimmingLocationType,10.0,enum,HKWorkoutSwimmingLocationType,workout,pool or open water,
            HKMetadataKeySwimmingStrokeStyle,HKSwimmingStrokeStyle,10.0,enum,HKSwimmingStrokeStyle,"workout event (lap, segment)",stroke style,
            HKMetadataKeySyncIdentifier,HKMetadataKeySyncIdentifier,11.0,string,,any,app-chosen identity used with SyncVersion for replace-on-save,
            HKMetadataKeySyncVersion,HKMetadataKeySyncVersion,11.0,integer,,any (required with SyncIdentifier),version; greater replaces lower,1
            HKMetadataKeyTimeZone,HKTimeZone,8.0,string,,any,IANA zone name of the user when the object was made,Europe/Paris
            HKMetadataKeyUDIDeviceIdentifier,HKUDIDeviceIdentifier,8.0,string,,any,device identifier part of the UDI,
            HKMetadataKeyUDIProductionIdentifier,HKUDIProductionIdentifier,8.0,string,,any,production identifier part of the UDI,
            HKMetadataKeyUserMotionContext,HKMetadataKeyUserMotionContext,16.0,enum,HKUserMotionContext,sample,user still or moving,
            HKMetadataKeyVO2MaxTestType,HKVO2MaxTestType,11.0,enum,HKVO2MaxTestType,VO2Max,how VO2max was tested,2
            HKMetadataKeyVO2MaxValue,HKVO2MaxValue,14.3,quantity,mL/(kg*min),LowCardioFitnessEvent,VO2max attached to an event,
            HKMetadataKeyWasTakenInLab,HKWasTakenInLab,8.0,boolean,,any,measured in a lab,
            HKMetadataKeyWasUserEntered,HKWasUserEntered,8.0,boolean,,any,typed in by the user; export prints 1 or 0,1
            HKMetadataKeyWaterSalinity,HKMetadataKeyWaterSalinity,17.0,enum,HKWaterSalinity,,fresh or salt water,
            HKMetadataKeyWeatherCondition,HKWeatherCondition,10.0,enum,HKWeatherCondition,workout; sample,weather,
            HKMetadataKeyWeatherHumidity,HKWeatherHumidity,10.0,quantity,%,workout; sample,"relative humidity; old exports print the percent figure (96 %), newer ones 100 times it (6400 % for 64 %)",6400 %
            HKMetadataKeyWeatherTemperature,HKWeatherTemperature,10.0,quantity,temperature,workout; sample,air temperature,91.4 degF
            HKMetadataKeyWorkoutBrandName,HKWorkoutBrandName,8.0,string,,workout,brand of the class or programme,
            """#)
}
