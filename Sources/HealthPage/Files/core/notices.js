/** Short messages, and errors as sentences with a way on. */

import { APIError, ConnectionError } from './api.js'
import { element, button } from './dom.js'
import { text } from '../text/text.js'

/** An error whose message is a sentence for the reader, such as that there is no type of this name. */
export class ViewError extends Error {}

const shownMilliseconds = 6000

/** Shows a message at the edge of the screen, with one action if it has one. */
export function notify(message, action = null) {
    const notice = element('div.notice', {}, element('span', {}, message))
    if (action) notice.append(button(action.label, () => {
        notice.remove()
        action.run()
    }))
    document.getElementById('notices').append(notice)
    setTimeout(() => notice.remove(), action ? shownMilliseconds * 2 : shownMilliseconds)
}

/** Returns an error as an element: what happened, what to do, and a button that tries again. */
export function errorCard(error, again = null) {
    return element('div.view', {}, element('section.card.stack', { role: 'alert' },
        element('h2', {}, text.errors.title),
        element('p', {}, isSentence(error) ? error.message : text.errors.unreadable),
        error.hint ? element('p.hint', {}, error.hint) : null,
        error.requestID && error.status >= 500 ? element('p.hint.small', {}, text.errors.request(error.requestID)) : null,
        element('div.row', {}, again ? button(text.errors.again, again, { class: 'main' }) : null,
            element('a.button', { href: '/' }, text.errors.toOverview))))
}

/** Shows an error of an action that leaves the view as it is. */
export function notifyError(error) {
    if (!isSentence(error)) console.error(error)
    notify(isSentence(error) ? [error.message, error.hint].filter(Boolean).join(' ') : text.errors.unreadable)
}

/** True if the message of the error is made for the reader. Any other error is a defect of the page. */
export function isSentence(error) {
    return error instanceof APIError || error instanceof ConnectionError || error instanceof ViewError
}
