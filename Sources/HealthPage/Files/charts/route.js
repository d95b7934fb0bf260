/** The way of a workout as a line on an empty ground. No map is loaded from another host. */

import { svg } from '../core/dom.js'
import { label, plot } from './svgplot.js'

const padding = 26
const heightMax = 420
const heightMin = 180
/** The most points that are drawn. */
const pointsMax = 700
const speedClasses = 5

/**
 * Makes the picture. Its model has `points` of `routePoints`, `stops` (`{latitude, longitude,
 * spoken, words}`, such as each kilometre), `scales` (`{meters, words}`, lengths for the scale bar),
 * and the words `start`, `end`.
 */
export function routePicture(table) {
    return plot(draw, table)
}

/** Returns the slowest and the fastest speed of the colours; null if the route has no speeds. */
export function speedLimits(points) {
    const speeds = points.map(point => point.speed).filter(speed => speed !== null).sort((one, other) => one - other)
    if (speeds.length < points.length / 2) return null
    const at = share => speeds[Math.min(Math.floor(speeds.length * share), speeds.length - 1)]
    const [slow, fast] = [Math.max(at(0.05), at(0.5) * 0.4), at(0.95)]
    return fast - slow > 0.2 ? { slow, fast } : null
}

/** Returns points in metres, east and south of the first one. The cosine of the latitude keeps angles true. */
function projected(points) {
    const [first] = points
    const middle = points.reduce((sum, point) => sum + point.latitude, 0) / points.length
    const metersOfDegree = 111_195
    const shrink = Math.cos(middle * Math.PI / 180)
    // A route across the 180th meridian goes on instead of around the earth.
    const turn = degrees => degrees - 360 * Math.round(degrees / 360)
    return point => [
        turn(point.longitude - first.longitude) * shrink * metersOfDegree, (first.latitude - point.latitude) * metersOfDegree]
}

function draw({ points, stops, scales, start, end, limits }, width) {
    const project = projected(points)
    const flat = points.map(project)
    const [left, right] = [Math.min(...flat.map(([x]) => x)), Math.max(...flat.map(([x]) => x))]
    const [top, bottom] = [Math.min(...flat.map(([, y]) => y)), Math.max(...flat.map(([, y]) => y))]
    const [wide, high] = [Math.max(right - left, 1), Math.max(bottom - top, 1)]
    const inner = width - 2 * padding
    const height = Math.min(Math.max(inner / wide * high + 2 * padding, heightMin), heightMax)
    const scale = Math.min(inner / wide, (height - 2 * padding) / high)
    const [shiftX, shiftY] = [(width - wide * scale) / 2 - left * scale, (height - high * scale) / 2 - top * scale]
    const place = point => {
        const [x, y] = project(point)
        return [x * scale + shiftX, y * scale + shiftY]
    }
    const kept = thinned(points)
    const placed = kept.map(place)
    const nodes = [svg('path.route-casing', { d: pathOf(kept, placed, () => true) })]
    if (limits) {
        const classes = classesOf(kept, limits)
        for (let one = 0; one < speedClasses; one += 1) {
            nodes.push(svg(`path.route-line.speed-${one + 1}`, { d: pathOf(kept, placed, index => classes[index] === one) }))
        }
    } else {
        nodes.push(svg('path.route-line', { d: pathOf(kept, placed, () => true) }))
    }
    const marks = []
    const isAtEnd = (x, y) => [placed[0], placed.at(-1)].some(([endX, endY]) => Math.hypot(x - endX, y - endY) < 18)
    for (const stop of stops) {
        const [x, y] = place(stop)
        nodes.push(svg('circle.route-stop', { cx: x.toFixed(1), cy: y.toFixed(1), r: 3 }))
        if (stops.length <= 30 && !isAtEnd(x, y)) nodes.push(label(stop.words, x + 6, y - 5, 'start', 'text.plot-label.halo'))
        marks.push({ x: x - 8, width: 16, top: y - 8, height: 16, spoken: stop.spoken })
    }
    nodes.push(...ends(placed, start, end, width), ...scaleBar(scales, scale, height, width))
    return { height, nodes, marks, isPlane: true }
}

function ends(placed, start, end, width) {
    const [[x1, y1], [x2, y2]] = [placed[0], placed.at(-1)]
    const side = x => x > width - 70 ? [x - 10, 'end'] : [x + 10, 'start']
    const isSame = Math.hypot(x2 - x1, y2 - y1) < 24
    const named = (words, x, y) => label(words, side(x)[0], y + 4, side(x)[1], 'text.plot-label.strong.halo')
    return [
        svg('rect.route-end', { x: (x2 - 5.5).toFixed(1), y: (y2 - 5.5).toFixed(1), width: 11, height: 11, rx: 2 }),
        svg('circle.route-start', { cx: x1.toFixed(1), cy: y1.toFixed(1), r: 6 }),
        named(start, x1, isSame ? y1 - 9 : y1),
        named(end, x2, isSame ? y2 + 11 : y2),
    ]
}

/** Draws the longest of the lengths that takes at most a third of the width. */
function scaleBar(scales, scale, height, width) {
    const fitting = scales.filter(one => one.meters * scale <= width / 3)
    const chosen = fitting.length ? fitting.at(-1) : scales[0]
    const length = chosen.meters * scale
    const y = height - 10
    return [
        svg('path.route-scale', { d: `M10 ${y - 5}v5h${length.toFixed(1)}v-5` }),
        label(chosen.words, 16 + length, y),
    ]
}

function thinned(points) {
    const every = Math.ceil(points.length / pointsMax)
    return points.filter((point, index) => index % every === 0 || point.isStart || index === points.length - 1)
}

/** Returns the class of the speed of each point: 0 is the slowest. */
function classesOf(points, { slow, fast }) {
    let last = 0
    return points.map(point => {
        if (point.speed !== null) {
            last = Math.min(Math.max(Math.floor((point.speed - slow) / (fast - slow) * speedClasses), 0), speedClasses - 1)
        }
        return last
    })
}

/** Returns the path of the ways to the points that `isShown` takes. The way to the first point of a route is no way. */
function pathOf(points, placed, isShown) {
    let path = ''
    let isPen = false
    points.forEach((point, index) => {
        const isWay = index > 0 && !point.isStart && isShown(index)
        if (isWay) {
            if (!isPen) path += `M${placed[index - 1].map(value => value.toFixed(1)).join(' ')}`
            path += `L${placed[index].map(value => value.toFixed(1)).join(' ')}`
        }
        isPen = isWay
    })
    return path
}
