/** Who is logged in, and about whom this tab asks. */

import { api, setPerson } from './api.js'
import { keepLanguage } from './language.js'
import { tell } from './tabs.js'

/** The answer of `GET /v1/access` about the person of this tab; null before a log-in. */
let access = null

export function session() {
    return access
}

/** True if the tab shows the data of the person who is logged in, and not those of somebody else. */
export function isOwn() {
    return access?.holder.kind === 'person' && access.holder.name === access.person.name
}

export function may(right) {
    return access?.rights.includes(right) ?? false
}

/** The groups that a grant covers only if it names them, `all` included. */
const separateGroups = ['reproductive', 'clinical', 'routes']

/** True if the reader may read every sample of the person. */
function readsEverything() {
    return access.access.some(terms => terms.rights.includes('read') && !terms.from && !terms.to && terms.showsNames
        && ['all', ...separateGroups].every(group => terms.groups.includes(group)))
}

/** True if the reader may change units and the order of sources of the person. */
export function maySetSettings() {
    return may('manage') && readsEverything()
}

/** True if the address has a login link or an invitation, which the reader may have entered while the page was open. */
export function hasLink() {
    return /^#(login|invitation)=/.test(location.hash)
}

/** Uses the login link with which the page was opened, if there is one. */
export async function logInWithLink() {
    const match = /^#login=(\S+)$/.exec(location.hash)
    if (!match) return false
    // The token leaves the address at once, so that neither the history nor a bookmark has it.
    history.replaceState(null, '', location.pathname + location.search)
    await api.post('/v1/sessions', { token: decodeURIComponent(match[1]) })
    tell('session')
    return true
}

/** Returns the token of the invitation with which the page was opened, and removes it from the address; null without one. */
export function takeInvitation() {
    const match = /^#invitation=(\S+)$/.exec(location.hash)
    if (match) history.replaceState(null, '', '/')
    return match && decodeURIComponent(match[1])
}

/** Finds out who is logged in, and what the reader may do with the data of the person. */
export async function loadSession(uuid) {
    setPerson(uuid)
    access = await api.get('/v1/access')
    setPerson(access.person.uuid)
    return access
}

export async function logOut() {
    await api.delete('/v1/sessions/current')
    access = null
    keepLanguage(null)
    tell('session')
}
