/** A line over time or distance, with a band around it, shaded spans and a table. */

import { svg } from '../core/dom.js'
import { bandThrough, dots, label, labelWidth, line, pathThrough, plot } from './svgplot.js'

const axisHeight = 22
const gutter = { left: 4, top: 8 }

/**
 * Makes the chart. Its model has
 * - `from` and `to`, the ends of the x axis; `least` and `greatest`, those of the y axis;
 * - `points`: `{x, y, low, high}`, null where the line has a gap;
 * - `xTicks` and `yTicks`: `{value, words}`;
 * - `shades`: `{from, to, words}`; `marks`: `{from, to, spoken}`;
 * - `name`, a class for the colours; `isArea`, if the surface under the line is filled; `height`.
 */
export function lineChart(table) {
    return plot(draw, table)
}

function draw(model, width) {
    const { from, to, least, greatest, points, height = 170 } = model
    const end = width - labelWidth(model.yTicks.map(tick => tick.words)) - 12
    const bottom = gutter.top + height
    const x = value => gutter.left + (Math.min(Math.max(value, from), to) - from) / Math.max(to - from, 1e-9) * (end - gutter.left)
    const y = value => bottom - (Math.min(Math.max(value, least), greatest) - least) / Math.max(greatest - least, 1e-9) * height
    const drawn = points.map(point => point && { x: x(point.x), y: y(point.y), low: point.low, high: point.high })
    const nodes = []
    for (const shade of model.shades ?? []) {
        const [left, right] = [x(shade.from), x(shade.to)]
        nodes.push(svg('rect.plot-shade', {
            x: left.toFixed(1), y: gutter.top, width: Math.max(right - left, 1.5).toFixed(1), height,
        }))
    }
    for (const tick of model.yTicks) {
        nodes.push(line(gutter.left, y(tick.value), end, y(tick.value)), label(tick.words, end + 6, y(tick.value) + 4))
    }
    let free = -Infinity
    for (const tick of model.xTicks) {
        const at = x(tick.value)
        const half = tick.words.length * 3.4
        nodes.push(line(at, bottom, at, bottom + 4))
        if (at - half < free || at + half > width) continue
        free = at + half + 10
        nodes.push(label(tick.words, at - half < 0 ? 0 : at, bottom + 17, at - half < 0 ? 'start' : 'middle'))
    }
    const band = drawn.map(point => point && point.low !== undefined && [point.x, y(point.low), y(point.high)])
    const values = drawn.map(point => point && [point.x, point.y])
    nodes.push(svg(`path.line-band.${model.name}`, { d: bandThrough(band) }))
    const area = model.isArea ? drawn.map(point => point && [point.x, bottom, point.y]) : []
    nodes.push(svg(`path.line-band.${model.name}`, { d: bandThrough(area) }))
    nodes.push(svg(`path.line-path.${model.name}`, { d: pathThrough(values) }))
    nodes.push(svg(`path.line-path.dots.${model.name}`, { d: dots(values) }))
    const marks = model.marks.map(mark => ({
        x: x(mark.from), width: x(mark.to) - x(mark.from), top: gutter.top, height, spoken: mark.spoken,
    }))
    return { height: bottom + axisHeight, nodes, marks }
}

/** Returns ticks of seconds since a start at full minutes or hours, at most about `count`. */
export function timeSteps(seconds, count) {
    const sizes = [30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]
    const size = sizes.find(one => seconds / one <= count) ?? sizes.at(-1)
    return Array.from({ length: Math.floor(seconds / size) + 1 }, (_, index) => index * size)
}
