/** The devices and apps that sent data, when each was last heard of, and which counts first. */

import { api } from '../../core/api.js'
import { sourceName, type, typesWithSamples } from '../../core/catalogue.js'
import { button, element, fill, newID } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { notify, notifyError } from '../../core/notices.js'
import { go, pathOf } from '../../core/router.js'
import { maySetSettings } from '../../core/session.js'
import { currentZone } from '../../core/zone.js'
import { tableOf } from '../../charts/frame.js'
import { text } from '../../text/text.js'
import { sourceKind, sourceOrder } from '../source-order.js'

/** A source of these classes usually sends every day. */
const dailyClasses = ['watch', 'phone']
/** A silent source was probably replaced after this many days. */
const replacedDays = 30

const words = text.data.sources

export function sourcesSection() {
    const devices = element('section.card', { 'aria-labelledby': 'devices' })
    const order = element('div.stack')
    const chooser = element('select', {
        onchange: () => go(pathOf('data', null, { section: 'sources', type: chooser.value }), { replace: true }),
    })
    const priority = element('section.card', { 'aria-labelledby': 'priority' },
        element('h2', { id: 'priority' }, words.priority),
        element('p.hint', {}, maySetSettings() ? text.metric.sourcesHint : text.metric.sourcesReadOnly),
        element('label.field', {}, element('span', {}, words.type), chooser), order)
    const root = element('div.columns.even', {}, devices, priority)
    let freshness = null
    let all = []
    let shownType = null

    const load = async () => {
        freshness = await api.get('/v1/freshness')
        all = (await api.get('/v1/sources')).sources
        drawDevices()
    }

    /** Joins a source to another one, or separates it if `other` is null. */
    const join = async (source, other) => {
        try {
            await api.put(`/v1/sources/${source.id}`, { joinedTo: other?.id ?? null })
            notify(other ? words.joined(sourceName(source), sourceName(other)) : words.separated(sourceName(source)))
            shownType = null
            await load()
            await drawTypes(chooser.value)
        } catch (error) {
            notifyError(error)
        }
    }

    const drawDevices = () => {
        const { sources, clients = [] } = freshness
        const newest = [...sources].sort((one, other) => (other.lastSampleDate ?? '').localeCompare(one.lastSampleDate ?? ''))
        fill(devices, element('h2', { id: 'devices' }, words.devices),
            sources.length === 0 ? [element('p.hint', {}, words.none)] : [
                newest.filter(isMissed).map(source => element('p.warn', {},
                    text.overview.silent(sourceName(source), format.instant(source.lastSampleDate, currentZone())))),
                element('ul.device-list', {}, newest.map(source => device(source, all, join))),
            ],
            clients.length ? [element('h3', {}, words.clients), tableOf(words.clients, {
                columns: [words.client, words.holder, words.lastContact],
                rows: clients.map(client => [client.device, client.holder, moment(client.lastContactDate)]),
            })] : null)
    }

    const drawTypes = async wanted => {
        const types = typesWithSamples()
        priority.hidden = types.length === 0
        if (types.length === 0) return
        const chosen = types.includes(type(wanted)) ? type(wanted) : types.find(one => one.shortName === 'stepCount') ?? types[0]
        fill(chooser, types.map(one => element('option', { value: one.shortName }, one.displayName)))
        chooser.value = chosen.shortName
        if (chosen === shownType) return
        shownType = chosen
        const made = sourceOrder(chosen, { among: sourcesOf(chosen) })
        await made.loaded
        if (shownType === chosen) fill(order, made.element)
    }

    /** Returns the ids of the sources that have samples of a type; null if the service does not tell. */
    const sourcesOf = one => {
        if (!freshness.sources.some(source => source.types)) return null
        const has = source => source.types?.some(({ type }) => type === one.identifier)
        const ids = freshness.sources.filter(has).map(source => source.id)
        return ids.length ? new Set(ids) : null
    }

    return {
        element: root,
        show: async route => {
            if (!freshness) await load()
            await drawTypes(route.parameters.type)
        },
        changed: load,
    }
}

/** Returns true for a silent watch or phone that was probably not replaced. */
function isMissed(source) {
    return source.isSilent && dailyClasses.includes(source.class)
        && Date.now() - Date.parse(source.lastSampleDate) < replacedDays * 86_400_000
}

/** Returns an instant as `2 days ago` with the exact time as its title. */
function moment(time) {
    return element('time', { datetime: time, title: format.instant(time, currentZone()) }, format.ago(time))
}

function device(source, all, join) {
    const types = [...source.types ?? []].sort((one, other) => other.lastSampleDate.localeCompare(one.lastSampleDate))
    const id = newID('device')
    return element('li.device', {},
        element('div.row.spread', {}, element('h3', { id }, sourceName(source)), element('span.hint.small', {}, sourceKind(source))),
        source.lastSampleDate ? element('p.small', {}, words.lastSample, ' ', moment(source.lastSampleDate)) : null,
        source.bundleIdentifier ? element('p.hint.small.wrap', {}, source.bundleIdentifier) : null,
        all.filter(one => one.joinedTo === source.id).map(one => element('p.row.small', {}, words.alsoNamed(sourceName(one)),
            maySetSettings() ? button(words.separate, () => join(one, null), { class: 'quiet', 'aria-label': words.separateFrom(sourceName(one)) }) : null)),
        types.length ? element('details', {}, element('summary', {}, words.types(types.length)),
            tableOf(words.typesOf(sourceName(source)), {
                columns: [words.type, words.lastSample],
                rows: types.map(one => [type(one.type)?.displayName ?? one.type, moment(one.lastSampleDate)]),
            })) : null,
        maySetSettings() ? rename(source, all, join) : null)
}

/** Returns a form that joins a source to its new name; null if no other source is of its kind. */
function rename(source, all, join) {
    const others = all.filter(one => one.id !== source.id && one.joinedTo === undefined
        && one.wasUserEntered === source.wasUserEntered && (one.class === 'aggregate') === (source.class === 'aggregate'))
    if (others.length === 0) return null
    const chooser = element('select', { 'aria-label': words.newName(sourceName(source)) },
        others.map(one => element('option', { value: one.id }, sourceName(one))))
    const chosen = () => others.find(one => String(one.id) === chooser.value)
    return element('details', {}, element('summary', {}, words.renamed),
        element('p.hint.small', {}, words.renamedHint),
        element('div.row', {}, chooser, button(words.join, () => join(source, chosen()))))
}
