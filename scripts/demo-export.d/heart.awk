# Heart rate over the day, the values that the watch derives from it, and blood pressure.

function pulse(day,    time, step, clock, start, rate, context) {
    mixed_seed(day, 150)
    step = dense ? 300 : 4 * hour
    for (time = at(day, 0); time < at(day + 1, 0); time += step) {
        start = time + int(step * between(0, 0.8))
        clock = local_second(start)
        if (start < wake_time) {
            rate = resting_rate - 4 + 4 * sin(start / 900) + between(-2, 3)
            context = 1
        } else {
            rate = resting_rate + 11 + 16 * liveliness(int(clock / hour)) * uniform() * vigour + between(-5, 9)
            context = rate > resting_rate + 26 ? 2 : whole_between(0, 1)
        }
        # The workout has its own.
        if (start >= workout_start && start < workout_end) continue
        quantity("HeartRate", watch, "count/min", start, start, start + 5, int(rate + 0.5), \
            metadata("HKMetadataKeyHeartRateMotionContext", context))
    }
}

function vitals(day,    time, count, number) {
    mixed_seed(day, 151)
    time = at(day, 22 * hour)
    quantity("RestingHeartRate", watch, "count/min", at(day, 60), time, time + 9, resting_rate, "")
    quantity("WalkingHeartRateAverage", watch, "count/min", at(day, 7 * hour), time, time + 12, \
        int(about(resting_rate + 43, 8)), "")
    count = dense ? 5 : 1
    for (number = 0; number < count; number++) {
        time = at(day, 3 * hour + number * 4 * hour + between(0, hour))
        variability(time, about(47 + 13 * fitness - 14 * ill + (number == 0 ? 9 : 0), 17))
    }
    if (workout_kind == "Running" && weekday == 1) {
        time = workout_end + 300
        quantity("VO2Max", watch, "mL/min\302\267kg", time, time, time + 4, sprintf("%.2f", about(39 + 5 * fitness, 1)), \
            metadata("HKVO2MaxTestType", 2))
    }
}

# Prints a recording of one minute. Dense days have its heartbeats.
function variability(time, deviation,    content, second, beat, rate) {
    if (dense) {
        content = "  <HeartRateVariabilityMetadataList>\n"
        second = time
        for (beat = 0; beat < 12; beat++) {
            rate = resting_rate + whole_between(-4, 8)
            second += 60 / rate
            content = content sprintf("   <InstantaneousBeatsPerMinute bpm=\"%d\" time=\"%d:%02d:%02d,%02d\"/>\n", \
                rate, int(second / hour) % 24, int(second / 60) % 60, int(second) % 60, int(second * 100) % 100)
        }
        content = content "  </HeartRateVariabilityMetadataList>\n"
    }
    quantity("HeartRateVariabilitySDNN", watch, "ms", time, time + 64, time + 65, \
        sprintf("%.3f", deviation < 12 ? 12 : deviation), content)
}

# Prints the two records of a measurement, and keeps them for their correlation.
function blood_pressure(day,    time) {
    if (weekday != 6 && weekday != 2) return
    mixed_seed(day, 152)
    time = at(day, 8.3 * hour + between(0, 1500))
    if (time + 2 > present) return
    pressures[day] = pressure("Systolic", time, about(122 - 3 * season - 2 * fitness, 7)) \
        pressure("Diastolic", time, about(78 - 2 * season - fitness, 5))
    printf "%s", pressures[day]
    pressure_times[day] = time
}

function pressure(name, time, value) {
    return sprintf(" <Record type=\"HKQuantityTypeIdentifierBloodPressure%s\"%s unit=\"mmHg\"%s value=\"%d\">\n" \
        "%s </Record>\n", name, scale, times(time, time, time + 2), value, metadata("HKTimeZone", zone))
}

# An export contains the records of a correlation twice: at the top level, and in the correlation.
function pressure_correlation(day) {
    if (!(day in pressures)) return
    printf " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"%s%s>\n%s%s </Correlation>\n", scale, \
        times(pressure_times[day], pressure_times[day], pressure_times[day] + 2), metadata("HKTimeZone", zone), \
        pressures[day]
}
