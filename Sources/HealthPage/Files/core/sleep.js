/** Figures of nights, as the sleep views show them. All are sums and averages of the API's figures. */

import { addDays, milliseconds, wallClock } from './time.js'

/** The stages in the order of lists. */
export const stageNames = ['awake', 'rem', 'core', 'deep', 'unspecified']
/** The stages that are sleep. */
const asleepStages = ['rem', 'core', 'deep', 'unspecified']

/** Returns a local time as minutes on the clock since noon of the day before the night's date. */
export function minutesSinceNoon(time, date) {
    return (wallClock(time) - wallClock(addDays(date, -1))) / 60_000 - 720
}

/** Returns the sessions of a night, the main one first. */
export function sessionsOf(night) {
    return [night.main, ...night.naps].filter(Boolean)
}

/** Returns the seconds of each stage of a night, naps included; stages that were not measured are missing. */
export function stagesOf(night) {
    const sums = {}
    for (const session of sessionsOf(night)) {
        for (const [stage, seconds] of Object.entries(session.stages ?? {})) {
            if (seconds !== null) sums[stage] = (sums[stage] ?? 0) + seconds
        }
    }
    return sums
}

/** Returns when a session fell asleep and woke: the first and the last segment that is sleep. */
export function asleepSpan(session) {
    const asleep = (session.segments ?? []).filter(segment => asleepStages.includes(segment.stage))
    if (!asleep.length) return null
    const last = asleep.reduce((one, other) => milliseconds(other.endDate) > milliseconds(one.endDate) ? other : one)
    return { from: asleep[0].startDate, to: last.endDate }
}

/** Returns true while the person may still be asleep: a session goes on after a pause of an hour. */
export function isAsleep(night, now = Date.now()) {
    return night.partial && night.main !== null && now - milliseconds(night.main.endDate) <= 3_600_000
}

function mean(values) {
    const known = values.filter(value => value !== null && value !== undefined && Number.isFinite(value))
    return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

/**
 * Returns the averages of nights: `count`, `bed` and `wake` in minutes since noon, `asleep`,
 * `inBed`, `efficiency`, and `stages` in seconds. A figure that no night has is null. A night
 * counts in a figure only if it has this figure.
 */
export function averages(nights) {
    const recorded = nights.filter(night => sessionsOf(night).length)
    const mains = recorded.filter(night => night.main)
    const staged = recorded.map(stagesOf)
    const isMeasured = stage => staged.some(stages => stages[stage] > 0)
    return {
        count: recorded.length,
        bed: mean(mains.map(night => minutesSinceNoon(night.main.startDate, night.date))),
        wake: mean(mains.map(night => minutesSinceNoon(night.main.endDate, night.date))),
        asleep: mean(recorded.map(night => night.asleep)),
        inBed: mean(mains.map(night => night.main.inBed || null)),
        efficiency: mean(mains.map(night => night.main.efficiency)),
        stages: Object.fromEntries(stageNames.filter(isMeasured).map(stage => [stage, mean(staged.map(stages => stages[stage]))])),
    }
}
