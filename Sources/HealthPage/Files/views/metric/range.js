/** The range that the Metric view shows, and the range that it is compared with. */

import { api } from '../../core/api.js'
import * as format from '../../core/format.js'
import { rangeInWords, rangeOf, rangeParameters, ranges, stepDate } from '../../core/ranges.js'
import { addDays, addMonths, daysBetween, isDate, localText, milliseconds, startOfMonth } from '../../core/time.js'
import { currentZone, today, zoneParameter } from '../../core/zone.js'

export const rangesOfMetric = [...ranges, 'All']
export const rangeDefault = 'W'

/** The days after which the same weekdays come again a year later. */
const yearDays = 364

/**
 * Returns what an address names: `name` of a range with its `date`, or a dragged range without a name.
 *
 * @returns {{name: string|null, date: string, range: object|null, parameters: object}} `range` is null for
 *     all dates, which `wholeRange` finds.
 */
export function stateOf(parameters) {
    const { from, to } = parameters
    if (isTime(from) && isTime(to) && from < to) return { name: null, date: today(), range: draggedRange(from, to), parameters }
    const { range, date } = rangeParameters(parameters, rangeDefault, rangesOfMetric)
    return { name: range, date, range: range === 'All' ? null : withDays(rangeOf(range, date)), parameters }
}

/** True for a date, or a local time such as 2026-03-29T08:00:00. */
function isTime(value) {
    return isDate(value?.slice(0, 10)) && (value.length === 10 || /^T\d\d:\d\d(:\d\d)?$/.test(value.slice(10)))
}

/** The days up to which the range of all samples has a bar for each day. */
const wholeDaysMax = 62

/** Returns the days from the first to the last sample of a type; if they are many, their months. */
export async function wholeRange(one, signal) {
    const ask = order => api.get('/v1/samples', {
        type: one.shortName, limit: 1, order, timeZone: zoneParameter(),
    }, { signal })
    const [first, last] = await Promise.all([ask('ascending'), ask('descending')])
    const [from, to] = [first, last].map(page => page.samples[0]?.startDate.slice(0, 10) ?? today())
    if (daysBetween(from, to) < wholeDaysMax) return withDays({ from, to: addDays(to, 1), interval: 'day' })
    return withDays({ from: startOfMonth(from), to: addMonths(startOfMonth(to), 1), interval: 'month' })
}

/** Returns the range with which the shown range is compared; null if it is not. */
export function comparedRange({ name, date, range, parameters: { compare } }) {
    if (compare !== 'before' && compare !== 'year' || name === 'All') return null
    if (name === null) {
        // Hours are compared with the same hours of another day.
        const days = compare === 'year' ? -yearDays : -Math.ceil(range.days)
        return draggedRange(shifted(range.from, days), shifted(range.to, days))
    }
    if (compare === 'before') {
        // Months have different lengths. The days before the range are compared, and none twice.
        if (name === 'M') return { ...range, from: addDays(range.from, -range.days), to: range.from }
        return withDays(rangeOf(name, stepDate(name, date, -1)))
    }
    const isOfWeekdays = ['D', 'W', '6M'].includes(name)
    return withDays(rangeOf(name, isOfWeekdays ? addDays(date, -yearDays) : addMonths(date, -12)))
}

/**
 * Returns the part of a compared range that is as long as the part of the shown range that is over:
 * at 16:00, the hours of the day before until 16:00.
 *
 * @param {string} now the local time, `2026-03-29T08:00:00`.
 */
export function samePart(range, before, now = localText(new Date(), currentZone())) {
    const end = range.to.length > 10 ? range.to : `${range.to}T00:00:00`
    if (now < range.from || now >= end) return before
    const to = range.from.length > 10 ? shifted(now, (instant(before.from) - instant(range.from)) / 86_400_000)
        : addDays(before.from, daysBetween(range.from, now)) + now.slice(10)
    return { ...before, to: to < before.to ? to : before.to }
}

/** Returns the dates of the shown range in words. */
export function datesInWords({ name, date, range }) {
    return name && name !== 'All' ? rangeInWords(name, date) : format.dateRange(range.from, range.to)
}

/** True if the buckets are shorter than days. */
export function isOfTimes(range) {
    return !['day', 'week', 'month'].includes(range.interval)
}

/** Adds the number of days of a range. */
function withDays(range) {
    return { ...range, days: daysBetween(range.from, range.to) }
}

/** Returns a local time as milliseconds, to compute lengths. */
function instant(time) {
    return milliseconds(time.length > 10 ? time + 'Z' : time)
}

/** Returns a range of dates or times that the reader dragged, with buckets of a fitting length. */
function draggedRange(from, to) {
    const days = (instant(to) - instant(from)) / 86_400_000
    const interval = days <= 0.3 ? '5minute' : days <= 2 ? 'hour' : days <= 45 ? 'day' : days <= 400 ? 'week' : 'month'
    return { from, to, interval, days }
}

/** Moves a date or a local time by days. */
function shifted(time, days) {
    return addDays(time.slice(0, 10), Math.round(days)) + time.slice(10)
}
