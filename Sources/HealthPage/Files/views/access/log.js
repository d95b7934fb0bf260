/** Who looked at the data, and at what. */

import { api } from '../../core/api.js'
import { type } from '../../core/catalogue.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { go, pathOf } from '../../core/router.js'
import { session } from '../../core/session.js'
import { addDays, isDate, startOfDay } from '../../core/time.js'
import { currentZone } from '../../core/zone.js'
import { tableOf } from '../../charts/frame.js'
import { text } from '../../text/text.js'
import { formField } from '../forms.js'
import { browserInWords } from './browser.js'

const words = text.access.log
/** The entries of a page of the table. */
const pageLength = 100
/** The entries of one question if the page leaves out the reader's browsers, and the most questions. */
const [searchLength, searchesMax] = [1000, 4]

export function logSection() {
    const by = element('select', { onchange: () => change() })
    const from = element('input', { type: 'date', onchange: () => change() })
    const to = element('input', { type: 'date', onchange: () => change() })
    const table = element('div')
    const more = button(text.common.more, () => load().catch(notifyError), { hidden: true })
    const root = element('section.card.stack', { 'aria-labelledby': 'log' },
        element('h2', { id: 'log' }, words.title), element('p.hint', {}, words.hint),
        element('div.setting-grid', {}, formField('holder', words.by, by),
            formField('from', words.from, from), formField('to', words.to, to)),
        table, more)
    let entries = []
    let cursor = null
    let shown = null
    let holders = null
    let control = null

    const change = () => {
        const parameters = { section: 'log', by: by.value, from: from.value, to: to.value }
        go(pathOf('access', null, parameters), { replace: true })
    }

    const load = async () => {
        control?.abort()
        control = new AbortController()
        const { signal } = control
        const isOthers = shown.by === ''
        const parameters = {
            holder: shown.by?.startsWith('holder:') ? shown.by.slice(7) : null, limit: isOthers ? searchLength : pageLength,
            from: isDate(shown.from) ? startOfDay(shown.from, currentZone()) : null,
            to: isDate(shown.to) ? startOfDay(addDays(shown.to, 1), currentZone()) : null,
        }
        const found = []
        let next = cursor
        for (let search = 0; search < (isOthers ? searchesMax : 1); search += 1) {
            const answer = await api.get('/v1/access-log', { ...parameters, cursor: next }, { signal })
            found.push(...answer.entries.filter(entry => !isOthers || !isOwnBrowser(entry)))
            next = answer.cursor
            if (next === null || found.length >= pageLength) break
        }
        cursor = next
        entries = [...entries, ...found]
        draw()
    }

    const draw = () => {
        more.hidden = cursor === null
        fill(table, entries.length ? tableOf(words.table, {
            columns: [words.time, words.who, words.what, words.rows, words.bytes, words.status],
            rows: entries.map(entry => [format.instant(entry.time, currentZone(), 'seconds'), who(entry), what(entry),
                entry.rowCount === null ? '' : format.number(entry.rowCount, 'count'), format.bytes(entry.answerBytes), status(entry)]),
        }) : element('p', {}, shown.by === '' ? words.noOthers(session().holder.name) : words.none))
    }

    const drawHolders = () => {
        const own = session().holder.name
        fill(by, element('option', { value: '' }, words.others(own)), element('option', { value: 'all' }, words.everybody),
            [own, ...holders.filter(name => name !== own)].map(name => element('option', { value: `holder:${name}` }, name)))
    }

    return {
        element: root,
        show: async route => {
            const { parameters } = route
            if (!holders) {
                const { grants } = await api.get('/v1/grants')
                holders = [...new Set(grants.map(grant => grant.holder.name))]
                drawHolders()
            }
            shown = { by: parameters.by ?? '', from: parameters.from, to: parameters.to }
            by.value = shown.by
            from.value = shown.from ?? ''
            to.value = shown.to ?? ''
            entries = []
            cursor = null
            await load()
        },
        close: () => control?.abort(),
    }
}

function isOwnBrowser({ holder, credential }) {
    return credential.kind === 'session' && holder === session().holder.name
}

function who(entry) {
    return [element('strong', {}, entry.holder ?? words.removed), ' ', element('span.hint', {}, credentialInWords(entry.credential))]
}

/** Returns how a request proved who sent it. A session that has ended, or is about another person, has no name. */
export function credentialInWords({ kind, name }) {
    switch (kind) {
    case 'session': return name ? browserInWords(name, text.access.sessions.on) : words.browser
    case 'token': return name ? words.token(name) : words.unnamedToken
    case 'webhook': return words.webhook
    default: return words.proxy
    }
}

/** Returns what a request asked as words: `Steps in intervals, 1–30 Nov 2026`. */
function what(entry) {
    const names = entry.types.map(name => type(name)?.displayName ?? name)
    const types = names.length > 4 ? words.typeCount(names.length) : format.list(names)
    const sentence = words.routes[`${entry.method} ${entry.route}`]
    const action = typeof sentence === 'function' ? sentence(types || words.allTypes) : sentence ?? `${entry.method} ${entry.route ?? ''}`.trim()
    return [action, range(entry)].filter(Boolean).join(', ')
}

function range({ from, to }) {
    if (isDate(from) && isDate(to)) return from < to ? format.dateRange(from, to) : null
    const side = value => isDate(value) ? format.date(value, 'dayWithYear')
        : Number.isNaN(Date.parse(value)) ? value : format.instant(value, currentZone())
    if (from && to) return `${side(from)} – ${side(to)}`
    return from ? words.since(side(from)) : to ? words.before(side(to)) : null
}

function status({ status }) {
    if (status === null) return words.left
    return status < 400 ? words.answered : words.refused(status)
}
