/** What the reader may do, who else may see the data, and a form that shares them. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { pathOf } from '../../core/router.js'
import { session, may, isOwn } from '../../core/session.js'
import { tell, onTold } from '../../core/tabs.js'
import { currentZone } from '../../core/zone.js'
import { text } from '../../text/text.js'
import { copyField } from '../copy.js'
import { confirmed } from '../dialogs.js'
import { formField, showFieldError, submitting } from '../forms.js'
import { invitationsCard, newInvitation } from './invitations.js'
import { rightsField, scopeFields, termsInWords } from './terms.js'

const words = text.access.sharing
const presets = ['family', 'dashboard', 'phone', 'researcher', 'own']

export function sharingSection() {
    const list = element('section.card.stack', { 'aria-labelledby': 'grants', hidden: !may('manage') })
    const holders = element('datalist', { id: 'holders' })
    const invitations = invitationsCard()
    const share = may('manage') ? shareForm(() => {
        tell('access')
        return load()
    }) : null
    const root = element('div.columns.even', {},
        element('div.stack', {}, ownCard(), list, invitations.element, peopleCard(), wordsCard()), share, holders)

    const load = async () => {
        if (!may('manage')) return
        const [{ grants }] = await Promise.all([api.get('/v1/grants'), invitations.load()])
        const names = new Set(grants.filter(grant => !grant.isOwn).map(grant => grant.holder.name))
        fill(holders, [...names].map(name => element('option', { value: name })))
        fill(list, element('h2', { id: 'grants' }, words.grants(session().person.name)), grantLists(grants, revoke))
    }

    const revoke = async grant => {
        const name = grant.holder.name
        const isConfirmed = await confirmed({
            title: words.revokeTitle(name), body: words.revokeBody(name, termsInWords(grant)), action: words.revoke,
        })
        if (!isConfirmed) return
        try {
            await api.delete(`/v1/grants/${grant.id}`)
            notify(words.revoked(name))
            tell('access')
            await load()
            list.querySelector('h2').setAttribute('tabindex', '-1')
            list.querySelector('h2').focus()
        } catch (error) {
            notifyError(error)
        }
    }

    const stop = onTold('access', () => load().catch(() => {}))
    return { element: root, show: load, close: stop }
}

/** Says what the reader may do with the data of the shown person. */
function ownCard() {
    const { person, access, holder } = session()
    return element('section.card.stack', { 'aria-labelledby': 'own' },
        element('h2', { id: 'own' }, isOwn() ? words.own : words.ownOf(person.name)),
        element('p.hint', {}, isOwn() ? words.loggedInOwn(holder.name) : words.loggedIn(holder.name, person.name)),
        access.length === 0 ? element('p', {}, words.nothing(person.name)) : element('ul.plain-list', {},
            [...new Set(access.map(termsInWords))].map(sentence => element('li', {}, sentence))))
}

function peopleCard() {
    const { people, holder, person } = session()
    const others = people.filter(one => one.name !== holder.name)
    return others.length === 0 ? null : element('section.card.stack', { 'aria-labelledby': 'people' },
        element('h2', { id: 'people' }, words.people),
        element('ul.plain-list', {}, others.map(one => element('li', {},
            one.uuid === person.uuid ? element('strong', {}, one.name)
                : element('a', { href: `/?person=${one.uuid}` }, words.open(one.name)),
            ' ', element('span.hint', {}, format.list(one.rights.map(right => text.access.terms.rights[right])))))))
}

function wordsCard() {
    return element('section.card.stack', { 'aria-labelledby': 'words' }, element('h2', { id: 'words' }, words.glossaryTitle),
        element('dl.glossary', {}, words.glossary.map(([name, meaning]) => [
            element('dt', {}, name), element('dd', {}, meaning)])))
}

/** Returns the active grants, and the expired and revoked ones folded. */
function grantLists(grants, revoke) {
    const others = grants.filter(grant => !grant.isOwn)
    const isExpired = grant => grant.expiresAt && Date.parse(grant.expiresAt) <= Date.now()
    const active = others.filter(grant => !grant.revokedAt && !isExpired(grant))
    const expired = others.filter(grant => !grant.revokedAt && isExpired(grant))
    const revoked = others.filter(grant => grant.revokedAt)
    const folded = (title, items) => items.length ? element('details', {}, element('summary', {}, `${title} (${items.length})`),
        element('ul.access-list', {}, items.map(grant => grantRow(grant, null)))) : null
    return [
        active.length ? element('ul.access-list', {}, active.map(grant => grantRow(grant, revoke)))
            : element('p.hint', {}, words.noGrants),
        folded(words.expired, expired), folded(words.revokedTitle, revoked),
    ]
}

function grantRow(grant, revoke) {
    const day = time => format.instant(time, currentZone(), 'dateTime')
    return element('li.access-row', {},
        element('div.row.spread', {}, element('h3', {}, grant.holder.name),
            revoke ? button(words.revoke, () => revoke(grant), {
                class: 'bad', 'aria-label': words.revokeOf(grant.holder.name, termsInWords(grant)),
            }) : null),
        element('p', {}, termsInWords(grant)),
        element('p.hint.small', {}, [
            words.kinds[grant.holder.kind], grant.preset ? words.presets[grant.preset]?.name ?? grant.preset : null,
            grant.grantedBy ? words.grantedBy(day(grant.grantedAt), grant.grantedBy) : words.grantedAt(day(grant.grantedAt)),
            grant.revokedAt ? words.revokedAt(day(grant.revokedAt)) : null,
        ].filter(Boolean).join(' · ')))
}

function shareForm(shared) {
    const holder = element('input', { type: 'text', list: 'holders', autocomplete: 'off', required: true, maxlength: 200 })
    const scope = scopeFields()
    const rights = rightsField(['read', 'write', 'manage'], ['read'])
    const after = element('div.stack')
    const isInvitation = element('input', { type: 'checkbox', onchange: () => update() })
    const days = element('input', { type: 'number', min: 1, max: 30, value: 7, required: true })
    const linkEnd = formField('linkExpiresAt', words.linkDays, days, words.linkDaysHint)
    const submitButton = element('button.main', { type: 'submit' })
    const update = () => {
        linkEnd.hidden = !isInvitation.checked
        days.disabled = !isInvitation.checked
        submitButton.textContent = isInvitation.checked ? words.invite : words.submit
    }
    let preset = presets[0]
    const choose = name => {
        preset = name
        rights.element.hidden = preset !== 'own'
        scope.set({
            isAll: !['family', 'own'].includes(preset), mayRoutes: preset !== 'family', mustHideNames: preset === 'researcher',
        })
    }
    const submit = async () => {
        showFieldError(form, null)
        fill(after)
        const name = holder.value.trim()
        const terms = preset === 'own' ? { rights: rights.value() } : { preset }
        try {
            const body = { holder: name, ...terms, ...scope.value() }
            const invitation = isInvitation.checked
                ? await api.post('/v1/invitations', { ...body, linkExpiresAt: `${days.value}d` }) : null
            const grant = invitation ? null : await api.post('/v1/grants', body)
            form.reset()
            scope.reset()
            choose(presets[0])
            update()
            if (grant) notify(words.shared(grant.holder.name))
            if (invitation) fill(after, newInvitation(invitation))
            if (grant?.holder.kind === 'other') fill(after, element('p', { role: 'status' }, words.needsToken(name), ' ',
                element('a', { href: pathOf('access', null, { section: 'tokens', holder: name }) }, words.makeToken)))
            await shared()
        } catch (error) {
            const hint = error.code === 'unknown_holder' ? null : error.hint
            const isShown = showFieldError(form, error.details?.field, [error.message, hint].filter(Boolean).join(' '))
            if (!isShown) notifyError(error)
            if (error.code === 'unknown_holder') fill(after, element('p', {}, words.inviteInstead(name)),
                element('p', {}, words.addHolder),
                copyField(words.command, `healthstore holder add '${name.replaceAll("'", "'\\''")}'`))
        }
    }
    const form = element('form.card.stack', { 'aria-labelledby': 'share', onsubmit: submitting(submit) },
        element('h2', { id: 'share' }, words.share),
        formField('holder', words.holder, holder, words.holderHint),
        element('label.check', {}, isInvitation, element('span', {}, element('strong', {}, words.byLink), ' ', words.byLinkHint)),
        linkEnd, after,
        element('fieldset', { 'data-field': 'preset' }, element('legend', {}, words.preset), presets.map((name, index) =>
            element('label.check', {},
                element('input', { type: 'radio', name: 'preset', value: name, checked: index === 0, onchange: () => choose(name) }),
                element('span', {}, element('strong', {}, words.presets[name].name), ' ', words.presets[name].body)))),
        rights.element, scope.element,
        submitButton)
    choose(preset)
    update()
    return form
}
