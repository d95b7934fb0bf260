/** One workout: asks for what exists of it, and shows the parts. */

import { api, isAborted } from '../../core/api.js'
import { allTypes, type } from '../../core/catalogue.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { unitParameter } from '../../core/preferences.js'
import { pathOf } from '../../core/router.js'
import { milliseconds } from '../../core/time.js'
import { pausedSamples, routePoints, trackOf } from '../../core/track.js'
import { distanceTypes, recordingBadge, standing } from '../../core/workouts.js'
import { zoneParameter } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { heartCard } from './heart.js'
import { activitiesCard, factsCard, figuresCard, timelineCard } from './facts.js'
import { elevationCard, speedCard, splitsCard } from './speed.js'
import { routeCard } from './route.js'
import { zonesCard } from './zones.js'

/** The most buckets of a chart over a workout. */
const bucketsMax = 700
/** The most routes of one answer. */
const routesMax = 20

export function workoutPage() {
    const head = element('div.view-head')
    const cards = {
        facts: factsCard(), route: routeCard(), elevation: elevationCard(), heart: heartCard(), speed: speedCard(),
        timeline: timelineCard(), activities: activitiesCard(), zones: zonesCard(), splits: splitsCard(), figures: figuresCard(),
    }
    const { facts, route, elevation, heart, speed, timeline, activities, zones, splits, figures } = cards
    const side = element('div.stack-wide', {}, [zones, splits, activities].map(card => card.element))
    const root = element('div.stack-wide', {},
        element('p', {}, element('a', { href: pathOf('workouts') }, text.workouts.back)), head, facts.element,
        element('div.columns', {},
            element('div.stack-wide', {}, [route, heart, speed, elevation, timeline].map(card => card.element)), side),
        figures.element)
    let control = null
    let uuid = null
    let birthDate
    let typesShown = []

    const load = async () => {
        control?.abort()
        control = new AbortController()
        const get = (path, parameters = {}) => api.get(path, parameters, { signal: control.signal })
        const timeZone = zoneParameter()
        const workout = await get(`/v1/workouts/${encodeURIComponent(uuid)}`, {
            timeZone, unit: unitParameter(allTypes().filter(one => one.kind === 'quantity')),
        })
        const measured = (workout.statistics ?? []).filter(one => one.statistics).map(one => one.type)
        const [collections, routes, birth] = await Promise.all([
            askCollections(get, workout, measured, timeZone), askRoutes(get, workout),
            birthDate === undefined ? askBirthDate(get) : birthDate,
        ])
        birthDate = birth
        typesShown = [...measured, type('workoutRoute')?.identifier, type('workout')?.identifier]
        const points = routePoints(routes, workout)
        const distances = collections.filter(one => distanceTypes.some(name => type(name)?.identifier === one.type))
        // A workout of several kinds has a speed and splits in each of them, and none as a whole.
        const isMixed = new Set(workout.workoutActivities.map(one => one.workoutActivityTypeName)).size > 1
        const heart = collections.find(one => one.type === type('heartRate')?.identifier)?.buckets ?? []
        let track = isMixed ? null : trackOf(workout, points, distances)
        if (track?.origin === 'samples' && workout.pauses.length) {
            track = trackOf(workout, points, distances, pausedSamples(workout, await askDuringPauses(get, workout, track.type)))
        }
        const model = {
            workout, points, birthDate, minutes: bucketMinutes(workout), kind: workout.workoutActivityTypeName,
            heart, standingHeart: standing(heart), track,
            profile: points.length ? { points, meters: points.at(-1).meters, origin: 'route' } : null,
        }
        fill(head, element('h1', {}, text.activityName(model.kind), recordingBadge(workout)), element('p.hint', {}, whenText(workout)))
        for (const card of Object.values(cards)) card.element.hidden = !card.show(model)
        side.hidden = [...side.children].every(card => card.hidden)
        side.parentElement.classList.toggle('single', side.hidden)
    }

    return {
        element: root,
        types: () => typesShown,
        show: route => {
            uuid = route.item
            return load()
        },
        refresh: load,
        close: () => {
            control?.abort()
            Object.values(cards).forEach(card => card.close?.())
        },
    }
}

function whenText({ startDate, endDate }) {
    const isOneDay = startDate.slice(0, 10) === endDate.slice(0, 10)
    const times = `${format.date(startDate, 'time')}–${format.date(endDate, isOneDay ? 'time' : 'dateTime')}`
    return `${format.date(startDate, 'long')}, ${times}`
}

/** Returns the length of a bucket in whole minutes; 0 for a workout without a length. */
function bucketMinutes({ startDate, endDate }) {
    return Math.ceil((milliseconds(endDate) - milliseconds(startDate)) / 60_000 / bucketsMax)
}

/** Asks for the heart rate and the distances over the workout, in buckets of whole minutes. */
async function askCollections(get, workout, measured, timeZone) {
    const names = ['heartRate', ...distanceTypes].filter(name => measured.includes(type(name)?.identifier))
    const minutes = bucketMinutes(workout)
    if (!names.length || minutes === 0) return []
    const answer = await get('/v1/statistics-collection', {
        types: names.join(','), interval: `${minutes}minute`, from: workout.startDate, to: workout.endDate, timeZone, fill: 'null',
        unit: names.map(name => `${name}:${name === 'heartRate' ? 'count/min' : 'm'}`).join(','),
    })
    return answer.collections
}

/** The most samples of a pause that are read: hours of a phone that counts on. */
const pauseSamplesMax = 1000

/** Asks for the samples of a type of distances that overlap the pauses of the workout. */
async function askDuringPauses(get, workout, distanceType) {
    const answers = await Promise.all(workout.pauses.map(pause => get('/v1/samples', {
        type: distanceType, from: pause.startDate, to: pause.endDate, unit: 'm', quantities: true, limit: pauseSamplesMax,
    })))
    return answers.flatMap(answer => answer.samples)
}

/**
 * Asks for the routes of the workout. An app may send a route that no workout names; then the routes
 * of the workout's source during the workout are shown.
 */
async function askRoutes(get, workout) {
    const named = workout.workoutRoutes ?? []
    if (!named.length && !type('workoutRoute')?.hasSamples || workout.startDate === workout.endDate) return []
    const found = []
    let cursor = null
    do {
        const answer = await get('/v1/samples', {
            type: 'workoutRoute', from: workout.startDate, to: workout.endDate, limit: routesMax, cursor,
        })
        found.push(...answer.samples)
        cursor = answer.cursor
    } while (cursor !== null)
    return found.filter(route => named.length ? named.includes(route.uuid) : route.source.id === workout.source.id)
}

/** Returns the date of birth; null if it is not known or not shared. */
async function askBirthDate(get) {
    try {
        const { characteristics } = await get('/v1/characteristics')
        const value = characteristics.find(one => one.type === 'HKCharacteristicTypeIdentifierDateOfBirth')?.value
        return /^\d{4}-\d\d-\d\d/.test(value ?? '') ? value : null
    } catch (error) {
        if (isAborted(error)) throw error
        return null
    }
}
