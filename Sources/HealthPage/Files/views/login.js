/** What a reader without a session sees: a log-in with a passkey, and how to get a link. */

import { APIError } from '../core/api.js'
import { element, button, fill } from '../core/dom.js'
import { isSentence } from '../core/notices.js'
import { localhostAddress, logInWithPasskey, passkeyObstacle } from '../core/passkeys.js'
import { openIDButton } from './openid.js'
import { text } from '../text/text.js'

const words = text.login

/**
 * @param {Error|null} error why a login link did not work.
 * @param {string|null} sentence why the reader is here.
 * @param {() => void} loggedIn is called after a log-in.
 */
export function loginView(error, sentence, loggedIn) {
    const reason = element('div')
    const show = message => fill(reason, message ? element('p.warn', { role: 'alert' }, message) : null)
    show(reasonOf(error) ?? sentence)
    return element('div.view', {}, element('section.card.login.stack', {},
        element('h1', {}, words.title), reason, openIDButton(), passkeyPart(show, loggedIn),
        element('h2', {}, words.linkTitle), element('p', {}, words.body),
        element('p', {}, element('code.command', {}, words.command)),
        element('p.hint', {}, words.hint),
        location.port === '8484' && location.hostname === '127.0.0.1' ? null
            : element('p.hint', {}, words.address(location.origin))))
}

function passkeyPart(show, loggedIn) {
    const obstacle = passkeyObstacle()
    const address = localhostAddress()
    if (obstacle) return element('p', {}, text.passkeys.obstacles[obstacle],
        address ? [' ', element('a', { href: address }, text.passkeys.localhost(address))] : null)
    const start = button(words.passkey, async () => {
        start.disabled = true
        try {
            await logInWithPasskey()
            loggedIn()
        } catch (error) {
            start.disabled = false
            show(reasonOf(error))
        }
    }, { class: 'main' })
    return element('div.row', {}, start)
}

/** Returns the error as a sentence; null without an error. */
function reasonOf(error) {
    if (error instanceof APIError && error.code === 'insecure_connection') return words.insecure
    if (error instanceof APIError && error.code === 'invalid_token') return words.used
    return error && !isSentence(error) ? text.errors.unreadable : error?.message ?? null
}
