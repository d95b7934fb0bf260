/** A report for a doctor: chosen types in a range of dates, on the screen, on paper or as PDF. */

import { typesWithSamples, type } from '../core/catalogue.js'
import { element, button, fill } from '../core/dom.js'
import * as format from '../core/format.js'
import { sharedInWords } from '../core/head.js'
import { go, pathOf } from '../core/router.js'
import { session } from '../core/session.js'
import { addDays } from '../core/time.js'
import { browserZone, currentZone, today } from '../core/zone.js'
import { text } from '../text/text.js'
import { formField } from './forms.js'
import { askReport } from './report/answers.js'
import { intervalOf, isDefault, reportRange, reportRangeDefault, reportRanges, reportTypes } from './report/model.js'
import { rulesOf, sectionsOf } from './report/sections.js'

const words = text.report

export function reportView() {
    const form = reportForm()
    const paper = element('div.report-paper')
    const title = element('h1')
    const root = element('div.view.report', {}, title, form.element, paper)
    let control = null
    let shown = null

    const show = async route => {
        shown = route
        control?.abort()
        control = new AbortController()
        const available = reportTypes(typesWithSamples())
        const range = reportRange(route.parameters, today())
        const types = chosenTypes(route.parameters.types, available)
        const name = session().person.name
        fill(title, words.of(name))
        form.show({ parameters: route.parameters, range, types, available })
        if (!range || !types.length) return fill(paper)
        document.title = text.title(`${words.of(name)}, ${format.dateRange(range.from, range.to)}`)
        const answers = await askReport(types, range, control.signal)
        fill(paper, head(name, range, answers.birth), element('div.report-parts', {}, sectionsOf(types, answers, range)),
            notes(types, range))
    }

    return {
        element: root, show,
        changed: types => {
            if (shown && (types === null || types.some(name => type(name)?.hasSamples))) return show(shown)
        },
        close: () => control?.abort(),
    }
}

/** Returns the types of an address in the order of the report; those of the default without any. */
function chosenTypes(names, available) {
    if (names === undefined) return available.filter(isDefault)
    const chosen = names.split(',').map(name => type(name)?.identifier)
    return available.filter(one => chosen.includes(one.identifier))
}

/** Makes the form, which is not printed: dates, types, and the button that prints. */
function reportForm() {
    const ranges = element('div.segmented', { role: 'group', 'aria-label': text.ranges.label })
    const first = element('input', { type: 'date', onchange: () => chooseDates() })
    const last = element('input', { type: 'date', onchange: () => chooseDates() })
    const message = element('p.bad', { role: 'alert', hidden: true })
    const usual = element('div.check-grid')
    const others = element('div.check-grid')
    const more = element('details', {}, element('summary', {}, words.more), others)
    const print = button(words.print, () => globalThis.print(), { class: 'main' })
    let state = null

    const set = changes => {
        const { person, ...parameters } = state.parameters
        go(pathOf('report', null, { ...parameters, ...changes }), { replace: true })
    }
    const chooseDates = () => set({ range: null, from: first.value, to: last.value && addDays(last.value, 1) })
    const choose = (one, isChosen) => {
        const chosen = state.available.filter(other => other === one ? isChosen : state.types.includes(other))
        const isUsual = state.available.every(other => chosen.includes(other) === isDefault(other))
        set({ types: isUsual ? null : chosen.map(other => other.shortName).join(',') || 'none' })
    }
    const check = one => {
        const box = element('input', {
            type: 'checkbox', checked: state.types.includes(one), 'data-type': one.shortName,
            onchange: () => choose(one, box.checked),
        })
        return element('label.check', {}, box, one.displayName)
    }
    /** Keeps the boxes as long as they are of the same types, so that the focus stays where it is. */
    const showChecks = (root, types) => {
        const boxes = [...root.querySelectorAll('input')]
        if (boxes.map(box => box.dataset.type).join() !== types.map(one => one.shortName).join()) return fill(root, types.map(check))
        boxes.forEach((box, index) => { box.checked = state.types.includes(types[index]) })
    }
    const show = next => {
        state = next
        const { range, types, available } = next
        fill(ranges, reportRanges.map(name => element('a', {
            href: pathOf('report', null, { types: next.parameters.types, range: name === reportRangeDefault ? null : name }),
            'aria-current': range?.name === name ? 'true' : null,
        }, words.ranges[name])))
        if (range) {
            first.value = range.from
            last.value = addDays(range.to, -1)
        }
        message.hidden = range !== null && types.length > 0
        message.textContent = range === null ? words.badDates : available.length ? words.noTypes : words.noSamples
        print.disabled = !message.hidden
        showChecks(usual, available.filter(isDefault))
        showChecks(others, available.filter(one => !isDefault(one)))
        more.hidden = !others.children.length
        if (types.some(one => !isDefault(one))) more.open = true
    }
    return {
        element: element('form.card.stack.report-form', { onsubmit: event => event.preventDefault(), 'aria-label': words.title },
            element('p.hint', {}, words.hint),
            element('div.row', {}, ranges, element('div.row', {},
                formField('from', text.workouts.fromDay, first), formField('to', text.workouts.last, last))),
            message,
            element('fieldset', {}, element('legend', {}, words.contents), usual, more),
            element('div.row', {}, print)),
        show,
    }
}

/** Returns the lines below the title: the person, the days, and the time of making. */
function head(name, { from, to }, birth) {
    const age = birth ? Math.floor((Date.parse(today()) - Date.parse(birth)) / (365.2425 * 86_400_000)) : null
    const shared = sharedInWords()
    return element('dl.report-head', {}, [
        [words.person, name], [words.born, birth ? words.age(format.date(birth, 'dateOnly'), age) : null],
        [words.dates, words.datesAndZone(format.dateRange(from, to), currentZone())],
        [words.made, format.instant(new Date().toISOString(), browserZone)],
        [words.shared, shared],
    ].filter(([, value]) => value).map(([term, value]) =>
        element('div', {}, element('dt', {}, term), element('dd', {}, value))))
}

/** Returns how the figures are computed. */
function notes(types, range) {
    return element('section.report-notes', {}, element('h2', {}, words.computed), element('ul', {}, [
        ...rulesOf(types), words.notes.today, words.notes[intervalOf(range)], words.notes.origin,
    ].map(note => element('li', {}, note))))
}
