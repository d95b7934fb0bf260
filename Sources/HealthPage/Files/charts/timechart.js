/** A chart of buckets in time: bars of totals, or capsules from the lowest to the highest value. */

import { element, announce, fill, setStyle } from '../core/dom.js'
import { number } from '../core/format.js'
import { text } from '../text/text.js'
import { chartFrame } from './frame.js'
import { chartLibrary, styleValue, faded } from './library.js'

/** The movement in pixels after which a press is a drag. */
const dragPixels = 8

/**
 * Makes a chart.
 *
 * An item is one bucket: `{label, tick, value, minimum, maximum, average, isRunning, spoken}`. `value`
 * is the length of a bar; a capsule has `minimum`, `maximum` and `average`. A bucket without samples
 * has null for all of them. Every item can have `before`, the value of the range that it is compared
 * with, and `second`, a capsule of another value. `names` of the model are those of both values.
 *
 * @param {object} events `pick(index)` for a chosen bucket, `range(first, last)` for a dragged range,
 *     `point(index)` for the bucket under the pointer, or null when it leaves.
 * @param {() => object} table see `chartFrame`.
 */
export function timeChart(events, table) {
    const canvas = element('canvas', { 'aria-hidden': 'true' })
    const selection = element('div.chart-selection', { hidden: true })
    const area = element('div.chart-area', {
        tabindex: 0, role: 'group', 'aria-roledescription': text.common.chart, 'aria-description': text.chart.keys,
    }, canvas, selection)
    const frame = chartFrame(area, table)
    const legend = element('p.chart-legend.small', { hidden: true })
    area.after(legend)
    let model = { items: [], points: [], unit: '', color: '#888', isCapsules: false, summary: '' }
    let chart = null
    let isMissing = false
    /** The bucket under the pointer or the keyboard, and the other end of a range. */
    let current = null
    let anchor = null
    let isDragging = false

    const draw = async next => {
        model = next
        current = anchor = null
        frame.describe(model.summary)
        area.setAttribute('aria-label', model.summary)
        select()
        frame.refresh()
        legend.hidden = !model.names
        if (model.names) fill(legend, model.names.map((name, index) => legendItem(name, index ? secondColor(model) : model.color)))
        const Chart = await chartLibrary()
        if (!Chart) {
            isMissing = isMissing || (frame.showTable(), frame.foot.append(element('p.hint', {}, text.chart.unavailable)), true)
            return
        }
        if (model !== next || !area.isConnected && chart === null && model.items.length === 0) return
        if (chart === null) chart = new Chart(canvas, { type: 'bar', data: { datasets: [] }, options: {} })
        chart.data.datasets = datasets(model, () => current)
        chart.options = options(model)
        chart.update('none')
    }

    const redraw = () => {
        if (chart === null) return
        chart.data.datasets = datasets(model, () => current)
        chart.options = options(model)
        chart.update('none')
    }
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)

    const indexAt = event => {
        if (chart === null || model.items.length === 0) return null
        const x = event.clientX - canvas.getBoundingClientRect().left
        const index = Math.round(chart.scales.x.getValueForPixel(x))
        return Math.min(Math.max(index, 0), model.items.length - 1)
    }
    const point = (index, isSpoken = false) => {
        if (index === current) return
        current = index
        chart?.update('none')
        events.point?.(index)
        if (isSpoken && index !== null) announce(model.items[index].spoken)
    }
    const select = () => {
        const isShown = anchor !== null && current !== null && anchor !== current && chart !== null
        selection.hidden = !isShown
        if (!isShown) return
        const { x, chartArea } = { x: chart.scales.x, chartArea: chart.chartArea }
        const [first, last] = [Math.min(anchor, current), Math.max(anchor, current)]
        const start = x.getPixelForValue(first - 0.5)
        setStyle(selection, {
            left: `${start}px`, width: `${x.getPixelForValue(last + 0.5) - start}px`,
            top: `${chartArea.top}px`, height: `${chartArea.bottom - chartArea.top}px`,
        })
    }
    const finish = () => {
        const [first, last] = [anchor, current]
        anchor = null
        isDragging = false
        select()
        if (first === null || last === null) return
        if (first !== last) events.range?.(Math.min(first, last), Math.max(first, last))
        else events.pick?.(last)
    }

    let pressed = null
    area.addEventListener('pointerdown', event => {
        if (event.button !== 0) return
        pressed = event.clientX
        anchor = indexAt(event)
        area.setPointerCapture(event.pointerId)
    })
    area.addEventListener('pointermove', event => {
        point(indexAt(event))
        if (pressed !== null && Math.abs(event.clientX - pressed) > dragPixels) isDragging = true
        if (isDragging) select()
    })
    area.addEventListener('pointerup', event => {
        if (pressed === null) return
        pressed = null
        point(indexAt(event))
        if (!isDragging) anchor = current
        finish()
    })
    area.addEventListener('pointercancel', () => {
        pressed = null
        anchor = null
        isDragging = false
        select()
    })
    area.addEventListener('pointerleave', () => {
        if (!isDragging) point(null)
    })
    area.addEventListener('keydown', event => {
        const last = model.items.length - 1
        if (last < 0) return
        const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }
        if (event.key in steps) {
            event.preventDefault()
            const start = current ?? (steps[event.key] < 0 ? last + 1 : -1)
            const index = Math.min(Math.max(start + steps[event.key], 0), last)
            anchor = event.shiftKey ? anchor ?? current ?? index : null
            point(index, true)
            select()
            if (anchor !== null && anchor !== index) {
                const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)]
                announce(text.chart.selected(model.items[first].label, model.items[last].label))
            }
        } else if ((event.key === 'Enter' || event.key === ' ') && current !== null) {
            event.preventDefault()
            anchor ??= current
            finish()
        } else if (event.key === 'Escape') {
            anchor = null
            point(null)
            select()
        }
    })
    area.addEventListener('blur', () => {
        anchor = null
        select()
        point(null)
    })

    return {
        element: frame.element, foot: frame.foot, draw,
        /** Marks the bucket whose explanation is shown; null for none. */
        choose: index => {
            model.chosen = index
            chart?.update('none')
        },
        close: () => {
            scheme.removeEventListener('change', redraw)
            chart?.destroy()
        },
    }
}

/** The colour of the second of two values. */
function secondColor(model) {
    return `color-mix(in srgb, ${model.color} 50%, ${styleValue('--ink')})`
}

function legendItem(name, color) {
    const dot = element('span.dot', { 'aria-hidden': 'true' })
    setStyle(dot, { '--accent': color })
    return element('span', {}, dot, ' ', name)
}

function datasets(model, current) {
    const color = model.color
    const { items } = model
    const shade = context => {
        const item = items[context.dataIndex]
        if (!item) return color
        if (current() === context.dataIndex || model.chosen === context.dataIndex) return styleValue('--ink')
        return item.isRunning ? faded(color, 0.55) : color
    }
    const hasPoints = model.points?.length > 0
    const isSingle = item => item.minimum === item.maximum
    const sets = []
    if (items.some(item => item.before !== undefined && item.before !== null)) {
        sets.push({
            type: 'line', data: items.map((item, x) => ({ x, y: item.before ?? null })), order: 0,
            borderColor: styleValue('--ink-3'), borderWidth: 1.5, borderDash: [4, 3], pointRadius: items.length === 1 ? 3 : 0,
            spanGaps: false, stepped: false,
        })
    }
    if (hasPoints) {
        sets.push({
            type: 'scatter', data: model.points, order: 1,
            pointRadius: model.points.length > 300 ? 1.5 : model.points.length > 60 ? 2.5 : 4,
            pointBackgroundColor: color, pointBorderWidth: 0,
        })
    }
    if (model.isCapsules) {
        sets.push({
            type: 'scatter', order: 1,
            data: items.map((item, x) => ({ x, y: hasPoints || isSingle(item) ? null : item.average })),
            pointRadius: items.length > 80 ? 0 : items.length > 40 ? 1.5 : 2.5,
            pointBackgroundColor: styleValue('--card'), pointBorderWidth: 0,
        })
        sets.push({
            data: items.map((item, x) => ({
                x, y: item.minimum === null || hasPoints && isSingle(item) ? null : [item.minimum, item.maximum],
            })),
            order: 2, grouped: false,
            backgroundColor: hasPoints ? faded(color, 0.25) : shade, borderRadius: 20, borderSkipped: false,
            minBarLength: 10, maxBarThickness: 12, categoryPercentage: 0.8, barPercentage: 0.9,
        })
        if (items.some(item => item.second)) {
            const set = sets.at(-1)
            sets.push({
                ...set, backgroundColor: context => current() === context.dataIndex ? styleValue('--ink') : secondColor(model),
                data: items.map(({ second }, x) => ({ x, y: second.minimum === null ? null : [second.minimum, second.maximum] })),
            })
        }
    } else {
        sets.push({
            data: items.map((item, x) => ({ x, y: item.value })), order: 2, backgroundColor: shade,
            borderRadius: { topLeft: 4, topRight: 4 }, maxBarThickness: 36, categoryPercentage: 0.86, barPercentage: 0.9,
        })
    }
    return sets
}

function options(model) {
    const [ink, line] = [styleValue('--ink-2'), styleValue('--line')]
    const { items } = model
    return {
        layout: { padding: { top: 8 } },
        scales: {
            x: {
                type: 'linear', min: -0.5, max: Math.max(items.length, 1) - 0.5, offset: false,
                grid: { display: false, drawBorder: false },
                afterBuildTicks: axis => {
                    // A time of the day stands at the beginning of its bar, any other text below the bar.
                    const shift = model.isTimes ? -0.5 : 0
                    axis.ticks = items.flatMap((item, index) => item.tick ? [{ value: index + shift }] : [])
                },
                ticks: {
                    color: ink, maxRotation: 0, autoSkip: true, autoSkipPadding: 8,
                    callback: value => items[Math.ceil(value)]?.tick ?? '',
                },
            },
            y: {
                position: 'right', beginAtZero: !model.isCapsules, grace: model.isCapsules ? '12%' : '4%',
                grid: { color: line, drawBorder: false, drawTicks: false },
                ticks: {
                    color: ink, maxTicksLimit: 5, padding: 6, callback: value => number(value, model.unit),
                    // Counts have no ticks between them.
                    ...model.unit === 'count' ? { precision: 0 } : {},
                },
            },
        },
    }
}
