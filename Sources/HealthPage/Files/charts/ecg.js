/** An electrocardiogram as strips, like a printout of 25 mm a second and 10 mm a millivolt. */

import { element, svg, announce } from '../core/dom.js'
import { number } from '../core/format.js'
import { text } from '../text/text.js'

const millimetresPerSecond = 25
const millimetresPerMillivolt = 10
/** The most points of one second. Each is the lowest or highest voltage of its part of the second. */
const pointsPerSecond = 250
/** What is drawn at least and at most, in millivolts around zero. Hands that move cause far higher voltages. */
const [leastMillivolts, mostMillivolts] = [0.5, 2.5]

const millivolts = { V: 1000, mV: 1, 'µV': 0.001, 'μV': 0.001, uV: 0.001, mcV: 0.001 }

/** Returns the voltages of a sample in millivolts; null for a missing one, and an empty list without an ECG. */
export function ecgVoltages(sample) {
    const factor = millivolts[sample.parts?.unit] ?? 1
    return (sample.parts?.voltages ?? []).map(value => typeof value === 'number' ? value * factor : null)
}

/** Returns the lowest and highest of some voltages; null if all are missing. */
export function extremes(voltages) {
    let [least, greatest] = [Infinity, -Infinity]
    for (const value of voltages) {
        if (value === null) continue
        least = Math.min(least, value)
        greatest = Math.max(greatest, value)
    }
    return least === Infinity ? null : [least, greatest]
}

/** Returns the path of voltages in millimetres; `top` is the voltage of the upper edge. */
function pathOf(voltages, frequency, top, points = pointsPerSecond) {
    const size = Math.max(1, Math.floor(frequency * 2 / points))
    let path = ''
    let isPen = false
    const add = (index, value) => {
        if (value === null) {
            isPen = false
            return
        }
        const [x, y] = [index / frequency * millimetresPerSecond, (top - value) * millimetresPerMillivolt]
        path += `${isPen ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`
        isPen = true
    }
    for (let first = 0; first < voltages.length; first += size) {
        const part = voltages.slice(first, first + size)
        const range = size > 2 ? extremes(part) : null
        if (!range) {
            part.forEach((value, index) => add(first + index, value))
            continue
        }
        const [low, high] = range.map(value => first + part.indexOf(value))
        for (const index of low < high ? [low, high] : [high, low]) add(index, voltages[index])
    }
    return path
}

/** Returns the drawn range of an ECG in half millivolts. */
function drawnRange(voltages) {
    const [least, greatest] = extremes(voltages) ?? [0, 0]
    const half = value => Math.ceil(Math.min(Math.max(value, leastMillivolts), mostMillivolts) * 2) / 2
    return [-half(-least), half(greatest)]
}

function grid(width, height) {
    const lines = step => {
        let path = ''
        for (let x = 0; x <= width; x += step) path += `M${x} 0V${height}`
        for (let y = 0; y <= height; y += step) path += `M0 ${y}H${width}`
        return path
    }
    return [svg('path.grid-fine', { d: lines(1) }), svg('path.grid-coarse', { d: lines(5) })]
}

/**
 * Makes the strips of an ECG. Arrow keys move by a second and say its lowest and highest voltage.
 *
 * @param {(number|null)[]} voltages in millivolts.
 * @param {number} frequency voltages a second.
 * @param {number} seconds the length of a strip.
 */
export function ecgStrips(voltages, frequency, seconds, label) {
    const [bottom, top] = drawnRange(voltages)
    const [width, height] = [seconds * millimetresPerSecond, (top - bottom) * millimetresPerMillivolt]
    const size = Math.round(seconds * frequency)
    const strips = []
    const marks = []
    for (let first = 0; first < voltages.length; first += size) {
        const part = voltages.slice(first, first + size)
        const mark = svg('rect.ecg-mark', { y: 0, width: millimetresPerSecond, height, visibility: 'hidden' })
        marks.push(mark)
        strips.push(svg('svg.ecg-strip', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, grid(width, height), mark,
            svg('path.ecg-line', { d: pathOf(part, frequency, top) })))
    }
    const count = Math.ceil(voltages.length / frequency)
    let current = null
    const area = element('div.ecg', {
        tabindex: 0, role: 'group', 'aria-roledescription': text.common.chart, 'aria-label': label,
        'aria-description': text.data.ecg.keys,
        onkeydown: event => {
            const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }
            if (!(event.key in steps)) return
            event.preventDefault()
            current = Math.min(Math.max((current ?? (steps[event.key] > 0 ? -1 : count)) + steps[event.key], 0), count - 1)
            show()
            const range = extremes(voltages.slice(Math.floor(current * frequency), Math.floor((current + 1) * frequency)))
            const [least, greatest] = (range ?? [null, null]).map(value => number(value, 'mV', 2))
            announce(text.data.ecg.second(number(current + 1, 'count'), least, greatest))
        },
        onblur: () => {
            current = null
            show()
        },
    }, strips)
    const show = () => marks.forEach((mark, index) => {
        const offset = current === null ? -1 : current - index * seconds
        mark.setAttribute('visibility', offset >= 0 && offset < seconds ? 'visible' : 'hidden')
        mark.setAttribute('x', offset * millimetresPerSecond)
    })
    return area
}

/** Makes a small picture of the first seconds of an ECG. */
export function ecgThumbnail(voltages, frequency, seconds = 5) {
    const [bottom, top] = drawnRange(voltages)
    const part = voltages.slice(0, Math.round(seconds * frequency))
    return svg('svg.ecg-thumbnail', {
        viewBox: `0 0 ${seconds * millimetresPerSecond} ${(top - bottom) * millimetresPerMillivolt}`, 'aria-hidden': 'true',
        preserveAspectRatio: 'xMinYMid meet',
    }, svg('path.ecg-line', { d: pathOf(part, frequency, top, 60) }))
}
