/** What a grant or token covers: fields to choose it, and the same in words. */

import { allTypes, type, typeGroups } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { accessInWords } from '../../core/head.js'
import { currentZone } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { formField } from '../forms.js'

const words = text.access.terms
const groups = ['activity', 'heart', 'sleep', 'body', 'nutrition', 'respiratory', 'mobility', 'hearing', 'mind', 'other']
/** The groups that are covered only if they are named. */
const separateGroups = ['reproductive', 'clinical', 'routes']

/** Returns rights and coverage as a sentence: `Read: sleep and activity, since 1 Jan 2026`. */
export function termsInWords(terms) {
    const rights = format.list(terms.rights.map(right => words.rights[right]))
    return words.sentence(capital(rights), accessInWords(terms))
}

/** Returns an instant as `2 days ago`, with the exact time as its title. */
export function moment(time) {
    return element('time', { datetime: time, title: format.instant(time, currentZone(), 'seconds') }, format.ago(time))
}

function check(label, name, isChecked = false, onchange = null) {
    const input = element('input', { type: 'checkbox', value: name, checked: isChecked, onchange })
    return { input, element: element('label.check', {}, input, element('span', {}, label)) }
}

/** Makes checkboxes of rights. `value` returns the names of the chosen ones. */
export function rightsField(rights, chosen) {
    const checks = rights.map(right => check(words.rightsLong[right], right, chosen.includes(right)))
    return {
        element: element('fieldset', { 'data-field': 'rights' }, element('legend', {}, words.rightsTitle),
            checks.map(one => one.element)),
        value: () => checks.filter(one => one.input.checked).map(one => one.input.value),
    }
}

/**
 * Makes the fields of groups, types, dates, end and names.
 *
 * `set` chooses all groups or none, and allows routes or not. `reset` removes the types. `value` returns the members of a grant
 * that were chosen.
 */
export function scopeFields() {
    let chosenTypes = []
    const all = check(words.all, 'all', true, () => update())
    const checks = groups.map(name => check(capital(text.person.groups[name]), name))
    const separate = separateGroups.map(name => check(capital(text.person.groups[name]), name))
    const chips = element('ul.row.chips')
    const chooser = element('select', { onchange: () => {
        if (chooser.value && !chosenTypes.includes(chooser.value)) chosenTypes = [...chosenTypes, chooser.value]
        chooser.value = ''
        drawTypes()
    } }, element('option', { value: '' }, words.addType), typeGroups().map(group => element('optgroup', { label: group.displayName },
        allTypes().filter(one => one.group === group.name).map(one => element('option', { value: one.shortName }, one.displayName)))))
    const [from, to, expiresAt] = [dateInput(), dateInput(), dateInput()]
    const hides = check(words.hideNames, 'showsNames')
    const update = () => {
        for (const one of checks) one.input.disabled = all.input.checked
    }
    const drawTypes = () => fill(chips, chosenTypes.map(name => element('li', {}, button([type(name)?.displayName ?? name, ' ×'], () => {
        chosenTypes = chosenTypes.filter(other => other !== name)
        drawTypes()
        chooser.focus()
    }, { 'aria-label': words.removeType(type(name)?.displayName ?? name) }))))
    update()
    return {
        element: element('div.stack', {},
            element('fieldset', { 'data-field': 'groups' }, element('legend', {}, words.groups), all.element,
                element('div.check-grid', {}, checks.map(one => one.element))),
            element('fieldset.separate', {}, element('legend', {}, words.separate), element('p.warn.small', {}, words.separateHint),
                element('div.check-grid', {}, separate.map(one => one.element))),
            formField('types', words.types, chooser, words.typesHint), chips,
            element('div.setting-grid', {}, formField('from', words.from, from), formField('to', words.to, to),
                formField('expiresAt', words.expiresAt, expiresAt)),
            element('div', { 'data-field': 'showsNames' }, hides.element)),
        set: ({ isAll, mayRoutes = true, mustHideNames = false }) => {
            all.input.checked = isAll
            const routes = separate[separateGroups.indexOf('routes')].input
            routes.disabled = !mayRoutes
            if (!mayRoutes) routes.checked = false
            hides.input.disabled = mustHideNames
            hides.input.checked = mustHideNames
            update()
        },
        reset: () => {
            chosenTypes = []
            drawTypes()
        },
        value: () => {
            const chosen = [...all.input.checked ? [all] : checks, ...separate].filter(one => one.input.checked)
                .map(one => one.input.value)
            return {
                groups: chosen.length ? chosen : null, types: chosenTypes.length ? chosenTypes : null,
                from: from.value || null, to: to.value || null, expiresAt: expiresAt.value || null,
                showsNames: hides.input.checked ? false : null,
            }
        },
    }
}

function dateInput() {
    return element('input', { type: 'date' })
}

function capital(word) {
    return word.charAt(0).toUpperCase() + word.slice(1)
}
