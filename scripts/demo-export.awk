# The program that scripts/demo-export runs, in POSIX awk.
#
# A day's records depend only on the day and on the density of records. So exports of equal density
# have the same records in their common days. A time is the number of seconds of the wall clock
# since 1970. Records that end or are saved after the present are left out. So no time zone shows a
# future record.

BEGIN {
    offset = "+0100"
    zone = "Europe/Berlin"
    hour = 3600
    day_seconds = 86400
    prepare_sources()

    present = now + hour
    today = int(present / day_seconds)
    if (until == "") until = date_text(today)
    split(until, date, "-")
    last_day = day_number(date[1] + 0, date[2] + 0, date[3] + 0)
    if (date_text(last_day) != until) {
        print "demo-export: there is no day " until > "/dev/stderr"
        exit 2
    }
    # In the easternmost time zone, tomorrow may have begun.
    if (last_day > today + 1) {
        print "demo-export: the day " until " is in the future" > "/dev/stderr"
        exit 2
    }
    if (megabytes > 0) {
        # The measured size in bytes of a day with dense records.
        bytes_per_day = 545000
        slot = hour / 12
        days = int(megabytes * 1000000 / bytes_per_day + 0.5)
        if (days < 1) days = 1
    } else {
        slot = 4 * hour
        days = 60
    }
    first_day = last_day - days + 1

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

# MARK: Time

# Returns the days since 1970-01-01. The computation uses years that begin in March, so that the
# leap day is the last day of a year.
function day_number(year, month, day,    era) {
    if (month <= 2) year--
    era = int(year / 400)
    year -= era * 400
    return era * 146097 + year * 365 + int(year / 4) - int(year / 100) \
        + int((153 * ((month + 9) % 12) + 2) / 5) + day - 1 - 719468
}

function date_text(number,    era, year, month, day) {
    if (number in date_texts) return date_texts[number]
    day = number + 719468
    era = int(day / 146097)
    day -= era * 146097
    year = int((day - int(day / 1460) + int(day / 36524) - int(day / 146096)) / 365)
    day -= 365 * year + int(year / 4) - int(year / 100)
    month = int((5 * day + 2) / 153)
    day -= int((153 * month + 2) / 5) - 1
    month = month < 10 ? month + 3 : month - 9
    return date_texts[number] = sprintf("%04d-%02d-%02d", era * 400 + year + (month <= 2), month, day)
}

function stamp(time,    second) {
    second = time % day_seconds
    if (!(second in clocks)) {
        clocks[second] = sprintf(" %02d:%02d:%02d %s", int(second / 3600), int(second / 60) % 60, second % 60, offset)
    }
    return date_text((time - second) / day_seconds) clocks[second]
}

function earlier(first, second) {
    return first < second ? first : second
}

# MARK: Random numbers

# Seeds the generator of random numbers for one purpose on one day.
function seed(day, purpose) {
    chance = (day * 48271 + purpose * 7919 + 1) % 2147483647
    uniform()
    uniform()
}

# Returns the next number in 0 ..< 1. The generator is that of Park and Miller. A double represents
# its products exactly.
function uniform() {
    chance = (chance * 16807) % 2147483647
    return chance / 2147483647
}

function between(low, high) {
    return low + (high - low) * uniform()
}

# Returns a random whole number in low ... high.
function whole_between(low, high) {
    return low + int((high - low + 1) * uniform())
}

# MARK: Elements

function prepare_sources() {
    # The watch's name has a right single quotation mark and a no-break space, as in real exports.
    watch = source_attributes("Alex\342\200\231s Apple\302\240Watch", "11.1", \
        "0x30381a2b0", "Apple Watch", "Apple Inc.", "Watch", "Watch6,2", "11.1")
    phone = source_attributes("Alex\342\200\231s iPhone", "18.1", \
        "0x30381a350", "iPhone", "Apple Inc.", "iPhone", "iPhone14,5", "18.1")
    cuff = source_attributes("Cuff &amp; Scale", "2.4.1", \
        "0x30381a440", "Cuff", "Example Instruments", "BP-2", "1.0", "2.4.1")
    by_hand = " sourceName=\"Health\" sourceVersion=\"18.1\""
}

function source_attributes(name, version, address, device, maker, model, hardware, software) {
    return sprintf(" sourceName=\"%s\" sourceVersion=\"%s\" device=\"&lt;&lt;HKDevice: %s&gt;, name:%s, " \
        "manufacturer:%s, model:%s, hardware:%s, software:%s&gt;\"", \
        name, version, address, device, maker, model, hardware, software)
}

function metadata(key, value) {
    return "  <MetadataEntry key=\"" key "\" value=\"" value "\"/>\n"
}

function times(start, end, created) {
    return " creationDate=\"" stamp(created) "\" startDate=\"" stamp(start) "\" endDate=\"" stamp(end) "\""
}

# Prints a Record with its contents.
function record(type, source, unit, start, end, created, value, content) {
    if (end > present || created > present) return
    printf " <Record type=\"%s\"%s%s%s value=\"%s\"%s", \
        type, source, (unit == "" ? "" : " unit=\"" unit "\""), times(start, end, created), value, \
        (content == "" ? "/>\n" : ">\n" content " </Record>\n")
}

function quantity(name, source, unit, start, end, created, value, content) {
    record("HKQuantityTypeIdentifier" name, source, unit, start, end, created, value, content)
}

function print_head(    element) {
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    print "<!DOCTYPE HealthData ["
    print "<!-- What follows is made up by scripts/demo-export. -->"
    print "<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>"
    print "<!ATTLIST HealthData locale CDATA #REQUIRED>"
    print "<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>"
    print "<!ELEMENT HeartRateVariabilityMetadataList (InstantaneousBeatsPerMinute*)>"
    declare("InstantaneousBeatsPerMinute", "bpm time", "")
    print "<!ELEMENT Correlation ((MetadataEntry|Record)*)>"
    print "<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutStatistics)*)>"
    declare("ExportDate", "value", "")
    declare("Me", "HKCharacteristicTypeIdentifierDateOfBirth HKCharacteristicTypeIdentifierBiologicalSex " \
        "HKCharacteristicTypeIdentifierBloodType HKCharacteristicTypeIdentifierFitzpatrickSkinType " \
        "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", "")
    declare("MetadataEntry", "key value", "")
    declare("WorkoutEvent", "type date", "duration durationUnit")
    declare("WorkoutStatistics", "type startDate endDate", "average minimum maximum sum unit")
    declare("ActivitySummary", "", "dateComponents activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit " \
        "appleMoveTime appleMoveTimeGoal appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal")
    attributes("Record", "type sourceName startDate endDate", "unit value sourceVersion device creationDate")
    attributes("Correlation", "type sourceName startDate endDate", "sourceVersion device creationDate")
    attributes("Workout", "workoutActivityType sourceName startDate endDate", \
        "duration durationUnit sourceVersion device creationDate")
    print "]>"
    print "<HealthData locale=\"en_DE\">"
    print " <ExportDate value=\"" stamp(earlier(last_day * day_seconds + 23 * hour, present)) "\"/>"
    print " <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1985-04-12\"" \
        " HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\"" \
        " HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeNotSet\"" \
        " HKCharacteristicTypeIdentifierFitzpatrickSkinType=\"HKFitzpatrickSkinTypeNotSet\"" \
        " HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"/>"
}

function declare(element, required, implied) {
    print "<!ELEMENT " element " EMPTY>"
    attributes(element, required, implied)
}

function attributes(element, required, implied,    names, count, number) {
    print "<!ATTLIST " element
    count = split(required, names, " ")
    for (number = 1; number <= count; number++) print "  " names[number] " CDATA #REQUIRED"
    count = split(implied, names, " ")
    for (number = 1; number <= count; number++) print "  " names[number] " CDATA #IMPLIED"
    print ">"
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
