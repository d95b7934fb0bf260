/** Many nights: bed and wake times as floating bars, and the stages of each night below them. */

import { svg } from '../core/dom.js'
import * as format from '../core/format.js'
import { label, labelWidth, line, plot } from './svgplot.js'

const clockHeight = 250
const stackHeight = 120
const between = 34
const gutter = { left: 4, top: 10 }
/** The stages of a stack from the bottom to the top. */
const stacked = ['deep', 'core', 'rem', 'unspecified', 'awake']
/** The clock that is always shown, in minutes since noon: 22:00 to 08:00. */
const usual = [600, 1200]
/** The clock that is shown at most: noon to 18:00 of the next day. Longer bars are cut. */
const widest = [0, 1800]

/**
 * Makes the chart. Its model has `items`, `summary` and `names` of both panels. An item is a night,
 * or the average of a week: `{tick, spoken, from, to, pieces, stages}`. `from` and `to` are minutes
 * on the clock since noon of the day before, null without a night; `pieces` are `{stage, from, to}`;
 * `stages` are seconds.
 */
export function nightsChart(pick, table) {
    return plot(draw, table, { pick })
}

function draw({ items, names }, width) {
    const known = items.filter(item => item.from !== null)
    const first = Math.max(Math.floor(Math.min(usual[0], ...known.map(item => item.from)) / 60) * 60, widest[0])
    const last = Math.min(Math.ceil(Math.max(usual[1], ...known.map(item => item.to)) / 60) * 60, widest[1])
    const y = minutes => gutter.top + (Math.min(Math.max(minutes, first), last) - first) / (last - first) * clockHeight
    const end = width - Math.max(labelWidth([clockText(22 * 60 - 720)]), labelWidth([format.duration(36_000)])) - 8
    const step = (end - gutter.left) / items.length
    const left = index => gutter.left + index * step
    const thick = Math.min(Math.max(step * 0.62, 2), 34)
    const nodes = []
    const hours = [60, 120, 180, 240].find(size => (last - first) / size <= 8)
    for (let minutes = Math.ceil(first / hours) * hours; minutes <= last; minutes += hours) {
        nodes.push(line(gutter.left, y(minutes), end, y(minutes)), label(clockText(minutes), end + 5, y(minutes) + 4))
    }
    const stackTop = gutter.top + clockHeight + between
    nodes.push(label(names.stages, gutter.left, stackTop - 10, 'start', 'text.plot-label.strong'))
    nodes.push(...stackNodes(items, left, step, thick, stackTop, end))
    items.forEach((item, index) => {
        const x = left(index) + (step - thick) / 2
        if (item.from !== null) nodes.push(...barNodes(item, x, thick, y))
    })
    let free = 0
    items.forEach((item, index) => {
        const at = left(index) + step / 2
        if (!item.tick || at < free) return
        free = at + Math.max(item.tick.length * 7, 18) + 6
        nodes.push(label(item.tick, at, stackTop + stackHeight + 17, 'middle'))
    })
    const marks = items.map((item, index) => ({
        x: left(index), width: step, top: gutter.top - 4, height: stackTop + stackHeight - gutter.top + 4, spoken: item.spoken,
    }))
    return { height: stackTop + stackHeight + 24, nodes, marks }
}

function barNodes(item, x, thick, y) {
    const clip = (from, to) => `M${x.toFixed(1)} ${y(from).toFixed(1)}`
        + `h${thick.toFixed(1)}V${y(to).toFixed(1)}h${(-thick).toFixed(1)}Z`
    const height = Math.max(y(item.to) - y(item.from), 2)
    const whole = svg('rect', {
        x: x.toFixed(1), y: y(item.from).toFixed(1), width: thick.toFixed(1), height: height.toFixed(1),
        rx: Math.min(thick / 2, 5),
    })
    if (!item.pieces.length) {
        whole.setAttribute('class', item.isAverage ? 'stage-core' : 'stage-unspecified')
        return [whole]
    }
    whole.setAttribute('class', 'stage-inBed faint')
    const found = [...new Set(item.pieces.map(piece => piece.stage))]
    return [whole, ...found.map(stage => svg(`path.stage-${stage}`, {
        d: item.pieces.filter(piece => piece.stage === stage).map(piece => clip(piece.from, piece.to)).join(''),
    }))]
}

/** Returns the hours of the axis of stacks: the full hours of the highest. */
export function stackScale(items) {
    const total = item => stacked.reduce((sum, stage) => sum + (item.stages?.[stage] ?? 0), 0)
    return Math.ceil(Math.max(...items.map(total), 3600) / 3600)
}

/** Returns the stages of a stack from the bottom to the top: `{stage, bottom, height}`. */
export function stackParts(item, hours, whole = stackHeight) {
    let bottom = 0
    return stacked.flatMap(stage => {
        const height = (item.stages?.[stage] ?? 0) / (hours * 3600) * whole
        if (height <= 0) return []
        bottom += height
        return [{ stage, bottom: bottom - height, height }]
    })
}

function stackNodes(items, left, step, thick, top, end) {
    const hours = stackScale(items)
    const nodes = []
    const every = Math.ceil(hours / 4)
    for (let hour = 0; hour <= hours; hour += every) {
        const y = top + stackHeight - hour / hours * stackHeight
        nodes.push(line(gutter.left, y, end, y), label(hour ? format.duration(hour * 3600) : format.number(0), end + 5, y + 4))
    }
    items.forEach((item, index) => {
        for (const { stage, bottom, height } of stackParts(item, hours)) {
            nodes.push(svg(`rect.stage-${stage}`, {
                x: (left(index) + (step - thick) / 2).toFixed(1), y: (top + stackHeight - bottom - height).toFixed(1),
                width: thick.toFixed(1), height: height.toFixed(1),
            }))
        }
    })
    return nodes
}

/** Returns minutes since noon as a time of day. */
export function clockText(minutes) {
    const ofDay = ((Math.round(minutes) + 720) % 1440 + 1440) % 1440
    const two = value => String(value).padStart(2, '0')
    return format.date(`2000-01-01T${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}:00`, 'time')
}
