/** Trends as sentences: what the last 28 days are against the 90 before them. */

import { shownUnit } from './catalogue.js'
import * as format from './format.js'
import { text } from '../text/text.js'

const words = text.trends

/** The most types of one question. */
export const trendTypesMax = 50

/** Returns true for a type that has trends. */
export function hasTrends(one) {
    return one.kind === 'quantity' || one.shortName === 'sleepAnalysis'
}

/** Returns true for a trend that rises or falls. */
export function isChanging({ direction }) {
    return direction === 'rising' || direction === 'falling'
}

/** Returns the figure of a day as a text; sleep is a time. */
export function dayValue(one, { unit }, value) {
    if (value === null) return '–'
    return unit === 's' ? format.duration(value) : format.quantity(value, shownUnit(one, unit))
}

/** Returns the figure of many days as a text: a sum is one of each day. */
export function trendValue(one, trend, value) {
    const figure = dayValue(one, trend, value)
    return trend.figure === 'sum' && value !== null ? text.metric.aDay(figure) : figure
}

/** Returns a range of figures as a text: `54–66 bpm`. */
export function rangeText(one, { unit }, lower, upper) {
    return unit === 's' ? words.between(format.duration(lower), format.duration(upper)) : format.span(lower, upper, shownUnit(one, unit))
}

/**
 * Returns how much a value is above or below another one, without a sign: the difference of what is
 * shown, so that 70 is 2 below 72, unless both are shown alike.
 */
export function differenceText(one, trend, value, other) {
    const shown = figure => trend.unit === 's' ? Math.round(figure / 60) * 60 : format.rounded(figure, shownUnit(one, trend.unit))
    return dayValue(one, trend, Math.abs(shown(value) - shown(other)) || Math.abs(value - other))
}

/** Returns a trend as a sentence: `58 bpm, 3 bpm below the usual 61 bpm, since 12 Jan`. */
export function trendSentence(one, trend) {
    const { recent, usual, difference, since } = trend
    const [value, before] = [recent, usual].map(part => trendValue(one, trend, part.median))
    if (!isChanging(trend)) return words.steady(value, before)
    const change = (difference < 0 ? words.below : words.above)(value, differenceText(one, trend, recent.median, usual.median), before)
    return since ? words.since(change, format.date(since, 'dayOfMonth')) : change
}

/** Returns the trends that change, the greatest share of the usual first. */
export function changingFirst(trends) {
    const share = ({ difference, usual }) => usual.median ? Math.abs(difference / usual.median) : 0
    return trends.filter(isChanging).sort((one, other) => share(other) - share(one))
}

/** Returns the middle half of values: a quarter is below `low`, and a quarter above `high`; null without any. */
export function middleHalf(values) {
    if (!values.length) return null
    const sorted = [...values].sort((one, other) => one - other)
    const at = share => {
        const place = share * (sorted.length - 1)
        const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
        return below + (above - below) * (place - Math.floor(place))
    }
    return { low: at(0.25), high: at(0.75) }
}
