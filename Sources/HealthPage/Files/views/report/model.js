/** The figures of the report, made of the answers of the API. */

import { isCategory, pairOf } from '../../core/catalogue.js'
import { addDays, addMonths, daysBetween, isDate, startOfMonth, startOfWeek } from '../../core/time.js'

/** The ranges of the report: days, or the last twelve months. */
export const reportRanges = ['30', '90', 'year']
export const reportRangeDefault = '90'
/** The most days of a report. Ten years. */
export const reportDaysMax = 3660

/** The types of a reader who has not chosen any, in the order of the report. */
const typesDefault = [
    'bloodPressure', 'restingHeartRate', 'heartRateVariabilitySDNN', 'bodyMass', 'sleepAnalysis', 'stepCount', 'appleExerciseTime',
    'oxygenSaturation', 'respiratoryRate', 'bodyTemperature', 'bloodGlucose', 'vo2Max', 'workout', 'medicationDoseEvent',
]

/** The kinds of content that are neither quantities nor categories. */
const otherContents = ['sleepAnalysis', 'workout', 'medicationDoseEvent']

/** Returns the types that a report may show, in its order: those of the default first. */
export function reportTypes(types) {
    const rank = one => (typesDefault.indexOf(one.shortName) + typesDefault.length + 1) % (typesDefault.length + 1)
    return types.filter(one => isCategory(one) || one.kind === 'quantity' || pairOf(one) || otherContents.includes(one.shortName))
        .sort((one, other) => rank(one) - rank(other) || one.displayName.localeCompare(other.displayName))
}

/** Returns true for a type that a report shows if the reader has not chosen any. */
export function isDefault(one) {
    return typesDefault.includes(one.shortName) || isCategory(one) && one.group === 'symptoms'
}

/**
 * Returns the dates of a report from its address: `name`, null for dates of the reader, `from` and `to`,
 * which is not part of it. Returns null for dates that are none, or that are too many.
 */
export function reportRange({ range, from, to }, today) {
    const end = addDays(today, 1)
    if (from !== undefined || to !== undefined) {
        if (!isDate(from) || !isDate(to)) return null
        const days = daysBetween(from, to)
        return days > 0 && days <= reportDaysMax ? { name: null, from, to } : null
    }
    const name = reportRanges.includes(range) ? range : reportRangeDefault
    return { name, from: name === 'year' ? addMonths(end, -12) : addDays(end, -Number(name)), to: end }
}

/** Returns the length of a point of the charts: a chart has room for about a hundred points. */
export function intervalOf({ from, to }) {
    const days = daysBetween(from, to)
    return days <= 100 ? 'day' : days <= 740 ? 'week' : 'month'
}

/**
 * Returns the figures of days: `average` and the `least` and `greatest` day without the running day,
 * and `count`, the days with samples. Figures are null without any.
 */
export function figuresOfDays(days, today) {
    const known = days.filter(day => day.value !== null)
    const over = known.filter(day => day.date !== today)
    const values = over.map(day => day.value)
    return {
        average: mean(values), least: values.length ? Math.min(...values) : null, greatest: values.length ? Math.max(...values) : null,
        count: known.length,
    }
}

/**
 * Returns days as the points of a chart. A point of weeks or months is the average of its days with
 * samples, from the lowest to the highest value; the running day does not count in it.
 */
export function pointsOf(days, interval, firstWeekday, today) {
    if (interval === 'day') return days
    const startOf = date => interval === 'week' ? startOfWeek(date, firstWeekday) : startOfMonth(date)
    const groups = new Map()
    for (const day of days) {
        const start = startOf(day.date)
        if (!groups.has(start)) groups.set(start, [])
        if (day.value !== null && day.date !== today) groups.get(start).push(day)
    }
    return [...groups].map(([date, group]) => ({
        date, value: mean(group.map(day => day.value)), count: group.length,
        ...group[0]?.low === undefined ? {} : {
            low: Math.min(...group.map(day => day.low)), high: Math.max(...group.map(day => day.high)),
        },
    }))
}

function mean(values) {
    return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}

/**
 * Returns the measured blood pressures by day: `date`, and `pairs` of local `time`, `systolic` and
 * `diastolic`.
 *
 * @param {object[]} samples the correlations with their members.
 * @param {string[]} types the identifiers of the systolic and the diastolic type.
 * @param {(instant: string) => string} localText returns the local time of an instant.
 */
export function pressuresByDay(samples, types, localText) {
    const days = new Map()
    for (const sample of samples) {
        const [systolic, diastolic] = types.map(name => sample.members.find(member => member.type === name))
        if (!systolic || !diastolic) continue
        const time = localText(sample.startDate)
        const date = time.slice(0, 10)
        if (!days.has(date)) days.set(date, { date, pairs: [] })
        days.get(date).pairs.push({ time, systolic: systolic.value, diastolic: diastolic.value })
    }
    return [...days.values()]
}

/** Returns workouts by kind, the most frequent first: `kind`, `count`, `duration` in seconds, `distance` in metres. */
export function workoutKinds(workouts) {
    const kinds = new Map()
    for (const workout of workouts) {
        const kind = workout.workoutActivityTypeName
        if (!kinds.has(kind)) kinds.set(kind, { kind, count: 0, duration: 0, distance: 0 })
        const found = kinds.get(kind)
        found.count += 1
        found.duration += workout.duration ?? 0
        found.distance += workout.totalDistance ?? 0
    }
    return [...kinds.values()].sort((one, other) => other.count - one.count)
}

/** HealthKit's numbers of a dose that was taken, and of one that was skipped. */
const [taken, skipped] = [4, 5]

/** Returns the doses of each medication: `name`, `taken`, `skipped` and `other`, all as numbers of doses. */
export function medications(samples) {
    const found = new Map()
    for (const { parts = {} } of samples) {
        const name = parts.medication?.nickname || parts.medication?.displayText || parts.medicationConceptIdentifier || ''
        if (!found.has(name)) found.set(name, { name, taken: 0, skipped: 0, other: 0 })
        found.get(name)[parts.logStatus === taken ? 'taken' : parts.logStatus === skipped ? 'skipped' : 'other'] += 1
    }
    return [...found.values()].sort((one, other) => one.name.localeCompare(other.name))
}
