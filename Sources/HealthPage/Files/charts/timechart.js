/** A chart of buckets in time. */

import { element, announce, fill, setStyle } from '../core/dom.js'
import { text } from '../text/text.js'
import { annotations, datasets, options } from './datasets.js'
import { chartFrame } from './frame.js'
import { chartLibrary } from './library.js'

/** The movement in pixels after which a press is a drag. */
const dragPixels = 8
/** The height of a chart that is hidden behind its table, in pixels. */
const usualHeight = 320

/**
 * Makes a chart.
 *
 * Its model has `items`, the buckets: `{label, tick, isRunning, spoken}`, and by the `kind` of the model
 * - `bars`: `value`;
 * - `stack`: `parts`, one value for each name of `stack`;
 * - `capsules`: `minimum`, `maximum` and `average`; the model can have `points` instead of averages;
 * - `points`: `average`, and `smooth`, the moving average; of pairs also those of `second`;
 * - `band`: `low`, `median` and `high`.
 *
 * A bucket without samples has null. Every item can have `before`, the value of the range that it is
 * compared with. The model also has `unit`, `color`, `summary`, `legend` (`{name, color, shape}`), and
 * `lines` across the chart (`{value, words, isGoal}`).
 *
 * The arrow keys and a pointer that moves read values, also on a touch screen. A drag with the mouse
 * chooses a range.
 *
 * @param {object} events `pick(index, isKeyboard)` for a chosen bucket, null for none; `range(first, last)`
 *     for a dragged range; `point(index)` for the bucket under the pointer, or null when it leaves.
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
    let model = { items: [], unit: '', color: '#888', kind: 'bars', summary: '' }
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
        legend.hidden = !model.legend?.length
        fill(legend, (model.legend ?? []).map(legendItem))
        const Chart = await chartLibrary()
        if (!Chart) {
            isMissing = isMissing || (frame.showTable(), frame.foot.append(element('p.hint', {}, text.chart.unavailable)), true)
            return
        }
        if (model !== next || !area.isConnected && chart === null && model.items.length === 0) return
        if (chart !== null) return redraw()
        chart = new Chart(canvas, {
            type: 'bar', data: { datasets: datasets(model, () => current) }, options: options(model, area.clientHeight || usualHeight),
            plugins: [annotations(() => model, () => current)],
        })
    }

    const redraw = () => {
        if (chart === null) return
        chart.data.datasets = datasets(model, () => current)
        chart.options = options(model, area.clientHeight || usualHeight)
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
    const finish = isKeyboard => {
        const [first, last] = [anchor, current]
        anchor = null
        isDragging = false
        select()
        if (first === null || last === null) return
        if (first !== last) events.range?.(Math.min(first, last), Math.max(first, last))
        else events.pick?.(last, isKeyboard)
    }

    let pressed = null
    area.addEventListener('pointerdown', event => {
        if (event.button !== 0) return
        pressed = event.clientX
        // A finger that slides reads the values under it.
        anchor = event.pointerType === 'mouse' ? indexAt(event) : null
        point(indexAt(event))
        area.setPointerCapture(event.pointerId)
    })
    area.addEventListener('pointermove', event => {
        point(indexAt(event))
        if (pressed !== null && Math.abs(event.clientX - pressed) > dragPixels) isDragging = true
        if (isDragging && anchor !== null) select()
    })
    area.addEventListener('pointerup', event => {
        if (pressed === null) return
        pressed = null
        point(indexAt(event))
        if (!isDragging || event.pointerType !== 'mouse') anchor = current
        finish(false)
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
            finish(true)
        } else if (event.key === 'Escape') {
            anchor = null
            point(null)
            events.pick?.(null, true)
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
        focus: () => area.focus({ preventScroll: true }),
        /** Marks the chosen bucket; null for none. */
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

/** Makes an entry of the legend; `shape` is dot, line, dashed or band. */
function legendItem({ name, color, shape }) {
    const swatch = element(`span.legend-${shape ?? 'dot'}`, { 'aria-hidden': 'true' })
    setStyle(swatch, { '--accent': color })
    return element('span', {}, swatch, ' ', name)
}
