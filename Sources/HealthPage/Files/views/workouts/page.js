/** One workout: asks for what exists of it, and shows the parts. */

import { api } from '../../core/api.js'
import { allTypes, type } from '../../core/catalogue.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { unitParameter } from '../../core/preferences.js'
import { pathOf } from '../../core/router.js'
import { milliseconds } from '../../core/time.js'
import { routePoints } from '../../core/track.js'
import { piecesOf, recordingBadge } from '../../core/workouts.js'
import { zoneParameter } from '../../core/zone.js'
import { activityName, text } from '../../text/text.js'
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
        const [heart, routes] = await Promise.all([askHeart(get, workout, measured, timeZone), askRoutes(get, workout)])
        typesShown = [...measured, type('workoutRoute')?.identifier, type('workout')?.identifier]
        const points = routePoints(routes)
        const model = {
            workout, points, heart, kind: workout.workoutActivityTypeName,
            splits: piecesOf(workout.distanceSplits, 'splits'), steps: piecesOf(workout.distanceSplits, 'steps'),
        }
        fill(head, element('h1', {}, activityName(model.kind), recordingBadge(workout)), element('p.hint', {}, whenText(workout)))
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

/** Asks for the heart rate over the workout, in buckets of whole minutes. */
async function askHeart(get, workout, measured, timeZone) {
    const minutes = bucketMinutes(workout)
    if (!measured.includes(type('heartRate')?.identifier) || minutes === 0) return []
    const answer = await get('/v1/statistics-collection', {
        types: 'heartRate', interval: `${minutes}minute`, from: workout.startDate, to: workout.endDate, timeZone, fill: 'null',
        unit: 'heartRate:count/min',
    })
    return answer.collections[0].buckets
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
