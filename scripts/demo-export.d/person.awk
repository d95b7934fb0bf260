# The invented person: what a day is like, and the devices of the time.

# Sets the first day of the devices and of the types that came with later devices or systems.
function prepare_eras() {
    watch_day = day_number(2017, 12, 25)
    scale_day = day_number(2018, 3, 1)
    hearing_day = day_number(2019, 9, 20)
    oxygen_day = day_number(2020, 10, 1)
    walking_day = day_number(2020, 9, 20)
    food_day = day_number(2021, 1, 1)
    stages_day = day_number(2022, 9, 15)
    temperature_day = day_number(2022, 11, 1)
    daylight_day = day_number(2023, 9, 20)
    dense_days = 60
    # Stand hours are many. Older days have them in their summary only.
    stand_days = 400
    pi = 3.14159265
}

# Sets what the records of a day have in common.
function know_day(day,    recent) {
    know_devices(day)
    dense = last_day - day < dense_days
    # 0 is Monday.
    weekday = (day + 3) % 7
    weekend = weekday >= 5
    # 1 in the middle of July, -1 in the middle of January
    season = cos(2 * pi * (day - 197) / 365.25)
    fitness = 0.5 * sin(2 * pi * day / 540) + 0.3 * sin(2 * pi * day / 137) + (day - 19000) / 6000
    # The last days have the watch and workouts, so that they show most.
    recent = last_day - day < 10
    ill = !recent && in_spell(day, 97, 3, 6)
    worn = day >= watch_day && (recent || !in_spell(day, 31, 0, 2))

    mixed_seed(day, 101)
    vigour = about(1, 0.45) * (ill ? 0.4 : 1)
    resting_rate = int(about(57 - 5 * fitness + 8 * ill, 3) + 0.5)
    wake_time = at(day, (weekend ? 8.1 : 6.6) * hour + between(-1500, 1500) - 600 * season)
    # The evening before.
    bed_time = at(day - 1, (weekend ? 23.9 : 22.9) * hour + between(-2400, 2400) - 3600 * ill)
    know_workout(day)
}

# Returns 1 if a day is in a spell. Each block of days has one, which lasts from `least` to `most`
# days.
function in_spell(day, block, least, most,    position, start) {
    position = day % block
    mixed_seed(day - position, 100 + block)
    start = whole_between(1, block - most - 1)
    return position >= start && position < start + whole_between(least, most)
}

# Chooses the workout of a day: sets its kind ("" for none), its start and its end.
function know_workout(day,    chance_of_none, minutes, start) {
    workout_kind = ""
    workout_start = workout_end = 0
    if (!worn || ill) return
    mixed_seed(day, 102)
    chance_of_none = uniform()
    start = 18 * hour
    minutes = whole_between(28, 46)
    if (weekday == 0 && chance_of_none < 0.7) {
        workout_kind = "TraditionalStrengthTraining"
    } else if (weekday == 1 && chance_of_none < 0.85 || weekday == 3 && chance_of_none < 0.7) {
        workout_kind = "Running"
        if (season > 0.6) start = 19 * hour
    } else if (weekday == 2 && chance_of_none < 0.6) {
        workout_kind = int(day / 7) % 2 ? "Yoga" : "Swimming"
        start = 19 * hour
    } else if (weekday == 5 && chance_of_none < 0.75) {
        workout_kind = season > -0.2 ? "Cycling" : "Running"
        start = 10 * hour
        minutes = workout_kind == "Cycling" ? whole_between(62, 118) : whole_between(48, 70)
    } else if (weekday == 6 && chance_of_none < 0.45) {
        workout_kind = "Hiking"
        start = 11 * hour
        minutes = whole_between(95, 170)
    }
    if (workout_kind == "") return
    workout_start = at(day, start + whole_between(0, 2400))
    workout_end = workout_start + minutes * 60
}

# Sets the attributes of the sources, with the hardware and the system of a day.
function know_devices(day,    text, year, season_half, phone_version, watch_version, watch_model, phone_model) {
    text = date_text(day)
    year = substr(text, 1, 4) - (substr(text, 6) < "09-16")
    season_half = substr(text, 6) < "03-20" || substr(text, 6) >= "09-16" ? 1 : 4
    # The versions of 2025 are called 26.
    phone_version = (year < 2025 ? year - 2006 : year - 1999) "." season_half
    watch_version = (year < 2025 ? year - 2013 : year - 1999) "." season_half
    watch_model = year < 2020 ? "Watch3,4" : year < 2024 ? "Watch6,2" : "Watch7,10"
    phone_model = year < 2019 ? "iPhone9,3" : year < 2023 ? "iPhone12,1" : "iPhone15,4"
    # The watch's name has a right single quotation mark and a no-break space, as in real exports.
    watch = source_attributes("Alex\342\200\231s Apple\302\240Watch", watch_version, \
        "0x30381a2b0", "Apple Watch", "Apple Inc.", "Watch", watch_model, watch_version)
    phone = source_attributes("Alex\342\200\231s iPhone", phone_version, \
        "0x30381a350", "iPhone", "Apple Inc.", "iPhone", phone_model, phone_version)
    scale = source_attributes("Cuff &amp; Scale", "2.4.1", \
        "0x30381a440", "Cuff", "Example Instruments", "BP-2", "1.0", "2.4.1")
    headphones = source_attributes("Alex\342\200\231s iPhone", phone_version, \
        "0x30381a510", "AirPods Pro", "Apple Inc.", "AirPods", "Device1,8228", "6A326")
    diary = " sourceName=\"Meal Diary\" sourceVersion=\"3.2\""
    by_hand = " sourceName=\"Health\" sourceVersion=\"" phone_version "\""
}
