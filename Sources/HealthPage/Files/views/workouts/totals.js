/** The totals of workouts by week, month or year. */

import { api } from '../../core/api.js'
import { colorOf } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { firstWeekday } from '../../core/preferences.js'
import { go, pathOf } from '../../core/router.js'
import { addDays, addMonths, startOfMonth, startOfWeek } from '../../core/time.js'
import { distanceText, energyText } from '../../core/workouts.js'
import { today, zoneParameter } from '../../core/zone.js'
import { timeChart } from '../../charts/timechart.js'
import { text } from '../../text/text.js'

/** The workouts of one request. */
const pageSize = 1000
/** The weeks and months that are shown; all years are. */
const [weekCount, monthCount] = [26, 24]

const words = text.workouts.sums

/** Returns the sums of duration, distance and energy in words; null for a distance or energy that none has. */
function sumsOf(workouts) {
    const sum = name => workouts.reduce((total, workout) => total + (workout[name] ?? 0), 0)
    const words = (value, write) => value > 0 ? write(value) : null
    return [
        format.duration(sum('duration')), words(sum('totalDistance'), value => distanceText(value)), words(sum('totalEnergyBurned'), energyText),
    ]
}

/** Returns the totals of workouts as a text: `9 workouts · 7 h 12 min · 48 km · 3,100 kcal`. */
export function sumText(workouts) {
    return [text.workouts.count(workouts.length), ...sumsOf(workouts)].filter(Boolean).join(' · ')
}

/**
 * Returns the periods from a date to another, each with the workouts that began in it: `{from, to,
 * workouts}`. `to` is not part of a period.
 *
 * @param {string} by `week`, `month` or `year`.
 */
export function periodsOf(workouts, by, from, to, firstWeekday) {
    const startOf = date => by === 'week' ? startOfWeek(date, firstWeekday) : by === 'month' ? startOfMonth(date) : `${date.slice(0, 4)}-01-01`
    const endOf = date => by === 'week' ? addDays(date, 7) : addMonths(date, by === 'month' ? 1 : 12)
    const periods = []
    for (let start = startOf(from); start <= to; start = endOf(start)) periods.push({ from: start, to: endOf(start), workouts: [] })
    for (const workout of workouts) {
        const date = workout.startDate.slice(0, 10)
        periods.find(period => date >= period.from && date < period.to)?.workouts.push(workout)
    }
    return periods
}

/** Makes the panel. It asks the service only while it is open. */
export function workoutTotals() {
    let by = 'month'
    let shown = []
    let kind = null
    let asked = null
    const tabs = element('div.segmented', { role: 'group', 'aria-label': words.by })
    const readout = element('p.hint', {}, ' ')
    const chart = timeChart({
        point: index => read(index),
        pick: index => {
            if (index !== null) go(pathOf('workouts', null, { activityType: kind, from: shown[index].from, to: shown[index].to }))
        },
    }, () => ({ columns: words.columns, rows: shown.map(cellsOf) }))
    const details = element('details', { ontoggle: () => load() },
        element('summary', {}, element('h2', {}, words.title)),
        element('div.row.spread', {}, readout, tabs), chart.element)
    const root = element('section.card', {}, details)

    const read = index => { readout.textContent = index === null ? words.hint : spokenOf(shown[index]) }
    const labelOf = ({ from, to }) => by === 'week' ? format.dateRange(from, to) : format.date(from, by === 'month' ? 'month' : 'year')
    const cellsOf = period => [
        labelOf(period), format.number(period.workouts.length, 'count'), ...sumsOf(period.workouts).map(sum => sum ?? '–'),
    ]
    const spokenOf = period => `${labelOf(period)}: ${sumText(period.workouts)}`

    const choose = name => {
        by = name
        load()
    }

    const load = async () => {
        if (!details.open) return
        fill(tabs, ['week', 'month', 'year'].map(name => button(words[name], () => choose(name), { 'aria-pressed': String(name === by) })))
        const key = `${kind} ${by}`
        if (asked === key) return
        asked = key
        const now = today()
        const first = by === 'week' ? addDays(startOfWeek(now, firstWeekday()), -7 * (weekCount - 1))
            : by === 'month' ? addMonths(startOfMonth(now), 1 - monthCount) : null
        const workouts = await workoutsSince(first)
        if (asked !== key) return
        shown = periodsOf(workouts, by, first ?? workouts.at(-1)?.startDate.slice(0, 10) ?? now, now, firstWeekday())
        const hours = ({ workouts }) => workouts.reduce((sum, workout) => sum + (workout.duration ?? 0), 0) / 3600
        // The period of the first workout may lack its beginning, and that of today its end.
        const begin = workouts.at(-1)?.startDate.slice(0, 10) ?? now
        const known = shown.filter(period => period.from > begin && period.to <= now)
        const average = known.length ? known.reduce((sum, period) => sum + hours(period), 0) / known.length : null
        read(null)
        await chart.draw({
            kind: 'bars', unit: 'hr', color: colorOf('workout'), axisLabel: words.hours,
            items: shown.map((period, index) => ({
                value: period.workouts.length ? hours(period) : null, isRunning: period.to > now, label: labelOf(period),
                tick: tickOf(period, index), spoken: spokenOf(period),
            })),
            lines: average === null ? [] : [{ value: average, words: text.metric.averageOf(format.duration(average * 3600)) }],
            summary: `${words.title}, ${words[by]}: ${sumText(workouts)}`,
        })
    }

    const tickOf = ({ from }, index) => by === 'year' ? format.date(from, 'year')
        : by === 'month' ? format.date(from, 'shortMonth')
        : index === 0 || shown[index - 1].from.slice(0, 7) !== from.slice(0, 7) ? format.date(from, 'shortMonth') : ''

    /** Returns the workouts since a date, the newest first; all if it is null. */
    const workoutsSince = async from => {
        const found = []
        let cursor = null
        do {
            const page = await api.get('/v1/workouts', { activityType: kind, from, limit: pageSize, cursor, timeZone: zoneParameter() })
            found.push(...page.workouts)
            cursor = page.cursor
        } while (cursor)
        return found
    }
    return {
        element: root,
        /** Shows the workouts of a kind; of all kinds if it is null. */
        show: activityType => {
            kind = activityType
            return load()
        },
        refresh: () => {
            asked = null
            return load()
        },
        close: () => chart.close(),
    }
}
