/** Arithmetic with the figures of days. */

import { addDays, daysBetween } from './time.js'

/**
 * Returns the lower quartile, the median and the upper quartile of some numbers; null without any.
 * Between two numbers it interpolates, as PostgreSQL's `percentile_cont`.
 */
export function quartiles(values) {
    if (!values.length) return null
    const sorted = [...values].sort((one, other) => one - other)
    return [0.25, 0.5, 0.75].map(share => {
        const position = share * (sorted.length - 1)
        const below = Math.floor(position)
        return sorted[below] + (position - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below])
    })
}

/**
 * Returns the average of each day and the days before it, `window` days in all; null if none of
 * them has a value.
 *
 * @param {(number|null)[]} values one for each day.
 */
export function movingAverage(values, window) {
    let [sum, count] = [0, 0]
    const add = (value, sign) => {
        if (value === null || value === undefined) return
        sum += sign * value
        count += sign
    }
    return values.map((value, index) => {
        add(value, 1)
        add(values[index - window], -1)
        return count ? sum / count : null
    })
}

/**
 * Returns the longest run of days for which a rule holds and the run that still lasts, each as
 * `{days, from, to}`, or null if there is none. If the last day is today and the rule does not hold
 * yet, the run until yesterday still lasts.
 *
 * @param {{date: string}[]} days one for each date, without gaps.
 * @param {(day: object) => boolean} holds
 */
export function streaks(days, holds, today) {
    let [longest, run] = [null, null]
    for (const day of days) {
        if (holds(day)) {
            run = { days: (run?.days ?? 0) + 1, from: run?.from ?? day.date, to: day.date }
            if (run.days > (longest?.days ?? 0)) longest = run
        } else if (day.date !== today) run = null
    }
    return { longest, current: run && run.to >= addDays(today, -1) ? run : null }
}

/**
 * Returns the greatest value with its date, the first of equal ones; null without any.
 *
 * @param {{date: string, value: number|null}[]} days
 * @param {number} sign -1 for the least value.
 */
export function greatest(days, sign = 1) {
    return days.reduce((best, day) => day.value !== null && (!best || sign * day.value > sign * best.value) ? day : best, null)
}

/** Returns the sums of weeks, each with the date of its first day; null for weeks without values. */
export function weekSums(days, startOfWeek) {
    const weeks = new Map()
    for (const { date, value } of days) {
        const start = startOfWeek(date)
        weeks.set(start, value === null ? weeks.get(start) ?? null : (weeks.get(start) ?? 0) + value)
    }
    return [...weeks].map(([date, value]) => ({ date, value }))
}

/**
 * Returns on how many days a goal was reached, and of how many: those since the first one with a
 * value. Today counts only if the goal is reached, and later days do not.
 *
 * @param {{value: number|null, isOver: boolean}[]} days
 */
export function goalDays(days, goal) {
    const isReached = day => day.value !== null && day.value >= goal
    const counted = days.slice(Math.max(days.findIndex(day => day.value !== null), 0)).filter(day => day.isOver || isReached(day))
    return { reached: counted.filter(isReached).length, of: counted.length }
}

/** Returns days for every date from the first to the last; a date without one has the value null. */
export function withoutGaps(days) {
    if (!days.length) return []
    const known = new Map(days.map(day => [day.date, day]))
    return Array.from({ length: daysBetween(days[0].date, days.at(-1).date) + 1 }, (_, index) => {
        const date = addDays(days[0].date, index)
        return known.get(date) ?? { date, value: null, isOver: true }
    })
}
