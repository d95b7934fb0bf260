/** What all charts have: a spoken summary, and a table with the same values behind a button. */

import { element, button, fill, newID } from '../core/dom.js'
import { text } from '../text/text.js'

/**
 * Makes a frame around a chart.
 *
 * @param {Element} drawing the chart.
 * @param {() => {columns: string[], rows: any[][]}} values the table, made when it is shown.
 * @returns {{element: Element, describe: (summary: string) => void, refresh: () => void, showTable: () => void}}
 */
export function chartFrame(drawing, values) {
    const summary = element('figcaption.spoken', { id: newID('summary') })
    const table = element('div.chart-table', { hidden: true })
    const toggle = button(text.common.table, () => show(table.hidden), { class: 'quiet', 'aria-expanded': 'false' })
    const frame = element('figure.chart', { 'aria-labelledby': summary.id }, summary, drawing, table,
        element('div.chart-foot', {}, toggle))
    const show = isShown => {
        table.hidden = !isShown
        drawing.hidden = isShown
        toggle.textContent = isShown ? text.common.chart : text.common.table
        toggle.setAttribute('aria-expanded', String(isShown))
        refresh()
    }
    const refresh = () => {
        if (!table.hidden) fill(table, tableOf(summary.textContent, values()))
    }
    return {
        element: frame, refresh, showTable: () => show(true),
        foot: frame.querySelector('.chart-foot'),
        describe: sentence => { summary.textContent = sentence },
    }
}

/** Makes a table with a caption that only screen readers read. */
export function tableOf(caption, { columns, rows }) {
    return element('div.table-scroll', { tabindex: 0, role: 'region', 'aria-label': caption },
        element('table', {},
            element('caption.spoken', {}, caption),
            element('thead', {}, element('tr', {}, columns.map(column => element('th', { scope: 'col' }, column)))),
            element('tbody', {}, rows.map(row => element('tr', {}, row.map((cell, index) =>
                index === 0 ? element('th', { scope: 'row' }, cell) : element('td', {}, cell)))))))
}
