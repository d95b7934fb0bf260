/** How the figures of a range are drawn: the series, the legend, the lines across the chart, and the table. */

import { colorOf, isCategory, isCumulative, isDaily, isDiscrete, pairOf } from '../../core/catalogue.js'
import { averageOfDays } from '../../core/comparison.js'
import * as format from '../../core/format.js'
import { partColors, secondColor } from '../../charts/datasets.js'
import { text, valueName } from '../../text/text.js'
import { averageOfDaily } from './figures.js'
import { windowOf } from './model.js'

const words = text.metric

/** Returns the model of the chart, without its summary. */
export function drawingOf(one, now, range, goal) {
    return {
        items: now.items, kind: now.kind, unit: now.unit, color: colorOf(one.identifier), stack: now.stack,
        axisLabel: axisLabel(one, now), legend: legendOf(one, now, range), lines: linesOf(one, now, goal),
    }
}

/** Returns the unit of the axis. Numbers without a unit have the name of what is counted. */
function axisLabel(one, { unit, items }) {
    const label = format.unitLabel(unit) || (isCategory(one) && !isDaily(one) ? words.occurrences : one.displayName)
    return items.some(item => item.total !== undefined) ? words.aDay(label) : label
}

/** Returns the lines across the chart: the average and the goal of a day. */
export function linesOf(one, now, goal) {
    const { items, unit, kind } = now
    const isGoalShown = goal !== null && !pairOf(one) && (isDiscrete(one) || now.days !== null)
    const average = items.length < 2 || pairOf(one) ? null : isDiscrete(one)
        ? kind === 'band' ? averageOfDays(now.days)?.value ?? null : now.whole?.average ?? null
        : isCumulative(one) ? now.days && now.summary.perDay : averageOfDaily(one, now)
    return [
        average === null ? null : { value: average, words: words.averageOf(format.quantity(average, unit)) },
        isGoalShown ? { value: goal, words: words.goalOf(format.quantity(goal, unit)), isGoal: true } : null,
    ].filter(Boolean)
}

/** Returns the legend; a single series has none. */
function legendOf(one, { kind, items, stack }, range) {
    const color = colorOf(one.identifier)
    const isCompared = items.some(item => Number.isFinite(item.before))
    const second = secondColor(color, 'var(--ink)')
    const hasLine = items.some(item => Number.isFinite(item.smooth))
    const [systolic, diastolic] = words.pair
    const smooth = words.smoothLine(windowOf(range))
    const parts = partColors(color, stack?.length ?? 0, 'var(--card)')
    const entries = kind === 'stack' ? stack.map((name, index) => ({ name: valueName(name), color: parts[index] }))
        : kind === 'band' ? [{ name: words.medianLine, color, shape: 'line' }, { name: words.middleBand, color, shape: 'band' }]
        : pairOf(one) ? [
            { name: systolic, color }, { name: diastolic, color: second },
            ...hasLine ? [{ name: smooth, color: 'currentColor', shape: 'line' }] : [],
        ]
        : kind === 'points' && hasLine ? [{ name: words.pointOf[range.interval] ?? words.pointOf.day, color }, { name: smooth, color, shape: 'line' }]
        : isCompared ? [{ name: words.shown, color }] : []
    return [...entries, ...isCompared ? [{ name: words.before, color: 'var(--ink-2)', shape: 'dashed' }] : []]
}

/** Returns the table of the chart. */
export function tableOf(one, { items, kind, unit, stack }, range) {
    const hasBefore = items.some(item => item.before !== undefined)
    const span = (low, high) => low === null || low === undefined ? '–' : format.span(low, high, unit)
    const hasSmooth = items.some(item => item.smoothWords)
    const columns = pairOf(one) ? [[words.pair[0], item => span(item.minimum, item.maximum)],
        [words.pair[1], item => span(item.second.minimum, item.second.maximum)]]
        : kind === 'band' ? [[words.medianLine, item => format.quantity(item.median, unit)],
            [words.middleBand, item => span(item.low, item.high)], [words.range, item => span(item.minimum, item.maximum)]]
        : kind === 'stack' ? stack.map((name, index) => [valueName(name), item => format.number(item.parts[index] ?? 0, 'count')])
        : [[isDiscrete(one) ? words.spanAndAverage : one.displayName, item => item.words]]
    if (hasSmooth) columns.push([words.smoothLine(windowOf(range)), item => item.smoothWords ?? '–'])
    if (hasBefore) columns.push([words.before, item => format.quantity(item.before ?? null, unit)])
    return {
        columns: [words.time, ...columns.map(([name]) => name)],
        rows: items.map(item => [item.label, ...columns.map(([, value]) => value(item))]),
    }
}
