/** What happened during a workout: activities, pauses and events, each kind in its own row. */

import { svg } from '../core/dom.js'
import { label, line, plot } from './svgplot.js'

const rowHeight = 28
const gutter = { left: 84, right: 12, top: 4 }

/**
 * Makes the timeline. Its model has `from` and `to` in milliseconds, `ticks` (`{value, words}`) and
 * `rows`: `{words, name, items: [{from, to, spoken, words}]}`.
 */
export function timeline(table) {
    return plot(draw, table)
}

function draw({ from, to, rows, ticks }, width) {
    const end = width - gutter.right
    const x = time => gutter.left + (Math.min(Math.max(time, from), to) - from) / Math.max(to - from, 1) * (end - gutter.left)
    const bottom = gutter.top + rows.length * rowHeight
    const nodes = ticks.flatMap(tick => [
        line(x(tick.value), gutter.top, x(tick.value), bottom), label(tick.words, x(tick.value), bottom + 16, 'middle')])
    const marks = []
    rows.forEach((row, index) => {
        const top = gutter.top + index * rowHeight
        nodes.push(label(row.words, 0, top + rowHeight / 2 + 4), line(gutter.left, top + rowHeight, end, top + rowHeight))
        for (const item of row.items) {
            const [left, right] = [x(item.from), x(item.to)]
            const size = Math.max(right - left - 1, 3)
            nodes.push(svg(`rect.timeline-${row.name}`, {
                x: left.toFixed(1), y: top + 5, width: size.toFixed(1), height: rowHeight - 10, rx: 3,
            }))
            if (item.words && size > item.words.length * 7 + 10) {
                nodes.push(label(item.words, left + 6, top + rowHeight / 2 + 4, 'start', 'text.plot-label.on-bar'))
            }
            marks.push({ x: left, width: size, top: top + 2, height: rowHeight - 4, spoken: item.spoken })
        }
    })
    return { height: bottom + 24, nodes, marks }
}
