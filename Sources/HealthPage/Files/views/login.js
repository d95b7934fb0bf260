/** What a reader without a session sees. */

import { APIError } from '../core/api.js'
import { element } from '../core/dom.js'
import { openIDButton } from './openid.js'
import { text } from '../text/text.js'

/**
 * @param {Error|null} error why a login link did not work.
 * @param {string|null} sentence why the reader is here.
 */
export function loginView(error = null, sentence = null) {
    const reason = error instanceof APIError && error.code === 'insecure_connection' ? text.login.insecure
        : error instanceof APIError && error.code === 'invalid_token' ? text.login.used : error?.message ?? sentence
    return element('div.view', {}, element('section.card.login.stack', {},
        element('h1', {}, text.login.title),
        reason ? element('p.warn', { role: 'alert' }, reason) : null,
        openIDButton(),
        element('p', {}, text.login.body),
        element('p', {}, element('code.command', {}, text.login.command)),
        element('p.hint', {}, text.login.hint),
        location.port === '8484' && location.hostname === '127.0.0.1' ? null
            : element('p.hint', {}, text.login.address(location.origin))))
}
