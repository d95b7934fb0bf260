/** The tokens about the person, and a form that makes one. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { pathOf } from '../../core/router.js'
import { session, may } from '../../core/session.js'
import { tell, onTold } from '../../core/tabs.js'
import { currentZone } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { copyField } from '../copy.js'
import { confirmed } from '../dialogs.js'
import { formField, showFieldError, submitting } from '../forms.js'
import { moment, rightsField, scopeFields, termsInWords } from './terms.js'

const words = text.access.tokens

export function tokensSection() {
    const list = element('section.card.stack', { 'aria-labelledby': 'tokens' })
    const secret = element('div')
    const { form, setHolder, setHolders } = tokenForm(token => {
        fill(secret, element('section.card.stack', { 'aria-labelledby': 'secret' },
            element('h2', { id: 'secret', tabindex: -1 }, words.secret(token.name)), element('p.warn', {}, text.data.connect.once),
            copyField(text.data.connect.token, token.token)))
        secret.querySelector('h2').focus()
        tell('access')
        load().catch(notifyError)
    })
    const root = element('div.columns.even', {}, element('div.stack', {}, secret, list), form)

    const load = async () => {
        const [{ tokens }, { grants }] = await Promise.all([api.get('/v1/tokens'), api.get('/v1/grants')])
        const own = session().holder.name
        const others = grants.filter(grant => !grant.revokedAt && grant.holder.name !== own)
        setHolders([own, ...new Set(others.map(grant => grant.holder.name))])
        const active = tokens.filter(isValid)
        const ended = tokens.filter(token => !isValid(token))
        fill(list, element('h2', { id: 'tokens' }, words.list), element('p.hint', {}, words.hint),
            active.length ? element('ul.access-list', {}, active.map(token => row(token, revoke)))
                : element('p.hint', {}, words.none),
            ended.length ? element('details', {}, element('summary', {}, `${words.ended} (${ended.length})`),
                element('ul.access-list', {}, ended.map(token => row(token, null)))) : null)
    }

    const revoke = async token => {
        if (!await confirmed({ title: words.revokeTitle(token.name), body: words.revokeBody, action: words.revoke })) return
        try {
            await api.delete(`/v1/tokens/${token.id}`)
            notify(words.revoked(token.name))
            tell('access')
            await load()
        } catch (error) {
            notifyError(error)
        }
    }

    return {
        element: root,
        close: onTold('access', () => load().catch(() => {})),
        show: async route => {
            await load()
            if (route.parameters.holder) setHolder(route.parameters.holder)
        },
    }
}

function isValid(token) {
    return !token.isRevoked && !(token.expiresAt && Date.parse(token.expiresAt) <= Date.now())
}

function row(token, revoke) {
    return element('li.access-row', {},
        element('div.row.spread', {}, element('h3.wrap', {}, token.name),
            revoke ? button(words.revoke, () => revoke(token), { class: 'bad', 'aria-label': words.revokeOf(token.name) }) : null),
        element('p', {}, token.holder.name === session().person.name ? null
            : [element('strong', {}, token.holder.name), ' '], termsInWords(token)),
        element('p.hint.small', {}, [words.created, ' ', format.instant(token.createdAt, currentZone()), ' · ',
            token.lastUsedAt ? [words.lastUsed, ' ', moment(token.lastUsedAt)] : words.neverUsed,
            token.isRevoked ? ` · ${words.isRevoked}` : null]))
}

function tokenForm(made) {
    const name = element('input', { type: 'text', required: true, maxlength: 100, autocomplete: 'off' })
    const holder = element('select')
    const rights = rightsField(['read', 'write', 'manage'].filter(may), ['read'])
    const scope = scopeFields()
    // Without a choice the token may do all that its holder may. A choice counts also if it is folded away.
    let isNarrowed = false
    const narrow = element('details', { oninput: () => { isNarrowed = true } },
        element('summary', {}, words.narrow), scope.element)
    const form = element('form.card.stack', { 'aria-labelledby': 'new-token', onsubmit: submitting(async () => {
        showFieldError(form, null)
        const terms = isNarrowed ? scope.value() : {}
        const other = holder.value !== session().holder.name ? { holder: holder.value } : {}
        try {
            made(await api.post('/v1/tokens', { name: name.value.trim(), rights: rights.value(), ...other, ...terms }))
            form.reset()
            scope.reset()
            scope.set({ isAll: true })
            isNarrowed = false
        } catch (error) {
            if (!showFieldError(form, error.details?.field, [error.message, error.hint].filter(Boolean).join(' '))) notifyError(error)
        }
    }) }, element('h2', { id: 'new-token' }, words.make),
    element('p.hint', {}, words.makeHint, ' ', element('a', { href: pathOf('data', null, { section: 'connect' }) }, words.connect)),
    formField('name', words.name, name, words.nameHint), formField('holder', words.holder, holder, words.holderHint),
    rights.element, narrow, element('button.main', { type: 'submit' }, words.submit))
    scope.set({ isAll: true })
    return {
        form,
        setHolders: names => {
            const before = holder.value
            fill(holder, names.map(one => element('option', { value: one }, one === session().holder.name ? words.self(one) : one)))
            if (names.includes(before)) holder.value = before
        },
        setHolder: value => { holder.value = value },
    }
}
