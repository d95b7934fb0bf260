/** A bar that shows a share. */

import { element } from '../../core/dom.js'

/** @returns {{element: Element, set: (share: number) => void}} a bar without a share shows only that work goes on. */
export function progressBar(label) {
    const bar = element('progress', { max: 1, 'aria-label': label })
    return { element: bar, set: share => { bar.value = Math.min(Math.max(share, 0), 1) } }
}
