/** The three rings of a day. */

import { svg } from '../core/dom.js'

const turn = share => Math.max(0, Math.min(share, 1))

/** @param {{share: number, color: string}[]} rings from the outer to the inner; `label` is spoken. */
export function rings(rings, label) {
    const picture = svg('svg.rings', { viewBox: '0 0 100 100', role: 'img', 'aria-label': label })
    rings.forEach(({ share, color }, index) => {
        const radius = 44 - index * 11.5
        const length = 2 * Math.PI * radius
        const circle = (name, dash) => svg(name, {
            cx: 50, cy: 50, r: radius, stroke: color, 'stroke-dasharray': dash, transform: 'rotate(-90 50 50)',
        })
        picture.append(circle('circle.track', 'none'))
        if (share > 0) picture.append(circle('circle', `${turn(share) * length} ${length}`))
    })
    return picture
}
