/** Electrocardiograms: a list, and one of them as strips. */

import { api } from '../../core/api.js'
import { type, colorOf } from '../../core/catalogue.js'
import { element, button, fill, setStyle } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notifyError } from '../../core/notices.js'
import { pathOf } from '../../core/router.js'
import { currentZone, zoneParameter } from '../../core/zone.js'
import { chartFrame } from '../../charts/frame.js'
import { ecgStrips, ecgThumbnail, ecgVoltages, extremes } from '../../charts/ecg.js'
import { text, valueName } from '../../text/text.js'

const words = text.data.ecg
/** The ECGs of one question. Each has about 15,000 voltages. */
const pageLength = 8
/** The length of a strip in seconds, and on a small screen. */
const [stripSeconds, shortStripSeconds] = [10, 5]

export function ecgSection() {
    const shown = element('div')
    const list = element('section.card', { 'aria-labelledby': 'ecgs' })
    const root = element('div.stack', {}, shown, list)
    const small = matchMedia('(max-width: 700px)')
    setStyle(root, { '--accent': colorOf('electrocardiogram') })
    let samples = []
    let cursor = null
    let current = null

    const load = async (next = null) => {
        const answer = await api.get('/v1/samples', {
            type: 'electrocardiogram', order: 'descending', limit: pageLength, cursor: next,
        })
        samples = next ? [...samples, ...answer.samples] : answer.samples
        cursor = answer.cursor
        drawList()
    }

    const drawList = () => fill(list, element('h2', { id: 'ecgs' }, words.list),
        samples.length ? element('ul.ecg-list', {}, samples.map(sample => row(sample, sample.uuid === current?.uuid)))
            : element('p.hint', {}, words.none),
        cursor ? button(text.common.more, () => load(cursor).catch(notifyError)) : null,
        element('p.hint.small', {}, words.routes, ' ', element('a', { href: pathOf('workouts') }, text.navigation.workouts)))

    const draw = async sample => {
        const rate = sample.parts?.averageHeartRate ?? await measuredHeartRate(sample)
        if (sample === current) fill(shown, ecgCard(sample, rate, small.matches ? shortStripSeconds : stripSeconds))
    }

    const redraw = () => { if (current) draw(current).catch(() => {}) }
    small.addEventListener('change', redraw)

    return {
        element: root,
        show: async route => {
            const { at } = route.parameters
            if (samples.length === 0) await load()
            const sample = samples.find(one => one.startDate === at) ?? (at ? await find(at) : samples[0])
            if (!sample) return fill(shown, at ? element('p.card', {}, words.unknown) : null)
            if (sample === current) return
            current = sample
            drawList()
            await draw(sample)
        },
        changed: types => {
            if (types === null || types.includes(type('electrocardiogram').identifier)) return load()
        },
        close: () => small.removeEventListener('change', redraw),
    }
}

/** Returns the ECG that began at an instant. */
async function find(at) {
    const start = Date.parse(at)
    if (Number.isNaN(start)) return undefined
    const answer = await api.get('/v1/samples', {
        type: 'electrocardiogram', from: at, to: new Date(start + 1000).toISOString(), timeZone: zoneParameter(), limit: pageLength,
    })
    return answer.samples.find(sample => Date.parse(sample.startDate) === start)
}

/** Returns the average heart rate that a device measured during an ECG; null if there is none. */
async function measuredHeartRate(sample) {
    if (!type('heartRate')?.hasSamples) return null
    const answer = await api.get('/v1/statistics', {
        type: 'heartRate', from: sample.startDate, to: sample.endDate, timeZone: zoneParameter(), unit: 'count/min',
    })
    return answer.statistics?.average ?? null
}

function classification(sample) {
    // An export has the words of the phone's language, which in English are those of HealthKit: Sinus Rhythm.
    const name = sample.parts?.classification?.replace(/^\S| \S/g, one => one.length > 1 ? one[1].toUpperCase() : one.toLowerCase())
    return name ? valueName(name) : words.unclassified
}

function startOf(sample, style = 'dateTime') {
    return format.instant(sample.startDate, currentZone(), style)
}

function row(sample, isShown) {
    const voltages = ecgVoltages(sample)
    return element('li.ecg-row', {},
        element('a', {
            href: pathOf('data', null, { section: 'ecg', at: sample.startDate }), 'aria-current': isShown ? 'true' : null,
        }, startOf(sample)),
        element('span', {}, classification(sample)),
        voltages.length ? ecgThumbnail(voltages, sample.parts.samplingFrequency) : null)
}

function ecgCard(sample, rate, seconds) {
    const { parts = {} } = sample
    const voltages = ecgVoltages(sample)
    const length = (Date.parse(sample.endDate) - Date.parse(sample.startDate)) / 1000
    const frequency = parts.samplingFrequency ?? voltages.length / length
    const summary = words.summary(startOf(sample), classification(sample), format.duration(length))
    const facts = [
        [words.classification, classification(sample)],
        [words.rate, rate === null ? null : format.quantity(rate, 'bpm')],
        [words.length, format.duration(length)],
        [words.symptoms, parts.symptoms || (parts.symptomsStatus ? valueName(parts.symptomsStatus) : null)],
        [words.lead, parts.lead], [words.frequency, parts.samplingFrequency ? `${format.number(parts.samplingFrequency)} Hz` : null],
        [words.source, sample.source?.name || sample.source?.productType],
        [words.version, parts.softwareVersion],
    ].filter(([, value]) => value !== null && value !== undefined && value !== '')
    const card = element('section.card.stack', { 'aria-labelledby': 'ecg' },
        element('h2', { id: 'ecg' }, startOf(sample, 'seconds')),
        element('dl.facts', {}, facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)))))
    if (voltages.length === 0) return card
    const frame = chartFrame(ecgStrips(voltages, frequency, seconds, summary), () => ({
        columns: [words.secondColumn, words.lowest, words.highest],
        rows: Array.from({ length: Math.ceil(voltages.length / frequency) }, (_, second) => {
            const range = extremes(voltages.slice(Math.floor(second * frequency), Math.floor((second + 1) * frequency)))
            return [format.number(second + 1, 'count'), ...(range ?? [null, null]).map(value => format.number(value, 'mV', 2))]
        }),
    }))
    frame.describe(summary)
    card.append(frame.element, element('p.hint.small', {}, words.scale))
    return card
}
