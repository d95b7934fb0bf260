extension Catalogue {
    /// HealthKit's category types; `value_enum` names the values in `category_value`.
    ///
    /// `raw_string` is what apps send and exports print, `identifier` the name of the constant.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkcategorytypeidentifier
    // swift-format-ignore
    static let categoryTypeTable = CatalogueTable(
        name: "category_type",
        csv: #"""
            identifier,raw_string,short_name,ios_introduced,value_enum,app_read_only,deprecated,note
            HKCategoryTypeIdentifierAbdominalCramps,HKCategoryTypeIdentifierAbdominalCramps,abdominalCramps,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierAcne,HKCategoryTypeIdentifierAcne,acne,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierAppetiteChanges,HKCategoryTypeIdentifierAppetiteChanges,appetiteChanges,13.6,HKCategoryValueAppetiteChanges,,,
            HKCategoryTypeIdentifierAppleStandHour,HKCategoryTypeIdentifierAppleStandHour,appleStandHour,9.0,HKCategoryValueAppleStandHour,true,,
            HKCategoryTypeIdentifierAppleWalkingSteadinessEvent,HKCategoryTypeIdentifierAppleWalkingSteadinessEvent,appleWalkingSteadinessEvent,15.0,HKCategoryValueAppleWalkingSteadinessEvent,true,,
            HKCategoryTypeIdentifierAudioExposureEvent,HKCategoryTypeIdentifierAudioExposureEvent,audioExposureEvent,13.0,HKCategoryValueAudioExposureEvent,,true,deprecated constant; same raw string as EnvironmentalAudioExposureEvent
            HKCategoryTypeIdentifierBladderIncontinence,HKCategoryTypeIdentifierBladderIncontinence,bladderIncontinence,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierBleedingAfterMenopause,HKCategoryTypeIdentifierBleedingAfterMenopause,bleedingAfterMenopause,27.0,HKCategoryValueVaginalBleeding,,,
            HKCategoryTypeIdentifierBleedingAfterPregnancy,HKCategoryTypeIdentifierBleedingAfterPregnancy,bleedingAfterPregnancy,18.0,HKCategoryValueVaginalBleeding,,,
            HKCategoryTypeIdentifierBleedingDuringPregnancy,HKCategoryTypeIdentifierBleedingDuringPregnancy,bleedingDuringPregnancy,18.0,HKCategoryValueVaginalBleeding,,,
            HKCategoryTypeIdentifierBloating,HKCategoryTypeIdentifierBloating,bloating,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierBreastPain,HKCategoryTypeIdentifierBreastPain,breastPain,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierCervicalMucusQuality,HKCategoryTypeIdentifierCervicalMucusQuality,cervicalMucusQuality,9.0,HKCategoryValueCervicalMucusQuality,,,
            HKCategoryTypeIdentifierChestTightnessOrPain,HKCategoryTypeIdentifierChestTightnessOrPain,chestTightnessOrPain,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierChills,HKCategoryTypeIdentifierChills,chills,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierConstipation,HKCategoryTypeIdentifierConstipation,constipation,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierContraceptive,HKCategoryTypeIdentifierContraceptive,contraceptive,14.3,HKCategoryValueContraceptive,,,
            HKCategoryTypeIdentifierCoughing,HKCategoryTypeIdentifierCoughing,coughing,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierDiarrhea,HKCategoryTypeIdentifierDiarrhea,diarrhea,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierDizziness,HKCategoryTypeIdentifierDizziness,dizziness,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierDrySkin,HKCategoryTypeIdentifierDrySkin,drySkin,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent,HKCategoryTypeIdentifierAudioExposureEvent,environmentalAudioExposureEvent,14.0,HKCategoryValueEnvironmentalAudioExposureEvent,true,,"the constant's raw string is the old HKCategoryTypeIdentifierAudioExposureEvent, so exports and stored raw ids use that spelling"
            HKCategoryTypeIdentifierFainting,HKCategoryTypeIdentifierFainting,fainting,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierFatigue,HKCategoryTypeIdentifierFatigue,fatigue,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierFever,HKCategoryTypeIdentifierFever,fever,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierGeneralizedBodyAche,HKCategoryTypeIdentifierGeneralizedBodyAche,generalizedBodyAche,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHairLoss,HKCategoryTypeIdentifierHairLoss,hairLoss,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHandwashingEvent,HKCategoryTypeIdentifierHandwashingEvent,handwashingEvent,14.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierHeadache,HKCategoryTypeIdentifierHeadache,headache,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHeadphoneAudioExposureEvent,HKCategoryTypeIdentifierHeadphoneAudioExposureEvent,headphoneAudioExposureEvent,14.2,HKCategoryValueHeadphoneAudioExposureEvent,true,,
            HKCategoryTypeIdentifierHeartburn,HKCategoryTypeIdentifierHeartburn,heartburn,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHighHeartRateEvent,HKCategoryTypeIdentifierHighHeartRateEvent,highHeartRateEvent,12.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierHotFlashes,HKCategoryTypeIdentifierHotFlashes,hotFlashes,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierHypertensionEvent,HKCategoryTypeIdentifierHypertensionEvent,hypertensionEvent,26.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierInfrequentMenstrualCycles,HKCategoryTypeIdentifierInfrequentMenstrualCycles,infrequentMenstrualCycles,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierIntermenstrualBleeding,HKCategoryTypeIdentifierIntermenstrualBleeding,intermenstrualBleeding,9.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierIrregularHeartRhythmEvent,HKCategoryTypeIdentifierIrregularHeartRhythmEvent,irregularHeartRhythmEvent,12.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierIrregularMenstrualCycles,HKCategoryTypeIdentifierIrregularMenstrualCycles,irregularMenstrualCycles,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierLactation,HKCategoryTypeIdentifierLactation,lactation,14.3,HKCategoryValue,,,
            HKCategoryTypeIdentifierLossOfSmell,HKCategoryTypeIdentifierLossOfSmell,lossOfSmell,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierLossOfTaste,HKCategoryTypeIdentifierLossOfTaste,lossOfTaste,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierLowCardioFitnessEvent,HKCategoryTypeIdentifierLowCardioFitnessEvent,lowCardioFitnessEvent,14.3,HKCategoryValueLowCardioFitnessEvent,true,,
            HKCategoryTypeIdentifierLowHeartRateEvent,HKCategoryTypeIdentifierLowHeartRateEvent,lowHeartRateEvent,12.2,HKCategoryValue,true,,
            HKCategoryTypeIdentifierLowerBackPain,HKCategoryTypeIdentifierLowerBackPain,lowerBackPain,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierMemoryLapse,HKCategoryTypeIdentifierMemoryLapse,memoryLapse,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierMenopausalState,HKCategoryTypeIdentifierMenopausalState,menopausalState,27.0,HKCategoryValueMenopausalState,,,point-in-time samples (start = end)
            HKCategoryTypeIdentifierMenstrualFlow,HKCategoryTypeIdentifierMenstrualFlow,menstrualFlow,9.0,HKCategoryValueMenstrualFlow,,,needs metadata HKMenstrualCycleStart; exports from iOS 18 print HKCategoryValueVaginalBleeding* instead of HKCategoryValueMenstrualFlow*
            HKCategoryTypeIdentifierMindfulSession,HKCategoryTypeIdentifierMindfulSession,mindfulSession,10.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierMoodChanges,HKCategoryTypeIdentifierMoodChanges,moodChanges,13.6,HKCategoryValuePresence,,,
            HKCategoryTypeIdentifierNausea,HKCategoryTypeIdentifierNausea,nausea,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierNightSweats,HKCategoryTypeIdentifierNightSweats,nightSweats,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierOvulationTestResult,HKCategoryTypeIdentifierOvulationTestResult,ovulationTestResult,9.0,HKCategoryValueOvulationTestResult,,,
            HKCategoryTypeIdentifierPelvicPain,HKCategoryTypeIdentifierPelvicPain,pelvicPain,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierPersistentIntermenstrualBleeding,HKCategoryTypeIdentifierPersistentIntermenstrualBleeding,persistentIntermenstrualBleeding,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierPregnancy,HKCategoryTypeIdentifierPregnancy,pregnancy,14.3,HKCategoryValue,,,
            HKCategoryTypeIdentifierPregnancyTestResult,HKCategoryTypeIdentifierPregnancyTestResult,pregnancyTestResult,15.0,HKCategoryValuePregnancyTestResult,,,
            HKCategoryTypeIdentifierProgesteroneTestResult,HKCategoryTypeIdentifierProgesteroneTestResult,progesteroneTestResult,15.0,HKCategoryValueProgesteroneTestResult,,,
            HKCategoryTypeIdentifierProlongedMenstrualPeriods,HKCategoryTypeIdentifierProlongedMenstrualPeriods,prolongedMenstrualPeriods,16.0,HKCategoryValue,true,,
            HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat,HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat,rapidPoundingOrFlutteringHeartbeat,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierRunnyNose,HKCategoryTypeIdentifierRunnyNose,runnyNose,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSexualActivity,HKCategoryTypeIdentifierSexualActivity,sexualActivity,9.0,HKCategoryValue,,,optional metadata HKSexualActivityProtectionUsed
            HKCategoryTypeIdentifierShortnessOfBreath,HKCategoryTypeIdentifierShortnessOfBreath,shortnessOfBreath,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSinusCongestion,HKCategoryTypeIdentifierSinusCongestion,sinusCongestion,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSkippedHeartbeat,HKCategoryTypeIdentifierSkippedHeartbeat,skippedHeartbeat,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierSleepAnalysis,HKCategoryTypeIdentifierSleepAnalysis,sleepAnalysis,8.0,HKCategoryValueSleepAnalysis,,,raw value 1 is exported as ...Asleep before iOS 16 and ...AsleepUnspecified from iOS 16
            HKCategoryTypeIdentifierSleepApneaEvent,HKCategoryTypeIdentifierSleepApneaEvent,sleepApneaEvent,18.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierSleepChanges,HKCategoryTypeIdentifierSleepChanges,sleepChanges,13.6,HKCategoryValuePresence,,,
            HKCategoryTypeIdentifierSoreThroat,HKCategoryTypeIdentifierSoreThroat,soreThroat,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierToothbrushingEvent,HKCategoryTypeIdentifierToothbrushingEvent,toothbrushingEvent,13.0,HKCategoryValue,,,
            HKCategoryTypeIdentifierVaginalDryness,HKCategoryTypeIdentifierVaginalDryness,vaginalDryness,14.0,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierVomiting,HKCategoryTypeIdentifierVomiting,vomiting,13.6,HKCategoryValueSeverity,,,
            HKCategoryTypeIdentifierWheezing,HKCategoryTypeIdentifierWheezing,wheezing,13.6,HKCategoryValueSeverity,,,
            """#)
}
