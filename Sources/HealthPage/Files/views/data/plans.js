/** What the phones of the person send: one plan for all phones, and one for each phone that differs. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import { notify, notifyError } from '../../core/notices.js'
import { text } from '../../text/text.js'
import { formField, showFieldError, submitting } from '../forms.js'

const words = text.data.plans
/** The name of the plan of all phones without one of their own. */
const everyPhone = 'default'
const groups = Object.keys(text.person.groups)

export function plansCard() {
    const root = element('section.card.stack', { 'aria-labelledby': 'plans' })
    let device = everyPhone

    const show = async () => {
        try {
            const [listed, freshness] = await Promise.all([api.get('/v1/sync-plans'), api.get('/v1/freshness')])
            const known = listed.plans.map(plan => plan.device)
            const own = listed.plans.filter(plan => plan.updatedAt).map(plan => plan.device)
            const phones = [...new Set([everyPhone, ...known, ...freshness.clients.map(client => client.device)])]
            draw(phones, own, await api.get(`/v1/sync-plans/${encodeURIComponent(device)}`))
        } catch (error) {
            notifyError(error)
        }
    }

    const draw = (phones, own, plan) => {
        const phone = element('select', { onchange: () => {
            device = phone.value
            show()
        } }, phones.map(name => element('option', { value: name, selected: name === device },
            name === everyPhone ? words.everyPhone : name)))
        const isOn = element('input', { type: 'checkbox', checked: plan.isOn })
        const start = element('input', {
            type: 'date', value: plan.startDate ? localDate(plan.startDate) : '', max: localDate(Date.now()),
        })
        const checks = groups.map(name => element('input', { type: 'checkbox', value: name, checked: plan.groups?.includes(name) ?? false }))
        const minutes = element('input', { type: 'number', min: 0, max: 10080, value: String(Math.round(plan.leastInterval / 60)) })
        const save = async () => {
            showFieldError(form, null)
            const chosen = checks.filter(check => check.checked).map(check => check.value)
            // Members that the form does not show stay as they are.
            const { types, onlySources, withoutSources, frequency } = plan
            const body = {
                types, onlySources, withoutSources, frequency, isOn: isOn.checked, groups: chosen.length ? chosen : null,
                startDate: start.value ? new Date(`${start.value}T00:00:00`).toISOString() : null,
                leastInterval: Math.round(Number(minutes.value) * 60),
            }
            try {
                await api.put(`/v1/sync-plans/${encodeURIComponent(device)}`, body)
                notify(words.saved)
                await show()
            } catch (error) {
                if (!showFieldError(form, error.details?.field, error.message)) notifyError(error)
            }
        }
        const remove = async () => {
            try {
                await api.delete(`/v1/sync-plans/${encodeURIComponent(device)}`)
                await show()
            } catch (error) {
                notifyError(error)
            }
        }
        const form = element('form.stack', { onsubmit: submitting(save) },
            formField('device', words.phone, phone),
            element('label.check', { 'data-field': 'isOn' }, isOn, element('span', {}, words.isOn)),
            formField('startDate', words.start, start, words.startHint),
            element('fieldset', { 'data-field': 'groups' }, element('legend', {}, words.groups),
                element('p.hint.small', {}, plan.types ? words.typesToo(plan.types.length) : words.groupsHint),
                element('div.check-grid', {}, checks.map((check, index) =>
                    element('label.check', {}, check, element('span', {}, text.person.groups[groups[index]]))))),
            formField('leastInterval', words.interval, minutes),
            plan.sharedSince?.length ? element('p.hint', {}, shared(plan.sharedSince)) : null,
            element('div.row', {}, element('button.main', { type: 'submit' }, words.save),
                own.includes(device) ? button(words.remove, remove) : null))
        fill(root, element('h2', { id: 'plans' }, words.title), element('p.hint', {}, words.body), form)
    }

    return { element: root, show }
}

function shared(types) {
    const first = types.map(type => type.startDate).sort()[0]
    return words.shared(types.length, localDate(first))
}

/** Returns the date of an instant in the browser's zone, as a field of dates has it. */
function localDate(instant) {
    const date = new Date(instant)
    const two = number => String(number).padStart(2, '0')
    return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
