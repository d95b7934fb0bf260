/** A text that the reader copies: a token, an address, a command. */

import { element, button, announce } from '../core/dom.js'
import { text } from '../text/text.js'

/** @param {string} label what the text is, for screen readers. */
export function copyField(label, value) {
    const field = element('code.command', { tabindex: 0, role: 'textbox', 'aria-readonly': 'true', 'aria-label': label }, value)
    const copy = button(text.common.copy, async () => {
        try {
            await navigator.clipboard.writeText(value)
        } catch {
            // Without TLS there is no clipboard. The selected text can be copied by hand.
            getSelection().selectAllChildren(field)
            return
        }
        copy.textContent = text.common.copied
        announce(text.common.copied)
        setTimeout(() => { copy.textContent = text.common.copy }, 2000)
    }, { 'aria-label': `${text.common.copy}: ${label}` })
    return element('div.copy-field', {}, field, copy)
}
