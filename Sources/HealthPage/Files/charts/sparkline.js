/** A small picture of the last days: bars for totals, a line for other values. */

import { svg } from '../core/dom.js'

const width = 200
const height = 44

/**
 * @param {(number|null)[]} values one for each day, the last for today; null for a day without samples.
 * @param {object} options `isTotal` draws bars from zero; `usual` is drawn as a dashed line; `label`
 *     is what a screen reader speaks.
 */
export function sparkline(values, { isTotal, usual = null, label }) {
    const known = values.filter(value => value !== null)
    const picture = svg('svg.sparkline', {
        viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label,
    })
    if (known.length === 0) return picture
    const least = isTotal ? 0 : Math.min(...known)
    const greatest = Math.max(...known, isTotal ? usual ?? 0 : -Infinity)
    const y = value => greatest === least ? height / 2 : height - 3 - (value - least) / (greatest - least) * (height - 6)
    const step = width / values.length
    if (isTotal) {
        if (usual !== null) picture.append(svg('line.usual', { x1: 0, x2: width, y1: y(usual), y2: y(usual) }))
        values.forEach((value, index) => {
            if (value === null) return
            const top = Math.min(y(value), height - 1.5)
            picture.append(svg(index === values.length - 1 ? 'rect.now' : 'rect', {
                x: index * step + step * 0.14, width: step * 0.72, y: top, height: height - top, rx: 1,
            }))
        })
        return picture
    }
    let path = ''
    let isPen = false
    values.forEach((value, index) => {
        if (value === null) return
        path += `${isPen ? 'L' : 'M'}${((index + 0.5) * step).toFixed(1)} ${y(value).toFixed(1)}`
        isPen = true
    })
    // A single value is a dot: a line without a length, with round ends.
    picture.append(svg(known.length === 1 ? 'path.line.dot' : 'path.line', { d: known.length === 1 ? path + 'h0.01' : path }))
    return picture
}
