/** Numbers, units, dates and durations in the reader's language. */

import { text } from '../text/text.js'
import { locale } from './language.js'
import { addDays, browserName, wallClock } from './time.js'

const formatters = new Map()

function dateFormatter(options) {
    const key = JSON.stringify(options)
    if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }))
    return formatters.get(key)
}

function numberFormatter(digits) {
    const key = `number ${digits}`
    if (!formatters.has(key)) {
        formatters.set(key, new Intl.NumberFormat(locale, {
            minimumFractionDigits: digits, maximumFractionDigits: digits,
        }))
    }
    return formatters.get(key)
}

/**
 * How the page writes a unit: its label, a factor, and the decimal places of small, medium and large
 * values.
 */
const units = {
    'count': { label: '' },
    'count/min': { label: text.units.perMinute },
    'count/s': { label: text.units.perSecond },
    'bpm': { label: text.units.beatsPerMinute },
    'fraction': { label: '%', factor: 100 },
    'degC': { label: '°C', digits: 1 },
    'degF': { label: '°F', digits: 1 },
    'mL/min·kg': { label: 'mL/(kg·min)', digits: 1 },
    'hr': { label: text.units.hour },
    'min': { label: text.units.minute },
    's': { label: text.units.second },
    'IU': { label: text.units.international },
    'appleEffortScore': { label: '' },
    'Cal': { label: 'kcal' },
    'mcg': { label: 'µg' },
    'fl_oz_us': { label: 'fl oz' },
    'dBASPL': { label: 'dB', digits: 0 },
    'kg': { digits: 1 }, 'lb': { digits: 1 }, 'st': { digits: 1 },
    'km': { digits: 2 }, 'mi': { digits: 2 },
    'km/hr': { label: 'km/h', digits: 1 }, 'mi/hr': { label: 'mph', digits: 1 },
}

/** Returns the label of a unit as people write it. */
export function unitLabel(unit) {
    if (!unit) return ''
    // HealthKit writes the molar mass into a unit: mmol<180.16>/L.
    return units[unit]?.label ?? unit.replace(/<[\d.]+>/, '')
}

/** Returns the factor by which the page multiplies values of a unit: 100 for a fraction. */
export function factorOf(unit) {
    return units[unit]?.factor ?? 1
}

function digitsOf(value, unit) {
    const size = Math.abs(value)
    const wanted = units[unit]?.digits
    if (wanted !== undefined) return size >= 1000 ? 0 : wanted
    if (Number.isInteger(value) || size >= 100) return 0
    return size >= 10 ? 1 : 2
}

/** Returns a number without its unit; a dash for a missing one. */
export function number(value, unit = '', digits = undefined) {
    if (value === null || value === undefined || !Number.isFinite(value)) return '–'
    // 0.57 * 100 is 56.99999999999999.
    const shown = Number((value * (units[unit]?.factor ?? 1)).toPrecision(12))
    const rounded = unit === 'count' || unit === 'bpm' ? Math.round(shown) : shown
    return numberFormatter(digits ?? digitsOf(rounded, unit)).format(rounded)
}

/** Returns a value as precise as `number` shows it. */
export function rounded(value, unit) {
    const factor = units[unit]?.factor ?? 1
    const shown = Number((value * factor).toPrecision(12))
    const whole = unit === 'count' || unit === 'bpm' ? Math.round(shown) : shown
    return Number(whole.toFixed(digitsOf(whole, unit))) / factor
}

/** Returns a number with its unit. */
export function quantity(value, unit) {
    const label = unitLabel(unit)
    return label ? `${number(value, unit)} ${label}` : number(value, unit)
}

/** Returns a range such as `58–126 bpm`. */
export function span(minimum, maximum, unit) {
    const [least, greatest] = [number(minimum, unit), number(maximum, unit)]
    const label = unitLabel(unit)
    return (least === greatest ? least : `${least}–${greatest}`) + (label ? ` ${label}` : '')
}

/** Returns a change such as `+4 %`; null if there is nothing to compare with. */
export function change(now, before) {
    if (!before || now === null || now === undefined) return null
    const share = now / before - 1
    const formatted = new Intl.NumberFormat(locale, {
        style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero',
    })
    return formatted.format(share)
}

/** Returns a share of 0 to 1 as per cent. */
export function percent(share) {
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** Returns seconds as `7 h 54 min`; under an hour as `54 min`, under a minute as `40 s`. */
export function duration(seconds) {
    if (seconds === null || seconds === undefined) return '–'
    if (seconds < 60) return text.units.seconds(Math.round(seconds))
    const minutes = Math.round(seconds / 60)
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    if (hours === 0) return text.units.minutes(rest)
    return rest === 0 ? text.units.hours(hours) : text.units.hoursAndMinutes(hours, rest)
}

/** Returns seconds as a clock: `51:30` or `1:02:05`. */
export function clock(seconds) {
    const whole = Math.round(seconds)
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    const two = value => String(value).padStart(2, '0')
    return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Returns a pace such as `5:31 /km`. */
export function pace(seconds, unit) {
    return `${clock(seconds)} /${unit}`
}

const dateStyles = {
    day: { weekday: 'short', day: 'numeric', month: 'short' },
    dayWithYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    dayOfMonth: { day: 'numeric', month: 'short' },
    dateOnly: { day: 'numeric', month: 'short', year: 'numeric' },
    month: { month: 'long', year: 'numeric' },
    shortMonth: { month: 'short' },
    shortDay: { day: 'numeric', month: 'short' },
    narrowMonth: { month: 'narrow' },
    year: { year: 'numeric' },
    weekday: { weekday: 'short' },
    longWeekday: { weekday: 'long' },
    number: { day: 'numeric' },
    time: { hour: 'numeric', minute: '2-digit' },
    hour: { hour: 'numeric' },
    dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    seconds: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' },
}

/** The styles of dates that are not of this year, instead of those without a year. */
const stylesWithYear = { day: 'dayWithYear', dayOfMonth: 'dateOnly' }

/**
 * Returns a date or local time of the API in a style of `dateStyles`. A day of another year has its
 * year.
 *
 * @param {string} time `2026-03-29`, or `2026-03-29T08:00:00+02:00`, whose local part is shown.
 */
export function date(time, style = 'day') {
    const isThisYear = Number(time.slice(0, 4)) === new Date().getFullYear()
    const shown = isThisYear ? style : stylesWithYear[style] ?? style
    return dateFormatter(dateStyles[shown]).format(wallClock(time))
}

/** Returns an instant of the API, which may be in UTC, on the clock of a zone. */
export function instant(time, zone, style = 'dateTime') {
    return dateFormatter({ ...dateStyles[style], timeZone: browserName(zone) }).format(new Date(time))
}

/** Returns the dates from one to another, which is not part of the range: `17–23 Nov 2026`. */
export function dateRange(from, to) {
    const [first, last] = [wallClock(from), wallClock(to.length === 10 ? addDays(to, -1) : to)]
    const style = { day: 'numeric', month: 'short', year: 'numeric' }
    if (to.length > 10) Object.assign(style, { hour: 'numeric', minute: '2-digit' })
    return dateFormatter(style).formatRange(first, last)
}

/** Returns the months from one date to another, which is not part of the range: `Dec 2025 – Nov 2026`. */
export function monthRange(from, to) {
    return dateFormatter({ month: 'short', year: 'numeric' }).formatRange(wallClock(from), wallClock(addDays(to, -1)))
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const steps = [[60, 'second', 1], [3600, 'minute', 60], [86_400, 'hour', 3600], [86_400 * 60, 'day', 86_400],
    [86_400 * 730, 'month', 2_629_800], [Infinity, 'year', 31_557_600]]

/** Returns how long ago an instant of the API is: `2 days ago`. */
export function ago(time, now = Date.now()) {
    const seconds = (Date.parse(time) - now) / 1000
    const [, unit, size] = steps.find(([limit]) => Math.abs(seconds) < limit)
    return relative.format(Math.round(seconds / size), unit)
}

/** Returns bytes as `3.8 MB`. */
export function bytes(count) {
    const step = [1e3, 1e6, 1e9].filter(limit => count >= limit).length
    const shown = count / 1000 ** step
    return `${numberFormatter(step === 0 || shown >= 100 ? 0 : 1).format(shown)} ${text.units.bytes[step]}`
}

/** Returns texts as a list: `sleep, activity and heart`. */
export function list(items) {
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)
}

/** Returns the first weekday of the browser's region: 1 is Monday, 7 is Sunday. */
export function localeFirstWeekday() {
    try {
        const region = new Intl.Locale(navigator.language)
        return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1
    } catch {
        return 1
    }
}
