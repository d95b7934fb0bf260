extension Catalogue {
    /// HealthKit's category types. `value_enum` names a type's enumeration in `category_value`.
    ///
    /// `raw_string` is the text that apps send and exports print. `identifier` is the name of the
    /// constant.
    /// https://developer.apple.com/documentation/healthkit/hkcategorytypeidentifier
    // swift-format-ignore
    static let categoryTypeTable = CatalogueTable(
        name: "category_type",
        csv: #"""
            identifier,raw_string,short_name,display_name,display_group,ios_introduced,value_enum,app_read_only,deprecated,note
            HKCategoryTypeIdentifierAbdominalCramps,HKCategoryTypeIdentifierAbdominalCramps,abdominalCramps,Abdominal Cramps,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierAcne,HKCategoryTypeIdentifierAcne,acne,Acne,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierAppetiteChanges,HKCategoryTypeIdentifierAppetiteChanges,appetiteChanges,Appetite Changes,symptoms,13.6,HKCategoryValueAppetiteChanges,,,
            HKCategoryTypeIdentifierAppleStandHour,HKCategoryTypeIdentifierAppleStandHour,appleStandHour,Stand Hours,activity,9.0,HKCategoryValueAppleStandHour,true,,
            HKCategoryTypeIdentifierAppleWalkingSteadinessEvent,HKCategoryTypeIdentifierAppleWalkingSteadinessEvent,appleWalkingSteadinessEvent,Walking Steadiness Notifications,mobility,15.0,HKCategoryValueAppleWalkingSteadinessEvent,true,,
            HKCategoryTypeIdentifierAudioExposureEvent,HKCategoryTypeIdentifierAudioExposureEvent,audioExposureEvent,Noise Notifications,hearing,13.0,HKCategoryValueAudioExposureEvent,,true,deprecated constant; same raw string as EnvironmentalAudioExposureEvent
            HKCategoryTypeIdentifierBladderIncontinence,HKCategoryTypeIdentifierBladderIncontinence,bladderIncontinence,Bladder Incontinence,symptoms,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierBleedingAfterMenopause,HKCategoryTypeIdentifierBleedingAfterMenopause,bleedingAfterMenopause,Bleeding After Menopause,cycleTracking,27.0,HKCategoryValueVaginalBleeding,,,
            HKCategoryTypeIdentifierBleedingAfterPregnancy,HKCategoryTypeIdentifierBleedingAfterPregnancy,bleedingAfterPregnancy,Bleeding After Pregnancy,cycleTracking,18.0,HKCategoryValueVaginalBleeding,,,
            HKCategoryTypeIdentifierBleedingDuringPregnancy,HKCategoryTypeIdentifierBleedingDuringPregnancy,bleedingDuringPregnancy,Bleeding During Pregnancy,cycleTracking,18.0,HKCategoryValueVaginalBleeding,,,
            HKCategoryTypeIdentifierBloating,HKCategoryTypeIdentifierBloating,bloating,Bloating,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierBreastPain,HKCategoryTypeIdentifierBreastPain,breastPain,Breast Pain,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierCervicalMucusQuality,HKCategoryTypeIdentifierCervicalMucusQuality,cervicalMucusQuality,Cervical Mucus Quality,cycleTracking,9.0,HKCategoryValueCervicalMucusQuality,,,
            HKCategoryTypeIdentifierChestTightnessOrPain,HKCategoryTypeIdentifierChestTightnessOrPain,chestTightnessOrPain,Chest Tightness or Pain,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierChills,HKCategoryTypeIdentifierChills,chills,Chills,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierConstipation,HKCategoryTypeIdentifierConstipation,constipation,Constipation,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierContraceptive,HKCategoryTypeIdentifierContraceptive,contraceptive,Contraceptives,cycleTracking,14.3,HKCategoryValueContraceptive,,,
            HKCategoryTypeIdentifierCoughing,HKCategoryTypeIdentifierCoughing,coughing,Coughing,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierDiarrhea,HKCategoryTypeIdentifierDiarrhea,diarrhea,Diarrhea,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierDizziness,HKCategoryTypeIdentifierDizziness,dizziness,Dizziness,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierDrySkin,HKCategoryTypeIdentifierDrySkin,drySkin,Dry Skin,symptoms,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent,HKCategoryTypeIdentifierAudioExposureEvent,environmentalAudioExposureEvent,Noise Notifications,hearing,14.0,HKCategoryValueEnvironmentalAudioExposureEvent,true,,"the constant's raw string is the old HKCategoryTypeIdentifierAudioExposureEvent, so exports and stored raw ids use that spelling"
            HKCategoryTypeIdentifierFainting,HKCategoryTypeIdentifierFainting,fainting,Fainting,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierFatigue,HKCategoryTypeIdentifierFatigue,fatigue,Fatigue,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierFever,HKCategoryTypeIdentifierFever,fever,Fever,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierGeneralizedBodyAche,HKCategoryTypeIdentifierGeneralizedBodyAche,generalizedBodyAche,Body and Muscle Ache,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHairLoss,HKCategoryTypeIdentifierHairLoss,hairLoss,Hair Loss,symptoms,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHandwashingEvent,HKCategoryTypeIdentifierHandwashingEvent,handwashingEvent,Handwashing,otherData,14.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierHeadache,HKCategoryTypeIdentifierHeadache,headache,Headache,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHeadphoneAudioExposureEvent,HKCategoryTypeIdentifierHeadphoneAudioExposureEvent,headphoneAudioExposureEvent,Headphone Notifications,hearing,14.2,HKCategoryValueHeadphoneAudioExposureEvent,true,,
            HKCategoryTypeIdentifierHeartburn,HKCategoryTypeIdentifierHeartburn,heartburn,Heartburn,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHighHeartRateEvent,HKCategoryTypeIdentifierHighHeartRateEvent,highHeartRateEvent,High Heart Rate Notifications,heart,12.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierHotFlashes,HKCategoryTypeIdentifierHotFlashes,hotFlashes,Hot Flashes,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHypertensionEvent,HKCategoryTypeIdentifierHypertensionEvent,hypertensionEvent,Hypertension Notifications,heart,26.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierInfrequentMenstrualCycles,HKCategoryTypeIdentifierInfrequentMenstrualCycles,infrequentMenstrualCycles,Infrequent Periods,cycleTracking,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierIntermenstrualBleeding,HKCategoryTypeIdentifierIntermenstrualBleeding,intermenstrualBleeding,Spotting,cycleTracking,9.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierIrregularHeartRhythmEvent,HKCategoryTypeIdentifierIrregularHeartRhythmEvent,irregularHeartRhythmEvent,Irregular Rhythm Notifications,heart,12.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierIrregularMenstrualCycles,HKCategoryTypeIdentifierIrregularMenstrualCycles,irregularMenstrualCycles,Irregular Periods,cycleTracking,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierLactation,HKCategoryTypeIdentifierLactation,lactation,Lactation,cycleTracking,14.3,HKCategoryValue,,,
            HKCategoryTypeIdentifierLossOfSmell,HKCategoryTypeIdentifierLossOfSmell,lossOfSmell,Loss of Smell,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierLossOfTaste,HKCategoryTypeIdentifierLossOfTaste,lossOfTaste,Loss of Taste,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierLowCardioFitnessEvent,HKCategoryTypeIdentifierLowCardioFitnessEvent,lowCardioFitnessEvent,Low Cardio Fitness Notifications,heart,14.3,HKCategoryValueLowCardioFitnessEvent,true,,
            HKCategoryTypeIdentifierLowHeartRateEvent,HKCategoryTypeIdentifierLowHeartRateEvent,lowHeartRateEvent,Low Heart Rate Notifications,heart,12.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierLowerBackPain,HKCategoryTypeIdentifierLowerBackPain,lowerBackPain,Lower Back Pain,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierMemoryLapse,HKCategoryTypeIdentifierMemoryLapse,memoryLapse,Memory Lapse,symptoms,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierMenopausalState,HKCategoryTypeIdentifierMenopausalState,menopausalState,Menopausal State,cycleTracking,27.0,HKCategoryValueMenopausalState,,,point-in-time samples (start = end)
            HKCategoryTypeIdentifierMenstrualFlow,HKCategoryTypeIdentifierMenstrualFlow,menstrualFlow,Menstruation,cycleTracking,9.0,HKCategoryValueMenstrualFlow,,,needs metadata HKMenstrualCycleStart; exports from iOS 18 print HKCategoryValueVaginalBleeding* instead of HKCategoryValueMenstrualFlow*
            HKCategoryTypeIdentifierMindfulSession,HKCategoryTypeIdentifierMindfulSession,mindfulSession,Mindful Minutes,mindfulness,10.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierMoodChanges,HKCategoryTypeIdentifierMoodChanges,moodChanges,Mood Changes,symptoms,13.6,HKCategoryValuePresence,,,
            HKCategoryTypeIdentifierNausea,HKCategoryTypeIdentifierNausea,nausea,Nausea,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierNightSweats,HKCategoryTypeIdentifierNightSweats,nightSweats,Night Sweats,symptoms,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierOvulationTestResult,HKCategoryTypeIdentifierOvulationTestResult,ovulationTestResult,Ovulation Test Result,cycleTracking,9.0,HKCategoryValueOvulationTestResult,,,
            HKCategoryTypeIdentifierPelvicPain,HKCategoryTypeIdentifierPelvicPain,pelvicPain,Pelvic Pain,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierPersistentIntermenstrualBleeding,HKCategoryTypeIdentifierPersistentIntermenstrualBleeding,persistentIntermenstrualBleeding,Persistent Spotting,cycleTracking,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierPregnancy,HKCategoryTypeIdentifierPregnancy,pregnancy,Pregnancy,cycleTracking,14.3,HKCategoryValue,,,
            HKCategoryTypeIdentifierPregnancyTestResult,HKCategoryTypeIdentifierPregnancyTestResult,pregnancyTestResult,Pregnancy Test Result,cycleTracking,15.0,HKCategoryValuePregnancyTestResult,,,
            HKCategoryTypeIdentifierProgesteroneTestResult,HKCategoryTypeIdentifierProgesteroneTestResult,progesteroneTestResult,Progesterone Test Result,cycleTracking,15.0,HKCategoryValueProgesteroneTestResult,,,
            HKCategoryTypeIdentifierProlongedMenstrualPeriods,HKCategoryTypeIdentifierProlongedMenstrualPeriods,prolongedMenstrualPeriods,Prolonged Periods,cycleTracking,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat,HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat,rapidPoundingOrFlutteringHeartbeat,"Rapid, Pounding, or Fluttering Heartbeat",symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierRunnyNose,HKCategoryTypeIdentifierRunnyNose,runnyNose,Runny Nose,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSexualActivity,HKCategoryTypeIdentifierSexualActivity,sexualActivity,Sexual Activity,cycleTracking,9.0,HKCategoryValue,,,optional metadata HKSexualActivityProtectionUsed
            HKCategoryTypeIdentifierShortnessOfBreath,HKCategoryTypeIdentifierShortnessOfBreath,shortnessOfBreath,Shortness of Breath,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSinusCongestion,HKCategoryTypeIdentifierSinusCongestion,sinusCongestion,Sinus Congestion,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSkippedHeartbeat,HKCategoryTypeIdentifierSkippedHeartbeat,skippedHeartbeat,Skipped Heartbeat,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSleepAnalysis,HKCategoryTypeIdentifierSleepAnalysis,sleepAnalysis,Sleep,sleep,8.0,HKCategoryValueSleepAnalysis,,,raw value 1 is exported as ...Asleep before iOS 16 and ...AsleepUnspecified from iOS 16
            HKCategoryTypeIdentifierSleepApneaEvent,HKCategoryTypeIdentifierSleepApneaEvent,sleepApneaEvent,Sleep Apnea Notifications,respiratory,18.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierSleepChanges,HKCategoryTypeIdentifierSleepChanges,sleepChanges,Sleep Changes,symptoms,13.6,HKCategoryValuePresence,,,
            HKCategoryTypeIdentifierSoreThroat,HKCategoryTypeIdentifierSoreThroat,soreThroat,Sore Throat,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierToothbrushingEvent,HKCategoryTypeIdentifierToothbrushingEvent,toothbrushingEvent,Toothbrushing,otherData,13.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierVaginalDryness,HKCategoryTypeIdentifierVaginalDryness,vaginalDryness,Vaginal Dryness,symptoms,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierVomiting,HKCategoryTypeIdentifierVomiting,vomiting,Vomiting,symptoms,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierWheezing,HKCategoryTypeIdentifierWheezing,wheezing,Wheezing,symptoms,13.6,HKCategoryValueSeverity,,,
            """#)
}
