/** The facts of a workout: figures, what happened when, its activities, and all that was recorded. */

import { shownUnit, type } from '../../core/catalogue.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { milliseconds } from '../../core/time.js'
import { distanceText, distanceTypes, energyText, heightText, metersOf, speedStyle, temperatureText } from '../../core/workouts.js'
import { tableOf } from '../../charts/frame.js'
import { timeSteps } from '../../charts/linechart.js'
import { timeline } from '../../charts/timeline.js'
import { activityName, text } from '../../text/text.js'

/** Returns the statistics of a type over a workout or activity with their unit: recorded ones first, else those of the samples. */
function figureOf(owner, name) {
    const identifier = type(name)?.identifier
    const recorded = owner.workoutStatistics?.find(one => one.type === identifier)
    const measured = owner.statistics?.find(one => one.type === identifier)
    const unit = shownUnit(type(name), recorded?.unit ?? measured?.unit)
    return { ...measured?.statistics, ...recorded, unit }
}

/** Returns the metres of a metadata length such as `12300 cm`. */
function lengthOf(value) {
    const match = /^(-?[\d.]+) (\w+)$/.exec(value ?? '')
    return match ? metersOf(Number(match[1]), match[2]) : null
}

/** Returns the temperature of a metadata value such as `54 degF`. */
function temperatureOf(value) {
    const match = /^(-?[\d.]+) (degF|degC)$/.exec(value ?? '')
    return match ? temperatureText(Number(match[1]), match[2]) : null
}

function meanOf(statistics) {
    return statistics.average ?? null
}

/** Returns whether a workout was indoors; null if it is not known. A route is outdoors. */
function whereText(indoor, points) {
    if (points.length) return text.workouts.outdoor
    if (indoor === undefined) return null
    return ['1', 1, true].includes(indoor) ? text.workouts.indoor : text.workouts.outdoor
}

export function factsCard() {
    const root = element('section.card', { 'aria-label': text.workouts.facts })
    return {
        element: root,
        show: ({ workout, kind, splits, points }) => {
            const metadata = workout.metadata ?? {}
            const style = speedStyle(kind)
            const seconds = workout.duration ?? workout.elapsedTime
            const meters = workout.totalDistance ?? splits.at(-1)?.toMeters ?? null
            const heart = figureOf(workout, 'heartRate')
            const ascended = lengthOf(metadata.HKElevationAscended)
            const steps = figureOf(workout, 'stepCount').sum
            const isSteady = new Set(workout.workoutActivities.map(one => one.workoutActivityTypeName)).size < 2
            const facts = [
                [text.workouts.duration, format.clock(seconds)],
                [text.workouts.elapsed, Math.abs(workout.elapsedTime - seconds) >= 1 ? format.clock(workout.elapsedTime) : null],
                [text.workouts.distance, meters ? distanceText(meters, kind) : null],
                [style.isPace ? text.workouts.averagePace : text.workouts.averageSpeed,
                    meters && seconds && isSteady ? style.words(meters / seconds) : null],
                [text.workouts.energy, workout.totalEnergyBurned ? energyText(workout.totalEnergyBurned) : null],
                [text.workouts.averageHeart, meanOf(heart) === null ? null : format.quantity(meanOf(heart), heart.unit)],
                [text.workouts.greatestHeart, heart.maximum ? format.quantity(heart.maximum, heart.unit) : null],
                [text.workouts.ascent, ascended === null ? null : heightText(ascended)],
                [text.workouts.steps, steps ? format.quantity(steps, 'count') : null],
                [text.workouts.where, whereText(metadata.HKIndoorWorkout, points)],
                [text.workouts.temperature, temperatureOf(metadata.HKWeatherTemperature)],
                [text.workouts.source, workout.source.name || null],
            ]
            fill(root, element('dl.facts.big-facts', {}, facts.filter(([, value]) => value !== null).map(([term, value]) =>
                element('div', {}, element('dt', {}, term), element('dd', {}, value)))))
            return true
        },
    }
}

/** Event types that the row of pauses shows. */
const pauseEvents = ['pause', 'resume', 'motionPaused', 'motionResumed']

function eventName(name) {
    return text.workouts.events[name] ?? activityName(name ?? 'marker')
}

function timelineRows(workout) {
    const at = time => format.date(time, 'time')
    const span = one => one.startDate === one.endDate ? at(one.startDate) : `${at(one.startDate)}–${at(one.endDate)}`
    const lasting = one => (milliseconds(one.endDate) - milliseconds(one.startDate)) / 1000
    const item = (one, words) => ({
        from: milliseconds(one.startDate), to: milliseconds(one.endDate), words,
        cells: [words, at(one.startDate), lasting(one) > 0 ? format.duration(lasting(one)) : ''],
        spoken: [words, span(one), lasting(one) > 0 ? format.duration(lasting(one)) : null].filter(Boolean).join(', '),
    })
    const rows = []
    const activities = workout.workoutActivities
    if (activities.length > 1) {
        const items = activities.map(one => item(one, activityName(one.workoutActivityTypeName)))
        rows.push({ words: text.workouts.activities, name: 'activity', items })
    }
    if (workout.pauses.length) {
        rows.push({ words: text.workouts.pauses, name: 'pause', items: workout.pauses.map(one => item(one, text.workouts.pause)) })
    }
    const events = workout.workoutEvents.filter(one => !pauseEvents.includes(one.typeName))
    for (const name of new Set(events.map(one => one.typeName))) {
        const list = events.filter(one => one.typeName === name)
        lanes(list.map(one => item(one, eventName(name)))).forEach((items, index) => {
            rows.push({ words: index === 0 ? eventName(name) : '', name: 'event', items })
        })
    }
    return rows
}

/** Divides items among rows in which none covers another. */
function lanes(items) {
    const made = []
    for (const one of [...items].sort((first, second) => first.from - second.from)) {
        // Neighbours may share the second in which one ends and the next begins.
        const free = made.find(lane => lane.at(-1).to <= one.from + 1000)
        if (free) free.push(one)
        else made.push([one])
    }
    return made
}

export function timelineCard() {
    let rows = []
    const chart = timeline(() => ({
        columns: [text.workouts.event, text.workouts.at, text.workouts.duration],
        rows: rows.flatMap(row => row.items.map(one => one.cells)),
    }))
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.timeline), chart.element),
        close: chart.close,
        show: ({ workout }) => {
            rows = timelineRows(workout)
            if (!rows.length) return false
            const [from, to] = [milliseconds(workout.startDate), milliseconds(workout.endDate)]
            const ticks = timeSteps((to - from) / 1000, 5)
                .map(seconds => ({ value: from + seconds * 1000, words: format.clock(seconds) }))
            const summary = text.workouts.timelineSummary(rows.filter(row => row.words).map(row => row.words).join(', '))
            chart.show({ from, to, rows, ticks, summary })
            return true
        },
    }
}

export function activitiesCard() {
    const list = element('ul.activity-list')
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.activities), list),
        show: ({ workout }) => {
            if (workout.workoutActivities.length < 2) return false
            fill(list, workout.workoutActivities.map(activity => {
                const kind = activity.workoutActivityTypeName
                const seconds = activity.duration ?? activity.elapsedTime
                const { value, meters } = distanceOf(activity, kind)
                const heart = figureOf(activity, 'heartRate')
                return element('li', {},
                    element('div.row.spread', {},
                        element('strong', {}, activityName(kind)), element('span', {}, format.clock(seconds))),
                    element('p.hint.small', {}, [
                        format.date(activity.startDate, 'time'), value,
                        meters && seconds ? speedStyle(kind).words(meters / seconds) : null,
                        meanOf(heart) === null ? null : format.quantity(meanOf(heart), heart.unit),
                    ].filter(Boolean).join(' · ')))
            }))
            return true
        },
    }
}

/** Returns the distance of an activity in metres and in words. */
function distanceOf(activity, kind) {
    for (const name of distanceTypes) {
        const identifier = type(name)?.identifier
        const found = activity.workoutStatistics?.find(one => one.type === identifier)
            ?? activity.statistics?.find(one => one.type === identifier)
        const sum = found?.sum ?? found?.statistics?.sum
        const meters = sum ? metersOf(sum, found.unit) : null
        if (meters !== null) return { meters, value: distanceText(meters, kind) }
    }
    return { meters: null, value: null }
}

/** Returns the figures of a type: a sum, or an average with its lowest and highest value. */
function statisticsText(name, statistics, sentUnit) {
    if (!statistics) return '–'
    const unit = shownUnit(type(name), sentUnit)
    if (statistics.sum !== undefined && statistics.sum !== null) return format.quantity(statistics.sum, unit)
    const hasRange = statistics.minimum !== undefined && statistics.minimum !== null && statistics.minimum !== statistics.maximum
    const range = hasRange ? format.span(statistics.minimum, statistics.maximum, unit) : null
    const single = statistics.minimum ?? null
    if (statistics.average === undefined || statistics.average === null) {
        return range ?? (single === null ? '–' : format.quantity(single, unit))
    }
    return range ? `${format.quantity(statistics.average, unit)} (${range})` : format.quantity(statistics.average, unit)
}

/** Everything that was recorded with the workout beside what the samples during it say. */
export function figuresCard() {
    const content = element('div')
    return {
        element: element('section.card', {},
            element('h2', {}, text.workouts.figures), element('p.hint', {}, text.workouts.figuresHint), content),
        show: ({ workout }) => {
            const recorded = new Map((workout.workoutStatistics ?? []).map(one => [one.type, one]))
            const measured = new Map((workout.statistics ?? []).filter(one => one.statistics).map(one => [one.type, one]))
            const names = [...new Set([...recorded.keys(), ...measured.keys()])]
            if (!names.length) return false
            const rows = names.map(name => [
                type(name)?.displayName ?? name ?? '–', statisticsText(name, recorded.get(name), recorded.get(name)?.unit),
                statisticsText(name, measured.get(name)?.statistics, measured.get(name)?.unit),
            ])
            fill(content, tableOf(text.workouts.figures, {
                columns: [text.workouts.figure, text.workouts.recorded, text.workouts.measured], rows,
            }))
            return true
        },
    }
}
