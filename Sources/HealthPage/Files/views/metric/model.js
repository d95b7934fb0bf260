/** What the Metric view shows of the answers of the API: one item for each bar or point of the chart. */

import { categoryLength, categoryValue, presentValues } from '../../core/catalogue.js'
import { averageOfDays, dayFigure, isRunning } from '../../core/comparison.js'
import * as format from '../../core/format.js'
import { firstWeekday } from '../../core/preferences.js'
import { movingAverage, quartiles } from '../../core/series.js'
import { startOfMonth, startOfWeek, addDays, milliseconds, weekday } from '../../core/time.js'
import { text, valueName } from '../../text/text.js'

/** The samples of a day, on average, up to which each day is a point, and more are a span. */
const samplesOfPointMax = 6
/** The most points of a chart. If the days are more, its points are weeks or months. */
const pointsMax = 550

/** The days that a middle half needs. */
const daysOfHalfMin = 4

/** Returns the days of the moving average of a range. */
export function windowOf(range) {
    return range.days <= 45 ? 7 : range.days <= 400 ? 28 : 91
}

/** Returns days by week or month: `{first, last, days}`; by day each alone. */
function groupsOf(days, interval, firstWeekday) {
    const startOf = date => interval === 'day' ? date : interval === 'week' ? startOfWeek(date, firstWeekday) : startOfMonth(date)
    const groups = new Map()
    for (const bucket of days) {
        const start = startOf(bucket.startDate.slice(0, 10))
        if (!groups.has(start)) groups.set(start, { first: bucket, days: [] })
        const group = groups.get(start)
        group.last = bucket
        group.days.push(bucket)
    }
    return [...groups.values()]
}

/** Returns the bucket of a group of days. */
function bucketOf({ first, last, days }) {
    return { ...first, endDate: last.endDate, partial: days.some(bucket => bucket.partial) }
}

/**
 * Makes the items of a cumulative type from its days or hours.
 *
 * A bar of weeks or months is the average of its days with samples, as in the Health app: so the week
 * that is still running can be compared with the others.
 *
 * @param {object[]} buckets hours or days of the API.
 * @param {object} range see `core/ranges.js`.
 * @param {(bucket: object) => number|null} figure the figure of a day.
 */
export function totalItems(buckets, range, unit, firstWeekday, figure = dayFigure) {
    if (!['week', 'month'].includes(range.interval)) {
        return buckets.map(bucket => item(bucket, range, unit, { value: figure(bucket) }))
    }
    return groupsOf(buckets, range.interval, firstWeekday).map(group => {
        const known = group.days.map(figure).filter(value => value !== null)
        const total = known.reduce((sum, value) => sum + value, 0)
        return item(bucketOf(group), range, unit, { value: known.length ? total / known.length : null, total, days: known.length })
    })
}

/**
 * Makes the items of a discrete type from its days. Types with few samples a day have points and a
 * moving average. Of other types, a day is a span, and a week or month the median and the middle half
 * of the averages of its days.
 *
 * @param {object[]} buckets the days of the range and, for the moving average, the days before it.
 * @param {number} sides 2 if another value is drawn in the same chart.
 * @returns {{kind: string, items: object[], interval: string, days: object[]}} `days` are those of the range.
 */
export function discreteItems(buckets, range, unit, firstWeekday, sides = 1) {
    const days = buckets.filter(bucket => bucket.startDate.slice(0, 10) >= range.from.slice(0, 10))
    const known = buckets.filter(bucket => bucket.statistics)
    const samples = known.reduce((sum, bucket) => sum + bucket.statistics.count, 0)
    const isSparse = sides > 1 || samples <= samplesOfPointMax * known.length
    if (!isSparse && range.interval === 'day') return { kind: 'capsules', items: spanItems(days, range, unit), interval: 'day', days }
    if (!isSparse) {
        const items = groupsOf(days, range.interval, firstWeekday).map(group => bandItem(group, range, unit))
        return { kind: 'band', items, interval: range.interval, days }
    }
    const [interval, groups] = ['day', 'week', 'month'].map(name => [name, groupsOf(days, name, firstWeekday)])
        .find(([name, found]) => found.length <= pointsMax / sides || name === 'month')
    const averages = movingAverage(buckets.map(dayFigure), windowOf(range))
    const smooth = new Map(buckets.map((bucket, index) => [bucket.startDate, milliseconds(bucket.startDate) > Date.now() ? null : averages[index]]))
    const items = groups.map(group => {
        const ends = group.days.map(bucket => smooth.get(bucket.startDate)).filter(value => value !== null)
        return item(bucketOf(group), { ...range, interval }, unit, { ...spanOf(group.days), smooth: ends.at(-1) ?? null, window: windowOf(range) })
    })
    return { kind: 'points', items, interval, days }
}

/** Returns lowest and highest value of days, and the average of their averages. */
function spanOf(days) {
    const known = days.filter(bucket => bucket.statistics).map(bucket => bucket.statistics)
    const averages = known.map(one => one.average).filter(value => value !== null)
    if (!known.length) return { minimum: null, maximum: null, average: null }
    return {
        minimum: Math.min(...known.map(one => one.minimum)), maximum: Math.max(...known.map(one => one.maximum)),
        average: averages.length ? averages.reduce((sum, value) => sum + value, 0) / averages.length : null,
    }
}

/** Makes the item of a week or month of a type with many samples a day. */
function bandItem(group, range, unit) {
    const averages = group.days.map(dayFigure).filter(value => value !== null)
    const [low, median, high] = quartiles(averages) ?? [null, null, null]
    const half = averages.length < daysOfHalfMin ? { low: null, high: null } : { low, high }
    return item(bucketOf(group), range, unit, { ...spanOf(group.days), median, ...half, days: averages.length })
}

/** Makes the items of two types whose values belong together: of the first, each with that of the second. */
export function pairItems(firsts, seconds, unit) {
    return firsts.map((first, index) => {
        const second = seconds[index]
        const words = first.minimum === null ? text.common.noData : pairInWords(first, second, unit)
        const smooth = [first.smooth, second.smooth].every(Number.isFinite)
            ? `${format.number(first.smooth, unit, 0)}/${format.number(second.smooth, unit, 0)} ${format.unitLabel(unit)}` : null
        const smoothWords = smooth && first.minimum !== null ? text.metric.smoothOf(first.window, smooth) : null
        return { ...first, second, words, smoothWords, spoken: `${first.label}: ${words}` }
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

/** Makes the items of a discrete type: a span of each bucket. */
export function spanItems(buckets, range, unit) {
    return buckets.map(bucket => item(bucket, range, unit, {
        minimum: bucket.statistics?.minimum ?? null, maximum: bucket.statistics?.maximum ?? null,
        average: bucket.statistics?.average ?? null,
    }))
}

/**
 * Makes the items of a category type. `unit` is min for a bar that shows the time, count for one that
 * shows how often.
 *
 * @param {string[]} stack the names of the values that are parts of the bars.
 */
export function categoryItems(buckets, range, unit, stack = []) {
    return buckets.map(bucket => item(bucket, range, unit, {
        value: categoryValue(bucket.statistics, unit), words: categoryInWords(bucket.statistics),
        parts: stack.map(name => bucket.statistics?.byValue.find(one => one.valueName === name)?.count ?? null),
    }))
}

/** Returns the names of the values that bars are divided into, in the order of HealthKit; one value divides none. */
export function stackOf(statistics) {
    const present = statistics ? presentValues(statistics).filter(one => one.valueName) : []
    return present.length < 2 ? [] : present.sort((one, other) => one.value - other.value).map(one => one.valueName)
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

/** Makes an item. Its texts are made when they are read, because a chart has hundreds of items. */
function item(bucket, range, unit, figures) {
    const isGrowing = bucket.partial && isRunning(bucket)
    return {
        ...figures, bucket, isRunning: isGrowing, tick: tickOf(bucket.startDate, range),
        get label() { return labelOf(bucket, range) },
        get words() { return figures.words ?? figureInWords(figures, unit) },
        /** The moving average in words; null without one, and for a bucket without samples. */
        get smoothWords() {
            const isShown = Number.isFinite(figures.smooth) && figures.minimum !== null
            return isShown ? text.metric.smoothOf(figures.window, format.quantity(figures.smooth, unit)) : null
        },
        get spoken() {
            return [`${this.label}: ${this.words}`, this.smoothWords, isGrowing ? text.common.soFar : null].filter(Boolean).join(', ')
        },
    }
}

/** Returns the figures of an item as a text. */
function figureInWords(figures, unit) {
    if ('median' in figures) {
        if (!figures.days) return text.common.noData
        return [
            text.metric.medianOf(figures.days, format.quantity(figures.median, unit)),
            figures.low === null ? null : text.metric.middleOf(format.span(figures.low, figures.high, unit)),
            text.metric.spanOf(format.span(figures.minimum, figures.maximum, unit)),
        ].filter(Boolean).join(', ')
    }
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
    case 'day':
        if (range.days <= 8) return format.date(start, 'weekday')
        if (range.days <= 16) return format.date(start, 'shortDay')
        if (range.days <= 45) return weekday(date) === firstWeekday() ? format.date(start, 'shortDay') : ''
        return monthTick(date, date, range)
    // The week in which a month begins has its name.
    case 'week': return monthTick(date, [addDays(date, 6), addDays(range.to, -1)].sort()[0], range)
    case 'month':
        if (range.days <= 800) return format.date(start, 'shortMonth')
        return date.slice(5, 7) === '01' ? format.date(start, 'year') : ''
    case 'hour': return Number(start.slice(11, 13)) % (range.days <= 1 ? 3 : 12) === 0 ? format.date(start, 'hour') : ''
    default: return start.slice(14, 16) === '00' ? format.date(start, 'time') : ''
    }
}

/** Returns the name of the month that begins between two dates, or of many months that of the year; otherwise ''. */
function monthTick(first, last, range) {
    if (!last.endsWith('-01') && first.slice(0, 7) === last.slice(0, 7) && !first.endsWith('-01')) return ''
    if (range.days <= 800) return format.date(last, 'shortMonth')
    return last.slice(5, 7) === '01' ? format.date(last, 'year') : ''
}

/**
 * Sets `before` of each item to the figure of the item at the same position of another range. Figures
 * of another kind, because the other range has more or fewer samples a day, are not compared.
 *
 * @param {{kind: string, items: object[]}} now the figures of the shown range.
 * @param {{kind: string, items: object[]}} then those of the other range.
 */
export function compareWith(now, then) {
    now.items.forEach((one, index) => {
        const other = then.items[index]
        one.before = now.kind === then.kind ? other?.value ?? other?.smooth ?? other?.median ?? other?.average ?? null : null
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
