/** Names of HealthKit's values and activities, and errors of the API, in the reader's language. */

import { names, text } from '../text/text.js'

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
