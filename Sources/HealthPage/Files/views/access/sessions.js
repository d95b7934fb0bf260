/** The browsers that are logged in. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { logOut, session } from '../../core/session.js'
import { tell, onTold } from '../../core/tabs.js'
import { currentZone } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { confirmed } from '../dialogs.js'
import { browserInWords } from './browser.js'
import { moment } from './terms.js'

const words = text.access.sessions

/** Returns how a session was opened. */
function openingInWords({ openedBy, passkey }) {
    return passkey ? words.openedBy.passkeyOf(passkey) : words.openedBy[openedBy]
}

export function sessionsSection() {
    const root = element('section.card.stack', { 'aria-labelledby': 'sessions' })

    const load = async () => {
        const { sessions } = await api.get('/v1/sessions')
        const sorted = [...sessions].sort((one, other) => other.isCurrent - one.isCurrent
            || (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''))
        fill(root, element('h2', { id: 'sessions' }, words.title(session().holder.name)), element('p.hint', {}, words.hint),
            sorted.length ? element('ul.access-list', {}, sorted.map(row)) : element('p.hint', {}, words.none))
    }

    const end = async one => {
        const name = browserInWords(one.name, words.on)
        const body = one.isCurrent ? words.endOwnBody : words.endBody
        if (!await confirmed({ title: words.endTitle(name), body, action: one.isCurrent ? text.person.logOut : words.end })) return
        try {
            if (one.isCurrent) {
                await logOut()
                location.assign('/')
                return
            }
            await api.delete(`/v1/sessions/${one.id}`)
            notify(words.ended(name))
            tell('access')
            await load()
        } catch (error) {
            notifyError(error)
        }
    }

    const row = one => {
        const name = browserInWords(one.name, words.on)
        return element('li.access-row', {},
            element('div.row.spread', {}, element('h3', { title: one.name }, name,
                one.isCurrent ? [' ', element('span.tag', {}, words.current)] : null),
                button(one.isCurrent ? text.person.logOut : words.end, () => end(one), {
                    class: 'bad', 'aria-label': one.isCurrent ? text.person.logOut
                        : words.endOf(name, format.instant(one.createdAt, currentZone())),
                })),
            element('p.hint.small', {}, words.since(format.instant(one.createdAt, currentZone())), ' ', openingInWords(one), ' · ',
                one.lastUsedAt ? [words.lastUsed, ' ', moment(one.lastUsedAt)] : words.neverUsed))
    }

    return { element: root, show: load, close: onTold('access', () => load().catch(() => {})) }
}
