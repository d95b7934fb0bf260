/** The route of a workout. */

import { element, fill } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { milliseconds } from '../../core/time.js'
import { distanceText, distanceUnit, heightText, isInMiles, speedStyle } from '../../core/workouts.js'
import { pointAt } from '../../core/track.js'
import { routePicture, speedLimits } from '../../charts/route.js'
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
        show: ({ workout, points, splits, kind }) => {
            if (!points.length) return false
            const style = speedStyle(kind)
            const limits = speedLimits(points)
            const ends = splits.map(split => ({ ...split, ...pointAt(points, 'time', milliseconds(split.endDate)) }))
            rows = ends.map(end => [
                distanceText(end.toMeters), format.clock(end.toSeconds), end.altitude === null ? '–' : heightText(end.altitude),
            ])
            hint.textContent = text.workouts.routeHint
            legend.hidden = limits === null
            fill(legend, limits ? [element('span', {}, style.words(limits.slow)),
                [1, 2, 3, 4, 5].map(one => element(`span.swatch.wide-swatch.speed-${one}`, { 'aria-hidden': 'true' })),
                element('span', {}, style.words(limits.fast))].flat() : [])
            chart.show({
                points, limits, scales: scales(), start: text.workouts.start, end: text.workouts.end,
                stops: ends.filter(end => end.isWhole).map(end => ({
                    ...end, words: format.number(end.toMeters / distanceUnit().meters, '', 0),
                    spoken: [distanceText(end.toMeters), format.clock(end.toSeconds),
                        end.altitude === null ? null : heightText(end.altitude)].filter(Boolean).join(', '),
                })),
                summary: text.workouts.routeSummary(distanceText(workout.totalDistance ?? splits.at(-1)?.toMeters ?? points.at(-1).meters)),
            })
            return true
        },
    }
}
