# The export that scripts/demo-export writes with --directory. Its working directory is
# apple_health_export, and its output is export.xml.
#
# A day's records depend only on the day, on the present, and on the number of days until the last
# day, because the last days are dense.

BEGIN {
    prepare_days()
    prepare_eras()
    prepare_workouts()
    print_head()
    for (day = first_day; day <= last_day; day++) {
        know_day(day)
        night(day)
        movement(day)
        audio(day)
        walking(day)
        body(day)
        food(day)
        mindfulness(day)
        if (worn) {
            pulse(day)
            vitals(day)
            workout(day)
        }
        if (dense && day % 24 == 7) electrocardiogram(day)
    }
    for (day = first_day; day <= last_day; day++) pressure_correlation(day)
    for (day = first_day; day <= last_day; day++) printf "%s", workout_elements[day]
    for (day = first_day; day <= last_day; day++) rings(day)
    print "</HealthData>"
}
