/** “All data”: the stored samples of a type as a table, and as a file. */

import { api } from '../../core/api.js'
import { shownUnit, sourceName, type } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { tableOf } from '../../charts/frame.js'
import { text } from '../../text/text.js'

const pageSize = 100
/** Samples of one request for the file. */
const filePageSize = 10_000

/** Makes the table. */
export function samplesTable() {
    const root = element('section.card.stack')
    let last = null

    const show = async (one, parameters, signal) => {
        last = parameters
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
            const parts = []
            let parameters = { ...last, limit: filePageSize, order: 'ascending' }
            for (;;) {
                const response = await api.send('GET', '/v1/samples', { parameters, accept: 'text/csv' })
                const content = await response.text()
                // Each page begins with the names of the columns. The file needs them once.
                parts.push(parts.length ? content.slice(content.indexOf('\n') + 1) : content)
                const next = /<\?([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')
                if (!next) break
                parameters = Object.fromEntries(new URLSearchParams(next[1]))
            }
            const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
            element('a', { href: address, download: `${one.shortName}.csv` }).click()
            // The browser may still read the file.
            setTimeout(() => URL.revokeObjectURL(address), 60_000)
            notify(text.metric.csvReady)
        } catch (error) {
            notifyError(error)
        }
    }
    return { element: root, show }
}

function sampleRow(sample) {
    const value = sample.unit && Number.isFinite(sample.value)
        ? format.quantity(sample.value, shownUnit(type(sample.type), sample.unit))
        : sample.workoutActivityTypeName ? text.activityName(sample.workoutActivityTypeName)
            : sample.valueName ? text.valueName(sample.valueName) : sample.sentValue ?? ''
    const device = [sample.device?.manufacturer, sample.device?.name, sample.device?.hardwareVersion].filter(Boolean).join(' ')
    const metadata = Object.entries(sample.metadata ?? {})
    return [
        format.date(sample.startDate, 'seconds'),
        sample.startDate === sample.endDate ? '' : format.date(sample.endDate, 'seconds'),
        value, sourceName(sample.source), device,
        metadata.length ? element('details', {}, element('summary', {}, text.metric.metadata(metadata.length)),
            element('dl.metadata', {}, metadata.map(([key, content]) => [
                element('dt', {}, key),
                element('dd', {}, typeof content === 'object' ? JSON.stringify(content) : String(content)),
            ]))) : '',
    ]
}
