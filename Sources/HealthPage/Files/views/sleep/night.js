/** One night. */

import { csvButton } from '../../core/csv.js'
import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { asleepSpan, isAsleep, sessionsOf, stagesOf } from '../../core/sleep.js'
import { milliseconds } from '../../core/time.js'
import { heartInWords, hypnogram, parts } from '../../charts/hypnogram.js'
import { text } from '../../text/text.js'
import { emptyCard, factList, stageList } from './parts.js'

export function nightView() {
    const root = element('div.stack-wide')
    let shown = null
    const chart = sessionChart(() => shown)
    const head = element('div')
    const chartCard = element('section.card', {}, head, chart.element)
    const side = element('section.card')
    const naps = element('div.stack-wide')
    const columns = element('div.columns', {}, element('div.stack-wide', {}, chartCard, naps), side)
    let napCharts = []

    return {
        element: root,
        show: answer => {
            const [night] = answer.nights
            shown = { ...answer, night }
            if (!night || !sessionsOf(night).length) {
                const words = night?.partial ? text.sleep.notYet : text.sleep.noNight
                fill(root, emptyCard(words(format.date(answer.date, 'long')), answer))
                return
            }
            chartCard.hidden = !night.main
            if (night.main) {
                fill(head, nightHead(night))
                const hasSegments = parts(night.main).length > 0
                chart.element.hidden = !hasSegments
                if (hasSegments) chart.show(model(night.main, answer))
            }
            fill(side, nightFacts(night, answer))
            if (napCharts.length !== night.naps.length) {
                napCharts.forEach(one => one.close())
                napCharts = night.naps.map((_, index) => napCard(() => shown, index))
                fill(naps, napCharts.map(one => one.element))
            }
            columns.classList.toggle('single', !night.naps.length && !parts(night.main).length)
            night.naps.forEach((nap, index) => napCharts[index].show(nap, answer))
            if (!columns.isConnected) fill(root, columns)
        },
        close: () => [chart, ...napCharts].forEach(one => one.close()),
    }
}

function model(session, answer) {
    const words = text.sleep.summary(
        format.date(answer.date, 'long'), format.date(session.startDate, 'time'), format.date(session.endDate, 'time'),
        format.duration(session.asleep))
    return { session, heart: answer.heart, summary: words, hint: '' }
}

/** Makes the hypnogram of the main session, or of a nap by its index. */
function sessionChart(shown, nap = null) {
    const shownSession = () => {
        const { night } = shown()
        return nap === null ? night.main : night.naps[nap]
    }
    const sourceOf = part => shown().sources.find(source => source.id === part.source)?.name ?? ''
    const chart = hypnogram(() => {
        const { heart } = shown()
        const session = shownSession()
        return {
            columns: [text.sleep.stage, text.sleep.from, text.sleep.to, text.sleep.length, text.sleep.heart, text.sleep.source],
            rows: parts(session).map(part => [
                text.sleep.stages[part.stage] ?? part.stage,
                format.date(part.startDate, 'time'), format.date(part.endDate, 'time'),
                format.duration((milliseconds(part.endDate) - milliseconds(part.startDate)) / 1000),
                heartInWords(part, heart) ?? '–', sourceOf(part),
            ]),
        }
    })
    chart.foot.append(csvButton(() => ['sleep', shown().night.date, ...nap === null ? [] : ['nap', nap + 1]].join(' '), () => [
        ['stage', 'startDate', 'endDate', 'source'],
        ...parts(shownSession()).map(part => [part.stage, part.startDate, part.endDate, sourceOf(part)]),
    ]))
    return chart
}

function nightHead(night) {
    const { main } = night
    return [
        element('h2', {}, text.sleep.night(format.date(night.date, 'long'))),
        element('p.figure', {}, format.duration(main.asleep), ' ', element('small', {}, text.overview.asleep)),
        night.partial ? element('p.hint', {}, isAsleep(night)
            ? text.sleep.partial : text.sleep.napsUntil(format.date(night.endDate, 'time'))) : null,
        night.aggregate ? element('p.hint', {}, text.sleep.aggregate) : null,
    ]
}

function nightFacts(night, { sources }) {
    const { main } = night
    const span = main && asleepSpan(main)
    const named = [...new Set([main, ...night.naps].filter(Boolean).flatMap(session => session.sources ?? []))]
        .map(id => sources.find(source => source.id === id)?.name).filter(Boolean)
    const gaps = (main?.gaps ?? []).reduce((sum, gap) => sum + milliseconds(gap.endDate) - milliseconds(gap.startDate), 0) / 1000
    const stages = main ? main.stages : stagesOf(night)
    const hasBed = main && (main.inBed > 0 || span === null)
    return [
        main ? [
            element('h2', {}, text.sleep.times),
            factList([
                // A session without a time in bed begins with its first stage.
                [text.sleep.inBedFrom, hasBed ? format.date(main.startDate, 'time') : null],
                [text.sleep.inBedTo, hasBed ? format.date(main.endDate, 'time') : null],
                [text.sleep.fellAsleep, span && format.date(span.from, 'time')],
                [text.sleep.woke, span && format.date(span.to, 'time')],
                [text.sleep.timeAsleep, format.duration(main.asleep)],
                [text.sleep.timeInBed, main.inBed ? format.duration(main.inBed) : null],
                [text.sleep.efficiency, main.efficiency === null ? null : format.percent(main.efficiency)],
                [text.sleep.gaps, gaps > 0 ? format.duration(gaps) : null],
                [text.sleep.withNaps, night.naps.length ? format.duration(night.asleep) : null],
            ]),
        ] : null,
        element('h2', {}, text.sleep.stagesTitle),
        stageList(stages),
        named.length ? [element('h2', {}, text.sleep.sources), element('p', {}, format.list(named))] : null,
    ].flat()
}

/** Makes the card of a nap. */
function napCard(shown, index) {
    const head = element('div.row.spread')
    const chart = sessionChart(shown, index)
    return {
        element: element('section.card', {}, head, chart.element),
        show: (nap, answer) => {
            fill(head,
                element('h2', {}, text.sleep.nap(format.date(nap.startDate, 'time'), format.date(nap.endDate, 'time'))),
                element('p', {}, format.duration(nap.asleep), ' ', element('span.hint', {}, text.overview.asleep)))
            chart.element.hidden = parts(nap).length === 0
            if (!chart.element.hidden) chart.show(model(nap, answer))
        },
        close: chart.close,
    }
}
