/** What Chart.js draws of the model of a time chart. */

import { factorOf, number, unitLabel } from '../core/format.js'
import { axisOf } from './axis.js'
import { styleValue, faded } from './library.js'

/** The most marks of one chart. */
const marksMax = 750
/** A chart of at most so many points shows the lowest and highest value of each as a thin bar. */
const spansMax = 62
/** The height of a step of the y axis, in pixels. */
const stepHeight = 62

/** Returns the colour of the second of two values. A legend names the custom property, which a canvas cannot. */
export function secondColor(color, ink = styleValue('--ink')) {
    return `color-mix(in srgb, ${color} 45%, ${ink})`
}

/** Returns the colours of the parts of a bar, the last the strongest. */
export function partColors(color, count, card = styleValue('--card')) {
    const share = index => Math.round(100 - 55 * (count - 1 - index) / Math.max(count - 1, 1))
    return Array.from({ length: count }, (_, index) => `color-mix(in srgb, ${color} ${share(index)}%, ${card})`)
}

/**
 * Returns the datasets of a model.
 *
 * @param {() => number|null} current the bucket under the pointer or the keyboard.
 */
export function datasets(model, current) {
    const { items, kind } = model
    const isMarked = index => current() === index || model.chosen === index
    const sets = kind === 'stack' ? stackSets(model, isMarked) : kind === 'band' ? bandSets(model, isMarked)
        : kind === 'points' ? pointSets(model, isMarked) : kind === 'capsules' ? capsuleSets(model, isMarked) : barSets(model, isMarked)
    if (items.some(item => Number.isFinite(item.before))) {
        sets.unshift(line(thinned(items, item => item.before, strideOf(model)), styleValue('--ink-2'), {
            borderWidth: 1.5, borderDash: [4, 3], pointRadius: items.length === 1 ? 3 : 0,
        }))
    }
    return sets
}

const shadeOf = (model, isMarked) => context => {
    const item = model.items[context.dataIndex]
    if (isMarked(context.dataIndex)) return styleValue('--ink')
    return item?.isRunning ? faded(model.color, 0.55) : model.color
}

const barShape = { maxBarThickness: 44, categoryPercentage: 0.86, barPercentage: 0.9 }

function barSets(model, isMarked) {
    return [{
        data: model.items.map((item, x) => ({ x, y: item.value })), order: 2, backgroundColor: shadeOf(model, isMarked),
        borderRadius: { topLeft: 4, topRight: 4 }, ...barShape,
    }]
}

/** Bars of several values, one above the other. */
function stackSets(model, isMarked) {
    const colors = partColors(model.color, model.stack.length)
    return model.stack.map((_, part) => ({
        data: model.items.map((item, x) => ({ x, y: item.parts?.[part] ?? null })), order: 2, stack: 'values',
        backgroundColor: context => isMarked(context.dataIndex) ? `color-mix(in srgb, ${colors[part]} 45%, ${styleValue('--ink')})` : colors[part],
        ...barShape,
    }))
}

/** The samples of a day, and of each hour the lowest and highest value with the average. */
function capsuleSets(model, isMarked) {
    const { items, color } = model
    const hasPoints = model.points?.length > 0
    const isSingle = item => item.minimum === item.maximum
    const sets = [{
        type: 'scatter', order: 1, data: items.map((item, x) => ({ x, y: hasPoints || isSingle(item) ? null : item.average })),
        pointRadius: items.length > 40 ? 1.5 : 2.5, pointBackgroundColor: styleValue('--card'), pointBorderWidth: 0,
    }, {
        data: items.map((item, x) => ({
            x, y: item.minimum === null || hasPoints && isSingle(item) ? null : [item.minimum, item.maximum],
        })),
        order: 2, grouped: false, borderRadius: 20, borderSkipped: false, minBarLength: 10, maxBarThickness: 12,
        backgroundColor: context => hasPoints && !isMarked(context.dataIndex) ? faded(color, 0.22) : shadeOf(model, isMarked)(context),
        categoryPercentage: 0.8, barPercentage: 0.9,
    }]
    if (hasPoints) {
        sets.unshift({
            type: 'scatter', data: model.points, order: 1, pointBackgroundColor: color, pointBorderWidth: 0,
            pointRadius: model.points.length > 300 ? 1.5 : model.points.length > 60 ? 2.5 : 4,
        })
    }
    return sets
}

/** A point for each bucket, and a line through their moving average; of pairs for both values. */
function pointSets(model, isMarked) {
    const { items } = model
    const stride = strideOf(model)
    const radius = items.length > 200 ? 2 : items.length > 60 ? 2.5 : 4
    const setsOf = (side, color) => {
        const shade = items.some(item => Number.isFinite(side(item).smooth)) ? faded(color, 0.5) : color
        const isMixed = items.length <= spansMax && items.some(item => side(item).minimum !== side(item).maximum)
        const spans = {
            data: items.map((item, x) => ({ x, y: side(item).minimum === null ? null : [side(item).minimum, side(item).maximum] })),
            order: 3, grouped: false, backgroundColor: faded(color, 0.35), maxBarThickness: 3, borderRadius: 2, borderSkipped: false,
        }
        return [
            line(thinned(items, item => side(item).smooth, stride), color, { borderWidth: 2.5, order: 1, pointRadius: 0 }),
            {
                type: 'scatter', order: 2, data: items.map((item, x) => ({ x, y: side(item).average })), pointBorderWidth: 0,
                pointRadius: context => isMarked(context.dataIndex) ? radius + 2 : radius,
                pointBackgroundColor: context => isMarked(context.dataIndex) ? styleValue('--ink') : shade,
            },
            ...isMixed ? [spans] : [],
        ]
    }
    const sets = setsOf(item => item, model.color)
    return items.some(item => item.second) ? [...sets, ...setsOf(item => item.second, secondColor(model.color))] : sets
}

/** The middle half of the days of each bucket as a band, and their median as a line. */
function bandSets(model, isMarked) {
    const { items, color } = model
    const values = name => items.map((item, x) => ({ x, y: item[name] ?? null }))
    const isAlone = (index, name = 'median') => [index - 1, index + 1].every(other => !Number.isFinite(items[other]?.[name]))
    const radius = items.length > 60 ? 0 : 3
    return [
        line(values('median'), color, {
            order: 1, borderWidth: 2.5, pointBorderWidth: 0,
            pointRadius: context => isMarked(context.dataIndex) ? 5 : isAlone(context.dataIndex) ? 4 : radius,
            pointBackgroundColor: context => isMarked(context.dataIndex) ? styleValue('--ink') : color,
        }),
        line(values('high'), 'transparent', { order: 3, fill: '+1', backgroundColor: faded(color, 0.22), pointRadius: 0 }),
        line(values('low'), 'transparent', { order: 3, pointRadius: 0 }),
        {
            data: items.map((item, x) => ({ x, y: item.low !== null && isAlone(x, 'low') ? [item.low, item.high] : null })),
            order: 4, grouped: false, backgroundColor: faded(color, 0.22), maxBarThickness: 12, borderRadius: 6, borderSkipped: false,
        },
    ]
}

function line(data, color, more) {
    return { type: 'line', data, borderColor: color, spanGaps: false, borderJoinStyle: 'round', order: 0, ...more }
}

/** Returns every how many buckets a line has a point, so that a chart has at most `marksMax` marks. */
function strideOf({ items, kind }) {
    if (kind !== 'points') return 1
    const sides = items.some(item => item.second) ? 2 : 1
    const lines = sides + (items.some(item => Number.isFinite(item.before)) ? 1 : 0)
    return Math.max(1, Math.ceil(lines * items.length / Math.max(marksMax - sides * items.length, 1)))
}

/** Returns the last and every `stride`-th point before it. */
function thinned(items, value, stride) {
    return items.flatMap((item, x) => (items.length - 1 - x) % stride ? [] : [{ x, y: value(item) ?? null }])
}

/** Returns all values that the y axis has to show. */
function valuesOf({ items, points = [], lines = [] }) {
    const sides = items.flatMap(item => item.second ? [item, item.second] : [item])
    const stacked = items.filter(item => item.parts).map(item => item.parts.reduce((sum, part) => sum + (part ?? 0), 0))
    return [...sides.flatMap(({ value, minimum, maximum, average, smooth, low, median, high, before }) =>
        low === undefined ? [value, minimum, maximum, average, smooth, before] : [low, median, high, before]),
    ...stacked, ...points.map(point => point.y), ...lines.map(one => one.value)].filter(Number.isFinite)
}

/** Returns the options of a model in a chart of a height in pixels. */
export function options(model, height) {
    const [ink, rule] = [styleValue('--ink-2'), styleValue('--line')]
    const { items, kind } = model
    const values = valuesOf(model)
    const axis = axisOf(values, {
        isFromZero: kind === 'bars' || kind === 'stack', isWhole: ['count', 'bpm'].includes(model.unit), factor: factorOf(model.unit),
        count: Math.min(Math.max(Math.floor(height / stepHeight), 3), 7),
    })
    return {
        layout: { padding: { top: 24 } },
        scales: {
            x: {
                type: 'linear', min: -0.5, max: Math.max(items.length, 1) - 0.5, offset: false, stacked: kind === 'stack',
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
                position: 'right', min: axis.least, max: axis.greatest, stacked: kind === 'stack',
                grid: { color: rule, drawBorder: false, drawTicks: false },
                afterBuildTicks: scale => { scale.ticks = values.length ? axis.ticks.map(value => ({ value })) : [] },
                ticks: { color: ink, padding: 6, autoSkip: false, callback: value => number(value, model.unit, axis.digits) },
            },
        },
    }
}

/**
 * Draws the unit above the y axis, a line at each value of `lines` with its words, and a cursor.
 *
 * @param {() => object} modelOf the shown model.
 * @param {() => number|null} current the bucket under the pointer or the keyboard.
 */
export function annotations(modelOf, current) {
    return {
        id: 'annotations',
        beforeDatasetsDraw: ({ ctx, chartArea, scales }) => {
            const model = modelOf()
            const index = current() ?? model.chosen
            if (['bars', 'stack', 'capsules'].includes(model.kind) || index === null || index === undefined) return
            const x = scales.x.getPixelForValue(index)
            ctx.save()
            ctx.strokeStyle = styleValue('--line-2')
            ctx.beginPath()
            ctx.moveTo(x, chartArea.top)
            ctx.lineTo(x, chartArea.bottom)
            ctx.stroke()
            ctx.restore()
        },
        afterDatasetsDraw: chart => {
            const { ctx, chartArea, scales } = chart
            const model = modelOf()
            ctx.save()
            ctx.font = `12px ${getComputedStyle(document.body).fontFamily}`
            ctx.fillStyle = styleValue('--ink-2')
            ctx.textAlign = 'right'
            ctx.fillText(model.axisLabel ?? unitLabel(model.unit), chart.width - 2, 12)
            for (const { value, words, isGoal } of model.lines ?? []) {
                const y = Math.round(scales.y.getPixelForValue(value)) + 0.5
                ctx.strokeStyle = styleValue(isGoal ? '--goal' : '--ink-2')
                ctx.lineWidth = isGoal ? 1.5 : 1
                ctx.setLineDash(isGoal ? [7, 4] : [2, 3])
                ctx.beginPath()
                ctx.moveTo(chartArea.left, y)
                ctx.lineTo(chartArea.right, y)
                ctx.stroke()
                ctx.setLineDash([])
                ctx.textAlign = 'left'
                const width = ctx.measureText(words).width + 8
                const [x, top] = [isGoal ? chartArea.right - width : chartArea.left, y - 18 < chartArea.top ? y + 2 : y - 18]
                ctx.fillStyle = faded(styleValue('--card'), 0.86)
                ctx.fillRect(x, top, width, 16)
                ctx.fillStyle = styleValue(isGoal ? '--goal' : '--ink')
                ctx.fillText(words, x + 4, top + 12)
            }
            ctx.restore()
        },
    }
}
