/** Starts the page: logs in, loads what every view needs, and shows the view that the address names. */

import { api, apiEvents, isAborted, APIError, ConnectionError } from './core/api.js'
import { loadCatalogue, type } from './core/catalogue.js'
import { keepLanguage, languageTag } from './core/language.js'
import { element, button, fill, setStyle } from './core/dom.js'
import { followChanges, stopFollowing } from './core/live.js'
import { notify, errorCard, isSentence, ViewError } from './core/notices.js'
import { showNavigation, showPerson, showSharing } from './core/head.js'
import { logInWithProvider } from './core/openid.js'
import { chosenLanguage, loadPreferences } from './core/preferences.js'
import { go, pathOf, route, startRouter, takeScroll } from './core/router.js'
import { session, loadSession, logInWithLink, hasLink, takeInvitation } from './core/session.js'
import { onTold } from './core/tabs.js'
import { checkVersion } from './core/version.js'
import { loadZones } from './core/zone.js'
import { text } from './text/text.js'
import { invitationView } from './views/invitation.js'
import { loginView } from './views/login.js'
import { overviewView } from './views/overview.js'

/**
 * The views, which are loaded when they are opened, except for the one that opens first. Each makes an object of these members:
 * - `element`: what is shown.
 * - `show(route)`: shows an address of the view. It is called again for each address of the same
 *   view. It throws the errors of the API.
 * - `changed(types)`: some types have new, changed or deleted samples; null if any type may have.
 * - `close()`: the view is left.
 */
const views = {
    overview: async () => ({ overviewView }),
    metric: () => import('./views/metric.js'),
    trends: () => import('./views/trends.js'),
    sleep: () => import('./views/sleep.js'),
    workouts: () => import('./views/workouts.js'),
    report: () => import('./views/report.js'),
    data: () => import('./views/data.js'),
    access: () => import('./views/access.js'),
    authorize: () => import('./views/authorize.js'),
}

/** Loads a view and makes it. */
async function open(name) {
    return (await views[name]())[`${name}View`]()
}

const main = document.getElementById('main')

let view = null
let viewName = null
let turn = 0

async function show() {
    const shown = route()
    const mine = ++turn
    if ((shown.parameters.person ?? null) !== shownPerson || hasLink()) return start()
    const scroll = takeScroll()
    showNavigation(shown)
    if (shown.view === null) return fail(new ViewError(text.errors.noView))
    if (viewName !== shown.view) {
        let opened
        try {
            opened = await open(shown.view)
        } catch (error) {
            return fail(error instanceof TypeError ? new ConnectionError() : error)
        }
        if (mine !== turn) return opened.close?.()
        view?.close?.()
        view = opened
        viewName = shown.view
        fill(main, view.element)
        scrollTo(0, 0)
    }
    document.title = text.title(text.navigation[shown.view])
    setBusy(view, true)
    try {
        await view.show(shown)
        if (mine === turn && scroll !== null) scrollTo(0, scroll)
    } catch (error) {
        if (isAborted(error) || mine !== turn) return
        fail(error)
    } finally {
        if (mine === turn && view) setBusy(view, false)
    }
}

/** Shows that a view waits for the service; a quick answer comes before the reader sees it. */
function setBusy(view, isBusy) {
    view.element.classList.toggle('busy', isBusy)
    view.element.setAttribute('aria-busy', String(isBusy))
}

function fail(error) {
    if (error instanceof APIError && error.status === 401) return
    if (!isSentence(error)) console.error(error)
    view?.close?.()
    view = viewName = null
    fill(main, errorCard(error, show))
}

/** The parameter `person` of the address for which the page was started. */
let shownPerson = null

async function start() {
    stopFollowing()
    const invitation = takeInvitation()
    if (invitation) return showAlone(text.invitation.title, invitationView(invitation, () => start().then(offerPasskey)))
    let reason = null
    try {
        if (await logInWithLink() || await logInWithProvider()) shownPerson = null
    } catch (error) {
        reason = error
    }
    const wanted = route().parameters.person ?? null
    shownPerson = wanted
    view?.close?.()
    view = viewName = null
    try {
        await loadSession(wanted)
        await Promise.all([loadCatalogue(), loadPreferences(), loadZones()])
    } catch (error) {
        if (error instanceof APIError && error.status === 401) return showLogin(reason)
        fill(main, errorCard(error, start))
        return
    }
    if (keepLanguage(chosenLanguage())) return location.reload()
    if (reason) notify(reason.message)
    showPerson()
    showSharing()
    followChanges(session().person.uuid, dataChanged)
    await show()
}

/** Shows what changed: samples of some types, or of any type and perhaps the access, too. */
async function dataChanged(types) {
    if (!session()) return
    const mine = turn
    try {
        if (types === null) {
            await loadSession(session().person.uuid)
            showSharing()
        }
        // The first sample of a type makes the type appear.
        if (types === null || types.some(name => !type(name)?.hasSamples)) await loadCatalogue()
        if (mine === turn) await view?.changed?.(types)
    } catch (error) {
        // A fault of the service passes. What is shown stays, and the next change is asked for again.
        const isFault = error instanceof ConnectionError || error instanceof APIError && error.status >= 429
        if (mine === turn && !isAborted(error) && !isFault) fail(error)
    }
}

/** Tells a reader without a passkey how to log in again. */
function offerPasskey() {
    notify(text.passkeys.offer, { label: text.passkeys.add, run: () => go(pathOf('access', null, { section: 'login' })) })
}

function showLogin(error = null, sentence = null) {
    showAlone(text.login.title, loginView(error, sentence, start))
}

/** Shows a view without navigation, to a reader without a session. */
function showAlone(title, content) {
    stopFollowing()
    turn += 1
    view?.close?.()
    view = viewName = null
    fill(document.getElementById('navigation'))
    fill(document.getElementById('person'))
    document.getElementById('sharing').hidden = true
    document.title = text.title(title)
    fill(main, content)
}

/** Another tab logged in or out. This tab must not show one person's data under another's name. */
async function sessionChanged() {
    const before = session()
    try {
        const now = await api.get('/v1/access', before ? { person: before.person.uuid } : {})
        if (before && now.holder.name === before.holder.name) return
    } catch (error) {
        if (!(error instanceof APIError) || ![401, 403, 404].includes(error.status)) return
    }
    const shown = await api.get('/v1/access', { person: null }).catch(() => null)
    // The reader is the same, but may not see the person any more.
    if (shown && before && shown.holder.name === before.holder.name) return start()
    stopFollowing()
    turn += 1
    view?.close?.()
    view = viewName = null
    if (!shown) return showLogin()
    if (!before) return start()
    fill(document.getElementById('navigation'))
    fill(document.getElementById('person'))
    document.getElementById('sharing').hidden = true
    const name = shown.holder.name
    fill(main, element('div.view', {}, element('section.card.empty', {},
        element('h1', {}, text.person.changed(name)), element('p.hint', {}, text.person.changedHint),
        button(text.person.continueAs(name), () => location.assign('/'), { class: 'main' }))))
}

apiEvents.addEventListener('unauthorized', () => {
    if (session()) showLogin(null, text.login.again)
})
const connection = document.getElementById('connection')
apiEvents.addEventListener('lost', () => {
    connection.textContent = text.connection.retrying
    connection.hidden = false
    setTimeout(retry, 1000)
})
apiEvents.addEventListener('restored', () => {
    if (connection.hidden) return
    connection.hidden = true
    notify(text.connection.restored)
    checkVersion()
    show()
})

/** Asks until the service answers again. */
async function retry() {
    if (connection.hidden) return
    try {
        const response = await fetch('/health')
        if (!response.ok) throw new Error()
        connection.hidden = true
        notify(text.connection.restored)
        checkVersion()
        if (session()) show()
        else start()
    } catch {
        setTimeout(retry, 2000)
    }
}

onTold('session', () => sessionChanged().catch(() => {}))
onTold('preferences', () => loadPreferences().then(show).catch(() => {}))
addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !session()) return
    sessionChanged().catch(() => {})
    checkVersion()
})
startRouter(show)
setStyle(document.documentElement, { '--person': '#3355aa' })
document.documentElement.lang = languageTag
document.querySelector('.skip').textContent = text.skip
document.getElementById('navigation').setAttribute('aria-label', text.views)
document.getElementById('sharing').setAttribute('aria-label', text.person.sharing)
start()
