/** Pace or speed over the distance, the splits, and the heights of a workout. */

import { type } from '../../core/catalogue.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { differenceText, distanceText, distanceUnit, heightText, heightUnit, pausesText, speedStyle } from '../../core/workouts.js'
import { milliseconds } from '../../core/time.js'
import { pointAt } from '../../core/track.js'
import { tableOf } from '../../charts/frame.js'
import { lineChart } from '../../charts/linechart.js'
import { roundTicks } from '../../charts/svgplot.js'
import { text } from '../../text/text.js'

/** The share of the usual speed at which the axis begins at the latest. */
const slowestShare = 0.45

function distanceTicks(meters) {
    const { unit, meters: length } = distanceUnit()
    return roundTicks(0, meters / length, 8).map(value => {
        const isWhole = Math.abs(value - Math.round(value)) < 1e-9
        return { value: value * length, words: value ? `${format.number(value, '', isWhole ? 0 : 1)} ${unit}` : format.number(0) }
    })
}

/** Says how distances were measured, why the workout has another one, and whether pauses count. */
function originText(workout) {
    const { distanceSplits } = workout
    return [
        distanceSplits.type === type('workoutRoute')?.identifier ? text.workouts.fromRoute : text.workouts.fromSamples,
        differenceText(distanceSplits), pausesText(workout),
    ].filter(Boolean).join(' ')
}

export function speedCard() {
    const title = element('h2')
    const hint = element('p.hint.small')
    let steps = []
    let style = null
    const chart = lineChart(() => ({
        columns: [text.workouts.distance, style.name],
        rows: steps.map(step => [distanceText(step.toMeters), style.words(speedOf(step))]),
    }))
    return {
        element: element('section.card', {}, title, hint, chart.element),
        close: chart.close,
        show: ({ workout, steps: given, kind }) => {
            steps = given.filter(step => step.seconds > 0)
            if (steps.length < 3) return false
            style = speedStyle(kind)
            title.textContent = style.name
            hint.textContent = originText(workout)
            chart.show(speedModel(steps, style))
            return true
        },
    }
}

/** Returns the metres per second of a split or step. */
function speedOf({ meters, seconds }) {
    return meters / seconds
}

function speedModel(steps, style) {
    const meters = steps.at(-1).toMeters
    const sorted = steps.map(speedOf).sort((one, other) => one - other)
    const share = part => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)]
    // A stand makes a pace without end, so slower steps are drawn at the lower edge.
    const [slow, fast] = [share(0.03), share(0.995)]
    const least = Math.max(Math.min(slow, share(0.5) * 0.8), share(0.5) * slowestShare) * 0.95
    const greatest = fast * 1.05
    return {
        name: 'speed', from: 0, to: meters, least, greatest,
        points: steps.map(step => ({ x: step.toMeters - step.meters / 2, y: speedOf(step) })),
        marks: steps.map(step => ({
            from: step.toMeters - step.meters, to: step.toMeters,
            spoken: `${distanceText(step.toMeters)}, ${style.words(speedOf(step))}`,
        })),
        xTicks: distanceTicks(meters),
        yTicks: style.isPace ? paceTicks(least, greatest, style) : speedTicks(least, greatest, style),
        summary: text.workouts.speedSummary(style.name, style.words(slow), style.words(fast)),
    }
}

/** Returns ticks at full paces. The axis is linear in speed, so that fast is above. */
function paceTicks(least, greatest, style) {
    const [fast, slow] = [style.value(greatest), style.value(Math.max(least, 0.2))]
    const step = [5, 10, 15, 30, 60, 120, 300, 600].find(size => (slow - fast) / size <= 5) ?? 1200
    const ticks = []
    for (let pace = Math.ceil(fast / step) * step; pace <= slow; pace += step) {
        ticks.push({ value: style.value(pace), words: format.clock(pace) })
    }
    return ticks
}

function speedTicks(least, greatest, style) {
    const factor = style.value(1)
    return roundTicks(least * factor, greatest * factor, 4)
        .map(value => ({ value: value / factor, words: format.number(value, style.unit) }))
}

/** Returns the heading of the heart rate, which is short on the screen and whole for a screen reader. */
function heartColumn() {
    return [element('span', { 'aria-hidden': 'true' }, '♥'), element('span.spoken', {}, text.workouts.averageHeart)]
}

export function splitsCard() {
    const content = element('div')
    const title = element('h2', {}, text.workouts.splits)
    const hint = element('p.hint.small')
    return {
        element: element('section.card', {}, title, hint, content),
        show: ({ workout, splits, points, kind }) => {
            if (splits.length < 2) return false
            const style = speedStyle(kind)
            const { unit, meters: length } = distanceUnit()
            const climbs = splits.map(split => points.length ? climbOf(split, points) : null)
            const hasHeart = splits.some(split => split.averageHeartRate !== null)
            const hasClimb = climbs.some(climb => climb !== null)
            hint.textContent = originText(workout)
            fill(content, tableOf(text.workouts.splits, {
                columns: [
                    unit, text.workouts.time, style.name, ...hasHeart ? [heartColumn()] : [],
                    ...hasClimb ? [text.workouts.climb] : [],
                ],
                rows: splits.map((split, index) => [
                    format.number(split.toMeters / length, '', split.isWhole ? 0 : 2),
                    format.clock(split.seconds), split.seconds > 0 ? style.short(speedOf(split)) : '–',
                    ...hasHeart ? [format.number(split.averageHeartRate, 'bpm')] : [],
                    ...hasClimb ? [climbs[index] === null ? '–' : heightText(climbs[index])] : [],
                ]),
            }))
            return true
        },
    }
}

/** Returns how much higher the end of a split is than its start; null if a height is not known. */
function climbOf({ startDate, endDate }, points) {
    const [from, to] = [startDate, endDate].map(date => pointAt(points, 'time', milliseconds(date)).altitude)
    return from === null || to === null ? null : to - from
}

function heightTicks(least, greatest) {
    const { meters } = heightUnit()
    return roundTicks(least / meters, greatest / meters, 3, true)
        .map(value => ({ value: value * meters, words: heightText(value * meters) }))
}

/** The least difference of heights in metres that makes a profile. */
const heightMin = 2
const profileSteps = 300

export function elevationCard() {
    let samples = []
    const chart = lineChart(() => ({
        columns: [text.workouts.distance, text.workouts.elevation],
        rows: samples.map(point => [distanceText(point.meters), heightText(point.altitude)]),
    }))
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.elevation), chart.element),
        close: chart.close,
        show: ({ points }) => {
            const known = points.filter(point => point.altitude !== null).length
            if (!points.length || known < points.length / 2) return false
            const count = Math.min(profileSteps, points.length)
            const { meters } = points.at(-1)
            samples = Array.from({ length: count }, (_, index) => pointAt(points, 'meters', meters * index / (count - 1)))
                .filter(point => point.altitude !== null)
            const heights = samples.map(point => point.altitude)
            const [lowest, highest] = [Math.min(...heights), Math.max(...heights)]
            if (!(highest - lowest >= heightMin)) return false
            const space = Math.max((highest - lowest) * 0.1, 2)
            const step = meters / count
            chart.show({
                name: 'elevation', isArea: true, from: 0, to: meters, least: lowest - space, greatest: highest + space,
                height: 110,
                points: samples.map(point => ({ x: point.meters, y: point.altitude })),
                marks: samples.map(point => ({
                    from: point.meters - step / 2, to: point.meters + step / 2,
                    spoken: `${distanceText(point.meters)}, ${heightText(point.altitude)}`,
                })),
                xTicks: distanceTicks(meters),
                yTicks: heightTicks(lowest - space, highest + space),
                summary: text.workouts.elevationSummary(heightText(lowest), heightText(highest)),
            })
            return true
        },
    }
}
