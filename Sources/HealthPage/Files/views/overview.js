/** The first view: cards of chosen types, the rings, last night, the last workout, and all other types. */

import { api } from '../core/api.js'
import { type, typesWithSamples, typeGroups, isCumulative, shownUnit } from '../core/catalogue.js'
import { element, button, fill, setStyle, announce } from '../core/dom.js'
import * as format from '../core/format.js'
import { notifyError } from '../core/notices.js'
import { preference, setPreferences, unitParameter } from '../core/preferences.js'
import { pathOf } from '../core/router.js'
import { isOwn } from '../core/session.js'
import { addDays, localText } from '../core/time.js'
import { distanceText, energyText } from '../core/workouts.js'
import { zoneParameter, currentZone, today } from '../core/zone.js'
import { rings } from '../charts/rings.js'
import { sparkline } from '../charts/sparkline.js'
import { text } from '../text/text.js'

/** The cards of a reader who has not chosen any: the first of these that have samples. */
const cardsDefault = [
    'stepCount', 'activeEnergyBurned', 'appleExerciseTime', 'distanceWalkingRunning', 'heartRate', 'restingHeartRate',
    'heartRateVariabilitySDNN', 'walkingHeartRateAverage', 'vo2Max', 'oxygenSaturation', 'respiratoryRate', 'bodyMass',
    'appleSleepingWristTemperature', 'dietaryWater', 'timeInDaylight', 'flightsClimbed',
]
const cardsDefaultMax = 9
/** The days of a sparkline, today included. What is usual is the average of the days before the last seven. */
const days = 35
/** A silent source was probably replaced after this many days. */
const replacedDays = 30
/** If the newest sample of all is older, the cards show the days before it. */
const oldDays = 5

export function overviewView() {
    const cards = element('div.cards')
    const others = element('div')
    const silence = element('div')
    const edit = button(text.overview.edit, () => setEditing(!isEditing), { 'aria-pressed': 'false' })
    const root = element('div.view', {},
        element('div.view-head', {}, element('h1', {}, text.overview.title), edit), silence, cards, others)
    let isEditing = false
    let answers = null
    let control = null

    const load = async () => {
        control?.abort()
        control = new AbortController()
        const { signal } = control
        const shown = cardTypes()
        const quantities = shown.filter(one => one.kind === 'quantity')
        const zone = zoneParameter()
        const get = (path, parameters) => api.get(path, parameters, { signal })
        const measured = typesWithSamples().filter(one => one.kind === 'quantity')
        const { latest } = await get('/v1/latest', { unit: unitParameter(measured) })
        const day = lastDay(latest)
        const [from, to] = [addDays(day, 1 - days), addDays(day, 1)]
        const [collections, nights, workouts, activity, freshness] = await Promise.all([
            quantities.length ? get('/v1/statistics-collection', {
                types: quantities.map(one => one.shortName).join(','), interval: 'day', from, to, timeZone: zone,
                unit: unitParameter(quantities),
            }) : { collections: [] },
            get('/v1/sleep', { from: addDays(day, -6), to, timeZone: zone }),
            get('/v1/workouts', { limit: 1, timeZone: zone }),
            get('/v1/activity-summaries', { from: addDays(day, -1), to }),
            get('/v1/freshness'),
        ])
        answers = {
            day, latest: new Map(latest.map(one => [one.type, one])),
            collections: new Map(collections.collections.map(one => [one.type, one])),
            night: nights.nights.findLast(night => night.main), workout: workouts.workouts[0],
            activity: activity.activitySummaries.at(-1), activityUnits: activity.units, sources: freshness.sources,
        }
        draw()
    }

    const draw = () => {
        if (!answers) return
        const shown = cardTypes()
        if (typesWithSamples().length === 0) return drawEmpty()
        fill(silence, answers.day === today() ? silentSources(answers.sources)
            : element('p.card', { role: 'note' }, text.overview.old(format.date(answers.day, 'long'))))
        fill(cards,
            answers.activity ? ringsCard(answers.activity, answers.activityUnits) : null,
            answers.night ? nightCard(answers.night) : null,
            answers.workout ? workoutCard(answers.workout) : null,
            shown.map((one, index) => typeCard(one, answers, isEditing ? editor(shown, index) : null)),
        )
        fill(others, otherTypes(shown, answers, isEditing, change))
    }

    const drawEmpty = () => fill(cards, element('section.card.empty', {},
        element('h2', {}, isOwn() ? text.overview.empty : text.overview.emptyShared),
        isOwn() ? element('p.hint', {}, text.overview.emptyHint) : null,
        isOwn() ? element('a.button.main', { href: pathOf('data') }, text.overview.emptyLink) : null))

    const setEditing = value => {
        isEditing = value
        edit.textContent = value ? text.overview.done : text.overview.edit
        edit.setAttribute('aria-pressed', String(value))
        draw()
    }

    const change = async (changes, done = () => {}) => {
        try {
            await setPreferences(changes)
            await load()
            done()
        } catch (error) {
            notifyError(error)
        }
    }

    /** Makes the buttons that move and remove a card. */
    const editor = (shown, index) => {
        const names = shown.map(one => one.identifier)
        const move = to => {
            const moved = names.filter((_, position) => position !== index)
            moved.splice(to, 0, names[index])
            change({ pinned: moved }, () => {
                cards.querySelector(`[data-type="${CSS.escape(names[index])}"] button:enabled`)?.focus()
                announce(text.sources.moved(shown[index].displayName, to + 1, names.length))
            })
        }
        const name = shown[index].displayName
        return element('div.row.card-edit', {},
            button('←', () => move(index - 1), { 'aria-label': text.overview.moveUp(name), disabled: index === 0 }),
            button('→', () => move(index + 1), {
                'aria-label': text.overview.moveDown(name), disabled: index === names.length - 1,
            }),
            button('×', () => change({ pinned: names.filter((_, position) => position !== index) }), { 'aria-label': text.overview.unpin(name) }))
    }

    return {
        element: root,
        show: load,
        changed: load,
        close: () => control?.abort(),
    }
}

/** Returns the types of the cards, in their order. */
function cardTypes() {
    const { pinned, hidden } = preference()
    if (pinned) return pinned.map(type).filter(Boolean)
    return cardsDefault.map(type).filter(one => one?.hasSamples && !hidden.includes(one.identifier)).slice(0, cardsDefaultMax)
}

/** Returns the day that the cards show: today, or the day of the newest sample if that is long ago. */
function lastDay(latest) {
    const newest = latest.map(one => one.sample).filter(Boolean).map(sample => sample.startDate)
        .reduce((last, time) => last === null || Date.parse(time) > Date.parse(last) ? time : last, null)
    if (newest === null || Date.parse(newest) > Date.now() - oldDays * 86_400_000) return today()
    return localText(newest, currentZone()).slice(0, 10)
}

function average(values) {
    const known = values.filter(value => value !== null)
    return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

/** Returns the figure of a bucket that a card compares: the total or the average. */
function figure(bucket, one) {
    if (!bucket.statistics) return null
    return (isCumulative(one) ? bucket.statistics.sum : bucket.statistics.average) ?? null
}

/** Returns the address of a type's view, on the day that the cards show. */
function metricPath(one, day) {
    return pathOf('metric', one.shortName, { date: day === today() ? null : day })
}

function accented(made, color) {
    setStyle(made, { '--accent': color ?? '#8e8e93' })
    return made
}

function cardHead(name, color, href, when) {
    return element('div.row.spread.card-head', {},
        element('h2', {}, accented(element('span.dot', { 'aria-hidden': 'true' }), color), ' ',
            element('a', { href }, name)),
        when ? element('span.hint.small', {}, when) : null)
}

function typeCard(one, answers, editor) {
    const collection = answers.collections.get(one.identifier)
    const latest = answers.latest.get(one.identifier)?.sample
    const card = element('section.card.metric-card', { 'data-type': one.identifier })
    accented(card, one.color)
    const when = latest ? format.ago(latest.endDate) : null
    card.append(cardHead(one.displayName, one.color, metricPath(one, answers.day), when))
    if (collection) card.append(...cardFigures(one, collection, latest, answers.day))
    else if (latest) card.append(element('p.figure', {}, latestValue(one, latest)))
    else card.append(element('p.hint', {}, text.common.noData))
    if (editor) card.append(editor)
    return card
}

function cardFigures(one, collection, latest, day) {
    const unit = shownUnit(one, collection.unit)
    const values = collection.buckets.map(bucket => figure(bucket, one))
    const now = values.at(-1)
    const isTotal = isCumulative(one)
    const usual = average(values.slice(0, -8))
    const week = average(values.slice(-8, -1))
    const change = format.change(week, usual)
    const label = text.overview.trend(one.displayName, days)
    const isToday = day === today()
    // In the morning, the day before says more than an empty day.
    const isBefore = isTotal && isToday && now === null
    const value = isBefore ? values.at(-2) : isTotal ? now : latest?.value ?? null
    const when = !isTotal ? null : isBefore ? text.overview.yesterday
        : isToday ? text.overview.todaySoFar : format.date(day, 'dayOfMonth')
    const missing = isTotal && isToday ? text.overview.noneToday : text.common.noData
    return [
        element('p.figure', {}, value === null ? element('small', {}, missing) : [
            format.number(value, unit), ' ', element('small', {}, [format.unitLabel(unit), when].filter(Boolean).join(' '))]),
        sparkline(values, { isTotal, usual: isTotal ? usual : null, label }),
        week === null ? null : element('p.hint.small', {}, isTotal
            ? text.overview.week(format.quantity(week, unit), change)
            : text.overview.weekAverage(format.quantity(week, unit), change)),
    ].filter(Boolean)
}

/** Returns the two values of the newest blood pressure; null for any other type. */
function bloodPressure(one, latest) {
    if (one.shortName !== 'bloodPressure') return null
    const [systolic, diastolic] = ['bloodPressureSystolic', 'bloodPressureDiastolic']
        .map(name => latest.get(type(name)?.identifier)?.sample)
    if (!systolic || systolic.endDate !== diastolic?.endDate) return null
    return `${format.number(systolic.value, systolic.unit)}/${format.quantity(diastolic.value, diastolic.unit)}`
}

/** Returns the newest sample of any kind of type as a text. */
function latestValue(one, sample) {
    if (one.kind === 'quantity' && sample.value !== null && sample.value !== undefined) {
        return format.quantity(sample.value, shownUnit(one, sample.unit))
    }
    const seconds = (Date.parse(sample.endDate) - Date.parse(sample.startDate)) / 1000
    if (sample.workoutActivityTypeName) return text.activityName(sample.workoutActivityTypeName)
    return (seconds > 0 ? format.duration(seconds) : sample.valueName ? text.valueName(sample.valueName) : '')
}

function ringsCard(activity, units) {
    const share = (value, goal) => goal > 0 ? value / goal : 0
    const parts = [
        [text.overview.move, activity.activeEnergyBurned, activity.activeEnergyBurnedGoal, units.activeEnergyBurned, '#fa114f'],
        // Where minutes are the goal and not energy, as for children.
        [text.overview.move, activity.appleMoveTime, activity.appleMoveTimeGoal, units.appleMoveTime, '#fa114f'],
        [text.overview.exercise, activity.appleExerciseTime, activity.appleExerciseTimeGoal, units.appleExerciseTime, '#7fd320'],
        [text.overview.stand, activity.appleStandHours, activity.appleStandHoursGoal, units.appleStandHours, '#1fc7d4'],
    ].filter(([, , goal]) => goal > 0)
    const words = parts.map(([name, ...values]) => {
        const [value, goal] = values.slice(0, 2).map(one => format.number(one, values[2], 0))
        return `${name}: ${text.overview.ofGoal(value, goal)} ${format.unitLabel(values[2])}`
    })
    const shares = parts.map(([, value, goal, , color]) => ({ share: share(value, goal), color }))
    return element('section.card', {},
        cardHead(text.overview.rings, '#fa114f', pathOf('metric', 'activeEnergyBurned'), format.date(activity.dateComponents)),
        element('div.row', {}, rings(shares, words.join(', ')),
            element('ul.ring-list', {}, words.map((word, index) => element('li.small', {},
                accented(element('span.dot', { 'aria-hidden': 'true' }), parts[index][4]), ' ', word)))))
}

function nightCard(night) {
    const { main } = night
    const stages = ['awake', 'rem', 'core', 'deep', 'unspecified'].filter(stage => main.stages?.[stage] > 0)
    const words = stages.map(stage => `${text.sleep.stages[stage]} ${format.duration(main.stages[stage])}`)
    const bar = element('div.stage-bar', { role: 'img', 'aria-label': words.join(', ') }, stages.map(stage => {
        const part = element(`span.stage-${stage}`)
        setStyle(part, { 'flex-grow': main.stages[stage] })
        return part
    }))
    return element('section.card', {},
        cardHead(text.overview.lastNight, type('sleepAnalysis')?.color,
            pathOf('sleep', null, { range: 'D', date: night.date }), format.date(night.date)),
        element('p.figure', {}, format.duration(main.asleep), ' ', element('small', {}, text.overview.asleep)),
        stages.length > 1 ? bar : null,
        element('p.hint.small', {}, `${format.date(main.startDate, 'time')} – ${format.date(main.endDate, 'time')}`,
            night.naps.length ? ` · ${text.overview.naps(format.duration(night.asleep - main.asleep))}` : null))
}

function workoutCard(workout) {
    const facts = [
        format.duration(workout.duration),
        workout.totalDistance ? distanceText(workout.totalDistance, workout.workoutActivityTypeName) : null,
        workout.totalEnergyBurned ? energyText(workout.totalEnergyBurned) : null,
    ].filter(Boolean)
    return element('section.card', {},
        cardHead(text.overview.lastWorkout, '#7fd320', pathOf('workouts', workout.uuid), format.date(workout.startDate)),
        element('p.figure', {}, text.activityName(workout.workoutActivityTypeName)),
        element('p.hint.small', {}, facts.join(' · ')))
}

/** Names the watches and phones that are silent and were probably not replaced. */
function silentSources(sources) {
    const limit = Date.now() - replacedDays * 86_400_000
    const silent = sources.filter(source => source.isSilent && ['watch', 'phone'].includes(source.class) && source.name
        && Date.parse(source.lastSampleDate) > limit)
    return silent.map(source => element('p.card.warn', { role: 'note' },
        text.overview.silent(source.name, format.instant(source.lastSampleDate, currentZone()))))
}

/** Lists the types without a card by group, each with its newest value. */
function otherTypes(shown, answers, isEditing, change) {
    const { hidden } = preference()
    const rest = typesWithSamples().filter(one => !shown.includes(one))
    const listed = rest.filter(one => !hidden.includes(one.identifier))
    const groups = typeGroups().map(group => [group, listed.filter(one => one.group === group.name)])
        .filter(([, types]) => types.length)
    const row = one => {
        const sample = answers.latest.get(one.identifier)?.sample
        const named = (sign, label, changes) =>
            button(sign, () => change(changes), { 'aria-label': label(one.displayName) })
        return element('li.type-row', {},
            element('a', { href: metricPath(one, answers.day) }, one.displayName),
            element('span.type-value', {}, sample ? bloodPressure(one, answers.latest) ?? latestValue(one, sample) : ''),
            element('span.hint.small', {}, sample ? format.ago(sample.endDate) : ''),
            isEditing ? element('span.row', {},
                named('+', text.overview.pin, { pinned: [...shown.map(other => other.identifier), one.identifier] }),
                hidden.includes(one.identifier)
                    ? named('◉', text.overview.show, { hidden: hidden.filter(name => name !== one.identifier) })
                    : named('○', text.overview.hide, { hidden: [...hidden, one.identifier] })) : null)
    }
    const section = (name, color, types) => {
        const dot = accented(element('span.dot', { 'aria-hidden': 'true' }), color)
        return element('section.card', {}, element('h2', {}, dot, ' ', name), element('ul.type-list', {}, types.map(row)))
    }
    const hiddenTypes = rest.filter(one => hidden.includes(one.identifier))
    return element('div.cards.group-cards', {},
        groups.map(([group, types]) => section(group.displayName, group.color, types)),
        isEditing && hiddenTypes.length ? section(text.overview.hidden, null, hiddenTypes) : null)
}
