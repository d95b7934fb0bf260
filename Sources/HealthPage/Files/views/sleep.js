/** Sleep: one night with its stages and heart rate, or many nights with their averages. */

import { api } from '../core/api.js'
import { type, colorOf } from '../core/catalogue.js'
import { element, fill, setStyle } from '../core/dom.js'
import { rangeBar, rangeOf, rangeParameters } from '../core/ranges.js'
import { route as currentRoute } from '../core/router.js'
import { sessionsOf } from '../core/sleep.js'
import { addDays, nightOf } from '../core/time.js'
import { currentZone, zoneParameter } from '../core/zone.js'
import { text } from '../text/text.js'
import { nightView } from './sleep/night.js'
import { nightsView } from './sleep/nights.js'

/** The length of a bucket of the heart rate of a night. */
const heartInterval = '5minute'

export function sleepView() {
    const content = element('div.stack-wide')
    const shown = rangeParameters(currentRoute().parameters, 'D')
    const bar = rangeBar('sleep', null, shown)
    const root = element('div.view.sleep', {}, element('h1', {}, text.sleep.title), bar.element, content)
    setStyle(root, { '--accent': colorOf('sleepAnalysis') })
    let part = null
    let control = null
    let asked = null

    const load = async () => {
        control?.abort()
        control = new AbortController()
        const { range, date } = asked
        const answer = await (range === 'D' ? askNight(date, control.signal) : askNights(range, date, control.signal))
        if (!answer.nights.some(night => sessionsOf(night).length)) answer.lastNight = await askLastNight(control.signal)
        const isNight = range === 'D'
        if (part?.isNight !== isNight) {
            part?.close()
            part = isNight ? nightView() : nightsView()
            part.isNight = isNight
            fill(content, part.element)
        }
        part.show({ range, date, ...answer })
    }

    return {
        element: root,
        show: async route => {
            asked = rangeParameters(route.parameters, 'D')
            bar.update(null, asked)
            await load()
        },
        changed: types => {
            const shownTypes = ['sleepAnalysis', asked?.range === 'D' ? 'heartRate' : null].map(name => type(name)?.identifier)
            // The figures of a night that an app sent as a whole have types of their own.
            const isShown = one => shownTypes.includes(one) || one.startsWith('hae:')
            if (asked && (types === null || types.some(isShown))) return load()
        },
        close: () => {
            control?.abort()
            part?.close()
        },
    }
}

/** Asks for a night and the heart rate from noon to the end of the night, with every bucket. */
async function askNight(date, signal) {
    const timeZone = zoneParameter()
    const heartType = type('heartRate')
    const [sleep, heart] = await Promise.all([
        api.get('/v1/sleep', { from: date, to: addDays(date, 1), timeZone, segments: true, fill: 'null' }, { signal }),
        heartType ? api.get('/v1/statistics-collection', {
            type: 'heartRate', interval: heartInterval, unit: 'count/min', timeZone, fill: 'null',
            from: `${addDays(date, -1)}T12:00:00`, to: `${date}T18:00:00`,
        }, { signal }) : { buckets: [] },
    ])
    return { nights: sleep.nights, sources: sleep.sources, heart: heart.buckets }
}

async function askNights(range, date, signal) {
    const { from, to, isDays } = rangeOf(range, date)
    const sleep = await api.get('/v1/sleep', {
        from, to, timeZone: zoneParameter(), segments: isDays, fill: 'null',
    }, { signal })
    return { nights: sleep.nights, sources: sleep.sources }
}

/** Returns the date of the newest night with a sample; null without any. */
async function askLastNight(signal) {
    if (!type('sleepAnalysis')?.hasSamples) return null
    const { latest } = await api.get('/v1/latest', { types: 'sleepAnalysis' }, { signal })
    if (!latest[0]?.sample) return null
    return nightOf(latest[0].sample.endDate, currentZone())
}
