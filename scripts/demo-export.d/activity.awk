# Steps, distance, flights, energy, exercise, stand hours, daylight, and the rings.

# Returns the share of an hour in the movement of a day.
function liveliness(clock_hour) {
    if (clock_hour < 6) return 0
    if (!(0 in weekday_shares)) {
        split("0.1 0.6 1.7 0.5 0.4 0.5 1.3 0.9 0.4 0.5 0.6 1.6 1.2 0.8 0.5 0.3 0.15 0.05", weekday_shares, " ")
        split("0 0.1 0.3 0.6 1.2 1.5 1.1 1.0 1.2 1.4 1.1 0.8 0.7 0.6 0.4 0.3 0.2 0.1", weekend_shares, " ")
        weekday_shares[0] = weekend_shares[0] = 0
    }
    return weekend ? weekend_shares[clock_hour - 5] : weekday_shares[clock_hour - 5]
}

# Prints the movement of a day, in records of one hour on dense days and of six hours on others. The
# watch and the phone count the same walks. Some walks are without the phone.
function movement(day,    span, first, clock_hour, steps, brisk, hour_steps, most, start, length_seconds) {
    span = dense ? 1 : 6
    most = (690 + 90 * season + 120 * fitness) * vigour
    for (first = 6; first < 24; first += span) {
        mixed_seed(day, 110 + first)
        steps = brisk = 0
        for (clock_hour = first; clock_hour < first + span && clock_hour < 24; clock_hour++) {
            hour_steps = most * liveliness(clock_hour) * between(0.5, 1.5)
            steps += hour_steps
            if (hour_steps > 650) brisk += lesser(25, (hour_steps - 650) / 75)
        }
        steps = int(steps) + 5
        length_seconds = int(span * hour * between(0.3, 0.75))
        start = at(day, first * hour) + int(span * hour * between(0, 0.2))
        if (worn) {
            steps_of(watch, steps, start, start + length_seconds, start + length_seconds + 41)
            effort(day, first, span, steps, int(brisk), start)
        }
        if (!worn || uniform() < 0.8) {
            start += int(span * hour * between(0, 0.04))
            length_seconds = int(length_seconds * between(0.85, 1))
            steps_of(phone, int(steps * between(0.75, 0.98)) + 1, start, start + length_seconds, \
                start + length_seconds + 353)
        }
        if (steps > 500 * span && uniform() < 0.55) {
            quantity("FlightsClimbed", worn ? watch : phone, "count", start, start + 120, start + 200, \
                whole_between(1, 2 + span), "")
        }
    }
    if (worn) basal_energy(day)
    if (day >= daylight_day && worn) daylight(day)
}

function steps_of(source, steps, start, end, created) {
    quantity("StepCount", source, "count", start, end, created, steps, "")
    quantity("DistanceWalkingRunning", source, "km", start, end, created, sprintf("%.4f", steps * 0.00073), "")
}

# Prints the energy, the exercise and the stand hours of some hours.
function effort(day, first, span, steps, minutes, start,    energy_used, clock_hour, time, value) {
    energy_used = steps * 0.04 + span * between(3, 8)
    if (quantity("ActiveEnergyBurned", watch, "kcal", start, start + int(span * hour * 0.75), \
        start + span * hour, sprintf("%.2f", energy_used), "")) energy[day] += energy_used
    if (minutes > 0 && quantity("AppleExerciseTime", watch, "min", start, start + minutes * 60, \
        start + minutes * 60 + 20, minutes, "")) exercise[day] += minutes
    for (clock_hour = first; clock_hour < first + span; clock_hour++) {
        time = at(day, clock_hour * hour)
        if (clock_hour > 23 || time < wake_time - hour) continue
        value = uniform() < (clock_hour > 21 ? 0.3 : 0.5 + 0.3 * vigour) ? "Stood" : "Idle"
        if (last_day - day >= stand_days) {
            stood[day] += value == "Stood"
            continue
        }
        if (!dense && value == "Idle") continue
        if (record("HKCategoryTypeIdentifierAppleStandHour", watch, "", time, time + hour, time + hour + 2, \
            "HKCategoryValueAppleStandHour" value, "")) stood[day] += value == "Stood"
    }
}

function basal_energy(day,    time, span) {
    span = (dense ? 2 : 8) * hour
    mixed_seed(day, 140)
    for (time = at(day, 0); time < at(day + 1, 0) - hour; time += span) {
        quantity("BasalEnergyBurned", watch, "kcal", time, time + span, time + span + 30, \
            sprintf("%.2f", 61 * between(0.95, 1.05) * span / hour), "")
    }
}

function daylight(day,    part, parts, minutes, start) {
    mixed_seed(day, 141)
    parts = dense ? 4 : 1
    for (part = 0; part < parts; part++) {
        minutes = int(between(0.4, 1.6) * (52 + 34 * season + 30 * weekend) * (ill ? 0.3 : 1) / parts) + 1
        start = at(day, (8.5 + 2.2 * part) * hour + between(0, 3000))
        quantity("TimeInDaylight", watch, "min", start, start + minutes * 60, start + minutes * 60 + 9, minutes, \
            metadata("HKMetadataKeyMaximumLightIntensity", int(between(2000, 30000) * (1.6 + season)) " lx"))
    }
}

# Prints the summary of a day with the watch. Its totals are those of the day's records.
function rings(day,    goal) {
    # This date has no time zone, so only days that have begun in every time zone are printed.
    if (day * day_seconds > now - 12 * hour || !(day in energy)) return
    goal = 420 + 20 * int((day - watch_day) / 400)
    printf " <ActivitySummary dateComponents=\"%s\" activeEnergyBurned=\"%.3f\" activeEnergyBurnedGoal=\"%d\"" \
        " activeEnergyBurnedUnit=\"kcal\" appleMoveTime=\"0\" appleMoveTimeGoal=\"0\" appleExerciseTime=\"%d\"" \
        " appleExerciseTimeGoal=\"30\" appleStandHours=\"%d\" appleStandHoursGoal=\"12\"/>\n", \
        date_text(day), energy[day], goal, exercise[day], stood[day]
}
