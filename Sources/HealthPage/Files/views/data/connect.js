/** Connects a phone: a pairing code, or an address and a new token, as a QR code and as steps for three apps. */

import { api } from '../../core/api.js'
import { element, button, fill } from '../../core/dom.js'
import { notifyError } from '../../core/notices.js'
import { pathOf } from '../../core/router.js'
import { session, may } from '../../core/session.js'
import { qrCode } from '../../charts/qr-code.js'
import { text } from '../../text/text.js'
import { copyField } from '../copy.js'
import { formField, showFieldError, submitting } from '../forms.js'
import { isLoopback } from './loopback.js'
import { plansCard } from './plans.js'

const words = text.data.connect
/** The pause after the last key before the page asks for another QR code. */
const typingMilliseconds = 400

export function connectSection() {
    const address = element('input', {
        type: 'text', value: location.origin, inputmode: 'url', autocapitalize: 'off', spellcheck: false,
    })
    const warning = element('div.stack')
    const name = element('input', { type: 'text', value: words.nameDefault, maxlength: 100 })
    const mayRead = element('input', { type: 'checkbox' })
    const made = element('div')
    const form = element('form.stack', { onsubmit: submitting(() => makeToken()) },
        formField('address', words.address, address, words.addressHint), warning,
        formField('name', words.name, name, words.nameHint),
        may('read') ? element('label.check', {}, mayRead, element('span', {}, words.mayRead)) : null,
        element('div.row', {}, element('button.main', { type: 'submit' }, words.make)))
    const code = element('div.stack', { role: 'status' })
    const plans = plansCard()
    const pairing = element('section.card.stack', {},
        element('h2', {}, words.pairing.title), element('p.hint', {}, words.pairing.body),
        element('div.row', {}, button(words.pairing.make, () => pair())), code)
    const root = element('div.stack', {},
        element('section.card.stack', {}, element('h2', {}, words.title), element('p.hint', {}, words.body), form), made, pairing,
        plans.element)
    let token = null
    let reads = false
    let app = 'swift'
    let timer = null

    const warn = () => fill(warning,
        addressWarnings(address.value).map(sentence => element('p.warn.small', { role: 'note' }, sentence)))

    const makeToken = async () => {
        showFieldError(form, null)
        if (!addressOf(address.value)) return showFieldError(form, 'address', words.addressMalformed)
        const rights = (mayRead.checked ? ['read', 'write'] : ['write']).filter(may)
        try {
            token = (await api.post('/v1/tokens', { name: name.value.trim(), rights })).token
            reads = rights.includes('read')
            draw()
            made.querySelector('h2').focus()
        } catch (error) {
            if (!showFieldError(form, error.details?.field, error.message)) notifyError(error)
        }
    }

    const pair = async () => {
        const base = addressOf(address.value)
        if (!base) return showFieldError(form, 'address', words.addressMalformed)
        try {
            const made = await api.post('/v1/pairings', { name: name.value.trim() || null })
            const picture = element('div.qr-frame')
            fill(code, element('p.warn', {}, words.pairing.once),
                element('div.connect-columns', {}, picture, element('ol.steps', {},
                    element('li', {}, words.pairing.enterAddress, copyField(words.address, base)),
                    element('li', {}, words.pairing.enterCode, copyField(words.pairing.code, made.code)),
                    element('li', {}, words.pairing.allow))))
            drawCode(picture, `${base}/#pair=${made.code}`)
        } catch (error) {
            notifyError(error)
        }
    }

    const draw = () => {
        if (!token) return
        const base = addressOf(address.value)
        if (!base) return
        const picture = element('div.qr-frame')
        const tabs = element('div.segmented.connect-apps', { role: 'group', 'aria-label': words.app }, Object.keys(apps).map(key =>
            button(words.apps[key], () => {
                app = key
                draw()
                made.querySelector('[aria-pressed="true"]').focus()
            }, { 'aria-pressed': String(key === app) })))
        // The other apps only send data, and need no token that gives data away.
        const { code, steps } = reads && app !== 'swift' ? { code: null, steps: [words.onlyWriting] } : apps[app](base, token)
        fill(made, element('section.card.stack', {},
            element('h2', { tabindex: -1 }, words.tokenTitle), element('p.warn', {}, words.once), copyField(words.token, token),
            element('p.hint.small', {}, words.listed, ' ',
                element('a', { href: pathOf('access', null, { section: 'tokens' }) }, words.listedLink)),
            tabs, element('div.connect-columns', {}, code ? picture : null,
                element('ol.steps', {}, steps.map(step => element('li', {}, step))))))
        if (code) drawCode(picture, code)
    }

    const drawCode = async (picture, code) => {
        try {
            fill(picture, qrCode(await api.post('/v1/qr-codes', { text: code }), words.code))
        } catch {
            fill(picture, element('p.hint', {}, words.noCode))
        }
    }

    address.addEventListener('input', () => {
        warn()
        clearTimeout(timer)
        timer = setTimeout(draw, typingMilliseconds)
    })
    warn()
    return { element: root, show: () => plans.show(), close: () => clearTimeout(timer) }
}

/** Returns an address without a slash at its end; null if it is none. */
function addressOf(value) {
    try {
        const url = new URL(value.trim())
        return ['http:', 'https:'].includes(url.protocol) ? url.href.replace(/\/+$/, '') : null
    } catch {
        return null
    }
}

function addressWarnings(value) {
    const base = addressOf(value)
    if (!base) return [words.addressMalformed]
    const { hostname, protocol } = new URL(base)
    if (isLoopback(hostname)) return [words.loopback(hostname)]
    return protocol === 'http:' ? [words.plain] : []
}

/** For each app the text of the QR code, and the steps. */
const apps = {
    swift: (base, token) => ({
        code: `${base}/#token=${token}`,
        steps: [words.scan, [words.orEnter, copyField(words.address, base)]],
    }),
    healthAutoExport: (base, token) => {
        const url = `${base}/v1/clients/health-auto-export`
        const query = new URLSearchParams({
            url, headers: `X-API-Key,${token}`, name: 'healthstore', format: 'json', datatype: 'healthmetrics',
            period: 'previous7Days', interval: 'minutes', aggregatedata: 'true', syncinterval: 'hours', syncquantity: '1', enabled: 'true',
        })
        const link = `com.HealthExport://automation?${query.toString().replaceAll('+', '%20')}`
        return {
            code: link,
            steps: [
                [words.hae.link, ' ', element('a', { href: link }, words.hae.linkName)],
                words.hae.automation,
                [words.hae.url, copyField(words.hae.urlName, url)],
                [words.hae.header, copyField(words.hae.headerKey, 'X-API-Key'), copyField(words.hae.headerValue, token)],
                words.hae.format, words.hae.period, words.hae.summarize, words.hae.cadence, words.hae.workouts, words.hae.test,
            ],
        }
    },
    openWearables: (base, token) => ({
        code: null,
        steps: [
            [words.openWearables.url,
                copyField(words.hae.urlName, `${base}/api/v1/sdk/users/${encodeURIComponent(session().person.name)}/sync`)],
            [words.openWearables.key, copyField(words.token, token)], words.openWearables.test,
        ],
    }),
}
