/** Messages between the tabs of this browser, such as a log-in or a changed preference. */

const channel = new BroadcastChannel('healthstore')

/** Tells the other tabs that something changed. */
export function tell(kind, value = null) {
    channel.postMessage({ kind, value })
}

/** Calls a function when another tab tells of a change. Returns a function that stops it. */
export function onTold(kind, call) {
    const listener = event => {
        if (event.data?.kind === kind) call(event.data.value)
    }
    channel.addEventListener('message', listener)
    return () => channel.removeEventListener('message', listener)
}
