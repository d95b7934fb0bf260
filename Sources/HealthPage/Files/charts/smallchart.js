/** A small chart with its lowest and highest value, for lists and for paper. */

import { svg } from '../core/dom.js'

const width = 320
/** The height of the values, and of the whole picture. */
const [plotHeight, height] = [74, 92]
const top = 5
/** Lines with fewer points have dots. */
const dotsMax = 60
const characterWidth = 5.6

/**
 * @param {object[][]} series each a list of points in equal steps of time: `value`, null without one, and
 *     perhaps `low` and `high`, which are joined by a line.
 * @param {object} options `isTotal` draws bars from zero; `words` returns a value of the axis as a text;
 *     `ends` are the texts below the first and the last point; `label` is what a screen reader speaks;
 *     `band` with `low` and `high` is shaded; `strongFrom` is the first point in strong ink; before the
 *     point `mark` is a line, null for none.
 */
export function smallChart(series, { isTotal = false, words, ends, label, band = null, strongFrom = 0, mark = null }) {
    const picture = svg('svg.small-chart', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label })
    const known = series.flat().filter(point => point.value !== null)
    if (!known.length) return picture
    const values = [...known.flatMap(point => [point.value, point.low ?? point.value, point.high ?? point.value]),
        ...band ? [band.low, band.high] : []]
    const greatest = Math.max(...values)
    const least = isTotal ? Math.min(0, greatest) : Math.min(...values)
    const ticks = greatest === least ? [[greatest, plotHeight / 2]] : [[greatest, top], [least, plotHeight]]
    const end = width - 8 - Math.max(...ticks.map(([value]) => words(value).length)) * characterWidth
    const y = value => greatest === least ? plotHeight / 2
        : plotHeight - (value - least) / (greatest - least) * (plotHeight - top)
    const step = end / Math.max(...series.map(points => points.length))
    const x = index => (index + 0.5) * step
    if (band) {
        picture.append(svg('rect.small-band', {
            x: 0, width: end.toFixed(1), y: y(band.high).toFixed(1), height: Math.max(y(band.low) - y(band.high), 1).toFixed(1),
        }))
    }
    for (const [value, at] of ticks) {
        picture.append(line('small-axis', 0, at, end, at),
            svg('text.small-label', { x: (end + 5).toFixed(1), y: (at + 3.5).toFixed(1) }, words(value)))
    }
    const draw = isTotal ? drawBars : drawLine
    for (const points of series) draw(picture, points, { x, y, step, least, strongFrom })
    if (mark !== null) picture.append(line('small-mark', mark * step, 0, mark * step, plotHeight))
    ends.forEach((text, index) => picture.append(svg('text.small-label', {
        x: index === 0 ? 0 : end.toFixed(1), y: height - 4, 'text-anchor': index === 0 ? 'start' : 'end',
    }, text)))
    return picture
}

function line(name, x1, y1, x2, y2) {
    return svg(`line.${name}`, { x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) })
}

function drawBars(picture, points, { x, y, step, least, strongFrom }) {
    points.forEach(({ value }, index) => {
        if (value === null) return
        const above = Math.min(y(value), y(least) - 0.5)
        picture.append(svg(index < strongFrom ? 'rect.small-bar.faint' : 'rect.small-bar', {
            x: (x(index) - step * 0.38).toFixed(2), width: (step * 0.76).toFixed(2), y: above.toFixed(1),
            height: (y(least) - above).toFixed(1),
        }))
    })
}

function drawLine(picture, points, { x, y, strongFrom }) {
    const spans = points.map(({ low, high }, index) => low === undefined || low === null || low === high ? ''
        : `M${x(index).toFixed(1)} ${y(low).toFixed(1)}V${y(high).toFixed(1)}`).join('')
    if (spans) picture.append(svg('path.small-span', { d: spans }))
    const known = points.map((point, index) => ({ ...point, index })).filter(point => point.value !== null)
    const path = part => part.map(({ index, value }, position) =>
        `${position ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('')
    const [before, after] = [known.filter(point => point.index < strongFrom), known.filter(point => point.index >= strongFrom)]
    if (before.length > 1) picture.append(svg('path.small-line.faint', { d: path(before) }))
    if (after.length > 1) picture.append(svg('path.small-line', { d: path(after) }))
    const dots = part => part.map(({ index, value }) => `M${x(index).toFixed(1)} ${y(value).toFixed(1)}h0.01`).join('')
    if (known.length <= dotsMax) {
        if (before.length) picture.append(svg('path.small-dots.faint', { d: dots(before) }))
        if (after.length) picture.append(svg('path.small-dots', { d: dots(after) }))
    }
}
