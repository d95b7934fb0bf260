/** Many days as a calendar: each week is a column, and the depth of a day's colour is its value. */

import { element, svg, setStyle } from '../core/dom.js'
import * as format from '../core/format.js'
import { addDays, addMonths, daysBetween, startOfWeek } from '../core/time.js'
import { label, plot } from './svgplot.js'

/** The depths of the colour, from the lowest to the highest fifth of the days. */
const shares = [16, 36, 56, 78, 100]
/** The width below which two half years stand one below the other. */
const halfWidth = 560
const [left, top, between] = [34, 18, 12]

/**
 * Returns the values at which the next depth begins: those that part the days into fifths, each once.
 * Equal days have the greatest depth.
 */
export function depthLimits(values) {
    const sorted = values.filter(value => value !== null).sort((one, other) => one - other)
    if (!sorted.length) return []
    const limits = [0.2, 0.4, 0.6, 0.8].map(share => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)])
    return [...new Set(limits)].filter(limit => limit > sorted[0])
}

/** Returns the depth of a value: the greatest one of the highest values. */
export function depthOf(value, limits) {
    return shares[shares.length - 1 - limits.filter(limit => value < limit).length]
}

/**
 * Makes the calendar. Its model has the dates `from` and `to`, which is not shown, `firstWeekday`, `summary`,
 * `limits` (see `depthLimits`), `days` by date: `{value, isReached}`, and `words(date, day)`; a date without a
 * day has no data. The left and right arrow keys move by a week.
 *
 * @param {(date: string) => void} pick is called with a chosen date.
 */
export function calendar(pick, table) {
    let dates = []
    const made = plot((model, width) => {
        dates = Array.from({ length: daysBetween(model.from, model.to) }, (_, index) => addDays(model.from, index))
        return draw(model, dates, width)
    }, table, { pick: index => pick(dates[index]) })
    made.element.classList.add('calendar')
    return made
}

function draw({ days, firstWeekday, limits, words }, dates, width) {
    const half = addMonths(dates[0], 6)
    const parts = width < halfWidth && dates.at(-1) >= half
        ? [dates.filter(date => date < half), dates.filter(date => date >= half)] : [dates]
    const columnOf = (date, part) => daysBetween(startOfWeek(part[0], firstWeekday), startOfWeek(date, firstWeekday)) / 7
    const columns = Math.max(...parts.map(part => columnOf(part.at(-1), part) + 1))
    const cell = Math.min(Math.floor((width - left) / columns * 10) / 10, 22)
    const nodes = []
    const marks = []
    parts.forEach((part, index) => {
        const upper = index * (top + 7 * cell + between) + top
        const rowOf = date => daysBetween(startOfWeek(date, firstWeekday), date)
        const firstWeek = startOfWeek(part[0], firstWeekday)
        for (const row of cell < 13 ? [0, 3, 6] : [0, 2, 4, 6]) {
            nodes.push(label(format.date(addDays(firstWeek, row), 'weekday'), 0, upper + row * cell + cell * 0.78))
        }
        for (const date of part) {
            const [x, y] = [left + columnOf(date, part) * cell, upper + rowOf(date) * cell]
            const day = days.get(date)
            const size = (cell - Math.max(cell * 0.14, 1)).toFixed(1)
            const rect = svg(day ? 'rect.day' : 'rect.day.none', {
                x: x.toFixed(1), y: y.toFixed(1), width: size, height: size, rx: 2,
            })
            if (day) setStyle(rect, { '--share': `${depthOf(day.value, limits)}%` })
            nodes.push(rect)
            if (day?.isReached) {
                const [cx, cy] = [x, y].map(start => (start + size / 2).toFixed(1))
                nodes.push(svg('circle.reached', { cx, cy, r: (cell * 0.16).toFixed(1) }))
            }
            if (date.endsWith('-01')) {
                const at = x + (rowOf(date) > 0 ? cell : 0)
                if (at < width - 24) nodes.push(label(format.date(date, 'shortMonth'), at, upper - 6))
            }
            marks.push({ x: x - 0.5, width: Number(size) + 1, top: y - 0.5, height: Number(size) + 1, spoken: words(date, day) })
        }
    })
    return {
        height: parts.length * (top + 7 * cell + between), nodes, marks, isPlane: true,
        steps: { ArrowRight: 7, ArrowLeft: -7, ArrowDown: 1, ArrowUp: -1 },
    }
}

/** Makes the legend of the depths: the ends of each, in words. */
export function depthLegend(limits, least, quantity) {
    return element('ul.depth-legend.small', {}, [least, ...limits].map(limit => {
        const swatch = element('span.depth', { 'aria-hidden': 'true' })
        setStyle(swatch, { '--share': `${depthOf(limit, limits)}%` })
        return element('li', {}, swatch, ' ', quantity(limit))
    }))
}
