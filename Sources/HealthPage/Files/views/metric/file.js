/** The file with what a chart shows: a row for each bar or capsule. */

/** The columns of the figures of an item. */
const figureColumns = {
    value: 'value', days: 'days', total: 'total', minimum: 'minimum', average: 'average', maximum: 'maximum', median: 'median',
    low: 'lowerQuartile', high: 'upperQuartile', smooth: 'movingAverage', before: 'compared',
}

/**
 * Returns rows below their names. Figures are not rounded, and empty where nothing was measured.
 *
 * @param {object} figures what the chart shows: `items` (see `model.js`; of a pair with `second`), their `unit`,
 * and `stack`, the names of the values whose counts an item has as `parts`.
 * @param {string[]|null} pair the names of the two types of a pair.
 */
export function fileRows({ items, unit, stack }, pair = null) {
    const columns = Object.keys(figureColumns).filter(name => items.some(item => item[name] !== undefined))
    const named = prefix => columns.map(name => prefix ? `${prefix} ${figureColumns[name]}` : figureColumns[name])
    const figures = item => columns.map(name => item?.[name])
    const counts = stack ?? []
    return [
        ['date', 'startDate', 'endDate', ...pair ? pair.flatMap(named) : named(''), ...counts, 'unit'],
        ...items.map(item => [
            item.bucket.startDate.slice(0, 10), item.bucket.startDate, item.bucket.endDate, ...figures(item), ...pair ? figures(item.second) : [],
            ...counts.map((_, index) => item.parts[index] ?? 0), unit,
        ]),
    ]
}
