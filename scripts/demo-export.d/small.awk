# The export that scripts/demo-export prints: few types, for examples, tests and measurements.
#
# A day's records depend only on the day and on the density of records. So exports of equal density
# have the same records in their common days. Records that end or are saved after the present are
# left out. So no time zone shows a future record.

BEGIN {
    prepare_days()
    slot = 4 * hour
    if (megabytes > 0) {
        # The measured size in bytes of a day with dense records.
        bytes_per_day = 545000
        slot = hour / 12
        days = int(megabytes * 1000000 / bytes_per_day + 0.5)
        if (days < 1) days = 1
        first_day = last_day - days + 1
    }
    prepare_sources()

    print_head()
    movement("StepCount", "count", "%d", 1)
    movement("DistanceWalkingRunning", "km", "%.5f", 0.00074)
    movement("ActiveEnergyBurned", "kcal", "%.3f", 0.041)
    basal_energy()
    heart_rate()
    resting_heart_rate()
    heart_rate_variability()
    body_mass()
    blood_pressure(0)
    sleep_analysis()
    blood_pressure(1)
    workouts()
    activity_summaries()
    print "</HealthData>"
}

# MARK: Samples

# Prints steps and the types derived from steps. The watch and the phone count the same walks at
# overlapping times. On some walks the phone is left at home. Every type draws the same random
# numbers, so that the types agree.
function movement(name, unit, format, per_step,    day, time, steps, duration, start) {
    for (day = first_day; day <= last_day; day++) {
        seed(day, 1)
        vigour = between(0.6, 1.6)
        for (time = day * day_seconds + 7 * hour; time < day * day_seconds + 22 * hour; time += slot) {
            steps = int(vigour * between(0.2, 1.8) * 540 * slot / hour) + 1
            duration = int(slot * between(0.4, 0.6))
            start = time + int(slot * between(0, 0.2))
            quantity(name, watch, unit, start, start + duration, start + duration + 41, \
                sprintf(format, steps * per_step), "")
            start += int(slot * between(0.01, 0.1))
            duration = int(duration * between(0.8, 1.1))
            steps = int(steps * between(0.8, 1)) + 1
            if (uniform() < 0.8 && name != "ActiveEnergyBurned") {
                quantity(name, phone, unit, start, start + duration, start + duration + 353, \
                    sprintf(format, steps * per_step), "")
            }
        }
    }
}

function basal_energy(    day, time) {
    for (day = first_day; day <= last_day; day++) {
        seed(day, 2)
        for (time = day * day_seconds; time < (day + 1) * day_seconds; time += slot * 2) {
            quantity("BasalEnergyBurned", watch, "kcal", time, time + slot * 2, time + slot * 2 + 30, \
                sprintf("%.3f", 62 * between(0.95, 1.05) * slot * 2 / hour), "")
        }
    }
}

function heart_rate(    day, time, rate, start, awake) {
    for (day = first_day; day <= last_day; day++) {
        seed(day, 3)
        for (time = day * day_seconds; time < (day + 1) * day_seconds; time += slot) {
            awake = time % day_seconds >= 7 * hour
            rate = awake ? whole_between(62, 128) : whole_between(48, 60)
            start = time + int(slot * uniform())
            quantity("HeartRate", watch, "count/min", start, start, start + 5, rate, \
                metadata("HKMetadataKeyHeartRateMotionContext", awake ? whole_between(0, 2) : 1))
        }
    }
}

function resting_heart_rate(    day, start) {
    for (day = first_day; day <= last_day; day++) {
        seed(day, 4)
        start = day * day_seconds
        quantity("RestingHeartRate", watch, "count/min", start + 60, start + 22 * hour, start + 22 * hour + 9, \
            whole_between(52, 58), "")
    }
}

# Prints recordings of one minute with their heartbeats.
function heart_rate_variability(    day, time, beats, content, beat, rate, second, hundredths) {
    beats = slot > hour ? 12 : 60
    for (day = first_day; day <= last_day; day++) {
        seed(day, 10)
        for (time = day * day_seconds + 3 * hour; time < (day + 1) * day_seconds; time += slot > hour ? day_seconds : 6 * hour) {
            content = "  <HeartRateVariabilityMetadataList>\n"
            second = time
            for (beat = 0; beat < beats; beat++) {
                rate = whole_between(50, 70)
                second += 60 / rate
                hundredths = int((second - int(second)) * 100)
                content = content sprintf("   <InstantaneousBeatsPerMinute bpm=\"%d\" time=\"%d:%02d:%02d,%02d\"/>\n", \
                    rate, int(second / hour) % 24, int(second / 60) % 60, int(second) % 60, hundredths)
            }
            quantity("HeartRateVariabilitySDNN", watch, "ms", time, time + 65, time + 66, \
                sprintf("%.4f", between(30, 90)), content "  </HeartRateVariabilityMetadataList>\n")
        }
    }
}

# Prints two records a week. They come from the scale or were entered in the Health app.
function body_mass(    day, time, value) {
    for (day = first_day; day <= last_day; day++) {
        if (day % 7 != 1 && day % 7 != 4) continue
        seed(day, 5)
        time = day * day_seconds + 7 * hour + whole_between(0, 1500)
        value = sprintf("%.1f", 68 + 1.5 * sin(day / 40) + between(-0.4, 0.4))
        if (day % 7 == 1) {
            quantity("BodyMass", cuff, "kg", time, time, time + 3, value, metadata("HKTimeZone", zone))
        } else {
            quantity("BodyMass", by_hand, "kg", time, time, time + 20, value, metadata("HKWasUserEntered", 1))
        }
    }
}

# Prints one measurement a week. An export contains its two records at the top level, and again in
# the correlation.
function blood_pressure(in_correlation,    day, time) {
    for (day = first_day; day <= last_day; day++) {
        if (day % 7 != 2) continue
        seed(day, 6)
        time = day * day_seconds + 8 * hour + whole_between(0, 1500)
        if (time + 2 > present) continue
        if (in_correlation) {
            printf " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"%s%s>\n%s", \
                cuff, times(time, time, time + 2), metadata("HKTimeZone", zone)
        }
        quantity("BloodPressureSystolic", cuff, "mmHg", time, time, time + 2, whole_between(112, 128), \
            metadata("HKTimeZone", zone))
        quantity("BloodPressureDiastolic", cuff, "mmHg", time, time, time + 2, whole_between(70, 82), \
            metadata("HKTimeZone", zone))
        if (in_correlation) print " </Correlation>"
    }
}

# Prints the night that ends in the morning of each day. The phone records the time in bed, and the
# watch records the stages.
function sleep_analysis(    day, time, wake, end, stage, stages, identifier) {
    identifier = "HKCategoryTypeIdentifierSleepAnalysis"
    split("AsleepCore AsleepDeep AsleepCore AsleepREM Awake", stages, " ")
    for (day = first_day; day <= last_day; day++) {
        seed(day, 7)
        time = day * day_seconds - whole_between(0, 3600)
        wake = day * day_seconds + 6 * hour + whole_between(0, 3000)
        record(identifier, phone, "", time, wake, wake + 60, "HKCategoryValueSleepAnalysisInBed", \
            metadata("HKTimeZone", zone))
        time += whole_between(300, 1800)
        for (stage = 0; time < wake; stage++) {
            end = time + int((slot > hour ? 2 : 0.5) * hour * (stage % 5 == 4 ? 0.1 : between(0.5, 1)))
            if (end > wake) end = wake
            record(identifier, watch, "", time, end, wake + 90, \
                "HKCategoryValueSleepAnalysis" stages[stage % 5 + 1], metadata("HKTimeZone", zone))
            time = end
        }
    }
}

# Prints a run with a pause every third day.
function workouts(    day, start, end, minutes, pause, span) {
    for (day = first_day; day <= last_day; day++) {
        if (day % 3 != 0) continue
        seed(day, 8)
        start = day * day_seconds + 18 * hour + whole_between(0, 1800)
        minutes = whole_between(25, 50)
        pause = start + 60 * whole_between(8, 15)
        end = start + 60 * minutes + 90
        if (end + 7 > present) continue
        span = " startDate=\"" stamp(start) "\" endDate=\"" stamp(end) "\""
        printf " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"%d\" durationUnit=\"min\"" \
            "%s%s>\n", minutes, watch, times(start, end, end + 7)
        printf "%s", metadata("HKIndoorWorkout", 0) metadata("HKTimeZone", zone)
        printf "%s", metadata("HKAverageMETs", sprintf("%.4f", between(8, 11)) " kcal/hr\302\267kg")
        printf "  <WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"%s\"/>\n", stamp(pause)
        printf "  <WorkoutEvent type=\"HKWorkoutEventTypeResume\" date=\"%s\"/>\n", stamp(pause + 90)
        printf "  <WorkoutEvent type=\"HKWorkoutEventTypeSegment\" date=\"%s\" duration=\"%.5f\"" \
            " durationUnit=\"min\"/>\n", stamp(start), between(5, 7)
        total("ActiveEnergyBurned", span, sprintf("%.3f", minutes * between(9, 11)), "kcal")
        total("DistanceWalkingRunning", span, sprintf("%.5f", minutes * between(0.15, 0.19)), "km")
        printf "  <WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\"%s average=\"%.3f\" minimum=\"%d\"" \
            " maximum=\"%d\" unit=\"count/min\"/>\n", \
            span, between(138, 152), whole_between(88, 104), whole_between(165, 181)
        print " </Workout>"
    }
}

function total(name, span, sum, unit) {
    printf "  <WorkoutStatistics type=\"HKQuantityTypeIdentifier%s\"%s sum=\"%s\" unit=\"%s\"/>\n", \
        name, span, sum, unit
}

function activity_summaries(    day) {
    for (day = first_day; day <= last_day; day++) {
        # This date has no time zone, so only days that have begun in every time zone are printed.
        if (day * day_seconds > now - 12 * hour) break
        seed(day, 9)
        printf " <ActivitySummary dateComponents=\"%s\" activeEnergyBurned=\"%.3f\" activeEnergyBurnedGoal=\"450\"" \
            " activeEnergyBurnedUnit=\"kcal\" appleMoveTime=\"0\" appleMoveTimeGoal=\"0\" appleExerciseTime=\"%d\"" \
            " appleExerciseTimeGoal=\"30\" appleStandHours=\"%d\" appleStandHoursGoal=\"12\"/>\n", \
            date_text(day), between(300, 700), whole_between(12, 75), whole_between(8, 15)
    }
}
