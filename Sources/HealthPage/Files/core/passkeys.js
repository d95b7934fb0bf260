/** Passkeys: adds one to the reader's own, and logs in with one. */

import { api } from './api.js'
import { ViewError } from './notices.js'
import { tell } from './tabs.js'
import { text } from '../text/text.js'

/** ES256, EdDSA and RS256 (RFC 9053). */
const algorithms = [-7, -8, -257]

/**
 * Returns why this browser has no passkeys at this address; null if it has.
 *
 * `ip`: browsers make passkeys for names only. `insecure`: the connection is not encrypted. `browser`: the browser has none.
 */
export function passkeyObstacle() {
    if (/^[\d.]+$|^\[/.test(location.hostname)) return 'ip'
    if (!isSecureContext) return 'insecure'
    return 'PublicKeyCredential' in window ? null : 'browser'
}

/** Returns the address of this page that has passkeys, if the browser runs on the machine of the service; otherwise null. */
export function localhostAddress() {
    if (!/^127\.|^\[::1\]$/.test(location.hostname)) return null
    return `${location.protocol}//localhost${location.port ? `:${location.port}` : ''}`
}

/** Adds a passkey of this browser. */
export async function addPasskey(name) {
    const asked = await api.post('/v1/passkeys/challenges')
    const { response } = await credential('create', {
        rp: { id: asked.rpId, name: 'healthstore' },
        user: { id: bytes(asked.userHandle), name: asked.userName, displayName: asked.userName },
        challenge: bytes(asked.challenge),
        pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
        excludeCredentials: asked.known.map(id => ({ type: 'public-key', id: bytes(id) })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
    })
    const publicKey = response.getPublicKey()
    if (!publicKey) throw new ViewError(text.passkeys.failed)
    return api.post('/v1/passkeys', {
        name, clientDataJSON: base64(response.clientDataJSON), authenticatorData: base64(response.getAuthenticatorData()),
        publicKey: base64(publicKey),
    })
}

/** Logs in with a passkey that the browser lets the reader choose. */
export async function logInWithPasskey() {
    const asked = await api.post('/v1/sessions/challenges', undefined, { person: null })
    const { rawId, response } = await credential('get', {
        rpId: asked.rpId, challenge: bytes(asked.challenge), userVerification: 'required',
    })
    await api.post('/v1/sessions', { passkey: {
        id: base64(rawId), clientDataJSON: base64(response.clientDataJSON), signature: base64(response.signature),
        authenticatorData: base64(response.authenticatorData), userHandle: base64(response.userHandle ?? new ArrayBuffer(0)),
    } })
    tell('session')
}

/** Asks the browser, and says its errors as sentences. */
async function credential(operation, publicKey) {
    try {
        return await navigator.credentials[operation]({ publicKey })
    } catch (error) {
        if (error.name === 'InvalidStateError') throw new ViewError(text.passkeys.known)
        throw new ViewError(error.name === 'NotAllowedError' ? text.passkeys.cancelled : text.passkeys.failed)
    }
}

/** Returns the bytes of base64url without padding. */
function bytes(value) {
    return Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))
}

/** Returns bytes as base64url without padding. */
function base64(buffer) {
    const characters = Array.from(new Uint8Array(buffer), byte => String.fromCharCode(byte)).join('')
    return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
