/** “All data”: the stored samples of a type as a table, and as a file. */

import { api } from '../../core/api.js'
import { pairOf, shownUnit, sourceName, type } from '../../core/catalogue.js'
import { csvOf, downloadCSV } from '../../core/csv.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { zoneAt } from '../../core/zone.js'
import { tableOf } from '../../charts/frame.js'
import { activityName, text, valueName } from '../../text/text.js'

const pageSize = 100
/** Samples of one request for the file, and of correlations, which come with their samples. */
const [filePageSize, filePageSizeOfCorrelations] = [10_000, 1000]
const isCorrelation = one => one.kind === 'correlation'

/** Makes the table. */
export function samplesTable() {
    const root = element('section.card.stack')
    let last = null

    const show = async (one, parameters, signal) => {
        last = { ...parameters, members: isCorrelation(one) || null }
        parameters = last
        const page = await api.get('/v1/samples', { ...parameters, limit: pageSize, order: 'descending' }, { signal })
        const rows = page.samples.map(sampleRow)
        const more = element('div')
        const table = tableOf(text.metric.allData, { columns: text.metric.sampleColumns, rows })
        const body = table.querySelector('tbody')
        const addMore = cursor => fill(more, cursor ? button(text.common.more, async () => {
            try {
                const next = await api.get('/v1/samples', { ...parameters, limit: pageSize, order: 'descending', cursor })
                const added = tableOf('', { columns: [], rows: next.samples.map(sampleRow) })
                body.append(...added.querySelectorAll('tbody tr'))
                addMore(next.cursor)
            } catch (error) {
                notifyError(error)
            }
        }) : null)
        addMore(page.cursor)
        const file = rows.length ? button(text.metric.csv, () => download(one)) : null
        fill(root, element('div.row.spread', {}, element('h2', {}, text.metric.allData), file),
            rows.length ? table : element('p.hint', {}, text.chart.empty), more)
    }

    /** Collects all pages as CSV and offers them as a file. */
    const download = async one => {
        try {
            const parts = isCorrelation(one) ? [await correlationFile()] : []
            let parameters = isCorrelation(one) ? null : { ...last, limit: filePageSize, order: 'ascending' }
            while (parameters) {
                const response = await api.send('GET', '/v1/samples', { parameters, accept: 'text/csv' })
                const content = await response.text()
                // Each page begins with the names of the columns. The file needs them once.
                parts.push(parts.length ? content.slice(content.indexOf('\n') + 1) : content)
                const next = /<\?([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')
                if (!next) break
                parameters = Object.fromEntries(new URLSearchParams(next[1]))
            }
            downloadCSV(one.shortName, parts)
        } catch (error) {
            notifyError(error)
        }
    }

    /** Returns all correlations as CSV, with a column for each type of their samples. */
    const correlationFile = async () => {
        const all = []
        let cursor = null
        do {
            const page = await api.get('/v1/samples', { ...last, limit: filePageSizeOfCorrelations, order: 'ascending', cursor })
            all.push(...page.samples)
            cursor = page.cursor
        } while (cursor)
        return csvOf(correlationRows(all))
    }
    return { element: root, show }
}

/** Returns a row for each correlation below a row of names: `bloodPressureSystolic (mmHg)`. */
export function correlationRows(samples) {
    const column = member => `${type(member.type)?.shortName ?? member.type} (${member.unit ?? ''})`
    const columns = [...new Set(samples.flatMap(sample => (sample.members ?? []).map(column)))].sort().reverse()
    return [['uuid', 'startDate', 'endDate', ...columns, 'source'], ...samples.map(sample => [
        sample.uuid, sample.startDate, sample.endDate,
        ...columns.map(name => String(sample.members?.find(member => column(member) === name)?.value ?? '')),
        sourceName(sample.source),
    ])]
}

/** Returns the samples in a correlation: `120/80 mmHg`, or each with its name. */
function membersInWords(sample) {
    const of = one => format.quantity(one.value, shownUnit(type(one.type), one.unit))
    const pair = pairOf(type(sample.type))?.map(part => sample.members.find(member => member.type === part.identifier))
    if (pair?.every(Boolean)) return `${format.number(pair[0].value, pair[0].unit)}/${of(pair[1])}`
    return sample.members.map(member => `${type(member.type)?.displayName ?? member.type} ${of(member)}`).join(', ')
}

/** Samples have their times in UTC. */
function timeOf(instant) {
    return format.instant(instant, zoneAt(instant), 'seconds')
}

function sampleRow(sample) {
    const value = sample.unit && Number.isFinite(sample.value)
        ? format.quantity(sample.value, shownUnit(type(sample.type), sample.unit))
        : sample.members ? membersInWords(sample)
        : sample.workoutActivityTypeName ? activityName(sample.workoutActivityTypeName)
            : sample.valueName ? valueName(sample.valueName) : sample.sentValue ?? ''
    const device = [sample.device?.manufacturer, sample.device?.name, sample.device?.hardwareVersion].filter(Boolean).join(' ')
    const metadata = Object.entries(sample.metadata ?? {})
    return [
        timeOf(sample.startDate),
        sample.startDate === sample.endDate ? '' : timeOf(sample.endDate),
        value, sourceName(sample.source), device,
        metadata.length ? element('details', {}, element('summary', {}, text.metric.metadata(metadata.length)),
            element('dl.metadata', {}, metadata.map(([key, content]) => [
                element('dt', {}, key),
                element('dd', {}, typeof content === 'object' ? JSON.stringify(content) : String(content)),
            ]))) : '',
    ]
}
