/** What a reader sees who opens the link of an invitation. The link works once, so the reader accepts it with a button. */

import { api, APIError } from '../core/api.js'
import { element, button, fill } from '../core/dom.js'
import { isSentence } from '../core/notices.js'
import { tell } from '../core/tabs.js'
import { text } from '../text/text.js'

const words = text.invitation

/** @param {() => void} accepted is called after the log-in. */
export function invitationView(token, accepted) {
    const reason = element('div')
    const accept = button(words.accept, async () => {
        accept.disabled = true
        try {
            await api.post('/v1/sessions', { token })
            tell('session')
            accepted()
        } catch (error) {
            const hasEnded = error instanceof APIError && error.code === 'invalid_token'
            accept.disabled = hasEnded
            const sentence = isSentence(error) ? error.message : text.errors.unreadable
            fill(reason, element('p.warn', { role: 'alert' }, hasEnded ? words.ended
                : error.code === 'insecure_connection' ? text.login.insecure : sentence))
        }
    }, { class: 'main' })
    return element('div.view', {}, element('section.card.login.stack', {},
        element('h1', {}, words.title), element('p', {}, words.body), reason, element('div.row', {}, accept),
        element('p.hint', {}, words.hint)))
}
