/**
 * Changes of the person's data, as the service sends them.
 *
 * A browser has few connections to a service, and each open stream takes one. So only one tab of a
 * person opens the stream, and tells the others. Another tab takes over when it closes.
 */

import { apiAddress, apiEvents, probe } from './api.js'
import { tell, onTold } from './tabs.js'

/** The least time between two refreshes while changes come without a pause, as in an import. */
const pauseMilliseconds = 2000

/** The time after which a stream that the service refused is opened again. */
const refusedMilliseconds = 10_000

let stream = null
/** True if changes may have come that no stream brought. */
let mayHaveMissed = false
let end = null

/**
 * Calls `changed` with the identifiers of types that changed, or null if any type may have changed.
 *
 * @param {string} person the uuid of the person.
 */
export function followChanges(person, changed) {
    stopFollowing()
    const begin = performance.now()
    const deliver = throttled(changed)
    const stopListening = onTold(`changes ${person}`, deliver)
    const control = new AbortController()
    end = () => {
        control.abort()
        stopListening()
        stream?.close()
        stream = null
    }
    const lead = () => new Promise(resolve => {
        control.signal.addEventListener('abort', resolve)
        // This tab waited until the tab with the stream closed.
        mayHaveMissed = performance.now() - begin > pauseMilliseconds
        open(person, types => {
            tell(`changes ${person}`, types)
            deliver(types)
        })
    })
    // Without TLS, a page of another machine has no locks. Each of its tabs then has a stream.
    if (!navigator.locks) lead()
    else navigator.locks.request(`healthstore changes ${person}`, { signal: control.signal }, lead).catch(() => {})
}

export function stopFollowing() {
    end?.()
    end = null
}

function open(person, deliver) {
    const opened = new EventSource(apiAddress('/v1/changes/stream', { person }))
    stream = opened
    opened.addEventListener('open', () => {
        apiEvents.dispatchEvent(new Event('restored'))
        if (mayHaveMissed) deliver(null)
        mayHaveMissed = false
    })
    opened.addEventListener('types', event => deliver(JSON.parse(event.data).types))
    opened.addEventListener('error', event => {
        mayHaveMissed = true
        // The service sends this event when access changes. The next stream has what is still granted.
        if (event.data) return deliver(null)
        probe()
        tell('probe')
        // The browser connects again by itself, unless the service refused the stream.
        if (opened.readyState !== EventSource.CLOSED) return
        deliver(null)
        setTimeout(() => {
            if (stream === opened) open(person, deliver)
        }, refusedMilliseconds)
    })
}

onTold('probe', probe)

/** Calls at once, and then at most once in each pause, with all types of the pause. */
function throttled(call) {
    let timer = null
    let waiting
    const run = () => {
        timer = null
        if (waiting === undefined) return
        const types = waiting
        waiting = undefined
        timer = setTimeout(run, pauseMilliseconds)
        call(types)
    }
    return types => {
        if (waiting === undefined) waiting = types
        else waiting = waiting && types ? [...new Set([...waiting, ...types])] : null
        if (timer === null) run()
    }
}
