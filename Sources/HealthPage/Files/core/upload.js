/**
 * Sends a file in pieces, so that an interruption costs at most one piece.
 *
 * The browser reads each piece from the disk while it sends it. The file is never in memory.
 */

import { api, apiAddress, apiEvents, APIError, ConnectionError } from './api.js'
import { text } from '../text/text.js'

/** Bytes of one request. */
const pieceBytes = 32 * 1024 * 1024
/** Seconds before each further attempt after an interruption. */
const pauses = [1, 2, 5, 10, 20, 30, 60]
/** Errors of the API after which the same piece may succeed later. */
const passing = new Set(['upload_in_progress', 'upload_elsewhere', 'overloaded', 'rate_limited', 'too_many_requests', 'stopping',
    'conflict', 'lock_timeout', 'database_unavailable', 'timed_out'])

/**
 * Uploads a file as an import.
 *
 * @param {File} file the file.
 * @param {object} options `job` is an import of the same file that was interrupted, or null;
 *     `begun(job)`, `progress(sentBytes)` and `waiting(error)` tell what goes on; `signal` ends the
 *     upload and leaves what was received.
 * @returns {Promise<object>} the import.
 */
export async function uploadImport(file, { job = null, begun, progress, waiting, signal }) {
    // The person of the tab may change while the upload goes on.
    const person = new URL(apiAddress('/v1/imports', {}), location.origin).searchParams.get('person')
    let received = job?.receivedBytes ?? 0
    let attempt = 0
    for (;;) {
        const last = Math.min(received + pieceBytes, file.size)
        progress(received)
        try {
            job = await sendPiece(file.slice(received, last), {
                method: job ? 'PUT' : 'POST', address: job ? apiAddress(`/v1/imports/${job.id}`, { person })
                    : apiAddress('/v1/imports', { fileName: file.name, person }),
                range: `bytes ${received}-${last - 1}/${file.size}`, signal, progress: bytes => progress(received + bytes),
            })
            received = job.receivedBytes
            attempt = 0
            begun(job)
        } catch (error) {
            if (error.code === 'gap') {
                received = error.details.receivedBytes
                continue
            }
            if (error.code === 'upload_complete') return api.get(`/v1/imports/${job.id}`, { person })
            if (error.code === 'upload_lost') {
                job = null
                received = 0
                continue
            }
            if (!(error instanceof ConnectionError || passing.has(error.code)) || attempt === pauses.length) throw error
            waiting(error)
            await pause(pauses[attempt], signal)
            attempt += 1
            if (job && error instanceof ConnectionError) received = await receivedBytes(job, person) ?? received
            continue
        }
        if (job.state !== 'receiving') return job
    }
}

/** Returns how much of an upload the service has; null if it cannot be reached. */
async function receivedBytes(job, person) {
    try {
        return (await api.get(`/v1/imports/${job.id}`, { person })).receivedBytes
    } catch {
        return null
    }
}

function pause(seconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, seconds * 1000)
        signal.addEventListener('abort', () => {
            clearTimeout(timer)
            reject(new DOMException('', 'AbortError'))
        })
    })
}

/** Sends a piece. `fetch` does not tell how much of a body it has sent, so this is an XMLHttpRequest. */
function sendPiece(piece, { method, address, range, signal, progress }) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        const abort = () => request.abort()
        const end = (settle, value) => {
            signal.removeEventListener('abort', abort)
            settle(value)
        }
        signal.addEventListener('abort', abort)
        if (signal.aborted) return end(reject, new DOMException('', 'AbortError'))
        request.open(method, address)
        request.responseType = 'json'
        request.setRequestHeader('Content-Type', 'application/octet-stream')
        request.setRequestHeader('Content-Range', range)
        request.upload.onprogress = event => progress(event.loaded)
        request.onabort = () => end(reject, new DOMException('', 'AbortError'))
        request.onerror = () => end(reject, new ConnectionError())
        request.onload = () => {
            if (request.status < 300 && request.response) return end(resolve, request.response)
            if (request.status === 401) apiEvents.dispatchEvent(new Event('unauthorized'))
            const body = request.response ?? { code: 'internal_error', message: text.errors.unreadable }
            end(reject, new APIError(request.status, body, request.getResponseHeader('X-Request-ID')))
        }
        request.send(piece)
    })
}
