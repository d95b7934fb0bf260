/** What pictures drawn by hand have in common: size, marks that the keyboard reaches, and a table. */

import { element, svg, announce, fill } from '../core/dom.js'
import { text } from '../text/text.js'
import { roundStep } from './axis.js'
import { chartFrame } from './frame.js'

/**
 * Makes a picture that is drawn again when its width or its model changes.
 *
 * @param {(model: object, width: number) => object} draw returns `height`, `nodes` (SVG elements),
 *     and `marks`: `{x, width, top, height, spoken}` in pixels, in the order of the arrow keys;
 *     `isPlane` if the pointer chooses by both directions, as on a map; `steps` of further keys, such as
 *     `{ArrowDown: 1}`.
 * @param {() => object} table see `chartFrame`.
 * @param {object} options `pick(index)` for a chosen mark; `point(index)` for the mark under the
 *     pointer or the keyboard, null if there is none.
 */
export function plot(draw, table, { pick = null, point: pointed = null } = {}) {
    const picture = svg('svg.plot-picture', { 'aria-hidden': 'true' })
    const cursor = svg('rect.plot-cursor', { rx: 3 })
    const readout = element('p.readout', { 'aria-hidden': 'true' })
    const area = element('div.plot', {
        tabindex: 0, role: 'group', 'aria-roledescription': text.common.chart,
        'aria-description': pick ? text.plot.keysOpen : text.plot.keys,
    }, picture)
    const frame = chartFrame(area, table)
    frame.foot.prepend(readout)
    let model = null
    let marks = []
    let isPlane = false
    let steps = {}
    let current = null
    let drawnWidth = 0

    const redraw = () => {
        const width = Math.floor(area.clientWidth)
        if (!model || width < 1) return
        drawnWidth = width
        const drawn = draw(model, width)
        marks = drawn.marks
        isPlane = drawn.isPlane === true
        steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity, ...drawn.steps }
        picture.setAttribute('viewBox', `0 0 ${width} ${drawn.height}`)
        picture.setAttribute('height', drawn.height)
        picture.setAttribute('width', width)
        fill(picture, cursor, drawn.nodes)
        if (current !== null && current >= marks.length) current = null
        point(current)
    }
    const point = (index, isSpoken = false) => {
        current = index
        const mark = index === null ? null : marks[index]
        cursor.toggleAttribute('hidden', !mark)
        area.classList.toggle('pickable', mark !== null && pick !== null)
        if (mark) {
            const box = { x: mark.x, y: mark.top, width: Math.max(mark.width, 2), height: mark.height }
            for (const [name, value] of Object.entries(box)) cursor.setAttribute(name, value.toFixed(1))
        }
        readout.textContent = mark?.spoken ?? model?.hint ?? ''
        if (isSpoken && mark) announce(mark.spoken)
        pointed?.(mark ? index : null)
    }
    /** Returns the mark under the pointer; of several the narrowest, of none the nearest. */
    const indexAt = event => {
        const box = picture.getBoundingClientRect()
        const [x, y] = [event.clientX - box.left, event.clientY - box.top]
        let best = null
        let least = Infinity
        marks.forEach((mark, index) => {
            const outside = Math.max(mark.x - x, x - mark.x - mark.width, 0)
            const below = Math.max(mark.top - y, y - mark.top - mark.height, 0)
            const distance = isPlane ? Math.hypot(outside, below) : outside * 1e4 + below * 10 + mark.width / 1e3
            if (distance < least) [best, least] = [index, distance]
        })
        return best
    }
    area.addEventListener('pointermove', event => point(indexAt(event)))
    area.addEventListener('pointerdown', event => point(indexAt(event)))
    area.addEventListener('pointerleave', event => {
        if (event.pointerType === 'mouse') point(null)
    })
    area.addEventListener('click', event => {
        const index = indexAt(event)
        if (index !== null) pick?.(index)
    })
    // The keyboard may come before the first layout, at which the observer below draws.
    area.addEventListener('focus', () => {
        if (drawnWidth === 0) redraw()
    })
    area.addEventListener('blur', () => point(null))
    area.addEventListener('keydown', event => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        if (event.key in steps && marks.length) {
            event.preventDefault()
            const start = current ?? (steps[event.key] < 0 ? marks.length : -1)
            point(Math.min(Math.max(start + steps[event.key], 0), marks.length - 1), true)
        } else if ((event.key === 'Enter' || event.key === ' ') && current !== null && pick) {
            event.preventDefault()
            pick(current)
        } else if (event.key === 'Escape') {
            point(null)
        }
    })
    const observer = new ResizeObserver(() => {
        if (Math.floor(area.clientWidth) !== drawnWidth) redraw()
    })
    observer.observe(area)
    return {
        element: frame.element, foot: frame.foot,
        /** @param {object} next `summary` is what a screen reader speaks; the rest is for `draw`. */
        show: next => {
            model = next
            frame.describe(next.summary)
            area.setAttribute('aria-label', next.summary)
            redraw()
            frame.refresh()
        },
        close: () => observer.disconnect(),
    }
}

/** Makes a text of an axis. */
export function label(words, x, y, anchor = 'start', name = 'text.plot-label') {
    return svg(name, { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor }, words)
}

/** Returns the width in pixels that the longest of some labels needs at most. */
export function labelWidth(labels) {
    return Math.max(...labels.map(words => words.length), 1) * 7
}

/** Makes a line of the grid. */
export function line(x1, y1, x2, y2, name = 'line.plot-line') {
    return svg(name, { x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) })
}

/**
 * Returns round values from a lowest to a highest one, at most about `count`.
 *
 * @param {boolean} isWhole true if they are shown without digits after the point.
 */
export function roundTicks(least, greatest, count, isWhole = false) {
    const raw = (greatest - least) / Math.max(count, 1)
    if (!(raw > 0)) return [least]
    const step = roundStep(isWhole ? Math.max(raw, 1) : raw)
    const ticks = []
    for (let value = Math.ceil(least / step) * step; value <= greatest + step * 1e-9; value += step) ticks.push(value)
    return ticks
}

/**
 * Returns an SVG path through points, with a gap wherever a point is null.
 *
 * @param {([number, number]|null)[]} points
 */
export function pathThrough(points) {
    let path = ''
    let isPen = false
    points.forEach(point => {
        if (!point) {
            isPen = false
            return
        }
        path += `${isPen ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`
        isPen = true
    })
    return path
}

/** Returns the path of the points that have no neighbour, which the path through points cannot show. */
export function dots(points) {
    return points.map((point, index) => point && !points[index - 1] && !points[index + 1]
        ? `M${point[0].toFixed(1)} ${point[1].toFixed(1)}h0.01` : '').join('')
}

/** Returns the path of a band from a lower to an upper value, with gaps at null. */
export function bandThrough(points) {
    let path = ''
    let run = []
    const finish = () => {
        if (run.length > 1) {
            const upper = run.map(([x, , top]) => `${x.toFixed(1)} ${top.toFixed(1)}`)
            const lower = run.map(([x, bottom]) => `${x.toFixed(1)} ${bottom.toFixed(1)}`).reverse()
            path += `M${[...upper, ...lower].join('L')}Z`
        }
        run = []
    }
    for (const point of points) {
        if (point) run.push(point)
        else finish()
    }
    finish()
    return path
}
