/** The sample types of the person, with names, groups, colours and units. */

import { api } from './api.js'
import { locale } from './language.js'
import { names, text } from '../text/text.js'

/** All types by identifier, and by short name. */
let types = new Map()
/** The groups in the order of the Health app. */
let groups = []

export async function loadCatalogue() {
    const answer = await api.get('/v1/types')
    types = new Map()
    for (const type of answer.types) {
        type.displayName = names.types[type.shortName] ?? type.displayName
        types.set(type.identifier, type)
        types.set(type.shortName, type)
    }
    groups = answer.groups
    for (const group of groups) group.displayName = names.groups[group.name] ?? group.displayName
}

/** Returns a type by its identifier or short name; undefined if the store does not have it. */
export function type(name) {
    return types.get(name)
}

/** Returns the types that have samples, in order of name. */
export function typesWithSamples() {
    return [...new Set(types.values())].filter(type => type.hasSamples)
        .sort((one, other) => one.displayName.localeCompare(other.displayName, locale))
}

/** Returns all types of the catalogue. */
export function allTypes() {
    return [...new Set(types.values())].sort((one, other) => one.displayName.localeCompare(other.displayName, locale))
}

export function typeGroups() {
    return groups
}

/** Returns the colour of a type's group; grey for a type that is in no catalogue. */
export function colorOf(name) {
    return types.get(name)?.color ?? groups.find(group => group.name === name)?.color ?? '#8e8e93'
}

/** True if the values of a type are added up: steps, energy. */
export function isCumulative(type) {
    return type.aggregationStyle === 'cumulative'
}

/** True if the values of a type have an average, a least and a greatest one: heart rate, weight. */
export function isDiscrete(type) {
    return type.aggregationStyle?.startsWith('discrete') ?? false
}

/** True if the samples of a type are counted, and their time is added up: symptoms, mindful sessions. */
export function isCategory(type) {
    return type.aggregationStyle === 'category'
}

/** The category types whose figure is the time. That of the others is how often. */
const timedTypes = ['mindfulSession']
/** The category types that people look at as a figure of each day, as they do at steps. */
const dailyTypes = [...timedTypes, 'appleStandHour']

export function isTimed(type) {
    return timedTypes.includes(type.shortName)
}

/** True if a week or month of a category type is shown as the average of its days. */
export function isDaily(type) {
    return dailyTypes.includes(type.shortName)
}

/** The values that say that there was nothing: no headache, no standing. */
const absentValues = ['idle', 'none', 'notPresent']

/** Returns the figure of a category type: minutes, or how often; null without samples. */
export function categoryValue(statistics, unit) {
    if (!statistics) return null
    if (unit === 'min') return statistics.duration / 60
    return presentValues(statistics).reduce((sum, one) => sum + one.count, 0)
}

/** Returns the values that do not say that there was nothing. */
export function presentValues(statistics) {
    return statistics.byValue.filter(one => !absentValues.includes(one.valueName))
}

/** Returns the seconds that samples cover; null if some of them say that there was nothing. */
export function categoryLength(statistics) {
    const isWhole = statistics && !statistics.byValue.some(one => absentValues.includes(one.valueName))
    return isWhole && statistics.duration > 0 ? statistics.duration : null
}

/** The quantities of the correlation that is shown as one figure: `120/80`. */
const pressureTypes = ['bloodPressureSystolic', 'bloodPressureDiastolic']

/** Returns the types of the two values of a blood pressure; null for any other type. */
export function pairOf(type) {
    return type.shortName === 'bloodPressure' ? pressureTypes.map(name => types.get(name)) : null
}

/** Returns the name of a source. ECGs of an export name no source. */
export function sourceName(source) {
    return source.name || text.sources.unnamed
}

/**
 * Returns the unit with which the page shows values of a type. Beats are counted in `bpm`, where the
 * API has `count/min` for beats, breaths and turns alike.
 */
export function shownUnit(type, unit) {
    return unit === 'count/min' && type?.group === 'heart' ? 'bpm' : unit
}
