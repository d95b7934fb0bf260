/** How the reader logs in: passkeys, and a link for another browser. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError, isSentence } from '../../core/notices.js'
import { addPasskey, localhostAddress, passkeyObstacle } from '../../core/passkeys.js'
import { session } from '../../core/session.js'
import { tell, onTold } from '../../core/tabs.js'
import { currentZone } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { confirmed } from '../dialogs.js'
import { formField, showFieldError, submitting } from '../forms.js'
import { browserInWords } from './browser.js'
import { linkField } from './link.js'
import { moment } from './terms.js'

const words = text.passkeys

export function loginSection() {
    const list = element('section.card.stack', { 'aria-labelledby': 'passkeys' })
    const load = async () => {
        const { passkeys } = await api.get('/v1/passkeys')
        fill(list, element('h2', { id: 'passkeys', tabindex: -1 }, words.title(session().holder.name)),
            element('p.hint', {}, words.hint),
            passkeys.length ? element('ul.access-list', {}, passkeys.map(row)) : element('p', {}, words.none))
    }

    const remove = async passkey => {
        const isConfirmed = await confirmed({
            title: words.removeTitle(passkey.name), body: words.removeBody, action: words.remove,
        })
        if (!isConfirmed) return
        try {
            await api.delete(`/v1/passkeys/${passkey.id}`)
            notify(words.removed(passkey.name))
            tell('access')
            await load()
            list.querySelector('h2').focus()
        } catch (error) {
            notifyError(error)
        }
    }

    const row = passkey => element('li.access-row', {},
        element('div.row.spread', {}, element('h3.wrap', {}, passkey.name),
            button(words.remove, () => remove(passkey), { class: 'bad', 'aria-label': words.removeOf(passkey.name) })),
        element('p.hint.small', {}, words.added(format.instant(passkey.createdAt, currentZone()), passkey.host), ' · ',
            passkey.lastUsedAt ? [words.lastUsed, ' ', moment(passkey.lastUsedAt)] : words.neverUsed))

    const root = element('div.columns.even', {}, element('div.stack', {}, list, otherBrowserCard()),
        passkeyObstacle() ? obstacleCard(passkeyObstacle()) : addForm(load))
    return { element: root, show: load, close: onTold('access', () => load().catch(() => {})) }
}

function addForm(load) {
    const name = element('input', {
        type: 'text', required: true, maxlength: 100, autocomplete: 'off',
        value: browserInWords(navigator.userAgent, text.access.sessions.on),
    })
    const submit = element('button.main', { type: 'submit' }, words.submit)
    const form = element('form.card.stack', { 'aria-labelledby': 'new-passkey', onsubmit: submitting(async () => {
        showFieldError(form, null)
        try {
            const added = await addPasskey(name.value.trim())
            notify(words.isAdded(added.name))
            tell('access')
            await load()
        } catch (error) {
            const sentence = [error.message, error.hint].filter(Boolean).join(' ')
            if (!isSentence(error) || !showFieldError(form, error.details?.field ?? 'name', sentence)) notifyError(error)
        }
    }) }, element('h2', { id: 'new-passkey' }, words.add), element('p', {}, words.body),
    formField('name', words.name, name, words.nameHint), element('div.row', {}, submit))
    return form
}

/** Says why there are no passkeys at this address, and opens the page at an address that has them. */
function obstacleCard(obstacle) {
    const address = localhostAddress()
    return element('section.card.stack', { 'aria-labelledby': 'new-passkey' }, element('h2', { id: 'new-passkey' }, words.add),
        element('p', {}, words.body), element('p.warn', { role: 'note' }, words.obstacles[obstacle]),
        address ? element('div.row', {}, button(words.localhost(address), async () => {
            try {
                location.assign(`${address}/access?section=login#login=${(await api.post('/v1/login-links')).token}`)
            } catch (error) {
                notifyError(error)
            }
        }, { class: 'main' })) : null)
}

function otherBrowserCard() {
    const made = element('div.stack', { role: 'status' })
    return element('section.card.stack', { 'aria-labelledby': 'other-browser' },
        element('h2', { id: 'other-browser' }, words.otherTitle), element('p.hint', {}, words.otherBody),
        element('div.row', {}, button(words.otherMake, async () => {
            try {
                fill(made, linkField(words.otherLink, `#login=${(await api.post('/v1/login-links')).token}`))
            } catch (error) {
                notifyError(error)
            }
        })), made)
}
