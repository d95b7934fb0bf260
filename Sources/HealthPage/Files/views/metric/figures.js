/** The figures of a range: its bars or capsules, and what the head of the chart says. */

import { api } from '../../core/api.js'
import { categoryLength, categoryValue, isCategory, isCumulative, isTimed, pairOf, shownUnit } from '../../core/catalogue.js'
import { averageOfDays, dayFigure, differsInDensity, isRunning } from '../../core/comparison.js'
import { element } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { valueName } from '../../core/names.js'
import { datedByNight } from '../../core/nights.js'
import { firstWeekday } from '../../core/preferences.js'
import { text } from '../../text/text.js'
import { categoryInWords, categoryItems, namedValues, pairInWords, pairItems, spanItems, summaryOfTotals, totalItems } from './model.js'
import { isOfTimes, samePart } from './range.js'

const words = text.metric

/**
 * Asks for a range: its buckets, and of a type that is not cumulative also the figures of the whole range.
 *
 * @param {object} question the parameters of the range.
 * @param {string|null} anchor where buckets of nights begin; see `core/nights.js`.
 */
export async function figuresOf(one, question, range, anchor, signal) {
    if (pairOf(one)) return pairFigures(one, question, range, signal)
    const isTotal = isCumulative(one)
    // The bars of weeks and months are averages of days.
    const interval = isTotal && ['week', 'month'].includes(range.interval) ? 'day' : range.interval
    const [collection, whole] = await Promise.all([
        api.get('/v1/statistics-collection', {
            ...question, interval, ...gridOf(interval, anchor),
        }, { signal }),
        isTotal ? null : api.get('/v1/statistics', question, { signal }),
    ])
    const { sources } = collection
    const buckets = anchor ? datedByNight(collection.buckets) : collection.buckets
    const unit = !isCategory(one) ? shownUnit(one, collection.unit) : isTimed(one) ? 'min' : 'count'
    return {
        buckets, unit, sources, whole: whole?.statistics ?? null,
        items: isCategory(one) ? categoryItems(buckets, range, unit) : isTotal ? totalItems(buckets, range, unit, firstWeekday()) : spanItems(buckets, range, unit),
        summary: isTotal ? summaryOfTotals(buckets, range) : null,
    }
}

/** Returns the parameters that say where buckets begin. */
export function gridOf(interval, anchor) {
    return anchor ? { anchor } : { firstWeekday: interval === 'week' ? firstWeekday() : null }
}

/** Asks for the two types of a correlation. Their days are figures of their samples, in correlations or not. */
async function pairFigures(one, { type, ...question }, range, signal) {
    const types = pairOf(one).map(part => part.shortName).join()
    const { interval } = range
    const [{ collections }, { statistics }] = await Promise.all([
        api.get('/v1/statistics-collection', {
            ...question, types, interval, firstWeekday: interval === 'week' ? firstWeekday() : null,
        }, { signal }),
        api.get('/v1/statistics', { ...question, types }, { signal }),
    ])
    const [first, second] = collections
    const unit = shownUnit(one, first.unit)
    const sources = [...new Map([...first.sources, ...second.sources].map(source => [source.id, source])).values()]
    return {
        buckets: first.buckets, unit, sources, whole: statistics[0].statistics, second: statistics[1].statistics,
        items: pairItems(first.buckets, second.buckets, range, unit), summary: null,
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
    const days = async (wanted, known) => {
        if (isCumulative(one) || wanted.interval === 'day') return (await known).buckets
        return (await api.get('/v1/statistics-collection', {
            ...ask.question(wanted), interval: 'day', options: 'discreteAverage',
            ...gridOf('day', ask.anchorOf({ ...wanted, interval: 'day' })),
        }, { signal: ask.signal })).buckets
    }
    const [now, then] = await Promise.all([days(range, figures), days(before, others)])
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
 */
export function figureTerms(one, now, compared) {
    const { unit, summary, whole } = now
    const quantity = value => format.quantity(value, unit)
    const soFar = now.items.some(item => item.isRunning) ? element('small', {}, ' ' + text.common.soFar) : null
    const term = (name, value, { versus = null, note = null } = {}) =>
        element('div', {}, element('dt', {}, name), element('dd.figure', {}, value, note), versus)
    const versus = comparedLine(compared, quantity)
    if (isCategory(one)) {
        const length = categoryLength(whole)
        const facts = ({ count, duration }) => [words.times(count), duration ? format.duration(duration) : null].filter(Boolean)
        return [
            term(words.occurrences, format.number(categoryValue(whole, 'count') ?? 0, 'count'), {
                versus: unit === 'count' ? versus : null, note: soFar,
            }),
            length ? term(words.length, format.duration(length), { versus: unit === 'min' ? versus : null }) : null,
            ...(whole ? namedValues(whole) : []).map(one => term(valueName(one.valueName), facts(one).join(' · '))),
        ]
    }
    if (pairOf(one)) return pairTerms(now, term)
    if (!isCumulative(one)) {
        const isOfDays = (compared?.isOfDays ?? false) && compared.value !== null
        return [
            term(words.average, quantity(whole?.average ?? null), { versus: isOfDays ? null : versus, note: soFar }),
            isOfDays ? term(words.averageOfDays, quantity(compared.value), { versus, note: withoutToday(compared) }) : null,
            term(words.range, whole ? format.span(whole.minimum, whole.maximum, unit) : '–'),
            term(words.samples, format.number(whole?.count ?? 0, 'count')),
        ]
    }
    const { total, days, begun, perDay } = summary
    if (days === null) return [term(words.total, quantity(total), { versus, note: soFar })]
    return [
        term(words.dailyAverage, quantity(perDay), { versus, note: withoutToday(summary) }),
        term(words.total, quantity(total), { note: soFar }),
        term(words.days, words.daysOf(format.number(days, 'count'), format.number(begun, 'count'))),
    ]
}

function withoutToday({ isWithoutToday }) {
    return isWithoutToday ? element('small', {}, ' ' + words.withoutToday) : null
}

/** Returns a comparison as a line below the figure: the change, and the other figure with its dates. */
function comparedLine(compared, quantity) {
    if (!compared || compared.value === null || compared.other === null) return null
    const { value, other, samples, otherSamples } = compared
    const range = format.dateRange(compared.range.from, compared.range.to)
    if (samples && differsInDensity(samples, otherSamples)) {
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
export function figureSentence(one, { unit, summary, whole, second }, dates) {
    const named = (name, value) => value === null ? null : `${name} ${value}`
    const quantity = value => value === null ? null : format.quantity(value, unit)
    const facts = isCategory(one) ? [categoryInWords(whole)] : isCumulative(one)
        ? [named(words.dailyAverage, quantity(summary.perDay)), named(words.total, quantity(summary.total))]
        : pairOf(one) ? [whole && second ? pairInWords(whole, second, unit) : null]
        : whole ? [
            named(words.average, quantity(whole.average)),
            named(words.range, format.span(whole.minimum, whole.maximum, unit)),
        ] : []
    return `${one.displayName}, ${dates}: ${facts.filter(Boolean).join(', ') || text.common.noData}`
}
