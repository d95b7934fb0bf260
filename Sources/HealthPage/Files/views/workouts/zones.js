/** The time in zones: those that were recorded, else five zones of the heart rate. */

import { shownUnit, type } from '../../core/catalogue.js'
import { element, fill, setStyle } from '../../core/dom.js'
import * as format from '../../core/format.js'
import { heartZones, pausesText } from '../../core/workouts.js'
import { text } from '../../text/text.js'

export function zonesCard() {
    const content = element('div.stack')
    return {
        element: element('section.card', {}, element('h2', {}, text.workouts.zones), content),
        show: ({ workout, standingHeart, birthDate, minutes }) => {
            const recorded = (workout.workoutZoneGroups ?? []).filter(group => group.zones.some(zone => zone.duration > 0))
            const computed = recorded.length ? null : heartZones(workout, standingHeart, birthDate)
            if (!recorded.length && !computed) return false
            fill(content, recorded.length
                ? recorded.map(group => [
                    recorded.length > 1 || group.type !== type('heartRate')?.identifier
                        ? element('h3', {}, type(group.type)?.displayName ?? group.type ?? '') : null,
                    zoneList(group.zones, shownUnit(type(group.type), group.unit)), element('p.hint.small', {}, text.workouts.zonesRecorded)])
                : [zoneList(computed.zones, 'bpm'),
                    element('p.hint.small', {}, computed.basis),
                    element('p.hint.small', {}, words(
                        text.workouts.zonesOf(minutes), pausesText(workout),
                        computed.unknown >= 1 ? text.workouts.zonesUnknown(format.clock(computed.unknown)) : null))])
            return true
        },
    }
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

function zoneList(zones, unit) {
    const total = zones.reduce((sum, zone) => sum + (zone.duration ?? 0), 0)
    return element('ol.zone-list', {}, zones.map((zone, index) => {
        const bar = element(`span.zone-bar.zone-${Math.min(index + 1, 5)}`, { 'aria-hidden': 'true' })
        setStyle(bar, { width: `${total > 0 ? (zone.duration ?? 0) / total * 100 : 0}%` })
        return element('li', {},
            element('div.row.spread', {},
                element('span', {}, `${text.workouts.zone(index + 1)} `, element('span.hint.small', {}, limitsText(zone, unit))),
                element('span', {}, element('strong', {}, format.clock(zone.duration ?? 0)), ' ',
                    element('span.hint.small', {}, total > 0 ? format.percent((zone.duration ?? 0) / total) : ''))),
            element('span.zone-track', {}, bar))
    }))
}
