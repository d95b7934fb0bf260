/** The usual week: one cell for each hour of each weekday. */

import { api } from '../../core/api.js'
import { isCumulative, colorOf, shownUnit } from '../../core/catalogue.js'
import { element, fill, setStyle } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { firstWeekday, unitParameter } from '../../core/preferences.js'
import { addDays } from '../../core/time.js'
import { zoneParameter, today } from '../../core/zone.js'
import { hourGrid } from '../../charts/hourgrid.js'
import { text } from '../../text/text.js'

/** The usual week is the average of this many days. */
const days = 84

/** Makes the panel. It asks the service only while it is open. */
export function patternPanel() {
    const body = element('div')
    const details = element('details', { ontoggle: () => load() },
        element('summary', {}, element('h2', {}, text.metric.pattern)), body)
    const root = element('section.card', {}, details)
    let one = null
    let isLoaded = false

    const load = async () => {
        if (!details.open || isLoaded || !one) return
        isLoaded = true
        try {
            const to = today()
            const answer = await api.get('/v1/statistics-pattern', {
                type: one.shortName, by: 'hourOfWeek', from: addDays(to, -days), to, timeZone: zoneParameter(),
                unit: unitParameter([one]), firstWeekday: firstWeekday(),
            })
            const grid = hourGrid(answer.parts, shownUnit(one, answer.unit), one.displayName)
            setStyle(grid, { '--accent': colorOf(one.identifier) })
            const hint = isCumulative(one) ? text.metric.patternTotal(days) : text.metric.patternAverage(days)
            fill(body, element('p.hint.small', {}, hint), grid)
        } catch (error) {
            isLoaded = false
            notifyError(error)
        }
    }
    return {
        element: root,
        reset: next => {
            one = next
            isLoaded = false
            fill(body)
            load()
        },
        show: () => {},
    }
}
