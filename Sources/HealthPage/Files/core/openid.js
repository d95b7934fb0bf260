/** Logs in at an OpenID provider, which sends the browser to another site and back. */

import { api } from './api.js'
import { tell } from './tabs.js'

/** The path to which the provider sends the browser back. */
const path = '/openid'

/** Keeps the address of the view in this tab while the browser is at the provider. */
const kept = 'address'

/** Returns the name of the provider; null if the service has none. */
export async function providerName() {
    return (await api.get('/v1/openid')).name
}

/** Sends the browser to the provider. */
export async function goToProvider() {
    const { location: next } = await api.post('/v1/openid/logins')
    sessionStorage.setItem(kept, location.pathname + location.search)
    location.assign(next)
}

/** Logs in with the answer with which the provider sent the browser back, if there is one. */
export async function logInWithProvider() {
    if (location.pathname !== path) return false
    const answer = location.search.slice(1)
    // The browser refuses an address of another origin.
    history.replaceState(null, '', sessionStorage.getItem(kept) ?? '/')
    sessionStorage.removeItem(kept)
    await api.post('/v1/openid/sessions', { answer })
    tell('session')
    return true
}
