/** The head of the page: the views, and the person whose data are shown. */

import { type } from './catalogue.js'
import { element, button, fill, setStyle, svg } from './dom.js'
import { instant, list } from './format.js'
import { languages } from './language.js'
import { chosenLanguage, setLanguage } from './preferences.js'
import { pathOf } from './router.js'
import { session, isOwn, logOut } from './session.js'
import { notifyError } from './notices.js'
import { browserZone } from './zone.js'
import { text } from '../text/text.js'

/** Pictures of the navigation on a small screen: paths of 24 × 24. */
const pictures = {
    overview: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z', trends: 'M3 17l6-6 4 4 8-9M15 6h6v6', sleep: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
    workouts: 'M3 12h4l3-8 4 16 3-8h4', data: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
    access: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-8 14-8 14 0M16 3.5a4 4 0 0 1 0 7M18 14c3 1 4 3.5 4 7',
}

export function showNavigation(route) {
    fill(document.getElementById('navigation'), Object.keys(pictures).map(view => {
        const isCurrent = route.view === view || view === 'overview' && route.view === 'metric'
        return element('a', { href: pathOf(view), 'aria-current': isCurrent ? 'page' : null },
            svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', {
                d: pictures[view], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linejoin': 'round',
                'stroke-linecap': 'round',
            })), text.navigation[view])
    }))
    document.querySelector('.bar-name').href = pathOf('overview')
}

/** Returns the colour of a person: the same name always has the same colour. All are dark enough for white text. */
function personColor(name) {
    let hash = 0
    for (const character of name) hash = (hash * 31 + character.codePointAt(0)) % 360
    return `hsl(${hash} 55% 36%)`
}

function badge(name) {
    const made = element('span.badge', { 'aria-hidden': 'true' }, [...name][0]?.toUpperCase() ?? '?')
    setStyle(made, { '--person': personColor(name) })
    return made
}

/** Shows whose data the page shows, and a menu of all whose data the reader may see. */
export function showPerson() {
    const { person, holder, people, credential } = session()
    setStyle(document.documentElement, { '--person': personColor(person.name) })
    const menu = element('div.menu', { hidden: true })
    const opener = button([badge(person.name), person.name], () => toggle(menu.hidden), {
        class: 'person-button', 'aria-expanded': 'false', 'aria-label': text.person.menu(person.name),
    })
    const leave = () => logOut().then(() => location.assign('/')).catch(notifyError)
    const toggle = isOpen => {
        menu.hidden = !isOpen
        opener.setAttribute('aria-expanded', String(isOpen))
        if (isOpen) menu.querySelector('a, button')?.focus()
    }
    const own = people.find(one => one.name === holder.name)
    const others = people.filter(one => one !== own)
    const link = (one, address) => element('a', { href: address, 'aria-current': String(one.uuid === person.uuid) },
        badge(one.name), one.name)
    fill(menu,
        element('p', {}, text.person.loggedIn(holder.name)),
        own ? link(own, '/') : null,
        others.length ? element('p', {}, text.person.others) : null,
        others.map(one => link(one, `/?person=${one.uuid}`)),
        languageField(),
        element('a', { href: pathOf('report') }, text.report.title),
        credential === 'session' ? button(text.person.logOut, leave) : null)
    const root = document.getElementById('person')
    fill(root, opener, menu)
    root.onkeydown = event => {
        if (event.key !== 'Escape' || menu.hidden) return
        toggle(false)
        opener.focus()
    }
    menu.onclick = event => {
        if (!event.target.closest('label')) toggle(false)
    }
    root.onfocusout = event => {
        if (!root.contains(event.relatedTarget)) toggle(false)
    }
}

/** Chooses the language of the page. Each language has its own name, so that its readers find it. */
function languageField() {
    const select = element('select', { onchange: () => setLanguage(select.value || null).catch(notifyError) },
        element('option', { value: '' }, text.languageOfBrowser),
        Object.entries(languages).map(([tag, name]) => element('option', { value: tag, lang: tag }, name)))
    select.value = chosenLanguage() ?? ''
    return element('label', {}, text.language, select)
}

/** The groups that a grant covers only if it names them, `all` included. */
const separateGroups = ['reproductive', 'clinical', 'routes']

function groupsInWords(groups) {
    if (!groups.includes('all')) return groups.map(group => text.person.groups[group] ?? group)
    const missing = separateGroups.filter(group => !groups.includes(group))
    return [missing.length ? text.person.allExcept(list(missing.map(group => text.person.groups[group]))) : text.person.all]
}

/** Returns what a grant covers in words: `sleep, activity, since 1 Jan 2026`. */
export function accessInWords(terms) {
    const day = time => instant(time, browserZone, 'dateOnly')
    const what = [...groupsInWords(terms.groups), ...terms.types.map(name => type(name)?.displayName ?? name)]
    return [
        list(what),
        terms.from ? text.person.since(day(terms.from)) : null,
        terms.to ? text.person.before(day(terms.to)) : null,
        terms.showsNames ? null : text.person.withoutNames,
        terms.expiresAt ? text.person.until(day(terms.expiresAt)) : null,
    ].filter(Boolean).join(', ')
}

/** Says what is shared with the reader, if the data are those of another person. */
export function showSharing() {
    const root = document.getElementById('sharing')
    root.hidden = isOwn()
    if (!isOwn()) fill(root, sharedInWords())
}

/** Returns what is shared with the reader; null for data of the reader. */
export function sharedInWords() {
    if (isOwn()) return null
    const { person, access } = session()
    const readable = access.filter(terms => terms.rights.includes('read'))
    const words = [...new Set(readable.map(terms => accessInWords(terms)))].join('; ')
    return readable.length ? text.person.sharedBy(person.name, words) : text.person.nothingShared(person.name)
}
