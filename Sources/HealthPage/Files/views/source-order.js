/** The order of the sources of a type, which the reader changes by dragging or with buttons. */

import { api } from '../core/api.js'
import { sourceName } from '../core/catalogue.js'
import { element, button, fill, announce, setStyle } from '../core/dom.js'
import { notifyError } from '../core/notices.js'
import { maySetSettings } from '../core/session.js'
import { text } from '../text/text.js'

/** Returns what a source is: a watch, a phone, entered by hand. */
export function sourceKind(source) {
    return source.wasUserEntered ? text.sources.byHand : text.sources.classes[source.class] ?? ''
}

/**
 * Makes a list of the sources of a type, the source of the highest priority first. It loads them
 * itself.
 *
 * @param {object} type a type of the catalogue.
 * @param {object} options `onChange` is called when the service has stored another order; `among` is
 *     a set of ids of the sources to list at first, null for all sources. Other sources keep their positions.
 * @returns {{element: Element, loaded: Promise<void>}} `loaded` is fulfilled when the list has its sources, and
 *     after an error, which is shown as a message.
 */
export function sourceOrder(type, { onChange = () => {}, among = null } = {}) {
    const list = element('ol.source-order', { 'aria-label': text.sources.order(type.displayName) })
    const foot = element('div.row')
    const root = element('div.stack', {}, list, foot)
    let all = []
    let isStoring = false
    let listsAll = among === null

    const isListed = source => listsAll || among.has(source.id)

    const showAll = () => {
        listsAll = true
        draw(all[0].id, 'down')
    }

    const load = async () => {
        all = (await api.get('/v1/sources/priority', { type: type.identifier })).sources
        draw()
    }

    const draw = (focused = null, direction = null) => {
        const mayMove = maySetSettings() && all.filter(isListed).length > 1
        fill(list, all.filter(isListed).map((source, index, listed) => row(source, index, listed.length, mayMove)))
        const isChosen = all.some(source => source.isExplicit)
        const restore = () => store([], text.sources.restored, all[0].id, 'down')
        fill(foot,
            listsAll || all.every(isListed) ? null : button(text.sources.all(all.length), showAll, { class: 'quiet' }),
            mayMove && isChosen ? button(text.sources.restore, restore, { class: 'quiet' }) : null)
        if (focused === null) return
        const buttons = [...list.querySelectorAll(`[data-source="${focused}"] button`)]
        const wanted = buttons.find(one => one.dataset.direction === direction && !one.disabled)
        ;(wanted ?? buttons.find(one => !one.disabled))?.focus()
    }

    const row = (source, index, count, mayMove) => {
        const made = element('li.source-row', { 'data-source': source.id },
            mayMove ? handle(source) : element('span.source-rank', { 'aria-hidden': 'true' }, String(index + 1)),
            element('span.source-name', {}, sourceName(source), ' ', element('span.hint.small', {}, sourceKind(source))))
        if (mayMove) made.append(element('span.row.source-moves', {},
            mover('↑', 'up', source, index - 1, index === 0), mover('↓', 'down', source, index + 1, index === count - 1)))
        return made
    }

    const mover = (label, direction, source, to, isDisabled) =>
        button(label, () => move(source, to, direction), {
            class: 'quiet', disabled: isDisabled, 'data-direction': direction,
            'aria-label': direction === 'up' ? text.sources.up(sourceName(source)) : text.sources.down(sourceName(source)),
        })

    const handle = source => {
        const made = element('span.source-handle', { 'aria-hidden': 'true', title: text.sources.drag }, '⠿')
        made.addEventListener('pointerdown', event => {
            if (event.button !== 0 || isStoring) return
            event.preventDefault()
            drag(made, source, event)
        })
        return made
    }

    /** Moves a row with the pointer. The rows that it passes make room for it. */
    const drag = (grip, source, start) => {
        const rows = [...list.children]
        const moved = grip.closest('li')
        const from = rows.indexOf(moved)
        const height = moved.offsetHeight
        const middles = rows.map(other => other.offsetTop + other.offsetHeight / 2)
        let to = from
        grip.setPointerCapture(start.pointerId)
        moved.classList.add('dragged')
        const follow = event => {
            const distance = event.pageY - start.pageY
            const middle = middles[from] + distance
            to = middles.filter((other, index) => index !== from && (index < from ? other < middle : other <= middle)).length
            rows.forEach((other, index) => {
                const room = index > from && index <= to ? -height : index < from && index >= to ? height : 0
                setStyle(other, { transform: `translateY(${other === moved ? distance : room}px)` })
            })
        }
        const finish = isDropped => {
            grip.onpointermove = grip.onpointerup = grip.onpointercancel = null
            if (isDropped && to !== from) return move(source, to, null)
            moved.classList.remove('dragged')
            rows.forEach(other => setStyle(other, { transform: '' }))
        }
        grip.onpointermove = follow
        grip.onpointerup = () => finish(true)
        grip.onpointercancel = () => finish(false)
    }

    const move = (source, to, direction) => {
        const listed = all.filter(isListed)
        const moved = listed.filter(one => one !== source)
        moved.splice(to, 0, source)
        const next = [...moved]
        const order = all.map(other => isListed(other) ? next.shift() : other)
        return store(order.map(one => one.id), text.sources.moved(sourceName(source), to + 1, moved.length), source.id, direction)
    }

    const store = async (sources, message, focused = null, direction = null) => {
        if (isStoring) return
        isStoring = true
        try {
            all = (await api.put('/v1/sources/priority', { sources }, { type: type.identifier })).sources
            draw(focused, direction)
            announce(message)
            onChange()
        } catch (error) {
            draw()
            notifyError(error)
        } finally {
            isStoring = false
        }
    }

    return { element: root, loaded: load().catch(notifyError) }
}
