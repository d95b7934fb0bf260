/** Files of comma-separated values (RFC 4180). */

import { element, button } from './dom.js'
import { notify, notifyError } from './notices.js'
import { text } from '../text/text.js'

/** Returns rows as CSV; null and undefined are empty cells. */
export function csvOf(rows) {
    return rows.map(row => row.map(quoted).join(',') + '\n').join('')
}

/** A time of an answer. */
const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:\d\d)$/

/** Spreadsheets read times without an offset as times, and run texts that begin with one of some characters. */
function quoted(value) {
    const text = String(value ?? '').replace(time, '$1 $2')
    const cell = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Offers CSV as a file. `parts` are the texts of the file in their order. */
export function downloadCSV(name, parts) {
    const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
    element('a', { href: address, download: `${name}.csv` }).click()
    // The browser may still read the file.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    notify(text.metric.csvReady)
}

/**
 * Makes the button that downloads what a view shows.
 *
 * @param {() => string} name the name of the file, without its extension.
 * @param {() => any[][]} rows the names of the columns, and a row for each that the view shows.
 */
export function csvButton(name, rows) {
    return button(text.common.csv, () => {
        try {
            downloadCSV(name(), [csvOf(rows())])
        } catch (error) {
            notifyError(error)
        }
    }, { class: 'quiet', title: text.metric.csv })
}
