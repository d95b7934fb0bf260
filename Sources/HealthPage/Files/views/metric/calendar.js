/** Twelve months at a glance, and the records of all time. */

import { isCategory, isDiscrete, isTimed, shownUnit } from '../../core/catalogue.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { firstWeekday, preference } from '../../core/preferences.js'
import { rangeInWords, rangeOf } from '../../core/ranges.js'
import { go, pathOf } from '../../core/router.js'
import { goalDays, greatest, streaks, weekSums, withoutGaps } from '../../core/series.js'
import { addDays, startOfWeek } from '../../core/time.js'
import { today } from '../../core/zone.js'
import { calendar, depthLegend, depthLimits } from '../../charts/calendar.js'
import { text } from '../../text/text.js'
import { collectionOf, dailyFigures } from './figures.js'
import { hasGoal } from './goal.js'

const words = text.metric.record

/** Makes the panel. */
export function calendarPanel() {
    let one = null
    let days = []
    let unit = ''
    let asked = null
    let range = null
    let dates = ''
    let sources = []
    const facts = element('dl.metric-figures')
    const legend = element('div')
    const picture = calendar(date => go(pathOf('metric', one.shortName, { range: 'D', date })), () => tableValues())
    const records = element('section.card.stack')
    const root = element('div.stack-cards', {},
        element('section.card', {}, facts, picture.element, legend), records)

    /**
     * Shows the year that has the date of a state, and returns the sources.
     *
     * @param {object} whole the range of all samples.
     * @param {object} state see `stateOf`.
     */
    const show = async (wanted, ask, whole, { date, parameters }) => {
        one = wanted
        range = rangeOf('Y', date)
        dates = rangeInWords('Y', date)
        const key = JSON.stringify([one.identifier, parameters.source, preference()])
        if (key !== asked) {
            const answer = await collectionOf(one, ask, { ...whole, interval: 'day' })
            unit = isCategory(one) ? isTimed(one) ? 'min' : 'count' : shownUnit(one, answer.unit)
            days = withoutGaps(dailyFigures(one, { days: answer.buckets, unit }).filter(day => day.date <= today()))
            sources = answer.sources
            asked = key
        }
        draw()
        return sources
    }

    const goal = () => hasGoal(one) && !isDiscrete(one) ? preference().goals[one.identifier] ?? null : null
    const quantity = value => format.quantity(value, unit)
    const ofYear = () => days.filter(day => day.date >= range.from && day.date < range.to)
    const isReached = day => goal() !== null && day.value !== null && day.value >= goal()

    const draw = () => {
        const shown = ofYear()
        const known = shown.filter(day => day.value !== null)
        const limits = depthLimits(known.map(day => day.value))
        const total = counted => counted.reduce((sum, day) => sum + day.value, 0)
        // Today is not over, so it counts in the average only if no other day has a value.
        const over = known.filter(day => day.isOver)
        const average = known.length ? total(over.length ? over : known) / (over.length || known.length) : null
        const terms = [
            [isDiscrete(one) ? text.metric.averageOfDays : text.metric.dailyAverage, quantity(average)],
            isDiscrete(one) ? null : [text.metric.total, quantity(total(known))],
            goalTerm(shown), [text.metric.days, text.metric.daysOf(count(known.length), count(shown.length))],
        ].filter(Boolean)
        fill(facts, terms.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd.figure', {}, value))))
        const wordsOf = (date, day) => [
            `${format.date(date, 'dayWithYear')}: ${day ? quantity(day.value) : text.common.noData}`, day?.isReached ? words.reached : null,
        ].filter(Boolean).join(', ')
        picture.show({
            from: range.from, to: [range.to, addDays(today(), 1)].sort()[0], firstWeekday: firstWeekday(), limits, words: wordsOf,
            days: new Map(known.map(day => [day.date, { ...day, isReached: isReached(day) }])),
            summary: `${one.displayName}, ${dates}: ${terms.map(([name, value]) => `${name} ${value}`).join(', ')}`,
        })
        fill(legend, known.length ? depthLegend(limits, greatest(known, -1).value, value => words.from(quantity(value))) : null,
            goal() === null ? null : element('p.hint.small', {}, words.dot))
        drawRecords()
    }

    const goalTerm = shown => {
        if (goal() === null) return null
        const { reached, of } = goalDays(shown, goal())
        return [text.metric.goalReached, text.metric.daysOf(count(reached), count(of))]
    }

    const drawRecords = () => {
        const start = date => startOfWeek(date, firstWeekday())
        const week = isDiscrete(one) ? null : greatest(weekSums(days, start))
        const holds = goal() === null ? day => day.value !== null : isReached
        const { longest, current } = streaks(days, holds, today())
        const link = (name, date, label) => element('a', { href: pathOf('metric', one.shortName, { range: name, date }) }, label)
        const ofDay = (name, day) => day && [name, quantity(day.value), link('D', day.date, format.date(day.date, 'dayWithYear'))]
        const ofWeek = (name, found) => {
            if (!found) return null
            const label = format.dateRange(found.date, addDays(found.date, 7))
            return [name, quantity(found.value), link('W', addDays(found.date, 6), label)]
        }
        const ofRun = (name, run) => run && [name, words.streakDays(run.days), format.dateRange(run.from, addDays(run.to, 1))]
        const isOfGoal = goal() !== null
        const rows = [
            ofDay(isDiscrete(one) ? words.highestDay : words.greatestDay, greatest(days)),
            isDiscrete(one) ? ofDay(words.lowestDay, greatest(days, -1)) : null, ofWeek(words.greatestWeek, week),
            ofRun(isOfGoal ? words.longestGoal : words.longestData, longest),
            ofRun(isOfGoal ? words.currentGoal : words.currentData, current),
        ].filter(Boolean)
        records.hidden = rows.length === 0
        const row = ([name, value, where]) => element('div', {}, element('dt', {}, name),
            element('dd', {}, element('strong', {}, value), ' ', element('span.hint', {}, where)))
        fill(records, element('h2', {}, words.records), element('dl.record-list', {}, rows.map(row)))
    }

    function tableValues() {
        return {
            columns: [text.metric.time, one.displayName],
            rows: ofYear().filter(day => day.value !== null).map(day => [format.date(day.date, 'dayWithYear'), quantity(day.value)]),
        }
    }
    return { element: root, show, forget: () => { asked = null } }
}

function count(value) {
    return format.number(value, 'count')
}
