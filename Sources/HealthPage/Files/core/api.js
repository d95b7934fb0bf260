/** Asks the HTTP API. */

import { earlyAnswer, forgetEarlyAnswers } from './early.js'
import { names, text } from '../text/text.js'

/** An answer with an error, as a sentence with a way on. */
export class APIError extends Error {
    /** @param {object} body the API's error: `code`, `message`, `details`, `hint`. */
    constructor(status, body, requestID) {
        const words = text.errors[body.code] ?? names.errors[body.code]
        super(words ?? sentence(body.message))
        this.status = status
        this.code = body.code
        this.details = body.details
        // A hint that names an endpoint is for programs.
        this.hint = words || !body.hint || body.hint.includes('/v1/') ? null : sentence(body.hint)
        this.requestID = requestID
    }
}

/** Messages of the API begin with a small letter and have no full stop. */
function sentence(message) {
    return message.charAt(0).toUpperCase() + message.slice(1) + (message.endsWith('.') ? '' : '.')
}

/** The service was not reached. */
export class ConnectionError extends Error {
    constructor() {
        super(text.connection.lost)
    }
}

/** Listens to events of the API: `lost` and `restored` connection, `unauthorized`. */
export const apiEvents = new EventTarget()

let isLost = false

function setLost(lost) {
    if (lost === isLost) return
    isLost = lost
    apiEvents.dispatchEvent(new Event(lost ? 'lost' : 'restored'))
}

/** Finds out whether the service can be reached, after a stream ended. */
export async function probe() {
    try {
        const response = await fetch('/health', { cache: 'no-store' })
        setLost(!response.ok)
    } catch {
        setLost(true)
    }
}

/** The uuid of the person about whom this tab asks. */
let person = null

/**
 * Names the person of all further requests.
 *
 * Every request names the person, although the session has a person of its own. If another tab logs
 * in as somebody else, the cookie of this tab changes. A request then fails instead of answering
 * with the data of another person under this person's name. A question with `person: null` is about
 * the person who is logged in.
 */
export function setPerson(uuid) {
    person = uuid
}

/** Requests that log in, and are about no person. */
const withoutPerson = new Set(['/v1/sessions', '/v1/openid', '/v1/openid/logins', '/v1/openid/sessions'])

function address(path, parameters) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) {
        for (const item of Array.isArray(value) ? value : [value]) {
            if (item !== null && item !== undefined && item !== '') query.append(name, item)
        }
    }
    if (person && !withoutPerson.has(path) && !('person' in parameters)) query.append('person', person)
    const text = query.toString()
    return text ? `${path}?${text}` : path
}

/** Returns the address of a path of the API with its query, for streams. */
export const apiAddress = address

async function send(method, path, { parameters = {}, body, headers = {}, signal, accept } = {}) {
    const options = { method, headers: { ...headers }, signal, credentials: 'same-origin' }
    if (accept) options.headers.Accept = accept
    if (body instanceof Blob) {
        options.body = body
    } else if (body !== undefined) {
        options.headers['Content-Type'] = 'application/json'
        options.body = JSON.stringify(body)
    }
    let response
    try {
        const asked = address(path, parameters)
        if (method !== 'GET') forgetEarlyAnswers()
        response = method === 'GET' && !accept && await earlyAnswer(asked) || await fetch(asked, options)
    } catch (error) {
        if (error.name === 'AbortError') throw error
        setLost(true)
        throw new ConnectionError()
    }
    setLost(false)
    if (response.ok) return response
    const requestID = response.headers.get('X-Request-ID')
    const failure = await response.json().catch(() => ({ code: 'internal_error', message: text.errors.unreadable }))
    const error = new APIError(response.status, failure, requestID)
    if (response.status === 401) apiEvents.dispatchEvent(new Event('unauthorized'))
    throw error
}

async function json(method, path, options) {
    const response = await send(method, path, options)
    return response.status === 204 ? null : response.json()
}

export const api = {
    /** Returns the JSON of an answer. */
    get: (path, parameters = {}, options = {}) => json('GET', path, { ...options, parameters }),
    put: (path, body, parameters = {}) => json('PUT', path, { body, parameters }),
    post: (path, body, parameters = {}) => json('POST', path, { body, parameters }),
    delete: (path, parameters = {}) => json('DELETE', path, { parameters }),
    /** Returns the answer itself, for other formats than JSON. */
    send,
}

/** True if the error says only that a newer question replaced this one. */
export function isAborted(error) {
    return error?.name === 'AbortError'
}
