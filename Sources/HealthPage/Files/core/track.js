/** The points of the routes of a workout, as they are drawn. */

import { milliseconds } from './time.js'

const earthRadius = 6_371_000
/** A point with a greater radius of uncertainty, in metres, is not drawn. */
const accuracyMax = 60

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
 * Returns the points of routes in the order of time: `{time, meters, latitude, longitude, altitude,
 * speed, isStart}`. `isStart` is true for the first point of each route; the way to it is not known.
 *
 * @param {object[]} routes samples of `workoutRoute`.
 */
export function routePoints(routes) {
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
            point.isStart = before === null
            points.push(point)
            before = point
        }
    }
    return points.length > 1 ? points : []
}

/** Returns the point where `name`, which is `meters` or `time`, has a value, between its neighbours. */
export function pointAt(points, name, value) {
    let [low, high] = [0, points.length - 1]
    while (high - low > 1) {
        const middle = (low + high) >> 1
        if (points[middle][name] < value) low = middle
        else high = middle
    }
    const [one, other] = [points[low], points[high]]
    const share = other[name] > one[name] ? Math.min(Math.max((value - one[name]) / (other[name] - one[name]), 0), 1) : 0
    const between = key => one[key] === null || other[key] === null ? null : one[key] + share * (other[key] - one[key])
    return {
        meters: between('meters'), altitude: between('altitude'), latitude: between('latitude'), longitude: between('longitude'),
    }
}
