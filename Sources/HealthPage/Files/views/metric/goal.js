/** The goal of a day, which the service keeps for the reader. */

import { isCategory, isDaily, isDiscrete, pairOf, shownUnit } from '../../core/catalogue.js'
import { element, button, fill, newID } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { preference, setPreferences } from '../../core/preferences.js'
import { text } from '../../text/text.js'

/** The greatest goal, as the service allows it. */
const goalMax = 1e9

/** True for types that can have a goal. A symptom cannot. */
export function hasGoal(one) {
    return Boolean(one.aggregationStyle) && !pairOf(one) && (!isCategory(one) || isDaily(one))
}

/**
 * Returns the goal that a text of a form names, in the unit of the API; null if it is none.
 *
 * @param {number} factor by which the page multiplies values of the unit: 100 for per cent.
 */
export function goalOf(content, factor = 1) {
    const value = Number(content) / factor
    return content.trim() !== '' && value > 0 && value <= goalMax ? value : null
}

/**
 * Makes the panel.
 *
 * @param {() => void} changed is called after the goal was changed.
 */
export function goalPanel(changed) {
    const root = element('section.card.stack')
    let one = null
    /** What the form shows. The same again leaves what the reader types. */
    let shown = null

    const store = async (goal, message) => {
        try {
            await setPreferences({ goals: { [one.identifier]: goal } })
            notify(message)
            changed()
        } catch (error) {
            notifyError(error)
        }
    }

    const show = next => {
        one = next
        root.hidden = !hasGoal(one)
        if (root.hidden) return
        const unit = shownUnit(one, preference().units[one.identifier] ?? one.unit ?? '')
        const goal = preference().goals[one.identifier] ?? null
        const key = JSON.stringify([one.identifier, unit, goal])
        if (key === shown) return
        shown = key
        const isFocused = root.contains(document.activeElement)
        const factor = format.factorOf(unit)
        const fault = element('p.bad.small', { id: newID('fault'), role: 'alert', hidden: true }, text.metric.goalFault(format.number(goalMax)))
        const input = element('input', {
            type: 'number', min: 0, step: 'any', inputmode: 'decimal', id: newID('goal'),
            value: goal === null ? '' : Number((goal * factor).toPrecision(6)), 'aria-describedby': fault.id,
        })
        const submit = event => {
            event.preventDefault()
            const wanted = goalOf(input.value, factor)
            fault.hidden = wanted !== null
            if (wanted !== null) return store(wanted, text.metric.goalStored)
            input.setAttribute('aria-invalid', 'true')
            input.focus()
        }
        const label = format.unitLabel(unit) || one.displayName
        fill(root, element('h2', {}, text.metric.goal),
            element('form.stack', { novalidate: true, onsubmit: submit },
                element('label', { for: input.id }, isDiscrete(one) ? text.metric.goalValue(label) : text.metric.goalDay(label)),
                element('div.row', {}, input, element('button', { type: 'submit' }, text.common.save),
                    goal === null ? null : button(text.metric.goalRemove, () => store(null, text.metric.goalRemoved), { class: 'quiet' })),
                fault))
        if (isFocused) input.focus()
    }
    return { element: root, show }
}
