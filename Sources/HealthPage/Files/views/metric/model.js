/** What the Metric view shows of the answers of the API: one item for each bar or capsule of the chart. */

import { categoryLength, categoryValue } from '../../core/catalogue.js'
import { averageOfDays, isRunning } from '../../core/comparison.js'
import * as format from '../../core/format.js'
import { valueName } from '../../core/names.js'
import { startOfMonth, startOfWeek, addDays, milliseconds } from '../../core/time.js'
import { text } from '../../text/text.js'

/**
 * Makes the items of a cumulative type from its days or hours.
 *
 * A bar of weeks or months is the average of its days with samples, as in the Health app: so the week
 * that is still running can be compared with the others.
 *
 * @param {object[]} buckets hours or days of the API.
 * @param {object} range see `core/ranges.js`.
 */
export function totalItems(buckets, range, unit, firstWeekday) {
    if (range.interval === 'hour' || range.interval === 'day' || range.interval.endsWith('minute')) {
        return buckets.map(bucket => item(bucket, range, unit, { value: bucket.statistics?.sum ?? null }))
    }
    const startOf = date => range.interval === 'week' ? startOfWeek(date, firstWeekday) : startOfMonth(date)
    const groups = new Map()
    for (const bucket of buckets) {
        const start = startOf(bucket.startDate.slice(0, 10))
        if (!groups.has(start)) groups.set(start, { first: bucket, last: bucket, total: 0, days: 0 })
        const group = groups.get(start)
        group.last = bucket
        if (!bucket.statistics) continue
        group.total += bucket.statistics.sum
        group.days += 1
    }
    return [...groups.values()].map(({ first, last, total, days }) => item(
        { startDate: first.startDate, endDate: last.endDate, partial: last.partial }, range, unit,
        { value: days ? total / days : null, total, days }))
}

/** Makes the items of two types whose values belong together: of the first, each with that of the second. */
export function pairItems(buckets, others, range, unit) {
    const spans = spanItems(others, range, unit)
    return spanItems(buckets, range, unit).map((first, index) => {
        const second = spans[index]
        const words = first.minimum === null ? text.common.noData : pairInWords(first, second, unit)
        return { ...first, second, words, spoken: `${first.label}: ${words}` }
    })
}

/** Returns two figures as `118–132 / 76–84 mmHg, average 124/80`. */
export function pairInWords(first, second, unit) {
    const side = figures => format.span(figures.minimum, figures.maximum, '')
    const isSingle = first.minimum === first.maximum && second.minimum === second.maximum
    const average = `${format.number(first.average, unit, 0)}/${format.number(second.average, unit, 0)}`
    const label = format.unitLabel(unit)
    return isSingle ? `${average} ${label}` : `${side(first)} / ${side(second)} ${label}, ${text.metric.averageOf(average)}`
}

/** Makes the items of a discrete type. */
export function spanItems(buckets, range, unit) {
    return buckets.map(bucket => item(bucket, range, unit, {
        minimum: bucket.statistics?.minimum ?? null, maximum: bucket.statistics?.maximum ?? null,
        average: bucket.statistics?.average ?? null,
    }))
}

/**
 * Makes the items of a category type. `unit` is min for a bar that shows the time, count for one that
 * shows how often.
 */
export function categoryItems(buckets, range, unit) {
    return buckets.map(bucket => item(bucket, range, unit, {
        value: categoryValue(bucket.statistics, unit), words: categoryInWords(bucket.statistics),
    }))
}

/** Returns the values of a category type that say more than that there was a sample. */
export function namedValues(statistics) {
    return statistics.byValue.filter(one => one.valueName !== 'notApplicable')
}

/** Returns how often and how long, and how often each value. */
export function categoryInWords(statistics) {
    if (!statistics) return text.common.noData
    const length = categoryLength(statistics)
    return [
        text.metric.times(categoryValue(statistics, 'count')), length ? format.duration(length) : null,
        ...namedValues(statistics).map(one => `${valueName(one.valueName)}: ${one.count}`),
    ].filter(Boolean).join(' · ')
}

function item(bucket, range, unit, figures) {
    const isGrowing = bucket.partial && isRunning(bucket)
    const label = labelOf(bucket, range)
    const words = figures.words ?? figureInWords(figures, unit)
    return {
        ...figures, bucket, isRunning: isGrowing, label, words, tick: tickOf(bucket.startDate, range),
        spoken: `${label}: ${words}${isGrowing ? `, ${text.common.soFar}` : ''}`,
    }
}

/** Returns the figures of an item as a text. */
function figureInWords(figures, unit) {
    if (figures.days !== undefined) {
        if (!figures.days) return text.common.noData
        const [average, total] = [figures.value, figures.total].map(value => format.quantity(value, unit))
        return `${text.metric.aDay(average)}, ${text.metric.inTotal(total)}`
    }
    if ('value' in figures) return figures.value === null ? text.common.noData : format.quantity(figures.value, unit)
    if (figures.minimum === null) return text.common.noData
    const span = format.span(figures.minimum, figures.maximum, unit)
    if (figures.average === null || figures.minimum === figures.maximum) return span
    return `${span}, ${text.metric.averageOf(format.quantity(figures.average, unit))}`
}

/** Returns the time of a bucket in words. */
function labelOf(bucket, range) {
    const start = bucket.startDate
    switch (range.interval) {
    case 'day': return format.date(start, 'dayWithYear')
    case 'week': return text.metric.weekOf(format.dateRange(start.slice(0, 10), bucket.endDate.slice(0, 10)))
    case 'month': return format.date(start, 'month')
    default: return `${format.date(start, 'day')}, ${format.date(start, 'time')}–${format.date(bucket.endDate, 'time')}`
    }
}

/** Returns the text below a bar; an empty text for most of many bars. */
function tickOf(start, range) {
    const date = start.slice(0, 10)
    switch (range.interval) {
    case 'day': return range.days <= 8 ? format.date(start, 'weekday')
        : range.days <= 40 ? format.date(start, 'number') : date.endsWith('-01') ? format.date(start, 'shortMonth') : ''
    // The week in which a month begins has its name.
    case 'week': return [0, 1, 2, 3, 4, 5, 6].some(day => addDays(date, day).endsWith('-01'))
        ? format.date(addDays(date, 6), 'shortMonth') : ''
    case 'month':
        if (range.days <= 800) return format.date(start, 'shortMonth')
        return date.slice(5, 7) === '01' ? format.date(start, 'year') : ''
    case 'hour': return Number(start.slice(11, 13)) % (range.days <= 1 ? 3 : 12) === 0 ? format.date(start, 'hour') : ''
    default: return start.slice(14, 16) === '00' ? format.date(start, 'time') : ''
    }
}

/**
 * Sets `before` of each item to the figure of the item at the same position of another range.
 *
 * @param {object[]} others the items of the other range.
 */
export function compareWith(items, others) {
    items.forEach((one, index) => {
        one.before = others[index]?.value ?? others[index]?.average ?? null
    })
}

/**
 * Returns the figures of a whole range: of a cumulative type its total and the average of its days. Today
 * is in the total, and in the average only if no other day has samples.
 */
export function summaryOfTotals(buckets, range) {
    const known = buckets.filter(bucket => bucket.statistics)
    const total = known.reduce((sum, bucket) => sum + bucket.statistics.sum, 0)
    const isDays = range.interval !== 'hour' && !range.interval.endsWith('minute')
    const begun = buckets.filter(bucket => milliseconds(bucket.startDate) <= Date.now())
    const average = isDays ? averageOfDays(buckets) : null
    const isRunningCounted = isDays && average === null && known.length > 0
    return {
        total: known.length ? total : null, days: isDays ? known.length : null, begun: begun.length,
        perDay: isRunningCounted ? total : average?.value ?? null,
        isWithoutToday: average !== null && average.days < known.length,
    }
}

/**
 * Returns where samples lie on the axis of the buckets, for the points of a day.
 */
export function pointsOf(samples, buckets) {
    const starts = buckets.map(bucket => milliseconds(bucket.startDate))
    const ends = buckets.map(bucket => milliseconds(bucket.endDate))
    return samples.flatMap(sample => {
        const time = milliseconds(sample.startDate)
        const index = starts.findLastIndex(start => start <= time)
        if (index < 0 || time >= ends[index] || sample.value === null || sample.value === undefined) return []
        return [{ x: index - 0.5 + (time - starts[index]) / (ends[index] - starts[index]), y: sample.value }]
    })
}
