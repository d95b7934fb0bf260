/** “Why this number?”: which samples and sources counted in a bucket, and which did not and why. */

import { api } from '../../core/api.js'
import { isCategory, isCumulative, shownUnit, sourceName } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { tableOf } from '../../charts/frame.js'
import { text, valueName } from '../../text/text.js'
import { categoryInWords } from './model.js'

/** Samples of one page of the list. */
const pageSize = 100

/**
 * Makes the panel.
 *
 * @param {() => void} close is called when the reader closes the panel.
 * @returns {{element: Element, show: (one: object, item: object, parameters: object, signal: AbortSignal) => Promise<void>}}
 */
export function explanationPanel(close) {
    const root = element('section.card.stack.explanation', {
        'aria-label': text.metric.why, tabindex: -1, onkeydown: event => event.key === 'Escape' && close(),
    })

    const show = async (one, item, parameters, signal) => {
        const ask = cursor => api.get('/v1/explain', { ...parameters, limit: pageSize, cursor }, { signal })
        const answer = await ask(null)
        answer.unit = shownUnit(one, answer.unit)
        const names = new Map(answer.sources.map(source => [source.id, sourceName(source)]))
        const list = element('ul')
        const region = element('div.explained', { tabindex: 0, role: 'region', 'aria-label': text.metric.samples }, list)
        const more = element('div')
        const addPage = page => {
            list.append(...page.samples.map(sample => sampleRow(sample, one, names, answer.unit)))
            fill(more, page.cursor ? button(text.common.more, () => ask(page.cursor).then(addPage).catch(notifyError)) : null)
        }
        fill(root,
            element('div.row.spread', {}, element('h2', {}, text.metric.why),
                button('×', close, { class: 'quiet', 'aria-label': text.common.close })),
            element('p', {}, item.label),
            // A bar of weeks or months is an average of days, and the figure below is their total.
            item.days === undefined ? null : element('p.hint', {}, item.words),
            element('p.figure', {}, figure(answer, one), item.isRunning ? element('small', {}, ' ' + text.common.soFar) : null),
            element('p.hint.small', {}, rule(one)),
            answer.sources.length ? sourceTable(answer, one) : element('p.hint', {}, text.chart.empty),
            answer.samples.length ? element('h3', {}, text.metric.samples) : null, region, more)
        addPage(answer)
    }
    return { element: root, show }
}

function figure(answer, one) {
    const { statistics, unit } = answer
    if (!statistics) return text.common.noData
    if (isCategory(one)) return categoryInWords(statistics)
    return isCumulative(one) ? format.quantity(statistics.sum, unit) : format.quantity(statistics.average, unit)
}

/** Says in one sentence how figures of this type are made. */
function rule(one) {
    return text.metric.rules[one.aggregationStyle] ?? ''
}

function sourceTable(answer, one) {
    const isMerged = isCumulative(one) || isCategory(one)
    const isTotal = isCumulative(one)
    const whole = isTotal ? answer.statistics?.sum : answer.totalWeight
    const part = source => isTotal ? source.sum : source.weight
    return tableOf(text.metric.sources, {
        columns: [text.metric.source, text.metric.samples, isMerged ? text.metric.counted : text.metric.weight],
        rows: answer.sources.map(source => [
            sourceName(source), format.number(source.count, 'count'),
            isCategory(one) ? format.duration(source.countedSeconds)
                : isTotal ? format.quantity(source.sum, answer.unit)
                : whole ? format.percent((part(source) ?? 0) / whole) : format.number(source.count, 'count'),
        ]),
    })
}

function sampleRow(sample, one, names, unit) {
    const isWhole = sample.reason === null
    const isSameMoment = sample.startDate === sample.endDate
    const time = isSameMoment ? format.date(sample.startDate, 'time')
        : `${format.date(sample.startDate, 'time')}–${format.date(sample.endDate, 'time')}`
    const isPart = sample.contribution > 0 || isCategory(one) && (sample.isMember || sample.countedSeconds > 0)
    const part = isCategory(one) ? format.duration(sample.countedSeconds) : format.quantity(sample.contribution, unit)
    const counted = isPart && !isWhole ? text.metric.partCounted(part) : null
    const value = isCategory(one) ? valueName(sample.valueName) : format.quantity(sample.value, unit)
    const reason = isWhole ? null : text.metric.reasons[sample.reason] ?? sample.reason
    const by = sample.overruledBy?.length ? text.metric.by(format.list(sample.overruledBy.map(id => names.get(id) ?? id))) : null
    const why = [reason, reason ? by : null].filter(Boolean).join(' ')
    return element(isWhole || isPart ? 'li' : 'li.left-out', {},
        element('span.row.spread', {},
            element('span', {}, `${format.date(sample.startDate, 'dayOfMonth')}, ${time}`),
            element('strong', {}, value)),
        element('span.hint.small', {}, [names.get(sample.source), counted, why || null].filter(Boolean).join(' · ')))
}
