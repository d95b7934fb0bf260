/** A link that logs a browser in: the text, and its QR code. */

import { api } from '../../core/api.js'
import { element, fill } from '../../core/dom.js'
import { qrCode } from '../../charts/qr-code.js'
import { text } from '../../text/text.js'
import { copyField } from '../copy.js'
import { isLoopback } from '../data/loopback.js'

/**
 * @param {string} label what the link is.
 * @param {string} fragment the part of the link from `#` on.
 */
export function linkField(label, fragment) {
    const link = `${location.origin}/${fragment}`
    const picture = element('div.qr-frame')
    api.post('/v1/qr-codes', { text: link }).then(code => fill(picture, qrCode(code, label)), () => picture.remove())
    return element('div.stack', {}, copyField(label, link),
        isLoopback(location.hostname) ? element('p.warn.small', { role: 'note' }, text.access.link.onlyHere) : null, picture)
}
