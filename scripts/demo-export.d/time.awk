# Days, times and random numbers of both exports. A time is the number of seconds of the wall clock
# since 1970, at the offset of the export.

# Reads the options. Sets the first and the last day, and the present.
function prepare_days(    today, date) {
    offset = "+0100"
    zone = "Europe/Berlin"
    hour = 3600
    day_seconds = 86400
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
    first_day = last_day - days + 1
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

# Returns 1 if the clocks of the person's zone show one hour more than those of the export, else 0.
function summer(time,    year, start, end) {
    year = substr(date_text(int(time / day_seconds)), 1, 4) + 0
    if (!(year in summer_starts)) {
        # The last Sunday of March and of October, at 01:00 UTC. 1970-01-04 was a Sunday.
        start = day_number(year, 3, 31)
        end = day_number(year, 10, 31)
        summer_starts[year] = (start - (start + 4) % 7) * day_seconds + 2 * hour
        summer_ends[year] = (end - (end + 4) % 7) * day_seconds + 2 * hour
    }
    return time >= summer_starts[year] && time < summer_ends[year]
}

# Returns the time at which the clocks of the person's zone show a number of seconds after midnight.
function at(day, second,    time) {
    time = int(day * day_seconds + second)
    return summer(time - hour) ? time - hour : time
}

# Returns what the clocks of the person's zone show, in seconds after midnight.
function local_second(time) {
    return (time + summer(time) * hour) % day_seconds
}

# Returns the lesser number.
function lesser(first, second) {
    return first < second ? first : second
}

# MARK: Random numbers

# Seeds the generator of random numbers for one purpose on one day.
function seed(day, purpose) {
    chance = (day * 48271 + purpose * 7919 + 1) % 2147483647
    uniform()
    uniform()
}

# Like seed(), but the first numbers of successive days are unlike each other. Those of seed() rise and
# fall regularly, which a list of nights shows. The squares are less than 2^53.
function mixed_seed(day, purpose,    round) {
    chance = (day * 4001 + purpose * 611953 + 17) % 67108859
    for (round = 1; round <= 4; round++) chance = (chance * chance + round * 30011 + purpose) % 67108859
    chance++
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

# Returns a number near the mean. It differs from the mean by at most 1.5 times the spread.
function about(mean, spread) {
    return mean + spread * (uniform() + uniform() + uniform() - 1.5)
}

# Returns a random whole number in low ... high.
function whole_between(low, high) {
    return low + int((high - low + 1) * uniform())
}
