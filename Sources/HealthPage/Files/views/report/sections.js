/** The parts of a report: each type with its figures and a small chart, and the tables. */

import { categoryLength, categoryValue, isCategory, isCumulative, isTimed, pairOf, shownUnit, sourceName } from '../../core/catalogue.js'
import { element, setStyle } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { firstWeekday } from '../../core/preferences.js'
import { averages, sessionsOf, stageNames } from '../../core/sleep.js'
import { addDays, daysBetween, localText } from '../../core/time.js'
import { distanceText } from '../../core/workouts.js'
import { isChanging, trendSentence } from '../../core/trends.js'
import { today, zoneAt } from '../../core/zone.js'
import { smallChart } from '../../charts/smallchart.js'
import { clockText } from '../../charts/nights.js'
import { activityName, text, valueName } from '../../text/text.js'
import { namedValues, pairInWords } from '../metric/model.js'
import { figuresOfDays, intervalOf, medications, pointsOf, pressuresByDay, workoutKinds } from './model.js'

const words = text.report
/** The days of measured pairs in a row of the table. */
const pairColumns = 3

/** Returns the sections of types in their order. */
export function sectionsOf(types, answers, range) {
    const categories = types.filter(isCategory)
    const sections = types.filter(one => !isCategory(one)).map(one => {
        if (pairOf(one)) return pressureSection(one, answers, range)
        return (others[one.shortName] ?? quantitySection)(one, answers, range)
    })
    return categories.length ? [...sections, categorySection(categories, answers)] : sections
}

const others = { sleepAnalysis: sleepSection, workout: workoutSection, medicationDoseEvent: medicationSection }

function section(one, name, ...content) {
    const made = element('section.report-part', {}, element('h2', {}, name), content)
    setStyle(made, { '--accent': one.color ?? '#555' })
    return made
}

/** Makes a list of figures; a value of null leaves its term out. */
function figures(pairs) {
    return element('dl.report-figures', {}, pairs.filter(([, value]) => value !== null).map(([term, value]) =>
        element('div', {}, element('dt', {}, term), element('dd', {}, value))))
}

function sourcesLine(sources) {
    return sources.length ? element('p.hint.small', {}, words.sources(format.list(sources.map(sourceName)))) : null
}

/** Returns the trend of a type that changes as a sentence. */
function trendLine(one, { trends }) {
    const trend = trends.get(one.identifier)
    return trend && isChanging(trend) ? element('p.small', {}, words.trend(trendSentence(one, trend))) : null
}

function noData() {
    return element('p.hint', {}, words.noData)
}

function daysCount(count, { from, to }) {
    const begun = daysBetween(from, to < addDays(today(), 1) ? to : addDays(today(), 1))
    return text.metric.daysOf(format.number(count, 'count'), format.number(Math.max(begun, 0), 'count'))
}

/** Returns a chart of days, of weeks or of months. */
function chartOf(lists, range, options) {
    const interval = intervalOf(range)
    const series = lists.map(days => pointsOf(days, interval, firstWeekday(), today()))
    return smallChart(series, {
        ...options, ends: [format.date(range.from, 'dateOnly'), format.date(addDays(range.to, -1), 'dateOnly')],
        label: [words.chart[interval](options.name), words.chartDates(format.dateRange(range.from, range.to))].join(', '),
    })
}

function quantitySection(one, answers, range) {
    const { unit: given, days, sources } = answers.days.get(one.identifier)
    const { average, least, greatest, count } = figuresOfDays(days, today())
    if (!count) return section(one, one.displayName, noData())
    const unit = shownUnit(one, given)
    const isTotal = isCumulative(one)
    const whole = answers.wholes.get(one.identifier) ?? null
    const newest = whole?.mostRecent
    return section(one, one.displayName,
        figures(isTotal ? [
            [text.metric.dailyAverage, average === null ? null : format.quantity(average, unit)],
            [words.rangeOfDays, average === null ? null : format.span(least, greatest, unit)],
            [text.metric.days, daysCount(count, range)],
        ] : [
            [text.metric.average, format.quantity(whole?.average ?? average, unit)],
            [text.metric.range, whole ? format.span(whole.minimum, whole.maximum, unit) : format.span(least, greatest, unit)],
            [words.latest, newest ? words.latestOn(format.quantity(newest.value, unit), format.date(newest.startDate, 'dayOfMonth')) : null],
            [text.metric.days, daysCount(count, range)],
        ]),
        trendLine(one, answers),
        chartOf([days], range, { isTotal, name: one.displayName, words: value => format.number(value, unit) }),
        sourcesLine(sources))
}

function pressureSection(one, { days, wholes, pressures }, range) {
    const parts = pairOf(one)
    const [first, second] = parts.map(part => days.get(part.identifier))
    const lists = [first.days, second.days]
    const [systolic, diastolic] = parts.map(part => wholes.get(part.identifier) ?? null)
    if (!systolic || !diastolic) return section(one, one.displayName, noData())
    const unit = shownUnit(one, first.unit)
    const flat = ({ average }) => ({ average, minimum: 0, maximum: 0 })
    const made = section(one, one.displayName,
        element('div.report-columns', {},
            figures([
                [text.metric.average, pairInWords(flat(systolic), flat(diastolic), unit)],
                [text.metric.systolicRange, format.span(systolic.minimum, systolic.maximum, unit)],
                [text.metric.diastolicRange, format.span(diastolic.minimum, diastolic.maximum, unit)],
                [text.metric.days, daysCount(figuresOfDays(lists[0], today()).count, range)],
                [words.measured, format.number(systolic.count, 'count')],
            ]),
            chartOf(lists, range, { name: one.displayName, words: value => format.number(value, unit, 0) })),
        pressures ? pairTable(one, parts, pressures) : monthTable(one, lists, unit),
        sourcesLine([...new Map([...first.sources, ...second.sources].map(source => [source.id, source])).values()]))
    made.classList.add('wide')
    return made
}

/** Lists the measured pairs, some days in each row. */
function pairTable(one, parts, pressures) {
    const days = pressuresByDay(pressures, parts.map(part => part.identifier), instant => localText(instant, zoneAt(instant)))
    if (!days.length) return null
    const unit = pressures[0].members[0].unit
    const value = number => format.number(number, unit, 0)
    const dayCells = ({ date, pairs }) => [
        element('th.figure-cell', { scope: 'row' }, format.date(date, 'dayOfMonth')),
        element('td', {}, pairs.map((pair, index) => [
            index ? ' ' : '', element('span.figure-cell', {},
                element('span.hint', {}, format.date(pair.time, 'time')), ' ',
                element('strong', {}, `${value(pair.systolic)}/${value(pair.diastolic)}`), index < pairs.length - 1 ? ',' : ''),
        ])),
    ]
    const rows = Array.from({ length: Math.ceil(days.length / pairColumns) }, (_, row) =>
        Array.from({ length: pairColumns }, (_, column) => days[row * pairColumns + column] ?? null))
    const names = [words.day, words.pairs(format.unitLabel(unit))]
    return table(one.displayName, Array.from({ length: Math.min(pairColumns, days.length) }, () => names).flat(),
        rows.map(row => row.map(day => day ? dayCells(day) : null)))
}

/** Lists the averages of months. In a long range, the pairs would fill many pages. */
function monthTable(one, lists, unit) {
    const [systolic, diastolic] = lists.map(days => pointsOf(days, 'month', firstWeekday(), today()))
    const rows = systolic.map((point, index) => [point, diastolic[index]]).filter(([point]) => point.value !== null)
    const spans = point => format.span(point.low, point.high, '')
    return table(one.displayName, [
        words.month, words.pairs(format.unitLabel(unit)), text.metric.systolicRange, text.metric.diastolicRange, text.metric.days,
    ], rows.map(([first, second]) => [
        element('th', { scope: 'row' }, format.date(first.date, 'month')),
        cells([`${format.number(first.value, unit, 0)}/${format.number(second.value, unit, 0)}`, spans(first), spans(second),
            format.number(first.count, 'count')]),
    ]))
}

/** Makes cells whose figures stay in one line. */
function cells(figures) {
    return figures.map(figure => element('td.figure-cell', {}, figure))
}

function sleepSection(one, answers, range) {
    const { nights, sources, days: lengths } = answers.days.get(one.identifier)
    const recorded = nights.filter(night => sessionsOf(night).length)
    if (!recorded.length) return section(one, one.displayName, noData())
    const whole = averages(nights)
    const slept = recorded.filter(night => !night.partial && night.asleep > 0).map(night => night.asleep)
    const asleep = Object.entries(whole.stages).filter(([stage]) => stage !== 'awake').reduce((sum, [, seconds]) => sum + seconds, 0)
    const stages = stageNames.filter(stage => whole.stages[stage] > 0)
        .map(stage => `${text.sleep.stages[stage]} ${stage === 'awake' ? format.duration(whole.stages.awake) : format.percent(whole.stages[stage] / asleep)}`)
    const clock = minutes => minutes === null ? null : clockText(minutes)
    const hours = lengths.map(({ date, value }) => ({ date, value: value === null ? null : value / 3600 }))
    return section(one, one.displayName,
        figures([
            [text.sleep.timeAsleep, format.duration(whole.asleep)],
            [words.rangeOfNights, slept.length
                ? [Math.min(...slept), Math.max(...slept)].map(format.duration).join(' – ') : null],
            [text.sleep.times, whole.bed === null ? null : `${clock(whole.bed)} – ${clock(whole.wake)}`],
            [text.sleep.efficiency, whole.efficiency === null ? null : format.percent(whole.efficiency)],
            [text.sleep.stagesTitle, stages.length > 1 ? stages.join(', ') : null],
            [words.nights, daysCount(recorded.length, range)],
        ]),
        trendLine(one, answers),
        chartOf([hours], range, { isTotal: true, name: words.hoursAsleep, words: value => words.hours(format.number(value, 'hr', 1)) }),
        sourcesLine(sources))
}

/** Lists how often symptoms and other entries were recorded. */
function categorySection(types, { wholes }) {
    const rows = types.map(one => [one, wholes.get(one.identifier)]).filter(([, statistics]) => statistics)
    const missing = types.filter(one => !wholes.get(one.identifier)).map(one => one.displayName)
    const made = section(types[0], words.entries,
        rows.length ? table(words.entries, [words.entry, words.times, words.values, words.latest], rows.map(([one, statistics]) => [
            element('th', { scope: 'row' }, one.displayName),
            element('td', {}, isTimed(one) ? format.duration(statistics.duration) : text.metric.times(categoryValue(statistics, 'count'))),
            element('td', {}, [
                ...namedValues(statistics).map(value => `${valueName(value.valueName)}: ${value.count}`),
                !isTimed(one) && categoryLength(statistics) ? format.duration(categoryLength(statistics)) : null,
            ].filter(Boolean).join(' · ')),
            cells([format.date(statistics.mostRecent.startDate, 'dayOfMonth')]),
        ])) : null,
        missing.length ? element('p.hint', {}, words.without(format.list(missing))) : null)
    made.classList.add('wide')
    return made
}

function workoutSection(one, { workouts }) {
    if (!workouts?.length) return section(one, text.workouts.title, noData())
    const kinds = workoutKinds(workouts)
    const seconds = workouts.reduce((sum, workout) => sum + (workout.duration ?? 0), 0)
    return section(one, text.workouts.title,
        element('p', {}, `${text.workouts.count(workouts.length)} · ${format.duration(seconds)}`),
        table(text.workouts.title, [text.workouts.kind, words.number, text.workouts.duration, text.workouts.distance], kinds.map(kind => [
            element('th', { scope: 'row' }, activityName(kind.kind)),
            cells([format.number(kind.count, 'count'), format.duration(kind.duration),
                kind.distance ? distanceText(kind.distance, kind.kind) : '']),
        ])))
}

function medicationSection(one, { doses }) {
    if (!doses?.length) return section(one, one.displayName, noData())
    return section(one, one.displayName, table(one.displayName, [words.medication, words.taken, words.skipped, words.otherDoses],
        medications(doses).map(found => [
            element('th', { scope: 'row' }, found.name || words.unnamed),
            cells([found.taken, found.skipped, found.other].map(count => format.number(count, 'count'))),
        ])))
}

/** Makes a table that prints its head on each page. `rows` are lists of cells. */
function table(caption, columns, rows) {
    return element('div.table-scroll', { tabindex: 0, role: 'region', 'aria-label': caption },
        element('table', {}, element('caption.spoken', {}, caption),
            element('thead', {}, element('tr', {}, columns.map(name => element('th', { scope: 'col' }, name)))),
            element('tbody', {}, rows.map(cells => element('tr', {}, cells)))))
}

/** Returns how the figures of types are computed: sentences, each after the names of its types. */
export function rulesOf(types) {
    const byRule = new Map()
    for (const one of types) {
        const rule = pairOf(one) ? pairOf(one)[0].aggregationStyle : one.aggregationStyle
        if (!text.metric.rules[rule]) continue
        if (!byRule.has(rule)) byRule.set(rule, [])
        byRule.get(rule).push(one.displayName)
    }
    return [...byRule].map(([rule, names]) => words.rule(format.list(names), text.metric.rules[rule]))
}
