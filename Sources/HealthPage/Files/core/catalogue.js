/** The sample types of the person, with names, groups, colours and units. */

import { api } from './api.js'
import { text } from '../text/text.js'

/** All types by identifier, and by short name. */
let types = new Map()
/** The groups in the order of the Health app. */
let groups = []

export async function loadCatalogue() {
    const answer = await api.get('/v1/types')
    types = new Map()
    for (const type of answer.types) {
        types.set(type.identifier, type)
        types.set(type.shortName, type)
    }
    groups = answer.groups
}

/** Returns a type by its identifier or short name; undefined if the store does not have it. */
export function type(name) {
    return types.get(name)
}

/** Returns the types that have samples, in order of name. */
export function typesWithSamples() {
    return [...new Set(types.values())].filter(type => type.hasSamples)
        .sort((one, other) => one.displayName.localeCompare(other.displayName))
}

/** Returns all types of the catalogue. */
export function allTypes() {
    return [...new Set(types.values())].sort((one, other) => one.displayName.localeCompare(other.displayName))
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
