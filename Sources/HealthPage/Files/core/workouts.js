/** Figures of workouts, as the views show them: units of the reader, active time, pace and zones. */

import { type } from './catalogue.js'
import { element } from './dom.js'
import * as format from './format.js'
import { preference } from './preferences.js'
import { milliseconds } from './time.js'
import { text } from '../text/text.js'

const metersOfMile = 1609.344
const metersOfFoot = 0.3048
const metersOfYard = 0.9144
const kilojoulesOfKilocalorie = 4.184

/** Returns a badge for a workout that is recorded live; null for a finished one. */
export function recordingBadge({ recordingState }) {
    return recordingState ? [' ', element('span.tag', {}, text.workouts.recording[recordingState])] : null
}

/** The types whose samples are the distance of a workout. */
export const distanceTypes = [
    'distanceWalkingRunning', 'distanceCycling', 'distanceSwimming', 'distanceWheelchair', 'distanceDownhillSnowSports',
    'distanceCrossCountrySkiing', 'distancePaddleSports', 'distanceRowing', 'distanceSkatingSports',
]

/** The kinds of workouts whose pace people compare, and not the speed. */
const pacedKinds = ['running', 'walking', 'hiking', 'wheelchairRunPace', 'wheelchairWalkPace', 'swimming', 'rowing']
/** The kinds whose pace is per 100 metres or yards. */
const swumKinds = ['swimming', 'waterFitness']

function chosenUnit(name, fallback) {
    const found = type(name)
    return preference().units[found?.identifier] ?? found?.chosenUnit ?? found?.unit ?? fallback
}

/** True if the reader reads distances in miles. */
export function isInMiles() {
    return ['mi', 'yd', 'ft'].includes(chosenUnit('distanceWalkingRunning', 'km'))
}

/** Returns the unit of long distances with its metres. */
export function distanceUnit() {
    return isInMiles() ? { unit: 'mi', meters: metersOfMile } : { unit: 'km', meters: 1000 }
}

/** Returns a distance with its unit; of a swim in metres or yards. */
export function distanceText(meters, kind = null) {
    if (swumKinds.includes(kind)) {
        return isInMiles() ? format.quantity(Math.round(meters / metersOfYard), 'yd') : format.quantity(Math.round(meters), 'm')
    }
    const { unit, meters: length } = distanceUnit()
    return format.quantity(meters / length, unit)
}

/** Returns the unit of heights with its metres. */
export function heightUnit() {
    return isInMiles() ? { unit: 'ft', meters: metersOfFoot } : { unit: 'm', meters: 1 }
}

/** Returns a height with its unit. */
export function heightText(meters) {
    const { unit, meters: length } = heightUnit()
    return format.quantity(Math.round(meters / length), unit)
}

/** Returns a temperature with its unit; `unit` is `degC` or `degF`. */
export function temperatureText(value, unit) {
    const wanted = chosenUnit('bodyTemperature', 'degC')
    if (wanted === unit) return format.quantity(value, unit)
    return wanted === 'degF' ? format.quantity(value * 1.8 + 32, 'degF') : format.quantity((value - 32) / 1.8, 'degC')
}

/** Returns an energy in kilocalories in the reader's unit. */
export function energyText(kilocalories) {
    return chosenUnit('activeEnergyBurned', 'kcal') === 'kJ'
        ? format.quantity(Math.round(kilocalories * kilojoulesOfKilocalorie), 'kJ')
        : format.quantity(Math.round(kilocalories), 'kcal')
}

/**
 * Returns how the speed of a kind of workout is read.
 *
 * @returns {{isPace: boolean, name: string, unit: string, value: Function, words: Function, short: Function}}
 *     All functions take metres per second. `value` is the number in `unit`, for a pace in seconds;
 *     `words` is a text with the unit, and `short` a text without it.
 */
export function speedStyle(kind) {
    if (!pacedKinds.includes(kind)) {
        const { unit, meters } = distanceUnit()
        return {
            isPace: false, name: text.workouts.speed, value: speed => speed * 3600 / meters, unit: `${unit}/hr`,
            words: speed => format.quantity(speed * 3600 / meters, `${unit}/hr`),
            short: speed => format.number(speed * 3600 / meters, `${unit}/hr`),
        }
    }
    const isShort = swumKinds.includes(kind)
    const length = isShort ? 100 * (isInMiles() ? metersOfYard : 1) : distanceUnit().meters
    const unit = isShort ? (isInMiles() ? '100 yd' : '100 m') : distanceUnit().unit
    return {
        isPace: true, name: text.workouts.pace, value: speed => length / speed, unit,
        words: speed => speed > 0 ? format.pace(length / speed, unit) : '–',
        short: speed => speed > 0 ? format.clock(length / speed) : '–',
    }
}

/** Returns the seconds of a time span in which the workout was not paused. */
export function activeSeconds(workout, from, to) {
    let length = to - from
    for (const pause of workout.pauses) {
        length -= Math.max(Math.min(milliseconds(pause.endDate), to) - Math.max(milliseconds(pause.startDate), from), 0)
    }
    return Math.max(length, 0) / 1000
}

/** Says whether pauses count in figures over time; null if the workout had none. */
export function pausesText(workout) {
    if (workout.pauses.length) return text.workouts.pausesLeftOut
    return workout.duration !== null && workout.elapsedTime - workout.duration >= 1 ? text.workouts.pausesUnknown : null
}

/** The milliseconds for which a heart rate applies at most, as in averages of the service. */
export const standMilliseconds = 600_000

/**
 * Returns the buckets that have an average, each until the next one begins, or for ten minutes: a
 * watch that saves energy measures every few minutes.
 */
export function standing(buckets) {
    const known = buckets.filter(bucket => typeof bucket.statistics?.average === 'number')
    return known.map((bucket, index) => {
        const [start, end] = [milliseconds(bucket.startDate), milliseconds(bucket.endDate)]
        const next = index + 1 < known.length ? milliseconds(known[index + 1].startDate) : Infinity
        return { from: start, to: Math.max(end, Math.min(next, start + standMilliseconds)), statistics: bucket.statistics }
    })
}

/** Returns the average of standing buckets over a time span, weighted by the time in it; null without any. */
export function averageOver(buckets, from, to) {
    let [sum, weight] = [0, 0]
    for (const bucket of buckets) {
        const length = Math.min(bucket.to, to) - Math.max(bucket.from, from)
        if (length <= 0) continue
        sum += bucket.statistics.average * length
        weight += length
    }
    return weight > 0 ? sum / weight : null
}

/** The lower ends of the zones 2 to 5, as shares of the greatest heart rate. */
const zoneShares = [0.6, 0.7, 0.8, 0.9]

/** Returns the age in whole years on a date. */
function ageOn(birthDate, date) {
    const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4))
    return date.slice(5, 10) < birthDate.slice(5, 10) ? years - 1 : years
}

/**
 * Returns the time in five zones, of the average of each bucket. `unknown` is the time without a
 * heart rate and without pauses, in seconds.
 *
 * @param {object[]} known see `standing`.
 * @param {string|null} birthDate
 * @returns {{zones: object[], basis: string, unknown: number}|null} null without a heart rate.
 */
export function heartZones(workout, known, birthDate) {
    if (!known.length) return null
    const age = birthDate ? ageOn(birthDate, workout.startDate) : null
    const isByAge = age !== null && age > 0 && age < 130
    const greatest = isByAge ? 208 - 0.7 * age
        : Math.max(...known.map(bucket => bucket.statistics.maximum ?? bucket.statistics.average))
    const greatestText = format.number(greatest, 'bpm')
    const limits = zoneShares.map(share => Math.round(share * greatest))
    const [start, end] = [milliseconds(workout.startDate), milliseconds(workout.endDate)]
    const durations = [0, 0, 0, 0, 0]
    for (const bucket of known) {
        const [from, to] = [Math.max(bucket.from, start), Math.min(bucket.to, end)]
        durations[limits.filter(limit => bucket.statistics.average >= limit).length] += activeSeconds(workout, from, to)
    }
    return {
        zones: durations.map((duration, index) => ({
            duration, minimum: limits[index - 1] ?? null, maximum: limits[index] ?? null,
        })),
        unknown: activeSeconds(workout, start, end) - durations.reduce((sum, duration) => sum + duration, 0),
        basis: isByAge ? text.workouts.zonesByAge(age, greatestText) : text.workouts.zonesByMaximum(greatestText),
    }
}
