/** Asks for what a report shows: one request for each kind of figure, not for each type. */

import { api } from '../../core/api.js'
import { isCategory, isDiscrete, pairOf } from '../../core/catalogue.js'
import { askDays } from '../../core/days.js'
import { isOfNights, nightRange } from '../../core/nights.js'
import { unitParameter } from '../../core/preferences.js'
import { hasTrends, trendTypesMax } from '../../core/trends.js'
import { today, zoneParameter } from '../../core/zone.js'
import { intervalOf } from './model.js'

const [workoutsPage, samplesPage] = [1000, 10_000]

/**
 * Asks for the figures of types from a date to another one, which is not part of the range.
 *
 * @returns {Promise<object>} `days`, see `core/days.js`; `wholes`, the figures of the whole range by type;
 *     `workouts`, `doses` and `pressures`, each null if no type asks for it; `birth`, the person's date of
 *     birth, null if it is not known here; `trends` by type, none unless the range ends today.
 */
export async function askReport(types, { from, to }, signal) {
    const timeZone = zoneParameter()
    const pair = types.find(pairOf)
    const measured = [...new Set([...types, ...pair ? pairOf(pair).filter(Boolean) : []])]
    const has = name => types.some(one => one.shortName === name)
    const get = (path, parameters) => api.get(path, parameters, { signal })
    const all = (path, name, parameters) => pages(cursor => get(path, { from, to, timeZone, ...parameters, cursor }), name)
    const wholes = (asked, range) => asked.length ? get('/v1/statistics', {
        types: asked.map(one => one.shortName).join(), timeZone, unit: unitParameter(asked), ...range,
    }) : { statistics: [] }
    const hasWhole = one => (isDiscrete(one) || isCategory(one)) && one.shortName !== 'sleepAnalysis'
    const moving = to > today() ? types.filter(hasTrends).slice(0, trendTypesMax) : []
    const [days, whole, ofNights, workouts, doses, pressures, birth, { trends }] = await Promise.all([
        askDays(measured, { from, to }, signal),
        wholes(measured.filter(one => hasWhole(one) && !isOfNights(one)), { from, to }),
        wholes(measured.filter(isOfNights), nightRange({ from, to })),
        has('workout') ? all('/v1/workouts', 'workouts', { limit: workoutsPage }) : null,
        has('medicationDoseEvent') ? all('/v1/samples', 'samples', { type: 'medicationDoseEvent', limit: samplesPage }) : null,
        pair && intervalOf({ from, to }) === 'day' ? all('/v1/samples', 'samples', {
            type: pair.shortName, members: true, order: 'ascending', limit: samplesPage,
        }) : null,
        askBirth(get),
        moving.length ? get('/v1/trends', {
            types: moving.map(one => one.shortName).join(), timeZone, to: today(), unit: unitParameter(moving),
        }) : { trends: [] },
    ])
    return {
        days, wholes: new Map([...whole.statistics, ...ofNights.statistics].map(one => [one.type, one.statistics])),
        workouts, doses, pressures, birth, trends: new Map(trends.map(one => [one.type, one])),
    }
}

/** Returns all items of a list that comes in pages. */
async function pages(ask, name) {
    const found = []
    let cursor = null
    do {
        const page = await ask(cursor)
        found.push(...page[name])
        cursor = page.cursor
    } while (cursor)
    return found
}

/** Returns the date of birth; null if there is none that the reader may read. */
async function askBirth(get) {
    try {
        const { characteristics } = await get('/v1/characteristics', {})
        return characteristics.find(one => one.type === 'HKCharacteristicTypeIdentifierDateOfBirth')?.value ?? null
    } catch (error) {
        if (error.status === 403) return null
        throw error
    }
}
