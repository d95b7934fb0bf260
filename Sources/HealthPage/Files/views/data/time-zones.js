/** The time zones in which the person was, and those that were set by hand. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { may } from '../../core/session.js'
import { startOfDay } from '../../core/time.js'
import { browserZone, loadZones, today, zoneHistory } from '../../core/zone.js'
import { tableOf } from '../../charts/frame.js'
import { text } from '../../text/text.js'
import { formField, showFieldError, submitting } from '../forms.js'

const words = text.data.zones

/** Makes a card. `changed` is called when zones were stored. */
export function zonesCard(changed) {
    const body = element('div.stack')
    const card = element('section.card.stack', { 'aria-labelledby': 'history' },
        element('h2', { id: 'history' }, words.title), element('p.hint', {}, words.hint), body)
    /** True while the reader edits zones. It stays open when the zones are stored. */
    let isEditing = false

    const store = async intervals => {
        await api.put('/v1/time-zones', { timeZones: intervals })
        await loadZones()
        changed()
    }

    const draw = () => {
        const rows = [...zoneHistory()].reverse()
        const edit = element('details', { open: isEditing, ontoggle: () => {
            isEditing = edit.open
            if (isEditing && edit.children.length === 1) showManual(edit).catch(notifyError)
        } }, element('summary', {}, words.edit))
        fill(body, rows.length ? tableOf(words.table, {
            columns: [words.zone, words.from, words.to, words.origin],
            rows: rows.map(one => [one.timeZone, format.instant(one.startDate, one.timeZone),
                one.endDate ? format.instant(one.endDate, one.timeZone) : words.untilNow, words.origins[one.origin] ?? one.origin]),
        }) : element('p.hint', {}, words.none), may('write') ? edit : null)
    }

    const showManual = async edit => {
        const { manual } = await api.get('/v1/time-zones')
        edit.append(manualList(manual, store), addForm(manual, store))
    }

    return { element: card, draw }
}

function manualList(manual, store) {
    if (manual.length === 0) return element('p.hint.small', {}, words.noManual)
    return element('ul.type-list', {}, manual.map((one, index) => element('li.row.spread', {},
        element('span', {}, [one.timeZone, format.instant(one.startDate, one.timeZone), '–',
            one.endDate ? format.instant(one.endDate, one.timeZone) : words.untilNow].join(' ')),
        button(words.remove, () => store(manual.filter((_, other) => other !== index)).catch(notifyError), {
            'aria-label': words.removeZone(one.timeZone),
        }))))
}

function addForm(manual, store) {
    const zone = element('input', { type: 'text', list: 'zones', value: browserZone, autocomplete: 'off' })
    const start = element('input', { type: 'date', value: today(), required: true })
    const end = element('input', { type: 'date' })
    const form = element('form.stack', { onsubmit: submitting(async () => {
        showFieldError(form, null)
        try {
            await store([...manual, {
                timeZone: zone.value.trim(), startDate: startOfDay(start.value, zone.value.trim()),
                endDate: end.value ? startOfDay(end.value, zone.value.trim()) : null,
            }])
        } catch (error) {
            // The API names the member of one interval: timeZones[2].endDate.
            const member = error.details?.field?.split('.')[1] ?? 'startDate'
            if (error instanceof RangeError) showFieldError(form, 'timeZone', text.data.settings.zoneUnknown)
            else if (!error.details?.field || !showFieldError(form, member, error.message)) notifyError(error)
        }
    }) },
        formField('timeZone', words.zone, zone), element('div.setting-grid', {},
            formField('startDate', words.from, start), formField('endDate', words.toExclusive, end)),
        element('button', { type: 'submit' }, words.add))
    return form
}
