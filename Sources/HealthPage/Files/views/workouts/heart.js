/** The heart rate over a workout, with its pauses shaded. */

import { element } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { milliseconds } from '../../core/time.js'
import { lineChart, timeSteps } from '../../charts/linechart.js'
import { roundTicks } from '../../charts/svgplot.js'
import { text } from '../../text/text.js'

/** The milliseconds for which a heart rate applies at most, as in averages of the service. */
const standMilliseconds = 600_000

export function heartCard() {
    let model = null
    const chart = lineChart(() => ({
        columns: [text.workouts.at, text.workouts.averageHeart, text.workouts.range],
        rows: known(model.heart).map(bucket => [
            format.clock(Math.max(secondsOf(bucket, model.workout), 0)), format.number(bucket.statistics.average, 'bpm'),
            format.span(bucket.statistics.minimum, bucket.statistics.maximum, 'bpm'),
        ]),
    }))
    const hint = element('p.hint.small', {}, text.workouts.pausesShaded)
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.heart), hint, chart.element),
        close: chart.close,
        show: next => {
            model = next
            const buckets = known(model.heart)
            if (!buckets.length) return false
            hint.hidden = model.workout.pauses.length === 0
            chart.show(chartModel(model, buckets))
            return true
        },
    }
}

function known(buckets) {
    return buckets.filter(bucket => bucket.statistics && bucket.statistics.minimum !== undefined)
}

function secondsOf(bucket, workout) {
    return (milliseconds(bucket.startDate) - milliseconds(workout.startDate)) / 1000
}

function chartModel({ workout }, buckets) {
    const [from, to] = [milliseconds(workout.startDate), milliseconds(workout.endDate)]
    const least = Math.min(...buckets.map(bucket => bucket.statistics.minimum)) - 5
    const greatest = Math.max(...buckets.map(bucket => bucket.statistics.maximum)) + 5
    const points = []
    const marks = []
    let before = null
    for (const bucket of buckets) {
        const [start, end] = [Math.max(milliseconds(bucket.startDate), from), Math.min(milliseconds(bucket.endDate), to)]
        // A longer gap of the measurements is a gap of the line.
        if (before !== null && start - before > standMilliseconds) points.push(null)
        before = end
        const { minimum, maximum, average } = bucket.statistics
        points.push({ x: (start + end) / 2, y: average ?? (minimum + maximum) / 2, low: minimum, high: maximum })
        marks.push({ from: start, to: end, spoken: [
            format.clock((start - from) / 1000),
            average === null || average === undefined ? null : text.workouts.averageOf(format.quantity(average, 'bpm')),
            format.span(minimum, maximum, 'bpm')].filter(Boolean).join(', ') })
    }
    return {
        name: 'heart', from, to, least, greatest, points, marks,
        shades: workout.pauses.map(pause => ({ from: milliseconds(pause.startDate), to: milliseconds(pause.endDate) })),
        xTicks: timeSteps((to - from) / 1000, 7).map(seconds => ({ value: from + seconds * 1000, words: format.clock(seconds) })),
        yTicks: roundTicks(least, greatest, 4, true).map(value => ({ value, words: format.number(value, 'bpm') })),
        summary: text.workouts.heartSummary(format.span(least + 5, greatest - 5, 'bpm')),
    }
}
