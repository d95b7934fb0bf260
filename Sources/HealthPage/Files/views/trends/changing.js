/** The card of the overview that says what is changing. */

import { api } from '../../core/api.js'
import { type } from '../../core/catalogue.js'
import { element } from '../../core/dom.js'
import { unitParameter } from '../../core/preferences.js'
import { pathOf } from '../../core/router.js'
import { changingFirst, hasTrends, trendSentence, trendTypesMax } from '../../core/trends.js'
import { today, zoneParameter } from '../../core/zone.js'
import { text } from '../../text/text.js'

const sentencesMax = 3

/** Returns the card; null if none of the types changes. */
export async function changingCard(types, signal) {
    const asked = types.filter(hasTrends).slice(0, trendTypesMax)
    if (!asked.length) return null
    const { trends } = await api.get('/v1/trends', {
        types: asked.map(one => one.shortName).join(), timeZone: zoneParameter(), to: today(), unit: unitParameter(asked),
    }, { signal })
    const changing = changingFirst(trends)
    if (!changing.length) return null
    return element('section.card', {},
        element('div.row.spread', {}, element('h2', {}, text.trends.changing), element('a', { href: pathOf('trends') }, text.trends.all)),
        element('ul.plain-list', {}, changing.slice(0, sentencesMax).map(trend =>
            element('li', {}, text.trends.named(type(trend.type).displayName, trendSentence(type(trend.type), trend))))))
}
