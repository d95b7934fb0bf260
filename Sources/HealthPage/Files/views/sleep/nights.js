/** The nights of a week or month, or the weeks of a longer range. */

import { csvButton } from '../../core/csv.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { firstWeekday } from '../../core/preferences.js'
import { pathOf, go } from '../../core/router.js'
import { rangeInWords } from '../../core/ranges.js'
import { averages, minutesSinceNoon, sessionsOf, stageNames, stagesOf } from '../../core/sleep.js'
import { addDays, startOfWeek, weekday } from '../../core/time.js'
import { clockText, nightsChart } from '../../charts/nights.js'
import { text } from '../../text/text.js'
import { emptyCard, factList, stageList } from './parts.js'

export function nightsView() {
    const root = element('div.stack-wide')
    let items = []
    let file = { range: '', rows: [] }
    const chart = nightsChart(index => go(items[index].path), () => table(items))
    chart.foot.append(csvButton(() => `sleep ${file.range}`, () => file.rows))
    const side = element('section.card')
    const hint = element('p.hint')
    const columns = element('div.columns', {},
        element('section.card', {}, element('h2', {}, text.sleep.bedAndWake), hint, chart.element), side)

    return {
        element: root,
        show: ({ range, date, nights, lastNight }) => {
            const words = rangeInWords(range, date)
            const whole = averages(nights)
            if (whole.count === 0) {
                fill(root, emptyCard(text.sleep.noNights(words), { range, lastNight }))
                return
            }
            const isDays = range === 'W' || range === 'M'
            items = isDays ? nights.map(night => nightItem(night, range)) : weekItems(nights)
            file = { range: [nights[0].date, nights.at(-1).date].join(' '), rows: fileRows(items) }
            hint.textContent = isDays ? text.sleep.nightsHint : text.sleep.weeksHint
            fill(side, averageFacts(whole, nights))
            if (!columns.isConnected) fill(root, columns)
            chart.show({
                items, names: { stages: isDays ? text.sleep.stacks : text.sleep.stacksWeeks }, hint: '',
                summary: text.sleep.nightsSummary(words, format.duration(whole.asleep), clockOf(whole.bed), clockOf(whole.wake)),
            })
        },
        close: chart.close,
    }
}

function clockOf(minutes) {
    return minutes === null ? '–' : clockText(minutes)
}

function nightItem(night, range) {
    const { main, date } = night
    const stages = stagesOf(night)
    const pieces = (main?.segments ?? []).map(segment => ({
        stage: segment.stage, from: minutesSinceNoon(segment.startDate, date), to: minutesSinceNoon(segment.endDate, date),
    }))
    const isRecorded = sessionsOf(night).length > 0
    const span = main && `${format.date(main.startDate, 'time')}–${format.date(main.endDate, 'time')}`
    return {
        first: date, last: date, title: format.date(date), path: pathOf('sleep', null, { range: 'D', date }),
        tick: range === 'W' ? format.date(date, 'weekday') : weekday(date) === firstWeekday() ? format.date(date, 'shortDay') : null,
        from: main ? minutesSinceNoon(main.startDate, date) : null, to: main ? minutesSinceNoon(main.endDate, date) : null,
        pieces, stages, asleep: night.asleep, inBed: main?.inBed || null, count: isRecorded ? 1 : 0,
        spoken: isRecorded
            ? spoken(format.date(date), span, night.asleep, stages)
            : text.sleep.nothingOn(format.date(date)),
    }
}

/** Returns the averages of each week. */
function weekItems(nights) {
    const weeks = new Map()
    for (const night of nights) {
        const week = startOfWeek(night.date, firstWeekday())
        if (!weeks.has(week)) weeks.set(week, [])
        weeks.get(week).push(night)
    }
    let month = null
    return [...weeks].map(([week, list]) => {
        const shown = averages(list)
        const title = format.dateRange(week, addDays(week, 7))
        const span = `${clockOf(shown.bed)}–${clockOf(shown.wake)}`
        const isNewMonth = list[0].date.slice(0, 7) !== month
        month = list[0].date.slice(0, 7)
        return {
            first: list[0].date, last: list.at(-1).date, title, path: pathOf('sleep', null, { range: 'W', date: list[0].date }),
            isAverage: true,
            tick: isNewMonth ? format.date(list[0].date, 'shortMonth') : null,
            from: shown.bed, to: shown.wake, pieces: [], stages: shown.stages, asleep: shown.asleep, inBed: shown.inBed,
            count: shown.count,
            spoken: shown.count
                ? [spoken(title, span, shown.asleep, shown.stages), text.sleep.nightCount(shown.count)].join(', ')
                : text.sleep.nothingOn(title),
        }
    })
}

function spoken(title, span, asleep, stages) {
    const listed = stageNames.filter(stage => stages[stage] > 0)
        .map(stage => `${text.sleep.stages[stage]} ${format.duration(stages[stage])}`)
    return [title, span, text.sleep.asleepFor(format.duration(asleep)), ...listed].filter(Boolean).join(', ')
}

function averageFacts(whole, nights) {
    const days = nights.filter(night => !night.partial || sessionsOf(night).length).length
    const lacksBed = nights.some(night => night.main && !night.main.inBed)
    return [
        element('h2', {}, text.sleep.averages),
        element('p.hint', {}, text.sleep.recorded(whole.count, days), lacksBed ? ` ${text.sleep.withoutBed}` : null),
        factList([
            [text.sleep.timeAsleep, format.duration(whole.asleep)],
            [text.sleep.timeInBed, whole.inBed === null ? null : format.duration(whole.inBed)],
            [text.sleep.inBedFrom, whole.bed === null ? null : clockText(whole.bed)],
            [text.sleep.inBedTo, whole.wake === null ? null : clockText(whole.wake)],
            [text.sleep.efficiency, whole.efficiency === null ? null : format.percent(whole.efficiency)],
        ]),
        element('h2', {}, text.sleep.stagesTitle),
        stageList(whole.stages),
    ]
}

function table(items) {
    const found = stageNames.filter(stage => items.some(item => item.stages[stage] > 0))
    return {
        columns: [text.sleep.nightColumn, text.sleep.inBedFrom, text.sleep.inBedTo, text.sleep.timeAsleep,
            ...found.map(stage => text.sleep.stages[stage])],
        rows: items.map(item => [
            element('a', { href: item.path }, item.title),
            ...item.count
                ? [clockOf(item.from), clockOf(item.to), format.duration(item.asleep),
                    ...found.map(stage => format.duration(item.stages[stage] ?? null))]
                : [text.sleep.nothing, '', '', ...found.map(() => '')],
        ]),
    }
}

/**
 * Returns a row for each night or week below the names: bed and wake time on the clock, and lengths in
 * seconds.
 */
function fileRows(items) {
    const found = stageNames.filter(stage => items.some(item => item.stages[stage] > 0))
    const clock = minutes => minutes === null ? null : clockOfFile(minutes)
    return [
        ['firstNight', 'lastNight', 'nights', 'bedTime', 'wakeTime', 'asleep', 'inBed', ...found],
        ...items.map(item => [
            item.first, item.last, item.count, clock(item.from), clock(item.to), item.count ? item.asleep : null, item.inBed,
            ...found.map(stage => item.stages[stage]),
        ]),
    ]
}

/** Returns minutes since noon as `23:05`. */
function clockOfFile(minutes) {
    const whole = (Math.round(minutes) + 720) % 1440
    return [Math.floor(whole / 60), whole % 60].map(part => String(part).padStart(2, '0')).join(':')
}
