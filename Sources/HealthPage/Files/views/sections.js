/**
 * A view of several sections. The parameter `section` of the address names the one that is shown.
 *
 * The module of a section is loaded when the section is shown for the first time.
 */

import { ConnectionError } from '../core/api.js'
import { element, fill } from '../core/dom.js'
import { pathOf } from '../core/router.js'

/**
 * Makes a view.
 *
 * @param {string} view the name of the view in the address.
 * @param {string} title the heading.
 * @param {{name: string, label: string, load: () => Promise<() => object>, isOffered?: () => boolean}[]} sections the
 *     first offered one is shown if the address names none. `load` returns a function that makes an object like a view.
 */
export function sectionedView(view, title, sections) {
    const tabs = element('nav.section-tabs', { 'aria-label': title })
    const body = element('div.section-body')
    const root = element('div.view', {}, element('div.view-head', {}, element('h1', {}, title)), tabs, body)
    let shown = null
    let name = null
    let wanted = null
    let isClosed = false

    const show = async route => {
        // Types with samples can be added while the view is open, and a section with them.
        const offered = sections.filter(section => section.isOffered?.() ?? true)
        const section = offered.find(one => one.name === route.parameters.section) ?? offered[0]
        wanted = section
        if (name !== section.name) {
            const make = await section.load().catch(error => {
                console.error(error)
                throw new ConnectionError()
            })
            if (isClosed || wanted !== section) return
            shown?.close?.()
            name = section.name
            shown = make()
            fill(body, shown.element)
        }
        drawTabs(offered)
        await shown.show?.(route)
    }

    const drawTabs = offered => {
        const hadFocus = tabs.contains(document.activeElement)
        fill(tabs, offered.map(one => element('a', {
            href: pathOf(view, null, { section: one === offered[0] ? null : one.name }),
            'aria-current': one.name === name ? 'page' : null,
        }, one.label)))
        if (hadFocus) tabs.querySelector('[aria-current]')?.focus()
    }

    return {
        element: root, show,
        changed: types => shown?.changed?.(types),
        close: () => {
            isClosed = true
            shown?.close?.()
        },
    }
}
