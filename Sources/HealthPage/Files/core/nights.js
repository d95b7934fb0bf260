/**
 * Types with one sample for each night, which begins on the day before. HealthKit counts such a
 * sample on both days, and people look for it on one: the date of the night, as in Sleep.
 */

import { addDays, startOfWeek } from './time.js'

const nightTypes = ['appleSleepingWristTemperature', 'appleSleepingBreathingDisturbances']
/** The time at which nights begin on the day before, as in `GET /v1/sleep`. */
const nightStart = 'T18:00:00'
/** The last day of a month of 31 days, so that each month begins on the evening of its last day. */
const monthAnchor = '1999-12-31'

/** Returns true for a type whose samples are those of nights. */
export function isOfNights(one) {
    return nightTypes.includes(one.shortName)
}

/** Returns `from` and `to` of the nights of a range; a range of times stays as it is. */
export function nightRange({ from, to }) {
    const evening = date => date.includes('T') ? date : addDays(date, -1) + nightStart
    return { from: evening(from), to: evening(to) }
}

/** Returns where the buckets of nights begin; null for buckets that are no days. */
export function nightAnchor({ from, interval }, firstWeekday) {
    if (from.includes('T') || interval === 'hour' || interval.endsWith('minute')) return null
    const first = interval === 'day' ? from : startOfWeek(from, firstWeekday)
    return (['day', 'week'].includes(interval) ? addDays(first, -1) : monthAnchor) + nightStart
}

/** Returns buckets of nights with the dates of their nights; `asked` is the start that the API knows. */
export function datedByNight(buckets) {
    const dated = time => `${addDays(time, 1)}T00:00:00${time.slice(19)}`
    return buckets.map(bucket => ({
        ...bucket, startDate: dated(bucket.startDate), endDate: dated(bucket.endDate), asked: bucket.startDate,
    }))
}
