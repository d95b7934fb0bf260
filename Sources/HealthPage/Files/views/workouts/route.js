/** The route of a workout. */

import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { distanceText, distanceUnit, heightText, isInMiles, speedStyle } from '../../core/workouts.js'
import { splitsOf } from '../../core/track.js'
import { routePicture, speedLimits } from '../../charts/route.js'
import { splitLength } from './speed.js'
import { text } from '../../text/text.js'

/** The lengths of the scale bar in metres or feet, and in kilometres or miles. */
const smallScales = [10, 20, 50, 100, 200, 500]
const largeScales = [1, 2, 5, 10, 20, 50, 100, 200, 500]

function scales() {
    const { unit, meters } = distanceUnit()
    const small = smallScales.map(size => isInMiles()
        ? { meters: size * 2 * 0.3048, words: `${format.number(size * 2)} ft` }
        : { meters: size, words: `${format.number(size)} m` })
    return [...small, ...largeScales.map(size => ({ meters: size * meters, words: `${format.number(size, '', 0)} ${unit}` }))]
}

export function routeCard() {
    let rows = []
    const hint = element('p.hint.small')
    const legend = element('p.legend.small')
    const chart = routePicture(() => ({ columns: [text.workouts.distance, text.workouts.time, text.workouts.elevation], rows }))
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.route), chart.element, legend, hint),
        close: chart.close,
        show: ({ points, profile, kind }) => {
            if (!points.length) return false
            const style = speedStyle(kind)
            const limits = speedLimits(points)
            const length = splitLength(profile.meters)
            const splits = splitsOf(profile, length.meters)
            const whole = splits.filter(split => split.isWhole)
            rows = splits.map(split => [
                distanceText(split.to.meters), format.clock(split.to.active),
                split.to.altitude === null ? '–' : heightText(split.to.altitude),
            ])
            hint.textContent = text.workouts.routeHint
            legend.hidden = limits === null
            fill(legend, limits ? [element('span', {}, style.words(limits.slow)),
                [1, 2, 3, 4, 5].map(one => element(`span.swatch.wide-swatch.speed-${one}`, { 'aria-hidden': 'true' })),
                element('span', {}, style.words(limits.fast))].flat() : [])
            chart.show({
                points, limits, scales: scales(), start: text.workouts.start, end: text.workouts.end,
                stops: whole.map((split, index) => ({
                    ...split.to, words: format.number((index + 1) * length.count),
                    spoken: [distanceText(split.to.meters), format.clock(split.to.active),
                        split.to.altitude === null ? null : heightText(split.to.altitude)].filter(Boolean).join(', '),
                })),
                summary: text.workouts.routeSummary(distanceText(profile.meters)),
            })
            return true
        },
    }
}
