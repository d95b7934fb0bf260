/** Dialogs in which the reader confirms an action. */

import { element, button, newID } from '../core/dom.js'
import { text } from '../text/text.js'

/**
 * Asks before an action that cannot be undone.
 *
 * @param {{title: string, body: string, action: string, dismiss?: string}} words `action` and `dismiss` are the
 *     labels of the buttons that confirm and do not confirm.
 * @returns {Promise<boolean>} true if the reader confirmed.
 */
export function confirmed({ title, body, action, dismiss = text.common.cancel }) {
    const id = newID('dialog')
    const dialog = element('dialog.dialog', { 'aria-labelledby': id },
        element('h2', { id }, title), element('p', {}, body),
        element('div.row.dialog-buttons', {},
            button(dismiss, () => dialog.close(''), { autofocus: true }),
            button(action, () => dialog.close('confirmed'), { class: 'bad' })))
    return new Promise(resolve => {
        dialog.addEventListener('close', () => {
            dialog.remove()
            resolve(dialog.returnValue === 'confirmed')
        })
        document.body.append(dialog)
        dialog.showModal()
    })
}
