/** The files that this tab uploads, one after another. They go on while other views are shown. */

import { isAborted } from '../../core/api.js'
import { uploadImport } from '../../core/upload.js'
import { session } from '../../core/session.js'

/** Dispatches `change` when an upload begins, goes on, waits or ends, and `received` when it ended. */
export const uploadEvents = new EventTarget()

let uploads = []

/** The ids of the imports whose files this tab uploaded, and whose report was not shown yet. */
export const takenUploads = new Set()

/** Returns the uploads of this tab about the shown person. */
export function shownUploads() {
    return uploads.filter(upload => upload.person === session()?.person.uuid)
}

function changed() {
    uploadEvents.dispatchEvent(new Event('change'))
}

/**
 * Adds a file.
 *
 * @param {File} file the file.
 * @param {object|null} job the interrupted import that the file continues.
 */
export function addUpload(file, job = null) {
    uploads = [...uploads, {
        file, job, person: session().person.uuid, state: 'waiting', sentBytes: job?.receivedBytes ?? 0, error: null,
        control: new AbortController(), startedAt: null, startBytes: 0,
    }]
    next()
}

/** Ends an upload and removes it. What the service has of it stays, so that it can be continued. */
export function removeUpload(upload) {
    upload.control.abort()
    uploads = uploads.filter(other => other !== upload)
    uploadEvents.dispatchEvent(new Event('received'))
    next()
}

/** Continues an upload after an error. */
export function retryUpload(upload) {
    upload.state = 'waiting'
    upload.error = null
    next()
}

async function next() {
    changed()
    const upload = uploads.find(one => one.state === 'waiting')
    if (!upload || uploads.some(one => one.state === 'sending')) return
    Object.assign(upload, { state: 'sending', startedAt: Date.now(), startBytes: upload.sentBytes })
    addEventListener('beforeunload', warn)
    changed()
    try {
        const job = await uploadImport(upload.file, {
            job: upload.job, signal: upload.control.signal,
            progress: bytes => {
                upload.sentBytes = bytes
                upload.error = null
                changed()
            },
            begun: job => { upload.job = job },
            waiting: error => {
                upload.error = error
                changed()
            },
        })
        uploads = uploads.filter(other => other !== upload)
        takenUploads.add(job.id)
        uploadEvents.dispatchEvent(new Event('received'))
    } catch (error) {
        if (!isAborted(error)) Object.assign(upload, { state: 'failed', error })
    }
    if (!uploads.some(one => one.state === 'sending')) removeEventListener('beforeunload', warn)
    next()
}

/** The browser asks before it closes a tab that uploads a file. */
function warn(event) {
    event.preventDefault()
}
