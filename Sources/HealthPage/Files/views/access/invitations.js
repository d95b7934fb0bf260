/** The invitations that were not accepted yet, and the link of a new one. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { tell } from '../../core/tabs.js'
import { currentZone } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { confirmed } from '../dialogs.js'
import { linkField } from './link.js'
import { termsInWords } from './terms.js'

const words = text.access.invitations

/** Makes the list. It is hidden if it is empty. */
export function invitationsCard() {
    const root = element('section.card.stack', { 'aria-labelledby': 'invitations', hidden: true })

    const load = async () => {
        const { invitations } = await api.get('/v1/invitations')
        root.hidden = invitations.length === 0
        fill(root, element('h2', { id: 'invitations' }, words.title),
            element('ul.access-list', {}, invitations.map(row)))
    }

    const withdraw = async invitation => {
        const isConfirmed = await confirmed({
            title: words.withdrawTitle(invitation.holder), body: words.withdrawBody, action: words.withdraw,
        })
        if (!isConfirmed) return
        try {
            await api.delete(`/v1/invitations/${invitation.id}`)
            notify(words.withdrawn(invitation.holder))
            tell('access')
            await load()
        } catch (error) {
            notifyError(error)
        }
    }

    const row = invitation => element('li.access-row', {},
        element('div.row.spread', {}, element('h3', {}, invitation.holder),
            button(words.withdraw, () => withdraw(invitation), {
                class: 'bad', 'aria-label': words.withdrawOf(invitation.holder),
            })),
        element('p', {}, termsInWords(invitation)),
        element('p.hint.small', {}, words.made(
            format.instant(invitation.createdAt, currentZone()), invitation.invitedBy,
            format.instant(invitation.linkExpiresAt, currentZone()))))

    return { element: root, load }
}

/** Shows the link of a new invitation. */
export function newInvitation(made) {
    return element('div.stack', { role: 'status' },
        element('p', {}, words.send(made.holder, format.instant(made.linkExpiresAt, currentZone()))),
        linkField(words.link(made.holder), `#invitation=${made.token}`))
}
