/** Figures of workouts, as the views show them: units of the reader, pace and splits. */

import { type } from './catalogue.js'
import { element } from './dom.js'
import * as format from './format.js'
import { preference } from './preferences.js'
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

/** Says whether pauses count in zones and splits; null if the workout had none. */
export function pausesText(workout) {
    if (workout.pauses.length) return text.workouts.pausesLeftOut
    return workout.duration !== null && workout.elapsedTime - workout.duration >= 1 ? text.workouts.pausesUnknown : null
}

/** The milliseconds for which a heart rate applies at most, as in averages of the service. */
export const standMilliseconds = 600_000

const metersOfUnit = { km: 1000, m: 1, cm: 0.01, mi: metersOfMile, yd: metersOfYard, ft: metersOfFoot, in: 0.0254 }

/** Returns a distance in metres; null if its unit is none of a distance. */
export function metersOf(value, unit) {
    return metersOfUnit[unit] ? value * metersOfUnit[unit] : null
}

/**
 * Returns the splits or steps of a workout with the way and the time up to their ends:
 * `{startDate, endDate, meters, toMeters, seconds, toSeconds, averageHeartRate, isWhole}`.
 *
 * @param {object|null} splits `distanceSplits` of the workout.
 * @param {string} name `splits` or `steps`.
 */
export function piecesOf(splits, name) {
    let [toMeters, toSeconds] = [0, 0]
    return (splits?.[name] ?? []).map(({ startDate, endDate, distance, duration, averageHeartRate }) => {
        const meters = metersOf(distance, splits.unit)
        toMeters += meters
        toSeconds += duration
        return {
            startDate, endDate, meters, toMeters, seconds: duration, toSeconds, averageHeartRate: averageHeartRate ?? null,
            isWhole: Math.abs(distance / splits.splitLength - 1) < 0.001,
        }
    })
}

/** The share of the recorded distance by which another one differs that is worth a sentence. */
const differenceMin = 0.01

/** Says why the splits have another distance than the workout; null if they have the same. */
export function differenceText({ distance, recordedDistance, repeatedDistance, unit }) {
    if (!recordedDistance || Math.abs(distance - recordedDistance) < differenceMin * recordedDistance) return null
    const words = value => distanceText(metersOf(value, unit))
    return [
        text.workouts.differs(words(distance), words(recordedDistance)),
        repeatedDistance > differenceMin * recordedDistance ? text.workouts.repeats(words(repeatedDistance)) : null,
    ].filter(Boolean).join(' ')
}
