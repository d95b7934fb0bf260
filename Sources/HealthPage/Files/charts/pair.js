/** Two figures of the same days: as points of a plane, and as two lines over time. */

import { svg } from '../core/dom.js'
import { label, labelWidth, line, pathThrough, plot, roundTicks } from './svgplot.js'

const axisHeight = 22
const top = 18
const markSize = 9

/**
 * Makes a chart with a point for each day. Its model has `points`: `{x, y, spoken}`; `names` of the two
 * axes; and `words`, two functions that return a value of an axis as a text.
 */
export function scatterPlot(table) {
    return plot(drawScatter, table)
}

/**
 * Makes a chart with two lines, each on its own scale. Its model is that of `scatterPlot`; each point
 * has `day` also, its number of days after the first one; and `ends` are the texts of the first and the last day.
 */
export function overlayPlot(table) {
    return plot(drawOverlay, table)
}

/** Returns the least and the greatest of values, with some room around them. */
function endsOf(values) {
    const [least, greatest] = [Math.min(...values), Math.max(...values)]
    const room = (greatest - least || Math.abs(greatest) || 1) * 0.06
    return [least - room, greatest + room]
}

function drawScatter({ points, names, words }, width) {
    const [xEnds, yEnds] = ['x', 'y'].map(name => endsOf(points.map(point => point[name])))
    const yTicks = roundTicks(...yEnds, 5)
    const end = width - labelWidth(yTicks.map(words[1])) - 8
    const bottom = top + Math.min(Math.max(end * 0.7, 180), 340)
    const x = value => (value - xEnds[0]) / (xEnds[1] - xEnds[0]) * end
    const y = value => bottom - (value - yEnds[0]) / (yEnds[1] - yEnds[0]) * (bottom - top)
    const nodes = [label(names[1], end, 11, 'end')]
    for (const value of yTicks) nodes.push(line(0, y(value), end, y(value)), label(words[1](value), end + 5, y(value) + 4))
    const xTicks = roundTicks(...xEnds, Math.max(Math.floor(end / 90), 2))
    for (const value of xTicks) {
        const half = words[0](value).length * 3.5
        nodes.push(line(x(value), bottom, x(value), bottom + 4),
            label(words[0](value), Math.min(Math.max(x(value), half), end - half), bottom + 17, 'middle'))
    }
    nodes.push(label(names[0], end, bottom + axisHeight + 14, 'end'))
    const marks = points.map(point => ({
        x: x(point.x) - markSize / 2, width: markSize, top: y(point.y) - markSize / 2, height: markSize, spoken: point.spoken,
    }))
    nodes.push(svg('path.pair-points', { d: points.map(point => `M${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}h0.01`).join('') }))
    return { height: bottom + axisHeight + 20, nodes, marks, isPlane: true }
}

function drawOverlay({ points, names, words, ends }, width) {
    const scales = ['x', 'y'].map(name => endsOf(points.map(point => point[name])))
    const ticks = scales.map(scale => roundTicks(...scale, 3))
    const [start, end] = [labelWidth(ticks[0].map(words[0])) + 6, width - labelWidth(ticks[1].map(words[1])) - 8]
    const height = 150
    const bottom = top + height
    const lastDay = Math.max(points.at(-1).day, 1)
    const x = day => start + day / lastDay * (end - start)
    const y = (value, [least, greatest]) => bottom - (value - least) / (greatest - least) * height
    const nodes = [label(names[0], 0, 11, 'start', 'text.plot-label.pair-x'), label(names[1], width, 11, 'end', 'text.plot-label.pair-y'),
        line(start, bottom, end, bottom)]
    for (const value of ticks[0]) nodes.push(label(words[0](value), start - 6, y(value, scales[0]) + 4, 'end'))
    for (const value of ticks[1]) nodes.push(label(words[1](value), end + 5, y(value, scales[1]) + 4))
    nodes.push(label(ends[0], start, bottom + 16), label(ends[1], end, bottom + 16, 'end'))
    for (const [index, name] of ['x', 'y'].entries()) {
        nodes.push(svg(`path.pair-line.pair-${name}`, { d: pathThrough(points.map(point => [x(point.day), y(point[name], scales[index])])) }))
    }
    const step = (end - start) / lastDay
    const marks = points.map(point => ({ x: x(point.day) - step / 2, width: step, top, height, spoken: point.spoken }))
    return { height: bottom + axisHeight, nodes, marks }
}
