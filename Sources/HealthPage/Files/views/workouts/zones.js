/** The time in zones: those that were recorded, else five zones of the heart rate. */

import { shownUnit, type } from '../../core/catalogue.js'
import { element, fill, setStyle } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { pausesText } from '../../core/workouts.js'
import { text } from '../../text/text.js'

export function zonesCard() {
    const content = element('div.stack')
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.zones), content),
        show: ({ workout }) => {
            const recorded = (workout.workoutZoneGroups ?? []).filter(group => group.zones.some(zone => zone.duration > 0))
            const measured = recorded.length ? null : workout.heartRateZones
            if (!recorded.length && !measured) return false
            fill(content, recorded.length
                ? recorded.map(group => [
                    recorded.length > 1 || group.type !== type('heartRate')?.identifier
                        ? element('h3', {}, type(group.type)?.displayName ?? group.type ?? '') : null,
                    zoneList(group.zones, shownUnit(type(group.type), group.unit), 1),
                    element('p.hint.small', {}, text.workouts.zonesRecorded)])
                // The lowest one is below the first zone.
                : [zoneList(measured.zones, shownUnit(type('heartRate'), measured.unit), 0),
                    element('p.hint.small', {}, basisText(measured)),
                    element('p.hint.small', {}, words(
                        text.workouts.zonesHold, pausesText(workout),
                        measured.unmeasuredTime >= 1 ? text.workouts.zonesUnknown(
                            format.clock(measured.unmeasuredTime), format.clock(measured.measuredTime + measured.unmeasuredTime)) : null))])
            return true
        },
    }
}

/** Says where the bounds of the zones come from. */
function basisText({ maximumHeartRate, age }) {
    const greatest = format.number(maximumHeartRate, 'bpm')
    return age === undefined ? text.workouts.zonesByMaximum(greatest) : text.workouts.zonesByAge(greatest, age)
}

function words(...sentences) {
    return sentences.filter(Boolean).join(' ')
}

function limitsText({ minimum, maximum }, unit) {
    const [least, greatest] = [minimum ?? null, maximum ?? null]
    if (least === null && greatest === null) return ''
    if (least === null) return text.workouts.below(format.quantity(greatest, unit))
    if (greatest === null) return text.workouts.from(format.quantity(least, unit))
    return `${format.number(least, unit)}–${format.quantity(greatest, unit)}`
}

/** Lists zones; `first` is the number of the lowest one. */
function zoneList(zones, unit, first) {
    const total = zones.reduce((sum, zone) => sum + (zone.duration ?? 0), 0)
    return element('ol.zone-list', {}, zones.map((zone, index) => {
        const number = index + first
        const bar = element(`span.zone-bar.zone-${Math.min(number, 5)}`, { 'aria-hidden': 'true' })
        setStyle(bar, { width: `${total > 0 ? (zone.duration ?? 0) / total * 100 : 0}%` })
        return element('li', {},
            element('div.row.spread', {},
                element('span', {}, `${number ? text.workouts.zone(number) : text.workouts.belowZones} `, element('span.hint.small', {}, limitsText(zone, unit))),
                element('span', {}, element('strong', {}, format.clock(zone.duration ?? 0)), ' ',
                    element('span.hint.small', {}, total > 0 ? format.percent((zone.duration ?? 0) / total) : ''))),
            element('span.zone-track', {}, bar))
    }))
}
