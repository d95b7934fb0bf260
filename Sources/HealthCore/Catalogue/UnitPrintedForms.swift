extension Catalogue {
    /// Compound units as exports print them, and other spellings of the same units.
    static let unitPrintedFormTable = CatalogueTable(
        name: "unit_printed_form",
        csv: #"""
            printed_form,accepted_inputs,seen_for
            mL/min·kg,ml/(kg*min); mL/(kg*min); mL/kg*min,VO2Max
            kcal/hr·kg,kcal/(kg*hr),PhysicalEffort; HKAverageMETs metadata
            count/min,count/min,HeartRate; RespiratoryRate; RestingHeartRate; WalkingHeartRateAverage
            km/hr,km/hr,WalkingSpeed; RunningSpeed
            mmol<180.1558800000541>/L,mmol<180.1558800000541>/L; mmol<180.15588000005408>/L,BloodGlucose
            mg/dL,mg/dL,BloodGlucose
            """#)
}
