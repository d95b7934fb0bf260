/** The first view: cards of chosen types, the rings, last night, the last workout, and all other types. */

import { api } from '../core/api.js'
import { categoryValue, type, typesWithSamples, typeGroups, isCategory, isCumulative, isTimed, pairOf, shownUnit } from '../core/catalogue.js'
import { averageOfDates, differsInDensity } from '../core/comparison.js'
import { askDays } from '../core/days.js'
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
import { activityName, text, valueName } from '../text/text.js'

/** The cards of a reader who has not chosen any: the first of these that have samples. */
const cardsDefault = [
    'stepCount', 'activeEnergyBurned', 'appleExerciseTime', 'distanceWalkingRunning', 'heartRate', 'restingHeartRate',
    'heartRateVariabilitySDNN', 'walkingHeartRateAverage', 'vo2Max', 'oxygenSaturation', 'respiratoryRate', 'bodyMass',
    'appleSleepingWristTemperature', 'dietaryWater', 'timeInDaylight', 'flightsClimbed',
]
const cardsDefaultMax = 9
/** The days of a sparkline, today included. The last seven are compared with those before. */
const days = 35
const weekDays = 7
/** The days with samples that both need for a comparison. */
const [weekDaysMin, baseDaysMin] = [3, 7]
/** A silent source was probably replaced after this many days. */
const replacedDays = 30
/** If the newest sample of all is older, the cards show the days before it. */
const oldDays = 5

export function overviewView() {
    const cards = element('div.cards', {}, Array.from({ length: cardsDefaultMax }, () => element('div.card.skeleton')))
    const others = element('div')
    const trends = element('div')
    const silence = element('div')
    const edit = button(text.overview.edit, () => setEditing(!isEditing), { 'aria-pressed': 'false' })
    const root = element('div.view', {},
        element('div.view-head', {}, element('h1', {}, text.overview.title), edit), silence, cards, trends, others)
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
        const unit = unitParameter(measured)
        /** Asks for the days that the cards show. The last one is `day`. */
        const askCards = day => Promise.all([
            askDays(quantities, { from: addDays(day, 1 - days), to: addDays(day, 1) }, signal, { hasSpans: false }),
            // After 18:00 begins the night of the next day.
            get('/v1/sleep', { from: addDays(day, 1 - weekDays), to: addDays(day, 2), timeZone: zone }),
            get('/v1/activity-summaries', { from: addDays(day, -1), to: addDays(day, 1) }),
        ])
        const asked = [
            askCards(today()), get('/v1/latest', { unit, timeZone: zone }), get('/v1/workouts', { limit: 1, timeZone: zone }),
        ]
        // Browsers send six requests at a time. The figures do not wait for this one.
        const freshness = get('/v1/freshness')
        freshness.catch(() => {})
        const [ofToday, { latest }, workouts] = await Promise.all(asked)
        const day = lastDay(latest)
        const [ofCards, nights, activity] = day === today() ? ofToday : await askCards(day)
        answers = {
            day, latest: new Map(latest.map(one => [one.type, one])), ofCards,
            night: nights.nights.findLast(night => night.main), workout: workouts.workouts[0],
            activity: activity.activitySummaries.at(-1), activityUnits: activity.units, sources: answers?.sources ?? [],
        }
        draw()
        answers.sources = (await freshness).sources
        drawSilence()
        // The figures are shown first.
        requestAnimationFrame(() => setTimeout(() => showTrends(shown, day, signal).catch(() => fill(trends))))
    }

    /** Shows what is changing, unless the data end long ago. */
    const showTrends = async (shown, day, signal) => {
        if (answers.latest.size === 0 || day !== today()) return fill(trends)
        const { changingCard } = await import('./trends/changing.js')
        const card = await changingCard(shown, signal)
        if (!signal.aborted) fill(trends, card)
    }

    const draw = () => {
        if (!answers) return
        const shown = cardTypes()
        if (answers.latest.size === 0) {
            drawSilence()
            fill(others)
            return drawEmpty()
        }
        drawSilence()
        fill(cards,
            answers.activity ? ringsCard(answers.activity, answers.activityUnits) : null,
            answers.night && answers.night.date > addDays(answers.day, -weekDays) ? nightCard(answers.night) : null,
            answers.workout ? workoutCard(answers.workout) : null,
            shown.map((one, index) => typeCard(one, answers, isEditing ? editor(shown, index) : null)),
        )
        fill(others, otherTypes(shown, answers, isEditing, change))
    }

    const drawSilence = () => fill(silence, answers.latest.size === 0 ? null : answers.day === today()
        ? silentSources(answers.sources) : element('p.card', { role: 'note' }, text.overview.old(format.date(answers.day, 'long'))))

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
    const found = answers.ofCards.get(one.identifier)
    const latest = answers.latest.get(one.identifier)
    const card = element('section.card.metric-card', { 'data-type': one.identifier })
    accented(card, one.color)
    const when = latest ? format.ago(latest.sample.endDate) : null
    card.append(cardHead(one.displayName, one.color, metricPath(one, answers.day), when))
    if (latest) {
        const [value, unit, of] = newestFigure(one, answers)
        card.append(element('p.figure', {}, value, ' ', element('small', {}, [unit, of].filter(Boolean).join(' '))))
        if (found) card.append(...trend(one, found, answers.day))
    } else card.append(element('p.hint', {}, text.common.noData))
    if (editor) card.append(editor)
    return card
}

/** Returns the sparkline of a card, and its last days compared with those before. */
function trend(one, found, day) {
    const unit = shownUnit(one, found.unit)
    const isTotal = isCumulative(one)
    const [week, base] = [found.days.slice(-weekDays), found.days.slice(0, -weekDays)].map(days => averageOfDates(days, today()))
    const picture = sparkline(found.days.map(one => one.value), {
        isTotal, usual: isTotal ? base?.value ?? null : null, label: text.overview.trend(one.displayName, days),
    })
    if (!week) return [picture]
    const words = isTotal ? text.overview.week : text.overview.weekAverage
    const span = day === today() ? text.overview.weekBeforeToday : text.overview.weekOfDay
    const hasDays = base && week.days >= weekDaysMin && base.days >= baseDaysMin
    const isComparable = hasDays && (isTotal || !differsInDensity(week.samples, base.samples))
    const change = isComparable ? format.change(week.value, base.value) : null
    return [picture, element('p.hint.small', {}, [
        words(span, format.quantity(week.value, unit)),
        change ? text.overview.onBase(change, format.number(base.days, 'count')) : null,
    ].filter(Boolean).join(', '))]
}

/** Returns the two values of the newest blood pressure; null for any other type. */
function bloodPressure(one, latest) {
    if (!pairOf(one)) return null
    const [systolic, diastolic] = pairOf(one).map(part => latest.get(part?.identifier)?.sample)
    if (!systolic || systolic.endDate !== diastolic?.endDate) return null
    return [`${format.number(systolic.value, systolic.unit)}/${format.number(diastolic.value, diastolic.unit)}`,
        format.unitLabel(diastolic.unit)]
}

/** The values of category types that say only that there was a sample. */
const plainValues = ['notApplicable', 'stood', 'idle']

/**
 * Returns the newest figure of a type as its value, its unit and its day. A sample of a sum is only a
 * part, so its figure is that of the day; of sleep it is the night.
 */
function newestFigure(one, { latest, night }) {
    const { sample, day } = latest.get(one.identifier)
    if (one.shortName === 'sleepAnalysis') return night ? [format.duration(night.main.asleep), text.overview.asleep, null] : ['']
    const ofDay = day ? dayInWords(day) : null
    if (isCumulative(one) && day?.statistics) {
        const unit = shownUnit(one, day.unit)
        return [format.number(day.statistics.sum, unit), format.unitLabel(unit), ofDay]
    }
    if (isCategory(one) && day?.statistics) {
        if (isTimed(one)) return [format.duration(day.statistics.duration), null, ofDay]
        if (plainValues.includes(sample.valueName)) {
            return [text.metric.times(categoryValue(day.statistics, 'count')), null, ofDay]
        }
    }
    const pressure = bloodPressure(one, latest)
    if (pressure) return pressure
    if (Number.isFinite(sample.value) && sample.unit) {
        const unit = shownUnit(one, sample.unit)
        return [format.number(sample.value, unit), format.unitLabel(unit)]
    }
    if (sample.workoutActivityTypeName) return [activityName(sample.workoutActivityTypeName)]
    if (sample.valueName) return [valueName(sample.valueName)]
    const seconds = (Date.parse(sample.endDate) - Date.parse(sample.startDate)) / 1000
    return [seconds > 0 ? format.duration(seconds) : '']
}

/** Returns the day of a figure in words: `today so far`, `yesterday`, `28 Feb`. */
function dayInWords({ startDate }) {
    const date = startDate.slice(0, 10)
    if (date === today()) return text.overview.todaySoFar
    return date === addDays(today(), -1) ? text.overview.yesterday : format.date(date, 'dayOfMonth')
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
        cardHead(night.date === today() ? text.overview.lastNight : text.overview.latestNight, type('sleepAnalysis')?.color,
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
        element('p.figure', {}, activityName(workout.workoutActivityTypeName)),
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
        const newest = answers.latest.get(one.identifier)
        const [value, unit, of] = newest ? newestFigure(one, answers) : ['']
        const named = (sign, label, changes) =>
            button(sign, () => change(changes), { 'aria-label': label(one.displayName) })
        return element('li.type-row', {},
            element('a', { href: one.shortName === 'sleepAnalysis' ? pathOf('sleep') : metricPath(one, answers.day) }, one.displayName),
            element('span.type-value', {}, [value, unit].filter(Boolean).join(' ')),
            element('span.hint.small', {}, of ?? (newest ? format.ago(newest.sample.endDate) : '')),
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
