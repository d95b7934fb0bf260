/**
 * Dates and times.
 *
 * The API answers with local times and their offset: `2026-03-29T00:00:00+01:00`. The page shows the
 * local part of that text. It never computes an offset itself, so a wrong zone of the browser cannot
 * move a sample to another day. A date is a text `2026-03-29`; `Date` is used only in UTC, to compute
 * with such texts.
 */

const dayMilliseconds = 86_400_000

/** Returns the date of a day number since 1970. */
function dateOf(day) {
    return new Date(day * dayMilliseconds).toISOString().slice(0, 10)
}

function dayOf(date) {
    return Date.parse(date.slice(0, 10)) / dayMilliseconds
}

export function addDays(date, days) {
    return dateOf(dayOf(date) + days)
}

/** Adds months; the day is the last of the month if the month is shorter. */
export function addMonths(date, months) {
    const [year, month, day] = date.split('-').map(Number)
    const first = new Date(Date.UTC(year, month - 1 + months, 1))
    const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
    first.setUTCDate(Math.min(day, length))
    return first.toISOString().slice(0, 10)
}

export function daysBetween(from, to) {
    return dayOf(to) - dayOf(from)
}

/** Returns the weekday: 1 is Monday, 7 is Sunday. */
export function weekday(date) {
    return ((dayOf(date) + 3) % 7 + 7) % 7 + 1
}

/** Returns the first day of the week of a date. */
export function startOfWeek(date, firstWeekday) {
    return addDays(date, -((weekday(date) - firstWeekday + 7) % 7))
}

export function startOfMonth(date) {
    return date.slice(0, 8) + '01'
}

/** Returns true for a text such as 2026-03-29 that is a day of the calendar. */
export function isDate(value) {
    return /^\d{4}-\d\d-\d\d$/.test(value ?? '') && !Number.isNaN(Date.parse(value)) && addDays(value, 0) === value
}

/** Returns today's date in a named time zone. */
export function today(zone) {
    return localText(new Date(), zone).slice(0, 10)
}

/** Returns the browser's name of a zone of the API. Browsers have `+05:30` for the offset `GMT+0530`. */
export function browserName(zone) {
    return zone.replace(/^GMT([+-]\d\d)(\d\d)$/, '$1:$2')
}

/** Returns an instant as local time `2026-03-29T08:00:00` of a named time zone. */
export function localText(instant, zone) {
    const parts = Object.fromEntries(new Intl.DateTimeFormat('en-CA', {
        timeZone: browserName(zone), hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit',
        minute: '2-digit', second: '2-digit',
    }).formatToParts(new Date(instant)).map(part => [part.type, part.value]))
    return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/** The hour at which a night ends, and the next one begins. */
const nightEnd = '18:00'

/** Returns the date of the night to which sleep that ends at an instant belongs. */
export function nightOf(instant, zone) {
    const time = localText(instant, zone)
    return time.slice(11, 16) > nightEnd ? addDays(time.slice(0, 10), 1) : time.slice(0, 10)
}

/**
 * Returns the local part of an API time as a `Date` in UTC, to format it with `timeZone: 'UTC'`.
 *
 * @param {string} time `2026-03-29T08:00:00+02:00`, or a date.
 */
export function wallClock(time) {
    return new Date((time.length === 10 ? time + 'T00:00:00' : time.slice(0, 19)) + 'Z')
}

/** Returns the instant of an API time in milliseconds since 1970. */
export function milliseconds(time) {
    return Date.parse(time)
}

/**
 * Returns the instant at which a day begins in a zone, for questions that take no time zone.
 *
 * @throws {RangeError} if the browser does not know the zone.
 */
export function startOfDay(date, zone) {
    const wanted = Date.parse(date + 'T00:00:00Z')
    let instant = wanted
    // The first step uses the offset at another time, which may be before a change of the clocks.
    for (let step = 0; step < 2; step += 1) instant += wanted - Date.parse(localText(instant, zone) + 'Z')
    return new Date(instant).toISOString()
}
