# Electrocardiograms: files of 30 s with 512 voltages a second.

function electrocardiogram(day,    start, file, rhythm, symptoms, frequency, count, number, time, beat, voltage, noise) {
    start = at(day, 9.2 * hour + (day * 37) % 3000)
    # Watches before 2020 had no sensor.
    if (!worn || day < oxygen_day || start + 60 > present) return
    mixed_seed(day, 190)
    rhythm = day % 72 == 7 ? "Inconclusive" : "Sinus Rhythm"
    symptoms = day % 48 == 7 ? "" : "\"Rapid, pounding, or fluttering heartbeat\""
    file = "electrocardiograms/ecg_" date_text(day) ".csv"
    print "Name,Alex Example\nDate of Birth,\"12 Apr 1985\"\nRecorded Date," stamp(start) > file
    print "Classification," rhythm "\nSymptoms," symptoms "\nSoftware Version,2.0\nDevice,\"Watch7,10\"" > file
    print "Sample Rate,512 hertz\n\n\nLead,Lead I\nUnit,\302\265V\n" > file
    frequency = 512
    count = 30 * frequency
    rhythm_of(resting_rate + (rhythm == "Inconclusive" ? 34 : 11), rhythm == "Inconclusive" ? 0.09 : 0.015)
    beat = 0
    noise = 0
    for (number = 0; number < count; number++) {
        time = number / frequency
        if (time >= beat_times[beat + 1]) beat++
        noise = 0.8 * noise + between(-3.5, 3.5)
        voltage = wave(time - beat_times[beat]) + wave(time - beat_times[beat + 1])
        # Breathing moves the base line.
        printf "%.3f\n", voltage + 35 * sin(1.7 * time) + 18 * sin(0.6 * time + 1) + noise > file
    }
    close(file)
}

# Sets the times of the heartbeats. The rate follows breathing and has a random part.
function rhythm_of(rate, randomness,    time, beat) {
    time = -0.4
    for (beat = 0; time < 33; beat++) {
        beat_times[beat] = time
        time += 60 / rate * (1 + 0.045 * sin(1.7 * time) + about(0, randomness))
    }
}

# Returns the microvolts of a heartbeat at a time in seconds from the peak of its R wave.
function wave(time) {
    if (time < -0.3 || time > 0.5) return 0
    return bump(time, -0.16, 0.022, 95) + bump(time, -0.028, 0.009, -90) + bump(time, 0, 0.0105, 880) \
        + bump(time, 0.03, 0.011, -210) + bump(time, 0.26, time < 0.26 ? 0.055 : 0.035, 230)
}

function bump(time, centre, width, height,    distance) {
    distance = (time - centre) / width
    return distance * distance > 40 ? 0 : height * exp(-distance * distance / 2)
}
