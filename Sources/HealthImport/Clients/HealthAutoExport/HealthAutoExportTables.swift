import HealthCore

/// Maps Health Auto Export's names to HealthKit's types, units and values.
///
/// Names are compared by their letters and digits in lower case, so `Weight & Body Mass` equals
/// `weight_body_mass`. A record whose name is in no table is stored with a type named after the
/// app's name.
enum HealthAutoExportTables {
    /// Returns the letters and digits of a name in lower case.
    static func key(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Returns the quantity type of a metric: the type whose short name is the metric's name in
    /// camel case, or that of `metrics`. Returns nil if HealthKit has no such type.
    static func quantityType(ofMetric name: String) -> String? {
        let key = key(name)
        return quantityTypes[key] ?? metrics[key]
    }

    private static let quantityTypes = Dictionary(
        Catalogue.sampleTypes.filter { $0.kind == .quantity }.map { (key($0.shortName), $0.shortName) },
        uniquingKeysWith: { first, _ in first })

    /// Returns HealthKit's unit string for a unit of the app.
    static func unit(_ text: String) -> String { units[text] ?? units[text.lowercased()] ?? text }

    /// Returns the `HKWorkoutActivityType` of an English name.
    static func activity(_ name: String) -> Int32? {
        let key = key(name)
        return activities[key] ?? activityCases[key]
    }

    /// Returns the category type of a symptom, of an entry of the cycle diary or of a metric, for
    /// its English name.
    static func categoryType(_ name: String) -> SampleType? {
        let key = key(name)
        return categoryTypes[categories[key] ?? key]
    }

    /// Returns the raw value of a word, such as `Not Present`, in the enum of a category type.
    static func categoryValue(_ text: String, enum name: String) -> Int32? {
        let wanted = key(text)
        let key = wanted == "present" && name == "HKCategoryValueSeverity" ? "unspecified" : wanted
        return (Int32(0)...categoryValueMax).first { raw in
            Catalogue.categoryValueName(enum: name, rawValue: raw).map(HealthAutoExportTables.key) == key
        }
    }

    /// Highest raw value of the enums of symptoms and of the cycle diary.
    private static let categoryValueMax: Int32 = 10

    private static let activityCases = Dictionary(
        (Int32(1)...3_000).compactMap { raw in
            Catalogue.workoutActivityTypeName(raw).map { (key($0), raw) }
        }, uniquingKeysWith: { first, _ in first })

    private static let categoryTypes = Dictionary(
        Catalogue.sampleTypes.filter { $0.kind == .category }.map { (key($0.shortName), $0) },
        uniquingKeysWith: { first, _ in first })

    /// Parses a table whose lines have the form `a b c = value`.
    private static func table(_ text: String, _ key: (String) -> String = key) -> [String: String] {
        var table: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: "=").map { $0.split(separator: " ") }
            guard sides.count == 2, let value = sides[1].first else { continue }
            for name in sides[0] { table[key(String(name))] = String(value) }
        }
        return table
    }

    /// Short names of quantity types. The keys are the `key` of the names of metrics that are not
    /// the type's short name.
    static let metrics = table(
        """
        walking_running_distance = distanceWalkingRunning
        cycling_distance = distanceCycling
        swimming_distance = distanceSwimming
        wheelchair_distance = distanceWheelchair
        downhill_snow_sports_distance = distanceDownhillSnowSports
        cross_country_skiing_distance = distanceCrossCountrySkiing
        rowing_distance = distanceRowing
        paddle_sports_distance = distancePaddleSports
        skating_sports_distance = distanceSkatingSports
        active_energy = activeEnergyBurned
        resting_energy = basalEnergyBurned
        walking_heart_rate = walkingHeartRateAverage
        heart_rate_variability = heartRateVariabilitySDNN
        cardio_recovery = heartRateRecoveryOneMinute
        blood_oxygen_saturation = oxygenSaturation
        weight_body_mass weight = bodyMass
        breathing_disturbances = appleSleepingBreathingDisturbances
        environmental_audio = environmentalAudioExposure
        headphone_audio = headphoneAudioExposure
        alcohol_consumption = numberOfAlcoholicBeverages
        underwater_temperature = waterTemperature
        walking_steadiness = appleWalkingSteadiness
        six_minute_walking_test_distance = sixMinuteWalkTestDistance
        stair_speed_up = stairAscentSpeed
        stair_speed_down = stairDescentSpeed
        dietary_energy = dietaryEnergyConsumed
        water = dietaryWater
        caffeine = dietaryCaffeine
        sugar = dietarySugar
        carbohydrates = dietaryCarbohydrates
        protein = dietaryProtein
        fiber = dietaryFiber
        total_fat = dietaryFatTotal
        saturated_fat = dietaryFatSaturated
        monounsaturated_fat = dietaryFatMonounsaturated
        polyunsaturated_fat = dietaryFatPolyunsaturated
        cholesterol = dietaryCholesterol
        biotin = dietaryBiotin
        calcium = dietaryCalcium
        chloride = dietaryChloride
        chromium = dietaryChromium
        copper = dietaryCopper
        folate = dietaryFolate
        iodine = dietaryIodine
        iron = dietaryIron
        magnesium = dietaryMagnesium
        manganese = dietaryManganese
        molybdenum = dietaryMolybdenum
        niacin = dietaryNiacin
        pantothenic_acid = dietaryPantothenicAcid
        phosphorus = dietaryPhosphorus
        potassium = dietaryPotassium
        riboflavin = dietaryRiboflavin
        selenium = dietarySelenium
        sodium = dietarySodium
        thiamin = dietaryThiamin
        vitamin_a = dietaryVitaminA
        vitamin_b12 = dietaryVitaminB12
        vitamin_b6 = dietaryVitaminB6
        vitamin_c = dietaryVitaminC
        vitamin_d = dietaryVitaminD
        vitamin_e = dietaryVitaminE
        vitamin_k = dietaryVitaminK
        zinc = dietaryZinc
        """)

    /// HealthKit's units. The keys are units as the app sends them.
    static let units = table(
        """
        bpm rpm spm breaths/min = count/min
        kmph km/h kph = km/hr
        mph mi/h = mi/hr
        m/sec = m/s
        dB dBA = dBASPL
        °C = degC
        °F = degF
        h hrs hour hours = hr
        mins minutes = min
        sec secs seconds = s
        μg µg ug = mcg
        ml = mL
        lbs = lb
        MET METs = kcal/(hr·kg)
        steps step 步 times reps score = count
        ml/kg/min mL/kg/min = mL/(kg·min)
        Kcal KCAL kilocalories = kcal
        KJ kilojoules = kJ
        fl_oz floz = fl_oz_us
        """, { $0 })

    private static let activities = activityNames.compactMapValues { Catalogue.workoutActivityType(named: $0) }

    /// HealthKit's names of activities. The keys are the `key` of other names that phones use.
    static let activityNames = table(
        """
        run jog jogging outdoorrun indoorrun outdoorrunning indoorrunning treadmillrun treadmillrunning trailrun = running
        walk outdoorwalk indoorwalk outdoorwalking indoorwalking treadmillwalk = walking
        cycle bike biking bikeride ride outdoorcycle indoorcycle outdoorcycling indoorcycling outdoorride indoorride = cycling
        swim poolswim openwaterswim poolswimming openwaterswimming = swimming
        hike = hiking
        row rower rowingmachine outdoorrow indoorrow = rowing
        hiit highintensityinterval highintensityintervals = highIntensityIntervalTraining
        strength strengthtraining weighttraining weightlifting = traditionalStrengthTraining
        functionalstrength functionaltraining = functionalStrengthTraining
        core = coreTraining
        mindbody mindandbodywork meditation = mindAndBody
        stretching stretch = flexibility
        stairstepper stepper stairmaster = stairClimbing
        stairsclimbing = stairs
        steptraining stepaerobics = stepTraining
        multisport triathlon = swimBikeRun
        skating iceskating inlineskating rollerskating = skatingSports
        skiing alpineskiing = downhillSkiing
        snowboard = snowboarding
        xcskiing nordicskiing crosscountryski = crossCountrySkiing
        surf surfing = surfingSports
        paddling paddle kayaking canoeing = paddleSports
        horsebackriding horseriding equestrian = equestrianSports
        dancing = socialDance
        cardiodancing = cardioDance
        kickbox = kickboxing
        frisbee ultimatefrisbee = discSports
        trackfield = trackAndField
        jumprope skippingrope ropeskipping = jumpRope
        underwaterdive scubadiving diving = underwaterDiving
        gaming = fitnessGaming
        wheelchairwalk outdoorwheelchairwalkpace indoorwheelchairwalkpace = wheelchairWalkPace
        wheelchairrun outdoorwheelchairrunpace indoorwheelchairrunpace = wheelchairRunPace
        handcycle = handCycling
        crosstrainer ellipticaltrainer = elliptical
        mixedcardioworkout = mixedCardio
        """)

    /// Keys of category types. The keys of this table are the `key` of other names that the app
    /// uses.
    static let categories = table(
        """
        bodymuscleache bodyandmuscleache bodyache = generalizedbodyache
        tightnessorpaininthechest chesttightness chestpain = chesttightnessorpain
        congestion = sinuscongestion
        rapidpoundingorflutteringheartbeat rapidheartbeat = rapidpoundingorflutteringheartbeat
        spotting = intermenstrualbleeding
        menstruation period = menstrualflow
        ovulationtest = ovulationtestresult
        pregnancytest = pregnancytestresult
        progesteronetest = progesteronetestresult
        cervicalmucus = cervicalmucusquality
        contraceptives = contraceptive
        mindfulminutes = mindfulsession
        handwashing = handwashingevent
        toothbrushing = toothbrushingevent
        """)
}
