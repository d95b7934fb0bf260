/** The figures of a range: its bars or capsules, and what the head of the chart says. */

import { api } from '../../core/api.js'
import { isCategory, isCumulative, shownUnit } from '../../core/catalogue.js'
import { element } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { firstWeekday } from '../../core/preferences.js'
import { text } from '../../text/text.js'
import {
    categoryInWords, categoryItems, categoryLength, categoryValue, namedValues, spanItems, summaryOfTotals, totalItems,
} from './model.js'

const words = text.metric
/** The category types whose bars show the time. Those of the others show how often. */
const timedTypes = ['mindfulSession']

/**
 * Asks for a range: its buckets, and of a type that is not cumulative also the figures of the whole range.
 *
 * @param {object} question the parameters of the range.
 */
export async function figuresOf(one, question, range, signal) {
    const isTotal = isCumulative(one)
    // The bars of weeks and months are averages of days.
    const interval = isTotal && ['week', 'month'].includes(range.interval) ? 'day' : range.interval
    const [collection, whole] = await Promise.all([
        api.get('/v1/statistics-collection', {
            ...question, interval, firstWeekday: interval === 'week' ? firstWeekday() : null,
        }, { signal }),
        isTotal ? null : api.get('/v1/statistics', question, { signal }),
    ])
    const { buckets, sources } = collection
    const unit = !isCategory(one) ? shownUnit(one, collection.unit) : timedTypes.includes(one.shortName) ? 'min' : 'count'
    return {
        buckets, unit, sources, whole: whole?.statistics ?? null,
        items: isCategory(one) ? categoryItems(buckets, range, unit) : isTotal ? totalItems(buckets, range, unit, firstWeekday()) : spanItems(buckets, range, unit),
        summary: isTotal ? summaryOfTotals(buckets, range) : null,
    }
}

/**
 * Returns the figures above the chart as terms and definitions.
 *
 * @param {object} now the figures of the shown range.
 * @param {object|null} then those of the range that it is compared with.
 * @param {object|null} before that range.
 */
export function figureTerms(one, now, then, before) {
    const { unit, summary, whole } = now
    const quantity = value => format.quantity(value, unit)
    const soFar = now.items.some(item => item.isRunning) ? element('small', {}, ' ' + text.common.soFar) : null
    const versus = (value, other) => {
        if (!then || value === null || other === null || other === undefined) return null
        const range = format.dateRange(before.from, before.to)
        const facts = [format.change(value, other), words.versus(quantity(other), range)]
        return element('dd.hint.small', {}, facts.filter(Boolean).join(' · '))
    }
    const term = (name, value, { compared = null, note = null } = {}) =>
        element('div', {}, element('dt', {}, name), element('dd.figure', {}, value, note), compared)
    if (isCategory(one)) {
        const length = categoryLength(whole)
        const compared = versus(categoryValue(whole, unit), categoryValue(then?.whole, unit))
        const facts = ({ count, duration }) => [words.times(count), duration ? format.duration(duration) : null].filter(Boolean)
        return [
            term(words.occurrences, format.number(categoryValue(whole, 'count') ?? 0, 'count'), {
                compared: unit === 'count' ? compared : null, note: soFar,
            }),
            length ? term(words.length, format.duration(length), { compared: unit === 'min' ? compared : null }) : null,
            ...(whole ? namedValues(whole) : []).map(one => term(text.valueName(one.valueName), facts(one).join(' · '))),
        ]
    }
    if (!isCumulative(one)) {
        const average = whole?.average ?? null
        return [
            term(words.average, quantity(average), { compared: versus(average, then?.whole?.average), note: soFar }),
            term(words.range, whole ? format.span(whole.minimum, whole.maximum, unit) : '–'),
            term(words.samples, format.number(whole?.count ?? 0, 'count')),
        ]
    }
    const { total, days, begun, perDay } = summary
    if (days === null) {
        return [term(words.total, quantity(total), { compared: versus(total, then?.summary.total), note: soFar })]
    }
    return [
        term(words.dailyAverage, quantity(perDay), { compared: versus(perDay, then?.summary.perDay) }),
        term(words.total, quantity(total), { note: soFar }),
        term(words.days, words.daysOf(format.number(days, 'count'), format.number(begun, 'count'))),
    ]
}

/** Returns the figures as a sentence for screen readers. */
export function figureSentence(one, { unit, summary, whole }, dates) {
    const named = (name, value) => value === null ? null : `${name} ${value}`
    const quantity = value => value === null ? null : format.quantity(value, unit)
    const facts = isCategory(one) ? [categoryInWords(whole)] : isCumulative(one)
        ? [named(words.dailyAverage, quantity(summary.perDay)), named(words.total, quantity(summary.total))]
        : whole ? [
            named(words.average, quantity(whole.average)),
            named(words.range, format.span(whole.minimum, whole.maximum, unit)),
        ] : []
    return `${one.displayName}, ${dates}: ${facts.filter(Boolean).join(', ') || text.common.noData}`
}
