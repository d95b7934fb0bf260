/** Fields of forms, with the errors of the API at the field that they name. */

import { element, newID } from '../core/dom.js'

/**
 * Makes a labelled field.
 *
 * @param {string} name the name of the field in errors of the API, such as `expiresAt`.
 * @param {Element} control the input or select.
 * @param {string|null} hint a sentence under the label.
 */
export function formField(name, label, control, hint = null) {
    control.id ||= newID('field')
    const hintID = hint ? newID('hint') : null
    if (hintID) control.setAttribute('aria-describedby', hintID)
    return element('div.field', { 'data-field': name },
        element('label', { for: control.id }, label), hint ? element('span.hint.small', { id: hintID }, hint) : null, control)
}

/**
 * Returns a listener for `submit` that runs an action once at a time, so that a double click does not make two tokens.
 *
 * @param {() => Promise<void>} action
 */
export function submitting(action) {
    let isRunning = false
    return async event => {
        event.preventDefault()
        if (isRunning) return
        isRunning = true
        try {
            await action()
        } finally {
            isRunning = false
        }
    }
}

/**
 * Shows an error at the field that it names, and removes the error before it.
 *
 * @param {string|null} name the name of the field; null only removes. `groups[2]` is of the field `groups`.
 * @returns {boolean} true if the form has the field.
 */
export function showFieldError(form, name, message = '') {
    for (const shown of form.querySelectorAll('.field-error')) shown.remove()
    for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid')
    const field = name && form.querySelector(`[data-field="${CSS.escape(name.split(/[.[]/)[0])}"]`)
    if (!field) return false
    field.closest('details')?.setAttribute('open', '')
    field.append(element('p.field-error.bad.small', { role: 'alert' }, message))
    const control = field.querySelector('input, select, textarea')
    control?.setAttribute('aria-invalid', 'true')
    control?.focus()
    return true
}
