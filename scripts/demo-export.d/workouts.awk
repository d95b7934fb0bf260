# Workouts: the records while they last, and their elements.

# Sets the tables of the kinds of workouts.
function prepare_workouts() {
    # Speed in m/s, heart rate near the end, energy in kcal/min, steps per minute, length of a split in m
    kind("Running", 2.85, 154, 10.6, 166, 1000)
    kind("Cycling", 6.3, 136, 8.2, 0, 5000)
    kind("Hiking", 1.25, 116, 6.1, 104, 1000)
    kind("Swimming", 0.78, 132, 8.8, 0, 25)
    kind("Yoga", 0, 90, 3.1, 0, 0)
    kind("TraditionalStrengthTraining", 0, 122, 5.6, 0, 0)
    distances["Running"] = distances["Hiking"] = "DistanceWalkingRunning"
    distances["Cycling"] = "DistanceCycling"
    distances["Swimming"] = "DistanceSwimming"
    prepare_routes()
}

function kind(name, speed, rate, energy_used, step_rate, split_length) {
    speeds[name] = speed
    rates[name] = rate
    energies[name] = energy_used
    step_rates[name] = step_rate
    split_lengths[name] = split_length
}

# Prints the records of a day's workout, and keeps its element for later. Its route is a file.
function workout(day,    tick, time, pace, moved, mark, mark_distance) {
    if (workout_kind == "" || workout_end + 900 > present) return
    begin_workout(day)
    tick = !dense ? 20 : workout_end - workout_start > hour ? 10 : 5
    mark = workout_start
    mark_distance = 0
    for (time = workout_start; time <= workout_end; time += tick) {
        pace = workout_pace(time)
        moved = time > workout_start ? pace * tick : 0
        covered += moved
        workout_pulse(time, tick, pace)
        if (on_route) go_on(time, pace, moved)
        split_at(time, pace)
        if (time - mark >= (dense ? 30 : 600) || time + tick > workout_end) {
            workout_progress(mark, time, covered - mark_distance)
            mark = time
            mark_distance = covered
        }
    }
    end_workout(day)
}

function begin_workout(day) {
    mixed_seed(day, 180)
    covered = climbed = split_number = 0
    splits = ""
    split_start = workout_start
    pause_start = pause_end = 0
    on_route = workout_kind in route_latitudes
    if (on_route && uniform() < 0.6) {
        pause_start = workout_start + 60 * whole_between(9, 20)
        pause_end = pause_start + 5 * whole_between(8, 40)
    }
    full_speed = speeds[workout_kind] * (1 + 0.07 * fitness) * about(1, 0.05)
    full_energy = energies[workout_kind] * about(1, 0.1)
    full_rate = rates[workout_kind] + about(0, 8)
    rate_now = resting_rate + 30
    rate_sum = rate_count = rate_max = 0
    rate_min = 999
    if (on_route) begin_route(day)
}

# Returns the speed at a time. The run on Tuesday has intervals.
function workout_pace(time,    elapsed, pace) {
    if (time >= pause_start && time < pause_end) return 0
    elapsed = time - workout_start
    pace = full_speed * (1 + 0.05 * sin(elapsed / 97) + 0.03 * sin(elapsed / 31))
    if (has_intervals(elapsed)) pace *= elapsed % 300 < 180 ? 1.14 : 0.84
    return pace
}

function has_intervals(elapsed) {
    return workout_kind == "Running" && weekday == 1 && elapsed > 600 && workout_end - workout_start - elapsed > 420
}

# Moves the heart rate towards the rate of the effort, and prints it.
function workout_pulse(time, tick, pace,    elapsed, goal) {
    elapsed = time - workout_start
    goal = full_rate + 8 * elapsed / (workout_end - workout_start) + 4 * sin(elapsed / 240)
    if (on_route && pace == 0) {
        goal = resting_rate + 48
    } else if (on_route) {
        goal += 140 * slope + (has_intervals(elapsed) ? (elapsed % 300 < 180 ? 13 : -12) : 0)
    } else if (workout_kind == "TraditionalStrengthTraining") {
        goal -= elapsed % 150 < 60 ? 0 : 24
    } else if (workout_kind == "Yoga") {
        goal += 9 * sin(elapsed / 170) - 14 * (workout_end - time < 420)
    }
    rate_now += (goal - rate_now) * (1 - exp(-tick / 55)) + between(-1.6, 1.6)
    if (!dense && elapsed % 240 != 0) return
    quantity("HeartRate", watch, "count/min", time, time, time + 5, int(rate_now + 0.5), "")
    rate_sum += int(rate_now + 0.5)
    rate_count++
    if (rate_now > rate_max) rate_max = rate_now
    if (rate_now < rate_min) rate_min = rate_now
}

# Adds an event if a split ends during this tick.
function split_at(time, pace,    split_length, end) {
    split_length = split_lengths[workout_kind]
    if (split_length == 0 || pace == 0 || covered < (split_number + 1) * split_length) return
    split_number++
    end = time - (covered - split_number * split_length) / pace
    splits = splits sprintf("  <WorkoutEvent type=\"HKWorkoutEventType%s\" date=\"%s\" duration=\"%.5f\"" \
        " durationUnit=\"min\"", workout_kind == "Swimming" ? "Lap" : "Segment", stamp(int(split_start)), \
        (end - split_start) / 60)
    # 2 is freestyle.
    splits = splits (workout_kind == "Swimming" ? ">\n " metadata("HKSwimmingStrokeStyle", 2) "  </WorkoutEvent>\n" : "/>\n")
    split_start = end
}

# Prints what was done between two times.
function workout_progress(start, end, moved,    minutes) {
    minutes = (end - start) / 60
    if (moved == 0 && speeds[workout_kind] > 0 || minutes == 0) return
    quantity("ActiveEnergyBurned", watch, "kcal", start, end, end + 20, \
        sprintf("%.3f", full_energy * minutes), "")
    if (moved == 0) return
    quantity(distances[workout_kind], watch, workout_kind == "Swimming" ? "m" : "km", start, end, end + 20, \
        workout_kind == "Swimming" ? sprintf("%.1f", moved) : sprintf("%.5f", moved / 1000), "")
    if (workout_kind == "Swimming") {
        quantity("SwimmingStrokeCount", watch, "count", start, end, end + 20, int(moved * 0.74), "")
    }
    if (step_rates[workout_kind] > 0) {
        quantity("StepCount", watch, "count", start, end, end + 20, int(step_rates[workout_kind] * minutes), "")
    }
    # Speeds of every half minute came with the systems that record stages of sleep.
    if (dense && end / day_seconds >= stages_day && (workout_kind == "Running" || workout_kind == "Cycling")) {
        quantity(workout_kind "Speed", watch, "km/hr", end, end, end + 20, sprintf("%.3f", moved / minutes * 0.06), "")
    }
}

function end_workout(day,    minutes, span, energy_used, text) {
    minutes = (workout_end - workout_start - (pause_end - pause_start)) / 60
    energy_used = full_energy * minutes
    energy[day] += energy_used
    exercise[day] += int(minutes)
    quantity("AppleExerciseTime", watch, "min", workout_start, workout_end, workout_end + 20, int(minutes), "")
    span = " startDate=\"" stamp(workout_start) "\" endDate=\"" stamp(workout_end) "\""
    text = sprintf(" <Workout workoutActivityType=\"HKWorkoutActivityType%s\" duration=\"%.5f\" durationUnit=\"min\"%s%s>\n", \
        workout_kind, minutes, watch, times(workout_start, workout_end, workout_end + 7))
    text = text workout_metadata() splits
    if (pause_start > 0) {
        text = text "  <WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"" stamp(pause_start) "\"/>\n" \
            "  <WorkoutEvent type=\"HKWorkoutEventTypeResume\" date=\"" stamp(pause_end) "\"/>\n"
    }
    text = text total("ActiveEnergyBurned", span, energy_used, "kcal") total("BasalEnergyBurned", span, minutes * 1.02, "kcal")
    if (covered > 0) {
        text = text (workout_kind == "Swimming" ? total("DistanceSwimming", span, covered, "m") \
            : total(distances[workout_kind], span, covered / 1000, "km"))
    }
    text = text sprintf("  <WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\"%s average=\"%.3f\"" \
        " minimum=\"%d\" maximum=\"%d\" unit=\"count/min\"/>\n", \
        span, rate_sum / rate_count, int(rate_min + 0.5), int(rate_max + 0.5))
    if (on_route) text = text end_route()
    workout_elements[day] = text " </Workout>\n"
}

function workout_metadata(    text) {
    text = metadata("HKIndoorWorkout", on_route ? 0 : 1) metadata("HKTimeZone", zone) \
        metadata("HKAverageMETs", sprintf("%.4f kcal/hr\302\267kg", full_energy * 0.87))
    if (on_route) {
        text = text metadata("HKElevationAscended", int(climbed * 100) " cm") \
            metadata("HKWeatherTemperature", int(about(51 + 18 * season, 8)) " degF") \
            metadata("HKWeatherHumidity", whole_between(45, 88) * 100 " %")
    }
    if (workout_kind == "Swimming") {
        # 1 is a pool.
        text = text metadata("HKSwimmingLocationType", 1) metadata("HKLapLength", "25 m")
    }
    return text
}

function total(name, span, sum, unit) {
    return sprintf("  <WorkoutStatistics type=\"HKQuantityTypeIdentifier%s\"%s sum=\"%.4f\" unit=\"%s\"/>\n", \
        name, span, sum, unit)
}
