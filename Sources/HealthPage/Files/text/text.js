/** The texts and names of the page in the reader's language. What is missing in it is English. */

import { language, locale } from '../core/language.js'
import english from './en.js'

const own = language === 'en' ? {} : await import(`./${language}.js`)

const categories = ['zero', 'one', 'two', 'few', 'many', 'other']
const plurals = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/** True for the forms of a text that counts, and false for a group of texts. */
function isPlural(one) {
    return one.other !== undefined && Object.keys(one).every(key => categories.includes(key))
}

/** Returns the names of the values of a text, in their order. */
function valueNames(message) {
    const words = typeof message === 'string' ? message : [message.other, ...Object.values(message)].join(' ')
    return [...new Set([...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))]
}

function filled(message, values) {
    const words = typeof message === 'string' ? message : message[plurals.select(values.count)] ?? message.other
    return words.replace(/\{(\w+)\}/g, (_, name) =>
        typeof values[name] === 'number' ? numbers.format(values[name]) : values[name])
}

/** Returns texts as `en.js` describes them: a text with values is a function of them. */
function made(english, own) {
    if (typeof english === 'string' || isPlural(english)) {
        const names = valueNames(english)
        const message = own ?? english
        if (names.length === 0) return message
        return (...values) => filled(message, Object.fromEntries(names.map((name, index) => [name, values[index]])))
    }
    if (Array.isArray(english)) return english.map((one, index) => made(one, own?.[index]))
    return Object.fromEntries(Object.entries(english).map(([key, one]) => [key, made(one, own?.[key])]))
}

export const text = made(english, own.default)

/** What the API has in English only: names of HealthKit's types, values and activities, and errors by code. */
export const names = { types: {}, groups: {}, values: {}, activities: {}, errors: {}, ...own.names }

/** Returns an identifier as English words: `traditionalStrengthTraining`. */
function inWords(name) {
    const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
    return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the name of an activity type: `traditionalStrengthTraining`. */
export function activityName(name) {
    return name ? names.activities[name] ?? inWords(name) : text.unnamedActivity
}

/** Returns the name of a value of a category type: `notPresent`. */
export function valueName(name) {
    return name ? names.values[name] ?? inWords(name) : text.unnamedValue
}

/** Returns an error of the API, such as that of a refused record, as a sentence. */
export function errorWords({ code, message }) {
    return names.errors[code] ?? message
}
