/** Comparisons of like with like: whole days with whole days, and as many samples a day. */

import { milliseconds } from './time.js'

/**
 * If one range has more than this many times the samples a day of the other, their averages are not
 * compared: a watch that measures all day and one that measures during sport give other averages of
 * the same heart.
 */
const densityRatioMax = 2

/** Returns true for a bucket that is not over yet. */
export function isRunning(bucket, now = Date.now()) {
    return milliseconds(bucket.startDate) <= now && now < milliseconds(bucket.endDate)
}

/** Returns the figure of a day that comparisons use: its total or its average. */
export function dayFigure({ statistics }) {
    return statistics?.sum ?? statistics?.average ?? null
}

/**
 * Returns the average of the days with samples: `value`, `days`, the number of these days, and
 * `samples`, the samples of a day. Today does not count, because it is not over. Returns null
 * without any.
 *
 * @param {object[]} buckets days of the API.
 */
export function averageOfDays(buckets, now = Date.now()) {
    return averageOf(buckets.filter(bucket => !isRunning(bucket, now))
        .map(bucket => ({ value: dayFigure(bucket), count: bucket.statistics?.count })))
}

/** Returns the same average of the days of `core/days.js`. */
export function averageOfDates(days, today) {
    return averageOf(days.filter(day => day.date !== today))
}

function averageOf(days) {
    const counted = days.filter(day => day.value !== null)
    if (!counted.length) return null
    const mean = name => counted.reduce((sum, day) => sum + day[name], 0) / counted.length
    return { value: mean('value'), days: counted.length, samples: mean('count') }
}

/** Returns true if the numbers of samples are so different that averages cannot be compared. */
export function differsInDensity(samples, others) {
    return Math.max(samples, others) > densityRatioMax * Math.min(samples, others)
}
