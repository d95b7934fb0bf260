/** The ranges of time that a view shows, and the bar with which the reader changes them. */

import { element, fill } from './dom.js'
import * as format from './format.js'
import { firstWeekday } from './preferences.js'
import { pathOf } from './router.js'
import { addDays, addMonths, isDate, startOfMonth, startOfWeek } from './time.js'
import { today } from './zone.js'
import { text } from '../text/text.js'

/** The ranges that every view with a range has. */
export const ranges = ['D', 'W', 'M', '6M', 'Y']

const halfYearWeeks = 26

/**
 * Returns the dates of the range that ends with a date, as in the Health app: the week that ends
 * today has seven days also on a Monday. Weeks and months that are buckets are whole.
 *
 * @returns {{from: string, to: string, interval: string, isDays: boolean}} `to` is not part of the
 *     range; `interval` is the length of a bucket; `isDays` is true if each bucket is a day.
 */
export function rangeOf(range, date) {
    const end = addDays(date, 1)
    const weekEnd = addDays(startOfWeek(date, firstWeekday()), 7)
    const monthEnd = addMonths(startOfMonth(date), 1)
    const made = (from, to, interval) => ({ from, to, interval, isDays: interval === 'day' })
    switch (range) {
    case 'D': return made(date, end, 'hour')
    case 'W': return made(addDays(end, -7), end, 'day')
    case '6M': return made(addDays(weekEnd, -7 * halfYearWeeks), weekEnd, 'week')
    case 'Y': return made(addMonths(monthEnd, -12), monthEnd, 'month')
    default: return made(addMonths(end, -1), end, 'day')
    }
}

/**
 * Returns a date in the range before or after the one of a date.
 *
 * @param {number} direction -1 for the range before, 1 for the range after.
 */
export function stepDate(range, date, direction) {
    switch (range) {
    case 'D': return addDays(date, direction)
    case 'W': return addDays(date, 7 * direction)
    case '6M': return addDays(date, 7 * halfYearWeeks * direction)
    case 'Y': return addMonths(date, 12 * direction)
    // The months lie side by side, also if they have different lengths.
    default: return direction < 0 ? addDays(rangeOf(range, date).from, -1) : addDays(addMonths(addDays(date, 1), 1), -1)
    }
}

/** Returns the range and the date of an address; today if it names none. */
export function rangeParameters(parameters, defaultRange, allowed = ranges) {
    return {
        range: allowed.includes(parameters.range) ? parameters.range : defaultRange,
        date: isDate(parameters.date) ? parameters.date : today(),
    }
}

/** Returns the dates of a range in words: `23–29 Nov 2026`, `Dec 2025 – Nov 2026`. */
export function rangeInWords(range, date) {
    const { from, to } = rangeOf(range, date)
    switch (range) {
    case 'D': return format.date(from, 'dayWithYear')
    case 'Y': return format.monthRange(from, to)
    default: return format.dateRange(from, to)
    }
}

/**
 * Makes the bar of a view: its ranges, the range before and after, today, and the dates that are
 * shown. All are links, and they stay the same elements, so that the focus stays where it is.
 *
 * @param {string} view the name of the view in the router.
 * @param {string|null} item the item of the view.
 * @param {object} state `range` and `date`; `ranges` if the view has others than the usual ones;
 *     `parameters` that every link keeps; `words` instead of the usual words for the dates;
 *     `isWhole` if the range has none before and after it.
 * @returns {{element: Element, update: (item: string|null, state: object) => void}}
 */
export function rangeBar(view, item, state) {
    const list = element('div.segmented', { role: 'group', 'aria-label': text.ranges.label })
    const previous = element('a.button.step', {}, '‹')
    const next = element('a.button.step', {}, '›')
    const now = element('a.button.quiet', {}, text.ranges.today)
    const dates = element('p.range-dates', { 'aria-live': 'polite' })
    const links = new Map()
    const update = (item, { range, date, ranges: shown = ranges, parameters = {}, words = null, isWhole = false }) => {
        const path = changes => pathOf(view, item, { ...parameters, range, date: date === today() ? null : date, ...changes })
        if ([...links.keys()].join() !== shown.join()) {
            links.clear()
            for (const name of shown) links.set(name, rangeLink(name))
            fill(list, [...links.values()])
            list.hidden = shown.length === 0
        }
        for (const [name, link] of links) {
            setAddress(link, path({ range: name }))
            if (name === range) link.setAttribute('aria-current', 'true')
            else link.removeAttribute('aria-current')
        }
        const stepped = direction => {
            const to = stepDate(range, date, direction)
            return path({ date: to >= today() ? null : to })
        }
        setAddress(previous, isWhole ? null : stepped(-1))
        setAddress(next, isWhole || rangeOf(range, date).to > today() ? null : stepped(1))
        previous.setAttribute('aria-label', text.ranges.previous[range] ?? text.ranges.previous.other)
        next.setAttribute('aria-label', text.ranges.next[range] ?? text.ranges.next.other)
        setAddress(now, path({ date: null }))
        dates.textContent = words ?? rangeInWords(range, date)
    }
    update(item, state)
    return {
        element: element('nav.range-bar', { 'aria-label': text.ranges.label }, list,
            element('div.range-steps', {}, previous, dates, next, now)),
        update,
    }
}

function rangeLink(name) {
    const words = text.metric.ranges[name]
    return element('a', { 'aria-label': words }, element('span.wide-only', {}, words), element('span.narrow-only', {}, text.metric.shortRanges[name]))
}

/** Sets the address of a link; a link without one is read as disabled. */
export function setAddress(link, address) {
    if (address) {
        link.setAttribute('href', address)
        link.removeAttribute('aria-disabled')
        link.removeAttribute('role')
    } else {
        link.removeAttribute('href')
        link.setAttribute('aria-disabled', 'true')
        link.setAttribute('role', 'link')
    }
}
