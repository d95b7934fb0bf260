# The night that ends in the morning of a day, naps, and what the watch measures in the night.

function night(day,    asleep, risen) {
    mixed_seed(day, 160)
    asleep = bed_time + whole_between(300, 1500)
    risen = wake_time + whole_between(60, 900)
    sleep(phone, bed_time, risen, risen + 60, "InBed")
    if (!worn) return
    # On some mornings the watch first saves a night that ends too early and has few stages.
    if (day % 45 == 17 && day >= stages_day) {
        stages(asleep, wake_time - 5400, 10200, wake_time - 5000)
        mixed_seed(day, 160)
        asleep = bed_time + whole_between(300, 1500)
    }
    if (day >= stages_day) {
        stages(asleep, wake_time, dense ? 5500 : 9200, wake_time + 90)
    } else {
        unstaged(asleep, wake_time)
    }
    night_measurements(day, asleep)
    if (weekend && day >= stages_day && uniform() < 0.22) {
        asleep = at(day, 14 * hour + between(0, 3600))
        risen = asleep + whole_between(1300, 3300)
        if (asleep > workout_end + hour || risen < workout_start - hour) {
            sleep(watch, asleep, risen, risen + 600, "AsleepCore")
        }
    }
}

function sleep(source, start, end, created, name) {
    if (end <= start) return
    record("HKCategoryTypeIdentifierSleepAnalysis", source, "", start, end, created, \
        "HKCategoryValueSleepAnalysis" name, metadata("HKTimeZone", zone))
}

# Prints cycles of stages. Deep sleep becomes shorter in the night, and REM sleep longer.
function stages(start, end, cycle_seconds, created,    cycle, time, cycle_end, late) {
    time = start
    for (cycle = 0; time < end; cycle++) {
        late = cycle > 3 ? 1 : cycle / 4
        cycle_end = lesser(end, time + int(cycle_seconds * between(0.85, 1.15)))
        if (end - cycle_end < 1500) cycle_end = end
        time = stage(time, cycle_end, between(0.18, 0.3), "AsleepCore", created)
        time = stage(time, cycle_end, between(0.24, 0.34) * (1.1 - late), "AsleepDeep", created)
        time = stage(time, cycle_end, between(0.25, 0.4), "AsleepCore", created)
        time = stage(time, cycle_end, between(0.1, 0.16) + 0.2 * late, "AsleepREM", created)
        if (cycle_end < end && uniform() < 0.7) {
            time = stage(time, cycle_end, between(0.02, 0.12), "Awake", created)
        }
        if (time < cycle_end) {
            sleep(watch, time, cycle_end, created, "AsleepCore")
            time = cycle_end
        }
    }
}

# Prints a stage that lasts a share of a cycle of 90 minutes. Returns its end.
function stage(start, limit, share, name, created,    end) {
    end = lesser(limit, start + 30 * int(180 * share))
    sleep(watch, start, end, created, name)
    return end
}

# Before 2022 the watch recorded no stages.
function unstaged(start, end,    middle) {
    middle = int((start + end) / 2 + between(-3600, 3600))
    sleep(watch, start, middle, end + 90, "Asleep")
    sleep(watch, middle + whole_between(200, 900), end, end + 90, "Asleep")
}

function night_measurements(day, asleep,    time, step, breaths) {
    mixed_seed(day, 161)
    breaths = about(14.4 + 2 * ill - 0.4 * fitness, 0.8)
    step = dense ? 2400 : 5 * hour
    for (time = asleep + 900; time < wake_time - 600; time += step) {
        quantity("RespiratoryRate", watch, "count/min", time, time, time + 30, sprintf("%.1f", about(breaths, 1)), "")
        if (day >= oxygen_day) {
            quantity("OxygenSaturation", watch, "%", time + 300, time + 300, time + 316, \
                sprintf("%.2f", lesser(1, about(0.966 - 0.012 * ill, 0.022))), "")
        }
    }
    if (day >= temperature_day) {
        quantity("AppleSleepingWristTemperature", watch, "degC", asleep, wake_time, wake_time + 120, \
            sprintf("%.2f", about(35.5 + 0.22 * sin(2 * pi * day / 28.5) + 0.7 * ill, 0.12)), "")
    }
}
