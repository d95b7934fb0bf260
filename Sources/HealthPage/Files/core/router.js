/** The address of a view, which can be shared and reloaded. */

/** The views by the first part of the path. */
const names = {
    '': 'overview', metric: 'metric', trends: 'trends', sleep: 'sleep', workouts: 'workouts', report: 'report', data: 'data',
    access: 'access', authorize: 'authorize',
}
/** Whether a view has an item in its path. */
const items = { metric: 'always', workouts: 'perhaps' }

/** Returns the view, its item and its parameters from the browser's address; the view is null if no view has it. */
export function route() {
    const [first, item, rest] = location.pathname.slice(1).replace(/\/$/, '').split('/')
    const isKnown = Object.hasOwn(names, first) && rest === undefined
        && (items[first] === 'perhaps' || Boolean(item) === (items[first] === 'always'))
    const parameters = Object.fromEntries(new URLSearchParams(location.search))
    try {
        return { view: isKnown ? names[first] : null, item: item ? decodeURIComponent(item) : null, parameters }
    } catch {
        // A per cent sign that stands for no character.
        return { view: null, item: null, parameters }
    }
}

/**
 * Returns the address of a view. It keeps the person of this tab if it is not the person who is
 * logged in.
 */
export function pathOf(view, item = null, parameters = {}) {
    const first = Object.keys(names).find(key => names[key] === view)
    const query = new URLSearchParams()
    const person = new URLSearchParams(location.search).get('person')
    for (const [name, value] of Object.entries(person ? { ...parameters, person } : parameters)) {
        if (value !== null && value !== undefined && value !== '' && value !== false) query.set(name, value)
    }
    const text = query.toString()
    return '/' + first + (item ? '/' + encodeURIComponent(item) : '') + (text ? '?' + text : '')
}

let showRoute = () => {}

/** Keeps in the browser's history where the shown entry was scrolled to. */
function keepScroll() {
    history.replaceState({ scroll: scrollY }, '')
}

/** Returns where the shown entry of the history was scrolled to when it was left, once; null if it is new. */
export function takeScroll() {
    const scroll = history.state?.scroll ?? null
    history.replaceState(null, '')
    return scroll
}

/** Calls `show` for each new address, also when the reader goes back. */
export function startRouter(show) {
    showRoute = show
    // The browser would scroll before the view has its height.
    history.scrollRestoration = 'manual'
    addEventListener('beforeunload', keepScroll)
    addEventListener('popstate', show)
    document.addEventListener('click', event => {
        const link = event.target.closest?.('a[href]')
        const isPlain = !event.defaultPrevented && event.button === 0
            && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (!link || !isPlain || link.target || link.hasAttribute('download')) return
        const address = new URL(link.href)
        if (address.origin !== location.origin || address.pathname.startsWith('/v1/')) return
        // A link to a part of the same document, such as the link that skips the navigation.
        if (address.hash && address.pathname === location.pathname) return
        event.preventDefault()
        go(address.pathname + address.search)
    })
}

/** Shows an address. `replace` leaves no entry in the browser's history. */
export function go(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, '', path)
    else {
        keepScroll()
        history.pushState(null, '', path)
    }
    showRoute()
}
