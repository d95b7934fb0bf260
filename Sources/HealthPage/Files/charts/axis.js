/** The ends and the ticks of an axis of values. */

/** The part of the range that an axis leaves free beyond the lowest and highest value. */
const margin = 0.06
/** The part of the highest value that an axis shows at least, so that a small change looks small. */
const rangeMin = 0.02

/** Returns the smallest round step that is not below a number: 1, 2, 5, 10, 20, 25, 50 … */
export function roundStep(least) {
    const power = 10 ** Math.floor(Math.log10(least))
    const factors = power >= 10 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10]
    return factors.map(factor => factor * power).find(step => step >= least * (1 - 1e-9))
}

/**
 * Returns an axis for some values: its `ticks`, the first and the last of them as `least` and
 * `greatest`, and the `digits` after the point that all ticks need to differ.
 *
 * @param {number[]} values those that the axis has to show.
 * @param {object} options `isFromZero` for sums; `isWhole` if values between whole numbers mean
 *     nothing; `count`, about how many steps; `factor`, by which a value is multiplied before it is shown.
 */
export function axisOf(values, { isFromZero = false, isWhole = false, count = 4, factor = 1 } = {}) {
    const known = values.filter(Number.isFinite)
    let [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1]
    const isPositive = low >= 0
    const size = Math.max(Math.abs(low), Math.abs(high)) || 1
    if (isFromZero) {
        [low, high] = [Math.min(low, 0), Math.max(high, 0)]
        if (low === high) high = isWhole ? 1 : 1 / factor
        high += (high - low) * margin
    } else {
        const lacking = Math.max(size * rangeMin - (high - low), 0) / 2
        const free = (high - low) * margin + lacking
        low = isPositive ? Math.max(low - free, 0) : low - free
        high += free
    }
    const wanted = (high - low) / count
    const step = isWhole && wanted * factor < 1 ? 1 / factor : roundStep(wanted * factor) / factor
    const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)]
    const ticks = Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
    return { least: ticks[0], greatest: ticks.at(-1), ticks, digits: digitsOf(step * factor) }
}

/** Returns the digits after the point that multiples of a step have. */
function digitsOf(step) {
    for (let digits = 0; digits < 6; digits += 1) {
        const scaled = step * 10 ** digits
        if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return digits
    }
    return 6
}
