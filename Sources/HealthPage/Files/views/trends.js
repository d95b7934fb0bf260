/** Trends: what changes, unusual days, this year against the last one, and two types together. */

import { api } from '../core/api.js'
import { type, typesWithSamples } from '../core/catalogue.js'
import { csvButton } from '../core/csv.js'
import { askDays } from '../core/days.js'
import { element, fill, setStyle } from '../core/dom.js'
import * as format from '../core/format.js'
import { unitParameter } from '../core/preferences.js'
import { pathOf } from '../core/router.js'
import { addDays, daysBetween } from '../core/time.js'
import {
    changingFirst, dayValue, differenceText, hasTrends, middleHalf, rangeText, trendSentence, trendTypesMax, trendValue,
} from '../core/trends.js'
import { today, zoneParameter } from '../core/zone.js'
import { tableOf } from '../charts/frame.js'
import { smallChart } from '../charts/smallchart.js'
import { text } from '../text/text.js'
import { togetherCard } from './trends/together.js'

const words = text.trends

export function trendsView() {
    const list = element('div.stack-wide', {}, element('div.cards', {}, Array.from({ length: 4 }, () => element('div.card.skeleton'))))
    const together = togetherCard()
    const file = csvButton(() => 'trends', () => fileRows(trends))
    const root = element('div.view.trends', {},
        element('div.view-head', {}, element('h1', {}, words.title), file), element('p.hint', {}, words.hint), list, together.element)
    let control = null
    let trends = null
    let asked = null

    const load = async () => {
        control?.abort()
        control = new AbortController()
        const { signal } = control
        const types = typesWithSamples().filter(hasTrends)
        trends = await askTrends(types, signal)
        const shown = trends.map(trend => [type(trend.type), trend])
        const changing = changingFirst(trends).map(trend => [type(trend.type), trend])
        file.hidden = !trends.length
        fill(list,
            changingSection(changing),
            unusualSection(shown),
            foldedSection(words.steadyTitle(shown.filter(isSteady).length), shown.filter(isSteady), steadyList),
            foldedSection(words.fewTitle(shown.filter(isUnknown).length), shown.filter(isUnknown), fewList),
            yearSection(shown.filter(([, trend]) => trend.yearDifference !== null)))
        await drawCharts(list, changing, signal)
    }

    return {
        element: root,
        show: async route => {
            asked = route
            // The parameters are those of the two types. The trends stay as they are.
            if (!trends) await load()
            await together.show(route.parameters)
        },
        changed: async types => {
            if (!asked || types !== null && !types.some(name => type(name) && hasTrends(type(name)))) return
            await load()
            await together.show(asked.parameters)
        },
        close: () => {
            control?.abort()
            together.close()
        },
    }
}

/** Asks for the trends of types, some types in each request. */
async function askTrends(types, signal) {
    const parts = Array.from({ length: Math.ceil(types.length / trendTypesMax) }, (_, index) =>
        types.slice(index * trendTypesMax, (index + 1) * trendTypesMax))
    const answers = await Promise.all(parts.map(part => api.get('/v1/trends', {
        types: part.map(one => one.shortName).join(), timeZone: zoneParameter(), to: today(), unit: unitParameter(part),
    }, { signal })))
    return answers.flatMap(answer => answer.trends)
}

const isSteady = ([, { direction }]) => direction === 'steady'
const isUnknown = ([, { direction }]) => direction === null

function metricLink(one) {
    const href = one.shortName === 'sleepAnalysis' ? pathOf('sleep', null, { range: '6M' }) : pathOf('metric', one.shortName, { range: '6M' })
    return element('a', { href }, one.displayName)
}

function changingSection(changing) {
    return element('section.stack', {}, element('h2', {}, words.changing),
        changing.length ? element('ul.cards', {}, changing.map(([one, trend]) => {
            const card = element('li.card.trend', {},
                element('h3', {}, element('span.dot', { 'aria-hidden': 'true' }), ' ', metricLink(one)),
                element('p', {}, trendSentence(one, trend)), element('div.trend-chart', { 'data-type': one.identifier }))
            setStyle(card, { '--accent': one.color ?? '#8e8e93' })
            return card
        })) : element('p.card', {}, words.noneChanging))
}

/** Draws the chart of each type that changes: the usual days with their middle half, and the last 28 days. */
async function drawCharts(list, changing, signal) {
    if (!changing.length) return
    const [[, { usual, recent }]] = changing
    const days = await askDays(changing.map(([one]) => one), { from: usual.from, to: recent.to }, signal)
    for (const [one, trend] of changing) {
        const values = days.get(one.identifier).days
        const recentFrom = daysBetween(usual.from, recent.from)
        const hours = trend.unit === 's'
        const shown = hours ? values.map(({ date, value }) => ({ date, value: value === null ? null : value / 3600 })) : values
        const before = shown.slice(0, recentFrom).map(day => day.value).filter(value => value !== null)
        const chart = smallChart([shown.map(({ date, value }) => ({ date, value }))], {
            isTotal: trend.figure === 'sum', words: value => hours ? text.report.hours(format.number(value, 'hr', 1)) : format.number(value, trend.unit),
            ends: [format.date(usual.from, 'dayOfMonth'), format.date(addDays(recent.to, -1), 'dayOfMonth')],
            label: words.chart(one.displayName, format.dateRange(usual.from, recent.to)),
            band: middleHalf(before), strongFrom: recentFrom, mark: trend.since ? daysBetween(usual.from, trend.since) : null,
        })
        fill(list.querySelector(`[data-type="${CSS.escape(one.identifier)}"]`), chart)
    }
}

function unusualSection(shown) {
    const days = shown.flatMap(([one, trend]) => trend.unusualDays.map(day => ({ one, trend, ...day })))
        .sort((day, other) => other.date.localeCompare(day.date))
    const isKnown = shown.some(([, trend]) => trend.comparedCount > 0)
    const row = ({ one, trend, date, value, usual, lower, upper }) => element('li.unusual-row', {},
        element('span.hint', {}, format.date(date, 'day')),
        element('span', {}, element('strong', {}, `${one.displayName} ${dayValue(one, trend, value)}`), ' ',
            element('span.hint', {}, words.usualDay(dayValue(one, trend, usual), rangeText(one, trend, lower, upper)))),
        element('a', { href: whyPath(one, date), 'aria-label': words.whyOf(one.displayName, format.date(date, 'day')) }, words.why))
    return element('section.card.stack', {}, element('h2', {}, words.unusual), element('p.hint', {}, words.unusualHint),
        days.length ? element('ul', {}, days.map(row)) : element('p', {}, isKnown ? words.noUnusual : words.unusualUnknown))
}

/** Returns the address of the explanation of a day; of a night that of the night. */
function whyPath(one, date) {
    if (one.shortName === 'sleepAnalysis') return pathOf('sleep', null, { range: 'D', date })
    return pathOf('metric', one.shortName, { range: 'W', date, why: date })
}

/** Makes a part that is folded; it is left out without types. */
function foldedSection(title, shown, content) {
    return shown.length ? element('details.card', {}, element('summary', {}, title), content(shown)) : null
}

function steadyList(shown) {
    return element('ul.type-list', {}, shown.map(([one, trend]) => element('li.trend-row', {},
        metricLink(one), element('span', {}, trendSentence(one, trend)))))
}

function fewList(shown) {
    return element('ul.type-list', {}, shown.map(([one, { recent, usual }]) => element('li.trend-row', {},
        metricLink(one), element('span.hint', {}, words.few(recent.measuredCount, usual.measuredCount)))))
}

function yearSection(shown) {
    if (!shown.length) return null
    const [[, { thisYear, lastYear }]] = shown
    const range = part => format.dateRange(part.from, part.to)
    return element('section.card.stack', {}, element('h2', {}, words.years), element('p.hint', {}, words.yearsHint),
        tableOf(words.years, {
            columns: [words.typeColumn, range(thisYear), range(lastYear), words.differenceColumn],
            rows: shown.map(([one, trend]) => [
                metricLink(one), trendValue(one, trend, trend.thisYear.median), trendValue(one, trend, trend.lastYear.median),
                yearChange(one, trend),
            ]),
        }))
}

function yearChange(one, trend) {
    const change = differenceText(one, trend, trend.thisYear.median, trend.lastYear.median)
    return trend.yearDifference === 0 ? words.same : trend.yearDifference > 0 ? words.more(change) : words.less(change)
}

/** Returns a row for each type below the names, those of the API. */
function fileRows(trends) {
    return [
        ['type', 'figure', 'unit', 'recentMedian', 'usualMedian', 'difference', 'direction', 'since', 'thisYearMedian', 'lastYearMedian',
            'yearDifference', 'unusualDates'],
        ...trends.map(one => [
            one.type, one.figure, one.unit, one.recent.median, one.usual.median, one.difference, one.direction, one.since,
            one.thisYear.median, one.lastYear.median, one.yearDifference, one.unusualDays.map(day => day.date).join(' '),
        ]),
    ]
}
