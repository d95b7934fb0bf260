/** The figures of each day of many types, with few requests. */

import { api } from './api.js'
import { isCumulative } from './catalogue.js'
import { isOfNights, nightAnchor, nightRange } from './nights.js'
import { unitParameter } from './preferences.js'
import { sessionsOf } from './sleep.js'
import { addDays } from './time.js'
import { zoneParameter } from './zone.js'

const columns = 'application/vnd.healthstore.columns+json'

/**
 * Asks for the days of quantity types and of sleep from a date to another one, which is not part of the range.
 *
 * @returns {Promise<Map<string, object>>} by type: `unit`, `sources`, and `days`, each with `date` and `value`:
 *     the total, the average or the seconds asleep; null without samples. Days of quantities have `count`,
 *     the number of samples, and those that are averaged `low` and `high` if `hasSpans` is true. Sleep has
 *     `nights`, the answer of the API.
 */
export async function askDays(types, { from, to }, signal, { hasSpans = true } = {}) {
    const timeZone = zoneParameter()
    const quantities = types.filter(one => one.kind === 'quantity')
    const ask = (asked, options, more) => asked.length ? api.get('/v1/statistics-collection', {
        types: asked.map(one => one.shortName).join(), interval: 'day', options, timeZone, unit: unitParameter(asked), ...more,
    }, { signal, accept: columns }) : { collections: [] }
    const spans = hasSpans ? 'discreteAverage,discreteMin,discreteMax' : 'discreteAverage'
    const isAveraged = one => !isCumulative(one) && !isOfNights(one)
    const sleep = types.find(one => one.shortName === 'sleepAnalysis')
    const [answers, slept] = await Promise.all([
        Promise.all([
            ask(quantities.filter(isCumulative), 'cumulativeSum', { from, to }),
            ask(quantities.filter(isAveraged), spans, { from, to }),
            ask(quantities.filter(isOfNights), spans, { ...nightRange({ from, to }), anchor: nightAnchor({ from, interval: 'day' }) }),
        ]),
        sleep ? api.get('/v1/sleep', { from, to, timeZone, fill: 'null' }, { signal }) : null,
    ])
    const found = new Map(answers.flatMap(answer => answer.collections).map(one => [
        one.type, { unit: one.unit, sources: one.sources, days: daysOf(one, from) },
    ]))
    if (sleep) {
        found.set(sleep.identifier, {
            unit: 's', sources: slept.sources, nights: slept.nights,
            days: slept.nights.map(night => ({ date: night.date, value: sessionsOf(night).length ? night.asleep : null })),
        })
    }
    return found
}

/** Returns the days of a collection in columns. */
export function daysOf(collection, from) {
    const isTotal = collection.sum !== undefined
    const values = isTotal ? collection.sum : collection.average
    return values.map((value, index) => ({
        date: addDays(from, index), value, count: collection.count[index],
        ...collection.minimum ? { low: collection.minimum[index], high: collection.maximum[index] } : {},
    }))
}
