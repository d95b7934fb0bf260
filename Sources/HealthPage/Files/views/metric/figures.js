/** The figures of a range: its bars or capsules, and what the head of the chart says. */

import { api } from '../../core/api.js'
import { categoryLength, categoryValue, isCategory, isCumulative, isDaily, isTimed, pairOf, shownUnit } from '../../core/catalogue.js'
import { averageOfDays, dayFigure, differsInDensity, isRunning } from '../../core/comparison.js'
import { element } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { datedByNight } from '../../core/nights.js'
import { firstWeekday } from '../../core/preferences.js'
import { goalDays } from '../../core/series.js'
import { addDays, milliseconds } from '../../core/time.js'
import { text, valueName } from '../../text/text.js'
import {
    categoryInWords, categoryItems, discreteItems, namedValues, pairInWords, pairItems, spanItems, stackOf, summaryOfTotals,
    totalItems, windowOf,
} from './model.js'
import { isOfTimes, samePart } from './range.js'

const words = text.metric

/**
 * Asks for a range: its buckets, and of a type that is not cumulative also the figures of the whole range.
 *
 * @param {object} ask `question(range)` returns the parameters of a range, `anchorOf(range)` where its nights
 *     begin; `signal` ends the requests.
 * @returns {Promise<object>} `kind` and `items` of the chart, `interval` of an item, `buckets` of the API, `days`
 *     if these are days, `unit`, `sources`, `whole`, `summary`, and `stack`, the values that bars are divided into.
 */
export async function figuresOf(one, ask, range) {
    if (pairOf(one)) return pairFigures(one, ask, range)
    if (isCategory(one)) return categoryFigures(one, ask, range)
    const isTotal = isCumulative(one)
    const isOfDays = !isOfTimes(range)
    const wide = isOfDays ? isTotal ? { ...range, interval: 'day' } : withLead(range) : range
    const [collection, whole] = await Promise.all([
        collectionOf(one, ask, wide), isTotal ? null : api.get('/v1/statistics', ask.question(range), { signal: ask.signal }),
    ])
    const { buckets, sources } = collection
    const unit = shownUnit(one, collection.unit)
    const figures = { buckets, unit, sources, whole: whole?.statistics ?? null, summary: null, interval: range.interval }
    if (isTotal) {
        return {
            ...figures, kind: 'bars', items: totalItems(buckets, range, unit, firstWeekday()),
            summary: summaryOfTotals(buckets, range), days: isOfDays ? buckets : null,
        }
    }
    if (isOfDays) return { ...figures, ...discreteItems(buckets, range, unit, firstWeekday()) }
    return { ...figures, kind: 'capsules', items: spanItems(buckets, range, unit), days: null }
}

/** Returns the days of a range and, for its moving average, the days before it. */
function withLead(range) {
    return { ...range, from: addDays(range.from, 1 - windowOf(range)), interval: 'day' }
}

/** The figures that charts of discrete types need. Days of ten years are half as long with these alone. */
const discreteOptions = 'discreteAverage,discreteMin,discreteMax'

/** Asks for the buckets of a range. */
export async function collectionOf(one, ask, range) {
    const anchor = ask.anchorOf(range)
    const answer = await api.get('/v1/statistics-collection', {
        ...ask.question(range), interval: range.interval, ...gridOf(range.interval, anchor),
        options: isCategory(one) ? null : isCumulative(one) ? 'cumulativeSum' : discreteOptions,
    }, { signal: ask.signal })
    return anchor ? { ...answer, buckets: datedByNight(answer.buckets) } : answer
}

async function categoryFigures(one, ask, range) {
    const isOfDays = isDaily(one) && !isOfTimes(range)
    const [{ buckets, sources }, { statistics: whole }] = await Promise.all([
        collectionOf(one, ask, isOfDays ? { ...range, interval: 'day' } : range),
        api.get('/v1/statistics', ask.question(range), { signal: ask.signal }),
    ])
    const unit = isTimed(one) ? 'min' : 'count'
    const stack = unit === 'count' ? stackOf(whole) : []
    return {
        kind: stack.length ? 'stack' : 'bars', buckets, unit, sources, whole, stack, interval: range.interval, summary: null,
        days: isOfDays ? buckets : null,
        items: isOfDays && range.interval !== 'day'
            ? totalItems(buckets, range, unit, firstWeekday(), bucket => categoryValue(bucket.statistics, unit))
            : categoryItems(buckets, range, unit, stack),
    }
}

/** Returns the parameters that say where buckets begin. */
export function gridOf(interval, anchor) {
    return anchor ? { anchor } : { firstWeekday: interval === 'week' ? firstWeekday() : null }
}

/** Asks for the two types of a correlation. Their days are figures of their samples, in correlations or not. */
async function pairFigures(one, ask, range) {
    const types = pairOf(one).map(part => part.shortName).join()
    const of = range => ({ ...ask.question(range), type: null, types })
    const isOfDays = !isOfTimes(range)
    const wide = isOfDays ? withLead(range) : range
    const [{ collections }, { statistics }] = await Promise.all([
        api.get('/v1/statistics-collection', { ...of(wide), interval: wide.interval, options: discreteOptions }, { signal: ask.signal }),
        api.get('/v1/statistics', of(range), { signal: ask.signal }),
    ])
    const unit = shownUnit(one, collections[0].unit)
    const [first, second] = collections.map(({ buckets }) => isOfDays ? discreteItems(buckets, range, unit, firstWeekday(), 2)
        : { items: spanItems(buckets, range, unit), interval: range.interval })
    const sources = [...new Map(collections.flatMap(one => one.sources).map(source => [source.id, source])).values()]
    return {
        kind: 'points', buckets: collections[0].buckets, unit, sources, whole: statistics[0].statistics, second: statistics[1].statistics,
        items: pairItems(first.items, second.items, unit), interval: first.interval, summary: null, days: null,
    }
}

/**
 * Compares a range with another one, like with like: of ranges of hours the same part of the day, of days
 * the average of those that are over.
 *
 * @param {object} ask `question(range)` returns the parameters of a range, `anchorOf(range)` where its nights
 *     begin; `signal` ends the requests.
 * @param {Promise<object>} figures those of the range.
 * @param {Promise<object>} others those of the range `before`.
 * @returns {Promise<object>} `value` and `other`, null without samples; `range`, which has `other`; `isOfDays`
 *     if both are averages of days, and then `isWithoutToday`; and for averages the `samples` and `otherSamples`
 *     of the ranges, or of a day.
 */
export async function comparison(one, ask, range, before, figures, others) {
    const part = samePart(range, before)
    if (isCategory(one) || isOfTimes(range)) {
        const [now, then, cut] = await Promise.all([figures, others,
            part === before ? null : api.get('/v1/statistics', ask.question(part), { signal: ask.signal })])
        const [whole, other] = [now.whole, cut ? cut.statistics : then.whole]
        if (isCategory(one)) return { value: categoryValue(whole, now.unit), other: categoryValue(other, now.unit), range: part }
        if (isCumulative(one)) return { value: now.summary.total, other: cut ? other?.sum ?? null : then.summary.total, range: part }
        return {
            value: whole?.average ?? null, other: other?.average ?? null, range: part,
            samples: whole?.count, otherSamples: other?.count,
        }
    }
    const [{ days: now }, { days: then }] = await Promise.all([figures, others])
    // The day that corresponds to today is left out, as today is.
    const isOver = bucket => part.to.length === 10 || bucket.endDate.slice(0, 10) <= part.to.slice(0, 10)
    const [average, other] = [averageOfDays(now), averageOfDays(then.filter(isOver))]
    return {
        isOfDays: true, isWithoutToday: now.some(bucket => dayFigure(bucket) !== null && isRunning(bucket)),
        value: average?.value ?? null, other: other?.value ?? null, range: { ...part, to: part.to.slice(0, 10) },
        ...isCumulative(one) ? {} : { samples: average?.samples, otherSamples: other?.samples },
    }
}

/**
 * Returns the figures above the chart as terms and definitions.
 *
 * @param {object} now the figures of the shown range.
 * @param {object|null} compared see `comparison`.
 * @param {number|null} goal that of a day.
 */
export function figureTerms(one, now, compared, goal) {
    const { unit, summary, whole } = now
    const quantity = value => format.quantity(value, unit)
    const soFar = now.items.some(item => item.isRunning) ? element('small', {}, ' ' + text.common.soFar) : null
    const term = (name, value, { versus = null, note = null } = {}) =>
        element('div', {}, element('dt', {}, name), element('dd.figure', {}, value, note), versus)
    const versus = comparedLine(compared, quantity)
    const reachedTerm = () => {
        if (goal === null || !now.days) return null
        const { reached, of } = goalDays(dailyFigures(one, now), goal)
        return term(words.goalReached, words.daysOf(format.number(reached, 'count'), format.number(of, 'count')))
    }
    if (isCategory(one)) {
        const length = categoryLength(whole)
        const perDay = averageOfDaily(one, now)
        const facts = ({ count, duration }) => [words.times(count), duration ? format.duration(duration) : null].filter(Boolean)
        return [
            perDay === null ? null : term(words.dailyAverage, quantity(perDay)), reachedTerm(),
            term(words.occurrences, format.number(categoryValue(whole, 'count') ?? 0, 'count'), {
                versus: unit === 'count' ? versus : null, note: soFar,
            }),
            length ? term(words.length, format.duration(length), { versus: unit === 'min' ? versus : null }) : null,
            ...(whole ? namedValues(whole) : []).map(one => term(valueName(one.valueName), facts(one).join(' · '))),
        ].filter(Boolean)
    }
    if (pairOf(one)) return pairTerms(now, term)
    if (!isCumulative(one)) {
        const isOfDays = (compared?.isOfDays ?? false) && compared.value !== null
        const ofBand = () => ({ ...averageOfDays(now.days), isWithoutToday: now.days.some(bucket => dayFigure(bucket) !== null && isRunning(bucket)) })
        const ofDays = isOfDays ? compared : now.kind === 'band' ? ofBand() : null
        return [
            term(words.average, quantity(whole?.average ?? null), { versus: isOfDays ? null : versus, note: soFar }),
            Number.isFinite(ofDays?.value)
                ? term(words.averageOfDays, quantity(ofDays.value), { versus: isOfDays ? versus : null, note: withoutToday(ofDays) }) : null,
            term(words.range, whole ? format.span(whole.minimum, whole.maximum, unit) : '–'),
            term(words.samples, format.number(whole?.count ?? 0, 'count')),
        ]
    }
    const { total, days, begun, perDay } = summary
    if (days === null) return [term(words.total, quantity(total), { versus, note: soFar })]
    return [
        term(words.dailyAverage, quantity(perDay), { versus, note: withoutToday(summary) }), reachedTerm(),
        term(words.total, quantity(total), { note: soFar }),
        term(words.days, words.daysOf(format.number(days, 'count'), format.number(begun, 'count'))),
    ].filter(Boolean)
}

/** Returns the figures of days as `{date, value, isOver}`; null if the buckets are no days. */
export function dailyFigures(one, { days, unit }) {
    return days?.map(bucket => ({
        date: bucket.startDate.slice(0, 10), isOver: milliseconds(bucket.endDate) <= Date.now(),
        value: isCategory(one) ? categoryValue(bucket.statistics, unit) : dayFigure(bucket),
    })) ?? null
}

/** Returns the average of the days of a category type with samples, without today; null if there is none. */
export function averageOfDaily(one, figures) {
    const known = (dailyFigures(one, figures) ?? []).filter(day => day.value !== null && day.isOver)
    return known.length ? known.reduce((sum, day) => sum + day.value, 0) / known.length : null
}

function withoutToday({ isWithoutToday }) {
    return isWithoutToday ? element('small', {}, ' ' + words.withoutToday) : null
}

/** Returns true if one of two compared ranges has far more samples a day, so that it is not compared. */
export function isOfOtherDensity({ samples, otherSamples }) {
    return Boolean(samples && otherSamples) && differsInDensity(samples, otherSamples)
}

/** Returns a comparison as a line below the figure: the change, and the other figure with its dates. */
function comparedLine(compared, quantity) {
    if (!compared || compared.value === null || compared.other === null) return null
    const { value, other, samples, otherSamples } = compared
    const range = format.dateRange(compared.range.from, compared.range.to)
    if (isOfOtherDensity(compared)) {
        const [now, then] = [samples, otherSamples].map(count => format.number(count, 'count'))
        return element('dd.hint.small', {}, words.denser(now, then, range))
    }
    return element('dd.hint.small', {}, [format.change(value, other), words.versus(quantity(other), range)].filter(Boolean).join(' · '))
}

function pairTerms({ unit, whole, second }, term) {
    if (!whole || !second) return [term(words.average, '–')]
    const ends = figures => format.span(figures.minimum, figures.maximum, unit)
    return [
        term(words.average, pairInWords(...[whole, second].map(({ average }) => ({ average, minimum: 0, maximum: 0 })), unit)),
        term(words.systolicRange, ends(whole)), term(words.diastolicRange, ends(second)),
        term(words.samples, format.number(whole.count, 'count')),
    ]
}

/** Returns the figures as a sentence for screen readers. */
export function figureSentence(one, now, dates, goal = null) {
    const { unit, summary, whole, second } = now
    const named = (name, value) => value === null ? null : `${name} ${value}`
    const quantity = value => value === null ? null : format.quantity(value, unit)
    const facts = isCategory(one) ? [categoryInWords(whole)] : isCumulative(one)
        ? [named(words.dailyAverage, quantity(summary.perDay)), named(words.total, quantity(summary.total))]
        : pairOf(one) ? [whole && second ? pairInWords(whole, second, unit) : null]
        : whole ? [
            named(words.average, quantity(whole.average)),
            named(words.range, format.span(whole.minimum, whole.maximum, unit)),
        ] : []
    if (goal !== null && now.days) {
        const { reached, of } = goalDays(dailyFigures(one, now), goal)
        facts.push(words.goalSentence(quantity(goal), words.daysOf(format.number(reached, 'count'), format.number(of, 'count'))))
    }
    return `${one.displayName}, ${dates}: ${facts.filter(Boolean).join(', ') || text.common.noData}`
}
