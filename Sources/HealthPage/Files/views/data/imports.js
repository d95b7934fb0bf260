/** Takes exports of the Health app, and shows how far each import is and what became of it. */

import { api, apiAddress } from '../../core/api.js'
import { element, button, fill, announce } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { go, pathOf } from '../../core/router.js'
import { currentZone } from '../../core/zone.js'
import { errorWords, text } from '../../text/text.js'
import { confirmed } from '../dialogs.js'
import { progressBar } from './progress.js'
import { importReport } from './report.js'
import { uploadEvents, shownUploads, takenUploads, addUpload, removeUpload, retryUpload } from './uploads.js'

const words = text.data.imports
/** The imports that are listed at once. */
const pageLength = 20
/** The time after which a stream that the service refused is opened again. */
const refusedMilliseconds = 5000
const isRunning = job => job.state === 'queued' || job.state === 'running'

export function importSection() {
    const uploads = element('div.stack')
    const list = element('section.card', { 'aria-labelledby': 'imports', hidden: true })
    const report = element('div')
    const root = element('div.stack', {}, dropArea(files => take(files)), uploads, report, list)
    let jobs = []
    let nextCursor = null
    let streams = new Map()
    let shownID = null

    const load = async () => {
        const answer = await api.get('/v1/imports', { limit: pageLength })
        jobs = [...answer.imports, ...jobs.filter(job => answer.cursor && job.id < answer.imports.at(-1).id)]
        if (jobs.length <= pageLength) nextCursor = answer.cursor
        draw()
        follow()
        // A small import may have ended before its stream could be opened.
        const done = jobs.find(job => takenUploads.has(job.id) && !isRunning(job))
        if (done) showReport(done)
    }

    const loadMore = async () => {
        const answer = await api.get('/v1/imports', { limit: pageLength, cursor: nextCursor })
        jobs = [...jobs, ...answer.imports]
        nextCursor = answer.cursor
        draw()
    }

    /** Opens a stream for each import that is not finished. */
    const follow = () => {
        for (const job of jobs.filter(isRunning).slice(-2)) {
            if (streams.has(job.id)) continue
            const stream = new EventSource(apiAddress(`/v1/imports/${job.id}/stream`, {}))
            streams.set(job.id, stream)
            const replace = event => {
                const current = JSON.parse(event.data)
                jobs = jobs.map(other => other.id === current.id ? current : other)
                if (!isRunning(current)) ended(current, stream)
                draw()
            }
            for (const name of ['progress', 'finished', 'failed', 'cancelled']) stream.addEventListener(name, replace)
            // The browser connects again by itself, unless the service refused the stream.
            stream.addEventListener('error', () => {
                if (stream.readyState !== EventSource.CLOSED) return
                streams.delete(job.id)
                setTimeout(() => load().catch(() => {}), refusedMilliseconds)
            })
        }
    }

    const ended = (job, stream) => {
        stream.close()
        streams.delete(job.id)
        announce(`${job.fileName}: ${words.states[job.state]}`)
        showReport(job)
        follow()
    }

    const showReport = job => {
        takenUploads.delete(job.id)
        if (job.state !== 'cancelled') go(pathOf('data', null, { section: 'import', import: job.id }), { replace: true })
    }

    const take = async files => {
        for (const file of files) {
            if (!/\.(zip|xml)$/i.test(file.name)) notify(words.wrongFile(file.name))
            else if (file.size === 0) notify(words.emptyFile(file.name))
            else addUpload(file, interrupted(file))
        }
    }

    /** Returns the import whose upload was interrupted and that the file continues. */
    const interrupted = file => jobs.find(job => job.state === 'receiving' && job.fileName === file.name && job.bytes === file.size
        && !shownUploads().some(upload => upload.job?.id === job.id)) ?? null

    const cancel = async job => {
        const isConfirmed = await confirmed({
            title: words.cancelTitle(job.fileName), body: words.cancelBody, action: words.cancel, dismiss: words.keep,
        })
        if (!isConfirmed) return
        try {
            await api.delete(`/v1/imports/${job.id}`)
            await load()
        } catch (error) {
            notifyError(error)
        }
    }

    const undo = async job => {
        const isConfirmed = await confirmed({
            title: words.undoTitle(job.fileName), body: words.undoBody, action: words.undo, dismiss: words.keepImport,
        })
        if (!isConfirmed) return
        try {
            const { removed, restored } = await api.post(`/v1/imports/${job.id}/undo`)
            notify(words.undone(removed, restored))
            await load()
        } catch (error) {
            notifyError(error)
        }
    }

    const drawUploads = () => {
        const shown = shownUploads()
        // A redrawn button would lose the focus, so cards stay while an upload goes on.
        const cards = new Map([...uploads.children].map(card => [card.upload, card]))
        fill(uploads, shown.map(upload => cards.get(upload) ?? uploadCard(upload)))
        for (const card of uploads.children) card.update()
    }

    const draw = () => {
        drawUploads()
        const busy = shownUploads().map(upload => upload.job?.id)
        const listed = jobs.filter(job => !busy.includes(job.id))
        list.hidden = listed.length === 0
        // A redrawn button would lose the focus.
        const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null
        fill(list, element('h2', { id: 'imports' }, words.earlier),
            element('ul.import-list', {}, listed.map(job => row(job, job.id === shownID, cancel, undo))),
            nextCursor ? button(text.common.more, () => loadMore().catch(notifyError)) : null)
        if (focused) list.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus()
    }

    const received = () => load().catch(notifyError)
    uploadEvents.addEventListener('change', drawUploads)
    uploadEvents.addEventListener('received', received)

    return {
        element: root,
        show: async route => {
            const id = Number(route.parameters.import) || null
            await load()
            if (id === shownID) return
            shownID = id
            fill(report)
            draw()
            if (id === null) return
            const made = await importReport(id)
            if (shownID === id) fill(report, made)
        },
        changed: load,
        close: () => {
            for (const stream of streams.values()) stream.close()
            uploadEvents.removeEventListener('change', drawUploads)
            uploadEvents.removeEventListener('received', received)
        },
    }
}

/** Makes the area on which a file is dropped. */
function dropArea(take) {
    const input = element('input.spoken', { type: 'file', accept: '.zip,.xml', multiple: true, id: 'import-file', onchange: () => {
        take([...input.files])
        input.value = ''
    } })
    const area = element('section.card.drop', { 'aria-labelledby': 'drop' },
        element('h2', { id: 'drop' }, words.title), element('p', {}, words.body),
        element('p', {}, input, element('label.button.main', { for: 'import-file' }, words.choose)),
        element('details', {}, element('summary', {}, words.where),
            element('ol.steps', {}, words.steps.map(step => element('li', {}, step)))),
        element('p.hint.small', {}, words.again))
    area.addEventListener('dragover', event => {
        event.preventDefault()
        area.classList.add('over')
    })
    area.addEventListener('dragleave', event => {
        if (!area.contains(event.relatedTarget)) area.classList.remove('over')
    })
    area.addEventListener('drop', event => {
        event.preventDefault()
        area.classList.remove('over')
        const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.())
        if (entries.some(entry => entry?.isDirectory)) return notify(words.folder)
        take([...event.dataTransfer.files])
    })
    return area
}

/** Makes the card of an upload. `update` shows how far it is. */
function uploadCard(upload) {
    const bar = progressBar(words.uploading(upload.file.name))
    const state = element('p.hint.small')
    const again = button(words.continue, () => retryUpload(upload), { class: 'main' })
    const card = element('section.card', { 'aria-label': upload.file.name },
        element('h2.wrap', {}, upload.file.name), bar.element, state,
        element('div.row', {}, again, button(words.stopUpload, () => removeUpload(upload))))
    card.upload = upload
    card.update = () => {
        const { file, sentBytes, error } = upload
        bar.set(sentBytes / file.size)
        again.hidden = upload.state !== 'failed'
        state.classList.toggle('warn', error !== null)
        const seconds = (Date.now() - upload.startedAt) / 1000
        const rate = seconds > 2 ? (sentBytes - upload.startBytes) / seconds : 0
        state.textContent = upload.state === 'waiting' ? words.waitingUpload : [
            words.sent(format.bytes(sentBytes), format.bytes(file.size)),
            error ? error.message : rate > 0 ? words.remaining(format.duration((file.size - sentBytes) / rate)) : null,
            error && upload.state === 'sending' ? words.triesAgain : error?.hint,
        ].filter(Boolean).join(' · ')
    }
    return card
}

/** Makes the row of an import in the list. */
function row(job, isShown, cancel, undo) {
    const made = element('li.import-row', {},
        element('div.row.spread', {},
            element('h3.wrap', {}, job.state === 'receiving' || isRunning(job) ? job.fileName : element('a', {
                href: pathOf('data', null, { section: 'import', import: job.id }), 'aria-current': String(isShown),
            }, job.fileName)),
            element('span.small', { class: job.state === 'failed' ? 'small bad' : 'small' }, job.cancelRequested && isRunning(job)
                ? words.cancelling : words.states[job.state])),
        element('p.hint.small', {}, facts(job).join(' · ')))
    if (isRunning(job)) made.append(jobProgress(job))
    if (job.state === 'failed' && job.error) made.append(element('p.bad.small', {}, errorWords(job.error)))
    if (job.state === 'receiving') made.append(element('p.warn.small', {}, words.dropAgain))
    if ((isRunning(job) || job.state === 'receiving') && !job.cancelRequested) {
        made.append(button(words.cancel, () => cancel(job), { 'aria-label': words.cancelFile(job.fileName) }))
    }
    if (job.state === 'finished' && isShown) {
        made.append(button(words.undo, () => undo(job), { 'aria-label': words.undoFile(job.fileName) }))
    }
    return made
}

function facts(job) {
    const { read, stored, refused, alreadyKnown } = job.records
    return [
        job.startedAt ? format.instant(job.startedAt, currentZone()) : null,
        job.state === 'receiving' ? words.sent(format.bytes(job.receivedBytes), job.bytes === null ? '?' : format.bytes(job.bytes))
            : job.bytes === null ? null : format.bytes(job.bytes),
        read ? words.read(read) : null,
        stored ? words.stored(stored) : null,
        alreadyKnown ? words.known(alreadyKnown) : null,
        refused ? words.refused(refused) : null,
    ].filter(Boolean)
}

function jobProgress(job) {
    const phase = job.phase ? words.phases[job.phase] : words.states[job.state]
    const bar = progressBar(`${job.fileName}: ${phase}`)
    if (job.phase === 'storing' && job.rows) bar.set(job.rowsStored / job.rows)
    // The service tells the rate and the seconds that are left, and so what is left of the file.
    else if (job.phase === 'reading' && job.bytesPerSecond && job.bytes) {
        bar.set(1 - job.bytesPerSecond * job.secondsRemaining / job.bytes)
    }
    return element('div', {}, job.state === 'running' ? bar.element : null, element('p.hint.small', {}, [
        phase,
        job.rows ? words.rows(job.rowsStored ?? 0, job.rows) : null,
        job.recordsPerSecond ? words.rate(Math.round(job.recordsPerSecond)) : null,
        job.secondsRemaining ? words.remaining(format.duration(job.secondsRemaining)) : null,
    ].filter(Boolean).join(' · ')))
}
