/** A week as a grid of hours: each weekday is a row, and the depth of a cell's colour is its average. */

import { element, svg, setStyle, announce } from '../core/dom.js'
import * as format from '../core/format.js'
import { chartFrame } from './frame.js'
import { text } from '../text/text.js'

const [cell, rowHeight, left] = [10, 14, 30]

/**
 * @param {object[]} cells `{weekday: 1…7, hour: 0…23, average}` in the order of the week.
 */
export function hourGrid(cells, unit, name) {
    const weekdays = [...new Set(cells.map(one => one.weekday))]
    const greatest = Math.max(...cells.map(one => one.average ?? 0))
    const least = Math.min(...cells.filter(one => one.average !== null).map(one => one.average), greatest)
    // 2001-01-01 was a Monday.
    const weekdayName = (weekday, style) => format.date(`2001-01-0${weekday}`, style)
    const hourName = hour => format.date(`2001-01-01T${String(hour).padStart(2, '0')}:00:00`, 'hour')
    const timeOf = one => `${weekdayName(one.weekday, 'longWeekday')}, ${hourName(one.hour)}`
    const valueOf = one => one.average === null ? text.common.noData : format.quantity(one.average, unit)
    const words = one => `${timeOf(one)}: ${valueOf(one)}`
    const picture = svg('svg.hour-grid', {
        viewBox: `0 0 ${left + 24 * cell} ${(weekdays.length + 1) * rowHeight}`, 'aria-hidden': 'true',
    })
    weekdays.forEach((weekday, row) => {
        picture.append(svg('text', { x: 0, y: (row + 0.75) * rowHeight }, weekdayName(weekday, 'weekday')))
    })
    for (const hour of [0, 6, 12, 18]) {
        picture.append(svg('text', { x: left + hour * cell, y: (weekdays.length + 0.8) * rowHeight }, hourName(hour)))
    }
    const rects = cells.map(one => {
        const isNone = one.average === null || greatest <= 0
        const share = isNone ? null : least < greatest ? (one.average - least) / (greatest - least) : 1
        const rect = svg(share === null ? 'rect.none' : 'rect', {
            x: left + one.hour * cell, y: weekdays.indexOf(one.weekday) * rowHeight,
            width: cell - 1, height: rowHeight - 1, rx: 2,
        })
        if (share !== null) setStyle(rect, { '--share': `${Math.round(12 + share * 88)}%` })
        picture.append(rect)
        return rect
    })
    const readout = element('p.hint.small', {}, ' ')
    const title = `${name}: ${text.metric.pattern}`
    const area = element('div', {
        tabindex: 0, role: 'group', 'aria-roledescription': text.common.chart, 'aria-label': title,
        'aria-description': text.plot.keys,
    }, picture)
    let current = null
    const point = (index, isSpoken) => {
        rects[current]?.classList.remove('now')
        current = index
        rects[current]?.classList.add('now')
        readout.textContent = index === null ? ' ' : words(cells[index])
        if (isSpoken) announce(words(cells[index]))
    }
    picture.addEventListener('pointermove', event => {
        const index = rects.indexOf(event.target)
        point(index < 0 ? null : index, false)
    })
    area.addEventListener('keydown', event => {
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 24, ArrowUp: -24 }[event.key]
        if (!step || cells.length === 0) return
        event.preventDefault()
        point(Math.min(Math.max((current ?? -step) + step, 0), cells.length - 1), true)
    })
    const frame = chartFrame(area, () => ({
        columns: [text.metric.time, text.metric.average], rows: cells.map(one => [timeOf(one), valueOf(one)]),
    }))
    frame.describe(title)
    return element('div', {}, frame.element, readout)
}
