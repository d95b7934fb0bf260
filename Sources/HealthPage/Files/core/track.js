/** The way of a workout: distance over time, from the points of routes or from samples of distance. */

import { activeSeconds } from './workouts.js'
import { milliseconds } from './time.js'

const earthRadius = 6_371_000
/** A point with a greater radius of uncertainty, in metres, is not drawn. */
const accuracyMax = 60
/** The route is the distance of a workout if it has at least this share of it. */
const routeShareMin = 0.9

const radians = degrees => degrees * Math.PI / 180

/** Returns the metres between two points on the earth. */
function metersBetween(one, other) {
    const [latitude, longitude] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)]
    const share = Math.sin(latitude / 2) ** 2
        + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitude / 2) ** 2
    return 2 * earthRadius * Math.asin(Math.min(Math.sqrt(share), 1))
}

/** Returns a number of a location; null if it is missing or not valid. */
function known(value, least = -Infinity) {
    return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : null
}

/**
 * Returns the points of routes in the order of time: `{time, active, meters, latitude, longitude,
 * altitude, speed, isStart}`. `isStart` is true for the first point of each route; the way to it is
 * not known.
 *
 * @param {object[]} routes samples of `workoutRoute`.
 */
export function routePoints(routes, workout) {
    const [start, end] = [milliseconds(workout.startDate), milliseconds(workout.endDate)]
    const sorted = [...routes].sort((one, other) => milliseconds(one.startDate) - milliseconds(other.startDate))
    const points = []
    let meters = 0
    for (const route of sorted) {
        let before = null
        for (const location of route.parts?.locations ?? []) {
            const point = {
                time: milliseconds(location.timestamp), latitude: known(location.latitude), longitude: known(location.longitude),
                altitude: (location.verticalAccuracy ?? 1) > 0 ? known(location.altitude) : null, speed: known(location.speed, 0),
            }
            const accuracy = location.horizontalAccuracy ?? 0
            if (point.latitude === null || point.longitude === null || accuracy < 0 || accuracy > accuracyMax) continue
            if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) continue
            if (Number.isNaN(point.time) || before && point.time < before.time) continue
            if (before) meters += metersBetween(before, point)
            point.meters = meters
            point.active = activeSeconds(workout, start, Math.min(Math.max(point.time, start), end))
            point.isStart = before === null
            points.push(point)
            before = point
        }
    }
    return points.length > 1 ? points : []
}

/**
 * Returns the samples of distances that begin before or end after a pause that they overlap, as
 * `{from, to, meters}`. Each quantity of a series is one. Only the source of the workout knows of
 * its pauses.
 *
 * @param {object[]} samples samples with their quantities, in metres; a sample may be there twice.
 */
export function pausedSamples(workout, samples) {
    const distinct = [...new Map(samples.map(sample => [sample.uuid, sample])).values()]
    return distinct.filter(sample => sample.source.id === workout.source.id)
        .flatMap(sample => sample.quantities ?? [sample])
        .map(({ startDate, endDate, value }) => ({ from: milliseconds(startDate), to: milliseconds(endDate), meters: value }))
        .filter(({ from, to }) => {
            const active = activeSeconds(workout, from, to)
            return active > 0 && active < (to - from) / 1000
        })
}

/**
 * Returns distance over time from buckets of distances in metres, in which each sample is spread
 * over its whole length. The samples of `pausedSamples` are spread over their time outside of pauses.
 */
function bucketPoints(buckets, workout, paused) {
    const [start, end] = [milliseconds(workout.startDate), milliseconds(workout.endDate)]
    const inside = time => Math.min(Math.max(time, start), end)
    let meters = 0
    const known = [{ time: start, meters: 0 }]
    for (const bucket of buckets) {
        meters += bucket.statistics?.sum ?? 0
        known.push({ time: inside(milliseconds(bucket.endDate)), meters })
    }
    if (!(meters > 0)) return []
    const edges = paused.length ? workout.pauses.flatMap(pause => [pause.startDate, pause.endDate]).map(milliseconds) : []
    const times = [...new Set([...known.map(point => point.time), ...edges.map(inside)])].sort((one, other) => one - other)
    const moved = time => paused.reduce((sum, { from, to, meters }) => {
        const until = Math.min(Math.max(time, from), to)
        const share = activeSeconds(workout, from, until) / activeSeconds(workout, from, to)
        return sum + meters * (share - (until - from) / (to - from))
    }, 0)
    let next = 1
    return times.map(time => {
        while (next < known.length - 1 && known[next].time < time) next += 1
        const [one, other] = [known[next - 1], known[next]]
        const share = other.time > one.time ? Math.min(Math.max((time - one.time) / (other.time - one.time), 0), 1) : 1
        return {
            time, meters: one.meters + share * (other.meters - one.meters) + moved(time),
            active: activeSeconds(workout, start, time), altitude: null,
        }
    })
}

/**
 * Returns the track of a workout: `{points, meters, origin, type, isPart}`, with origin `route` or
 * `samples`; null if neither has a distance. `type` is the type of the samples. `isPart` is true if
 * the track is clearly shorter than the distance that was recorded.
 *
 * @param {object[]} points see `routePoints`.
 * @param {object[]} collections statistics of types of distances, in metres.
 * @param {object[]} paused see `pausedSamples`.
 */
export function trackOf(workout, points, collections, paused = []) {
    // A phone counts steps as distance during a ride. The types are never added up, the longest counts.
    const [sampled] = collections
        .map(({ type, buckets }) => ({ type, points: bucketPoints(buckets, workout, paused) }))
        .filter(({ points }) => points.length)
        .sort((one, other) => other.points.at(-1).meters - one.points.at(-1).meters)
    const total = workout.totalDistance ?? sampled?.points.at(-1).meters ?? 0
    const routed = points.at(-1)?.meters ?? 0
    const made = (points, origin, type = null) => {
        const { meters } = points.at(-1)
        return { points, origin, type, meters, isPart: meters < routeShareMin * total }
    }
    if (routed > 0 && (routed >= routeShareMin * total || !sampled)) return made(points, 'route')
    return sampled ? made(sampled.points, 'samples', sampled.type) : null
}

/** Returns a point of the track at a distance, between its neighbours. */
export function pointAt(track, meters) {
    const { points } = track
    let [low, high] = [0, points.length - 1]
    while (high - low > 1) {
        const middle = (low + high) >> 1
        if (points[middle].meters < meters) low = middle
        else high = middle
    }
    const [one, other] = [points[low], points[high]]
    const share = other.meters > one.meters ? Math.min(Math.max((meters - one.meters) / (other.meters - one.meters), 0), 1) : 0
    const between = name => one[name] === null || other[name] === null || one[name] === undefined
        ? null : one[name] + share * (other[name] - one[name])
    return {
        meters, time: between('time'), active: between('active'), altitude: between('altitude'),
        latitude: between('latitude'), longitude: between('longitude'),
    }
}

/** A rest after the last whole split that is shorter than this share of a split is left out. */
const restShareMin = 0.02

/** Returns the splits: `{meters, isWhole, from, to, seconds, climb}`, with `from` and `to` points of the track. */
export function splitsOf(track, length) {
    const splits = []
    let from = pointAt(track, 0)
    for (let begin = 0; begin < track.meters; begin += length) {
        const end = Math.min(begin + length, track.meters)
        if (end - begin < restShareMin * length && splits.length) break
        const to = pointAt(track, end)
        splits.push({
            meters: end - begin, isWhole: end - begin > 0.999 * length, from, to, seconds: to.active - from.active,
            climb: from.altitude === null || to.altitude === null ? null : to.altitude - from.altitude,
        })
        from = to
    }
    return splits
}

/** The least metres over which a speed is averaged. */
const speedMeters = 60
/** The seconds over which a speed is averaged at least: points of a route are more exact than buckets of minutes. */
const speedSeconds = { route: 20, samples: 60 }

/** Returns the speed over the distance in steps: `{from, to, speed}`, in metres and metres per second. */
export function speedSteps(track, count) {
    const seconds = track.points.at(-1).active - track.points[0].active
    if (!(seconds > 0)) return []
    const size = Math.max(track.meters / count, speedMeters, track.meters / seconds * speedSeconds[track.origin])
    const steps = []
    let from = pointAt(track, 0)
    for (let index = 1; from.meters < track.meters; index += 1) {
        const to = pointAt(track, Math.min(index * size, track.meters))
        const [meters, length] = [to.meters - from.meters, to.active - from.active]
        // The rest at the end is too short for a speed.
        if (length > 0 && meters >= size / 2) steps.push({ from, to, speed: meters / length })
        from = to
    }
    return steps
}
