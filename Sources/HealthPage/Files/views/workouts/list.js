/** The list of workouts, the newest first, with filters. */

import { api } from '../../core/api.js'
import { activityTypes } from '../../core/activities.js'
import { type } from '../../core/catalogue.js'
import { csvButton } from '../../core/csv.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { locale } from '../../core/language.js'
import { notifyError } from '../../core/notices.js'
import { go, pathOf } from '../../core/router.js'
import { isOwn } from '../../core/session.js'
import { addDays, isDate } from '../../core/time.js'
import { zoneParameter } from '../../core/zone.js'
import { distanceText, energyText, recordingBadge } from '../../core/workouts.js'
import { activityName, text } from '../../text/text.js'
import { sumText, workoutTotals } from './totals.js'

const pageSize = 50

export function workoutList() {
    const filters = filterBar()
    const totals = element('p.hint', { role: 'status' })
    const sums = workoutTotals()
    const months = element('div.stack-wide')
    const file = csvButton(() => 'workouts', () => fileRows(workouts))
    const more = button(text.common.more, () => loadMore().catch(notifyError))
    const root = element('div.stack-wide', {},
        element('h1', {}, text.workouts.title), filters.element, element('div.row.spread', {}, totals, file), sums.element, months,
        element('div.row', {}, more))
    let control = null
    let asked = {}
    let workouts = []
    let cursor = null

    const page = (after, limit) => {
        const { activityType, from, to } = asked
        return api.get('/v1/workouts', {
            activityType, from, to, limit, cursor: after, timeZone: zoneParameter(),
            types: type('heartRate') ? 'heartRate' : null, unit: type('heartRate') ? 'count/min' : null,
        }, { signal: control.signal })
    }
    const draw = () => {
        filters.show(asked, workouts)
        more.hidden = cursor === null
        file.hidden = workouts.length === 0
        const sums = workouts.length ? sumText(workouts) : ''
        totals.textContent = sums && cursor !== null ? text.workouts.totalsSoFar(sums) : sums
        fill(months, workouts.length ? monthsOf(workouts).map(monthCard) : emptyCard(asked))
    }
    /** Asks again for as many workouts as are shown. */
    const load = async wanted => {
        control?.abort()
        control = new AbortController()
        let [found, next] = [[], null]
        do {
            const answer = await page(next, pageSize)
            found = [...found, ...answer.workouts]
            next = answer.cursor
        } while (next !== null && found.length < wanted)
        ;[workouts, cursor] = [found, next]
        sums.element.hidden = workouts.length === 0
        draw()
    }
    const loadMore = async () => {
        const answer = await page(cursor, pageSize)
        workouts = [...workouts, ...answer.workouts]
        cursor = answer.cursor
        draw()
    }
    return {
        element: root,
        types: () => [type('heartRate')?.identifier, type('workout')?.identifier],
        show: ({ parameters: { activityType, from, to } }) => {
            const next = { activityType: activityType || null, from: isDate(from) ? from : null, to: isDate(to) ? to : null }
            const isSame = ['activityType', 'from', 'to'].every(name => next[name] === asked[name])
            asked = next
            return Promise.all([load(isSame ? workouts.length : 0), sums.show(asked.activityType)])
        },
        refresh: () => Promise.all([load(workouts.length), sums.refresh()]),
        close: () => {
            control?.abort()
            sums.close()
        },
    }
}

/** Makes the filters: kind, first and last day. */
function filterBar() {
    const kind = element('select', { name: 'activityType' })
    const from = element('input', { type: 'date', name: 'from' })
    const last = element('input', { type: 'date', name: 'to' })
    const clear = element('a.button', { href: pathOf('workouts') }, text.workouts.clear)
    const field = (words, control) => element('label.field', {}, element('span', {}, words), control)
    const apply = () => go(pathOf('workouts', null, {
        activityType: kind.value, from: from.value, to: last.value && addDays(last.value, 1),
    }), { replace: true })
    for (const control of [kind, from, last]) control.addEventListener('change', apply)
    const seen = new Set()
    let listed = -1
    return {
        element: element('form.row.filters', { onsubmit: event => event.preventDefault(), 'aria-label': text.workouts.filters },
            field(text.workouts.kind, kind), field(text.workouts.fromDay, from), field(text.workouts.last, last), clear),
        show: (asked, workouts) => {
            for (const workout of workouts) if (workout.workoutActivityTypeName) seen.add(workout.workoutActivityTypeName)
            if (asked.activityType) seen.add(asked.activityType)
            if (listed !== seen.size) {
                listed = seen.size
                fill(kind, kindOptions(seen))
            }
            kind.value = asked.activityType ?? ''
            from.value = asked.from ?? ''
            last.value = asked.to ? addDays(asked.to, -1) : ''
            clear.hidden = !asked.activityType && !asked.from && !asked.to
        },
    }
}

/** Lists the kinds that were seen first, then all others. */
function kindOptions(seen) {
    const options = names => names.map(name => [name, activityName(name)])
        .sort(([, one], [, other]) => one.localeCompare(other, locale))
        .map(([name, words]) => element('option', { value: name }, words))
    return [
        element('option', { value: '' }, text.workouts.allKinds),
        seen.size ? element('optgroup', { label: text.workouts.seenKinds }, options([...seen])) : null,
        element('optgroup', { label: text.workouts.otherKinds }, options(activityTypes.filter(name => !seen.has(name)))),
    ].filter(Boolean)
}

function monthsOf(workouts) {
    const months = new Map()
    for (const workout of workouts) {
        const month = workout.startDate.slice(0, 7)
        if (!months.has(month)) months.set(month, [])
        months.get(month).push(workout)
    }
    return [...months.values()]
}

function monthCard(workouts) {
    return element('section.card', {},
        element('div.row.spread', {}, element('h2', {}, format.date(workouts[0].startDate, 'month')),
            element('p.hint.small', {}, sumText(workouts))),
        element('ul.workout-list', {}, workouts.map(row)))
}

function averageHeart(workout) {
    return workout.statistics?.find(one => one.type === type('heartRate')?.identifier)?.statistics?.average ?? null
}

/** Returns a row for each workout below the names, in the units of the API: seconds, kilocalories, metres. */
function fileRows(workouts) {
    return [
        ['date', 'uuid', 'workoutActivityType', 'startDate', 'endDate', 'duration', 'totalDistance', 'totalEnergyBurned', 'averageHeartRate'],
        ...workouts.map(workout => [
            workout.startDate.slice(0, 10), workout.uuid, workout.workoutActivityTypeName, workout.startDate, workout.endDate,
            workout.duration, workout.totalDistance, workout.totalEnergyBurned, averageHeart(workout),
        ]),
    ]
}

function row(workout) {
    const heart = averageHeart(workout)
    const kind = workout.workoutActivityTypeName
    const value = (name, words) => element('span.workout-value', {},
        words === null ? null : [element('span.spoken', {}, `${name}: `), words])
    const sign = element('span.heart-sign', { 'aria-hidden': 'true' }, '♥ ')
    return element('li', {},
        element('span.workout-name', {},
            element('span', {}, element('a', { href: pathOf('workouts', workout.uuid) }, activityName(kind)),
                recordingBadge(workout)),
            element('span.hint.small', {}, `${format.date(workout.startDate)}, ${format.date(workout.startDate, 'time')}`)),
        value(text.workouts.duration, format.duration(workout.duration ?? workout.elapsedTime)),
        value(text.workouts.distance, workout.totalDistance ? distanceText(workout.totalDistance, kind) : null),
        value(text.workouts.energy, workout.totalEnergyBurned ? energyText(workout.totalEnergyBurned) : null),
        value(text.workouts.averageHeart, heart ? [sign, format.quantity(heart, 'bpm')] : null))
}

function emptyCard(asked) {
    const isFiltered = asked.activityType || asked.from || asked.to
    const card = (...content) => element('section.card.empty', {}, content)
    const title = words => element('h2', {}, words)
    if (isFiltered) {
        return card(title(text.workouts.noneFound), element('a.button', { href: pathOf('workouts') }, text.workouts.clear))
    }
    if (!isOwn()) return card(title(text.workouts.noneShared))
    return card(title(text.workouts.none), element('p.hint', {}, text.workouts.noneHint),
        element('a.button', { href: pathOf('data') }, text.overview.emptyLink))
}
