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

    /// Returns the quantity type of a metric. Returns nil if HealthKit has no such type.
    static func quantityType(ofMetric name: String) -> String? { metrics[key(name)] }

    /// Returns HealthKit's unit string for a unit of the app.
    static func unit(_ text: String) -> String { units[text] ?? units[text.lowercased()] ?? text }

    /// Returns the `HKWorkoutActivityType` of an English name.
    static func activity(_ name: String) -> Int32? {
        let key = key(name)
        return activities[key] ?? activityCases[key]
    }

    /// Returns the category type of a symptom, or of an entry of the cycle diary, for its English
    /// name.
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

    /// Short names of quantity types. The keys are the `key` of a metric's name.
    static let metrics = table(
        """
        step_count = stepCount
        walking_running_distance distance_walking_running = distanceWalkingRunning
        cycling_distance = distanceCycling
        swimming_distance = distanceSwimming
        wheelchair_distance = distanceWheelchair
        downhill_snow_sports_distance distance_downhill_snow_sports = distanceDownhillSnowSports
        cross_country_skiing_distance = distanceCrossCountrySkiing
        rowing_distance = distanceRowing
        paddle_sports_distance = distancePaddleSports
        skating_sports_distance = distanceSkatingSports
        active_energy active_energy_burned = activeEnergyBurned
        basal_energy_burned resting_energy = basalEnergyBurned
        apple_exercise_time = appleExerciseTime
        apple_move_time = appleMoveTime
        apple_stand_time = appleStandTime
        flights_climbed = flightsClimbed
        push_count = pushCount
        swimming_stroke_count = swimmingStrokeCount
        nike_fuel = nikeFuel
        time_in_daylight = timeInDaylight
        heart_rate = heartRate
        resting_heart_rate = restingHeartRate
        walking_heart_rate walking_heart_rate_average = walkingHeartRateAverage
        heart_rate_variability heart_rate_variability_sdnn = heartRateVariabilitySDNN
        cardio_recovery heart_rate_recovery_one_minute = heartRateRecoveryOneMinute
        atrial_fibrillation_burden = atrialFibrillationBurden
        blood_oxygen_saturation oxygen_saturation = oxygenSaturation
        peripheral_perfusion_index = peripheralPerfusionIndex
        respiratory_rate = respiratoryRate
        vo2_max = vo2Max
        weight_body_mass body_mass weight = bodyMass
        body_fat_percentage = bodyFatPercentage
        body_mass_index = bodyMassIndex
        lean_body_mass = leanBodyMass
        height = height
        waist_circumference = waistCircumference
        body_temperature = bodyTemperature
        basal_body_temperature = basalBodyTemperature
        apple_sleeping_wrist_temperature = appleSleepingWristTemperature
        breathing_disturbances = appleSleepingBreathingDisturbances
        electrodermal_activity = electrodermalActivity
        environmental_audio environmental_audio_exposure = environmentalAudioExposure
        headphone_audio headphone_audio_exposure = headphoneAudioExposure
        environmental_sound_reduction = environmentalSoundReduction
        blood_glucose = bloodGlucose
        blood_alcohol_content = bloodAlcoholContent
        insulin_delivery = insulinDelivery
        inhaler_usage = inhalerUsage
        alcohol_consumption number_of_alcoholic_beverages = numberOfAlcoholicBeverages
        number_of_times_fallen = numberOfTimesFallen
        forced_expiratory_volume_1 = forcedExpiratoryVolume1
        forced_vital_capacity = forcedVitalCapacity
        peak_expiratory_flow_rate = peakExpiratoryFlowRate
        uv_exposure = uvExposure
        underwater_depth = underwaterDepth
        water_temperature underwater_temperature = waterTemperature
        physical_effort = physicalEffort
        apple_walking_steadiness walking_steadiness = appleWalkingSteadiness
        walking_speed = walkingSpeed
        walking_step_length = walkingStepLength
        walking_asymmetry_percentage = walkingAsymmetryPercentage
        walking_double_support_percentage = walkingDoubleSupportPercentage
        six_minute_walking_test_distance six_minute_walk_test_distance = sixMinuteWalkTestDistance
        stair_speed_up stair_ascent_speed = stairAscentSpeed
        stair_speed_down stair_descent_speed = stairDescentSpeed
        running_power = runningPower
        running_speed = runningSpeed
        running_stride_length = runningStrideLength
        running_vertical_oscillation = runningVerticalOscillation
        running_ground_contact_time = runningGroundContactTime
        cycling_power = cyclingPower
        cycling_speed = cyclingSpeed
        cycling_cadence = cyclingCadence
        cycling_functional_threshold_power = cyclingFunctionalThresholdPower
        dietary_energy dietary_energy_consumed = dietaryEnergyConsumed
        dietary_water water = dietaryWater
        dietary_caffeine caffeine = dietaryCaffeine
        dietary_sugar sugar = dietarySugar
        carbohydrates = dietaryCarbohydrates
        protein = dietaryProtein
        fiber = dietaryFiber
        total_fat = dietaryFatTotal
        saturated_fat = dietaryFatSaturated
        monounsaturated_fat = dietaryFatMonounsaturated
        polyunsaturated_fat = dietaryFatPolyunsaturated
        cholesterol dietary_cholesterol = dietaryCholesterol
        biotin dietary_biotin = dietaryBiotin
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
        """)
}
