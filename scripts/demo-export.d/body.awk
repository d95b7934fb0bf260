# Weight, gait, hearing, food and mindfulness.

# Prints the weight and the body fat of some mornings. They come from the scale or were entered in
# the Health app.
function body(day,    time, kilograms, fat) {
    blood_pressure(day)
    if (day < scale_day || weekday % 3 != 0) return
    mixed_seed(day, 170)
    time = wake_time + whole_between(300, 1500)
    kilograms = 68.5 + 2 * sin(2 * pi * day / 1300) - 0.9 * season - 0.8 * fitness + about(0, 0.5)
    fat = 0.262 + (kilograms - 68.5) * 0.006 + about(0, 0.005)
    if (day % 11 == 0) {
        quantity("BodyMass", by_hand, "kg", time, time, time + 20, sprintf("%.1f", kilograms), \
            metadata("HKWasUserEntered", 1))
    } else {
        quantity("BodyMass", scale, "kg", time, time, time + 3, sprintf("%.2f", kilograms), metadata("HKTimeZone", zone))
        quantity("BodyFatPercentage", scale, "%", time, time, time + 3, sprintf("%.3f", fat), metadata("HKTimeZone", zone))
    }
}

# Prints what the phone measures of walks.
function walking(day,    count, number, start, end, speed) {
    if (day < walking_day) return
    mixed_seed(day, 171)
    count = dense ? 4 : 1
    for (number = 0; number < count; number++) {
        start = at(day, (8 + 3 * number) * hour + between(0, 3000))
        end = start + whole_between(60, 400)
        speed = about(4.9 + 0.25 * fitness - 0.5 * ill, 0.5)
        quantity("WalkingSpeed", phone, "km/hr", start, end, end + 600, sprintf("%.3f", speed), "")
        quantity("WalkingStepLength", phone, "cm", start, end, end + 600, int(speed * 14.2 + between(-2, 2)), "")
        if (number > 0) continue
        quantity("WalkingDoubleSupportPercentage", phone, "%", start, end, end + 600, \
            sprintf("%.3f", about(0.285 - 0.01 * fitness, 0.012)), "")
        quantity("WalkingAsymmetryPercentage", phone, "%", start, end, end + 600, \
            sprintf("%.2f", uniform() < 0.7 ? 0 : between(0.01, 0.08)), "")
    }
}

# Prints the sound level of headphones and of the surroundings.
function audio(day,    clock_hour, step, start, length_seconds) {
    if (day < hearing_day) return
    mixed_seed(day, 172)
    step = dense ? 1 : 12
    for (clock_hour = 7; worn && clock_hour < 22; clock_hour += step) {
        start = at(day, clock_hour * hour + between(0, 1200))
        quantity("EnvironmentalAudioExposure", watch, "dBASPL", start, start + 1800, start + 1830, \
            sprintf("%.2f", about(55 + 7 * liveliness(clock_hour), 12)), "")
    }
    # On the way to work and back, or one afternoon at the weekend
    for (clock_hour = weekend ? 15 : 8; clock_hour < 19; clock_hour += dense ? 9.5 : 12) {
        start = at(day, clock_hour * hour + between(0, 1200))
        length_seconds = whole_between(1000, 2700)
        if (uniform() < 0.75) {
            quantity("HeadphoneAudioExposure", headphones, "dBASPL", start, start + length_seconds, \
                start + length_seconds + 5, sprintf("%.2f", about(71, 11)), "")
        }
    }
}

# Prints what the person drinks and eats. Old days have one record of each type.
function food(day,    count, number, time, meals) {
    if (day < food_day || in_spell(day, 29, 0, 5)) return
    mixed_seed(day, 173)
    count = dense ? whole_between(5, 8) : 1
    for (number = 0; number < count; number++) {
        time = at(day, 7.5 * hour + number * 1.9 * hour + between(0, 3000))
        eaten("Water", "mL", time, dense ? 50 * whole_between(4, 7) : int(between(1500, 2300) + 200 * season))
    }
    count = dense ? 2 + (uniform() < 0.3) : 1
    for (number = 0; number < count; number++) {
        time = at(day, (weekend ? 9 : 7.2) * hour + number * 3.2 * hour + between(0, 1200))
        eaten("Caffeine", "mg", time, dense ? whole_between(60, 95) : whole_between(120, 260))
    }
    meals = dense ? 3 : 1
    for (number = 0; number < meals; number++) {
        time = at(day, (7.6 + 5.2 * number) * hour + between(0, 2400))
        eaten("EnergyConsumed", "kcal", time, int((1900 + 160 * weekend) / meals * between(0.8, 1.2)))
        eaten("Protein", "g", time, int(76 / meals * between(0.7, 1.3)))
    }
}

function eaten(name, unit, time, amount) {
    quantity("Dietary" name, diary, unit, time, time, time + 8, amount, "")
}

function mindfulness(day,    start, end) {
    mixed_seed(day, 174)
    if (day < watch_day || uniform() > 0.42) return
    start = uniform() < 0.5 ? wake_time + 1800 : at(day, 21.4 * hour + between(0, 1500))
    end = start + 60 * whole_between(5, 15)
    record("HKCategoryTypeIdentifierMindfulSession", phone, "", start, end, end + 2, "HKCategoryValueNotApplicable", "")
}
