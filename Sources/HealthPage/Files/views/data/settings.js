/** What the reader chooses: time zone, first weekday and units. And the zones in which the person was. */

import { allTypes, type, typesWithSamples, typeGroups } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { preference, setPreferences } from '../../core/preferences.js'
import { isOwn, session } from '../../core/session.js'
import { browserZone, currentZone, zoneHistory } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { formField, showFieldError } from '../forms.js'
import { zonesCard } from './time-zones.js'

const words = text.data.settings

/** Units that are chosen together for all types with the same preferred unit. */
const families = [
    ['distance', ['km', 'mi']], ['speed', ['km/hr', 'mi/hr']], ['weight', ['kg', 'lb', 'st']], ['length', ['cm', 'in']],
    ['temperature', ['degC', 'degF']], ['energy', ['kcal', 'kJ']], ['glucose', ['mg/dL', 'mmol<180.1558800000541>/L']],
    ['water', ['mL', 'L', 'fl_oz_us', 'fl_oz_imp', 'cup_us']],
]

export function settingsSection() {
    const zone = element('section.card.stack', { 'aria-labelledby': 'zone' })
    const week = element('section.card.stack', { 'aria-labelledby': 'week' })
    const units = element('section.card.stack', { 'aria-labelledby': 'units' })
    const each = element('details', { ontoggle: () => drawEach() }, element('summary', {}, words.each))
    const eachBody = element('div.stack')
    const history = zonesCard(() => draw())
    const root = element('div.columns.even', {}, element('div.stack', {}, zone, week, history.element), units)
    each.append(eachBody)

    /** Stores preferences, and shows what is stored now. */
    const change = async changes => {
        try {
            await setPreferences(changes)
            notify(words.stored)
        } catch (error) {
            notifyError(error)
        }
        draw()
    }

    const draw = () => {
        const focused = document.activeElement?.dataset?.setting
        drawZone(zone, change)
        drawWeek(week, change)
        fill(units, element('h2', { id: 'units' }, words.units), element('p.hint', {}, words.unitsHint),
            element('div.setting-grid', {}, families.map(([name, choices]) => familyField(name, choices, change))), each)
        drawEach()
        history.draw()
        if (focused) root.querySelector(`[data-setting="${focused}"]`)?.focus()
    }

    const drawEach = () => {
        if (!each.open) return
        const types = typesWithSamples().filter(one => one.units?.length > 1)
        fill(eachBody, typeGroups().map(group => {
            const shown = types.filter(one => one.group === group.name)
            return shown.length ? element('fieldset', {}, element('legend', {}, group.displayName),
                element('div.setting-grid', {}, shown.map(one => unitField(one, change)))) : null
        }), types.length ? null : element('p.hint', {}, text.common.noData))
    }

    return { element: root, show: async () => draw() }
}

function option(value, label) {
    return element('option', { value }, label)
}

function drawZone(card, change) {
    const chosen = preference().timeZone
    const kind = chosen === null || chosen === 'person' ? 'person' : 'named'
    const list = element('datalist', { id: 'zones' }, Intl.supportedValuesOf('timeZone').map(name => option(name, '')))
    const name = element('input', {
        type: 'text', list: 'zones', value: kind === 'named' ? chosen : '', placeholder: browserZone, 'data-setting': 'zone-name',
        autocomplete: 'off',
    })
    const form = element('form.stack', { hidden: kind !== 'named', onsubmit: event => {
        event.preventDefault()
        const zone = namedZone(name.value)
        if (zone) change({ timeZone: zone })
        else showFieldError(form, 'timeZone', words.zoneUnknown)
    } },
        formField('timeZone', words.zoneName, name, words.zoneHint),
        element('div.row', {}, element('button', { type: 'submit' }, text.common.save),
            kind === 'named' && chosen === browserZone ? null
                : button(words.useBrowser(browserZone), () => change({ timeZone: browserZone }), { class: 'quiet' })))
    const radio = (value, label) => element('label.check', {}, element('input', {
        type: 'radio', name: 'zone', value, checked: value === kind, 'data-setting': `zone-${value}`, onchange: () => {
            form.hidden = value !== 'named'
            if (value === 'person' && kind !== 'person') change({ timeZone: 'person' })
            if (value === 'named') name.focus()
        },
    }), element('span', {}, label))
    fill(card, element('h2', { id: 'zone' }, words.zone), element('p.hint', {}, words.zoneNow(currentZone())),
        element('fieldset', {}, element('legend.spoken', {}, words.zone),
            radio('person', zoneHistory().length === 0 ? words.zoneNone(browserZone)
                : isOwn() ? words.zoneOwn : words.zonePerson(session().person.name)),
            radio('named', words.zoneAlways)),
        form, list)
}

/** Returns the name of a zone that the browser knows; null if there is none. */
function namedZone(name) {
    try {
        return new Intl.DateTimeFormat('en', { timeZone: name.trim() }).resolvedOptions().timeZone
    } catch {
        return null
    }
}

/** 1 January 2024 was a Monday. */
const dateOfWeekday = number => `2024-01-0${number}`

function drawWeek(card, change) {
    const select = element('select', {
        'data-setting': 'weekday', onchange: () => change({ firstWeekday: select.value ? Number(select.value) : null }),
    }, option('', words.weekdayDefault(format.date(dateOfWeekday(format.localeFirstWeekday()), 'longWeekday'))),
    [1, 2, 3, 4, 5, 6, 7].map(number => option(number, format.date(dateOfWeekday(number), 'longWeekday'))))
    select.value = preference().firstWeekday ?? ''
    fill(card, element('h2', { id: 'week' }, words.week), formField('firstWeekday', words.weekday, select))
}

function unitLabels(unit) {
    return words.unitNames[unit] ?? format.unitLabel(unit)
}

/** Chooses the unit of all types with the same preferred unit. */
function familyField(name, choices, change) {
    const types = allTypes().filter(one => one.preferredUnit === choices[0] && choices.every(unit => one.units.includes(unit)))
    if (types.length === 0) return null
    const chosen = new Set(types.map(one => preference().units[one.identifier] ?? ''))
    const select = element('select', {
        'data-setting': `family-${name}`,
        onchange: () => change({ units: Object.fromEntries(types.map(one => [one.identifier, select.value || null])) }),
    }, chosen.size > 1 ? element('option', { value: 'various', disabled: true }, words.various) : null,
    option('', words.unitDefault(unitLabels(types[0].unit))), choices.map(unit => option(unit, unitLabels(unit))))
    select.value = chosen.size > 1 ? 'various' : [...chosen][0]
    return formField(name, words.families[name], select)
}

function unitField(one, change) {
    const select = element('select', {
        'data-setting': one.identifier, onchange: () => change({ units: { [one.identifier]: select.value || null } }),
    }, option('', words.unitDefault(unitLabels(one.unit))), one.units.map(unit => option(unit, unitLabels(unit))))
    select.value = preference().units[one.identifier] ?? ''
    return formField(one.shortName, type(one.identifier).displayName, select)
}
