/** What the reader chose: cards, units, first weekday, time zone and language. The server keeps it. */

import { api } from './api.js'
import { localeFirstWeekday } from './format.js'
import { keepLanguage } from './language.js'
import { isOwn } from './session.js'
import { tell } from './tabs.js'

let preferences = {
    pinned: null, hidden: [], units: {}, goals: {}, firstWeekday: null, timeZone: null, language: null,
}
/** The language is chosen once, and not for each person whose data the reader sees. */
let language = null

export async function loadPreferences() {
    preferences = await api.get('/v1/preferences')
    const own = isOwn() ? preferences : await api.get('/v1/preferences', { person: null })
    language = own.language
}

/** Returns the tag of the language that the reader chose; null for the browser's language. */
export function chosenLanguage() {
    return language
}

/** Stores the language, and loads the page again in it. */
export async function setLanguage(tag) {
    language = (await api.put('/v1/preferences', { language: tag }, { person: null })).language
    if (keepLanguage(language)) location.reload()
}

export function preference() {
    return preferences
}

/** Stores some of the preferences; the others stay. Other tabs then load them again. */
export async function setPreferences(changes) {
    preferences = await api.put('/v1/preferences', changes)
    tell('preferences')
    return preferences
}

/** 1 is Monday, 7 is Sunday. */
export function firstWeekday() {
    return preferences.firstWeekday ?? localeFirstWeekday()
}

/** Returns the parameter `unit` of a question about types, or null if the reader chose no unit. */
export function unitParameter(types) {
    const chosen = types.map(type => [type.shortName, preferences.units[type.identifier]]).filter(([, unit]) => unit)
    return chosen.length ? chosen.map(([name, unit]) => `${name}:${unit}`).join(',') : null
}
