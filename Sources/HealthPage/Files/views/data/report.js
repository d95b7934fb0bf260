/** The report of an import: what was read, stored and refused. */

import { api } from '../../core/api.js'
import { type } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { pathOf } from '../../core/router.js'
import { currentZone } from '../../core/zone.js'
import { tableOf } from '../../charts/frame.js'
import { errorWords, text } from '../../text/text.js'

const words = text.data.imports
/** The counts that a report always has; the others only if they are not 0. */
const always = ['read', 'stored', 'alreadyKnown', 'refused']
const counts = ['read', 'stored', 'alreadyKnown', 'recognised', 'completed', 'repeatedInside', 'deletedBefore', 'refused', 'replaced', 'missing']

/** Loads an import and returns its report as a card. */
export async function importReport(id) {
    const job = await api.get(`/v1/imports/${id}`)
    const count = value => format.number(value, 'count')
    return element('section.card.stack', { 'aria-labelledby': 'report' },
        element('div.row.spread', {}, element('h2.wrap', { id: 'report' }, words.report(job.fileName)),
            element('a.button', { href: pathOf('data', null, { section: 'import' }) }, text.common.close)),
        element('p.hint', {}, [
            words.states[job.state], format.instant(job.startedAt, currentZone()),
            job.finishedAt ? format.duration((Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000) : null,
        ].filter(Boolean).join(' · ')),
        job.state === 'failed' && job.error ? element('p.bad', { role: 'alert' }, errorWords(job.error)) : null,
        job.error?.code === 'no_export' ? element('p.hint', {}, words.noExport) : null,
        element('dl.facts', {}, counts.filter(name => always.includes(name) || job.records[name] > 0).map(name =>
            element('div', {}, element('dt', {}, words.counts[name]), element('dd', {}, count(job.records[name]))))),
        job.repaired ? element('p.hint', {}, words.repaired(job.repaired)) : null,
        job.counts?.length ? element('details', { open: true }, element('summary', {}, words.byType), tableOf(words.byType, {
            columns: [words.type, words.source, words.counts.read, words.counts.stored, words.counts.alreadyKnown, words.counts.refused],
            rows: job.counts.map(one => [type(one.type)?.displayName ?? one.type, one.source ?? '', count(one.read), count(one.stored),
                count(one.alreadyKnown), count(one.refused)]),
        })) : null,
        job.records.refused ? refusals(job) : null)
}

/** Returns the refused records as a table that grows page by page. */
function refusals(job) {
    const table = element('div')
    const more = button(text.common.more, () => load().catch(notifyError))
    let rows = []
    let cursor = null
    const load = async () => {
        const answer = await api.get(`/v1/imports/${job.id}/refusals`, { cursor })
        rows = [...rows, ...answer.refusals]
        cursor = answer.cursor
        more.hidden = cursor === null
        fill(table, tableOf(words.refusals, {
            columns: [words.file, words.line, words.element, words.reason],
            rows: rows.map(one => [one.path, one.line === null ? '' : format.number(one.line, 'count'), one.element,
                one.field ? `${errorWords(one)} (${one.field})` : errorWords(one)]),
        }), element('p.hint.small', {}, words.shownOf(format.number(rows.length, 'count'), format.number(job.records.refused, 'count'))))
    }
    load().catch(notifyError)
    return element('div', {}, element('h3', {}, words.refusals), table, more)
}
