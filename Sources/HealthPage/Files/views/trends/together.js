/** Two types together: their days as two lines and as points, and how closely they move together. */

import { api } from '../../core/api.js'
import { shownUnit, type, typesWithSamples } from '../../core/catalogue.js'
import { csvButton } from '../../core/csv.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { unitParameter } from '../../core/preferences.js'
import { go, pathOf } from '../../core/router.js'
import { addDays, daysBetween } from '../../core/time.js'
import { dayValue, hasTrends } from '../../core/trends.js'
import { today, zoneParameter } from '../../core/zone.js'
import { overlayPlot, scatterPlot } from '../../charts/pair.js'
import { text } from '../../text/text.js'
import { formField } from '../forms.js'

const words = text.trends.together
/** The types that are compared if the reader has chosen none: the first two that have samples. */
const typesDefault = ['sleepAnalysis', 'restingHeartRate', 'stepCount', 'heartRateVariabilitySDNN', 'bodyMass', 'activeEnergyBurned']
const ranges = [90, 365, 1825]
const rangeDefault = 365
const lagMax = 7

/** Returns how many days the day of the second type is after that of the first. */
function lagInWords(days) {
    return days === 0 ? words.sameDay : days > 0 ? words.daysLater(days) : words.daysBefore(-days)
}

/** Returns the choices of an address: `x` and `y` are types, null without two of them. */
export function togetherOf(parameters, types) {
    const known = name => types.find(one => one.shortName === name) ?? null
    const usual = typesDefault.map(known).filter(Boolean)
    const x = known(parameters.x) ?? usual.find(one => one.shortName !== parameters.y) ?? types[0] ?? null
    const y = known(parameters.y) ?? usual.find(one => one !== x) ?? types.find(one => one !== x) ?? null
    const lag = Number(parameters.lag ?? 0)
    return {
        x, y: y === x ? usual.find(one => one !== x) ?? types.find(one => one !== x) ?? null : y,
        lag: Number.isInteger(lag) && Math.abs(lag) <= lagMax ? lag : 0,
        days: ranges.includes(Number(parameters.days)) ? Number(parameters.days) : rangeDefault,
    }
}

export function togetherCard() {
    const select = name => element('select', { onchange: event => set({ [name]: event.target.value }) })
    const [x, y, lag, days] = ['x', 'y', 'lag', 'days'].map(select)
    const sentence = element('p')
    const strongest = element('p.hint')
    const file = csvButton(() => [shown.x.shortName, shown.y.shortName].join(' '), () => [
        ['date', `${shown.x.shortName} (${answer.x.unit})`, `${shown.y.shortName} (${answer.y.unit})`],
        ...answer.points.map(point => [point.date, point.x, point.y]),
    ])
    const overlay = overlayPlot(() => table())
    const scatter = scatterPlot(() => table())
    const charts = element('div.pair-charts', {}, overlay.element, scatter.element)
    const body = element('div.stack', {}, sentence, strongest, element('p.warn', {}, words.noCause), charts)
    const card = element('section.card.stack', {}, element('div.row.spread', {}, element('h2', {}, words.title), file),
        element('form.row.filters', { onsubmit: event => event.preventDefault(), 'aria-label': words.title },
            formField('x', words.first, x), formField('y', words.second, y), formField('lag', words.lag, lag), formField('days', words.range, days)),
        body)
    let shown = null
    let answer = null
    let control = null

    const set = changes => {
        const { x, y, lag, days } = { x: shown.x.shortName, y: shown.y.shortName, lag: shown.lag, days: shown.days, ...changes }
        go(pathOf('trends', null, { x, y, lag: Number(lag) === 0 ? null : lag, days: Number(days) === rangeDefault ? null : days }), { replace: true })
    }
    const drawForm = types => {
        const options = (select, list, value) => {
            fill(select, list.map(([key, name, disabled]) => element('option', { value: key, disabled }, name)))
            select.value = String(value)
        }
        const named = other => types.map(one => [one.shortName, one.displayName, one === other])
        options(x, named(shown.y), shown.x.shortName)
        options(y, named(shown.x), shown.y.shortName)
        options(lag, Array.from({ length: 2 * lagMax + 1 }, (_, index) => [index - lagMax, lagInWords(index - lagMax)]), shown.lag)
        options(days, ranges.map(count => [count, words.ranges[count]]), shown.days)
    }
    const spoken = point => words.point(
        format.date(point.date, 'dayWithYear'), `${shown.x.displayName} ${dayValue(shown.x, answer.x, point.x)}`,
        `${shown.y.displayName} ${dayValue(shown.y, answer.y, point.y)}`)
    const table = () => ({
        columns: [text.report.day, shown.x.displayName, shown.y.displayName],
        rows: answer.points.map(point => [
            format.date(point.date, 'dayWithYear'), dayValue(shown.x, answer.x, point.x), dayValue(shown.y, answer.y, point.y),
        ]),
    })
    const draw = () => {
        const { x: first, y: second, pairCount, correlation, lower, upper, points } = answer
        const names = [shown.x.displayName, shown.y.displayName]
        const number = figure => format.number(figure, '', 2)
        sentence.textContent = correlation === null ? words.few(pairCount)
            : [words.correlation(number(correlation), number(lower), number(upper), pairCount), meaning(names, lower, upper)].join(' ')
        const best = answer.lags?.find(one => one.lag === answer.strongestLag)
        strongest.textContent = best && best.lag !== shown.lag ? words.strongest(lagInWords(best.lag), number(best.correlation)) : ''
        strongest.hidden = !strongest.textContent
        file.hidden = !points.length
        charts.hidden = !points.length
        if (!points.length) return
        const scaled = side => side.unit === 's' ? 1 / 3600 : 1
        const model = {
            names, words: [first, second].map((side, index) => figure => side.unit === 's' ? text.report.hours(format.number(figure))
                : format.number(figure, shownUnit([shown.x, shown.y][index], side.unit))),
            points: points.map(point => ({
                x: point.x * scaled(first), y: point.y * scaled(second), day: daysBetween(points[0].date, point.date), spoken: spoken(point),
            })),
            ends: [points[0], points.at(-1)].map(point => format.date(point.date, 'dateOnly')),
        }
        overlay.show({ ...model, summary: words.overlaySummary(...names) })
        scatter.show({ ...model, summary: words.scatterSummary(...names, pairCount) })
    }

    return {
        element: card,
        show: async parameters => {
            const types = typesWithSamples().filter(hasTrends)
            const next = togetherOf(parameters, types)
            card.hidden = next.y === null
            if (card.hidden) return
            shown = next
            drawForm(types)
            control?.abort()
            control = new AbortController()
            const to = addDays(today(), 1)
            answer = await api.get('/v1/correlation', {
                x: shown.x.shortName, y: shown.y.shortName, lag: shown.lag, lags: true, timeZone: zoneParameter(),
                from: addDays(to, -shown.days), to, unit: unitParameter([shown.x, shown.y]),
            }, { signal: control.signal })
            draw()
        },
        close: () => {
            control?.abort()
            overlay.close()
            scatter.close()
        },
    }
}

/** Says what the interval of a correlation means. */
function meaning(names, lower, upper) {
    if (lower > 0) return words.together(...names)
    return upper < 0 ? words.against(...names) : words.neither
}
