/** One session of sleep as a hypnogram, with the heart rate over it. */

import { svg } from '../core/dom.js'
import * as format from '../core/format.js'
import { milliseconds } from '../core/time.js'
import { text } from '../text/text.js'
import { bandThrough, dots, label, labelWidth, line, pathThrough, plot, roundTicks } from './svgplot.js'

/** The stages from the top to the bottom row. `inBed` is no stage, and has the last row. */
export const stages = ['awake', 'rem', 'core', 'deep', 'unspecified']

const rowHeight = 30
const barHeight = 18
const heartHeight = 96
const axisHeight = 22
const gutter = { left: 66, right: 34, top: 6 }
/** Times in bed without a stage that are shorter, in milliseconds, are not listed. */
const shortestRest = 1000

/**
 * Makes a hypnogram. Its model has `session`, `heart` (buckets of the statistics collection with
 * every bucket of the time, also those without samples), `sources` by id and `summary`.
 */
export function hypnogram(table) {
    return plot(draw, table)
}

/** Returns segments, gaps, and the times in bed that have no stage, in the order of time. */
export function parts(session) {
    const byStart = (one, other) => milliseconds(one.startDate) - milliseconds(other.startDate)
    const known = [...session.segments ?? [], ...(session.gaps ?? []).map(gap => ({ ...gap, stage: 'gap' }))].sort(byStart)
    const inBed = (session.inBedSegments ?? []).flatMap(time => {
        const rests = []
        let from = time.startDate
        for (const part of [...known, { startDate: time.endDate, endDate: time.endDate }]) {
            const isInside = milliseconds(part.endDate) > milliseconds(from) || part.endDate === time.endDate
            if (!isInside || milliseconds(part.startDate) > milliseconds(time.endDate)) continue
            if (milliseconds(part.startDate) - milliseconds(from) >= shortestRest) {
                rests.push({ startDate: from, endDate: part.startDate, stage: 'inBed' })
            }
            from = part.endDate
        }
        return rests
    })
    return [...known, ...inBed].sort(byStart)
}

/** Returns the lowest and highest heart rate of a part in words; null if it was not measured. */
export function heartInWords(part, heart) {
    const [from, to] = [milliseconds(part.startDate), milliseconds(part.endDate)]
    const inside = heart.filter(bucket => bucket.statistics
        && milliseconds(bucket.endDate) > from && milliseconds(bucket.startDate) < to).map(bucket => bucket.statistics)
    if (!inside.length) return null
    return format.span(Math.min(...inside.map(one => one.minimum)), Math.max(...inside.map(one => one.maximum)), 'bpm')
}

/** Returns a part in words: `Core, 23:31–01:07, 1 h 36 min, heart rate 52–61 /min`. */
function partInWords(part, heart) {
    const rate = heartInWords(part, heart)
    return [
        text.sleep.stages[part.stage] ?? part.stage,
        `${format.date(part.startDate, 'time')}–${format.date(part.endDate, 'time')}`,
        format.duration((milliseconds(part.endDate) - milliseconds(part.startDate)) / 1000),
        rate === null ? null : text.sleep.heartRate(rate),
    ].filter(Boolean).join(', ')
}

function draw({ session, heart }, width) {
    const [from, to] = [milliseconds(session.startDate), milliseconds(session.endDate)]
    const shown = heart.filter(bucket => milliseconds(bucket.endDate) > from && milliseconds(bucket.startDate) < to)
    const hasHeart = shown.some(bucket => bucket.statistics)
    const all = parts(session)
    const rows = stages.filter(stage => all.some(part => part.stage === stage))
    if (session.inBedSegments?.length) rows.push('inBed')
    const right = hasHeart ? gutter.right : 10
    const scale = (width - gutter.left - right) / Math.max(to - from, 1)
    const x = time => gutter.left + (Math.min(Math.max(time, from), to) - from) * scale
    const top = gutter.top + (hasHeart ? heartHeight + 10 : 0)
    const bottom = top + rows.length * rowHeight
    const y = stage => top + rows.indexOf(stage) * rowHeight + (rowHeight - barHeight) / 2
    const hours = timeAxis(shown, x, gutter.top, bottom, width)
    const nodes = hours.length > 2 ? hours : [
        label(format.date(session.startDate, 'time'), x(from), bottom + 16),
        label(format.date(session.endDate, 'time'), x(to), bottom + 16, 'end')]
    rows.forEach((stage, index) => nodes.push(
        line(gutter.left, top + (index + 1) * rowHeight, width - right, top + (index + 1) * rowHeight),
        label(text.sleep.stages[stage], 0, top + index * rowHeight + rowHeight / 2 + 4)))
    if (hasHeart) nodes.push(...heartNodes(shown, x, width))
    nodes.push(...all.filter(part => part.stage === 'gap').map(part => svg('rect.plot-gap', {
        x: x(milliseconds(part.startDate)).toFixed(1), y: top, height: bottom - top,
        width: (x(milliseconds(part.endDate)) - x(milliseconds(part.startDate))).toFixed(1),
    })))
    nodes.push(svg('path.hypnogram-link', { d: links(all, x, y) }))
    const bar = (part, stage) => {
        const [left, end] = [x(milliseconds(part.startDate)), x(milliseconds(part.endDate))]
        const height = stage === 'inBed' ? 8 : barHeight
        return svg(`rect.stage-${stage}`, {
            x: left.toFixed(1), width: Math.max(end - left, 1.5).toFixed(1), y: y(stage) + (barHeight - height) / 2, height,
            rx: Math.min(4, Math.max(end - left, 1.5) / 2),
        })
    }
    nodes.push(...(session.inBedSegments ?? []).map(part => bar(part, 'inBed')))
    nodes.push(...all.filter(part => part.stage !== 'inBed' && rows.includes(part.stage)).map(part => bar(part, part.stage)))
    const marks = all.map(part => {
        const left = x(milliseconds(part.startDate))
        return {
            x: left, width: x(milliseconds(part.endDate)) - left, top: gutter.top, height: bottom - gutter.top,
            spoken: partInWords(part, shown),
        }
    })
    return { height: bottom + axisHeight, nodes, marks }
}

/** Joins each segment with the next by a line from row to row. */
function links(all, x, y) {
    const known = all.filter(part => stages.includes(part.stage))
    return known.slice(1).map((part, index) => {
        const before = known[index]
        if (milliseconds(part.startDate) - milliseconds(before.endDate) > 60_000 || part.stage === before.stage) return ''
        const [one, other] = [y(before.stage), y(part.stage)].sort((a, b) => a - b)
        return `M${x(milliseconds(part.startDate)).toFixed(1)} ${one + barHeight}V${other}`
    }).join('')
}

/**
 * Draws full hours. The buckets carry the local clock of each instant, so an hour that a change of
 * the clock repeats is drawn twice.
 */
function timeAxis(buckets, x, top, bottom, width) {
    const hours = buckets.filter(bucket => bucket.startDate.slice(14, 19) === '00:00')
    const inside = hours.filter(bucket => x(milliseconds(bucket.startDate)) > gutter.left + 1)
    const space = (width - gutter.left) / Math.max(inside.length, 1)
    const named = inside.map(bucket => format.date(bucket.startDate, 'time'))
    const every = [1, 2, 3, 4, 6].find(step => space * step >= labelWidth(named) + 12) ?? 6
    return inside.flatMap((bucket, index) => {
        const at = x(milliseconds(bucket.startDate))
        const isNamed = index % every === 0 && at < width - labelWidth(named) / 2
        return [line(at, top, at, bottom), isNamed ? label(named[index], at, bottom + 16, 'middle') : null]
    }).filter(Boolean)
}

function heartNodes(buckets, x, width) {
    const known = buckets.filter(bucket => bucket.statistics)
    const least = Math.min(...known.map(bucket => bucket.statistics.minimum))
    const greatest = Math.max(...known.map(bucket => bucket.statistics.maximum))
    const space = Math.max((greatest - least) * 0.1, 3)
    const y = value => gutter.top + heartHeight - (value - least + space) / (greatest - least + 2 * space) * heartHeight
    const middle = bucket => x((milliseconds(bucket.startDate) + milliseconds(bucket.endDate)) / 2)
    const points = buckets.map(bucket => bucket.statistics && [
        middle(bucket), y(bucket.statistics.minimum), y(bucket.statistics.maximum),
        y(bucket.statistics.average ?? (bucket.statistics.minimum + bucket.statistics.maximum) / 2)])
    const joined = withoutShortGaps(points)
    const averages = joined.map(point => point && [point[0], point[3]])
    return [
        ...roundTicks(least, greatest, 3, true).flatMap(value => [
            line(gutter.left, y(value), width - gutter.right, y(value)),
            label(format.number(value, 'bpm'), width - gutter.right + 6, y(value) + 4)]),
        label(text.sleep.heartAxis, 0, gutter.top + heartHeight / 2 - 2),
        label(format.unitLabel('bpm'), 0, gutter.top + heartHeight / 2 + 14),
        svg('path.heart-band', { d: bandThrough(joined) }),
        svg('path.heart-line', { d: pathThrough(averages) }), svg('path.heart-line.dots', { d: dots(averages) }),
    ]
}

/** The most empty buckets across which the line goes on: a watch at rest measures every few minutes. */
const bridgedBuckets = 2

function withoutShortGaps(points) {
    return points.filter((point, index) => {
        if (point) return true
        let [first, last] = [index, index]
        while (first > 0 && !points[first - 1]) first -= 1
        while (last < points.length - 1 && !points[last + 1]) last += 1
        return last - first + 1 > bridgedBuckets
    })
}
