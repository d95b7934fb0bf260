/** The time zone in which the page shows days. */

import { api } from './api.js'
import { preference } from './preferences.js'
import { today as todayIn } from './time.js'

/** The zone of the browser's machine. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zones in which the person was, the latest last. */
let history = []

export async function loadZones() {
    history = (await api.get('/v1/time-zones')).timeZones
}

export function zoneHistory() {
    return history
}

/** Returns the parameter `timeZone` of questions. `person` means the zones in which the person was. */
export function zoneParameter() {
    const chosen = preference().timeZone
    if (chosen && (chosen !== 'person' || history.length)) return chosen
    return history.length ? 'person' : browserZone
}

/** Returns the name of the zone in which the person is now, for dates without samples. */
export function currentZone() {
    const zone = zoneParameter()
    return zone === 'person' ? history.at(-1).timeZone : zone
}

/** Returns today's date in that zone. */
export function today() {
    return todayIn(currentZone())
}

/** Returns the name of the zone in which the page shows an instant. */
export function zoneAt(instant) {
    if (zoneParameter() !== 'person') return currentZone()
    const time = Date.parse(instant)
    return (history.findLast(one => Date.parse(one.startDate) <= time) ?? history[0]).timeZone
}
