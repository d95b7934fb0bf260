/** The sources of what is shown: which of them count, and in which order. */

import { sourceName } from '../../core/catalogue.js'
import { element, fill, newID } from '../../core/dom.js'
import { sourceOrder } from '../source-order.js'
import { text } from '../../text/text.js'

/**
 * Makes the panel.
 *
 * @param {(ids: string|null) => void} choose is called with the ids of the sources that count, separated
 *     by commas; null if all count.
 * @param {() => void} reordered is called after the order was changed.
 */
export function sourcesPanel(choose, reordered) {
    const list = element('ul.source-choices')
    const order = element('div')
    const root = element('section.card.stack', {}, element('h2', {}, text.metric.sources), list, order)
    let known = new Map()

    /** Forgets the sources, because the view shows another type. */
    const reset = one => {
        known = new Map()
        fill(order, element('details', {
            ontoggle: event => {
                if (event.target.open && event.target.children.length === 1) {
                    event.target.append(sourceOrder(one, { onChange: reordered }).element)
                }
            },
        }, element('summary', {}, text.metric.order)))
    }

    const show = (sources, chosen) => {
        for (const source of sources) known.set(String(source.id), source)
        const isChosen = id => chosen === null || chosen.includes(id)
        const toggle = () => {
            const ids = [...list.querySelectorAll('input:checked')].map(input => input.value)
            choose(ids.length === known.size || ids.length === 0 ? null : ids.join(','))
        }
        root.hidden = known.size === 0
        const focused = document.activeElement?.value
        fill(list, [...known].map(([id, source]) => {
            const input = element('input', { type: 'checkbox', id: newID('source'), value: id, onchange: toggle })
            input.checked = isChosen(id)
            return element('li', {}, element('label.choice', { for: input.id }, input, sourceName(source)))
        }))
        if (focused) list.querySelector(`input[value="${CSS.escape(focused)}"]`)?.focus()
    }
    return { element: root, reset, show }
}
