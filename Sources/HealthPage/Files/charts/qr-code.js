/** A QR code. */

import { svg } from '../core/dom.js'

/** The modules of white ground around a code, which readers need. */
const quiet = 4

/**
 * @param {{size: number, rows: string[]}} code the modules: a row is a text of 0 and 1.
 * @param {string} label is spoken.
 */
export function qrCode({ size, rows }, label) {
    const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(run =>
        `M${run.index + quiet} ${y + quiet}h${run[0].length}v1h-${run[0].length}z`)).join('')
    const side = size + 2 * quiet
    return svg('svg.qr-code', { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
        svg('rect', { width: side, height: side }), svg('path', { d: path }))
}
